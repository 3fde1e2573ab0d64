"""Adaptive steps end where a stop is touched, and find a short pulse in a user's function of time."""

from __future__ import annotations

import numpy as np
import pytest

import biela
from biela.simulation.kink_events import pulses

G, STIFFNESS = 9.81, 1e5


@pytest.fixture(scope="module")
def ball() -> biela.Mechanism:
    m = biela.Mechanism("ball on a spring", gravity=(0, 0, -G))
    m.prismatic("height", m.ground, m.body("ball", mass=1.0))
    m.stop("floor", "height", lower=0.0, stiffness=STIFFNESS)
    return m


def exact_height(t: float) -> float:
    """From height 1: free fall, then half a turn of ẍ = −g − ω² x with ω² = k/m, and so on for ever."""
    omega, speed, fall = np.sqrt(STIFFNESS), np.sqrt(2 * G), np.sqrt(2 / G)
    touch = 2 * (np.pi - np.arctan(speed * omega / G)) / omega
    since = (t - fall) % (2 * fall + touch) - touch  # after the ball has left the floor
    assert since > 0
    return float(speed * since - 0.5 * G * since**2)


@pytest.mark.parametrize("method", ["dormand-prince", "rosenbrock", "cvode-bdf"])
def test_a_stop_is_met_without_loss(ball: biela.Mechanism, method: str) -> None:
    """Three bounces. With the kink inside a step, dormand-prince is off by 1 000 rtol."""
    run = ball.simulate({"height": 1.0}, 3.0, method=method, output_step=0.5)
    assert abs(run["height.position"][-1] - exact_height(3.0)) < 30 * 1e-8
    assert run.events == [] and run.settings["events"] == []


def test_so_it_is_in_a_batch(ball: biela.Mechanism) -> None:
    start = ball.assemble({"height": 1.0})
    single, batch = ball.simulate(start, 3.0), ball.simulate_batch([start] * 3, 3.0)
    assert np.array_equal(single.x, batch.x[:, 1])


def test_a_foot_on_the_ground_is_such_a_stop() -> None:
    m = biela.Mechanism("foot", gravity=(0, 0, -G))
    foot = m.body("foot", mass=1.0)
    m.prismatic("height", m.ground, foot)
    m.footing("sole", foot.origin, stiffness=STIFFNESS)
    run = m.simulate({"height": 1.0}, 3.0, output_step=0.5)
    assert abs(run["height.position"][-1] - exact_height(3.0)) < 30 * 1e-8


def test_touches_that_crowd_do_not_hold_a_run_up() -> None:
    """A block without weight between two stops, one of which it just touches: rounding alone decides on which side it is."""
    m = biela.Mechanism("block", gravity=(0, 0, 0))
    m.prismatic("x", m.ground, m.body("block", mass=1.0))
    m.stop("wall", "x", lower=0.0, stiffness=1e6, damping=5.0)
    run = m.simulate({"x": 0.0}, 1.0)
    assert run.status == "done" and run.steps < 2000


@pytest.mark.parametrize("width", [1e-2, 1e-3, 3e-4])
@pytest.mark.parametrize("method", ["dormand-prince", "cvode-adams"])
def test_a_short_pulse_is_found(width: float, method: str) -> None:
    """A kick of 100 N in 3e-5 of the run gives the momentum ∫ F dt; steps of a hundredth of the run would miss it."""
    m = biela.Mechanism("block", gravity=(0, 0, 0))
    m.prismatic("x", m.ground, m.body("block", mass=1.0))
    m.motor("push", "x")
    kick = lambda t: 100.0 * np.exp(-(((t - 3.3333) / width) ** 2))  # noqa: E731
    run = m.simulate({"x": 0.0}, 10.0, inputs={"push": kick}, method=method, output_step=1.0)
    assert run["x.rate"][-1] == pytest.approx(100.0 * width * np.sqrt(np.pi), rel=1e-6)


def test_smooth_functions_have_no_pulses() -> None:
    for f in (lambda t: np.sin(3 * t), lambda t: t**2, lambda t: 2.0 + 0 * t, lambda t: np.sin(500 * t)):
        assert pulses(f, 0.0, 10.0, 0.1) == []
