"""Spherical four-bar: four hinges whose axes meet in one point, so that every link moves on a sphere.

            B                 crank   A-B  α =  30°       the loop closes after going round:
          ╱   ╲  coupler      coupler B-C  β =  80°         R_z(θ_A) R_x(α) R_z(θ_B) R_x(β) R_z(θ_C) R_x(γ) R_z(θ_D) R_x(δ) = 1
     crank     ╲              rocker  C-D  γ =  60°
        A ─base─ D ─rocker─ C base    D-A  δ =  70°       hinges on a sphere of 0.3 m about the origin

Grübler's count is −2; closed by a whole revolute joint, all five rows. The angle at D for a given one at A, from the
fixed angle of the coupler between the axes B and C:

    b(θ_A) · c(θ_D) = cos β,   b = R_z(θ_A) (0, −sin α, cos α),   c = R_x(−δ) R_z(−θ_D) (0, sin γ, cos γ)

and the crank can turn round, since the shortest and the longest arc together are shorter than the others (Chiang (1988),
Kinematics of Spherical Mechanisms, ch. 3). Arcs and masses chosen here: straight slender rods of 1 kg per metre between
the hinges.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from biela import deg
from biela.base.array import Array
from biela.lie import so3
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State

RADIUS = 0.3  # m
CRANK, COUPLER, ROCKER, BASE = 30 * deg, 80 * deg, 60 * deg, 70 * deg  # arcs
DENSITY = 1.0  # kg/m
GRAVITY = 9.81  # m/s²
START_ANGLE = 60 * deg


def build(
    crank: float = CRANK, coupler: float = COUPLER, rocker: float = ROCKER, base: float = BASE, radius: float = RADIUS,
    density: float = DENSITY, gravity: float = GRAVITY,
) -> Mechanism:  # fmt: skip
    """Build links given by their arcs; frames of all bodies at the centre of the sphere, z through their first hinge."""
    m = Mechanism("spherical four-bar", gravity=(0, -gravity, 0))
    here = (0.0, 0.0, radius)
    ends = {}
    for name, arc in (("crank", crank), ("coupler", coupler), ("rocker", rocker)):
        body = m.body(name, **_rod(np.array(here), _far(arc, radius), density))
        ends[name] = body.frame("far", _far(arc, radius), (arc, 0, 0))
    # the ground link leads on from D to A, so the axis of D is one arc before z
    foot = m.ground.frame("D", _far(-base, radius), (-base, 0, 0))
    m.revolute("A", m.ground, "crank", parent_point=here, child_point=here)
    m.revolute("B", ends["crank"], "coupler", child_point=here)
    m.revolute("C", ends["coupler"], "rocker", child_point=here)
    m.revolute("D", ends["rocker"], foot)
    return m


def start(machine: Mechanism, crank_angle: float = START_ANGLE) -> State:
    """Start at rest, on the branch with the angle at C below zero."""
    guess = {"A": crank_angle, "B": 100 * deg, "C": -100 * deg, "D": -150 * deg}
    return machine.assemble({"A": crank_angle}, guess=guess)


def _far(arc: float, radius: float) -> Array:
    """Return the place of the second hinge of a link: the z axis turned about x by the arc."""
    return np.asarray(so3.rotation_x(arc), float) @ (0.0, 0.0, radius)


def _rod(a: Array, b: Array, density: float) -> dict[str, Any]:
    """Return the mass, centre and tensor of a slender rod from a to b: m l²/12 (1 − u uᵀ)."""
    length = float(np.linalg.norm(b - a))
    u, mass = (b - a) / length, density * length
    return {"mass": mass, "com": (a + b) / 2, "inertia": mass * length**2 / 12 * (np.eye(3) - np.outer(u, u))}
