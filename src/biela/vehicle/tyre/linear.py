"""Linear laws: for teaching, and as an oracle."""

from __future__ import annotations

from biela.base.errors import DescriptionError
from biela.element import data, element
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.network.value import clip
from biela.vehicle.tyre.law import LateralLaw, LongitudinalLaw

FORCE_FLOOR = 1e-6
"""Force [N] below which a smooth limit falls in proportion."""


def _limit() -> Operand:
    return data("1", default=1e9, bound="positive", label="friction limit of a linear tyre", about="largest friction")


@element("linear_slip")
class LinearSlip(LongitudinalLaw):
    """F_x = c κ F_z, up to ± limit · F_z."""

    coefficient: float = data("1", default=40.0, bound="positive", label="slip stiffness of a linear tyre", about="c")
    limit: float = _limit()

    def force(self, slip: Operand, slip_angle: Operand, load: Operand) -> Operand:
        return clip(self.coefficient * slip, -self.limit, self.limit) * load

    def stiffness(self, load: Operand) -> Operand:
        return self.coefficient * load

    def peak(self, load: Operand) -> Operand:
        return self.limit * load


@element("linear_slip_angle")
class LinearSlipAngle(LateralLaw):
    """F_y = c α F_z, or F_y = stiffness · α whatever the load is; up to ± limit · F_z.

    With a stiffness the limit is approached smoothly, F_y = limit F_z tanh(stiffness α / (limit F_z)): a wheel in the air does
    not push. Without a limit (the default is beyond all friction) this is linear as soon as there is a load at all.
    """

    coefficient: float | None = data(
        "1/rad", default=None, bound="positive", label="cornering stiffness of a linear tyre", about="c"
    )
    cornering_stiffness: float | None = data(
        "N/rad", default=None, bound="positive", label="cornering stiffness of a linear tyre", about="whatever the load is"
    )
    limit: float = _limit()

    def __post_init__(self) -> None:
        if (self.coefficient is None) == (self.cornering_stiffness is None):
            raise DescriptionError("linear tyre: give either a coefficient [1/rad] or a cornering stiffness [N/rad].")
        super().__post_init__()

    def force(self, slip_angle: Operand, slip: Operand, load: Operand) -> Operand:
        if self.coefficient is None:
            largest, fading = xp.fmax(self.limit * load, FORCE_FLOOR), xp.fmin(self.limit * load / FORCE_FLOOR, 1.0)
            return fading * largest * xp.tanh(self.cornering_stiffness * slip_angle / largest)
        return clip(self.coefficient * slip_angle, -self.limit, self.limit) * load

    def stiffness(self, load: Operand) -> Operand:
        return self.cornering_stiffness + 0.0 * load if self.coefficient is None else self.coefficient * load

    def peak(self, load: Operand) -> Operand:
        return self.limit * load
