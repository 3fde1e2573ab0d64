"""Library robots with a motion each, and all that inverse dynamics has to cope with put on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import biela
from biela import deg
from biela.library import bennett, five_bar, spatial_four_bar, spherical_four_bar, stewart_gough, three_rrr
from biela.lie import so3
from biela.mechanism import motion

GRAVITY = (1.2, -9.3, -2.5)


@dataclass(frozen=True)
class Case:
    """A robot, how it moves, and which branch it is on."""

    machine: biela.Mechanism
    motion: dict[str, Any]
    guess: Any
    joints: tuple[str, ...]  # some passive ones, for friction and springs
    body: str  # for the external wrench and the skew lump


def cases() -> dict[str, Case]:
    five = five_bar.build(gravity=GRAVITY)
    rrr = three_rrr.build(gravity=GRAVITY)
    rsur, sphere, benn = spatial_four_bar.build(), spherical_four_bar.build(), bennett.build()
    for m in (rsur,):
        m.set_gravity(GRAVITY)
    stewart = stewart_gough.build()
    return {
        "five-bar": Case(
            five, {"left_shoulder": 120 * deg + motion.sine(25 * deg, 1.0),
                   "right_shoulder": 60 * deg - motion.fourier(1.6, [0.1, 0.03], [0.2])},
            {"left_elbow": -75 * deg, "right_elbow": 75 * deg}, ("left_elbow", "tip_pin"), "left_coupler",
        ),
        "3-RRR": Case(
            rrr, {"shoulder_1": 30 * deg + motion.sine(5 * deg, 1.0), "shoulder_2": 33 * deg + motion.quintic(6 * deg, 1.0),
                  "shoulder_3": motion.spline([0, 0.4, 1.0], [31 * deg, 37 * deg, 33 * deg], degree=5)},
            three_rrr.GUESS, ("elbow_2", "wrist_3"), "platform",
        ),
        "R-S-U-R": Case(
            rsur, {"crank_pivot": motion.polynomial(90 * deg, 1.5, 2.0)}, spatial_four_bar.start(rsur.edit()),
            ("rocker_pivot",), "coupler",
        ),
        "spherical four-bar": Case(
            sphere, {"A": 60 * deg + motion.sine(0.4, 1.3)}, spherical_four_bar.start(sphere.edit()), ("D", "C"), "coupler"
        ),
        "Bennett": Case(benn, {"A": 60 * deg + motion.cycloid(0.8, 1.0)}, bennett.start(benn.edit()), ("B", "D"), "coupler"),
        "Stewart-Gough": Case(
            stewart, {"platform": motion.pose(
                x=motion.sine(0.15, 1.1), y=motion.cubic(0.1, 1.2), z=2.0 + motion.sine(0.1, 0.8),
                roll=motion.sine(0.12, 1.2), pitch=motion.sine(0.07, 0.9, phase=0.3), yaw=motion.quintic(0.1, 1.0))},
            None, ("cylinder_2", "cylinder_5"), "platform",
        ),
    }  # fmt: skip


def burdened(case: Case, seed: int = 3) -> biela.Mechanism:
    """The robot with friction, springs, an external wrench, and a lump whose principal axes are skew to everything."""
    m, rng = case.machine.edit(), np.random.default_rng(seed)
    scale = max(float(np.linalg.norm(np.asarray(j.parent.position, float))) for j in m.joints.values())
    mass = float(case.machine.bodies[case.body].mass)
    arm = 0.2 * scale
    axes = so3.from_roll_pitch_yaw(np.array([0.4, -0.7, 1.1]))
    lump = m.body(
        "lump", mass=0.7 * mass, com=tuple(arm * rng.normal(size=3)),
        inertia=tuple(mass * arm**2 * np.array([0.5, 0.8, 1.1])), principal_axes=axes,
    )  # fmt: skip
    m.fixed("lump_weld", m.bodies[case.body], lump, parent_point=tuple(arm * rng.normal(size=3)), child_point=(0, 0, 0))
    force, moment = 8.0 * mass * rng.normal(size=3), 3.0 * mass * scale * rng.normal(size=3)
    m.wrench("push", m.bodies[case.body].point("pushed", tuple(arm * rng.normal(size=3))), force=tuple(force), moment=tuple(moment))
    for k, joint in enumerate(case.joints):
        m.friction(f"rub_{k}", joint, viscous=0.3 * mass * scale**2, coulomb=0.2 * mass * scale**2)
        if k == 0:
            m.joint_spring(f"coil_{k}", joint, stiffness=2.0 * mass * scale, rest=0.2)
    return m
