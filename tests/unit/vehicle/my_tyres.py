"""A tyre law and a road profile of a user, outside of the package."""

import math

from biela.element import data, element
from biela.lie import array as xp
from biela.vehicle.road import Profile
from biela.vehicle.tyre import LateralLaw


@element("saturating")
class Saturating(LateralLaw):
    """F_y = μ F_z tanh(c α)."""

    friction: float = data("1", default=0.9, bound="positive", about="largest friction")
    slope: float = data("1/rad", default=10.0, bound="positive", about="c")

    def force(self, slip_angle, slip, load):
        return self.friction * load * xp.tanh(self.slope * slip_angle)

    def stiffness(self, load):
        return self.friction * self.slope * load

    def peak(self, load):
        return self.friction * load


@element("washboard")
class Washboard(Profile):
    """z = amplitude sin(2π x / length)."""

    amplitude: float = data("m")
    length: float = data("m", bound="positive")

    def height(self, x, y):
        return self.amplitude * xp.sin(2 * math.pi * x / self.length)
