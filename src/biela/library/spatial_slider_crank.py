"""Spatial slider-crank: the crank turns in a plane across the line along which the slider moves.

    z │    crank bearing at (0, 0.1, 0.12), axis x
      │   o──o ball
      │        \\  connecting rod (0.3 m)
      └─────────[slider]──── x
                 wrist: a universal joint

The ball is at (0, 0.1 + 0.08 cos θ, 0.12 + 0.08 sin θ), so the slider is at x = √(0.3² − y² − z²) of it.

Source: Haug (1989), Computer Aided Kinematics and Dynamics of Mechanical Systems, §12.2, where the wrist is a
revolute-cylindrical joint. Gravity along −z; the start, 6 rad/s with the ball at the top, is chosen here.
"""

from __future__ import annotations

import math

from biela import deg
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.state.state import State

CRANK, ROD = 0.08, 0.3  # m
BEARING = (0.0, 0.1, 0.12)  # m
CRANK_MASS, ROD_MASS, SLIDER_MASS = 0.12, 0.5, 2.0  # kg
CRANK_INERTIA = (1e-4, 1e-5, 1e-4)  # kg·m², y along the crank
ROD_INERTIA = (4e-4, 4e-3, 4e-3)  # kg·m², x along the rod
SLIDER_INERTIA = (1e-4, 1e-4, 1e-4)  # kg·m²
GRAVITY = 9.81  # m/s²
START_ANGLE = 90 * deg  # ball at the top
START_RATE = 6.0  # rad/s


def build(crank: float = CRANK, rod: float = ROD, gravity: float = GRAVITY) -> Mechanism:
    """Build the mechanism; the crank's mass centre is on its bearing and the rod's half way, as in the source."""
    m = Mechanism("spatial slider-crank", gravity=(0, 0, -gravity))
    crank_body = m.body("crank", mass=CRANK_MASS, inertia=CRANK_INERTIA)
    rod_body = m.body("connecting_rod", mass=ROD_MASS, inertia=ROD_INERTIA)
    slider = m.body("slider", mass=SLIDER_MASS, inertia=SLIDER_INERTIA)
    m.revolute("crank_bearing", m.ground, crank_body, parent_point=BEARING, axis=(1, 0, 0))
    m.spherical("ball", crank_body, rod_body, parent_point=(0, crank, 0), child_point=(-rod / 2, 0, 0))
    m.universal("wrist", slider, rod_body, child_point=(rod / 2, 0, 0), axis=(0, 0, 1), second_axis=(0, 1, 0))
    m.prismatic("guide", m.ground, slider, axis=(1, 0, 0))
    return m


def start(machine: Mechanism, crank_angle: float = START_ANGLE) -> State:
    """Start with the ball at the top, the slider on the positive side, the crank turning at 6 rad/s."""
    crank = nominal(machine.joints["ball"].parent.position[1])
    rod = 2 * nominal(machine.joints["wrist"].child.position[0])
    y, z = BEARING[1] + crank * math.cos(crank_angle), BEARING[2] + crank * math.sin(crank_angle)
    x = math.sqrt(rod**2 - y**2 - z**2)
    # the rod points from the ball to the slider, along (x, −y, −z): R_z(θ₁) R_y(θ₂) turns its x axis there
    guess = {"guide": x, "wrist": (math.atan2(-y, x), math.asin(z / rod))}
    return machine.assemble({"crank_bearing": crank_angle}, rates={"crank_bearing": START_RATE}, guess=guess)
