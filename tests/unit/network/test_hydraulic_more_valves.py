"""Valves that another pressure opens: steady characteristics against their closed forms, and that none gives energy."""

import casadi as ca
import numpy as np
import pytest
from scipy.optimize import brentq

from biela.network import Network
from biela.network import hydraulic as hy
from biela.network.value import ramp, step

IDEAL = hy.Fluid(cavitation=None)
ATM = 1e5
C_V = 1e-7  # of all edges [m³/(s √Pa)]
HOLE = {"coefficient": C_V, "critical_reynolds": 1e-3}  # turbulent from the first pascal
RAMP = 20e6


def lifted(x):
    """Opening of a spool whose balance of pressures is x times what opens it fully."""
    x = np.clip(x, 0.0, 1.0)
    return 3 * x**2 - 2 * x**3


def root(dp):
    return np.sign(dp) * np.sqrt(np.abs(dp))


def test_opening_has_no_corner():
    x = ca.SX.sym("x")
    for law, corners in ((step(x), (0.0, 1.0)), (ramp(x, 2.0), (0.0, 2.0))):
        slope = ca.Function("f", [x], [ca.jacobian(law, x)])
        for corner in corners:
            assert float(slope(corner - 1e-7)) == pytest.approx(float(slope(corner + 1e-7)), abs=1e-6)
    assert [float(step(v)) for v in (-1.0, 0.0, 0.5, 1.0, 3.0)] == [0.0, 0.0, 0.5, 1.0, 1.0]
    assert [float(ramp(v, 2.0)) for v in (-1.0, 2.0, 5.0)] == [0.0, 1.0, 4.0]


@pytest.fixture(scope="module")
def run():
    """Every valve between constant pressures and one that rises."""
    net = Network("bench", audit=True)
    net.add(hy.tank("tank", ATM), hy.pressure_source("ramp", lambda t: ATM + RAMP * t))
    net.add(hy.pressure_source("load", 8e6), hy.pressure_source("supply", 25e6), hy.pressure_source("weak", 4e6))

    def between(tail, part, head, **sensed):
        net.add(part)
        net.connect(tail, f"{part.name}.a")
        net.connect(f"{part.name}.b", head)
        for port, line in sensed.items():
            net.connect(f"{part.name}.{port}", line)

    between("tank", hy.pilot_check_valve("held", **HOLE, ratio=4.0, cracking=2e5, band=3e5), "load", pilot="ramp")
    between("ramp", hy.pilot_check_valve("free", **HOLE, cracking=2e5, band=3e5), "load", pilot="tank")
    settings = {"setting": 10e6, "ratio": 3.0, "band": 2e6}
    between("tank", hy.counterbalance_valve("balance", **HOLE, **settings), "load", pilot="ramp")
    between("weak", hy.counterbalance_valve("pressed", **HOLE, **settings), "load", pilot="ramp")
    between("weak", hy.counterbalance_valve("vented", **HOLE, **settings, vented=True), "load", pilot="ramp")
    between("ramp", hy.counterbalance_valve("lifting", **HOLE, **settings, cracking=1e5), "load", pilot="tank")
    between("supply", hy.reducing_valve("reducer", **HOLE, setting=6e6, band=1e6), "ramp")
    relieving = hy.reducing_valve("relieving", **HOLE, setting=6e6, band=1e6, relieving=True)
    between("supply", relieving, "ramp", t="tank")
    between("ramp", hy.sequence_valve("sequence", **HOLE, setting=6e6, band=1e6), "weak")
    between("supply", hy.compensator("compensator", **HOLE, margin=7e5, band=2e5), "ramp", load="load")
    flow = hy.flow_control_valve("constant", IDEAL, flow=1e-4, margin=7e5, band=1e5, critical_reynolds=1e-3)
    between("supply", flow, "ramp")
    half = hy.flow_control_valve("half", IDEAL, flow=1e-4, setting=0.5, bypass=True, critical_reynolds=1e-3)
    between("load", half, "ramp")
    net.add(hy.shuttle_valve("shuttle", conductance=1e-9, changeover=2e4), hy.volume("chosen", 1e-6, IDEAL, pressure=4e6))
    for port, line in (("a", "ramp"), ("b", "weak"), ("out", "chosen")):
        net.connect(f"shuttle.{port}", line)
    return net.simulate({}, 1.0, method="rosenbrock", rtol=1e-8, atol=1e-10, output_step=2e-3)


def test_pilot_check_valve_holds_until_the_pilot_lifts_it(run):
    """x = −7.9e6 + 4 (p_x − p_a − w/2) − 2e5 over the band: opens at p_x − p_a = 8.1e6/4, fully 3e5/4 later."""
    pilot = RAMP * run.t
    expected = -lifted((-7.9e6 + 4 * (pilot - 5e3) - 2e5) / 3e5) * C_V * np.sqrt(7.9e6)
    later = pilot > 1e4
    assert np.allclose(run["held.flow"][later], expected[later], rtol=1e-6, atol=1e-15)
    assert np.all(run["held.flow"][pilot < 8.1e6 / 4] == 0.0)
    assert run["held.flow"][-1] == pytest.approx(-C_V * np.sqrt(7.9e6), rel=1e-6)


def test_pilot_check_valve_is_free_the_other_way(run):
    dp = ATM + RAMP * run.t - 8e6
    assert np.allclose(run["free.flow"], lifted((dp - 2e5) / 3e5) * C_V * root(dp), rtol=1e-6, atol=1e-15)
    assert run["free.flow"].min() == 0.0 and run["free.flow"].max() > 3e-4


def test_counterbalance_valve_opens_by_load_and_pilot(run):
    """x = (p_b − p_a) + 3 (p_x − p_a) − p_set; the pressure at a counts 1 + 3 times, or not at all if vented."""
    pilot = ATM + RAMP * run.t
    for name, back, spring_side in (("balance", ATM, ATM), ("pressed", 4e6, 4e6), ("vented", 4e6, ATM)):
        x = (8e6 - spring_side) + 3 * (pilot - spring_side) - 10e6
        expected = -lifted(x / 2e6) * C_V * np.sqrt(8e6 - back)
        assert np.allclose(run[f"{name}.flow"], expected, rtol=1e-6, atol=1e-15), name
    opens = [run.t[run[f"{name}.flow"] < 0][0] for name in ("vented", "balance", "pressed")]
    assert opens[0] <= opens[1] < opens[2]


def test_counterbalance_valve_lets_the_load_be_lifted(run):
    dp = ATM + RAMP * run.t - 8e6
    later = dp > 3e5  # the check valve is open
    assert np.allclose(run["lifting.flow"][later], C_V * root(dp[later]), rtol=1e-6)
    assert np.all(run["lifting.flow"][dp < 1e5] == 0.0)


def test_reducing_valve_closes_at_its_setting(run):
    """Behind it the pressure rises by force: the valve gives less and less, and nothing beyond its setting."""
    p = ATM + RAMP * run.t
    assert np.allclose(run["reducer.flow"], lifted((6e6 - p) / 1e6) * C_V * root(25e6 - p), rtol=1e-6, atol=1e-15)
    assert np.all(run["reducer.flow"][p > 6e6] == 0.0)
    assert np.allclose(run["relieving/outlet.flow"], lifted((p - 6e6) / 1e6) * C_V * root(p - ATM), rtol=1e-6, atol=1e-15)
    assert np.array_equal(run["relieving.flow"], run["reducer.flow"])


def test_sequence_valve_waits_for_its_setting(run):
    p = ATM + RAMP * run.t
    assert np.allclose(run["sequence.flow"], lifted((p - 6e6) / 1e6) * C_V * root(p - 4e6), rtol=1e-6, atol=1e-15)


def test_compensator_is_half_open_at_its_margin(run):
    p = ATM + RAMP * run.t
    expected = lifted(0.5 + (8e6 + 7e5 - p) / 2e5) * C_V * root(25e6 - p)
    assert np.allclose(run["compensator.flow"], expected, rtol=1e-6, atol=1e-15)
    assert np.interp(8.7e6, p, run["compensator.opening"]) == pytest.approx(0.5, abs=0.01)


def test_flow_control_valve_by_its_two_restrictions_in_series(run):
    """Q = C √y = h 3 C √(Δp − y): found by bisection for every drop, and nearly constant."""
    C = 1e-4 / np.sqrt(7e5)
    for k in range(50, 501, 50):
        drop = 25e6 - ATM - RAMP * run.t[k]

        def series(y, drop=drop):
            return np.sqrt(y) - lifted(0.5 + (7e5 - y) / 1e5) * 3 * np.sqrt(drop - y)

        y = brentq(series, 1e3, min(drop, 7.5e5), xtol=1e-6)
        assert run["constant.flow"][k] == pytest.approx(C * np.sqrt(y), rel=2e-5)
        assert run["constant.drop"][k] == pytest.approx(y, rel=4e-5)
    kept = run["constant.flow"][run.t > 0.05]
    assert np.ptp(kept) < 0.02 * 1e-4  # while the drop falls from 24 to 5 MPa
    assert abs(kept.mean() - 1e-4) < 0.035 * 1e-4


def test_flow_control_valve_can_be_set_and_bypassed(run):
    p = ATM + RAMP * run.t
    early = (run.t > 0.05) & (p < 7e6)
    assert np.allclose(run["half.flow"][early], 0.5e-4, rtol=0.04)
    back = p > 8.5e6
    assert np.all(run["half.flow"][back] < -3 * 1e-4 / np.sqrt(7e5) * np.sqrt(p[back] - 8e6))


def test_shuttle_valve_picks_the_higher(run):
    higher = np.maximum(ATM + RAMP * run.t, 4e6)
    assert np.allclose(run["chosen.pressure"], higher, rtol=1e-4, atol=2e4)
    assert run["shuttle.opening"][0] == 0.0 and run["shuttle.opening"][-1] == 1.0


def tossed(seed):
    """A pressure that wanders through 0.1 … 30 MPa and never repeats."""
    random = np.random.default_rng(seed)
    w, phase = ca.DM(random.uniform(10, 90, 3)), ca.DM(random.uniform(0, 6, 3))
    return lambda t: ATM + 5e6 * (3 + ca.sum1(ca.sin(w * t + phase)))


def test_no_valve_ever_gives_energy():
    """All ports at pressures that wander: at 3 000 states every resistance of every valve takes power."""
    net = Network("random", audit=True)
    for k, port in enumerate(("p", "a", "b", "t", "x")):
        net.add(hy.pressure_source(port, tossed(k)))
    lag = {"lag": 0.01}
    parts = [
        hy.pilot_check_valve("pilot", diameter=0.004), hy.pilot_check_valve("slow_pilot", diameter=0.004, **lag),
        hy.counterbalance_valve("balance", diameter=0.004, setting=10e6, ratio=4.0),
        hy.counterbalance_valve("slow_balance", diameter=0.004, setting=10e6, ratio=4.0, vented=True, **lag),
        hy.reducing_valve("reducing", diameter=0.004, setting=10e6, relieving=True),
        hy.reducing_valve("slow_reducing", diameter=0.004, setting=10e6, **lag),
        hy.sequence_valve("sequence", diameter=0.004, setting=10e6), hy.sequence_valve("wait", diameter=0.004, setting=1e7, **lag),
        hy.compensator("hydrostat", diameter=0.004), hy.compensator("slow_hydrostat", diameter=0.004, **lag),
        hy.flow_control_valve("flow", IDEAL, flow=2e-4, bypass=True, setting=lambda t: 0.5 + 0.6 * ca.sin(31 * t), pressure=1e7),
        hy.flow_control_valve("slow_flow", IDEAL, flow=2e-4, pressure=1e7, **lag),
        hy.compensated_valve("section", IDEAL, diameter=0.006, command=lambda t: ca.sin(17 * t), pressure=1e7),
        hy.compensated_valve("slow_section", IDEAL, diameter=0.006, command=lambda t: ca.sin(23 * t), pressure=1e7, **lag),
        hy.shuttle_valve("shuttle", conductance=1e-10),
    ]  # fmt: skip
    places = {"a": "a", "b": "b", "pilot": "x", "load": "x", "p": "p", "t": "t", "out": "x", "ls": None}
    for part in parts:
        net.add(part)
        for port in part.exposed:
            if port == "ls":
                net.add(hy.laminar_restrictor(f"bleed_{part.name}", conductance=1e-13))
                net.connect(f"{part.name}.ls", f"bleed_{part.name}.a")
                net.connect(f"bleed_{part.name}.b", "t")
            else:
                net.connect(f"{part.name}.{port}", places[port])
    run = net.simulate({}, 1.5, method="rosenbrock", rtol=1e-6, atol=1e-8, output_step=5e-4)
    restrictions = [p.removesuffix(".power") for p in run.names if p.endswith(".power") and p.count("/") and "source" not in p]
    taking = [p for p in restrictions if f"{p}.energy" in run.names and "chamber" not in p and "sensed" not in p]
    assert len(taking) > 25
    for path in taking:
        power = run[f"{path}.power"]
        assert power.min() >= 0.0, path
        assert power.max() > 0.0, path  # and each of them was put to work
    error = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(error).max() < 1e-4 * np.abs(run["machine.work"]).max()
