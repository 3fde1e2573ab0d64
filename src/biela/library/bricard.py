"""Bricard's linkage on the edges of a cube: six revolute joints, mobility 1 although Grübler counts none.

            P1 (0,0,0) ──── P2 (1,0,0)
                              │            five bars follow edges of a unit cube and the ground is the sixth; each
      P6 (0,0,1)              │            hinge is at right angles to both of its bars
        │                   P3' (1,−1,0)
        │                  ╱
      P5 (0,−1,1) ─── P3 (1,−1,1)

With the inner angle between bars φ at every other hinge and ψ at the ones between (both 90° on the cube),

    cos φ cos ψ = cos φ + cos ψ                                                                         (1)

Source: problem A04 of González, Dopico, Lugrís & Cuadrado (2006), Multibody System Dynamics 16, 179-190: bars of 1 m
and 1 kg with a square section of 0.1 m, gravity 9.81 m/s² along −y, from rest; it traces P3. (1): Bricard (1897),
Journal de mathématiques pures et appliquées 3, 113-148, for the threefold-symmetric case.
"""

from __future__ import annotations

import numpy as np

from biela.lie.inertia import box
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State

LENGTH = 1.0  # m
MASS = 1.0  # kg, each bar
WIDTH = 0.1  # m, square section
GRAVITY = 9.81  # m/s²

CORNERS = ((0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1))
"""Positions of the hinges at the start, in bar lengths; the ground joins the last and the first."""
AXES = ((0, 1, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0))
"""Directions of the hinges at the start."""


def build(length: float = LENGTH, mass: float = MASS, width: float = WIDTH, gravity: float = GRAVITY) -> Mechanism:
    """Build the linkage drawn on its cube: there every hinge angle is zero."""
    m = Mechanism("Bricard linkage", gravity=(0, -gravity, 0))
    corners = length * np.array(CORNERS, float)
    bodies = [m.ground]
    for i in range(5):
        size = np.where(np.abs(corners[i + 1] - corners[i]) > 0, length, width)
        middle = (corners[i] + corners[i + 1]) / 2
        bodies.append(m.body(f"bar_{i + 1}", mass=mass, inertia=box(mass, size), position=middle))
    for i, (corner, axis) in enumerate(zip(corners, AXES, strict=True)):
        m.revolute(f"hinge_{i + 1}", bodies[i], bodies[(i + 1) % 6], point=corner, axis=axis)
    m.point_sensor("P3", bodies[3].point("P3", (0, 0, length / 2)))
    return m


def start(machine: Mechanism) -> State:
    """Start on the cube, at rest."""
    return machine.assemble()
