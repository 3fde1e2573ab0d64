"""Double pendulum: two point masses on massless rods, chaotic when released from high.

Equal masses and rods, the usual textbook case: near the hanging position its frequencies are ω² = (2 ± √2) g/l.

Source: Landau & Lifshitz, Mechanics, §5 problem 1 and §23 problem 2. Angles count from the hanging position, the lower
one relative to the upper rod.
"""

from __future__ import annotations

from biela import deg
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State

MASS = 1.0  # kg, each
LENGTH = 1.0  # m, each
GRAVITY = 9.81  # m/s²
START_ANGLE = 120 * deg  # both rods straight in line


def build(
    upper_mass: float = MASS, lower_mass: float = MASS, upper_length: float = LENGTH, lower_length: float = LENGTH,
    gravity: float = GRAVITY,
) -> Mechanism:  # fmt: skip
    """Build the double pendulum in the x-y plane, gravity along −y."""
    m = Mechanism("double pendulum", gravity=(0, -gravity, 0))
    upper = m.body("upper_bob", mass=upper_mass)
    lower = m.body("lower_bob", mass=lower_mass)
    m.revolute("upper_pivot", m.ground, upper, child_point=(0, upper_length, 0))
    m.revolute("lower_pivot", upper, lower, child_point=(0, lower_length, 0))
    return m


def start(machine: Mechanism) -> State:
    """Start with both rods in line, 120° from hanging, at rest."""
    return machine.assemble({"upper_pivot": START_ANGLE})
