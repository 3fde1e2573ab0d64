"""Friction on a joint coordinate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from biela.lie import array as xp
from biela.mechanism.parameter import Scalar


@dataclass(frozen=True)
class Friction:
    """Viscous + smooth Coulomb + Stribeck friction: effort on the joint

        τ = −c v − [F_c + (F_s − F_c) exp(−(v/v_s)²)] tanh(v/v₀)

    F_c kinetic and F_s static friction [N or N·m], v_s Stribeck speed, v₀ width of the smooth sign function.
    Always dissipative: τ v ≤ 0.
    """

    name: str
    joint: str
    coordinate: int
    viscous: Scalar = 0.0
    coulomb: Scalar = 0.0
    static: Scalar | None = None
    stribeck_speed: Scalar = 0.1
    smoothing: Scalar = 1e-3

    def effort(self, v: Any) -> Any:
        """Effort on the joint at rate v."""
        level = self.coulomb
        if self.static is not None:
            level = level + (self.static - self.coulomb) * xp.exp(-((v / self.stribeck_speed) ** 2))
        return -self.viscous * v - level * xp.tanh(v / self.smoothing)
