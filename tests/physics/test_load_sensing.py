"""Load sensing: the pump keeps its margin above the highest load, valves their flow, and less is lost on the way."""

import casadi as ca
import numpy as np
import pytest
from scipy.optimize import brentq

from biela.network import I, Network, R
from biela.network import hydraulic as hy
from biela.simulation.energy_audit import LOSS, SOURCE, energy_audit

OIL = hy.Fluid()
ATM = 1e5
SPEED, DISPLACEMENT = 157.0, 63e-6
FULL = DISPLACEMENT * SPEED / (2 * np.pi)
MARGIN, BAND, OWN = 2e6, 5e5, 7e5
C_V = 8e-7
HEAD = np.pi / 4 * 0.08**2
LOADS = {"heavy": 60e3, "light": 12e3, "idle": 40e3}


def lever(name):
    """The light one starts at 0.2 s, the heavy one joins from 2 to 4 s, the third never moves."""

    def at(t, when):
        s = ca.fmin(ca.fmax((t - when) / 0.4, 0.0), 1.0)
        return s * s * (3 - 2 * s)

    if name == "light":
        return lambda t: 0.5 * at(t, 0.2)
    return (lambda t: 0.6 * (at(t, 2.0) - at(t, 4.0))) if name == "heavy" else 0.0


def against(force):
    return lambda v: force * ca.tanh(v / 0.005)


def circuit(sensing, method="rosenbrock", **options):
    net = Network("bench", audit=True)
    control = {"load_pressure": "second.pressure", "margin": MARGIN} if sensing else {}
    pump = {"displacement": DISPLACEMENT, "speed": SPEED, "band": BAND, "pressure_limit": 21e6, "pressure": 2e6}
    net.add(hy.tank("tank", ATM), hy.pump("pump", **pump, **control, **options))
    # three sections need two shuttle valves, one behind the other
    net.add(hy.shuttle_valve("first", conductance=1e-10), hy.shuttle_valve("second", conductance=1e-10))
    net.add(hy.volume("between", 2e-5, OIL), hy.volume("ls_line", 5e-5, OIL), hy.laminar_restrictor("bleed", conductance=1e-13))
    for tail, head in (("tank", "pump.a"), ("first.out", "between"), ("between", "second.a"), ("second.out", "ls_line"),
                       ("ls_line", "bleed.a"), ("bleed.b", "tank")):  # fmt: skip
        net.connect(tail, head)
    for (name, force), port in zip(LOADS.items(), ("first.a", "first.b", "second.b"), strict=True):
        net.add(
            hy.compensated_valve(f"{name}_valve", OIL, coefficient=C_V, command=lever(name), margin=OWN),
            hy.cylinder(name, OIL, bore=0.08, rod=0.045, stroke=1.0, extension=0.1, friction=None),
            I(f"{name}_mass", 500.0, domain="translation"),
            R(f"{name}_load", effort=against(force), domain="translation"),
        )
        for tail, head in (("pump.b", f"{name}_valve.p"), (f"{name}_valve.t", "tank"), (f"{name}_valve.a", f"{name}.head"),
                           (f"{name}_valve.b", f"{name}.rod_side"), (f"{name}_valve.ls", port),
                           (f"{name}.rod", f"{name}_mass"), (f"{name}.rod", f"{name}_load")):  # fmt: skip
            net.connect(tail, head)
    return net.simulate({}, 5.0, method=method, rtol=1e-6, atol=1e-8, output_step=0.01)


@pytest.fixture(scope="module")
def runs():
    return circuit(True), circuit(False)


def quiet(run):
    """Moments when nothing starts or stops: light alone; both; light alone again; and before anything."""
    return {k: (run.t > a) & (run.t < b) for k, (a, b) in {"light": (1.2, 1.9), "both": (3.2, 3.9), "again": (4.7, 5.0)}.items()}


def test_pump_follows_the_highest_load(runs):
    """p = p_load + margin − band · h⁻¹(Q/Q_full), with the load pressure of the cylinder that has most of it."""
    run, _ = runs
    for when, who in (("light", "light"), ("both", "heavy"), ("again", "light")):
        now = quiet(run)[when]
        load = run[f"{who}.head_pressure"][now]
        assert np.allclose(run["second.pressure"][now], load, rtol=0.01)
        share = run["pump.flow"][now] / FULL
        lack = np.array([brentq(lambda s, h=h: 3 * s**2 - 2 * s**3 - h, 0.0, 1.0) for h in share])
        assert np.allclose(run["pump.pressure"][now], run["second.pressure"][now] + MARGIN - BAND * lack, rtol=2e-3)
    standby = run["pump.pressure"][(run.t > 0.1) & (run.t < 0.2)]
    assert np.allclose(standby, ATM + MARGIN, rtol=0.05)


def test_flow_follows_the_lever_whatever_the_loads(runs):
    """Q = u C_v √margin of the section; the light cylinder does not feel that the heavy one starts."""
    run, _ = runs
    for when in ("light", "both", "again"):
        speed = run["light.speed"][quiet(run)[when]]
        assert np.allclose(speed, 0.5 * C_V * np.sqrt(OWN) / HEAD, rtol=0.06)
    alone, joined = (run["light.speed"][quiet(run)[k]].mean() for k in ("light", "both"))
    assert joined == pytest.approx(alone, rel=0.03)
    assert np.allclose(run["heavy.speed"][quiet(run)["both"]], 0.6 * C_V * np.sqrt(OWN) / HEAD, rtol=0.06)


def test_a_section_at_rest_tells_no_load(runs):
    run, _ = runs
    assert np.all(run["idle_valve.load_pressure"][run.t > 0.1] < 1.2 * ATM)
    assert np.ptp(run["idle.extension"][run.t > 2.0]) < 1e-8


def test_less_is_lost_than_with_constant_pressure(runs):
    """The same motions within 2 %; what orifices take is less than two thirds."""
    lost, work = [], []
    for run in runs:
        (audit,) = energy_audit(run)
        energy = {a.element: a.energy for a in audit.accounts if a.role == LOSS}
        useful = sum(energy[f"{name}_load"] for name in LOADS)
        work.append(useful)
        lost.append((audit.total(LOSS) - useful) / audit.total(SOURCE))
        assert all(e >= 0 for e in energy.values())
        assert audit.closure_error < 1e-4 * audit.total(SOURCE)
    assert work[0] == pytest.approx(work[1], rel=0.02)
    assert lost[0] < 0.75 * lost[1]
    assert runs[1]["pump.pressure"][quiet(runs[1])["light"]].min() > 20e6


def test_lag_of_the_pump_delays_and_does_not_change_where_it_settles(runs):
    slow = circuit(True, lag=0.05)
    fast, _ = runs
    assert slow["pump.pressure"][380] == pytest.approx(fast["pump.pressure"][380], rel=5e-3)


def test_load_does_not_fall_while_the_pump_is_low():
    """A lever opened under a load of 10 MPa with a pump at 5 MPa: the compensator closes backwards."""
    net = Network("bench")
    net.add(hy.pressure_source("pump", 5e6), hy.tank("tank", ATM), hy.volume("loaded", 1e-3, OIL, pressure=10e6))
    net.add(hy.compensated_valve("valve", OIL, coefficient=C_V, command=0.5), hy.volume("other", 1e-4, OIL))
    for tail, head in (("pump", "valve.p"), ("valve.t", "tank"), ("valve.a", "loaded"), ("valve.b", "other")):
        net.connect(tail, head)
    net.add(hy.pressure_sensor("gauge"))
    net.connect("valve.ls", "gauge")
    run = net.simulate({}, 5.0, method="rosenbrock", rtol=1e-6, atol=1e-8)
    filled = 2 * 2e-5 / (1e-3 + 2 * 2e-5) * 9.9e6  # what the valve's own two volumes take when they are joined to the load
    assert run["loaded.pressure"][-1] == pytest.approx(10e6 - filled, rel=0.02)
    assert np.all(run["valve.flow"][run.t > 1.0] == 0.0)


def test_two_solvers_agree(runs):
    """A multistep method with its own error control finds the same motion and the same energy."""
    other = circuit(True, method="cvode-bdf")
    run, _ = runs
    for name in LOADS:
        assert np.allclose(run[f"{name}.extension"], other[f"{name}.extension"], atol=1e-5)
    assert np.allclose(run["pump.pressure"], other["pump.pressure"], rtol=1e-3, atol=1e4)
    made = [r["pump/drive.energy"][-1] for r in (run, other)]
    assert made[0] == pytest.approx(made[1], rel=1e-4)
