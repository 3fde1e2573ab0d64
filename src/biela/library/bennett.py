"""Bennett's linkage: four revolute joints, none parallel, and yet it moves.

            C
          ╱   ╲          opposite links are alike: length a and twist α, length b and twist β, with
       B ╱     ╲ D               sin α / a = sin β / b
         ╲     ╱         and then                                                                       (1)
          ╲   ╱                  tan(θ/2) tan(φ/2) = sin((β+α)/2) / sin((β−α)/2)
            A

for the angles θ at A and φ at B (Denavit-Hartenberg angles: zero when links are stretched out in line); those at C
and D are −θ and −φ. Grübler's count is −2. The loop is closed by a whole revolute joint, all five rows.

Source: G. T. Bennett (1903), "A new mechanism", Engineering 76, 777-778; (1) as in Hunt (1978), Kinematic Geometry of
Mechanisms, §10.6. Sizes and masses chosen here: α = 30°, β = 90°, uniform slender links of 1 kg per metre.
"""

from __future__ import annotations

import math

from biela import deg
from biela.base.errors import DescriptionError
from biela.library.parts import slender_rod
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State

SHORT = 0.4  # m, a
SHORT_TWIST, LONG_TWIST = 30 * deg, 90 * deg  # α, β
DENSITY = 1.0  # kg/m
GRAVITY = 9.81  # m/s²
START_ANGLE = 60 * deg  # θ


def build(
    short: float = SHORT, short_twist: float = SHORT_TWIST, long_twist: float = LONG_TWIST, density: float = DENSITY,
    gravity: float = GRAVITY,
) -> Mechanism:  # fmt: skip
    """Build crank (short), coupler (long) and rocker (short) on a long ground link; the length of the long ones follows."""
    if math.sin(short_twist) == 0.0:
        raise DescriptionError(f"short_twist is {short_twist:g} rad: the axes of a short link cannot be parallel.")
    long = short * math.sin(long_twist) / math.sin(short_twist)
    m = Mechanism("Bennett linkage", gravity=(0, -gravity, 0))
    crank = slender_rod(m, "crank", density * short, short)
    coupler = slender_rod(m, "coupler", density * long, long)
    rocker = slender_rod(m, "rocker", density * short, short)
    # at the far end of each link the next axis is twisted about the link
    B = crank.frame("B", (short, 0, 0), (short_twist, 0, 0))
    C = coupler.frame("C", (long, 0, 0), (long_twist, 0, 0))
    D = rocker.frame("D", (short, 0, 0), (short_twist, 0, 0))
    # the ground link leads on from D to A, so D is one link before the origin
    foot = m.ground.frame("D", (-long, 0, 0), (-long_twist, 0, 0))
    m.revolute("A", m.ground, crank)
    m.revolute("B", B, coupler)
    m.revolute("C", C, rocker)
    m.revolute("D", D, foot)
    return m


def start(machine: Mechanism, crank_angle: float = START_ANGLE) -> State:
    """Start at rest; θ at A is given, φ at B follows from (1)."""
    twists = [_twist(machine, joint) for joint in ("B", "C")]
    ratio = math.sin(sum(twists) / 2) / math.sin((twists[1] - twists[0]) / 2)
    phi = 2 * math.atan2(ratio, math.tan(crank_angle / 2))
    return machine.assemble({"A": crank_angle}, guess={"A": crank_angle, "B": phi, "C": -crank_angle, "D": -phi})


def _twist(machine: Mechanism, joint: str) -> float:
    """Return the angle about the link's x axis from its first hinge to the given one."""
    R = machine.joints[joint].parent.rotation
    return math.atan2(R[2, 1], R[1, 1])
