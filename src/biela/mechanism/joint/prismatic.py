"""Prismatic joint: slides along the common z axis."""

from __future__ import annotations

import numpy as np

from biela.element.declaration import element
from biela.lie import array as xp
from biela.lie.se3 import Pose
from biela.mechanism.joint.base import JointType, Quantity, Stage, X, Y, Z, angular


@element("prismatic", noun="joint")
class Prismatic(JointType):
    """Slides along one axis: r = (0, 0, q), S = (0, 0, 0, 0, 0, 1)."""

    look = "slide"
    chain = (Stage("slide", "z", 0),)
    free_directions = (5,)
    coordinates = (Quantity("position", "m"),)
    rates = (Quantity("rate", "m/s"),)
    efforts = (Quantity("effort", "N"),)
    closure_rows = ("x", "y", "tilt x", "tilt y", "twist")
    closure_units = ("m", "m", "rad", "rad", "rad")

    def pose(self, q: xp.Vector) -> Pose:
        return Pose(np.eye(3), xp.stack(0.0, 0.0, q[0]))

    def motion(self, q: xp.Vector) -> xp.Matrix:
        return np.array([[0.0], [0.0], [0.0], [0.0], [0.0], [1.0]])

    def closure(self, R: xp.Matrix3, d: xp.Vector3, q: xp.Vector) -> list[xp.Operand]:
        return [d[0], d[1], angular(Z, Y, R), angular(Z, X, R), angular(Y, X, R)]

    def measure(self, R: xp.Matrix3, d: xp.Vector3, hint: xp.Vector | None) -> xp.Vector:
        return xp.stack(d[2])
