"""Manoeuvres: the road at the start, options, what is reported, and impossible wishes."""

from dataclasses import replace

import numpy as np
import pytest

from biela import deg, rpm
from biela.base.errors import DescriptionError
from biela.library import renault_clio
from biela.vehicle.driven import drive, driven, follow_path, run_manoeuvre
from biela.vehicle.driver import Driver, PathFollower, Shifting
from biela.vehicle.manoeuvre import MANOEUVRES, top_speed
from biela.vehicle.road import Road, Slope
from biela.vehicle.tyre import MagicFormula1987

CAR = renault_clio.car()
WHEELS = ("front_left", "front_right", "rear_left", "rear_right")
STRAIGHT = PathFollower((0.0, 400.0), (0.0, 0.0))


@pytest.mark.parametrize("friction", [1.0, 0.1])
def test_braking_never_exceeds_the_grip_down_to_standstill(friction):
    """Wheels lock; every tyre stays within its peak, and the car within the sum of them."""
    run = run_manoeuvre(CAR, "braking", speed=4.0, pedal=1.0, duration=8.0, road=Road(friction=friction)).history
    peak = CAR.tyre.longitudinal.peak(1.0)
    for w in WHEELS:
        assert np.all(np.abs(run[f"{w}.longitudinal_force"]) <= friction * peak * run[f"{w}.load"] * (1 + 1e-4))
    assert run["speed.value"][-1] == pytest.approx(0.0, abs=0.05)


@pytest.mark.parametrize(("name", "points"), [("curve", {10: 1.0, 15: 0.0}), ("zig-zag", {10: 1.0, 20: -1.0, 25: 0.0})])
def test_steering_starts_at_rest_and_comes_back(name, points):
    """Straight lines but for rounded corners of a twentieth of a second: nothing is late, nothing stays."""
    manoeuvre = MANOEUVRES[name]
    law = manoeuvre.driver(CAR, manoeuvre.values({})).steering
    t = np.arange(0.0, manoeuvre.duration, 0.25)
    inside = np.min(np.abs(t[:, None] - np.array([0, *points])), axis=1) > 0.1
    expected = np.interp(t, [0, *points], [0, *points.values()]) * deg
    assert np.array([float(law(x)) for x in t])[inside] == pytest.approx(expected[inside], abs=1e-15)
    assert float(law(0.0)) == 0.0
    assert float(law(1e-6)) < 1e-9 * deg
    assert max(float(law(x)) for x in np.arange(9.9, 10.1, 0.01)) == pytest.approx(deg, rel=4e-3)


def test_on_a_road_without_friction_a_slow_car_slides_on():
    road = Road(friction=0.0)
    m = CAR.build(Driver(gear=0, brake=1.0), road)
    run = m.simulate(CAR.start(m, 0.5, road=road), 3.0, method="rk4", step=1e-3, output_step=0.05)
    carried = sum(b.mass * run[f"{b.name}.velocity_x"] for b in m.bodies.values() if not b.is_ground) / CAR.mass
    air = 0.5 * 1.225 * CAR.drag_area * 0.5**2 / CAR.mass * 3.0
    assert carried[0] - carried[-1] == pytest.approx(air, rel=0.05)  # nothing but the air slows it


def test_a_path_begins_on_its_road():
    """On a slope the car starts square to it: loads of a car that stands there, no fall onto the ground."""
    road = Road((Slope(0.1),))
    run = follow_path(CAR, STRAIGHT, 15.0, gear=2, duration=2.0, road=road).history
    load = run["front_left.load"]
    assert load.min() > 2000
    assert load.max() < 2700
    assert run["chassis.pitch"] == pytest.approx(-np.arctan(0.1), abs=0.01)


def test_rolling_over_on_a_path_is_reported():
    narrow = {"track": 0.9}
    tall = replace(
        CAR, chassis=replace(CAR.chassis, height=2.2), front=replace(CAR.front, **narrow), rear=replace(CAR.rear, **narrow)
    )
    result = follow_path(tall, PathFollower((0, 10, 14, 200), (0, 0, 6, 6)), 20.0, duration=6.0)
    assert result.history.status == "stopped_by_event"
    assert result.outputs["rolled_over_at"] == pytest.approx(result.history.t[-1])
    assert "rolled over" in result.history.notes[-1]


def test_the_same_manoeuvre_keeps_its_options():
    car = drive(CAR, "braking", speed=10.0, pedal=0.4)
    car = replace(car, duration=6.0, settings={**car.settings, "step": 5e-4})
    same = driven(car, "braking")
    assert same.subject.values["speed"] == 10.0
    assert same.subject.values["pedal"] == 0.4
    assert same.duration == 6.0
    assert not same.notes
    other = driven(car, "curve")
    assert other.subject.options == {}
    assert other.settings["step"] == 5e-4
    assert other.notes[0].startswith("speed, pedal, duration: dropped, since they belong to manoeuvre 'braking'")


def test_a_car_without_a_top_speed_still_has_its_standing_start():
    """It needs longer than one wants to wait: a note instead of an error, the run is kept."""
    started = drive(CAR, "standing-start")
    m = started.build()
    run = m.simulate(started.start(m), 1.0, method="rk4", step=1e-3, output_step=0.05)
    assert np.isnan(top_speed(run, longest=20.0))
    assert "no top speed: the speed still changes after 20 more seconds" in run.notes[-1]


def test_a_heavy_car_returns_its_standing_start():
    heavy = replace(CAR, chassis=replace(CAR.chassis, mass=2500.0))
    result = run_manoeuvre(heavy, "standing-start", duration=30.0)
    assert np.isnan(result.outputs["top_speed"])
    assert result.outputs["final_speed"] > 10.0
    assert "no top speed" in result.history.notes[-1]


def test_understeer_is_the_same_to_the_left_and_to_the_right():
    car = replace(CAR, ackermann=True)
    left, right = (run_manoeuvre(car, "steady-circle", angle=sense * 2.5 * deg, output_step=0.1).outputs for sense in (1, -1))
    assert left["understeer_gradient"] == pytest.approx(right["understeer_gradient"], rel=1e-6)
    assert left["final_yaw_rate"] == pytest.approx(-right["final_yaw_rate"], rel=1e-6)


@pytest.mark.parametrize(
    ("manoeuvre", "options", "said"),
    [
        ("braking", {"speed": -5.0}, "option 'speed' of manoeuvre 'braking' is -5: it must be above zero"),
        ("braking", {"rise": 0.0}, "option 'rise' of manoeuvre 'braking' is 0"),
        ("braking", {"pedal": -0.1}, "option 'pedal'"),
        ("coast-down", {"speed": float("nan")}, "option 'speed' of manoeuvre 'coast-down' is nan"),
        ("braking", {"duration": 0.0}, "duration of manoeuvre 'braking' is 0: it must be above zero"),
        ("step-steer", {"angle": 0.0}, "option 'angle' of manoeuvre 'step-steer' is 0: a car that is not steered"),
        ("steady-circle", {"angle": 0.0}, "option 'angle' of manoeuvre 'steady-circle' is 0"),
        ("curve", {"gear": 0}, "option 'gear' of manoeuvre 'curve' is 0: the engine holds the speed in a forward gear"),
        ("curve", {"gear": 2.5}, "forward gear"),
        ("standing-start", {"shift_time": -1.0}, "option 'shift_time'"),
    ],
)
def test_impossible_wishes_are_refused_by_name(manoeuvre, options, said):
    with pytest.raises(DescriptionError, match=said):
        run_manoeuvre(CAR, manoeuvre, **options)
    if "duration" not in options:
        with pytest.raises(DescriptionError, match=said):
            drive(CAR, manoeuvre, **options)


def test_a_path_in_neutral_is_refused():
    with pytest.raises(DescriptionError, match="gear 0 cannot hold a speed"):
        follow_path(CAR, STRAIGHT, 15.0, gear=0)
    with pytest.raises(DescriptionError, match="speed along a path is -1"):
        follow_path(CAR, STRAIGHT, -1.0)
    with pytest.raises(DescriptionError, match="duration of manoeuvre 'path' is 0"):
        follow_path(CAR, STRAIGHT, 15.0, duration=0.0)


def test_no_shift_while_the_clutch_slips():
    """Throttle beyond what the launch needs lets the engine race past the shift speed: the driver waits for the clutch."""
    eager = Driver(throttle=1.0, gear=1, launch=3000 * rpm, shifting=Shifting(up=2400 * rpm, down=900 * rpm, matched=False))
    m = CAR.build(eager)
    run = m.simulate(CAR.start(m), 3.0, method="rk4", step=1e-3, output_step=0.02)
    slipping = next(e.time for e in run.events if e.name.startswith("driver/launching"))
    shifts = [e.time for e in run.events if e.name.startswith("driver/gear")]
    assert run["driveline/flywheel.flow"][run.t < slipping].max() > 2400 * rpm
    assert shifts
    assert min(shifts) >= slipping


def test_impossible_cars_are_refused_by_name():
    with pytest.raises(DescriptionError, match="height of the chassis' centre of mass is -1: it must be above zero"):
        replace(CAR, chassis=replace(CAR.chassis, height=-1.0))
    with pytest.raises(DescriptionError, match="mass of the chassis"):
        replace(CAR.chassis, mass=0.0)
    with pytest.raises(DescriptionError, match=r"tyres of 5000 N/m would sink 0.51 m .* at least 1.913e\+04 N/m"):
        replace(CAR, tyre=replace(CAR.tyre, stiffness=5000.0))
    with pytest.raises(DescriptionError, match="lateral law of its tyres has no grip left above 2528 N, .* carry 5100 N"):
        replace(CAR, tyre=replace(CAR.tyre, lateral=MagicFormula1987(a1=-400.0)))
