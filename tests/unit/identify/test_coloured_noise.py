"""Intervals with coloured noise: they hold the truth as often as they say, also where residuals oscillate."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.signal import butter, lfilter, sosfiltfilt

from biela.identify.coloured import coloured_covariance
from biela.identify.least_squares import estimate
from biela.identify.observation import Observation

STEP, SAMPLES, PARAMETERS, CHANNELS = 0.01, 1000, 6, 2
RESONANCE = [1.0, -2 * 0.97 * np.cos(2 * np.pi * 0.8 * STEP), 0.97**2]


def colour(kind: str, e: np.ndarray) -> np.ndarray:
    """White noise turned into another; `oscillating` has its peak at 0.8 Hz, among the frequencies of the motion."""
    if kind == "low-pass":
        return np.asarray(sosfiltfilt(butter(4, 8.0 * STEP, output="sos"), e, axis=0))
    if kind == "drift":  # white noise, and a walk that ends twice as far away
        walk = np.cumsum(np.where(np.arange(len(e))[::-1, None] < SAMPLES, e[::-1], 0.0), axis=0)
        return np.asarray(e + 2.0 * walk / np.sqrt(SAMPLES))
    b, a = {"white": ([1], [1]), "slow": ([1], [1, -0.95]), "oscillating": ([1], RESONANCE), "fast": ([1, -1], [1])}[
        kind
    ]
    return np.asarray(lfilter(b, a, e, axis=0))


def observation(kind: str, seed: int) -> tuple[Observation, np.ndarray]:
    """Ten seconds of a motion of five harmonics of 0.2 Hz."""
    rng, t = np.random.default_rng(seed), np.arange(SAMPLES) * STEP
    size, phase = rng.standard_normal((5, CHANNELS, PARAMETERS)), rng.uniform(0, 6.28, (5, CHANNELS, PARAMETERS))
    W = sum(size[h] * np.sin(2 * np.pi * 0.2 * (h + 1) * t[:, None, None] + phase[h]) for h in range(5))
    W = W + (kind == "drift") * rng.standard_normal((CHANNELS, PARAMETERS))  # weights, which drift looks like
    x = rng.standard_normal(PARAMETERS)
    noise = colour(kind, rng.standard_normal((SAMPLES + 500, CHANNELS)))[500:]
    names = tuple(f"p{k}" for k in range(PARAMETERS))
    return Observation(np.asarray(W), W @ x + noise, names, ("A", "B"), ("N·m", "N·m")), x


@pytest.mark.slow(2)
@pytest.mark.parametrize(
    "kind",
    [
        "slow",
        *(pytest.param(kind, marks=pytest.mark.slow(10)) for kind in ("white", "oscillating", "fast", "low-pass")),
        "drift",
    ],
)
def test_95_per_cent_intervals_hold_the_truth_in_95_per_cent(kind: str) -> None:
    inside = []
    for seed in range(150):
        observed, x = observation(kind, seed)
        low, high = estimate(observed, "weighted").interval().T
        inside.append((low < x) & (x < high))
    assert 0.92 < np.mean(inside) < 0.98


def test_the_covariance_is_that_of_the_noise() -> None:
    """For noise of known spectrum the mean of the formula is the covariance of many estimates."""
    observed, x = observation("oscillating", 1)
    W = observed.W.reshape(-1, PARAMETERS)
    bread = np.linalg.inv(W.T @ W)
    rng, found, stated = np.random.default_rng(2), [], []
    for _ in range(400):
        noise = colour("oscillating", rng.standard_normal((SAMPLES + 500, CHANNELS)))[500:]
        values = bread @ W.T @ (observed.W @ x + noise).ravel()
        found.append(values - x)
        stated.append(np.diag(coloured_covariance(observed.W, noise - observed.W @ (values - x), bread)[0]))
    ratio = np.mean(stated, axis=0) / np.var(found, axis=0)
    assert 0.75 < ratio.min() and ratio.max() < 1.3
    white = estimate(observed, "ordinary")
    assert white.correlation > 5.0  # a sum of autocorrelations gave one here: the later lags are negative
