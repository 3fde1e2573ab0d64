"""Planar 3-RRR: three arms of two links each carry a triangular platform; motors at the three shoulders.

             o shoulder 3          o shoulder 2       shoulders on a circle of 255 mm
              ╲    ______         ╱                   links 200 mm, 0.32841 kg each
          link ╲__╱ plat-╲_______╱ elbow              platform: wrists on a circle of 55 mm, 0.70994 kg
                  ╲ form ╱
                    ╲  ╱ wrist 1                      no gravity unless asked for
               o─────o
       shoulder 1

Mobility 3, two loops. Leg k is leg 1 turned by 120° (k − 1). Angles: shoulders from the local x axis, elbows and wrists
relative to the link before. Centre of mass of a link at its middle, of the platform at its centre; the frame of the
platform is at wrist 1, its y axis through the centre (sensor `centre`).

Source: "Inverse dynamics of parallel robots: a tutorial with Lie algebra", Revista Iberoamericana de Automática e
Informática industrial, third worked mechanism: all shoulders turn at 6 °/s for 3 s from 30°, elbows at 120°. The side of
the platform, not given there, must be √3 · 55 mm to close the loops. Its inertias are in kg·m² (the printed kg·mm² is a
misprint). At −6 °/s the arms are stretched out, a dead point, at a shoulder angle of 23.0888°, after 1.152 s; the
other one is at 55.4397°.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from biela import deg
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import Motion, polynomial
from biela.simulation.case import Case
from biela.state.state import State

BASE_RADIUS, PLATFORM_RADIUS, LINK = 0.255, 0.055, 0.200  # m
LINK_MASS, PLATFORM_MASS = 0.32841, 0.70994  # kg
LINK_INERTIA = (13812.98e-9, 1201772.56e-9, 1201772.56e-9)  # kg·m²
PLATFORM_INERTIA = (633683.60e-9, 633683.60e-9, 1195134.64e-9)  # kg·m²
SPEED = 6 * deg  # rad/s, of the published motion
START = {f"shoulder_{k}": 30 * deg for k in (1, 2, 3)}
GUESS = {**START, **{f"elbow_{k}": 120 * deg for k in (1, 2, 3)}, "wrist_1": -150 * deg}


def build(
    base_radius: float = BASE_RADIUS, platform_radius: float = PLATFORM_RADIUS, link: float = LINK,
    gravity: tuple[float, float, float] = (0, 0, 0),
) -> Mechanism:  # fmt: skip
    """Build the robot in the x-y plane, with a torque input on each shoulder."""
    m = Mechanism("3-RRR", gravity=gravity)
    centre = (0.0, platform_radius, 0.0)
    side = math.sqrt(3) * platform_radius
    upper = [m.body(f"upper_{k}", mass=LINK_MASS, com=(link / 2, 0, 0), inertia=LINK_INERTIA) for k in (1, 2, 3)]
    lower = [m.body(f"lower_{k}", mass=LINK_MASS, com=(link / 2, 0, 0), inertia=LINK_INERTIA) for k in (1, 2, 3)]
    platform = m.body("platform", mass=PLATFORM_MASS, com=centre, inertia=PLATFORM_INERTIA)
    # wrists 2 and 3 lie 30° to the right and to the left of the platform's y axis, seen from wrist 1
    corners = [(0.0, 0.0, 0.0), *((side * math.sin(a), side * math.cos(a), 0.0) for a in (30 * deg, -30 * deg))]
    for k, corner in enumerate(corners):
        turn = k * 120 * deg
        at = np.array([base_radius * math.sin(turn), -base_radius * math.cos(turn), 0.0])
        m.revolute(f"shoulder_{k + 1}", m.ground.frame(f"shoulder_{k + 1}", at, (0, 0, turn)), upper[k])
        m.revolute(f"elbow_{k + 1}", upper[k], lower[k], parent_point=(link, 0, 0))
        m.revolute(f"wrist_{k + 1}", lower[k], platform, parent_point=(link, 0, 0), child_point=corner)
    for k in (1, 2, 3):
        m.motor(f"motor_{k}", f"shoulder_{k}")
    m.point_sensor("centre", platform.point("centre", centre))
    return m


def motion(speed: float = SPEED) -> dict[str, Motion]:
    """Return the published motion: all shoulders from 30° at constant speed."""
    return {shoulder: polynomial(angle, speed) for shoulder, angle in START.items()}


def start(machine: Mechanism, speed: float = SPEED) -> State:
    """Start as published: shoulders at 30°, all turning at 6 °/s; the platform turns about its centre."""
    rates = {f"shoulder_{k}": speed for k in (1, 2, 3)}
    return machine.assemble(START, rates=rates, guess=GUESS)


def complete(case: Case) -> Case:
    """Add the published motion, for inverse dynamics."""
    return replace(case, motion=motion())
