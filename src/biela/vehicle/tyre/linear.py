"""Linear laws: for teaching, and as an oracle."""

from __future__ import annotations

from typing import Any

from biela.base.errors import DescriptionError
from biela.element import data, element
from biela.lie import array as xp
from biela.vehicle.tyre.law import LateralLaw, LongitudinalLaw

TINY = 1e-6
"""Force [N] below which a smooth limit falls in proportion."""


def _limit() -> Any:
    return data("1", default=1e9, bound="positive", label="friction limit of a linear tyre", about="largest friction")


@element("linear_slip")
class LinearSlip(LongitudinalLaw):
    """F_x = c κ F_z, up to ± limit · F_z."""

    coefficient: float = data("1", default=40.0, bound="positive", label="slip stiffness of a linear tyre", about="c")
    limit: float = _limit()

    def force(self, slip: Any, slip_angle: Any, load: Any) -> Any:
        return _limited(self.coefficient * slip, self.limit) * load

    def stiffness(self, load: Any) -> Any:
        return self.coefficient * load

    def peak(self, load: Any) -> Any:
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

    def force(self, slip_angle: Any, slip: Any, load: Any) -> Any:
        if self.coefficient is None:
            most = xp.fmax(self.limit * load, TINY)
            return xp.fmin(self.limit * load / TINY, 1.0) * most * xp.tanh(self.cornering_stiffness * slip_angle / most)
        return _limited(self.coefficient * slip_angle, self.limit) * load

    def stiffness(self, load: Any) -> Any:
        return self.cornering_stiffness + 0.0 * load if self.coefficient is None else self.coefficient * load

    def peak(self, load: Any) -> Any:
        return self.limit * load


def _limited(x: Any, limit: float) -> Any:
    return xp.fmin(xp.fmax(x, -limit), limit)
