"""The excavator with its hydraulics as published: statics, linearisation, the 10 s manoeuvre, power, swing.

Numbers: the thesis named in `biela.library.excavator`, and an independent rebuild of it (`excavator_by_hand`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from excavator_by_hand import PRESSURES, X_END, X_START, ByHand
from scipy.integrate import solve_ivp

import biela
from biela.base.errors import StepTooLarge
from biela.equations.layout import layout_of
from biela.library import excavator
from biela.library.excavator import data
from biela.simulation import hold
from biela.simulation.history import History
from biela.state.functions import functions_of

PARTS = ("boom", "arm", "bucket")
STIFF = {"method": "rosenbrock", "rtol": 1e-8, "atol": 1e-10}
COUNT = {"boom": 2, "arm": 1, "bucket": 1}


@pytest.fixture(scope="module")
def machine() -> biela.Mechanism:
    """As printed: literal friction, swing inactive."""
    return excavator.published(swing=False)


@pytest.fixture(scope="module")
def run(machine: biela.Mechanism) -> History:
    return machine.simulate(excavator.pose(machine), 10.0, output_step=2e-3, **STIFF)


# -------------------------------------------------------------------------------------------------------------- at rest


def test_start_is_the_published_one(run: History) -> None:
    for k, part in enumerate(PARTS):
        assert run[f"{part}_cylinder.extension"][0] == pytest.approx(X_START[k], abs=1e-9)
        assert run[f"{part}_hose.pressure"][0] == PRESSURES[3 * k]
        assert run[f"{part}_cylinder.head_pressure"][0] == PRESSURES[3 * k + 1]
        assert run[f"{part}_cylinder.rod_pressure"][0] == PRESSURES[3 * k + 2]
    forces = [run[f"{part}_cylinder.force"][0] for part in PARTS]
    assert forces == pytest.approx([88.04e3, -35.33e3, -10.25e3], rel=1e-3)


def test_balanced_pressures_hold_the_machine(machine: biela.Mechanism) -> None:
    """n (A₁p₂ − A₂p₃) is the holding force; with one chamber at tank pressure, the other follows."""
    state = hold(excavator.pose(machine), level="rod")
    for part, force in zip(PARTS, (176.22e3, -35.47e3, -10.18e3), strict=True):
        assert COUNT[part] * state[f"{part}_cylinder.net_force"] == pytest.approx(force, rel=1e-3)
        assert state[f"{part}_hose.pressure"] == pytest.approx(state[f"{part}_cylinder.head_pressure"], rel=1e-12)
    for pin in ("boom_pin", "arm_pin", "bucket_pin"):
        assert abs(state[f"{pin}.acceleration"]) < 1e-9
    areas = {part: data.CYLINDERS[f"{part}_cylinder"] for part in PARTS}
    p_T = data.TANK_PRESSURE
    forces = {part: state[f"{part}_cylinder.net_force"] for part in PARTS}
    boom, arm, bucket = (areas[part] for part in PARTS)
    assert (forces["boom"] + boom.piston.rod_area * p_T) / boom.piston.head_area == pytest.approx(1.30e6, rel=5e-3)
    assert (arm.piston.head_area * p_T - forces["arm"]) / arm.piston.rod_area == pytest.approx(2.41e6, rel=5e-3)
    assert (bucket.piston.head_area * p_T - forces["bucket"]) / bucket.piston.rod_area == pytest.approx(0.83e6, rel=5e-3)


def test_chambers_at_the_start(run: History) -> None:
    volumes = {"boom": (51.81, 38.69), "arm": (47.52, 3.947), "bucket": (22.69, 17.01)}  # litres, each cylinder
    for part, (head, rod) in volumes.items():
        assert run[f"{part}_cylinder.head_volume"][0] / COUNT[part] == pytest.approx(1e-3 * head, rel=1e-3)
        assert run[f"{part}_cylinder.rod_volume"][0] / COUNT[part] == pytest.approx(1e-3 * rod, rel=1e-3)


@pytest.mark.parametrize(("friction", "still"), [("literal", False), ("absolute", True)])
def test_ripple_of_the_held_machine(friction: Any, still: bool) -> None:
    """Valves shut, from rest: the law as printed feeds the 41 Hz mode, that with the absolute value lets it die."""
    m = excavator.published(swing=False, closed_loop=False, friction=friction)
    state = hold(excavator.pose(m), level="rod")
    held = m.simulate(state, 10.0, output_step=2e-3, **STIFF)
    drift = max(np.ptp(held[f"{part}_cylinder.extension"]) for part in PARTS)
    if still:
        assert drift < 1e-6
    # the same after a push of 10 kPa on the bucket's rod side
    pushed = state.with_states({"bucket_cylinder.rod_pressure": 30.13e6 + 1e4})
    held = m.simulate(pushed, 10.0, output_step=2e-3, **STIFF)
    speed = np.abs(held["bucket_cylinder.speed"])
    early, late = speed[500:1000].max(), speed[-500:].max()
    assert late < 0.5 * early if still else late > 2 * early


# -------------------------------------------------------------------------------------------------------- linearisation


def modes(A: Any) -> tuple[list[float], list[float]]:
    """Imaginary parts of the oscillating modes, and real parts of the others that are not zero."""
    values = np.linalg.eigvals(A)
    return sorted(v.imag for v in values if v.imag > 1), sorted(v.real for v in values if v.imag == 0 and v.real < -1e-3)


def test_linearised_with_closed_valves() -> None:
    m = excavator.published(swing=False, closed_loop=False)
    waves, decays = modes(m.linearise(excavator.pose(m)).A)
    assert waves == pytest.approx([57.35, 91.37, 252.1], rel=1e-3)
    assert decays == pytest.approx([-6434, -4376, -3562], rel=1e-3)


@pytest.mark.parametrize("friction", ["literal", "absolute"])
def test_linearised_with_control_and_swing(friction: Any) -> None:
    """The slope of a valve at its centre is the mean of both sides; the swing loop is undamped."""
    m = excavator.published(friction=friction)
    sides = [m.linearise(excavator.pose(m, {name: c.extension + e for name, c in data.CYLINDERS.items()})).A for e in (1e-9, -1e-9)]
    A = (sides[0] + sides[1]) / 2
    waves, decays = modes(A)
    assert waves == pytest.approx([59.75, 95.24, 269.8, 287.2], rel=1e-3)
    s = data.SWING
    D, K_q = s.ratio * s.motor_displacement / (2 * np.pi), s.pump_displacement * s.pump_speed / s.pump_stroke
    assert waves[-1] == pytest.approx(np.sqrt((K_q * s.gain + D) * D / (233867 * s.capacity)), rel=1e-3)
    assert decays == pytest.approx([-6434, -4376, -3562, -3.49, -1.433, -1.018], rel=2e-3)
    growth = {round(v.imag): v.real for v in np.linalg.eigvals(A) if v.imag > 1}
    # largest gains that were not unstable at rest, says the source: 9 and 15 Hz are just beyond; the printed friction
    # drives the 41 Hz mode, its absolute value damps it
    assert 0.2 < growth[60] < 0.8 and 0.2 < growth[95] < 0.8
    assert growth[270] == pytest.approx(3.2 if friction == "literal" else -0.29, rel=0.02)
    assert abs(growth[287]) < 1e-6


# --------------------------------------------------------------------------------------------------------- the manoeuvre


def test_reference_run(run: History) -> None:
    """Times within 0.1 s, the rest within 3 %."""
    t = run.t
    table = {  # settled at, peak speed, at, peak U, error at 10 s [mm], final force [kN], pressures at 10 s [MPa]
        "boom": (6.96, 0.154, 2.71, 1.06, -0.4, 76.6, (6.2, 6.2, 9.2)),
        "arm": (7.14, -0.172, 3.01, -0.37, 0.8, -49.1, (14.8, 14.8, 32.2)),
        "bucket": (4.73, -0.234, 3.17, -0.76, 0.0, -12.5, (15.9, 15.9, 32.0)),
    }
    for k, (part, (settled, peak, when, opening, error, force, pressures)) in enumerate(table.items()):
        x, v, U = (run[f"{part}_{s}"] for s in ("cylinder.extension", "cylinder.speed", "valve.opening"))
        late = np.flatnonzero(np.abs(x - X_END[k]) > 0.02 * abs(X_END[k] - X_START[k]))[-1] + 1
        fast = np.abs(v).argmax()
        assert t[late] == pytest.approx(settled, abs=0.1)
        assert v[fast] == pytest.approx(peak, rel=0.03) and t[fast] == pytest.approx(when, abs=0.1)
        assert U[np.abs(U).argmax()] == pytest.approx(opening, rel=0.03)
        assert 1e3 * (x[-1] - X_END[k]) == pytest.approx(error, abs=0.05)
        assert run[f"{part}_cylinder.force"][-1] == pytest.approx(1e3 * force, rel=0.03)
        last = [run[s][-1] for s in (f"{part}_hose.pressure", f"{part}_cylinder.head_pressure", f"{part}_cylinder.rod_pressure")]
        assert last == pytest.approx([1e6 * p for p in pressures], rel=0.03)
    extremes = {part: (run[f"{part}_cylinder.force"].min(), run[f"{part}_cylinder.force"].max()) for part in PARTS}
    assert extremes["boom"][1] == pytest.approx(102.2e3, rel=0.03)
    assert extremes["arm"] == pytest.approx((-49.1e3, -34.3e3), rel=0.03)
    assert extremes["bucket"] == pytest.approx((-19.0e3, -7.5e3), rel=0.03)
    assert run.closure_error < 1e-7


def test_features_that_the_source_describes(run: History) -> None:
    """Of its figures, which are lost, the text keeps these."""
    t = run.t
    # the boom lags and never reaches the speed of its reference; the bucket comes nearer
    assert run["boom_cylinder.speed"].max() < 0.5 * run["boom_reference_speed.value"].max()
    bucket = run["bucket_cylinder.speed"].min() / run["bucket_reference_speed.value"].min()
    assert bucket == pytest.approx(0.77, abs=0.01)
    rising = run["boom_hose.pressure"]
    assert rising[t < 3].max() > 0.85 * 36e6  # p₁ rises towards the pump's
    gap = run["boom_cylinder.rod_pressure"] - run["boom_cylinder.head_pressure"]
    assert gap[(t > 2.5) & (t < 3)].mean() < 0.5 * gap[0]  # p₂ and p₃ come nearer with speed
    assert run["boom_hose.pressure"][-1] == pytest.approx(run["boom_cylinder.head_pressure"][-1], rel=2e-3)
    moving = (t > 2.5) & (t < 3.5)
    assert (run["arm_cylinder.head_pressure"] > run["arm_hose.pressure"])[moving].all()  # oil flows back to the tank
    assert (run["arm_cylinder.rod_pressure"] > run["arm_cylinder.head_pressure"])[moving].all()
    for part in PARTS:  # every force grows first, and settles elsewhere
        F = np.abs(run[f"{part}_cylinder.force"])
        assert F[(t > 1) & (t < 4)].max() > 1.02 * F[0]
    assert run["boom_cylinder.force"][-1] < run["boom_cylinder.force"][0]  # the arm has come closer
    assert 1.0 < run["boom_valve.opening"].max() < 1.1


def test_energies_of_the_manoeuvre(run: History) -> None:
    t = run.t
    integral = lambda x: float(np.trapezoid(x, t))  # noqa: E731
    gained = run["machine.kinetic_energy"] + run["machine.gravity_energy"]
    rods = sum(integral(run[f"port {part}_cylinder.power"]) for part in PARTS)
    assert gained[-1] - gained[0] == pytest.approx(129.17e3, rel=1e-3)
    assert rods == pytest.approx(gained[-1] - gained[0], rel=1e-4)
    powers = audit(run)
    assert integral(powers["supply"]) == pytest.approx(3.51e6, rel=3e-3)
    assert integral(powers["orifices"]) == pytest.approx(3.40e6, rel=3e-3)
    assert integral(powers["friction"]) == pytest.approx(2.4e3, rel=0.03)
    assert integral(powers["compression"]) == pytest.approx(-19e3, rel=0.03)
    assert powers["supply"].max() == pytest.approx(1.0e6, rel=0.03)


def audit(run: History) -> dict[str, Any]:
    """Where the power of the pump goes."""
    total = lambda names: sum(run[n] for n in names)  # noqa: E731
    return {
        "supply": run["pump.power"] + run["tank.power"],
        "orifices": total(f"{part}_{x}.loss" for part in PARTS for x in ("valve", "throttle")),
        "friction": total(f"{part}_cylinder/friction.power" for part in PARTS),
        "compression": total(f"{part}_{x}.power" for part in PARTS for x in ("cylinder/head_oil", "cylinder/rod_oil", "hose/oil")),
        "rods": total(f"port {part}_cylinder.power" for part in PARTS),
    }


def test_power_balance_at_every_instant(run: History) -> None:
    powers = audit(run)
    supply = powers.pop("supply")
    assert np.abs(supply - sum(powers.values())).max() < 1e-6 * np.abs(supply).max()
    gap = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(gap).max() < 1e-3 * 3.51e6
    for part in PARTS:
        for x in ("valve", "throttle"):
            assert run[f"{part}_{x}.loss"].min() > -1e-9 * supply.max()


@pytest.mark.parametrize(
    "friction",
    [pytest.param("literal", marks=pytest.mark.xfail(reason="as printed it feeds energy where a rod is pulled", strict=True)),
     "absolute", "dissipative"],
)  # fmt: skip
def test_friction_never_feeds_energy(friction: Any) -> None:
    m = excavator.published(swing=False, friction=friction)
    short = m.simulate(excavator.pose(m), 3.0, method="rosenbrock", rtol=1e-6, atol=1e-8)
    for part in PARTS:
        assert short[f"{part}_cylinder/friction.power"].min() > -1e-6


# ----------------------------------------------------------------------------------------- second solver, second derivation


def disagreement(run: History, x: Any, p: Any) -> float:
    """Largest difference to extensions x, as part of each cylinder's travel, and to pressures p, as part of the pump's."""
    found = []
    for k, part in enumerate(PARTS):
        travel = abs(X_END[k] - X_START[k])
        found.append(np.abs(run[f"{part}_cylinder.extension"] - x[k]).max() / travel)
        names = (f"{part}_hose.pressure", f"{part}_cylinder.head_pressure", f"{part}_cylinder.rod_pressure")
        found += [np.abs(run[name] - p[3 * k + j]).max() / 36e6 for j, name in enumerate(names)]
    return float(max(found))


def by_hand_run(t: Any, friction: str) -> tuple[Any, Any]:
    o = ByHand(friction=friction)
    X = o.start()
    X[24:] = PRESSURES
    size = np.concatenate([np.full(24, 1e-9), np.full(10, 10.0)])
    solved = solve_ivp(o.rates, (t[0], t[-1]), X, "LSODA", t, rtol=1e-7, atol=size, max_step=0.05)
    x = np.array([o.lengths(q)[0].full().ravel() for q in solved.y[:12].T]).T
    return x, solved.y[24:]


def test_whole_manoeuvre_by_the_second_derivation() -> None:
    """Friction with the absolute value: with the printed law the growing 41 Hz ripple decides, and phases differ."""
    m = excavator.published(swing=False, friction="absolute")
    ours = m.simulate(excavator.pose(m), 10.0, **STIFF)
    assert disagreement(ours, *by_hand_run(ours.t, "absolute")) < 1e-3


def test_first_seconds_by_the_second_derivation() -> None:
    m = excavator.published(swing=False, friction="absolute")
    ours = m.simulate(excavator.pose(m), 2.0, output_step=0.02, **STIFF)
    assert disagreement(ours, *by_hand_run(ours.t, "absolute")) < 1e-3


def test_rates_of_the_second_derivation(machine: biela.Mechanism, run: History) -> None:
    """In the middle of the manoeuvre, all moving: accelerations and pressure rates to 1e-9."""
    o = ByHand()
    for t in (1.7, 2.7, 3.3):
        k = int(np.abs(run.t - t).argmin())
        value = lambda name, k=k: run[name][k]  # noqa: E731
        joints = ("swing", "boom_pin", "arm_pin", "bucket_pin", "rocker_pin", "link_pin")
        q = np.array([0] * 6 + [value(f"{j}.angle") for j in joints])
        v = np.array([0] * 6 + [value(f"{j}.rate") for j in joints])
        names = [
            n
            for part in PARTS
            for n in (f"{part}_hose.pressure", f"{part}_cylinder.head_pressure", f"{part}_cylinder.rod_pressure")
        ]
        vdot, _, p_dot = o.accelerations(run.t[k], q, v, np.array([*(value(n) for n in names), 2e6]))
        ours = [value(f"{j}.acceleration") for j in joints]
        assert vdot[6:] == pytest.approx(ours, rel=1e-7, abs=1e-9)
        # pressures by their names among the states
        x_dot = np.ravel(functions_of(machine)["rates"](run.t[k], run.x[k], run.u, run.p))
        states = [s.name for s in layout_of(machine).network_states]
        first = len(x_dot) - 1 - len(states)
        own = [n for part in PARTS for n in (f"{part}_hose/oil", f"{part}_cylinder/head_oil", f"{part}_cylinder/rod_oil")]
        rates = [x_dot[first + states.index(f"{name}.effort")] for name in own]
        assert p_dot[:9] == pytest.approx(rates, rel=1e-6, abs=1.0)


def test_an_explicit_step_that_is_too_large_is_refused(machine: biela.Mechanism) -> None:
    """Poles beyond −6000 1/s: a millisecond is too long for RK4, and the run says so instead of softening the oil."""
    with pytest.raises(StepTooLarge, match="6434"):
        machine.simulate(excavator.pose(machine), 0.5, method="rk4", step=1e-3)


def test_two_stiff_solvers_and_two_tolerances_agree(machine: biela.Mechanism) -> None:
    m = excavator.published(swing=False, friction="absolute")
    state = excavator.pose(m)
    runs = [
        m.simulate(state, 4.0, method=method, rtol=rtol, atol=rtol / 100)
        for method, rtol in (("rosenbrock", 1e-6), ("rosenbrock", 1e-9), ("cvode-bdf", 1e-7))
    ]
    for other in (runs[0], runs[2]):
        x = [runs[1][f"{part}_cylinder.extension"] for part in PARTS]
        p = [
            runs[1][n]
            for part in PARTS
            for n in (f"{part}_hose.pressure", f"{part}_cylinder.head_pressure", f"{part}_cylinder.rod_pressure")
        ]
        assert disagreement(other, x, p) < 1e-3


# --------------------------------------------------------------------------------------------------------------- holding


def quasi_static(part: str, force: float, leak: float, duration: float) -> float:
    """Drift of a cylinder under a constant load, valve shut, oil leaking past the piston: the chambers alone.

    A₁p₂ − A₂p₃ = F stays; C₂ ṗ₂ = −Q − A₁ẋ, C₃ ṗ₃ = Q + A₂ẋ, Q = k (p₂ − p₃), C = V/B_e; the hose before the throttle belongs
    to the piston side.
    """
    c = data.CYLINDERS[f"{part}_cylinder"]
    A1, A2 = c.piston.head_area, c.piston.rod_area
    hose = np.pi / 4 * data.HOSE_BORE**2
    h1, h2, h3 = (hose * length for length in c.hoses)

    def capacity(swept: float, line: float) -> float:
        return (swept + line) / data.OIL_MODULUS + swept / data.WALL_MODULUS + line / data.HOSE_MODULUS

    def rates(t: float, y: Any) -> list[float]:
        x, p3 = y
        p2 = (force + A2 * p3) / A1
        C2, C3 = capacity(A1 * x, h1 + h2), capacity(A2 * (c.stroke - x), h3)
        Q = leak * (p2 - p3)
        xdot = -Q * (A1 / C2 + A2 / C3) / (A1**2 / C2 + A2**2 / C3)
        return [xdot, (Q + A2 * xdot) / C3]

    solved = solve_ivp(rates, (0, duration), [c.extension, c.pressures[2]], rtol=1e-9, atol=1e-12)
    return float(solved.y[0, -1] - c.extension)


@pytest.fixture(scope="module")
def leaky() -> tuple[biela.Mechanism, biela.State]:
    """With leakage past the pistons, and the pressures that hold the machine without it: no others would stay."""
    tight, m = (excavator.published(swing=False, closed_loop=False, friction="dissipative", leakage=k) for k in (0.0, 1e-13))
    held = hold(excavator.pose(tight), level="rod")
    names = [n for part in PARTS for n in (f"{part}_hose.pressure", f"{part}_cylinder.head_pressure")]
    return m, excavator.pose(m).with_states({name: held[name] for name in names})


def test_holding_for_a_minute() -> None:
    m = excavator.published(swing=False, closed_loop=False, friction="dissipative")
    held = m.simulate(excavator.pose(m), 60.0, **STIFF)
    for part in PARTS:
        assert np.ptp(held[f"{part}_cylinder.extension"]) < 1e-4


def test_holding_for_a_minute_with_leakage(leaky: Any) -> None:
    m, state = leaky
    held = m.simulate(state, 60.0, **STIFF)
    for part in PARTS:
        force = state[f"{part}_cylinder.net_force"]
        drift = held[f"{part}_cylinder.extension"][-1] - held[f"{part}_cylinder.extension"][0]
        assert drift == pytest.approx(quasi_static(part, force, 1e-13, 60.0), rel=0.02)
        assert abs(drift) > 5e-4


def test_cavitation_of_the_held_arm_is_reported(leaky: Any) -> None:
    """p₂ = p₃ = F/(A₁ − A₂) is negative for the arm: its piston side empties, and the run says when."""
    m, state = leaky
    with pytest.warns(UserWarning, match="cavitation"):
        held = m.simulate(state, 3000.0, **STIFF)
    assert any("arm_cylinder" in note and "cavitation" in note for note in held.notes)
    assert not any("boom_cylinder" in note for note in held.notes)


# ----------------------------------------------------------------------------------------------------------------- swing


@pytest.fixture(scope="module")
def swinging() -> History:
    m = excavator.published(swing_leakage=1e-12)
    return m.simulate(excavator.pose(m), 10.0, method="rosenbrock", rtol=1e-7, atol=1e-9, output_step=2e-3)


def test_swing_of_the_published_machine(swinging: History) -> None:
    run, t = swinging, swinging.t
    assert 175 < np.degrees(run["swing.angle"][-1]) < 185
    assert np.abs(run["swing.rate"] - run["swing_control.reference"])[t > 2.5].max() < 0.02
    ripple = run["swing_drive.pressure"]
    early, late = (np.ptp(ripple[(t > a) & (t < a + 0.5)]) / 2 for a in (3.0, 7.5))
    assert 5e6 < early < 20e6  # of the order of 10 MPa
    assert late < 0.35 * early  # it decays between 3 and 8 s
    steady = (t > 7.0) & (t < 8.0)
    assert ripple[steady].mean() == pytest.approx(2e6, abs=1e6)
    assert abs(run["swing.effort"][steady].mean()) < 0.05 * run["swing.effort"].max()
    assert ripple[t > 8.2].min() < 0  # one line only: below zero while it brakes
    # a level base feels the torque of the swing, and nothing else about its vertical
    assert run["parked.moment_on_child_z"] == pytest.approx(run["swing.effort"], abs=1e-6 * run["swing.effort"].max())


def test_velocity_terms_on_the_boom_are_small(swinging: History) -> None:
    """Against gravity and the cylinders: 16 against 256 and 300 kN·m; the sum is zero at both ends, negative, then positive."""
    from biela.app.published.excavator import boom_forces

    forces = boom_forces(swinging)
    largest = {name: np.abs(values).max() for name, values in forces.items()}
    assert largest["velocity terms"] == pytest.approx(16e3, rel=0.03)
    assert largest["gravity"] == pytest.approx(256e3, rel=0.01)
    assert largest["cylinders"] == pytest.approx(300e3, rel=0.03)
    total, t = forces["sum"], swinging.t
    assert total.min() == pytest.approx(-40e3, rel=0.05) and total.max() == pytest.approx(13e3, rel=0.05)
    assert abs(total[0]) < 500 and abs(total[-1]) < 500
    assert t[total.argmin()] < t[total.argmax()]
    # the second derivation splits them in its own way
    o = ByHand(swing=True, leakage=1e-12)
    joints = ("swing", "boom_pin", "arm_pin", "bucket_pin", "rocker_pin", "link_pin")
    names = [
        n for part in PARTS for n in (f"{part}_hose.pressure", f"{part}_cylinder.head_pressure", f"{part}_cylinder.rod_pressure")
    ]
    for k in range(500, len(t), 900):
        q, v = (np.array([0] * 6 + [swinging[f"{j}.{x}"][k] for j in joints]) for x in ("angle", "rate"))
        p = np.array([swinging[n][k] for n in (*names, "swing_drive.pressure")])
        out = o.outputs(q, v, p, *o.reference(t[k]))
        ours = [forces[name][k] for name in ("velocity terms", "gravity", "cylinders")]
        assert [float(out[i][7]) for i in (8, 9, 10)] == pytest.approx(ours, rel=1e-6, abs=1.0)


def test_swing_without_leakage_rings_on() -> None:
    m = excavator.published()
    run = m.simulate(excavator.pose(m), 8.0, method="rosenbrock", rtol=1e-8, atol=1e-10, output_step=2e-3)
    ripple, t = run["swing_drive.pressure"], run.t
    assert np.ptp(ripple[(t > 7.4) & (t < 8)]) > 0.8 * np.ptp(ripple[(t > 2.2) & (t < 2.8)])
    assert np.degrees(run["swing.angle"][-1]) > 130
