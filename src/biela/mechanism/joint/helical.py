"""Helical joint: a screw about the common z axis."""

from __future__ import annotations

import numpy as np

from biela.element.declaration import element
from biela.element.role import data
from biela.lie import array as xp
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism.joint.base import JointType, Quantity, Stage, X, Y, Z, angle_about_z, angular, follow, turn
from biela.mechanism.parameter import Scalar, nominal


@element("helical", noun="joint")
class Helical(JointType):
    """A screw: R = R_z(θ), r = (0, 0, p θ) with p the advance per radian, S = (0, 0, 1, 0, 0, p)."""

    lead: Scalar = data(  # type: ignore[misc]
        "m/rad", per_angle=True, about="advance per angle, such as 5 mm/rev; a bare number is per radian"
    )

    look = "screw"
    coordinates = (Quantity("angle", "rad"),)
    rates = (Quantity("rate", "rad/s"),)
    efforts = (Quantity("effort", "N·m"),)
    closure_rows = ("x", "y", "tilt x", "tilt y", "advance")
    closure_units = ("m", "m", "rad", "rad", "m")
    hinted = (0,)

    @property
    def chain(self) -> tuple[Stage, ...]:
        return Stage("hinge", "z", 0), Stage("slide", "z", 0, self.lead)

    def remark(self, name: str) -> str:
        lead = float(nominal(self.lead))
        return f"screw {name!r} advances {2e3 * np.pi * lead:.4g} mm per turn ({1e3 * lead:.4g} mm per radian)"

    def pose(self, q: xp.Vector) -> Pose:
        return Pose(so3.rotation_z(q[0]), xp.stack(0.0, 0.0, self.lead * q[0]))

    def motion(self, q: xp.Vector) -> xp.Matrix:
        return xp.columns(xp.stack(0.0, 0.0, 1.0, 0.0, 0.0, self.lead))

    def closure(self, R: xp.Matrix3, d: xp.Vector3, q: xp.Vector) -> list[xp.Operand]:
        return [d[0], d[1], angular(Z, Y, R), angular(Z, X, R), d[2] - self.lead * q[0]]

    def measure(self, R: xp.Matrix3, d: xp.Vector3, hint: xp.Vector | None) -> xp.Vector:
        return xp.stack(follow(angle_about_z(R), turn(hint, 0)))
