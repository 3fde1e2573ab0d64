"""Revolute joint: turns about the common z axis."""

from __future__ import annotations

import numpy as np

from biela.element.declaration import element
from biela.lie import array as xp
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism.joint.base import JointType, Quantity, Stage, X, Y, Z, angle_about_z, angular, follow, turn


@element("revolute", noun="joint")
class Revolute(JointType):
    """Turns about one axis: R = R_z(θ), S = (0, 0, 1, 0, 0, 0)."""

    look = "pin"
    chain = (Stage("hinge", "z", 0),)
    free_directions = (2,)
    coordinates = (Quantity("angle", "rad"),)
    rates = (Quantity("rate", "rad/s"),)
    efforts = (Quantity("effort", "N·m"),)
    closure_rows = ("x", "y", "z", "tilt x", "tilt y")
    closure_units = ("m", "m", "m", "rad", "rad")
    hinted = (0,)

    def pose(self, q: xp.Vector) -> Pose:
        return Pose(so3.rotation_z(q[0]), np.zeros(3))

    def motion(self, q: xp.Vector) -> xp.Matrix:
        return np.array([[0.0], [0.0], [1.0], [0.0], [0.0], [0.0]])

    def closure(self, R: xp.Matrix3, d: xp.Vector3, q: xp.Vector) -> list[xp.Operand]:
        return [d[0], d[1], d[2], angular(Z, Y, R), angular(Z, X, R)]

    def measure(self, R: xp.Matrix3, d: xp.Vector3, hint: xp.Vector | None) -> xp.Vector:
        return xp.stack(follow(angle_about_z(R), turn(hint, 0)))
