"""Free joint: no constraint at all. Configuration: unit quaternion and position; velocity: body twist."""

from __future__ import annotations

import numpy as np

from biela.element.declaration import element
from biela.lie import array as xp
from biela.lie import quaternion, se3
from biela.lie.se3 import Pose
from biela.mechanism.joint.base import JointType, Quantity, Stage
from biela.mechanism.joint.spherical import measured_quaternion


@element("free", noun="joint")
class Free(JointType):
    """No constraint: a body that flies.

    q = (quaternion, r) with r in the axes of P; v = body twist [ω; v] in the axes of C; ṙ = R v.
    """

    look = "nothing"
    chain = (Stage("slide", "x", 4), Stage("slide", "y", 5), Stage("slide", "z", 6), Stage("ball", "z", 0))
    coordinates = (*(Quantity(f"quaternion_{k}", "1") for k in "wxyz"), *(Quantity(k, "m") for k in "xyz"))
    rates = (*(Quantity(f"rate_{k}", "rad/s") for k in "xyz"), *(Quantity(f"velocity_{k}", "m/s") for k in "xyz"))
    efforts = (*(Quantity(f"moment_{k}", "N·m") for k in "xyz"), *(Quantity(f"effort_{k}", "N") for k in "xyz"))
    closure_rows = ()
    closure_units = ()
    hinted = (0, 1, 2, 3)
    quaternion = 0

    def pose(self, q: xp.Vector) -> Pose:
        return Pose(quaternion.to_matrix(q[:4]), q[4:7])

    def motion(self, q: xp.Vector) -> xp.Matrix:
        return np.eye(6)

    def position_rate(self, q: xp.Vector, v: xp.Vector) -> xp.Vector:
        return xp.join(quaternion.rate(q[:4], v[:3]), quaternion.to_matrix(q[:4]) @ v[3:6])

    def retract(self, q: xp.Vector, xi: xp.Vector) -> xp.Vector:
        step = se3.exp(xi)
        turned = quaternion.product(q[:4], quaternion.exp(xi[:3]))
        return xp.join(turned, q[4:7] + quaternion.to_matrix(q[:4]) @ step.position)

    def difference(self, q: xp.Vector, origin: xp.Vector) -> xp.Vector:
        turned = quaternion.product(quaternion.conjugate(origin[:4]), q[:4])
        between = xp.matmul(quaternion.to_matrix(origin[:4]).T, q[4:7] - origin[4:7])
        return se3.log(Pose(quaternion.to_matrix(turned), between))

    def tangent_rate(self, xi: xp.Vector, eta: xp.Vector) -> xp.Vector:
        return se3.tangent_inverse(xi) @ eta

    def closure(self, R: xp.Matrix3, d: xp.Vector3, q: xp.Vector) -> list[xp.Operand]:
        return []

    def measure(self, R: xp.Matrix3, d: xp.Vector3, hint: xp.Vector) -> xp.Vector:
        return xp.join(measured_quaternion(R, hint[:4]), R @ d)

    def conjugate(self, R: xp.Matrix3, d: xp.Vector3, q: xp.Vector) -> xp.Matrix:
        return np.eye(6)
