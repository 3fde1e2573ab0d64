"""Stiff machines: sizes of states in tolerances, explicit steps that are too large, the reduced linear systems."""

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError, StepTooLarge, UnknownName
from biela.equations.layout import layout_of
from biela.network import Network
from biela.network import hydraulic as hy

OIL = hy.Fluid()


@pytest.fixture(scope="module")
def machine():
    """A mass on a cylinder, fed through a small hose: fast poles beside slow motion."""
    m = biela.Mechanism("lift", gravity=(0, 0, -9.81))
    body = m.body("body", mass=2000.0)
    m.prismatic("z", m.ground, body, axis=(0, 0, 1))
    net = Network("hyd")
    net.add(
        hy.pressure_source("pump", 15e6),
        hy.tank("tank"),
        hy.directional_valve("valve", OIL, coefficient=4e-7, diameter=0.005),
        hy.hose("hose", OIL, length=1.0, bore=0.008, pressure=4e6),
        hy.orifice("throttle", OIL, coefficient=3e-7, diameter=0.005),
        hy.cylinder("jack", OIL, bore=0.08, rod=0.05, stroke=0.6, dead_length=0.8, head_pressure=4e6, rod_pressure=2e5),
    )
    for a, b in (("pump", "valve.p"), ("tank", "valve.t"), ("valve.a", "hose.a"), ("hose.b", "throttle.a"),
                 ("throttle.b", "jack.head"), ("valve.b", "jack.rod_side")):  # fmt: skip
        net.connect(a, b)
    net.expose("line", "jack.rod")
    m.attach(net, {"line": (m.ground, body)})
    return m


COMMAND = {"hyd/valve/command": lambda t: 0.5 * t}
START = {"z": 1.0}


def test_sizes_of_states(machine):
    nominal, counts = layout_of(machine).weights
    assert nominal[:2].tolist() == [1.0, 1.0]
    assert (nominal == 1e8).sum() >= 3
    assert counts[-1] == 0  # work feeds nothing back
    assert counts.sum() == 2 + 3


def test_tolerances_by_unit_and_by_state(machine):
    options = {"inputs": COMMAND, "method": "rosenbrock", "rtol": 1e-12}
    loose = machine.simulate(START, 0.5, atol={"": 1e-9, "Pa": 1e4}, **options)
    tight = machine.simulate(START, 0.5, atol={"": 1e-9, "Pa": 1.0}, **options)
    one = machine.simulate(START, 0.5, atol={"": 1e-3, "Pa": 1e4, "hyd/hose/oil.effort": 1.0}, **options)
    assert loose.steps < tight.steps
    assert one.steps > machine.simulate(START, 0.5, atol={"": 1e-3, "Pa": 1e4}, **options).steps
    assert np.allclose(loose["z.position"], tight["z.position"], atol=1e-6)
    with pytest.raises(UnknownName, match=r"atol: no state or unit 'psi'"):
        machine.simulate(START, 0.1, atol={"psi": 1.0}, inputs=COMMAND, method="rosenbrock")
    with pytest.raises(DescriptionError, match=r"atol of 'Pa' is -1"):
        machine.simulate(START, 0.1, atol={"Pa": -1.0}, inputs=COMMAND, method="rosenbrock")


def test_pressures_are_controlled_beside_coordinates(machine):
    """Their error falls with the tolerance; without weights of their own they would be left to chance."""
    options = {"inputs": COMMAND, "method": "rosenbrock", "output_step": 0.1}
    start = machine.assemble(START).with_states({"hyd/jack.head_pressure": 8e6})  # it jumps up, and rings
    exact = machine.simulate(start, 0.5, rtol=1e-11, atol=1e-13, **options)["hyd/jack.head_pressure"]
    errors = [
        np.abs(machine.simulate(start, 0.5, rtol=r, atol=1e-2 * r, **options)["hyd/jack.head_pressure"] - exact).max()
        for r in (1e-4, 1e-6, 1e-8)
    ]
    assert errors[1] < 0.2 * errors[0]
    assert errors[2] < 0.2 * errors[1]
    assert errors[1] < 1e-5 * np.abs(exact).max()


def test_two_solvers_and_a_fixed_implicit_step_agree(machine):
    options = {"inputs": COMMAND, "output_step": 0.01}
    exact = machine.simulate(START, 0.5, method="rosenbrock", rtol=1e-10, atol=1e-12, **options)
    other = machine.simulate(START, 0.5, method="cvode-bdf", rtol=1e-8, atol=1e-10, **options)
    fixed = machine.simulate(START, 0.5, method="rosenbrock", step=1e-3, **options)
    for run in (other, fixed):
        assert np.allclose(run["z.position"], exact["z.position"], atol=1e-7)
        assert np.allclose(run["hyd/jack.head_pressure"], exact["hyd/jack.head_pressure"], rtol=1e-4)


def test_explicit_step_beyond_the_stability_limit_is_refused_with_its_pole(machine):
    state = machine.assemble(START)
    model = machine.linearise(state, inputs={"hyd/valve/command": 0.0})
    fastest = -model.eigenvalues.real.min()
    with pytest.raises(StepTooLarge) as caught:
        machine.simulate(state, 0.1, method="rk4", step=2.0 * 2.785 / fastest, inputs=COMMAND)
    text = str(caught.value)
    assert f"{-fastest:.4g} 1/s" in text
    assert "'hyd/hose/oil.effort'" in text
    assert "method='rosenbrock'" in text
    limit = float(text.split("beyond ")[1].split(" s ")[0])
    assert limit == pytest.approx(2.785 / fastest, rel=0.05)
    run = machine.simulate(state, 0.1, method="rk4", step=0.5 * limit, inputs={"hyd/valve/command": 0.0})
    assert run.status == "done"


def test_poles_that_appear_on_the_way_are_seen_too(machine):
    """While oil shoots through the throttle its slope is small; when it comes to rest the pole of the hose is fast."""
    closed = -machine.linearise(machine.assemble(START), inputs={"hyd/valve/command": 0.0}).eigenvalues.real.min()
    state = machine.assemble(START).with_states({"hyd/hose.pressure": 12e6})
    with pytest.raises(StepTooLarge, match=r"at t = 0\.[0-9]+ s the machine has a pole at"):
        machine.simulate(state, 0.1, method="rk4", step=1.5 * 2.785 / closed, inputs={"hyd/valve/command": 0.0})
