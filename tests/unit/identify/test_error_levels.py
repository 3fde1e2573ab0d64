"""Restricted likelihood: deviations of readings and inputs, while parameters are estimated from the same readings."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from biela.identify.error_levels import Levels, degrees_of_freedom, likeliest_levels, restricted_likelihood
from biela.identify.linear_smoother import LinearMotion, expected_squares, filtered

N, STEP, E, W = 120, 0.05, 0.002, 0.3
A = np.array([[1.0, STEP], [0.0, 1.0 - 0.5 * STEP]])
G = np.array([[STEP**2 / 2], [STEP]])
H = np.array([[1.0, 0.0]])
PARAMETERS = 4


def inputs() -> np.ndarray:
    """(N − 1, parameters): what each parameter is multiplied with, slow as the motions of machines are."""
    t = STEP * np.arange(N - 1)
    return np.column_stack([np.sin(0.9 * t), np.cos(0.9 * t), np.sin(1.7 * t), np.cos(2.3 * t)])


def problem(seed: int) -> LinearMotion:
    """A mass with friction, pushed by noise and read with noise; all parameters are zero."""
    rng = np.random.default_rng(seed)
    z, y = np.zeros(2), np.empty((N, 1))
    for k in range(N):
        y[k] = H @ z + E * rng.standard_normal(1)
        z = A @ z + (G * W) @ rng.standard_normal(1)
    many = lambda one: np.broadcast_to(one, (N - 1, *one.shape))  # noqa: E731
    B = G * inputs()[:, None, :]
    return LinearMotion(many(A), B, np.zeros((N - 1, 2)), many(G), y, [0], np.eye(2))


def levels(e: float = E, w: float = W) -> Levels:
    return Levels(np.array([e]), np.array([w]), np.full(2, 1e-6), np.full(2, 1e6))  # a prior far away


def dense(linear: LinearMotion, at: Levels) -> tuple[float, np.ndarray, np.ndarray]:
    """−2 ln L by matrices of all samples: its value; the covariance of the parameters; V⁻¹ without what they explain."""
    power = [np.eye(2)]
    for _ in range(N):
        power.append(A @ power[-1])
    reach = np.zeros((N, N - 1))
    for k in range(N - 1):
        reach[k + 1 :, k] = [(H @ power[j - k - 1] @ G).item() for j in range(k + 1, N)]
    first = np.vstack([H @ power[k] for k in range(N)])
    V = at.e**2 * np.eye(N) + at.w**2 * reach @ reach.T + first @ linear.start @ first.T
    X, y, inverse = reach @ inputs(), linear.left[:, 0], np.linalg.inv(V)
    J = X.T @ inverse @ X
    kept = inverse - inverse @ X @ np.linalg.solve(J, X.T @ inverse)
    return float(np.linalg.slogdet(V)[1] + np.linalg.slogdet(J)[1] + y @ kept @ y), np.linalg.inv(J), kept


def test_likelihood_is_that_of_all_samples_at_once() -> None:
    linear = problem(1)
    for e, w in ((E, W), (0.05, 0.1), (0.001, 2.0)):
        at = levels(e, w)
        found, (twice, covariance, _) = restricted_likelihood([linear], at), dense(linear, at)
        assert found.value + at.prior()[0] == pytest.approx(twice / 2, rel=1e-9)
        assert found.variances == pytest.approx(np.diag(covariance), rel=1e-8)


def test_slopes_are_differences_of_the_likelihood() -> None:
    linear = [problem(2), problem(3)]
    at = Levels(np.array([0.03]), np.array([0.2]), np.full(2, 1e-6), np.array([0.5, 1.0]))  # the prior counts
    slope, step = restricted_likelihood(linear, at).slope, 1e-4
    for k in range(2):
        ahead, behind = (restricted_likelihood(linear, at.at(at.logs + sign * step * np.eye(2)[k])).value for sign in (1, -1))
        assert slope[k] == pytest.approx((ahead - behind) / (2 * step), rel=1e-6, abs=1e-6)


def test_expected_squares_of_known_parameters_are_those_of_the_posterior() -> None:
    """⟨e²⟩ = mean² + variance, by the normal equations of all samples."""
    linear = problem(4)
    own = filtered(linear, np.array([E]), np.array([W]))
    e, w = expected_squares(linear, own, np.array([W]), np.append(np.zeros(PARAMETERS), 1.0)[:, None])
    bare = LinearMotion(linear.A, linear.B[:, :, :0], linear.c, linear.G, linear.left, linear.outputs, linear.start)
    at = levels()
    slope = restricted_likelihood([bare], at).slope + at.prior()[1]
    assert slope == pytest.approx([N - e.sum() / E**2, N - 1 - w.sum() / W**2], rel=1e-9)


def test_variances_are_not_biased_and_intervals_hold() -> None:
    """60 problems with four parameters: the variance of the inputs is right in the mean, where parameters that are taken for known
    would leave it a sixth too small; 95 % intervals hold."""
    from scipy.stats import t

    ratios, plain, held = [], [], []
    for seed in range(60):
        linear = problem(100 + seed)
        found = likeliest_levels([linear], levels())
        white = filtered(linear, found.e, found.w).white[:, 0]
        x = -np.linalg.lstsq(white[:, :-1], white[:, -1], rcond=None)[0]
        known = replace(linear, B=linear.B[:, :, :0], c=linear.B @ x)
        held.append(np.abs(x) < t.ppf(0.975, degrees_of_freedom([linear], found)) * np.sqrt(np.diag(dense(linear, found)[1])))
        ratios.append((found.w[0] / W) ** 2)
        plain.append((likeliest_levels([known], levels()).w[0] / W) ** 2)
    print(np.mean(ratios), np.std(ratios), np.mean(plain), np.mean(held))
    assert np.mean(ratios) == pytest.approx(1.0, abs=3 * np.std(ratios) / np.sqrt(60)) and np.mean(plain) < 0.9
    assert np.mean(held) > 0.92
