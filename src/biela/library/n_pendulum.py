"""N-pendulum: N equal point masses on equal massless rods, one below the other.

Near the hanging position ω² = x g/l, where x are the zeros of the Laguerre polynomial L_N: a heavy hanging chain in the
limit of many masses.

Source: Gantmacher & Krein, Oscillation Matrices and Kernels (1950), ch. III; Lagrange, Mécanique analytique (1788).
Angles count from the hanging position, each relative to the rod above.
"""

from __future__ import annotations

from biela import deg
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State

BOBS = 5
MASS = 1.0  # kg, each
LENGTH = 1.0  # m, each
GRAVITY = 9.81  # m/s²
START_ANGLE = 90 * deg  # straight along +x


def build(bobs: int = BOBS, mass: float = MASS, length: float = LENGTH, gravity: float = GRAVITY) -> Mechanism:
    """Build N bobs in the x-y plane, gravity along −y."""
    m = Mechanism(f"pendulum of {bobs}", gravity=(0, -gravity, 0))
    above = m.ground
    for i in range(1, bobs + 1):
        bob = m.body(f"bob_{i}", mass=mass)
        m.revolute(f"pivot_{i}", above, bob, child_point=(0, length, 0))
        above = bob
    return m


def start(machine: Mechanism) -> State:
    """Start straight along +x, at rest."""
    return machine.assemble({"pivot_1": START_ANGLE})
