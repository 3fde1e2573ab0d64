"""Top as a bond graph: a spinning body on an elastic spherical joint. The path of its centre on a sphere has cusps, waves or loops.

      z │    ╱ spin      mass 1 kg, centre 0.1 m from the tip, moments (0.0012, 0.0012, 0.002) kg·m² about it,
        │  (top)         tilted by 30°, spinning at 120 rad/s, gravity 9.81 m/s² along −z
        │ ╱
        o tip            joint of 10⁷ N/m and 300 N·s/m

Started with spin alone the axis falls, precesses and comes back to rest in a *cusp*; pushed along its natural precession it
moves in *waves*, pushed against it in *loops*. With I₁ the moment across the axis at the tip, L = I₃ ω₃, p = L²/(2 I₁ m g l) and
u = cos θ, the axis of a top that starts with spin alone moves between u₀ and

    u₁ = p/2 − √(p²/4 − p u₀ + 1),      fastest precession 2 m g l / L                                       (1)

Source: a study of multibody systems by bond graphs has the three starts and prints no numbers; the data are our own.
(1): Goldstein, Classical Mechanics, §5.7.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Literal

import casadi as ca
import numpy as np

from biela.base.errors import DescriptionError
from biela.lie import so3
from biela.mechanism.mechanism import Mechanism
from biela.network import Network, Output, spatial
from biela.simulation.case import Case
from biela.state.state import State

MASS, DISTANCE, INERTIA = 1.0, 0.1, (0.0012, 0.0012, 0.002)  # kg, m, kg·m² about the centre; z is the axis
SPIN, TILT = 120.0, math.pi / 6  # rad/s, rad
STIFFNESS, DAMPING = 1e7, 300.0  # N/m, N·s/m
STARTS = {"cusps": 0.0, "waves": 4.0875, "loops": -4.0875}
"""Path of the centre → precession at the start [rad/s]."""


def graph(
    mass: float, distance: float, inertia: tuple[float, float, float], spin: float, *, precession: float = 0.0,
    stiffness: float = STIFFNESS, damping: float = DAMPING,
) -> Network:  # fmt: skip
    """Return the bond graph of a top. Signals: `top.x`, `top.y`, `top.z`; `tilt.value` and `azimuth.value` on the sphere [rad]."""
    R = np.asarray(so3.from_roll_pitch_yaw([TILT, 0.0, 0.0]))
    centre, turn = R @ [0, 0, distance], np.array([0, 0, precession])
    rate = R.T @ turn
    rate[2] = spin
    net = Network("spinning_top")
    net.add(
        spatial.body(
            "top", mass, inertia, gravity=(0, 0, -9.81), position=centre, rotation=R, rate=rate, velocity=np.cross(turn, centre),
            points={"tip": (0, 0, -distance)},
        ),
        spatial.joint("pivot", "spherical", stiffness=stiffness, damping=damping),
        Output("tilt", lambda s: ca.atan2(ca.sqrt(s["top.x"] ** 2 + s["top.y"] ** 2), s["top.z"]), unit="rad"),
        Output("azimuth", lambda s: ca.atan2(s["top.y"], s["top.x"]), unit="rad"),
    )  # fmt: skip
    net.connect("top.tip", "pivot.child")
    return net


def build(path: Literal["cusps", "waves", "loops"] = "cusps") -> Mechanism:
    """Build the top with the start that gives a path: cusps (spin alone), waves (precession along), loops (precession against)."""
    if path not in STARTS:
        raise DescriptionError(f"path of a top is {', '.join(STARTS)}, not {path!r}.")
    m = Mechanism("top")
    m.attach(graph(MASS, DISTANCE, INERTIA, SPIN, precession=STARTS[path]), prefix="")
    return m


def start(machine: Mechanism) -> State:
    """Start tilted by 30°."""
    return machine.assemble()


def complete(case: Case, **options: Any) -> Case:
    """Set fixed steps, which follow the joint: it swings at 500 Hz."""
    return replace(case, settings={"method": "rk4", "step": 2e-4, "output_step": 1e-3})
