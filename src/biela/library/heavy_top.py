"""Heavy top: a fast-spinning body on a fixed tip.

      z │   ___
        │  (top)         mass 15 kg, centre 1 m from the tip along its own y axis,
        │  / spin        moments (0.234375, 0.46875, 0.234375) kg·m² about the centre,
        │ /              gravity 9.81 m/s² along −z
        o tip

Precession at a constant tilt θ from the upright: with C the moment about the axis, A the one across it at the tip, s
the spin (angular velocity along the axis) and Ω the precession,

    A Ω² cos θ − C s Ω + m g l = 0                                                                      (1)

Source: data and start of Brüls & Cardona (2010), "On the use of Lie group time integrators in multibody dynamics",
Journal of Computational and Nonlinear Dynamics 5, 031002: the axis level, body rates (0, 150, −4.61538) rad/s; it nods.
(1): Goldstein, Classical Mechanics, §5.7.
"""

from __future__ import annotations

import math

import numpy as np

from biela.base.errors import DescriptionError
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.state.state import State

MASS = 15.0  # kg
DISTANCE = 1.0  # m, tip to centre
INERTIA = (0.234375, 0.46875, 0.234375)  # kg·m², about the centre; y is the axis
GRAVITY = 9.81  # m/s²
START_RATES = (0.0, 150.0, -4.61538)  # rad/s, body axes


def build(mass: float = MASS, distance: float = DISTANCE, gravity: float = GRAVITY) -> Mechanism:
    """Build the top; its frame is at the centre of mass, so `top.x`, `top.y`, `top.z` trace it."""
    m = Mechanism("heavy top", gravity=(0, 0, -gravity))
    top = m.body("top", mass=mass, inertia=INERTIA)
    m.spherical("tip", m.ground, top, child_point=(0, -distance, 0))
    return m


def start(machine: Mechanism) -> State:
    """Start as Brüls and Cardona: axis along +y, body axes parallel to the ground's."""
    return machine.assemble(rates={"tip": START_RATES})


def steady(machine: Mechanism, tilt: float, spin: float) -> tuple[State, float]:
    """Return the start of a steady precession at `tilt` from the upright [rad], and its rate Ω [rad/s]: the slow root of (1).

    The axis starts in the y-z plane and the precession is about +z.
    """
    top = machine.bodies["top"]
    mass, distance = nominal(top.mass), -nominal(machine.joints["tip"].child.position[1])
    axial, across = nominal(top.inertia[1][1]), nominal(top.inertia[0][0]) + mass * distance**2
    a, b, c = across * math.cos(tilt), axial * spin, mass * -nominal(machine.gravity[2]) * distance
    if b * b < 4 * a * c:
        least = math.sqrt(4 * a * c) / axial
        raise DescriptionError(f"no steady precession at this tilt: the top must spin at {least:.4g} rad/s or more.")
    precession = 2 * c / (b + math.sqrt(b * b - 4 * a * c))
    # the body's y axis tilts from z towards y: R = R_x(90° − tilt), and Ω z in body axes adds to the spin about y
    half = (math.pi / 2 - tilt) / 2
    quaternion = (math.cos(half), math.sin(half), 0.0, 0.0)
    upward = np.array([0.0, math.cos(tilt), math.sin(tilt)])
    rates = precession * upward
    rates[1] = spin
    return machine.assemble({"tip": quaternion}, rates={"tip": rates}), precession
