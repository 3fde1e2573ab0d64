"""Pipes with inertia, valves that another pressure opens, load sensing, free air: closed forms and behaviour."""

import numpy as np
import pytest

from biela.network import Network
from biela.network import hydraulic as hy
from biela.network.hydraulic.pipe import pipe_loss

IDEAL = hy.Fluid(cavitation=None)
ATM = 1e5


def test_pipe_loss_is_laminar_then_turbulent():
    d, length = 0.01, 3.0
    slow, fast = 1e-5, 2e-3
    assert float(pipe_loss(slow, length, d, IDEAL)) == pytest.approx(
        128 * 870 * 32e-6 * length / (np.pi * d**4) * slow, rel=1e-12
    )
    v = fast / (np.pi / 4 * d**2)
    reynolds = v * d / 32e-6
    assert reynolds > 4000
    assert float(pipe_loss(fast, length, d, IDEAL)) == pytest.approx(
        0.3164 * reynolds**-0.25 * length / d * 0.5 * 870 * v**2, rel=1e-12
    )
    assert float(pipe_loss(-fast, length, d, IDEAL)) == -float(pipe_loss(fast, length, d, IDEAL))


def test_pressure_waves_in_a_closed_pipe():
    """One end at a source, the other closed: the quarter wave, ω = π c/(2 l), c² = B/ρ; overtones at 3, 5, …"""
    net = Network("n")
    net.add(hy.pressure_source("source", 5e6), hy.laminar_restrictor("entry", conductance=1e-4))
    net.add(hy.pipe("pipe", IDEAL, length=10.0, bore=0.02, segments=16, pressure=5e6))
    net.connect("source", "entry.a")
    net.connect("entry.b", "pipe.a")
    poles = net.linearise({}).eigenvalues
    found = np.sort(np.unique(np.round(np.abs(poles.imag[poles.imag > 1.0]), 6)))[:3]
    c = np.sqrt(1.86e9 / 870)
    assert np.allclose(found, np.pi * c / 20.0 * np.array([1, 3, 5]), rtol=2e-2)
    assert found[0] == pytest.approx(np.pi * c / 20.0, rel=2e-3)


def test_free_air_softens_at_low_pressure_only():
    air = hy.Fluid(cavitation=None, air=0.01)
    x, k = 0.01, 1.4
    for p in (1e5, 1e6, 2e7):
        assert float(air.capacity([(1e-3, None)], p)) == pytest.approx(
            1e-3 / 1.86e9 + 1e-3 * x / k * (1e5 / p) ** (1 / k) / p, rel=1e-12
        )
    assert float(air.capacity([(1.0, None)], 1e5)) > 100 / 1.86e9
    assert float(air.capacity([(1.0, None)], 3e7)) < 1.01 / 1.86e9


@pytest.fixture(scope="module")
def run():
    net = Network("bench", audit=True)
    ramp = lambda t: ATM + 10e6 * t  # noqa: E731
    net.add(hy.tank("tank", ATM), hy.pressure_source("ramp", ramp), hy.pressure_source("load", 8e6))
    net.add(hy.pressure_source("weak", 4e6), hy.pressure_source("supply", 20e6))

    def between(tail, part, head, pilot=None):
        net.add(part)
        net.connect(tail, f"{part.name}.a")
        net.connect(f"{part.name}.b", head)
        if pilot is not None:
            net.connect(f"{part.name}.pilot", pilot)

    between("tank", hy.pilot_check_valve("pilot", conductance=1e-9, cracking=2e5, ratio=4.0), "load", "ramp")
    balance = hy.counterbalance_valve("balance", setting=10e6, ratio=3.0, gradient=1e-9, free_conductance=1e-8)
    between("tank", balance, "load", "ramp")
    between("supply", hy.flow_control_valve("constant", flow=1e-4), "ramp")
    net.add(hy.volume("low", 1e-4, IDEAL, pressure=ATM))
    between("supply", hy.reducing_valve("reducer", setting=6e6, gradient=1e-9), "low")
    between("low", hy.laminar_restrictor("use", conductance=1e-12), "tank")
    # load sensing: a pump that keeps 2 MPa above the higher of two loads
    net.add(hy.shuttle_valve("shuttle", conductance=1e-9), hy.volume("sensed", 1e-5, IDEAL, pressure=ATM))
    net.connect("ramp", "shuttle.a")
    net.connect("weak", "shuttle.b")
    net.connect("shuttle.out", "sensed")
    net.add(
        hy.pump(
            "pump", displacement=40e-6, speed=150.0, load_pressure="shuttle.pressure", margin=2e6, band=2e5, pressure=5e6,
            fluid=IDEAL,
        )
    )  # fmt: skip
    net.connect("tank", "pump.a")
    between("pump.b", hy.laminar_restrictor("consumer", conductance=1e-11), "tank")
    return net.simulate({}, 1.0, method="rosenbrock", rtol=1e-7, atol=1e-9)


def test_pilot_opens_the_check_valve(run):
    """Opens where ratio · (p_x − p_a) exceeds the load it holds plus cracking: 4 · 10e6 t = 7.9e6 + 2e5."""
    opening = (8e6 - ATM + 2e5) / 40e6
    closed, opened = run.t < opening - 1e-3, run.t > opening + 0.05
    assert np.all(run["pilot.flow"][closed] == 0.0)
    assert np.all(run["pilot.flow"][opened] < -1e-9 * 7e6)


def test_counterbalance_valve_holds_until_the_pilot_asks(run):
    """K max(0, 7.9e6 + 3 · 10e6 t − 10e6), but no more than the pressure drives."""
    expected = -1e-9 * np.clip(8e6 - ATM + 30e6 * run.t - 10e6, 0.0, 8e6 - ATM)
    assert np.allclose(run["balance.flow"], expected, atol=1e-12)


def test_flow_control_keeps_its_flow(run):
    drop = 20e6 - ATM - 10e6 * run.t
    assert np.allclose(run["constant.flow"], 1e-4 * np.tanh(drop / 5e5), rtol=1e-9)
    assert run["constant.flow"].min() > 0.999e-4


def test_reducing_valve(run):
    """Settles where K (p_set − p) = G (p − p_T)."""
    K, G = 1e-9, 1e-12
    assert run["low.pressure"][-1] == pytest.approx((K * 6e6 + G * ATM) / (K + G), rel=1e-6)


def test_load_sensing_keeps_its_margin_above_the_higher_load(run):
    late = run.t > 0.2
    load = np.maximum(ATM + 10e6 * run.t, 4e6)
    assert np.allclose(run["shuttle.pressure"][late], load[late], rtol=2e-3)
    above = run["pump.pressure"][late] - load[late]
    assert np.all((above > 1.7e6) & (above < 2.0e6))


def test_no_valve_gives_energy(run):
    for name in (
        "pilot/restriction",
        "balance/restriction",
        "constant/restriction",
        "reducer/restriction",
        "shuttle/a",
        "shuttle/b",
    ):
        assert run[f"{name}.power"].min() >= 0.0
