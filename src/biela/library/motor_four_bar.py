"""Four-bar driven by a direct-current motor through a gear: mechanism and power network in one machine.

    battery ──> motor ──> gear ──> A     B ____________ C
     24 V    R, L, k, J    15 : 1  crank/              \\
                                       /                \\ rocker
                                      o A              D o

The rotor is rigidly tied to the crank: its inertia acts there 225-fold (derivative causality), without being entered in any
mass matrix. Links are uniform rods of 1 kg/m.

Source: data of our own, those of the test against equations written by hand (tests/physics/test_network_machines.py).
"""

from __future__ import annotations

from biela.library.parts import slender_rod
from biela.mechanism.mechanism import Mechanism
from biela.network import Network, electric, rotation
from biela.state.state import State

CRANK, COUPLER, ROCKER, BASE = 0.4, 1.0, 0.8, 1.0  # m
DENSITY = 1.0  # kg/m
VOLTAGE = 24.0  # V
RESISTANCE, INDUCTANCE, CONSTANT = 1.2, 0.02, 0.25  # Ω, H, V·s
INERTIA, FRICTION = 2e-3, 5e-4  # kg·m², N·m·s
RATIO = 15.0


def build(
    crank: float = CRANK, coupler: float = COUPLER, rocker: float = ROCKER, base: float = BASE, density: float = DENSITY
) -> Mechanism:
    """Build the mechanism in the x-y plane with its drive attached to joint A."""
    m = Mechanism("motor-four-bar", gravity=(0, -9.81, 0))
    lengths = {"crank": crank, "coupler": coupler, "rocker": rocker}
    AB, BC, DC = (slender_rod(m, name, density * length, length) for name, length in lengths.items())
    m.revolute("A", m.ground, AB)
    m.revolute("B", AB, BC, parent_point=(crank, 0, 0))
    m.revolute("D", m.ground, DC, parent_point=(base, 0, 0))
    m.revolute("C", BC, DC, parent_point=(coupler, 0, 0), child_point=(rocker, 0, 0))
    m.attach(drive(), {"shaft": "A"})
    return m


def drive() -> Network:
    """Return battery, motor and gear; port `shaft`."""
    net = Network("drive", audit=True)
    sizes = {"resistance": RESISTANCE, "inductance": INDUCTANCE, "constant": CONSTANT, "inertia": INERTIA, "friction": FRICTION}
    net.add(electric.voltage("battery", VOLTAGE), rotation.gear("gear", RATIO), electric.dc_motor("motor", **sizes))
    net.connect("battery", "motor.supply")
    net.connect("motor.shaft", "gear")
    net.expose("shaft", "gear.b")
    return net


def start(machine: Mechanism) -> State:
    """Start at rest, the crank at 60°, without current."""
    return machine.assemble({"A": 1.0471975511965976}, guess={"B": -0.5, "D": 1.8})
