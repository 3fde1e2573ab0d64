"""Gauss-Hermite Kalman filter: points along each axis of the covariance, for machines that valves, stops and limits bend.

Where a pressure jumps between make-up and relief valve within one deviation of a speed, the slope at the mean (extended filter)
tells nothing, and one pair of points on each axis (unscented filter, √n deviations off) draws a straight line through the jump:
pressure and speed seem to determine each other, and the filter believes to know what it does not. Here each axis has the m = 6
points a_q and weights w_q of Gauss and Hermite. What they leave of a straight line counts as noise. A function of n normal
variables is taken for the sum of its changes along the axes, so that m n + 1 points serve in place of mⁿ. With P = L Lᵀ and the
columns lᵢ of L,

    d_iq = f(x ⊕ a_q lᵢ) ⊖ f(x),     d̄_i = Σ_q w_q d_iq,     x ← f(x) ⊕ Σ_i d̄_i
    P = Σ_iq w_q (d_iq − d̄_i)(d_iq − d̄_i)ᵀ + Q

which is exact for polynomials of degree 2m − 1 along the axes, and semidefinite. Readings likewise, from points spread anew.

References: Rahman & Xu (2004), Probabilistic Engineering Mechanics 19, 393-408, for sums over axes (univariate dimension
reduction); Ito & Xiong (2000), IEEE Trans. Automatic Control 45, 910-927, for Gauss-Hermite points in filters
"""

from __future__ import annotations

from biela.estimate.lanes import copy, fill
from biela.estimate.record import at
from biela.estimate.registry import filter
from biela.integrate.access import Pointer, compiled, floats
from biela.kernel.linear_algebra import symmetrise

from .base import KalmanFilter
from .points import count_reading, spreading
from .update import absorb, move_mean, steps, take_mean

M = 6
"""Points on an axis: an even number, so that none stands in the middle of a jump."""
NEAR, MIDDLE, FAR = 0.6167065901925942, 1.8891758777537109, 3.3242574335521193
OF_NEAR, OF_MIDDLE, OF_FAR = 0.4088284695560292, 0.0886157460419145, 0.0025557844020564
DEVIATIONS, WEIGHTS = (NEAR, -NEAR, MIDDLE, -MIDDLE, FAR, -FAR), (OF_NEAR, OF_NEAR, OF_MIDDLE, OF_MIDDLE, OF_FAR, OF_FAR)
"""a_q and w_q (Abramowitz & Stegun 1964, table 25.10, for the weight of a normal distribution)."""


@compiled
def axis(run: Pointer, i: int) -> int:
    """Return the column of L along which a point lies."""
    return (i - 1) // M


@compiled
def deviations(run: Pointer, i: int) -> float:
    """Return a_q: its distance from the mean."""
    return DEVIATIONS[(i - 1) % M]


spread_points = spreading(axis, deviations)


@compiled
def time_update(run: Pointer) -> bool:
    """Take mean and covariance through a step."""
    n, d, points = run[at.N_D], floats(run, at.D), floats(run, at.POINTS)
    P, mean = floats(run, at.COVARIANCE), floats(run, at.PRODUCT)
    if not spread_points(run, True):
        return False
    take_mean(run)  # the point in the middle
    copy(P, floats(run, at.Q), n * n)
    fill(d, 0.0, n)
    for column in range(n):
        first = 1 + M * column
        for k in range(n):
            mean[k] = 0.0
            for q in range(M):
                mean[k] += WEIGHTS[q] * points[(first + q) * n + k]
            d[k] += mean[k]
        for q in range(M):
            own, w = (first + q) * n, WEIGHTS[q]
            for i in range(n):
                e = w * (points[own + i] - mean[i])
                for j in range(n):
                    P[i * n + j] += e * (points[own + j] - mean[j])
    symmetrise(P, n)
    return move_mean(run)  # type: ignore[no-any-return]


@compiled
def reading_update(run: Pointer) -> bool:
    """Use the readings of the step: S and C from the points."""
    n, n_y, n_r, W = run[at.N_D], run[at.N_Y], run[at.N_R], run[at.LANES]
    y, expected = floats(run, at.Y), floats(run, at.EXPECTED)
    S, C, mean = floats(run, at.S), floats(run, at.C), floats(run, at.ROW)
    if not spread_points(run, False):
        return False
    copy(S, floats(run, at.R), n_y * n_y)
    for j in range(n_y):
        expected[j] = y[j * W]
    fill(C, 0.0, n * n_y)
    for column in range(n):
        for j in range(n_y):
            mean[j] = 0.0
            for q in range(M):
                i = 1 + M * column + q
                mean[j] += WEIGHTS[q] * y[((i // W) * n_r + j) * W + i % W]
            expected[j] += mean[j] - y[j * W]
        for q in range(M):
            count_reading(run, 1 + M * column + q, WEIGHTS[q], mean)
    return absorb(run)  # type: ignore[no-any-return]


@filter("gauss-hermite")
class GaussHermiteFilter(KalmanFilter):
    """Gauss-Hermite Kalman filter: 6n + 1 points along the axes of the covariance; where valves, stops and limits jump."""

    routine = steps(time_update, reading_update)
    kernels = ("difference",)
    points = M
