"""Cylindrical joint: turns about the common z axis and slides along it, independently."""

from __future__ import annotations

import numpy as np

from biela.element.declaration import element
from biela.lie import array as xp
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism.joint.base import JointType, Quantity, Stage, X, Y, Z, angle_about_z, angular, follow, turn


@element("cylindrical", noun="joint")
class Cylindrical(JointType):
    """Turns about an axis and slides along it: q = (θ, z), R = R_z(θ), r = (0, 0, z)."""

    look = "slide"
    chain = (Stage("hinge", "z", 0), Stage("slide", "z", 1))
    free_directions = (2, 5)
    coordinates = (Quantity("angle", "rad"), Quantity("position", "m"))
    rates = (Quantity("angle_rate", "rad/s"), Quantity("position_rate", "m/s"))
    efforts = (Quantity("torque", "N·m"), Quantity("thrust", "N"))
    closure_rows = ("x", "y", "tilt x", "tilt y")
    closure_units = ("m", "m", "rad", "rad")
    hinted = (0,)

    def pose(self, q: xp.Vector) -> Pose:
        return Pose(so3.rotation_z(q[0]), xp.stack(0.0, 0.0, q[1]))

    def motion(self, q: xp.Vector) -> xp.Matrix:
        S = np.zeros((6, 2))
        S[2, 0] = S[5, 1] = 1.0
        return S

    def closure(self, R: xp.Matrix3, d: xp.Vector3, q: xp.Vector) -> list[xp.Operand]:
        return [d[0], d[1], angular(Z, Y, R), angular(Z, X, R)]

    def measure(self, R: xp.Matrix3, d: xp.Vector3, hint: xp.Vector | None) -> xp.Vector:
        return xp.stack(follow(angle_about_z(R), turn(hint, 0)), d[2])
