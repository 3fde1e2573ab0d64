"""Planar four-bar linkage, a Grashof crank-rocker, swinging freely under gravity.

                   C
               ___o
        B __---    \\        crank   A-B  0.4 m
         o          \\       coupler B-C  1.0 m
        /            \\      rocker  D-C  0.8 m
     A o              o D   base    A-D  1.0 m

Uniform slender rods of 1 kg per metre, gravity 9.81 m/s² along −y. From rest with the crank at 60° and C above the
line BD, B is at (0.36408574, −0.16565498) m after 10 s (a Lagrangian in the crank angle integrated to 1e-13).

Angles: A and D from +x; B and C relative between the rods. The position of B is `coupler.x`, `coupler.y`.
"""

from __future__ import annotations

from biela import deg
from biela.library.parts import slender_rod
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State

CRANK, COUPLER, ROCKER, BASE = 0.4, 1.0, 0.8, 1.0  # m
DENSITY = 1.0  # kg/m
GRAVITY = 9.81  # m/s²
START_ANGLE = 60 * deg


def build(
    crank: float = CRANK, coupler: float = COUPLER, rocker: float = ROCKER, base: float = BASE, density: float = DENSITY,
    gravity: float = GRAVITY,
) -> Mechanism:  # fmt: skip
    """Build the four-bar in the x-y plane; lengths in metres, density in kg per metre of rod."""
    m = Mechanism("four-bar", gravity=(0, -gravity, 0))
    AB = slender_rod(m, "crank", density * crank, crank)
    BC = slender_rod(m, "coupler", density * coupler, coupler)
    DC = slender_rod(m, "rocker", density * rocker, rocker)
    m.revolute("A", m.ground, AB)
    m.revolute("B", AB, BC, parent_point=(crank, 0, 0))
    m.revolute("C", BC, DC, parent_point=(coupler, 0, 0), child_point=(rocker, 0, 0))
    m.revolute("D", m.ground, DC, parent_point=(base, 0, 0))
    return m


def start(machine: Mechanism, crank_angle: float = START_ANGLE) -> State:
    """Start at rest with C above the line BD."""
    return machine.assemble({"A": crank_angle}, guess={"A": crank_angle, "B": 25 * deg - crank_angle, "D": 100 * deg})
