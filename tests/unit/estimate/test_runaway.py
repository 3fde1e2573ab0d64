"""A state of a network whose deviation grows beyond what start and noise explain is called out."""

from __future__ import annotations

import numpy as np
import pytest

from biela import library
from biela.estimate.agreement import runaway_complaints
from biela.estimate.consistency import health
from biela.estimate.estimator import Track
from biela.estimate.model import Model
from biela.estimate.noise import ProcessNoise
from biela.estimate.prior import About
from biela.estimate.registry import make_filter
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth


def test_a_state_that_runs_away_is_named() -> None:
    """5 s of a pressure that walks by 5 % in a second: ten times that is more than chance, four times is not."""
    case = library.get("hydraulic-crane")
    machine = case.build()
    start = case.start(machine)
    model = Model(machine, start, sensors=[])
    first = 2 * model.k
    sigma = dict.fromkeys(model.names, 0.01) | dict.fromkeys(model.names[first:], 1e5)
    prior, noise = About(start, sigma), ProcessNoise(0.05, states=dict.fromkeys(model.names[first:], 2e5))
    explained = np.sqrt(1e5**2 + 5.0 * 2e5**2)
    spread = np.full((2, model.n), 1.0)  # coordinates may spread: their noise is integrated twice
    spread[:, first:] = 4.0 * explained
    nothing = np.zeros((2, 0))
    t = start.t + np.array([0.01, 5.0])

    def track(spread: np.ndarray) -> Track:
        return Track(model.names, (), t, 0 * spread, spread, nothing, nothing, nothing, np.zeros(2), np.zeros(2, int))

    assert runaway_complaints(model, prior, track(spread), noise) == []
    spread[1, first + 1] = 10.0 * explained
    (said,) = runaway_complaints(model, prior, track(spread), noise)
    assert said.startswith(f"{model.names[first + 1]}: its deviation grew to") and "10 times what start and noise" in said


@pytest.mark.parametrize("wide", [1.0, 10.0])
def test_a_filter_that_works_is_not_accused(wide: float) -> None:
    """The crane with an encoder alone, ten runs of 2 s with the right prior and one ten times too wide: no state runs away, and
    at most one run is called unhealthy (2 of 400 are, `benchmarks/estimation_prior.py --crane`)."""
    case = library.get("hydraulic-crane")
    machine = case.build().edit()
    machine.encoder("pin_encoder", "pin", noise=0.002)
    start = case.start(machine)
    model, noise = Model(machine, start), ProcessNoise(0.05, states=0.05)
    values, k = model.values(start.x), model.k
    sizes = [0.01] * k + [0.02] * k + [max(0.03 * abs(v), 1e5) for v in values[2 * k :]]
    right, prior = (About(start, dict(zip(model.names, f * np.array(sizes), strict=True))) for f in (1.0, wide))
    healthy = []
    for seed in range(10):
        rng = np.random.default_rng(seed)
        truth = simulate_truth(model, right, [rng], 0.01, 200, noise=noise, max_step=0.0025, integrator="implicit")
        track = make_filter("extended", model, prior, noise, step=0.0025, integrator="implicit").run(
            read(model, truth.t, truth.signals[0], rng)
        )
        assert runaway_complaints(model, prior, track, noise) == []
        healthy.append(health(track).healthy)
    assert sum(healthy) >= 9
