"""A machine at the levers: what it does in many short moments is what it does in one run."""

from __future__ import annotations

import numpy as np
import pytest

from biela import library
from biela.report.levers import rounded
from biela.studio.model import SPAN, Bench, NotDrivable


@pytest.fixture
def platform() -> Bench:
    return Bench(library.get("stewart-gough"))


def test_moments_add_up_to_a_run(platform: Bench) -> None:
    levers = {"thrust_1": 900.0, "thrust_4": -400.0}
    for _ in range(10):
        answer = platform.run_on(levers, 0.03)
    run = platform.mechanism.simulate(platform.start, 0.3, inputs=levers, rtol=1e-11, atol=1e-13)
    assert answer["time"] == pytest.approx(0.3)
    for name, signal in answer["signals"].items():
        assert signal["value"] == pytest.approx(run[name][-1], abs=1e-7)
    assert answer["closure"] < 1e-9
    assert platform.drive.state is not None
    assert np.abs(platform.drive.state.v).max() > 1e-3  # it moves: the next moment goes on from there


def test_hands_and_levers_change_places(platform: Bench) -> None:
    platform.run_on({}, 0.1)
    there = platform.values()
    assert there != platform.values(platform._begin())  # sliders follow the drive
    moved = platform.move({"platform.z": there["platform.z"] + 0.01}) if "platform.z" in there else platform.move({})
    assert platform.drive.state is None  # a hand stops it
    assert moved["closure"] < 1e-9
    platform.reset()
    assert platform.run_on({}, 0.05)["time"] == pytest.approx(0.05)


def test_a_pause_does_not_make_it_leap(platform: Bench) -> None:
    assert platform.run_on({}, 60.0)["time"] == pytest.approx(SPAN)


@pytest.mark.parametrize(
    ("levers", "seconds", "message"),
    [
        ({"thrust_9": 1.0}, 0.02, "no lever 'thrust_9'"),
        ({"thrust_1": "much"}, 0.02, "thrust_1 cannot be"),
        ({"thrust_1": float("nan")}, 0.02, "cannot be nan"),
        ({}, None, "time cannot be"),
    ],
)
def test_bad_requests_move_nothing(platform: Bench, levers: dict, seconds: float, message: str) -> None:
    with pytest.raises(NotDrivable, match=message):
        platform.run_on(levers, seconds)
    assert platform.drive.state is None


def test_ranges_are_round_and_of_the_size_of_the_machine(platform: Bench) -> None:
    assert [rounded(x) for x in (0.013, 1.0, 2.1, 7.0, 0.0)] == [0.02, 1.0, 5.0, 10.0, 1.0]
    weight = 9.81 * sum(body.mass for body in platform.mechanism.bodies.values())
    assert all(0.5 * weight <= lever.limit <= 2.5 * weight for lever in platform.drive.levers)
    assert Bench(library.get("four-bar")).drive.levers == []
