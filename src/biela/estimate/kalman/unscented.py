"""Unscented Kalman filter: no derivatives; 2n + 1 points through the machine itself, on their branch.

With (n + κ) P = L Lᵀ and the columns lᵢ of L, the points are x, x ⊕ lᵢ, x ⊕ (−lᵢ) with weights κ/(n + κ), then 1/(2 (n + κ)) each;
κ = max(0, 3 − n), so that no weight is negative and covariances stay semidefinite. Each point is closed on the branch of the mean.
Differences are taken on the manifold from the point in the middle, so angles and rotations need no special care:

    d_i = x_i ⊖ x_0,   d̄ = Σ w_i d_i,   x ← x_0 ⊕ d̄,   P = Σ w_i (d_i − d̄)(d_i − d̄)ᵀ + Q

The readings use points spread anew with the predicted covariance, so that the process noise counts in them.

Reference: Julier & Uhlmann (2004), Proc. IEEE 92, 401-422
"""

from __future__ import annotations

from biela.estimate.controlled import integrate_each
from biela.estimate.lanes import copy, load
from biela.estimate.propagate import integrate, perturb, predict
from biela.estimate.record import BAD_COVARIANCE, LEFT_THE_CHART, at
from biela.estimate.registry import filter
from biela.kernel.linear_algebra import cholesky, symmetrise
from biela.runtime.access import Pointer, call_kernel, compiled, floats, integers, part, reals

from .base import KalmanFilter
from .update import absorb, move_mean, spread_mean, steps, take_mean


@compiled
def move_points(run: Pointer, group: int) -> None:
    """The points of a group through the step, to X. They are so far apart that valves and pumps differ: in implicit steps each has
    Jacobians and steps of its own."""
    load(run, group)
    if run[at.IMPLICIT]:
        integrate_each(run, group)
    else:
        integrate(run)


@compiled
def spread_points(run: Pointer, advance: bool) -> bool:
    """The points, closed; moved through the step where that is asked. Their differences d_i = x_i ⊖ x_0 to POINTS."""
    n, W, N = run[at.N_D], run[at.LANES], run[at.N]
    L, delta = floats(run, at.ROOT), floats(run, at.DELTA)
    scale = (n + reals(run)[at.KAPPA]) ** 0.5
    if not cholesky(floats(run, at.COVARIANCE), L, n):
        run[at.STATUS] = BAD_COVARIANCE
        return False
    for group in range(run[at.GROUPS]):
        spread_mean(run, group)
        load(run, group)
        for lane in range(W):
            i = min(group * W + lane, N - 1)
            for k in range(n):
                if i == 0:
                    delta[k * W + lane] = 0.0
                elif i <= n:
                    delta[k * W + lane] = scale * L[k * n + i - 1]
                else:
                    delta[k * W + lane] = -scale * L[k * n + i - 1 - n]
        perturb(run, group)
        if advance:
            move_points(run, group)
            for k in range(n * W):
                delta[k] = 0.0
            perturb(run, group)
    if not all_arrived(run):
        return False
    find_differences(run)
    return True


@compiled
def all_arrived(run: Pointer) -> bool:
    """Whether all points are closed; STATUS says it where one is not."""
    lost = integers(run, at.LOST)
    for i in range(run[at.N]):
        if lost[i] != 0:
            lost[i] = 0
            run[at.STATUS] = LEFT_THE_CHART
            return False
    return True


@compiled
def find_differences(run: Pointer) -> None:
    """d_i = x_i ⊖ x_0 of all points, to POINTS."""
    n, n_e, W, N = run[at.N_D], run[at.N_E], run[at.LANES], run[at.N]
    d, origin, x = floats(run, at.D_LANES), floats(run, at.ORIGIN), floats(run, at.STATES)
    p0, places = floats(run, at.PARAMETERS), integers(run, at.P_PLACES)
    for i in range(run[at.N_X]):
        for lane in range(W):
            origin[i * W + lane] = x[i * W]
    for group in range(run[at.GROUPS]):
        load(run, group)
        call_kernel(run, at.DIFFERENCE, at.ARG_DIFFERENCE, at.TO_D)
        p = part(run, at.PARAMETERS, group)
        for lane in range(min(W, N - group * W)):
            point = part(run, at.POINTS, group * W + lane)
            for k in range(n - n_e):
                point[k] = d[k * W + lane]
            for e in range(n_e):
                point[n - n_e + e] = p[places[e] * W + lane] - p0[places[e] * W]


@compiled
def weight(run: Pointer, i: int) -> float:
    """The weight of a point."""
    n, kappa = run[at.N_D], reals(run)[at.KAPPA]
    return kappa / (n + kappa) if i == 0 else 0.5 / (n + kappa)  # type: ignore[no-any-return]


@compiled
def time_update(run: Pointer) -> bool:
    """Mean and covariance through a step."""
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
    """The readings of the step: S and C from the points."""
    n, n_y, n_r, N, W = run[at.N_D], run[at.N_Y], run[at.N_R], run[at.N], run[at.LANES]
    points, y, mean_y = floats(run, at.POINTS), floats(run, at.Y), floats(run, at.EXPECTED)
    S, C = floats(run, at.S), floats(run, at.C)
    if not spread_points(run, False):
        return False
    for group in range(run[at.GROUPS]):
        predict(run, group)
    for j in range(n_y):
        mean_y[j] = 0.0
        for i in range(N):
            mean_y[j] += weight(run, i) * y[((i // W) * n_r + j) * W + i % W]
    copy(S, floats(run, at.R), n_y * n_y)
    for k in range(n * n_y):
        C[k] = 0.0
    for i in range(N):
        w, row = weight(run, i), (i // W) * n_r
        for j in range(n_y):
            e = w * (y[(row + j) * W + i % W] - mean_y[j])
            for q in range(n_y):
                S[j * n_y + q] += e * (y[(row + q) * W + i % W] - mean_y[q])
            for k in range(n):
                C[k * n_y + j] += e * points[i * n + k]
    return absorb(run)  # type: ignore[no-any-return]


@filter("unscented")
class UnscentedKalmanFilter(KalmanFilter):
    """Unscented Kalman filter: 2n + 1 points through the machine itself, without derivatives.

    The top of this file has the equations; `KalmanFilter` has the arguments.
    """

    routine = steps(time_update, reading_update)
    kernels = ("difference",)
    points = 2
