"""Coupled pendulums as a bond graph: two masses on rods, a weak spring between them. They exchange their swing.

      A ┬───────── 2 m ─────────┬ B        y │
        │                       ╲            o── x     gravity 9.81 m/s² along −y
        │ 3 m                    ╲ 3 m
        ● ∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿∿ ●       masses of 1 kg, spring 1 N/m with a free length of 2 m

Rigid bodies with gyrator rings, elastic cylindrical joints at A and B. With small angles the swing goes from one to the other and
back with the modes ω₁ = √(g/R) and ω₂ = √(g/R + 2K/m): it is exchanged once after π/(ω₂ − ω₁) = 6.446 s.

    θ₁ = ½ θ₀ (cos ω₁ t − cos ω₂ t),      θ₂ = ½ θ₀ (cos ω₁ t + cos ω₂ t)                                    (1)

Source: a study of multibody systems by bond graphs, after the SAMCEF User Manual V10.1: 1 kg, 3 m, 1 N/m, 2 m, and a start at rest
with the right rod at 1°. Chosen here: stiffness and damping of the joints, and 10⁻⁴ kg·m² for the masses, which are points in the
source.
"""

from __future__ import annotations

import math
from dataclasses import replace

import casadi as ca
import numpy as np

from biela.lie import so3
from biela.mechanism.mechanism import Mechanism
from biela.network import Network, Output, spatial
from biela.simulation.case import Case
from biela.state.state import State

MASS, ROD, DISTANCE = 1.0, 3.0, 2.0  # kg, m, m
SPRING = 1.0  # N/m
ANGLE = math.pi / 180  # rad
JOINTS, DAMPING, INERTIA = 1e5, 5.0, 1e-4  # N/m, N·s/m, kg·m²


def graph(angle: float = ANGLE, stiffness: float = JOINTS, inertia: float = INERTIA, damping: float = DAMPING) -> Network:
    """Return the bond graph; the right rod starts at an angle [rad]. Signals `theta_1.value`, `theta_2.value` [rad]."""
    net = Network("pendulums")
    ends = []
    for k, (name, x, start) in enumerate((("left", 0.0, 0.0), ("right", DISTANCE, angle)), start=1):
        R = np.asarray(so3.from_roll_pitch_yaw([0.0, 0.0, start]))
        ends.append(np.array([x, 0, 0]) + R @ [0, -ROD, 0])
        tension = MASS * 9.81 * math.cos(start) * (R @ [0, -1, 0])  # what a rod that is let go pulls with at its anchor
        net.add(
            spatial.body(
                name, MASS, (inertia,) * 3, gravity=(0, -9.81, 0), position=ends[-1], rotation=R, points={"top": (0, ROD, 0)}
            ),
            spatial.joint(
                f"pivot_{name}", "cylindrical", stiffness=stiffness, damping=damping, length=0.02, preload=(0, 0, 0, *tension)
            ),
            Output(f"theta_{k}", lambda s, n=name, x=x: ca.atan2(s[f"{n}.x"] - x, -s[f"{n}.y"]), unit="rad"),
        )  # fmt: skip
        net.connect(f"{name}.top", f"pivot_{name}.child")
    net.add(spatial.spring_between("spring", SPRING, DISTANCE, ends[1] - ends[0]))
    net.connect("left.linear", "spring.a")
    net.connect("right.linear", "spring.b")
    return net


def build(angle: float = ANGLE, stiffness: float = JOINTS) -> Mechanism:
    """Build the graph as a machine."""
    m = Mechanism("coupled-pendulums")
    m.attach(graph(angle, stiffness), prefix="")
    return m


def start(machine: Mechanism) -> State:
    """Start at rest, the left rod upright."""
    return machine.assemble()


def complete(case: Case) -> Case:
    """Set the method: the joints are stiff, and vibrations in them die out."""
    return replace(case, settings={"method": "rosenbrock", "rtol": 1e-8, "output_step": 0.02})
