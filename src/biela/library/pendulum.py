"""Simple pendulum: a point mass on a massless rod.

                 pivot
    bob o─────────o            released level, at x = −1 m

Source: problem A01 of the multibody benchmark of González, Dopico, Lugrís & Cuadrado (2006), "A benchmarking system for
MBS simulation software", Multibody System Dynamics 16, 179-190. The angle counts from the hanging position.
"""

from __future__ import annotations

from biela import deg
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State

MASS = 1.0  # kg
LENGTH = 1.0  # m
GRAVITY = 9.81  # m/s²
START_ANGLE = -90 * deg  # x = −1


def build(mass: float = MASS, length: float = LENGTH, gravity: float = GRAVITY) -> Mechanism:
    """Build the pendulum in the x-y plane, gravity along −y."""
    m = Mechanism("pendulum", gravity=(0, -gravity, 0))
    bob = m.body("bob", mass=mass)
    m.revolute("pivot", m.ground, bob, child_point=(0, length, 0))
    return m


def start(machine: Mechanism) -> State:
    """Start level, at rest."""
    return machine.assemble({"pivot": START_ANGLE})
