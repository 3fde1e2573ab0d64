"""The magic formula, as first published."""

from __future__ import annotations

import math

from biela.base.errors import DescriptionError
from biela.element import element
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.parameter import nominal
from biela.vehicle.tyre.law import LateralLaw, arctan, coefficient

LAW = "the magic formula"
LOAD_FLOOR = 1e-3
"""Load [kN] below which the coefficients are those of this load, and forces fall in proportion."""


@element("magic_formula_1987")
class MagicFormula1987(LateralLaw):
    """F_y = D sin{C arctan[B φ]},  φ = (1 − E) α + (E/B) arctan(B α),  with F_z in kN, α in degrees, F_y in N.

        D = a₁ F_z² + a₂ F_z,   B C D = a₃ sin(a₄ arctan(a₅ F_z)),   E = a₆ F_z² + a₇ F_z + a₈

    Camber and shifts are left out. The default coefficients are those of the first publication.

    D falls again above F_z = −a₂/(2 a₁), where no tyre was measured: it stays at its largest value there. Coefficients that
    leave no grip at small loads (a₂ ≤ 0), or a slope that changes its sign with the load, are refused.

    Reference: Bakker, Nyborg & Pacejka (1987), SAE 870421
    """

    # D and its slope B C D are above zero at every load: a₂ to a₅ are positive
    C: float = coefficient("C", LAW, 1.30, "positive")
    a1: float = coefficient("a1", LAW, -22.1)
    a2: float = coefficient("a2", LAW, 1011.0, "positive")
    a3: float = coefficient("a3", LAW, 1078.0, "positive")
    a4: float = coefficient("a4", LAW, 1.82, "positive")
    a5: float = coefficient("a5", LAW, 0.208, "positive")
    a6: float = coefficient("a6", LAW, 0.0)
    a7: float = coefficient("a7", LAW, -0.354)
    a8: float = coefficient("a8", LAW, 0.707)

    def __post_init__(self) -> None:
        super().__post_init__()
        if nominal(self.a4) > 2:
            why = "above 2 the slope a3 sin(a4 arctan(a5 F_z)) turns negative at large loads"
            raise DescriptionError(f"coefficient a4 of {LAW} is {nominal(self.a4):g}: {why}. Published sets have 1.1 to 2.")

    @property
    def largest_load(self) -> float:
        """Load [N] at which D = a₁ F_z² + a₂ F_z itself would vanish."""
        a1, a2 = nominal(self.a1), nominal(self.a2)
        return float(-1000.0 * a2 / a1) if a1 < 0 else math.inf

    def coefficients(self, load: Operand) -> tuple[Operand, Operand, Operand]:
        """Return D [N], B C D [N/deg], E at a load [N]."""
        Fz = xp.fmax(load / 1000.0, LOAD_FLOOR)
        slope = self.a3 * xp.sin(self.a4 * arctan(self.a5 * Fz))
        top = xp.fmin(Fz, 0.5e-3 * self.largest_load) if math.isfinite(self.largest_load) else Fz
        return self.a1 * top * top + self.a2 * top, slope, self.a6 * Fz * Fz + self.a7 * Fz + self.a8

    def force(self, slip_angle: Operand, slip: Operand, load: Operand) -> Operand:
        D, slope, E = self.coefficients(load)
        B = slope / (self.C * D)
        alpha = slip_angle * (180.0 / math.pi)
        phi = (1.0 - E) * alpha + (E / B) * arctan(B * alpha)
        return D * xp.sin(self.C * arctan(B * phi)) * _fading(load)

    def stiffness(self, load: Operand) -> Operand:
        return self.coefficients(load)[1] * (180.0 / math.pi) * _fading(load)

    def peak(self, load: Operand) -> Operand:
        return self.coefficients(load)[0] * _fading(load)


def _fading(load: Operand) -> Operand:
    """Return 1; below the least load, a factor proportional to the load."""
    return xp.fmin(load / (1000.0 * LOAD_FLOOR), 1.0)
