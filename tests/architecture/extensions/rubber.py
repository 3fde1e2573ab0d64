"""A tyre law: grip that saturates."""

from typing import Any

from biela.element import data, element
from biela.lie import array as xp
from biela.vehicle.tyre import LateralLaw


@element("rubber")
class Rubber(LateralLaw):
    """F_y = μ F_z tanh(c α)."""

    friction: float = data("1", default=0.9, bound="positive", about="largest friction")
    slope: float = data("1/rad", default=10.0, bound="positive", about="c")

    def force(self, slip_angle: Any, slip: Any, load: Any) -> Any:
        return self.friction * load * xp.tanh(self.slope * slip_angle)

    def stiffness(self, load: Any) -> Any:
        return self.friction * self.slope * load

    def peak(self, load: Any) -> Any:
        return self.friction * load
