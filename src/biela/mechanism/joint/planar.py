"""Planar joint: slides in the common x-y plane and turns about its normal z."""

from __future__ import annotations

from biela.element.declaration import element
from biela.lie import array as xp
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism.joint.base import JointType, Quantity, Stage, X, Y, Z, angle_about_z, angular, follow, turn


@element("planar", noun="joint")
class Planar(JointType):
    """Slides in a plane with normal `axis` and turns about it: q = (x, y, θ), v = q̇, R = R_z(θ), r = (x, y, 0)."""

    look = "plane"
    chain = (Stage("slide", "x", 0), Stage("slide", "y", 1), Stage("hinge", "z", 2))
    free_directions = (2, 3, 4)
    coordinates = (Quantity("x", "m"), Quantity("y", "m"), Quantity("angle", "rad"))
    rates = (Quantity("x_rate", "m/s"), Quantity("y_rate", "m/s"), Quantity("angle_rate", "rad/s"))
    efforts = (Quantity("effort_x", "N"), Quantity("effort_y", "N"), Quantity("torque", "N·m"))
    closure_rows = ("z", "tilt x", "tilt y")
    closure_units = ("m", "rad", "rad")
    hinted = (2,)

    def pose(self, q: xp.Vector) -> Pose:
        return Pose(so3.rotation_z(q[2]), xp.stack(q[0], q[1], 0.0))

    def motion(self, q: xp.Vector) -> xp.Matrix:
        s, c = xp.sin(q[2]), xp.cos(q[2])
        turn = xp.stack(0.0 * s, 0.0, 1.0, 0.0, 0.0, 0.0)
        return xp.columns(xp.stack(0.0, 0.0, 0.0, c, -s, 0.0), xp.stack(0.0, 0.0, 0.0, s, c, 0.0), turn)

    def motion_rate(self, q: xp.Vector, v: xp.Vector) -> xp.Matrix:
        s, c = xp.sin(q[2]) * v[2], xp.cos(q[2]) * v[2]
        return xp.columns(
            xp.stack(0.0, 0.0, 0.0, -s, -c, 0.0), xp.stack(0.0, 0.0, 0.0, c, -s, 0.0), xp.stack(0.0 * s, 0.0, 0.0, 0.0, 0.0, 0.0)
        )

    def closure(self, R: xp.Matrix3, d: xp.Vector3, q: xp.Vector) -> list[xp.Operand]:
        return [d[2], angular(Z, Y, R), angular(Z, X, R)]

    def measure(self, R: xp.Matrix3, d: xp.Vector3, hint: xp.Vector | None) -> xp.Vector:
        r = R @ d
        return xp.stack(r[0], r[1], follow(angle_about_z(R), turn(hint, 2)))
