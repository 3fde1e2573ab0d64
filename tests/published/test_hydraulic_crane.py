"""The hydraulic crane: held, lifted and swinging, against closed forms with its published data."""

from __future__ import annotations

import numpy as np
import pytest

from biela.library import hydraulic_crane as crane
from biela.simulation.history import History

A1 = np.pi / 4 * crane.BORE**2
A2 = A1 - np.pi / 4 * crane.ROD_DIAMETER**2


@pytest.fixture(scope="module")
def run() -> History:
    m = crane.build()
    return m.simulate(crane.start(m), 12.0, **crane.SETTINGS)


def lever_arm(angle: float) -> float:
    """∂ℓ/∂angle of the cylinder [m], in closed form."""
    c, s = np.cos(angle), np.sin(angle)
    rod = np.array([c * crane.ROD[0] + s * crane.ROD[2], -s * crane.ROD[0] + c * crane.ROD[2]])
    d = rod + np.array([crane.PIN[0] - crane.BASE[0], crane.PIN[2] - crane.BASE[2]])
    slope = np.array([-s * crane.ROD[0] + c * crane.ROD[2], -c * crane.ROD[0] - s * crane.ROD[2]])
    return float(d @ slope / np.linalg.norm(d))


def holding_force(angle: float) -> float:
    """Axial force of the cylinder by virtual work; the load hangs from the tip."""
    c, s = np.cos(angle), np.sin(angle)
    boom = crane.BOOM_MASS * 9.81 * (c * crane.BOOM_COM[0] + s * crane.BOOM_COM[2])
    load = crane.LOAD * 9.81 * (c * crane.TIP[0] + s * crane.TIP[2])
    return -(boom + load) / lever_arm(angle)


def test_pressures_hold_boom_and_load(run: History) -> None:
    force = A1 * run["lift_cylinder.head_pressure"][0] - A2 * run["lift_cylinder.rod_pressure"][0]
    assert force == pytest.approx(holding_force(crane.START), rel=1e-9)
    assert np.ptp(run["pin.angle"][run.t < 1.0]) < 1e-9


def test_lifting_speed_in_closed_form(run: History) -> None:
    """Two edges of the valve in series with the piston; a tenth of the net force is friction."""
    k = int(np.abs(run.t - 2.9).argmin())
    net = run["lift_cylinder.net_force"][k]
    U = 0.7 * crane.VALVE
    v = np.sqrt((A1 * crane.SUPPLY - A2 * crane.TANK - net) / ((A1**3 + A2**3) / U**2))
    assert run["lift_cylinder.speed"][k] == pytest.approx(v, rel=0.02)
    assert run["lift_cylinder.force"][k] == pytest.approx(0.9 * net, rel=1e-3)


def test_load_swings_sideways_as_a_pendulum() -> None:
    """Across the boom nothing gives way: m g l / (I + m l²) to the last digit; along it the oil does, a little."""
    m = crane.build(lever=None)
    waves = np.sort(np.abs(m.linearise(crane.start(m)).eigenvalues.imag))
    l = crane.ROPE
    alone = np.sqrt(9.81 * l / (0.01 + l**2))
    assert np.abs(waves - alone).min() < 1e-9
    near = [w for w in waves if 0.9 * alone < w < alone - 1e-6]
    assert near and waves.max() > 5 * alone


def test_heavier_load_lowers_the_frequency_of_the_oil_spring() -> None:
    """(I + m h²) |λ|² is the stiffness of the oil at the pin, whatever hangs there: the rope carries the load up and down alone."""
    inertia = crane.BOOM_INERTIA[1][1] + crane.BOOM_MASS * float(np.sum(np.square(crane.BOOM_COM)))
    h = np.cos(crane.START) * crane.TIP[0] + np.sin(crane.START) * crane.TIP[2]
    stiffness = []
    for load in (100.0, 300.0, 600.0):
        m = crane.build(load_mass=load, lever=None)
        waves = m.linearise(crane.start(m)).eigenvalues
        w = np.abs(waves[np.abs(waves.imag).argmax()])  # without what friction takes off its imaginary part
        stiffness.append((inertia + load * h**2) * w**2)
    assert stiffness == pytest.approx([stiffness[0]] * 3, rel=1e-3)


def test_energy_is_accounted_for(run: History) -> None:
    gap = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(gap).max() < 1e-5 * np.ptp(run["machine.gravity_energy"])
