"""Constant-velocity coupling: two shafts turn through the same angle, however they are bent."""

from __future__ import annotations

from biela.element.declaration import element
from biela.lie import array as xp
from biela.mechanism.coupling.base import PairCoupling


@element("constant_velocity", noun="coupling")
class ConstantVelocity(PairCoupling):
    """The shafts along z of a and b turn equally: Φ = ½ (x_a · y_b − y_a · x_b) = 0, with R = R_ab: ½ (R_12 − R_21).

    Such an R turns about an axis at right angles to z, so neither shaft gets ahead of the other. A ball joint at the
    crossing of the shafts completes the joint that cars have at their wheels.
    """

    rows = ("turn",)
    units = ("rad",)

    def residuals(self, R: xp.Matrix3, d: xp.Vector3) -> list[xp.Operand]:
        return [0.5 * (R[0, 1] - R[1, 0])]
