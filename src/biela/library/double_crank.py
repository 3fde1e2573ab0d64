"""Planar four-bar whose two grounded links both turn full circles: the linkage of a particle-filter study, with a gyroscope.

             floating 3 m
           o──────────────o P
     input │ 4 m           \\   output 4 m (massless, a rod)
           o                o
        A (−2, 0)         (0, 0)

Two bars of 1 kg; gravity 9.8 m/s² along −y; the output link is a rod of constant length. The gyroscope is on the input bar, with
0.01 rad/s of noise. q₀ (joint A) is the angle of the input bar, q₁ (joint B) that of the floating bar relative to it.

Two sets of inertias, 1 kg·m² about every axis in both: `central` about the centre of mass; `literal` about the far end of each
bar, as the study's program read them: no real body has it (−3 and −1.25 kg·m² about the centres), and the mass matrix of the two
bars alone is indefinite on part of every turn, but the linkage as a whole moves well (reduced inertia 6.05 to 27.40 kg·m²).

Source: a bachelor's thesis at the University of Almería (2019), "State estimation for multibody systems with a particle filter", on
the multibody engine Simbody.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from biela import deg
from biela.base.errors import DescriptionError
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State

GROUND, INPUT, FLOATING, OUTPUT = 2.0, 4.0, 3.0, 4.0  # m
MASS, MOMENT = 1.0, 1.0  # kg, kg·m²
GRAVITY = 9.8  # m/s²
GYRO_NOISE = 0.01  # rad/s


def build(
    ground: float = GROUND, input: float = INPUT, floating: float = FLOATING, output: float = OUTPUT,
    data: Literal["central", "literal"] = "central", gravity: float = GRAVITY, gyro_noise: float = GYRO_NOISE,
) -> Mechanism:  # fmt: skip
    """Build the linkage in the x-y plane; lengths in metres."""
    if data not in ("central", "literal"):
        raise DescriptionError(f"data of the double crank are {data!r}: 'central' or 'literal'.")
    literal = data == "literal"
    m = Mechanism("double crank", gravity=(0, -gravity, 0))
    bars = []
    for name, length in (("input", input), ("floating", floating)):
        shift = MASS * (0.5 * length) ** 2 if literal else 0.0
        inertia = (MOMENT, MOMENT - shift, MOMENT - shift)
        bars.append(m.body(name, mass=MASS, com=(-0.5 * length, 0, 0), inertia=inertia, impossible=literal))
    m.revolute("A", m.ground, bars[0], parent_point=(-ground, 0, 0), child_point=(-input, 0, 0))
    m.revolute("B", bars[0], bars[1], child_point=(-floating, 0, 0))
    m.rod("output", m.ground, bars[1], length=output)
    m.gyroscope("gyro", bars[0], axes="z", noise=gyro_noise)
    return m


def start(machine: Mechanism, angle: float = 90 * deg, branch: int = 1) -> State:
    """Start at rest; branch +1 has q₁ < 0, branch −1 has q₁ > 0."""
    g, a, h, b = lengths(machine)
    A = np.array([-g + a * np.cos(angle), a * np.sin(angle)])
    d = max(float(np.hypot(*A)), 1e-9)
    phi = np.arctan2(-A[1], -A[0]) + branch * np.arccos(np.clip((h * h + d * d - b * b) / (2 * h * d), -1, 1))
    relative = float(np.mod(phi - angle + np.pi, 2 * np.pi) - np.pi)
    return machine.assemble({"A": angle}, guess={"A": angle, "B": relative})


def lengths(machine: Mechanism) -> tuple[float, float, float, float]:
    """Return ground, input, floating and output of a machine made by `build` [m]."""
    a, b = machine.joints["A"], machine.joints["B"]
    rod = machine.couplings["output"]
    return -float(a.parent.position[0]), -float(a.child.position[0]), -float(b.child.position[0]), float(rod.length)  # type: ignore[attr-defined, arg-type]
