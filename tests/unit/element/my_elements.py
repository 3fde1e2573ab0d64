"""Elements of a user: a load, a coupling, a sensor and a joint, as one would write them outside biela."""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.element import data, element, place
from biela.lie import array as xp
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism.coupling import PairCoupling
from biela.mechanism.joint import JointType, Quantity
from biela.mechanism.joint.base import X, Y, Z, angle_about_z, angular, follow, turn
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


@element("geared_slide", noun="joint")
class GearedSlide(JointType):
    """Slides along the axis and turns with it: R = R_z(z / lead), r = (0, 0, z)."""

    lead: float = data("m/rad", about="advance per radian")

    coordinates = (Quantity("position", "m"),)
    rates = (Quantity("rate", "m/s"),)
    efforts = (Quantity("effort", "N"),)
    closure_rows = ("x", "y", "tilt x", "tilt y", "turn")
    closure_units = ("m", "m", "rad", "rad", "m")
    look = "slide"

    def pose(self, q: Any) -> Pose:
        return Pose(so3.rotation_z(q[0] / self.lead), xp.stack(0.0, 0.0, q[0]))

    def motion(self, q: Any) -> Any:
        return xp.columns(xp.stack(0.0, 0.0, 1.0 / self.lead, 0.0, 0.0, 1.0 + 0.0 * self.lead))

    def closure(self, R: Any, d: Any, q: Any) -> list[Any]:
        turned = follow(angle_about_z(R), turn([q[0] / self.lead], 0))
        return [d[0], d[1], angular(Z, Y, R), angular(Z, X, R), d[2] - self.lead * turned]

    def measure(self, R: Any, d: Any, hint: Any) -> Any:
        return xp.stack(d[2])


assert np.pi  # a user's file imports what it likes
