"""Intervals with coloured noise: they hold the truth as often as they say, also where residuals oscillate."""

from __future__ import annotations

import numpy as np
import pytest

from biela.identify.coloured import coloured_covariance, noise_density
from biela.identify.least_squares import estimate
from biela.identify.observation import Observation

STEP, SAMPLES, PARAMETERS, CHANNELS = 0.01, 1000, 6, 2
RESONANCE = [1.0, -2 * 0.97 * np.cos(2 * np.pi * 0.8 * STEP), 0.97**2]


def colour(kind: str, e: np.ndarray) -> np.ndarray:
    """White noise turned into another; `oscillating` has its peak at 0.8 Hz, among the frequencies of the motion."""
    from scipy.signal import butter, lfilter, sosfiltfilt

    if kind == "low-pass":
        return np.asarray(sosfiltfilt(butter(4, 8.0 * STEP, output="sos"), e, axis=0))
    if kind == "drift":  # white noise, and a walk that ends twice as far away
        walk = np.cumsum(np.where(np.arange(len(e))[::-1, None] < SAMPLES, e[::-1], 0.0), axis=0)
        return np.asarray(e + 2.0 * walk / np.sqrt(SAMPLES))
    b, a = {"white": ([1], [1]), "slow": ([1], [1, -0.95]), "oscillating": ([1], RESONANCE), "fast": ([1, -1], [1])}[kind]
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


@pytest.mark.parametrize("kind", ["slow", *("white", "oscillating", "fast", "low-pass"), "drift"])
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


def test_a_bin_that_the_fit_has_emptied_has_the_noise_of_its_neighbours() -> None:
    """An offset far below the motion: its own bin is empty, and the variance was a thirtieth of that of the noise."""
    t, rng, stated = np.arange(SAMPLES) * STEP, np.random.default_rng(3), []
    W = np.stack([np.ones(SAMPLES), *(np.cos(2 * np.pi * f * t + f) for f in (1.0, 2.0))], axis=1)[:, None, :]
    flat = W[:, 0]
    bread = np.linalg.inv(flat.T @ flat)
    for _ in range(200):
        e = rng.standard_normal(SAMPLES)
        covariance, dof = coloured_covariance(W, (e - flat @ (bread @ flat.T @ e))[:, None], bread)
        stated.append([covariance[0, 0] / bread[0, 0], dof[0]])
    ratio, dof = np.mean(stated, axis=0)
    assert 0.8 < ratio < 1.5 and 2.0 < dof < 6.0


def test_residuals_that_are_zero_have_no_variance() -> None:
    W = np.random.default_rng(4).standard_normal((50, 2, 3))
    flat = W.reshape(-1, 3)
    for residuals in (np.zeros((50, 2)), np.zeros((50, 2)) + [0.0, 1.0]):
        covariance, dof = coloured_covariance(W, residuals, np.linalg.inv(flat.T @ flat))
        assert np.all(np.isfinite(covariance)) and np.all(dof >= 1.0)
        assert residuals.any() or not covariance.any()


def test_density_of_a_walk_and_of_white_noise() -> None:
    """Squares exactly as (1) has them: the density is theirs, also in the bin 0, which the fit has taken."""
    k = np.arange(200.0)
    for slow in (0.0, 1e3):
        S = 2.0 * (1.0 + slow / np.maximum(k, np.sqrt(3) / np.pi) ** 2)
        taken = np.where(k < 100, 0.01, 0.0)
        taken[0] = 1.0
        found = noise_density((S * (1.0 - taken))[:, None], taken[:, None])[:, 0]
        assert found[1:] == pytest.approx(S[1:], rel=0.1) and found[0] == pytest.approx(S[0], rel=0.25)
