"""Air: drag, lift and side force on a body that moves through it.

Axes of the body's frame, w = Rᵀ (v − wind) its velocity through the air:

    F_x = −½ ρ (C_x A) |w| w_x        drag
    F_y = −½ ρ (C_y A) |w| w_y        side force
    F_z = +½ ρ (C_z A) |w|²           lift

Reference: Milliken & Milliken (1995), *Race Car Vehicle Dynamics*, ch. 15
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import casadi as ca

from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.element import data, numbers
from biela.lie.array import Operand
from biela.mechanism.load.contact import Action, Contact, FrameMotion
from biela.mechanism.parameter import Scalar
from biela.vehicle.part import Part


@dataclass(frozen=True)
class Aerodynamics(Part, Contact):
    """Force of the air at the origin of a frame.

    The frame has x forward and z up, at the centre of pressure. The wind is the velocity of the air in ground axes.
    """

    noun = "the aerodynamics"
    drag_area: Scalar = data("m^2", default=0.0, bound="nonnegative", about="C_x A")
    side_area: Scalar = data("m^2", default=0.0, bound="nonnegative", about="C_y A")
    lift_area: Scalar = data("m^2", default=0.0, about="C_z A")
    density: Scalar = data("kg/m^3", default=1.225, bound="nonnegative", about="of the air")
    wind: tuple[Any, ...] = data(numbers("m/s", 3), default=(0.0, 0.0, 0.0))

    outputs: ClassVar[Mapping[str, str]] = {"drag": "N", "side_force": "N", "lift": "N", "air_speed": "m/s"}

    def act(self, motion: FrameMotion, signals: Any) -> Action:
        w = motion.rotation.T @ (motion.velocity - ca.vertcat(*(ca.SX(x) for x in self.wind)))
        drag, side, lift, speed = self.forces(w)
        force = motion.rotation @ ca.vertcat(-drag, side, lift)
        return Action(force, ca.SX.zeros(3), outputs=dict(zip(self.outputs, (drag, side, lift, speed), strict=True)))

    def forces(self, w: Operand) -> tuple[Operand, Operand, Operand, Operand]:
        """Return drag (backwards), side force, lift [N] and speed [m/s] at a velocity w through the air, in axes of the frame."""
        speed = ca.sqrt(ca.dot(w, w) + 1e-9)
        pressure = 0.5 * self.density * speed
        drag, side = pressure * self.drag_area * w[0], -pressure * self.side_area * w[1]
        return drag, side, pressure * self.lift_area * speed, speed


guard(__name__)
