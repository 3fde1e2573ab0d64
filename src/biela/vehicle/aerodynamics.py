"""Air: drag, lift and side force on a body that moves through it.

Axes of the body's frame, w = Rᵀ (v − wind) its velocity through the air:

    F_x = −½ ρ (C_x A) |w| w_x        drag
    F_y = −½ ρ (C_y A) |w| w_y        side force
    F_z = +½ ρ (C_z A) |w|²           lift

Reference: Milliken & Milliken (1995), *Race Car Vehicle Dynamics*, ch. 15
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import casadi as ca

from biela.mechanism.load.contact import Action, Contact, FrameMotion
from biela.mechanism.parameter import Scalar, scalar, vector


@dataclass(frozen=True)
class Aerodynamics(Contact):
    """Force of the air at the origin of a frame.

    Parameters
    ----------
    frame : x forward, z up, at the centre of pressure
    drag_area, side_area, lift_area : C_x A, C_y A, C_z A [m²]
    density : of the air [kg/m³]
    wind : velocity of the air in ground axes [m/s]
    """

    drag_area: Scalar = 0.0
    side_area: Scalar = 0.0
    lift_area: Scalar = 0.0
    density: Scalar = 1.225
    wind: tuple[Any, ...] = (0.0, 0.0, 0.0)

    outputs: ClassVar[Mapping[str, str]] = {"drag": "N", "side_force": "N", "lift": "N", "air_speed": "m/s"}

    def __post_init__(self) -> None:
        what = f"of the aerodynamics {self.name!r}"
        for key in ("drag_area", "side_area", "density"):
            scalar(getattr(self, key), f"{key} {what}", nonnegative=True)
        scalar(self.lift_area, f"lift_area {what}")
        object.__setattr__(self, "wind", vector(self.wind, f"wind {what}"))

    def act(self, motion: FrameMotion, signals: Any) -> Action:
        w = motion.rotation.T @ (motion.velocity - ca.vertcat(*(ca.SX(x) for x in self.wind)))
        speed = ca.sqrt(ca.dot(w, w) + 1e-9)
        pressure = 0.5 * self.density * speed
        drag, side = pressure * self.drag_area * w[0], -pressure * self.side_area * w[1]
        lift = pressure * self.lift_area * speed
        force = motion.rotation @ ca.vertcat(-drag, side, lift)
        outputs = {"drag": drag, "side_force": side, "lift": lift, "air_speed": speed}
        return Action(force, ca.SX.zeros(3), outputs=outputs)
