"""Process noise found from a log: the level that made it, and a verdict that does not hang on a default."""

from __future__ import annotations

import numpy as np
import pytest

from biela import estimate, library
from biela.app.estimate import estimate as filter_log
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth
from biela.estimate.tuning import LEVELS, likelihood, noise_of
from biela.library import double_crank


@pytest.fixture(scope="module")
def model():
    m = double_crank.build()
    return estimate.Model(m, double_crank.start(m), independent=["A"])


def record(model, noise, seed):
    """Three seconds of the first tutorial, with this process noise."""
    prior = estimate.About(model.about, {"A": 0.3, "A.rate": 0.1})
    rng = np.random.default_rng(seed)
    truth = simulate_truth(model, prior, [rng], 0.006, 500, noise=estimate.ProcessNoise(noise), threads=1)
    return prior, read(model, truth.t, truth.signals[0], np.random.default_rng(seed + 1))


@pytest.mark.parametrize("noise", [0.05, 0.5])
def test_the_level_that_made_a_log_is_found(model, noise):
    """Twice or half the level is less likely by far than the one that is found; without noise it is next to none."""
    found = []
    for seed in range(4):
        prior, log = record(model, noise, seed)
        found.append(noise_of(model, prior, log, step=0.006))
    assert noise / 1.15 < np.exp(np.mean(np.log(found))) < noise * 1.15
    tracks = [
        estimate.ErrorStateKalmanFilter(model, prior, estimate.ProcessNoise(s), step=0.006).run(log)
        for s in (found[-1], 2 * found[-1], 0.5 * found[-1])
    ]
    best, more, less = map(likelihood, tracks)
    assert best > max(more, less) + 5
    prior, log = record(model, 0.0, 5)
    assert LEVELS[0] <= noise_of(model, prior, log, step=0.006) < 0.01


def test_the_first_tutorial_ends_healthy_by_default(model, tmp_path):
    """Its process noise is 0.05: found, and the filter is healthy; ten times that is said to be too large."""
    _, log = record(model, 0.05, 1)
    done = filter_log(library.get("double-crank"), tmp_path / "out", log)
    assert done.summary["healthy"] and 0.04 < done.summary["process_noise"] < 0.065
    assert 0.8 < done.summary["nis"]["gyro"] < 1.2
    wrong = filter_log(library.get("double-crank"), tmp_path / "out", log, noise=0.5)
    assert not wrong.summary["healthy"] and "set too large" in wrong.summary["complaints"][0]
