"""Unscented Kalman filter: no derivatives; 2n + 1 points through the machine itself, on their branch.

With (n + κ) P = L Lᵀ and the columns lᵢ of L, the points are x, x ⊕ lᵢ, x ⊕ (−lᵢ) with weights κ/(n + κ), then 1/(2 (n + κ)) each;
κ = max(0, 3 − n), so that no weight is negative and covariances stay semidefinite. Each point is closed on the branch of the mean.
Differences are taken on the manifold from the point in the middle, so angles and rotations need no special care:

    d_i = x_i ⊖ x_0,   d̄ = Σ w_i d_i,   x ← x_0 ⊕ d̄,   P = Σ w_i (d_i − d̄)(d_i − d̄)ᵀ + Q

The readings use points spread anew with the predicted covariance, so that the process noise counts in them.

Reference: Julier & Uhlmann (2004), Proc. IEEE 92, 401-422
"""

from __future__ import annotations

from biela.estimate import record as at
from biela.estimate.propagate import integrate, load, perturb, predict
from biela.kernel.call import call_kernel, floats, integers
from biela.kernel.linear_algebra import cholesky, symmetrise
from biela.kernel.routine import Pointer, compiled, routine
from biela.simulation.integrator.compiled import go

from . import record as ka
from .base import KalmanFilter
from .update import BAD_COVARIANCE, LEFT_THE_CHART, absorb, move_mean, record_mean, spread_mean


@routine
def unscented_steps(run: Pointer) -> None:
    """STEPS steps of the filter."""
    for step in range(run[at.STEPS]):
        run[at.STEP] = step
        if run[at.DO_ADVANCE] and run[at.IMPLICIT]:
            go(integers(run[at.LANES_I] + 16 * run[at.W])[3], run)
        if run[at.DO_ADVANCE] and not time_update(run):
            return
        floats(run[ka.OUT_NIS])[step] = 0.0
        integers(run[ka.OUT_COUNT])[step] = 0
        if run[at.DO_UPDATE] and not reading_update(run):
            return
        record_mean(run)


@compiled
def spread_points(run: Pointer, advance: int) -> bool:
    """The points, closed; moved through the step where that is asked."""
    n, W, N = run[at.N_D], run[at.W], run[at.N]
    P, L, delta = floats(run[ka.COVARIANCE]), floats(run[ka.ROOT]), floats(run[at.DELTA])
    scale = (n + floats(run[ka.KAPPA])[0]) ** 0.5
    if not cholesky(P, L, n):
        run[at.STATUS] = BAD_COVARIANCE
        return False
    lost = integers(run[at.LOST])
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
            load(run, group)
            integrate(run)
            for k in range(n):
                for lane in range(W):
                    delta[k * W + lane] = 0.0
            perturb(run, group)
    for i in range(N):
        if lost[i] != 0:
            lost[i] = 0
            run[at.STATUS] = LEFT_THE_CHART
            return False
    return True


@compiled
def find_differences(run: Pointer) -> None:
    """d_i = x_i ⊖ x_0 of all points, to POINTS (N, n)."""
    n, n_e, n_x, n_p, W, N = run[at.N_D], run[at.N_E], run[at.N_X], run[at.N_P], run[at.W], run[at.N]
    points, d = floats(run[ka.POINTS]), floats(run[ka.D])
    x, p, places = floats(run[at.X]), floats(run[at.P]), integers(run[at.P_PLACES])
    origin = floats(integers(run[ka.ARG_DIFFERENCE])[4])
    for i in range(n_x):
        for lane in range(W):
            origin[i * W + lane] = x[i * W]
    for group in range(run[at.GROUPS]):
        load(run, group)
        call_kernel(run[ka.DIFFERENCE], run[ka.ARG_DIFFERENCE], run[ka.RES_DIFFERENCE], run[at.WORK])
        for lane in range(min(W, N - group * W)):
            i = group * W + lane
            for k in range(n - n_e):
                points[i * n + k] = d[k * W + lane]
            for e in range(n_e):
                own = p[(group * n_p + places[e]) * W + lane]
                points[i * n + n - n_e + e] = own - p[places[e] * W]


@compiled
def weight(run: Pointer, i: int) -> float:
    """Of a point."""
    n, kappa = run[at.N_D], floats(run[ka.KAPPA])[0]
    return kappa / (n + kappa) if i == 0 else 0.5 / (n + kappa)  # type: ignore[no-any-return]


@compiled
def time_update(run: Pointer) -> bool:
    """Mean and covariance through a step."""
    n, n_x, N, W = run[at.N_D], run[at.N_X], run[at.N], run[at.W]
    points, P, Q = floats(run[ka.POINTS]), floats(run[ka.COVARIANCE]), floats(run[ka.Q])
    mean, x, d = floats(run[ka.MEAN]), floats(run[at.X]), floats(run[ka.D])
    if not spread_points(run, 1):
        return False
    find_differences(run)
    for i in range(n_x):  # the point in the middle; parameters have not moved there
        mean[i] = x[i * W]
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
    if not move_mean(run):
        run[at.STATUS] = LEFT_THE_CHART
        return False
    return True


@compiled
def reading_update(run: Pointer) -> bool:
    """The readings of the step."""
    n, n_y, n_r, N, W = run[at.N_D], run[at.N_Y], run[at.N_R], run[at.N], run[at.W]
    points, y = floats(run[ka.POINTS]), floats(run[at.Y])
    S, C, R, mean_y = floats(run[ka.S]), floats(run[ka.C]), floats(run[ka.R]), floats(run[ka.Y])
    if not spread_points(run, 0):
        return False
    find_differences(run)
    for group in range(run[at.GROUPS]):
        predict(run, group)
    for j in range(n_y):
        mean_y[j] = 0.0
        for i in range(N):
            mean_y[j] += weight(run, i) * y[((i // W) * n_r + j) * W + i % W]
    for j in range(n_y):
        for q in range(n_y):
            S[j * n_y + q] = R[j * n_y + q]
        for k in range(n):
            C[k * n_y + j] = 0.0
    for i in range(N):
        w, row = weight(run, i), (i // W) * n_r
        for j in range(n_y):
            e = w * (y[(row + j) * W + i % W] - mean_y[j])
            for q in range(n_y):
                S[j * n_y + q] += e * (y[(row + q) * W + i % W] - mean_y[q])
            for k in range(n):
                C[k * n_y + j] += e * points[i * n + k]
    return absorb(run) >= 0  # type: ignore[no-any-return]


class UnscentedKalmanFilter(KalmanFilter):
    """Unscented Kalman filter; see the top of this file, and `KalmanFilter` for its arguments."""

    name = "unscented"
    points = True
    routine = unscented_steps
