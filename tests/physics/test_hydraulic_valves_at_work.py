"""Valves in the circuits they are made for: loads held and lowered, pressures and flows kept, one motion after the other."""

import warnings

import casadi as ca
import numpy as np
import pytest
from scipy.optimize import brentq

import biela
from biela.network import I, Network, R, Se
from biela.network import hydraulic as hy
from biela.simulation import hold
from biela.simulation.watch import WatchWarning

OIL = hy.Fluid()
SOLVER = {"method": "rosenbrock", "rtol": 1e-6, "atol": 1e-8}
ATM = 1e5
JACK = {"bore": 0.1, "rod": 0.056, "stroke": 0.8, "dead_length": 1.0, "friction": None}
HEAD = np.pi / 4 * 0.1**2
ROD = HEAD - np.pi / 4 * 0.056**2


def _step(t, at, rise=0.2):
    """From 0 to 1, smoothly."""
    s = ca.fmin(ca.fmax((t - at) / rise, 0.0), 1.0)
    return s * s * (3 - 2 * s)


# --------------------------------------------------------------------------------------------- a crane lowers its load

MASS, REACH, ARM, FOOT = 1500.0, 3.0, 0.8, 1.2
FLOW = 2e-4  # into the rod side [m³/s]
SETTING, RATIO, BAND, C_V = 14e6, 3.0, 6e6, 1.5e-7
SOFT = hy.Line(4.0, 0.02, 200e6)  # hose of the rod side: without it the load would swing up, see below


def crane(valve, lowering, head_pressure=None):
    """A boom with its mass at the tip; oil goes into the rod side, and out of the head by way of `valve`."""
    m = biela.Mechanism("crane", gravity=(0, 0, -9.81))
    boom = m.body("boom", mass=MASS, com=(REACH, 0, 0), inertia=(10.0, 10.0, 10.0))
    m.revolute("pin", m.ground, boom, axis=(0, -1, 0))  # positive angles lift
    net = Network("hyd")
    pressures = {"head_pressure": 8e6 if head_pressure is None else head_pressure, "rod_pressure": 2e5}
    net.add(hy.cylinder("jack", OIL, **JACK, **pressures, rod_line=SOFT), hy.tank("tank", ATM), valve)
    net.add(hy.flow_source("pump", lowering), hy.check_valve("entry", conductance=1e-8))
    net.add(hy.volume("line", 1e-4, OIL, pressure=2e5), hy.relief_valve("relief", setting=20e6, gradient=1e-9))
    for tail, head in (("pump", "line"), ("line", "entry.a"), ("entry.b", "jack.rod_side"), ("line", "relief.a"),
                       ("relief.b", "tank"), ("tank", "valve.a"), ("valve.b", "jack.head")):  # fmt: skip
        net.connect(tail, head)
    if "pilot" in valve.exposed:
        net.connect("valve.pilot", "jack.rod_side")
    net.expose("lift", "jack.rod")
    m.attach(net, {"lift": (m.ground.point("foot", (0.0, 0, -FOOT)), boom.point("pin", (ARM, 0, 0)))}, prefix="")
    state = m.assemble({"pin": 0.35})
    return m, hold(state, level="rod") if head_pressure is None else state


def pressure_of_the_load(angle):
    """p_L = F/A₁ of statics: m g R cos θ over the lever arm of the cylinder."""
    rod = np.array([ARM * np.cos(angle), ARM * np.sin(angle) + FOOT])
    lever = ARM * (np.cos(angle) * rod[1] - np.sin(angle) * rod[0]) / np.linalg.norm(rod, axis=0)
    return MASS * 9.81 * REACH * np.cos(angle) / lever / HEAD


def balance(**options):
    sizes = {"coefficient": C_V, "setting": SETTING, "ratio": RATIO, "band": BAND} | options
    return hy.counterbalance_valve("valve", OIL, **sizes)


def ramp(t):
    return FLOW * _step(t, 0.2, 0.5)


def test_counterbalance_valve_lowers_at_the_speed_of_the_pump():
    """v = −Q/A₂, though the load changes on the way; pilot pressure p_x = (p_set + x − p_L)/(ratio + A₂/A₁)."""
    m, start = crane(balance(), ramp)
    run = m.simulate(start, 8.0, **SOLVER)
    steady = run.t > 3.0
    angle, speed = run["pin.angle"][steady], run["jack.speed"][steady]
    assert angle[0] - angle[-1] > 0.25  # it comes down a long way
    assert np.allclose(speed, -FLOW / ROD, rtol=0.01)
    p_load = pressure_of_the_load(angle)
    assert np.ptp(p_load) > 0.04 * p_load.mean()
    # how far the valve opens for the flow out of the head, by the inverse of its law
    p_b, p_x = run["jack.head_pressure"][steady], run["jack.rod_pressure"][steady]
    share = HEAD * FLOW / ROD / (C_V * np.sqrt(p_b - ATM))
    lift = np.array([brentq(lambda s, h=h: 3 * s**2 - 2 * s**3 - h, 0.0, 1.0) for h in share])
    gauge = (SETTING + lift * BAND - (p_load - ATM * (1 - ROD / HEAD))) / (RATIO + ROD / HEAD)
    assert np.allclose(p_x - ATM, gauge, rtol=0.01)
    assert p_x.min() > 5 * ATM  # never drawn empty


def test_without_it_the_load_runs_away():
    """An open way from the head, wide enough for the flow: the load falls, and the rod side is drawn empty."""
    hole = {"coefficient": 3 * C_V, "critical_reynolds": 100.0, "opening": lambda t: _step(t, 0.2, 0.1)}
    m, start = crane(hy.orifice("valve", OIL, **hole), ramp)
    with pytest.warns(WatchWarning, match="cavitation in the rod chamber"):
        run = m.simulate(start, 2.0, **SOLVER)
    assert run["jack.speed"].min() < -2 * FLOW / ROD


def test_setting_decides_what_it_holds_without_a_pilot():
    """p_set = 1.3 p_L holds to the last micrometre; 0.8 p_L gives way, as a relief valve does, until the rod side is empty."""
    p_load = float(pressure_of_the_load(0.35))
    p_head = p_load + 2e5 * ROD / HEAD
    drift = {}
    for share in (1.3, 0.8):
        m, start = crane(balance(setting=share * p_load), lambda t: 0.0 * t, p_head)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", WatchWarning)
            run = m.simulate(start, 5.0, **SOLVER)
        drift[share] = run["jack.extension"][-1] - run["jack.extension"][0]
    assert abs(drift[1.3]) < 1e-6
    assert drift[0.8] < -0.01


def lowering(ratio, head_line):
    """A mass that comes down steadily: its network, that state, and ∂Q/∂p_b, ∂Q/∂p_x, C_b, C_x there, all by hand."""
    mass, force, extension = 3e4, 60e3, 0.4
    ideal = hy.Fluid(cavitation=None)
    net = Network("bench")
    lines = {"head_line": head_line, "rod_line": hy.Line(1.0, 0.02, 200e6), "dead_volume": 0.0}
    net.add(hy.cylinder("jack", ideal, **JACK, **lines, extension=extension), hy.tank("tank", ATM))
    net.add(balance(ratio=ratio, critical_reynolds=1e-3), hy.flow_source("pump", FLOW))
    net.add(I("mass", mass, domain="translation"), Se("load", force, domain="translation"))
    for tail, head in (("tank", "valve.a"), ("valve.b", "jack.head"), ("pump", "jack.rod_side"),
                       ("valve.pilot", "jack.rod_side"), ("jack.rod", "mass"), ("jack.rod", "load")):  # fmt: skip
        net.connect(tail, head)
    v, q = FLOW / ROD, HEAD * FLOW / ROD

    def head_pressure(p_x):
        return (force + ROD * p_x) / HEAD

    def balance_of_flow(p_x):
        s = np.clip((head_pressure(p_x) - ATM + ratio * (p_x - ATM) - SETTING) / BAND, 0.0, 1.0)
        return (3 * s**2 - 2 * s**3) * C_V * np.sqrt(head_pressure(p_x) - ATM) - q

    p_x = brentq(balance_of_flow, ATM, 2e7, xtol=1e-9)
    p_b = head_pressure(p_x)
    s = (p_b - ATM + ratio * (p_x - ATM) - SETTING) / BAND
    relief = 6 * s * (1 - s) / BAND * C_V * np.sqrt(p_b - ATM)
    gains = relief + q / (2 * (p_b - ATM)), ratio * relief
    capacities = [
        (area * length + line.volume) / 1.86e9 + line.volume / line.modulus
        for area, length, line in ((HEAD, extension, head_line), (ROD, 0.8 - extension, lines["rod_line"]))
    ]
    start = {"jack/head_oil": p_b, "jack/rod_oil": p_x, "mass": -mass * v}
    return net, start, gains, capacities, mass


@pytest.mark.parametrize("ratio", [0.6, 1.5, 4.0])
def test_lowering_swings_up_where_the_criterion_of_routh_says(ratio):
    """M C_b C_x s³ + M k_p C_x s² + (A₂² C_b + A₁² C_x) s + A₂² k_p + A₁ A₂ k_x = 0: poles, and the limit of stability."""
    stable = []
    for modulus in (1e8, 1e9):  # of the hose on the load's side
        net, start, (k_p, k_x), (C_b, C_x), M = lowering(ratio, hy.Line(1.0, 0.02, modulus))
        poles = net.linearise(start).eigenvalues
        cubic = [M * C_b * C_x, M * k_p * C_x, ROD**2 * C_b + HEAD**2 * C_x, ROD**2 * k_p + HEAD * ROD * k_x]
        for pole in np.roots(cubic):
            assert np.abs(poles - pole).min() < 1e-5 * abs(pole)
        swings_up = k_x / k_p > HEAD / ROD * C_x / C_b
        assert swings_up == (poles.real.max() > 1e-6)
        stable.append(not swings_up)
    if ratio == 1.5:
        assert stable == [False, True]  # the same valve: a soft hose at the load makes it swing


# ----------------------------------------------------------------------------------------------------- locked for a minute


def lift(locked, command):
    """Two tonnes on a cylinder behind a valve whose centre lets both sides float to the tank."""
    m = biela.Mechanism("lift", gravity=(0, 0, -9.81))
    table = m.body("table", mass=2000.0)
    m.prismatic("guide", m.ground, table, axis=(0, 0, 1))
    net = Network("hyd")
    net.add(hy.pressure_source("pump", 16e6), hy.tank("tank", ATM))
    net.add(hy.cylinder("jack", OIL, **JACK, head_pressure=2.5e6, rod_pressure=2e5))
    valve = {"coefficient": 4e-7, "centre": "float", "underlap": 0.1, "critical_reynolds": 100.0}
    net.add(hy.directional_valve("valve", OIL, **valve, command=command))
    net.connect("pump", "valve.p")
    net.connect("tank", "valve.t")
    lines = {"a": "jack.head", "b": "jack.rod_side"}
    for side, chamber in lines.items():
        if not locked:
            net.connect(f"valve.{side}", chamber)
            continue
        net.add(hy.volume(f"line_{side}", 1e-4, OIL, pressure=ATM), hy.pilot_check_valve(f"lock_{side}", OIL, diameter=0.006))
        net.connect(f"valve.{side}", f"line_{side}")
        net.connect(f"line_{side}", f"lock_{side}.a")
        net.connect(f"lock_{side}.b", chamber)
    if locked:  # each opens with the pressure of the other side
        net.connect("lock_a.pilot", "line_b")
        net.connect("lock_b.pilot", "line_a")
    net.expose("line", "jack.rod")
    m.attach(net, {"line": (m.ground, table)}, prefix="")
    return m


def test_pilot_check_valves_lock_a_cylinder_for_a_minute():
    """With floating lines the table stays within a micrometre for 60 s; then it is lifted, and lowered, through the locks."""

    def command(t):
        return 0.5 * (_step(t, 61.0) - 2 * _step(t, 63.0) + _step(t, 65.0))

    m = lift(True, command)
    start = hold(m.assemble({"guide": 1.3}), level="rod")
    run = m.simulate(start, 66.0, **SOLVER)
    held = (run.t > 1.0) & (run.t < 60.0)
    x = run["jack.extension"]
    assert np.ptp(x[held]) < 1e-6
    assert np.allclose(run["lock_a.flow"][held], 0.0, atol=1e-15)
    lifted, lowered = np.interp(63.0, run.t, x), x[-1]
    assert lifted > x[0] + 0.05
    assert lowered < lifted - 0.05


def test_without_locks_the_floating_centre_lets_it_sink():
    m = lift(False, 0.0)
    with pytest.warns(WatchWarning, match="cavitation in the rod chamber"):
        run = m.simulate(m.assemble({"guide": 1.3}), 5.0, **SOLVER)
    assert run["jack.extension"][-1] < run["jack.extension"][0] - 0.03


# ------------------------------------------------------------------------------------------------- pressure and flow kept


@pytest.fixture(scope="module")
def kept():
    net = Network("bench", audit=True)
    net.add(hy.tank("tank", ATM), hy.pressure_source("mains", lambda t: 15e6 + 8e6 * ca.sin(3 * t)))
    # a pilot circuit behind a reducing valve, with a consumer that opens and closes
    net.add(hy.reducing_valve("reducer", OIL, setting=4e6, band=4e5, diameter=0.004, relieving=True))
    net.add(hy.volume("pilot", 2e-4, OIL, pressure=3.8e6))
    consumer = {"diameter": 0.0015, "critical_reynolds": 100.0, "opening": lambda t: 0.5 + 0.5 * ca.sin(5 * t)}
    net.add(hy.orifice("consumer", OIL, **consumer))
    for tail, head in (("mains", "reducer.a"), ("reducer.b", "pilot"), ("reducer.t", "tank"), ("pilot", "consumer.a"),
                       ("consumer.b", "tank")):  # fmt: skip
        net.connect(tail, head)
    # two cylinders fed from the mains, one by a flow control valve, one by an orifice, against a load that changes
    flow = 1.5e-4
    orifice = {"coefficient": flow / np.sqrt(10e6), "critical_reynolds": 10.0}
    feeds = {
        "even": hy.flow_control_valve("even_feed", OIL, flow=flow, margin=7e5, pressure=4e6),
        "uneven": hy.orifice("uneven_feed", OIL, **orifice),
    }
    damped = JACK | {"friction": hy.StribeckFriction(viscous=2e4)}
    p_start = (30e3 + ROD * ATM) / HEAD
    for name, feed in feeds.items():
        net.add(feed, hy.cylinder(name, OIL, **damped, extension=0.05, head_pressure=p_start, rod_pressure=ATM))
        net.add(Se(f"load_{name}", lambda t: 30e3 + 20e3 * ca.sin(2 * t), domain="translation"))
        net.connect("mains", f"{feed.name}.a")
        net.connect(f"{feed.name}.b", f"{name}.head")
        net.connect(f"{name}.rod_side", "tank")
        net.add(I(f"mass_{name}", 500.0, domain="translation"))
        net.connect(f"{name}.rod", f"mass_{name}")
        net.connect(f"{name}.rod", f"load_{name}")
    return net.simulate({}, 10.0, **SOLVER, output_step=0.01), flow


def test_reducing_valve_keeps_its_outlet(kept):
    """The mains swing by 16 MPa and the consumer from nothing to full: the outlet stays within the band below the setting."""
    run, _ = kept
    p = run["pilot.pressure"][run.t > 0.2]
    assert 4e6 - 4e5 < p.min() and p.max() < 4e6 + 5e4
    assert np.ptp(p) < 4e5 < 16e6 / 10


def test_flow_control_keeps_the_speed(kept):
    """Load pressure from 1.3 to 6.4 MPa, mains from 7 to 23: the speed stays within 5 %; behind an orifice it does not."""
    run, flow = kept
    later = run.t > 0.5
    even, uneven = (run[f"{name}.speed"][later] for name in ("even", "uneven"))
    assert np.ptp(run["even.head_pressure"][later]) > 4.5e6
    assert np.allclose(even, flow / HEAD, rtol=0.05)  # √(1 ± band/(2 margin)) of the valve, and the oil that is compressed
    assert np.ptp(uneven) > 0.5 * flow / HEAD


def test_energy_is_kept_account_of(kept):
    run, _ = kept
    error = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(error).max() < 1e-6 * run["mains/source.energy"][-1]
    for name in run.names:
        if name.startswith(("reducer/", "even_feed/")) and name.endswith((".edge.power", "/edge.power", "/orifice.power")):
            assert run[name].min() >= 0.0, name


# ------------------------------------------------------------------------------------------------------ one after the other


def test_sequence_valve_clamps_before_it_drills():
    """The second cylinder starts once the first has reached its stop and its pressure the setting."""
    net = Network("bench")
    net.add(hy.tank("tank", ATM), hy.flow_source("pump", 2e-4), hy.relief_valve("relief", setting=15e6, gradient=1e-9))
    net.add(hy.sequence_valve("sequence", OIL, setting=8e6, band=5e5, diameter=0.006), hy.volume("line", 1e-4, OIL))
    for name, feed, extension in (("clamp", "line", 0.7), ("drill", "sequence.b", 0.1)):
        options = JACK | {"end_stops": hy.EndStops(stiffness=2e7, damping=2.0), "extension": extension}
        net.add(hy.cylinder(name, OIL, **options))
        net.add(I(f"mass_{name}", 200.0, domain="translation"), R(f"drag_{name}", 2e4, domain="translation"))
        net.connect(f"{name}.rod", f"mass_{name}")
        net.connect(f"{name}.rod", f"drag_{name}")
        net.connect(feed, f"{name}.head")
        net.connect(f"{name}.rod_side", "tank")
    for tail, head in (("pump", "line"), ("line", "relief.a"), ("relief.b", "tank"), ("line", "sequence.a")):
        net.connect(tail, head)
    run = net.simulate({}, 8.0, **SOLVER, output_step=0.01)
    clamped = run.t[run["clamp.extension"] > 0.799][0]
    assert clamped == pytest.approx(0.1 * HEAD / 2e-4, rel=0.05)
    moving = run.t[run["drill.extension"] > 0.101][0]
    assert clamped < moving < clamped + 1.0
    assert run["line.pressure"][run.t > moving + 0.5].min() > 8e6  # the clamp keeps its pressure while the drill goes on
    assert run["drill.speed"][-1] == pytest.approx(2e-4 / HEAD, rel=0.01)
