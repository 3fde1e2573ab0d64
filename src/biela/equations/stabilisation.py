"""Options of the equations that need no symbols to be stated."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Baumgarte:
    """Stabilised accelerations G v̇ = γ − 2α Φ̇ − β² Φ; α, β [1/s]. Reference: Baumgarte (1972)."""

    alpha: float = 20.0
    beta: float = 20.0
