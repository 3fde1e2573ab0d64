"""Compliant end stops of a joint coordinate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from biela.lie import array as xp
from biela.mechanism.parameter import Scalar


@dataclass(frozen=True)
class Stop:
    """Beyond `lower` or `upper`, with penetration δ ≥ 0 and its rate δ̇, the stop pushes back with

        F = k δ (1 + (3/2) e δ̇) bounded below by zero        (Hunt & Crossley 1975, linear contact)

    `e` [s/m or s/rad] is the damping factor: F vanishes at δ = 0 whatever the speed, so there is no force jump, and the
    bound keeps the stop from pulling. Energy ½ k δ² is stored; the rest is dissipated.
    """

    name: str
    joint: str
    coordinate: int
    lower: Scalar | None
    upper: Scalar | None
    stiffness: Scalar
    damping: Scalar = 0.0

    def energy(self, x: Any) -> Any:
        """Stored energy [J]."""
        return sum(0.5 * self.stiffness * depth**2 for depth, _ in self._penetrations(x))

    def conservative(self, x: Any) -> Any:
        """Effort on the joint that derives from the stored energy."""
        return sum(-side * self.stiffness * depth for depth, side in self._penetrations(x))

    def other(self, x: Any, v: Any) -> Any:
        """Effort on the joint of the damping term."""
        total: Any = 0.0
        for depth, side in self._penetrations(x):
            loss = xp.fmax(1.5 * self.damping * side * v, -1.0)  # F never falls below zero
            total = total - side * self.stiffness * depth * loss
        return total

    def _penetrations(self, x: Any) -> list[tuple[Any, float]]:
        sides = []
        if self.lower is not None:
            sides.append((xp.fmax(self.lower - x, 0.0), -1.0))
        if self.upper is not None:
            sides.append((xp.fmax(x - self.upper, 0.0), 1.0))
        return sides
