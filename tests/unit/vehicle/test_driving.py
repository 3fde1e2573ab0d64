"""Driving the Clio: standstill, brakes, gears, paths, roll-over, and wrong input."""

import numpy as np
import pytest

from biela import rpm
from biela.base.errors import DescriptionError, UnknownName
from biela.library import renault_clio
from biela.mechanism.motion import Table
from biela.vehicle.car import Axle, Car
from biela.vehicle.driveline import Brakes, Clutch, Engine, Gearbox
from biela.vehicle.driven import follow_path, run_manoeuvre
from biela.vehicle.driver import Driver, PathFollower, Shifting, SpeedControl
from biela.vehicle.manoeuvre import KMH
from biela.vehicle.road import Road, Slope
from biela.vehicle.suspension import SuspensionSpring

CAR = renault_clio.car()
WHEELS = ("front_left", "front_right", "rear_left", "rear_right")


def test_parked_on_a_slope_it_stays():
    """10 %, hand brake, 60 s: creep below 1 mm once the springs have settled."""
    road = Road((Slope(0.1),))
    m = CAR.build(Driver(gear=0, hand_brake=1.0), road)
    run = m.simulate(CAR.start(m, road=road), 60.0, method="rk4", step=1e-3, output_step=0.1)
    x = run["chassis.x"]
    assert abs(x[-1] - x[np.searchsorted(run.t, 5.0)]) < 1e-3
    assert np.ptp(x[run.t > 20.0]) < 1e-4
    assert abs(run["speed.value"][-1]) < 1e-6
    hold = sum(run[f"{w}.force_x"][-1] for w in WHEELS)
    assert hold == pytest.approx(0.0, abs=1e-3)  # with the normal forces: nothing is left to move it


@pytest.fixture(scope="module")
def stops():
    return [run_manoeuvre(CAR, "braking", duration=14.0, step=step).history for step in (1e-3, 5e-4)]


def test_braking_stops_and_stays_stopped(stops):
    for run in stops:
        late = run.t > 6.0
        for w in WHEELS:
            assert np.abs(run[f"{w}_spin.rate"][late]).max() < 0.02  # the car still rocks on its springs
        end = run.t > 12.5
        assert np.abs(run["speed.value"][end]).max() < 0.02
        assert np.ptp(run["chassis.x"][end]) < 0.01
    assert stops[0]["chassis.x"][-1] == pytest.approx(stops[1]["chassis.x"][-1], abs=1e-4)


def test_coasting_loses_what_air_and_tyres_take():
    result = run_manoeuvre(CAR, "coast-down", duration=20.0)
    run = result.history
    v = run["speed.value"]
    mass = CAR.mass + 4 * 1.95 / CAR.tyre.rolling_radius**2
    k = int(np.searchsorted(-v, -100 * KMH))
    force = 0.5 * 1.225 * CAR.drag_area * v[k] ** 2 + (0.013 + 6.5e-6 * v[k] ** 2) * CAR.mass * 9.81
    assert result.outputs["deceleration_at_100_kmh"] == pytest.approx(force / mass, rel=5e-3)


def test_a_shift_takes_its_time():
    run = run_manoeuvre(CAR, "standing-start", shift_time=0.4, duration=6.0).history
    begin = next(e.time for e in run.events if e.name.startswith("driver/shift_start"))
    change = next(e.time for e in run.events if e.name == "driver/gear")
    assert change - begin == pytest.approx(0.2, abs=1e-6)
    middle = (run.t > begin + 0.08) & (run.t < begin + 0.32)
    assert np.all(run["driver/throttle.value"][middle] == 0.0)
    assert np.abs(run["driveline/clutch.effort"][middle]).max() < 10.0
    assert run["driver/gear.value"][-1] == 2.0


def test_neutral_and_reverse():
    m = CAR.build(Driver(throttle=0.3, gear=-1, launch=1500 * rpm))
    run = m.simulate(CAR.start(m), 3.0, method="rk4", step=1e-3, output_step=0.05)
    assert run["speed.value"][-1] < -0.5
    m = CAR.build(Driver(throttle=0.3, gear=0))
    run = m.simulate(CAR.start(m), 1.0, method="rk4", step=1e-3, output_step=0.05)
    assert abs(run["speed.value"][-1]) < 1e-6
    assert run["driveline/flywheel.flow"][-1] > 90  # the engine turns freely


def test_a_lane_change_along_a_path():
    follower = PathFollower((0, 30, 60, 200), (0, 0, 3.5, 3.5))
    result = follow_path(CAR, follower, 15.0, duration=9.0)
    assert result.outputs["largest_deviation"] < 0.6
    assert result.history["chassis.y"][-1] == pytest.approx(3.5, abs=0.1)
    # a bend that no car can follow: where and by how much it was left
    impossible = follow_path(CAR, PathFollower((0, 30, 32, 200), (0, 0, 12, 12)), 15.0, duration=9.0)
    assert impossible.outputs["largest_deviation"] > 3.0
    assert 20 < impossible.outputs["deviation_at_x"] < 60


def test_rolling_over_ends_the_run():
    from dataclasses import replace

    tall = replace(
        CAR,
        name="tall",
        chassis=replace(CAR.chassis, height=2.2),
        front=replace(CAR.front, track=0.9),
        rear=replace(CAR.rear, track=0.9),
    )
    result = run_manoeuvre(tall, "step-steer", angle=0.12, duration=8.0)
    assert result.history.status == "stopped_by_event"
    assert result.outputs["rolled_over_at"] < 8.0
    assert "rolled over" in result.history.notes[-1]


def test_wrong_input_is_refused_by_name():
    with pytest.raises(DescriptionError, match="throttle of the driver is 1.2"):
        Driver(throttle=1.2)
    with pytest.raises(DescriptionError, match="brake of the driver is -0.5"):
        Driver(brake=Table((0.0, 1.0), (0.0, -0.5)))
    with np.errstate(invalid="ignore"), pytest.raises(DescriptionError, match="hand_brake of the driver is nan"):
        Driver(hand_brake=Table((0.0, 1.0), (0.0, 0.1)) + (lambda t: 0.1 * np.sqrt(30.0 - t)))
    with pytest.raises(DescriptionError, match="gear of the driver 7 is not in the gearbox"):
        CAR.build(Driver(gear=7))
    with pytest.raises(DescriptionError, match="does not follow"):
        Engine((100.0, 300.0, 200.0), (50.0, 60.0, 55.0))
    with pytest.raises(DescriptionError, match="stiffness of a suspension spring"):
        SuspensionSpring(-1.0)
    with pytest.raises(DescriptionError, match="distance of an axle"):
        Axle(0.0, 1.3, SuspensionSpring(1e4), 10.0, 10.0, 1.0)
    with pytest.raises(DescriptionError, match="either throttle and brake, or a speed"):
        Driver(throttle=0.5, speed=SpeedControl(10.0))
    with pytest.raises(DescriptionError, match="below that of shifting up"):
        Shifting(up=100.0, down=200.0)
    with pytest.raises(DescriptionError, match="efficiency of the gearbox is 1.2"):
        Gearbox((3.0,), 3.0, 4.0, 1.2)
    with pytest.raises(DescriptionError, match="capacity of the clutch"):
        Clutch(0.0)
    with pytest.raises(DescriptionError, match="front brake torque"):
        Brakes(front=-1.0)
    with pytest.raises(UnknownName, match="no manoeuvre 'standing_strat'"):
        run_manoeuvre(CAR, "standing_strat")
    with pytest.raises(UnknownName, match="has no option 'angel'"):
        run_manoeuvre(CAR, "curve", angel=1.0)
    with pytest.raises(DescriptionError, match="drive is 'front', 'rear' or 'all'"):
        renault_clio.car(drive="middle")
    with pytest.raises(DescriptionError, match="x increasing"):
        PathFollower((0, 0), (1, 2))
    assert isinstance(CAR, Car)
