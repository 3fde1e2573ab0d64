"""The excavator at its levers: it goes where its tracks turn, works as the levers say, and stands when they are let go."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from biela import library
from biela.library.excavator import data
from biela.simulation.history import History

READY = library.get("excavator-levers")


@pytest.fixture(scope="module")
def machine() -> Any:
    return READY.build()


@pytest.fixture(scope="module")
def start(machine: Any) -> Any:
    return READY.start(machine)


def drive(machine: Any, start: Any, duration: float, **levers: float) -> History:
    inputs = {f"{name}_lever/position": value for name, value in levers.items()}
    run: History = machine.simulate(start, duration, inputs=inputs, **READY.settings)
    return run


def test_lets_go_and_stands(machine: Any, start: Any) -> None:
    run = drive(machine, start, 5.0)
    for part in ("boom", "arm", "bucket"):
        assert np.ptp(run[f"{part}_cylinder.extension"]) < 1e-6
    assert np.abs(run["undercarriage.x"] - run["undercarriage.x"][0]).max() < 1e-6


def test_straight_ahead(machine: Any, start: Any) -> None:
    """With both levers forward: no faster than the drawbar pull allows, then the top speed; the house stays straight."""
    run = drive(machine, start, 4.0, left=1.0, right=1.0)
    speed = run["undercarriage.velocity_x"]
    mass = sum(data.MASSES.values()) + data.PAYLOAD + 2 * data.TRAVEL.mass
    assert speed[-1] == pytest.approx(data.TRAVEL.speed, rel=0.01)
    assert np.gradient(speed, run.t).max() < 1.35 * data.TRAVEL.pull / mass  # the house swings a little on its oil
    assert np.abs(run["undercarriage.y"]).max() < 1e-9
    assert np.abs(run["base.angle"]).max() < 1e-9


def test_turns_on_the_circle_of_its_tracks(machine: Any, start: Any) -> None:
    """Radius b (v_l + v_r) / 2 (v_r − v_l), b between the tracks; never sideways."""
    run = drive(machine, start, 6.0, left=0.4, right=0.9)
    late = run.t > 2.0
    v_l, v_r = (data.TRAVEL.radius * run[f"{side}_drive.rate"][late] for side in ("left", "right"))
    b = 2 * data.TRACKS.half_gauge
    turn, speed = (run["base.angle_rate"][late], np.hypot(run["undercarriage.velocity_x"], run["undercarriage.velocity_y"])[late])
    assert turn == pytest.approx((v_r - v_l) / b, rel=1e-9)
    assert speed / turn == pytest.approx(b * (v_l + v_r) / (2 * (v_r - v_l)), rel=1e-9)
    heading = run["base.angle"]
    across = -np.sin(heading) * run["undercarriage.velocity_x"] + np.cos(heading) * run["undercarriage.velocity_y"]
    assert np.abs(across).max() < 1e-9


def test_levers_work(machine: Any, start: Any) -> None:
    run = drive(machine, start, 2.0, boom=0.8, arm=-0.5, bucket=-0.6, swing=0.5)
    moved = {
        part: run[f"{part}_cylinder.extension"][-1] - run[f"{part}_cylinder.extension"][0] for part in ("boom", "arm", "bucket")
    }
    assert moved["boom"] > 0.05 and moved["arm"] < -0.05 and moved["bucket"] < -0.05
    shaped = (0.5 - 0.05) / 0.95 * data.SWING_SPEED  # dead band of the lever
    assert run["swing_control.reference"][-1] == pytest.approx(shaped)
    assert 0 < run["swing.rate"][-1] < 1.3 * shaped
    gap = run["machine.energy"] - run["machine.energy"][0] - run["machine.work"]
    assert np.abs(gap).max() < 1e-5 * np.abs(run["machine.work"]).max()


def test_places_are_free_and_ways_are_not(machine: Any, start: Any) -> None:
    report = machine.check(start)
    assert (report.mobility.measured, report.mobility.rolling) == (6, 3)
