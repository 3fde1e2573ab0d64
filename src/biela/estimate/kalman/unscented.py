"""Unscented Kalman filter: no derivatives; 2n + 1 points through the machine itself, on their branch.

With (n + κ) P = L Lᵀ and the columns lᵢ of L, the points are x, x ⊕ lᵢ, x ⊕ (−lᵢ) with weights κ/(n + κ), then 1/(2 (n + κ)) each;
κ = max(0, 3 − n), so that no weight is negative and covariances stay semidefinite. Each point is closed on the branch of the mean.
Differences are taken on the manifold from the point in the middle, so angles and rotations need no special care:

    d_i = x_i ⊖ x_0,   d̄ = Σ w_i d_i,   x ← x_0 ⊕ d̄,   P = Σ w_i (d_i − d̄)(d_i − d̄)ᵀ + Q

The readings use points spread anew with the predicted covariance, so that the process noise counts in them.

Reference: Julier & Uhlmann (2004), Proc. IEEE 92, 401-422
"""

from __future__ import annotations

from biela.estimate.lanes import copy, fill
from biela.estimate.record import at
from biela.estimate.registry import filter
from biela.integrate.access import Pointer, compiled, floats, reals
from biela.kernel.linear_algebra import symmetrise

from .base import KalmanFilter
from .points import count_reading, spreading
from .update import absorb, move_mean, steps, take_mean


@compiled
def axis(run: Pointer, i: int) -> int:
    """Return the column of L along which a point lies."""
    return (i - 1) % run[at.N_D]  # type: ignore[no-any-return]


@compiled
def deviations(run: Pointer, i: int) -> float:
    """Return its distance from the mean."""
    n = run[at.N_D]
    scale = (n + reals(run)[at.KAPPA]) ** 0.5
    return scale if i <= n else -scale  # type: ignore[no-any-return]


spread_points = spreading(axis, deviations)


@compiled
def weight(run: Pointer, i: int) -> float:
    """Return the weight of a point."""
    n, kappa = run[at.N_D], reals(run)[at.KAPPA]
    return kappa / (n + kappa) if i == 0 else 0.5 / (n + kappa)  # type: ignore[no-any-return]


@compiled
def time_update(run: Pointer) -> bool:
    """Take mean and covariance through a step."""
    n, N, d, points = run[at.N_D], run[at.N], floats(run, at.D), floats(run, at.POINTS)
    P, Q = floats(run, at.COVARIANCE), floats(run, at.Q)
    if not spread_points(run, True):
        return False
    take_mean(run)  # the point in the middle
    for k in range(n):
        d[k] = 0.0
        for i in range(N):
            d[k] += weight(run, i) * points[i * n + k]
    for i in range(n):
        for j in range(n):
            total = Q[i * n + j]
            for q in range(N):
                total += weight(run, q) * (points[q * n + i] - d[i]) * (points[q * n + j] - d[j])
            P[i * n + j] = total
    symmetrise(P, n)
    return move_mean(run)  # type: ignore[no-any-return]


@compiled
def reading_update(run: Pointer) -> bool:
    """Use the readings of the step: S and C from the points."""
    n, n_y, n_r, N, W = run[at.N_D], run[at.N_Y], run[at.N_R], run[at.N], run[at.LANES]
    y, mean_y = floats(run, at.Y), floats(run, at.EXPECTED)
    S, C = floats(run, at.S), floats(run, at.C)
    if not spread_points(run, False):
        return False
    for j in range(n_y):
        mean_y[j] = 0.0
        for i in range(N):
            mean_y[j] += weight(run, i) * y[((i // W) * n_r + j) * W + i % W]
    copy(S, floats(run, at.R), n_y * n_y)
    fill(C, 0.0, n * n_y)
    for i in range(N):
        count_reading(run, i, weight(run, i), mean_y)
    return absorb(run)  # type: ignore[no-any-return]


@filter("unscented")
class UnscentedKalmanFilter(KalmanFilter):
    """Unscented Kalman filter: 2n + 1 points through the machine itself, without derivatives."""

    routine = steps(time_update, reading_update)
    kernels = ("difference",)
    points = 2
