"""The picture of the motion: when a swing or a turn ends, and what is drawn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.special import ellipk

import biela
from biela import library
from biela.report.motion import draw_motion, swing_end
from biela.report.sketch import Sketch


def run_of(name: str, duration: float | None = None) -> biela.History:
    machine = library.get(name)
    m = machine.build()
    return m.simulate(machine.start(m), machine.duration if duration is None else duration)


def test_swing_of_a_pendulum_lasts_half_a_period() -> None:
    run = run_of("pendulum", 10.0)
    # released level: T = 4 √(l/g) K(sin²(θ₀/2)), θ₀ = 90°
    half = 2 * np.sqrt(1.0 / 9.81) * ellipk(0.5)
    assert run.t[swing_end(Sketch(run))] == pytest.approx(half, abs=2 * (run.t[1] - run.t[0]))


def test_swing_of_the_four_bar_ends_where_the_crank_turns_back() -> None:
    run = run_of("four-bar", 4.0)
    end = swing_end(Sketch(run))
    assert abs(run["A.rate"][end]) < 0.1 * np.abs(run["A.rate"]).max()
    assert run["A.angle"][end] == pytest.approx(run["A.angle"].min(), abs=0.01)


def test_turn_of_a_crank_is_one_revolution() -> None:
    run = run_of("slider-crank")
    end = swing_end(Sketch(run))
    turned = abs(run["main_bearing.angle"][end] - run["main_bearing.angle"][0])
    assert turned == pytest.approx(2 * np.pi, abs=0.2)


def test_picture_is_written_for_a_planar_machine_alone(tmp_path: Path) -> None:
    path = tmp_path / "motion.png"
    assert draw_motion(run_of("slider-crank", 0.1), path) == path
    assert path.read_bytes().startswith(b"\x89PNG")
    assert draw_motion(run_of("spinning-body", 1.0), tmp_path / "none.png") is None
    assert not (tmp_path / "none.png").exists()


@pytest.mark.parametrize("name", ["andrews-squeezer", "planar-chain", "double-pendulum"])
def test_springs_chains_and_plates_are_drawn(name: str, tmp_path: Path) -> None:
    assert draw_motion(run_of(name, 0.01), tmp_path / "motion.png") is not None


def test_machine_that_stands_still_is_drawn(tmp_path: Path) -> None:
    m = biela.Mechanism("hanging", gravity=(0, -9.81, 0))
    m.revolute("pivot", m.ground, m.body("bob", mass=1.0), child_point=(0, 1, 0))
    assert draw_motion(m.simulate(duration=1.0), tmp_path / "motion.png") is not None
