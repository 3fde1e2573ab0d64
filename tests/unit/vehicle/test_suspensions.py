"""Suspensions: a parallelogram whose answers are known, a real double wishbone, anti-roll bar, stops, damper curve."""

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError
from biela.vehicle.suspension import SuspensionSpring, anti_roll_bar, guided_corner
from biela.vehicle.wishbone import HardPoints, suspension_rig, sweep

ARM = 0.35
PARALLEL = HardPoints(
    (0.15, 0.3, 0.2), (-0.15, 0.3, 0.2), (0.0, 0.3 + ARM, 0.2),
    (0.15, 0.3, 0.45), (-0.15, 0.3, 0.45), (0.0, 0.3 + ARM, 0.45),
    (-0.12, 0.3, 0.2), (-0.12, 0.3 + ARM, 0.2), (0.0, 0.3 + ARM, 0.2), (0.0, 0.3 + ARM, 0.75), (0.0, 0.75, 0.3),
)  # fmt: skip


def test_a_parallelogram_keeps_its_camber_and_toe():
    """Equal parallel arms: the upright only moves on a circle of the arm's length."""
    m = suspension_rig(PARALLEL, SuspensionSpring(20e3, preload=0.0))
    result = sweep(m, np.linspace(-0.08, 0.08, 9))
    z = result.travel
    assert np.abs(result.camber).max() < 1e-9
    assert np.abs(result.toe).max() < 1e-9
    assert result.track - result.track[4] == pytest.approx(np.sqrt(ARM**2 - z**2) - ARM, abs=3e-5)
    assert result.rate[4] == pytest.approx(20e3, rel=0.02)  # spring upright at the ball joint: rate of the spring
    assert m.check().mobility.measured == 3  # travel, steer, spin


def test_short_upper_arms_lean_the_wheel_in():
    from dataclasses import replace

    points = replace(PARALLEL, upper_front=(0.15, 0.42, 0.43), upper_rear=(-0.15, 0.42, 0.43))
    m = suspension_rig(points, SuspensionSpring(20e3))
    result = sweep(m, np.linspace(-0.06, 0.06, 7))
    assert result.camber[-1] < result.camber[3] - 5e-3  # in bump the top goes inwards
    steered = sweep(m, np.linspace(-0.02, 0.02, 5), rack=0.01)
    # tie rod behind the axle: pushing it outwards turns the front of the wheel inwards
    assert steered.toe[2] == pytest.approx(0.01 / 0.12, rel=0.05)


def test_out_of_reach_is_said():
    m = suspension_rig(PARALLEL, SuspensionSpring(20e3))
    with pytest.raises(DescriptionError, match="the wheel of the rig gets to"):
        sweep(m, np.linspace(-0.6, 0.6, 5))
    with pytest.raises(DescriptionError, match="at least three travels"):
        sweep(m, [0.0, 0.1])


def two_corners(**spring):
    m = biela.Mechanism("axle", gravity=(0, 0, -9.81))
    for name, y in (("left", 0.7), ("right", -0.7)):
        guided_corner(
            m,
            m.ground,
            name,
            (0, y, 0.3),
            SuspensionSpring(15e3, **spring),
            hub_mass=20.0,
            wheel_mass=20.0,
            wheel_inertia=1.0,
            steered=False,
        )
    return m


def test_anti_roll_bar_resists_unequal_strokes_only():
    m = two_corners(damping=0.0)
    anti_roll_bar(m, "bar", ("left_slide", "position"), ("right_slide", "position"), 8e3)
    m.set_gravity((0, 0, 0))
    values = np.asarray(m.linearise(m.assemble()).eigenvalues)
    frequencies = np.unique(np.abs(values.imag[np.abs(values.imag) > 1]).round(6))
    assert frequencies == pytest.approx([np.sqrt(15e3 / 40), np.sqrt((15e3 + 2 * 8e3) / 40)], rel=1e-6)
    start = m.assemble().with_rates({"left_slide": 0.5, "right_slide": -0.2})
    run = m.simulate(start, 2.0, rtol=1e-10)
    assert np.ptp(run["machine.energy"]) < 1e-6


def test_stops_and_damper_curve():
    m = two_corners(damper_curve=((-1.0, 0.0, 1.0), (-1500.0, 0.0, 600.0)), bump=0.05, rebound=0.06)
    m.set_gravity((0, 0, 0))
    state = m.assemble().with_rates({"left_slide": 0.4, "right_slide": -0.4})
    assert state["left_damper.effort"] == pytest.approx(-240.0)
    assert state["right_damper.effort"] == pytest.approx(600.0)
    fast = m.assemble().with_rates({"left_slide": 4.0})
    run = m.simulate(fast, 0.5)
    assert 0.05 < run["left_slide.position"].max() < 0.10
    assert np.all(run["left_damper.power"] <= 0)


def test_wrong_suspensions_are_refused():
    with pytest.raises(DescriptionError, match="hard points 'rack' and 'tie_rod' coincide"):
        HardPoints(
            *[
                (0, 0, 0),
                (1, 0, 0),
                (2, 0, 0),
                (0, 1, 0),
                (1, 1, 0),
                (2, 1, 0),
                (5, 0, 0),
                (5, 0, 0),
                (0, 0, 1),
                (0, 0, 2),
                (0, 0, 3),
            ]
        )
    with pytest.raises(DescriptionError, match="feed energy"):
        SuspensionSpring(1e4, damper_curve=((-1, 0, 1), (100, 0, 100)))
    with pytest.raises(DescriptionError, match="increasing speeds"):
        SuspensionSpring(1e4, damper_curve=((0, 0), (1, 2)))
