"""A joint type: a nut on a steep thread."""

from typing import Any

from biela.element import data, element
from biela.lie import array as xp
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism.joint import JointType, Quantity, Stage
from biela.mechanism.joint.base import X, Y, Z, angle_about_z, angular, follow, turn


@element("threaded", noun="joint")
class Threaded(JointType):
    """Slides along the axis and turns with it: R = R_z(z / lead), r = (0, 0, z)."""

    lead: float = data("m/rad", about="advance per radian")

    coordinates = (Quantity("position", "m"),)
    rates = (Quantity("rate", "m/s"),)
    efforts = (Quantity("effort", "N"),)
    closure_rows = ("x", "y", "tilt x", "tilt y", "turn")
    closure_units = ("m", "m", "rad", "rad", "m")
    look = "slide"

    @property
    def chain(self) -> tuple[Stage, ...]:
        return Stage("slide", "z", 0), Stage("hinge", "z", 0, 1.0 / self.lead)

    def pose(self, q: Any) -> Pose:
        return Pose(so3.rotation_z(q[0] / self.lead), xp.stack(0.0, 0.0, q[0]))

    def motion(self, q: Any) -> Any:
        return xp.columns(xp.stack(0.0, 0.0, 1.0 / self.lead, 0.0, 0.0, 1.0 + 0.0 * self.lead))

    def closure(self, R: Any, d: Any, q: Any) -> list[Any]:
        turned = follow(angle_about_z(R), turn([q[0] / self.lead], 0))
        return [d[0], d[1], angular(Z, Y, R), angular(Z, X, R), d[2] - self.lead * turned]

    def measure(self, R: Any, d: Any, hint: Any) -> Any:
        return xp.stack(d[2])
