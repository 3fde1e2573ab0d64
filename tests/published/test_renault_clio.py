"""Renault Clio RL 1.1 against manufacturer's data, as printed in a study by bond graphs, and against models of our own.

0-100 km/h in 17 s, 1000 m in 38 s and 146 km/h are met by calibration (i), which was tuned to them: they check the model
as a whole, they do not confirm it. Half car, point mass and single-track model are our own references: the source prints none
of their numbers.
"""

from dataclasses import replace

import numpy as np
import pytest

from biela import deg
from biela.library import renault_clio
from biela.vehicle.driven import run_manoeuvre
from biela.vehicle.driver import Driver
from biela.vehicle.manoeuvre import KMH, top_speed
from biela.vehicle.tyre import MagicFormula1987
from single_track import SingleTrack

CAR = renault_clio.car()
WHEELS = ("front_left", "front_right", "rear_left", "rear_right")


@pytest.fixture(scope="module")
def standing():
    """In neutral, on level ground."""
    m = CAR.build(Driver(gear=0))
    return m, CAR.start(m)


@pytest.fixture(scope="module")
def start():
    return run_manoeuvre(CAR, "standing-start")


@pytest.fixture(scope="module")
def curve():
    return run_manoeuvre(CAR, "curve")


def test_masses_and_centres(standing):
    m, state = standing
    assert CAR.mass == pytest.approx(825.69, abs=5e-3)
    assert CAR.chassis.mass == pytest.approx(672.01, abs=5e-3)
    assert CAR.front.distance == pytest.approx(0.8423, abs=5e-5)
    assert CAR.chassis.height == pytest.approx(0.6762, abs=5e-5)
    assert 0.5 * (CAR.sprung_load("front_left") + CAR.sprung_load("front_right")) / 14900 == pytest.approx(0.1458, abs=5e-5)
    assert CAR.sprung_load("rear_left") / 14900 == pytest.approx(0.0754, abs=5e-5)


def test_static_axle_loads(standing):
    """Check 9: it stands still as it is built."""
    m, state = standing
    loads = {w: state[f"{w}.load"] for w in WHEELS}
    assert loads["front_left"] + loads["front_right"] == pytest.approx(5100, abs=1)
    assert loads["rear_left"] + loads["rear_right"] == pytest.approx(3000, abs=1)
    assert state["front_left.deflection"] == pytest.approx(0.0170, abs=5e-5)
    assert state["rear_left.deflection"] == pytest.approx(0.0100, abs=5e-5)
    run = m.simulate(state, 2.0, method="rk4", step=1e-3, output_step=0.1)
    for name in ("velocity_x", "velocity_y", "velocity_z", "rate_x", "rate_y", "rate_z"):
        assert np.abs(run[f"chassis.{name}"]).max() < 1e-6


def half_car_modes(weight: float, extra_inertia: float, lift: float) -> np.ndarray:
    """Frequencies |λ|/2π [Hz] of heave and pitch of a chassis on two springs and dampers on two wheels on two tyres.

    weight and lift: a chassis that pitches on wheels below its centre of mass is an inverted pendulum, − weight · lift.
    """
    m, J, mw, k, kt = CAR.chassis.mass, 2443.26 + extra_inertia, 2 * 38.42, 2 * 14900.0, 2 * 150e3
    a, b = CAR.front.distance, CAR.rear.distance
    K, D = np.zeros((4, 4)), np.zeros((4, 4))
    for row, wheel in ((np.array([1, -a, -1, 0]), 2), (np.array([1, b, 0, -1]), 3)):
        K += k * np.outer(row, row)
        D += 2 * 475.0 * np.outer(row, row)
        K[wheel, wheel] += kt
    K[1, 1] -= weight * lift
    M = np.diag([m, J, mw, mw])
    A = np.block([[np.zeros((4, 4)), np.eye(4)], [-np.linalg.solve(M, K), -np.linalg.solve(M, D)]])
    values = np.linalg.eigvals(A)
    return np.sort(np.abs(values[values.imag > 0])) / (2 * np.pi)


def test_modes(standing):
    """Check 10. Our reference half car knows neither the tilting weight nor wheels that must roll as the car pitches: 0.897,
    1.483, 10.40, 10.42 Hz. The full car has both; with them in the half car's matrix, both agree."""
    assert half_car_modes(0, 0, 0) == pytest.approx([0.897, 1.483, 10.40, 10.42], rel=1e-3)
    m, state = standing
    values = np.asarray(m.linearise(state).eigenvalues)
    pairs = values[values.imag > 1.0]
    frequency = np.abs(pairs) / (2 * np.pi)
    damping = -pairs.real / np.abs(pairs)

    def nearest(f: float) -> int:
        return int(np.abs(frequency - f).argmin())

    for reference, zeta in ((1.483, 0.134), (10.40, None), (10.42, None)):
        k = nearest(reference)
        assert frequency[k] == pytest.approx(reference, rel=0.02)
        assert zeta is None or damping[k] == pytest.approx(zeta, rel=0.05)
    lift = CAR.chassis.height - 0.2531  # of the chassis over the wheels
    rolling = 4 * (38.42 + 1.95 / CAR.tyre.rolling_radius**2)  # what moves lengthwise with the wheels
    held = CAR.chassis.mass
    shared = rolling * held / (rolling + held)  # the car is free to move lengthwise: it sways about their common centre
    expected = half_car_modes(held * 9.81, shared * lift**2, lift)[0]
    pitch = frequency[nearest(0.87)]
    assert pitch == pytest.approx(expected, rel=0.01)
    assert pitch == pytest.approx(0.897, rel=0.035)


def test_standing_start(start):
    """Check 11, calibration (i)."""
    out, run = start.outputs, start.history
    assert out["time_to_100_kmh"] == pytest.approx(17.0, abs=0.5)
    assert out["time_to_1000_m"] == pytest.approx(38.0, abs=0.5)
    # finer: our reference half car with tyre slip, 17.02 s and 38.08 s, and its speeds
    assert out["time_to_100_kmh"] == pytest.approx(17.02, abs=0.1)
    assert out["time_to_1000_m"] == pytest.approx(38.08, abs=0.1)
    for t, v in ((1, 3.90), (3, 10.16), (5, 14.13), (10, 21.50), (17, 27.76), (30, 34.20)):
        assert np.interp(t, run.t, run["speed.value"]) == pytest.approx(v, rel=0.01)
    times = {name: [e.time for e in run.events if e.name.startswith(name)] for name in ("driver/launching", "driver/gear")}
    assert times["driver/launching"] == pytest.approx([1.29], abs=0.02)
    assert times["driver/gear"] == pytest.approx([3.42, 9.06, 23.6], abs=0.06)
    # nose up, less and less after the last shift
    late = run.t > 26.0
    pitch = run["chassis.pitch"][late]
    assert np.all(pitch < 0)
    assert np.all(np.diff(np.abs(pitch[::50])) < 0)
    assert run["driveline/clutch.flow"][run.t > 2.0] == pytest.approx(0.0, abs=0.5)  # no slip, no chatter


def test_second_calibration():
    """Calibration (ii): fourth gear near 10 s and fifth gear, as the source describes; our own half car takes 17.5 s and 38.4 s,
    and our point mass shifts at 10.2 and 21.1 s. Wheels spin at launch, and no gear hunts."""
    m = renault_clio.build("ii")
    run = m.simulate(renault_clio.start(m), 40.0, method="rk4", step=1e-3, output_step=0.02)
    shifts = [e.time for e in run.events if e.name.startswith("driver/gear")]
    assert len(shifts) == 4
    assert shifts[2:] == pytest.approx([10.2, 21.1], abs=0.4)
    assert run["driver/gear.value"][-1] == 5
    assert np.interp(100 * KMH, run["speed.value"], run.t) == pytest.approx(17.5, abs=0.3)
    assert np.interp(1000.0, run["chassis.x"], run.t) == pytest.approx(38.4, abs=0.2)
    settled = run.t > 2.5
    for shift in shifts:  # the clutch winds up anew after a shift
        settled &= (run.t < shift) | (run.t > shift + 0.5)
    assert run["driveline/clutch.flow"][settled] == pytest.approx(0.0, abs=0.5)
    assert 0.3 < run["front_left.slip"].max() < 0.9


def test_top_speed(start):
    assert top_speed(start.history) / KMH == pytest.approx(146, abs=2)


def test_energy_audit_of_the_standing_start(start):
    """Check 14: engine work = kinetic + potential + air + rolling + slip + clutch + gears + shifts + damping, within 0.1 %."""
    run = start.history
    t = run.t

    def work(power: str) -> float:
        return float(np.trapezoid(run[power], t))

    engine = float(np.trapezoid(run["driveline/engine.effort"] * run["driveline/flywheel.flow"], t))
    clutch = float(np.trapezoid(run["driveline/clutch.effort"] * run["driveline/clutch.flow"], t))
    gears = float(np.trapezoid(run["driveline/losses.effort"] * run["driveline/losses.flow"], t))
    contacts = {k: -sum(work(f"{w}.{k}_power") for w in WHEELS) for k in ("slip", "rolling", "damping")}
    dampers = float(sum(np.trapezoid(475.0 * run[f"{w}_slide.{_rate(run, w)}"] ** 2, t) for w in WHEELS))
    shifts = 0.0  # the flywheel is set to its new speed at each shift
    J = 0.08
    for event in run.events:
        if event.name.startswith("driver/gear"):
            gear = int(round(event.state["driver/gear.value"]))
            before = event.state["driveline/flywheel.flow"]
            after = event.state["driveline/shaft.flow"] * CAR.gearbox.ratio(gear + 1)
            shifts += 0.5 * J * (before**2 - after**2)
    stored = run["machine.energy"][-1] - run["machine.energy"][0]
    lost = -work("air.power") + clutch + gears + dampers + shifts + sum(contacts.values())
    assert min(clutch, gears, dampers, shifts, *contacts.values()) > 0
    assert engine - stored - lost == pytest.approx(0.0, abs=1e-3 * engine)
    balance = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(balance).max() < 1e-4 * engine


def _rate(run, wheel: str) -> str:
    return next(r.name for r in run.mechanism.joints[f"{wheel}_slide"].type.rates if r.unit == "m/s")


def test_forces_are_mass_times_acceleration(start):
    """Tyre forces + air + weight = Σ m a over the bodies, at every instant, to 1e-9; their vertical part has zero mean."""
    run = start.history
    bodies = [b for b in run.mechanism.bodies.values() if not b.is_ground]
    for axis in "xyz":
        force = sum(run[f"{w}.force_{axis}"] for w in WHEELS) + run[f"air.force_{axis}"]
        if axis == "z":
            force = force - CAR.mass * 9.81
        inertia = sum(b.mass * run[f"{b.name}.acceleration_{axis}"] for b in bodies)
        assert np.abs(force - inertia).max() < 1e-9 * CAR.mass * 9.81
    loads = sum(run[f"{w}.load"] for w in WHEELS)
    assert loads.mean() == pytest.approx(CAR.mass * 9.81, rel=1e-3)


def rolling_moment(a_y: float) -> float:
    """Yaw moment of the rolling resistance [N·m]: the outer tyres carry more and roll harder. Loads move across the car by
    m h a_y, and by the weight of the chassis, which leans outwards on its springs and tyres."""
    resistance = CAR.tyre.rolling_resistance + CAR.tyre.rolling_resistance_speed * (65 * KMH) ** 2
    lift, weight = CAR.chassis.height - 0.2531, CAR.chassis.mass * 9.81
    stiffness = 0.5 * (1.36**2 + 1.33**2) / (1 / 14900 + 1 / 150e3)
    lean = CAR.chassis.mass * lift * a_y / (stiffness - weight * lift)
    return -resistance * (CAR.mass * 0.6 * a_y + weight * lift * lean)


@pytest.mark.parametrize(
    ("manoeuvre", "angles"), [("curve", {0: 0, 10: 1, 15: 0, 20: 0}), ("zig-zag", {0: 0, 10: 1, 20: -1, 25: 0, 30: 0})]
)
def test_curves_against_the_single_track_model(manoeuvre, angles, request):
    """Check 13, both cases, all along the way and at the end: yaw rate and heading within 1 % of an independent model that knows
    the rolling resistance, slip angles within 5 %."""
    result = request.getfixturevalue("curve") if manoeuvre == "curve" else run_manoeuvre(CAR, manoeuvre)
    run = result.history
    twin = replace(SINGLE, yaw_inertia=YAW_INERTIA, moment=rolling_moment)
    steer = lambda t: np.interp(t, list(angles), list(angles.values())) * deg  # noqa: E731
    table = twin.simulate(65 * KMH, steer, run.t)
    rate = table[25::50, 2]  # between the corners of the steering, which the car's driver rounds
    assert run["car.rate_z"][25::50] == pytest.approx(rate, abs=0.01 * np.abs(rate).max())
    assert run["chassis.yaw"] == pytest.approx(table[:, 3], abs=0.01 * np.abs(table[:, 3]).max())
    assert result.outputs["final_yaw"] == pytest.approx(table[-1, 3], rel=0.01)
    for axle, column in (("front", 0), ("rear", 1)):
        mean = 0.5 * (run[f"{axle}_left.slip_angle"] + run[f"{axle}_right.slip_angle"])
        assert mean == pytest.approx(table[:, column], abs=0.05 * np.abs(table[:, column]).max())
    assert run["front_left_slide.angle"][-1] == pytest.approx(0.0, abs=1e-12)


def test_inner_tyres_unload(curve):
    """And the sum stays the weight."""
    run = curve.history
    k = int(np.searchsorted(run.t, 10.0))
    assert run["front_left.load"][k] < 2550 < run["front_right.load"][k]
    assert sum(run[f"{w}.load"][k] for w in WHEELS) == pytest.approx(8100, rel=2e-3)


def test_mirrored_steering_gives_a_mirrored_car(curve):
    other = run_manoeuvre(CAR, "curve", angle=-1 * deg, duration=8.0).history
    run = curve.history
    n = len(other.t)
    for name in ("chassis.y", "chassis.yaw", "chassis.roll"):
        assert np.abs(other[name] + run[name][:n]).max() < 1e-9
    for a, b in (("front_left", "front_right"), ("rear_left", "rear_right")):
        assert np.abs(other[f"{a}.load"] - run[f"{b}.load"][:n]).max() < 1e-9 * 8100


SINGLE = SingleTrack(
    CAR.mass, 2345.53, 0.9156, 1.5564,
    lambda a: 2 * MagicFormula1987().force(a, 0.0, 2550.0), lambda a: 2 * MagicFormula1987().force(a, 0.0, 1500.0),
)  # fmt: skip


YAW_INERTIA = 2345.53 + CAR.chassis.mass * 0.0733**2 + 2 * 38.42 * (0.9156**2 + 0.68**2 + 1.5564**2 + 0.665**2) + 2 * 1.95
"""The whole car [kg·m²]."""


def test_single_track_model():
    assert SINGLE.stiffness == pytest.approx((95.80e3, 64.61e3), rel=5e-4)
    assert np.sort(SINGLE.eigenvalues(65 * KMH).real) == pytest.approx([-9.40, -6.96], rel=5e-3)
    assert SINGLE.understeer_gradient * 9.81 / deg == pytest.approx(0.388, rel=5e-3)
    steer = lambda t: np.interp(t, [0, 10, 15], [0, deg, 0])  # noqa: E731
    table = SINGLE.simulate(65 * KMH, steer, np.array([0.0, 5, 10, 15, 20]))
    assert table[2] == pytest.approx([0.01155, 0.00982, 0.1148, 0.5650, 175.0, 32.7], rel=2e-3)
    assert table[4, 3] == pytest.approx(0.8765, rel=1e-3)


def test_steady_turn_of_the_full_car():
    """Checks 15 and the issue's small angles: r = V δ/(L + K V²), within 2 %, and the transient of a single-track model with
    the whole car's mass and yaw inertia."""
    angle = 0.25 * deg
    result = run_manoeuvre(CAR, "step-steer", angle=angle)
    run = result.history
    assert result.outputs["steady_yaw_rate"] == pytest.approx(SINGLE.steady_yaw_rate(65 * KMH, angle), rel=0.02)
    assert YAW_INERTIA == pytest.approx(2669, rel=2e-3)
    twin = replace(SINGLE, yaw_inertia=YAW_INERTIA)
    delta = run["front_left_slide.angle"]
    table = twin.simulate(65 * KMH, lambda t: np.interp(t, run.t, delta), run.t)
    late = run.t > 5.0  # the outer tyres roll harder than the inner ones: 1.5 % less yaw than the model without them
    assert run["car.rate_z"][late] == pytest.approx(table[late, 2], rel=0.02)
    assert np.abs(run["car.rate_z"] - table[:, 2]).max() < 0.08 * np.abs(table[:, 2]).max()
