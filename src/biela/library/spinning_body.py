"""Free body with three different moments of inertia, spun about its middle axis: it flips over, again and again.

Rotation about the axes of the smallest and the largest moment is stable, about the middle one it is not: any error
grows as exp(λt), λ = ω √((I₂−I₁)(I₃−I₂)/(I₁I₃)). Energy and the angular-momentum vector stay.

Source: Landau & Lifshitz, Mechanics, §37; Poinsot (1834). Moments 1, 2 and 3 kg·m²; 2 rad/s about the middle axis and
0.01 rad/s about the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from biela.mechanism.mechanism import Mechanism
from biela.state.state import State

MASS = 1.0  # kg
INERTIA = (1.0, 2.0, 3.0)  # kg·m²
START_RATES = (0.01, 2.0, 0.01)  # rad/s, body axes


def build(mass: float = MASS, inertia: Sequence[float] = INERTIA) -> Mechanism:
    """Build the body in free flight, without gravity."""
    m = Mechanism("spinning body", gravity=(0, 0, 0))
    body = m.body("body", mass=mass, inertia=inertia)
    m.free("flight", m.ground, body)
    return m


def start(machine: Mechanism, rates: Sequence[float] = START_RATES) -> State:
    """Start at the origin, spinning; the centre of mass stays there."""
    return machine.assemble(rates={"flight": (*rates, 0.0, 0.0, 0.0)})
