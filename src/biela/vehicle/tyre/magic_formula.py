"""The magic formula, as first published."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from biela.lie import array as xp
from biela.mechanism.parameter import scalar

LEAST_LOAD = 1e-3
"""Load [kN] below which the coefficients are those of this load, and forces fall in proportion."""


@dataclass(frozen=True)
class MagicFormula1987:
    """F_y = D sin{C arctan[B φ]},  φ = (1 − E) α + (E/B) arctan(B α),  with F_z in kN, α in degrees, F_y in N.

        D = a₁ F_z² + a₂ F_z,   B C D = a₃ sin(a₄ arctan(a₅ F_z)),   E = a₆ F_z² + a₇ F_z + a₈

    Camber and shifts are left out. The default coefficients are those of the first publication.

    References
    ----------
    Bakker, Nyborg & Pacejka (1987), SAE 870421
    """

    C: float = 1.30
    a1: float = -22.1
    a2: float = 1011.0
    a3: float = 1078.0
    a4: float = 1.82
    a5: float = 0.208
    a6: float = 0.0
    a7: float = -0.354
    a8: float = 0.707

    def __post_init__(self) -> None:
        scalar(self.C, "coefficient C of the magic formula", positive=True)
        for name in ("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"):
            scalar(getattr(self, name), f"coefficient {name} of the magic formula")

    def coefficients(self, load: Any) -> tuple[Any, Any, Any]:
        """D [N], B C D [N/deg], E at a load [N]."""
        Fz = xp.fmax(load / 1000.0, LEAST_LOAD)
        slope = self.a3 * xp.sin(self.a4 * xp.atan2(self.a5 * Fz, 1.0 + 0.0 * Fz))
        return self.a1 * Fz * Fz + self.a2 * Fz, slope, self.a6 * Fz * Fz + self.a7 * Fz + self.a8

    def force(self, slip_angle: Any, slip: Any, load: Any) -> Any:
        D, slope, E = self.coefficients(load)
        B = slope / (self.C * D)
        alpha = slip_angle * (180.0 / math.pi)
        phi = (1.0 - E) * alpha + (E / B) * _arctan(B * alpha)
        return D * xp.sin(self.C * _arctan(B * phi)) * _fading(load)

    def stiffness(self, load: Any) -> Any:
        return self.coefficients(load)[1] * (180.0 / math.pi) * _fading(load)

    def peak(self, load: Any) -> Any:
        return self.coefficients(load)[0] * _fading(load)


def _fading(load: Any) -> Any:
    """1; below the least load proportional to the load."""
    return xp.fmin(load / (1000.0 * LEAST_LOAD), 1.0)


def _arctan(x: Any) -> Any:
    return xp.atan2(x, 1.0 + 0.0 * x)
