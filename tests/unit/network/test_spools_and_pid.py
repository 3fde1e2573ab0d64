"""Spools, centres of directional valves, and every option of the PID controller, against closed forms."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from biela.base.errors import DescriptionError
from biela.network import Network, control
from biela.network import hydraulic as hy
from biela.network.element import Integrator, Output

OIL = hy.Fluid()


def bench(**valve):
    """A valve between 10 MPa and a tank, its consumers closed volumes."""
    net = Network("bench")
    net.add(hy.pressure_source("pump", 10e6), hy.tank("tank", 1e5))
    net.add(hy.directional_valve("valve", OIL, coefficient=1e-7, diameter=4e-3, critical_reynolds=10.0, **valve))
    net.add(hy.volume("va", 1e-3, OIL, pressure=5e6), hy.volume("vb", 1e-3, OIL, pressure=5e6))
    for a, b in (("pump", "valve.p"), ("valve.t", "tank"), ("valve.a", "va"), ("valve.b", "vb")):
        net.connect(a, b)
    return net


def run(net, duration=0.5):
    return net.simulate({}, duration, method="rosenbrock", rtol=1e-9, atol=1e-11)


def test_second_order_spool_follows_its_step_response() -> None:
    w, z = 60.0, 0.6
    r = run(bench(command=0.8, spool=hy.Spool(frequency=w, damping=z)))
    d = w * np.sqrt(1 - z**2)
    expected = 0.8 * (1 - np.exp(-z * w * r.t) * (np.cos(d * r.t) + z * w / d * np.sin(d * r.t)))
    assert r["valve.opening"] == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("spool", [hy.Spool(frequency=200.0, damping=0.8, rate=2.0), hy.Spool(time_constant=2e-3, rate=2.0)])
def test_a_rate_limit_holds_and_leaves_nothing_behind(spool) -> None:
    """There and back at the limit: the way back begins at once, whatever speed was wanted on the way there."""
    r = run(bench(command=lambda t: ca.if_else(t < 0.2, 0.9, -0.9), spool=spool))
    speed = np.gradient(r["valve.opening"], r.t)
    assert np.abs(speed).max() < 2.0 * 1.001
    at = np.interp([0.2, 0.4], r.t, r["valve.opening"])
    assert at[0] == pytest.approx(0.4, abs=0.02)
    assert at[1] == pytest.approx(0.0, abs=0.04)


@pytest.mark.parametrize(
    ("centre", "flows"),
    [("closed", {"pa": 0, "pb": 0, "at": 0, "bt": 0}), ("open", {"pa": 1, "pb": 1, "at": 1, "bt": 1}),
     ("float", {"pa": 0, "pb": 0, "at": 1, "bt": 1}), ("tandem", {"pa": 0, "pb": 0, "at": 0, "bt": 0, "pt": 1})],
)  # fmt: skip
def test_centres(centre: str, flows: dict[str, int]) -> None:
    """Which edges pass oil in the middle, and how much: coefficient · part open · √Δp."""
    net = bench(command=0.0, centre=centre, underlap=0.1)
    r = run(net, 1e-3)
    part = {"open": 0.1 / 1.1, "float": 0.1 / 1.1, "tandem": 1.0, "closed": 0.0}[centre]
    drops = {"pa": 5e6, "pb": 5e6, "at": 4.9e6, "bt": 4.9e6, "pt": 9.9e6}
    for edge, passes in flows.items():
        flow = r[f"valve/{edge}.flow"][0]
        assert flow == pytest.approx(passes * part * 1e-7 * np.sqrt(drops[edge]), rel=2e-3, abs=1e-15)


def test_a_centre_that_is_open_needs_an_underlap() -> None:
    with pytest.raises(DescriptionError, match="centre is 'tandem', so it needs an underlap"):
        hy.directional_valve("v", OIL, coefficient=1e-7, diameter=4e-3, centre="tandem", underlap=0.0)


# ----------------------------------------------------------------------------------------------------------------- controllers


def output(duration=2.0, measured="zero.value", **options):
    """The controller alone; what it measures stays zero."""
    net = Network("n")
    net.add(Output("zero", lambda s: 0.0 * s.time), control.pid("c", options.pop("reference"), measured, **options))
    return net.simulate({}, duration, method="rosenbrock", rtol=1e-10, atol=1e-12)


def test_filtered_derivative_of_a_ramp() -> None:
    """k_d ṙ (1 − e^(−t/T)), beside k_p r."""
    r = output(reference=lambda t: 0.5 * t, kp=2.0, kd=3.0, filter_time=0.2)
    assert r["c.output"] == pytest.approx(2.0 * 0.5 * r.t + 3.0 * 0.5 * (1 - np.exp(-r.t / 0.2)), abs=1e-8)


def test_filter_that_knows_its_start_gives_no_kick() -> None:
    assert output(reference=1.0, kd=1.0, filter_time=0.01)["c.output"][0] == pytest.approx(100.0)
    assert np.abs(output(reference=1.0, kd=1.0, filter_time=0.01, initial_error=1.0)["c.output"]).max() < 1e-12


def test_rate_limit() -> None:
    r = output(reference=1.0, kp=5.0, rate_limit=4.0)
    assert r["c.output"] == pytest.approx(np.minimum(4.0 * r.t, 5.0), abs=5e-3)


def test_feed_forward_and_a_given_reference_rate() -> None:
    net = Network("n")
    laws = {"wave": lambda s: ca.sin(s.time), "slope": lambda s: ca.cos(s.time), "zero": lambda s: 0.0 * s.time}
    net.add(*(Output(name, law) for name, law in laws.items()), Integrator("clock", lambda s: 1.0))
    options = {"kp": 2.0, "kd": 0.5, "rate": "zero.value", "reference_rate": "slope.value", "feed_forward": 7.0}
    net.add(control.pid("c", "wave.value", "zero.value", **options))
    r = net.simulate({}, 2.0, method="rosenbrock", rtol=1e-9)
    assert r["c.output"] == pytest.approx(2 * np.sin(r.t) + 0.5 * np.cos(r.t) + 7.0, abs=1e-12)


def test_integral_while_the_output_is_cut_off() -> None:
    """İ = k_i e + (u_max − k_p e − I)/T_t: the integral settles at u_max − k_p e + k_i e T_t instead of growing."""
    e, kp, ki, tracking, top = 1.0, 2.0, 3.0, 0.25, 1.5
    r = output(reference=e, kp=kp, ki=ki, limits=(-top, top), tracking_time=tracking)
    settles = top - kp * e + ki * e * tracking
    assert r["c.integral"] == pytest.approx(settles * (1 - np.exp(-r.t / tracking)), abs=1e-8)


def test_a_rate_limit_does_not_wind_up_the_integral() -> None:
    """ẋ = u from 0 to 1 with a slow output."""
    net = Network("n")
    net.add(control.pid("c", 1.0, "x.value", kp=4.0, ki=8.0, limits=(-2, 2), tracking_time=0.3, rate_limit=3.0))
    net.add(Integrator("x", lambda s: s["c.output"]))
    r = net.simulate({}, 12.0, method="rosenbrock", rtol=1e-8, atol=1e-10)
    assert r["x.value"].max() < 1.15  # 1.40 if the integral knew of the limits of value alone
    assert r["x.value"][-1] == pytest.approx(1.0, abs=1e-3)
