"""Universal joint: first axis z fixed in the parent, second axis y fixed in the child, always at right angles."""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.element.declaration import element
from biela.lie import array as xp
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism.frame import Frame
from biela.mechanism.joint.base import JointType, Quantity, Stage, Y, Z, angular, follow, turn
from biela.mechanism.load.bushing import Bushing, UniversalBushing


@element("universal", noun="joint")
class Universal(JointType):
    """Two crossed axes: `axis` fixed in the parent, then `second_axis` fixed in the child.

    q = (θ₁, θ₂): R = R_z(θ₁) R_y(θ₂); S₁ = (−sin θ₂, 0, cos θ₂, 0, 0, 0), S₂ = (0, 1, 0, 0, 0, 0).
    """

    look = "ball"
    chain = (Stage("hinge", "z", 0), Stage("hinge", "y", 1))
    coordinates = (Quantity("angle_1", "rad"), Quantity("angle_2", "rad"))
    rates = (Quantity("rate_1", "rad/s"), Quantity("rate_2", "rad/s"))
    efforts = (Quantity("effort_1", "N·m"), Quantity("effort_2", "N·m"))
    closure_rows = ("x", "y", "z", "axes at right angles")
    closure_units = ("m", "m", "m", "rad")
    hinted = (0, 1)

    def pose(self, q: xp.Vector) -> Pose:
        return Pose(so3.rotation_z(q[0]) @ so3.rotation_y(q[1]), np.zeros(3))

    def motion(self, q: xp.Vector) -> xp.Matrix:
        s, c = xp.sin(q[1]), xp.cos(q[1])
        return xp.columns(xp.stack(-s, 0.0, c, 0.0, 0.0, 0.0), xp.stack(0.0 * s, 1.0, 0.0, 0.0, 0.0, 0.0))

    def motion_rate(self, q: xp.Vector, v: xp.Vector) -> xp.Matrix:
        s, c = xp.sin(q[1]), xp.cos(q[1])
        return xp.columns(xp.stack(-c * v[1], 0.0, -s * v[1], 0.0, 0.0, 0.0), xp.stack(0.0 * s, 0.0, 0.0, 0.0, 0.0, 0.0))

    def compliant(self, name: str, parent: Frame, child: Frame, stiffness: Any, damping: Any) -> Bushing:
        return UniversalBushing(name, parent, child, stiffness, damping)

    def closure(self, R: xp.Matrix3, d: xp.Vector3, q: xp.Vector) -> list[xp.Operand]:
        return [d[0], d[1], d[2], angular(Z, Y, R)]

    def measure(self, R: xp.Matrix3, d: xp.Vector3, hint: xp.Vector | None) -> xp.Vector:
        first, second = xp.atan2(-R[0, 1], R[1, 1]), xp.atan2(-R[2, 0], R[2, 2])
        return xp.stack(follow(first, turn(hint, 0)), follow(second, turn(hint, 1)))
