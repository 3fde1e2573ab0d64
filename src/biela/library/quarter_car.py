"""Quarter car: one corner of a car on a road that moves under it.

    o  body   221.5 kg                            front corner of the Renault Clio RL 1.1
    ≷  spring 14.9 kN/m, damper 475 N·s/m
    o  wheel  38.42 kg                            body mode  1.305 Hz, damping ratio 0.131
    ≷  tyre   150 kN/m                            wheel hop 10.43 Hz
    ═  road

Source: data of the car in a study of its dynamics by bond graphs. Heights are counted from rest under gravity, so that
gravity itself is left out.
"""

from __future__ import annotations

from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import step
from biela.mechanism.motion.base import Function
from biela.state.state import State

SPRUNG = 5100.0 / 2 / 9.81 - 38.42  # kg
UNSPRUNG = 38.42  # kg
SPRING, DAMPER, TYRE = 14900.0, 475.0, 150e3  # N/m, N·s/m, N/m


def build(
    sprung_mass: float = SPRUNG, unsprung_mass: float = UNSPRUNG, stiffness: float = SPRING, damping: float = DAMPER,
    tyre_stiffness: float = TYRE, road: Function | None = None,
) -> Mechanism:  # fmt: skip
    """Build the corner; the road rises by 20 mm after half a second unless another motion of it is given."""
    m = Mechanism("quarter-car", gravity=(0, 0, 0))
    base = m.body("road", mass=1.0, inertia=(0.01, 0.01, 0.01))
    wheel = m.body("wheel", mass=unsprung_mass, inertia=(1.0, 1.0, 1.0))
    body = m.body("body", mass=sprung_mass, inertia=(1.0, 1.0, 1.0))
    m.prismatic("road_height", m.ground, base, axis=(0, 0, 1))
    m.prismatic("tyre", base, wheel, axis=(0, 0, 1), parent_point=(0, 0, 0.25))
    m.prismatic("strut", wheel, body, axis=(0, 0, 1), parent_point=(0, 0, 0.4))
    m.joint_spring("tyre_spring", "tyre", tyre_stiffness)
    m.joint_spring("spring", "strut", stiffness, damping)
    m.drive("road_height", step(0.02, start=0.5, rise=0.05) if road is None else road, name="road_profile")
    return m


def start(machine: Mechanism) -> State:
    """Start at rest."""
    return machine.assemble()
