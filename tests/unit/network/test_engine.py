"""Governed engine: steady speeds in closed form, transients of its flywheel, energy, fuel, and pumps that pull it down."""

import warnings

import numpy as np
import pytest
from scipy.optimize import brentq

import biela
import biela.files
from biela.base.errors import DescriptionError
from biela.network import Network, rotation
from biela.network import hydraulic as hy
from biela.simulation.watch import WatchWarning
from derived_text import network_text

STIFF = {"method": "rosenbrock", "rtol": 1e-8, "atol": 1e-10}
IDLE, HIGH, DROOP, J = 85.0, 209.0, 0.06, 3.0
DATA = {"speeds": (90.0, 150.0, 200.0), "torques": (900.0, 900.0, 900.0), "inertia": J, "idle": IDLE, "high": HIGH,
        "droop": DROOP, "drag": 60.0, "drag_rate": 0.2}  # fmt: skip
FALLING = DATA | {"torques": (1000.0, 1000.0, 700.0)}
IDEAL = hy.Fluid(cavitation=None)


def drag(w):
    return 60.0 + 0.2 * w


def loaded(load=None, **options):
    """An engine that turns a torque."""
    net = Network("n", audit=True)
    net.add(rotation.engine("engine", **DATA | options), rotation.torque("load", 0.0 if load is None else load))
    net.connect("engine.shaft", "load")
    return net


@pytest.mark.parametrize("lever", [0.3, 1.0])
@pytest.mark.parametrize("load", [0.0, 250.0, 700.0])
def test_speed_falls_with_the_load_along_the_droop(load, lever):
    """y = (M + M_d)/(M_f + M_d) and ω = ω₀ (1 − δ y): the slope of the governor."""
    run = loaded(load, lever=lever).simulate({}, 4.0, **STIFF)
    asked = IDLE + lever * (HIGH - IDLE)

    def balance(w):
        return w - asked * (1 - DROOP * (load + drag(w)) / (900.0 + drag(w)))

    expected = brentq(balance, 0.5 * asked, asked, xtol=1e-10)
    assert run["engine.speed"][0] == pytest.approx(asked)
    assert run["engine.speed"][-1] == pytest.approx(expected, rel=1e-7)
    assert run["engine.torque"][-1] == pytest.approx(load, abs=1e-4)
    assert run["engine.load_factor"][-1] == pytest.approx(load / 900.0, abs=1e-6)
    assert run["engine.rack"][-1] == pytest.approx((load + drag(expected)) / (900.0 + drag(expected)), rel=1e-6)
    assert run["engine.power"][-1] == pytest.approx(load * expected, abs=0.05)


def test_integral_part_returns_to_the_speed_that_is_asked_for():
    """Isochronous: the load comes at 2 s and goes at 6 s, and the speed sags, and is there again."""
    load = biela.table([0.0, 2.0, 2.2, 6.0, 6.2, 7.0], [0.0, 0.0, 600.0, 600.0, 0.0, 0.0])
    run = loaded(load, reset_time=0.4).simulate({}, 10.0, **STIFF)
    speed = run["engine.speed"]
    assert np.interp(5.9, run.t, speed) == pytest.approx(HIGH, rel=1e-5)
    assert speed[-1] == pytest.approx(HIGH, rel=1e-5)
    assert speed[(run.t > 2.0) & (run.t < 4.0)].min() < 0.985 * HIGH
    assert speed[(run.t > 6.0) & (run.t < 8.0)].max() > 1.005 * HIGH
    assert run["engine.rack"].min() >= 0.0 and run["engine.rack"].max() <= 1.0


def test_overload_does_not_wind_the_governor_up():
    """Held at full fuel for a short and a long time, then free: the integral stays within 0 … 1, so the speed within δ."""
    peaks = []
    for length in (0.3, 3.0):
        times = [0.0, 1.0, 1.05, 1.05 + length, 1.1 + length, 3.0 + length]
        load = biela.table(times, [0.0, 0.0, 880.0, 880.0, 0.0, 0.0])
        run = loaded(load, reset_time=0.4, torques=(870.0,) * 3).simulate({}, 3.0 + length, **STIFF)
        after = run.t > 1.1 + length
        peaks.append(run["engine.speed"][after].max())
    assert max(peaks) < HIGH * (1 + DROOP)
    assert peaks[1] < peaks[0] + 4.0


def test_flywheel_runs_down_against_the_drag_alone():
    """Lever at idle, started fast: y = 0 and J ω̇ = −(d + k ω), so ω = (ω₁ + d/k) e^−kt/J − d/k."""
    run = loaded(lever=0.0, rate=200.0).simulate({}, 10.0, **STIFF)
    free = (200.0 + 60.0 / 0.2) * np.exp(-0.2 * run.t / J) - 60.0 / 0.2
    above = free > 1.02 * IDLE
    assert 30 < above.sum() < len(run.t)
    assert np.allclose(run["engine.speed"][above], free[above], rtol=1e-6)
    assert run["engine.speed"][-1] == pytest.approx(IDLE, rel=0.02)
    assert run["engine.speed"].min() > 0.98 * IDLE


def test_engine_speeds_up_with_its_full_torque():
    """J ω̇ = M_f − M at full fuel, until the governor takes over."""
    run = loaded(300.0, rate=100.0).simulate({}, 0.45, **STIFF)
    expected = 100.0 + (900.0 - 300.0) / J * run.t
    full = expected < HIGH * (1 - 1.2 * DROOP)
    assert full.sum() > 20
    assert np.allclose(run["engine.speed"][full], expected[full], rtol=1e-7)
    assert np.allclose(run["engine.torque"][full], 900.0, rtol=1e-9)
    assert np.allclose(run["engine.shaft_torque"][full], 300.0, rtol=1e-9)


def test_time_constant_under_the_governor():
    """About a steady point the pole is −(∂M_load − ∂M)/J with ∂M = −(M_f + M_d)/(δ ω₀) − (1 − y) k for a flat curve."""
    net = loaded(450.0)
    run = net.simulate({}, 4.0, **STIFF)
    w, y = run["engine.speed"][-1], run["engine.rack"][-1]
    model = net.linearise({"engine/flywheel": J * w})
    expected = -((900.0 + drag(w)) / (DROOP * HIGH) + (1 - y) * 0.2) / J
    assert np.min(model.eigenvalues.real) == pytest.approx(expected, rel=1e-8)


def test_overload_follows_the_full_load_curve():
    """Beyond the governor: M_f(ω) = load on the falling branch, 1000 − 6 (ω − 150)."""
    run = loaded(850.0, **FALLING).simulate({}, 10.0, **STIFF)
    assert run["engine.rack"][-1] == pytest.approx(1.0, abs=1e-12)
    assert run["engine.speed"][-1] == pytest.approx(150.0 + (1000.0 - 850.0) / 6.0, rel=1e-6)
    assert run["engine.load_factor"][-1] == pytest.approx(1.0, rel=1e-6)


def test_lag_of_the_injection_is_first_order():
    """The rack of an engine whose flywheel is very heavy answers a step of the lever as 1 − e^−t/T."""
    lever = biela.step(0.55, before=0.5, start=0.0, rise=1e-3)
    run = loaded(lag=0.2, lever=lever, inertia=1e9, rate=IDLE + 0.5 * (HIGH - IDLE)).simulate({}, 1.0, **STIFF)
    asked = (1 - 147.0 / 153.2) / DROOP
    late = run.t > 0.01
    expected = asked * (1 - np.exp(-(run.t[late] - 0.5e-3) / 0.2))  # the middle of the rise
    assert np.allclose(run["engine.rack"][late], expected, rtol=1e-4, atol=2e-5)


def test_fuel_is_the_specific_consumption_at_full_load_and_more_for_each_joule_at_part_load():
    curve = (6e-8, 5.5e-8, 5.7e-8)
    full = loaded(880.0, rate=150.0, torques=(880.0,) * 3, lever=1.0, consumption=curve).simulate({}, 1.0, **STIFF)
    assert full["engine.speed"][-1] == pytest.approx(150.0, rel=1e-9)
    assert full["engine.fuel_flow"][-1] == pytest.approx(5.5e-8 * 880.0 * 150.0, rel=1e-9)
    assert full["engine.fuel"][-1] == pytest.approx(5.5e-8 * 880.0 * 150.0 * 1.0, rel=1e-6)
    part = loaded(300.0, consumption=5.5e-8).simulate({}, 4.0, **STIFF)
    specific = part["engine.fuel_flow"][-1] / part["engine.power"][-1]
    w = part["engine.speed"][-1]
    y = (300.0 + drag(w)) / (900.0 + drag(w))
    assert specific == pytest.approx(5.5e-8 * y * 900.0 / 300.0, rel=1e-6)
    assert specific > 1.1 * 5.5e-8
    idling = loaded(lever=0.0, consumption=5.5e-8).simulate({}, 3.0, **STIFF)
    assert idling["engine.fuel_flow"][-1] > 0


# ------------------------------------------------------------------------------------------------------- with pumps


def with_pumps(setting=1.0, main=150e-6, limit=None, **options):
    """Two pumps on one shaft, each over a relief valve."""
    net = Network("n", audit=True)
    net.add(rotation.engine("engine", **FALLING | options), hy.tank("tank"))
    own = {
        "main": ({"displacement": main, "setting": setting, "power_limit": limit}, 25e6),
        "pilot": ({"displacement": 20e-6}, 4e6),
    }
    for name, (data, pressure) in own.items():
        net.add(hy.pump(name, fluid=IDEAL, **data), hy.relief_valve(f"load_{name}", setting=pressure, gradient=1e-8))
        for tail, head in (("engine.shaft", f"{name}.shaft"), ("tank", f"{name}.a"), (f"{name}.b", f"load_{name}.a"),
                           (f"load_{name}.b", "tank")):  # fmt: skip
            net.connect(tail, head)
    return net


def pump_torque(w):
    """D (p_set + D ω/K) of both pumps."""
    return sum(V / (2 * np.pi) * (p + V / (2 * np.pi) * w / 1e-8) for V, p in ((150e-6, 25e6), (20e-6, 4e6)))


@pytest.fixture(scope="module")
def working():
    lever = biela.table([0.0, 0.5, 1.0, 4.0], [0.2, 0.2, 1.0, 1.0])
    setting = biela.table([0.0, 2.0, 2.05, 4.0], [0.0, 0.0, 1.0, 1.0])
    return with_pumps(setting=setting, lever=lever).simulate({}, 5.0, **STIFF)


def test_engine_and_pumps_meet_where_their_torques_do(working):
    def full(w):
        return np.interp(w, (90.0, 150.0, 200.0), (1000.0, 1000.0, 700.0))

    def balance(w):
        y = min((1 - w / HIGH) / DROOP, 1.0)
        return y * (full(w) + drag(w)) - drag(w) - pump_torque(w)

    expected = brentq(balance, 150.0, 208.0, xtol=1e-10)
    assert working["engine.speed"][-1] == pytest.approx(expected, rel=1e-6)
    assert working["engine.shaft_torque"][-1] == pytest.approx(pump_torque(expected), rel=1e-6)
    total = working["main.torque"] + working["pilot.torque"]
    assert np.allclose(working["engine.shaft_torque"], total, rtol=1e-9, atol=1e-6)


def test_speed_sags_under_the_pumps_and_recovers(working):
    before = np.interp(1.95, working.t, working["engine.speed"])
    assert before > 1.02 * working["engine.speed"][-1]
    assert working["main.flow"][-1] == pytest.approx(150e-6 / (2 * np.pi) * working["engine.speed"][-1], rel=1e-6)


def test_energy_of_engine_flywheel_and_pumps(working):
    """∫ combustion = friction + Δ ½ J ω² + both pumps, and the machine's own account closes."""
    burnt = working["engine/combustion.energy"][-1]
    stored = 0.5 * J * (working["engine.speed"][-1] ** 2 - working["engine.speed"][0] ** 2)
    assert working["engine/flywheel.energy"][-1] - working["engine/flywheel.energy"][0] == pytest.approx(stored, rel=1e-9)
    shaft = np.trapezoid(working["main.shaft_power"] + working["pilot.shaft_power"], working.t)
    assert burnt == pytest.approx(working["engine/friction.energy"][-1] + stored + shaft, rel=1e-4)
    closure = working["machine.energy"] - working["machine.energy"][0] - working["machine.work"]
    assert np.abs(closure).max() < 1e-6 * burnt


def test_pump_that_asks_too_much_stalls_the_engine_unless_its_power_is_limited():
    with pytest.warns(WatchWarning, match=r"engine 'engine' \(at 'engine'\) stalls at t = .*falls below 42.5 rad/s.*power_limit"):
        stalled = with_pumps(main=350e-6).simulate({}, 3.0, method="rosenbrock", rtol=1e-6, atol=1e-8)
    assert abs(stalled["engine.speed"][-1]) < 5.0
    with warnings.catch_warnings():
        warnings.simplefilter("error", WatchWarning)
        kept = with_pumps(main=350e-6, limit=lambda s: 0.9 * s["engine.full_power"]).simulate({}, 4.0, **STIFF)
    assert kept["engine.speed"].min() > 150.0
    assert kept["main.shaft_power"][-1] == pytest.approx(0.9 * kept["engine.full_power"][-1], rel=1e-6)
    assert 0.9 < kept["engine.load_factor"][-1] < 0.95  # the pilot pump takes the rest


def test_engine_and_pumps_come_back_from_a_file():
    m = biela.Mechanism("m")
    m.revolute("J", m.ground, m.body("b", mass=1.0, inertia=(1.0, 1.0, 1.0)))
    m.attach(with_pumps(limit=lambda s: 0.9 * s["engine.full_power"], consumption=5.6e-8, reset_time=0.5), {})
    text = biela.files.dumps(m)
    assert "type: rotation.engine" in text and "engine.full_power" in text
    again = biela.files.loads(text).mechanism
    assert network_text(again) == network_text(m)
    assert biela.files.dumps(again) == text


def test_engine_is_not_driven_the_wrong_way_round():
    net = Network("n")
    net.add(rotation.engine("engine", **DATA), rotation.torque("load", 100.0))
    net.connect("load", "engine.shaft")
    with pytest.raises(DescriptionError, match=r"the shaft of 'engine' is the head .*connect\(\"engine.shaft\", …\)"):
        net.simulate({}, 0.1)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"speeds": (100.0,), "torques": (900.0,)}, r"speeds of engine 'e' are \(100.0,\): give at least two points"),
        ({"torques": (900.0, 800.0)}, r"engine 'e' has 3 speeds and 2 torques"),
        ({"speeds": (100.0, 90.0, 200.0)}, r"speeds of engine 'e': 90 rad/s at place 2 does not follow 100"),
        ({"torques": (900.0, -1.0, 900.0)}, r"one of the torques of engine 'e' is -1"),
        ({"torques": (900.0, np.nan, 900.0)}, r"one of the torques of engine 'e' is nan"),
        ({"inertia": 0.0}, r"inertia of engine 'e' is 0"),
        ({"idle": -1.0}, r"idle speed of engine 'e' is -1"),
        ({"high": 50.0}, r"high speed of engine 'e' is 50 rad/s, not above its idle speed of 85"),
        ({"high": 2000.0}, r"high speed of engine 'e' is 2000 rad/s, far beyond .*2000 rpm is 209.4"),
        ({"droop": 5.0}, r"droop of engine 'e' is 5: .*5 % is 0.05"),
        ({"droop": 0.0}, r"droop of engine 'e' is 0"),
        ({"reset_time": 0.0}, r"reset time of engine 'e' is 0"),
        ({"lag": -0.1}, r"lag of engine 'e' is -0.1"),
        ({"drag": -1.0}, r"drag of engine 'e' is -1"),
        ({"drag_rate": np.inf}, r"drag rate of engine 'e' is inf"),
        ({"lever": 1.5}, r"lever of engine 'e' is 1.5: it lies between 0"),
        ({"lever": np.nan}, r"lever of engine 'e' is nan"),
        ({"rate": -5.0}, r"rate at the start of engine 'e' is -5"),
        ({"consumption": 200.0}, r"consumption of engine 'e' is 200 kg/J: 200 g/kWh is"),
        ({"consumption": (1e-8, 2e-8)}, r"consumption of engine 'e' has 2 values for 3 speeds"),
    ],
)  # fmt: skip
def test_engines_that_cannot_be(change, text):
    with pytest.raises(DescriptionError, match=text):
        rotation.engine("e", **DATA | change)
