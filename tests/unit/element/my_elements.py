"""Elements of a user: loads, a coupling and a sensor, as one would write them outside biela."""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.element import data, element, place
from biela.lie import array as xp
from biela.mechanism.coupling import PairCoupling
from biela.mechanism.load import CoordinateLoad, CoordinateView, Effort, LineLoad, LineView
from biela.mechanism.sensor import VELOCITY, FrameSensor, Output


@element("lodestone")
class Magnet(LineLoad):
    """Two magnets on a line attract each other: T = strength / l²; energy −strength / l."""

    strength: float = data("N*m^2", bound="positive", linear=True, about="force times distance squared")

    stores = True
    look = "rod"
    outputs = {"attraction": "N"}

    def act(self, at: LineView, signals: Any) -> Effort:
        tension = self.strength / at.length**2
        return Effort(tension, energy=-self.strength / at.length, power=0.0, outputs={"attraction": tension})


@element("air_brake")
class AirBrake(CoordinateLoad):
    """Drag on a joint coordinate, quadratic in its rate: τ = −c |v| v."""

    drag: float = data("f*s^2/q^2", default=0.0, bound="nonnegative", linear=True, about="c")

    def act(self, at: CoordinateView, signals: Any) -> Effort:
        return Effort(-self.drag * xp.sqrt(at.rate**2 + 1e-12) * at.rate)


@element("point_on_cylinder")
class PointOnCylinder(PairCoupling):
    """A point stays at a distance from the z axis of a frame."""

    a: Any = data(place(), argument="frame", about="z is the axis of the cylinder")
    b: Any = data(place(), argument="point")
    radius: float = data("m", bound="positive")

    def residuals(self, R: Any, d: Any) -> list[Any]:
        r = R @ d
        return [(r[0] ** 2 + r[1] ** 2 - self.radius**2) / (2 * self.radius)]


@element("speedometer", noun="sensor")
class Speedometer(FrameSensor):
    """Speed of a point [m/s]."""

    @property
    def outputs(self) -> tuple[Output, ...]:
        return (Output("speed", "m/s", VELOCITY, lambda f: xp.sqrt(xp.dot(f.velocity, f.velocity) + 1e-12)),)


assert np.pi  # a user's file imports what it likes
