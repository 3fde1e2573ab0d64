"""Fixed joint: a weld."""

from __future__ import annotations

import numpy as np

from biela.element.declaration import element
from biela.lie import array as xp
from biela.lie.se3 import Pose
from biela.mechanism.joint.base import JointType, X, Y, Z, angular


@element("fixed", noun="joint")
class Fixed(JointType):
    """A weld: P and C coincide."""

    look = "weld"
    chain = ()
    free_directions = ()
    coordinates = ()
    rates = ()
    efforts = ()
    closure_rows = ("x", "y", "z", "tilt x", "tilt y", "twist")
    closure_units = ("m", "m", "m", "rad", "rad", "rad")

    def pose(self, q: xp.Vector) -> Pose:
        return Pose.identity()

    def motion(self, q: xp.Vector) -> xp.Matrix:
        return np.zeros((6, 0))

    def closure(self, R: xp.Matrix3, d: xp.Vector3, q: xp.Vector) -> list[xp.Operand]:
        return [d[0], d[1], d[2], angular(Z, Y, R), angular(Z, X, R), angular(Y, X, R)]

    def measure(self, R: xp.Matrix3, d: xp.Vector3, hint: xp.Vector | None) -> xp.Vector:
        return np.zeros(0)
