"""Rotor of a motor behind a gear: inertia that only the rate of a joint coordinate sees."""

from __future__ import annotations

from typing import ClassVar

from biela.element.declaration import element
from biela.element.role import data
from biela.mechanism.attached import Signals
from biela.mechanism.load.base import CoordinateLoad, CoordinateView, Effort
from biela.mechanism.parameter import Scalar


@element("rotor")
class Rotor(CoordinateLoad):
    """Inertia J on a joint coordinate: kinetic energy ½ J v², effort −J v̇ on the joint (armature, reflected inertia).

    A rotor J_m behind a gear with the ratio i has J = i² J_m. It turns about an axis that is fixed in space as far as its spin
    matters: gyroscopic moments of the rotor are left out, and its weight belongs to the body that carries it. The joint must be in
    the tree, where biela keeps it if it can.
    """

    inertia: Scalar = data("f*s^2/q >= 0", about="J, seen from the joint", linear=True)

    view: ClassVar[str] = "inertia"

    def act(self, at: CoordinateView, signals: Signals) -> Effort:
        """Nothing by itself: the equations add its inertia to the mass matrix."""
        return Effort(0.0)
