"""After the readings of a step: weights, what is recorded, resampling and jitter; and whole runs in one call."""

from __future__ import annotations

import math

from biela.kernel.call import floats, integers
from biela.kernel.linear_algebra import cholesky
from biela.kernel.routine import Pointer, compiled, routine
from biela.simulation.integrator.compiled import go

from . import record as at
from .resampling import choose_index, find_weights

TURN = 6.283185307179586
FIXED, ROUGHENING = at.FIXED, at.ROUGHENING
MINUS_INFINITY = float("-inf")


@routine
def run_steps(run: Pointer) -> None:
    """STEPS steps of a filter, all groups in this thread. LANES_I + 2 W holds the addresses of the loops over groups."""
    loops = integers(run[at.LANES_I] + 16 * run[at.W])
    for step in range(run[at.STEPS]):
        run[at.STEP] = step
        run[at.FIRST] = 0
        run[at.LAST] = run[at.GROUPS]
        if run[at.IMPLICIT] and run[at.DO_ADVANCE]:
            go(loops[3], run)
        go(loops[0], run)
        settle_step(run)
        if run[at.STATUS] != at.GOOD:
            return
        if run[at.RESAMPLINGS] < 0:  # a jitter is due
            run[at.RESAMPLINGS] = -run[at.RESAMPLINGS]
            go(loops[1], run)
        run[at.COUNTER] += 1


@routine
def settle_one(run: Pointer) -> None:
    """What `run_steps` does between the two loops over groups."""
    settle_step(run)


@compiled
def settle_step(run: Pointer) -> None:
    """Weights, record and, where the effective part has fallen below its threshold, resampling.

    RESAMPLINGS counts; it is left negative where a jitter is due.
    """
    step, option = run[at.STEP], floats(run[at.OPTION])
    record_predictions(run)
    if not explained(run):
        forget_readings(run)
        run[at.STATUS] = at.UNEXPLAINED
        return
    part = find_weights(run)
    if part < 0.0:
        run[at.STATUS] = at.UNEXPLAINED
        return
    floats(run[at.OUT_ESS])[step] = part
    floats(run[at.OUT_EVIDENCE])[step] = option[at.EVIDENCE]
    record_moments(run)
    resampled = run[at.DO_UPDATE] != 0 and run[at.DO_RESAMPLE] != 0 and part < option[at.THRESHOLD]
    integers(run[at.OUT_RESAMPLED])[step] = 1 if resampled else 0
    if resampled:
        if run[at.JITTER_KIND] != FIXED:
            spread_jitter(run)
        choose_index(run)
        copy_chosen(run)
        run[at.RESAMPLINGS] = -(run[at.RESAMPLINGS] + 1)


@compiled
def explained(run: Pointer) -> bool:
    """Whether the readings, if there are any, are within reach of the nearest particle."""
    if run[at.DO_UPDATE] == 0 or run[at.N_Y] == 0:
        return True
    distance, farthest = floats(run[at.DISTANCE]), floats(run[at.OPTION])[at.FARTHEST]
    for i in range(run[at.N]):  # noqa: SIM110, compiled
        if distance[i] <= farthest:
            return True
    return False


@compiled
def forget_readings(run: Pointer) -> None:
    """Log-weights as they were before the readings, from the linear weights, which sum to one."""
    logw, w = floats(run[at.LOGW]), floats(run[at.WEIGHT])
    for i in range(run[at.N]):
        logw[i] = math.log(w[i]) if w[i] > 0.0 else MINUS_INFINITY
    floats(run[at.OPTION])[at.LOG_SUM] = 0.0


@compiled
def entry(run: Pointer, place: int, i: int) -> float:
    """Entry of a particle: of x, or (negative places) of its parameters."""
    W = run[at.W]
    if place >= 0:
        return floats(run[at.X])[((i // W) * run[at.N_X] + place) * W + i % W]  # type: ignore[no-any-return]
    return floats(run[at.P])[((i // W) * run[at.N_P] - 1 - place) * W + i % W]  # type: ignore[no-any-return]


@compiled
def record_moments(run: Pointer) -> None:
    """Weighted mean and spread of the entries (circular for angles), linear mean of wrapped angles."""
    n_d, n_y, step = run[at.N_D], run[at.N_Y], run[at.STEP]
    places, angle = integers(run[at.PLACES]), integers(run[at.ANGLE])
    mean, spread = floats(run[at.OUT_MEAN] + 8 * step * n_d), floats(run[at.OUT_SPREAD] + 8 * step * n_d)
    linear = floats(run[at.OUT_LINEAR] + 8 * step * n_d)
    at_sine = n_y
    for k in range(n_d):
        first, second = moments_of(run, places[k], 0.0, angle[k])
        linear[k] = first
        if angle[k] != 0:
            s, _ = predicted_moments(run, at_sine)
            c, _ = predicted_moments(run, at_sine + 1)
            at_sine += 2
            centre = math.atan2(s, c)
            first, second = moments_of(run, places[k], centre, 2)
            mean[k], spread[k] = centre, math.sqrt(max(second, 0.0))
        else:
            mean[k] = first
            _, second = moments_of(run, places[k], first, 0)
            spread[k] = math.sqrt(max(second, 0.0))


@compiled
def record_predictions(run: Pointer) -> None:
    """Mean and variance of the predicted readings, with the weights of before the readings came."""
    n_y, step = run[at.N_Y], run[at.STEP]
    y_mean, y_var = floats(run[at.OUT_Y] + 8 * step * n_y), floats(run[at.OUT_YVAR] + 8 * step * n_y)
    for k in range(n_y):
        first, second = predicted_moments(run, k)
        y_mean[k], y_var[k] = first, max(second - first * first, 0.0)


@compiled
def moments_of(run: Pointer, place: int, centre: float, wrapped: int) -> tuple[float, float]:
    """Weighted sums of d and d², d = entry − centre, an angle wrapped to [0, 2π) (1) or to ±π (2)."""
    N, W = run[at.N], run[at.W]
    w = floats(run[at.WEIGHT])
    values, n = floats(run[at.X]), run[at.N_X]
    if place < 0:
        values, n, place = floats(run[at.P]), run[at.N_P], -1 - place
    low = 0.5 if wrapped == 2 else 0.0
    first = second = 0.0
    i = 0
    for group in range(run[at.GROUPS]):
        row = (group * n + place) * W
        for lane in range(min(W, N - i)):
            d = values[row + lane] - centre
            if wrapped != 0:
                d -= TURN * math.floor(d / TURN + low)
            first += w[i] * d
            second += w[i] * d * d
            i += 1
    return first, second


@compiled
def predicted_moments(run: Pointer, k: int) -> tuple[float, float]:
    """Weighted mean and mean square of a row of Y."""
    N, W, n_r = run[at.N], run[at.W], run[at.N_R]
    w, y = floats(run[at.WEIGHT]), floats(run[at.Y])
    first = second = 0.0
    i = 0
    for group in range(run[at.GROUPS]):
        row = (group * n_r + k) * W
        for lane in range(min(W, N - i)):
            value = y[row + lane]
            first += w[i] * value
            second += w[i] * value * value
            i += 1
    return first, second


@compiled
def spread_jitter(run: Pointer) -> None:
    """JITTER from the cloud itself: lower triangular, (N_D, N_D).

    Roughening: K · (largest − smallest) · N^(−1/n) on the diagonal (Gordon, Salmond & Smith 1993). Regularised: the Gaussian
    kernel of width h = (4/(n + 2))^(1/(n+4)) N^(−1/(n+4)) times the option (Musso, Oudjane & Le Gland 2001), h · chol(covariance).
    """
    N, n, step = run[at.N], run[at.N_D], run[at.STEP]
    w, places, angle = floats(run[at.WEIGHT]), integers(run[at.PLACES]), integers(run[at.ANGLE])
    J, C = floats(run[at.JITTER]), floats(run[at.MOMENTS])
    centre = floats(run[at.OUT_MEAN] + 8 * step * n)
    width = floats(run[at.OPTION])[at.BANDWIDTH]
    for k in range(n * n):
        J[k] = 0.0
        C[k] = 0.0
    if run[at.JITTER_KIND] == ROUGHENING:
        for k in range(n):
            low, high = 1e300, -1e300
            for i in range(N):
                d = entry(run, places[k], i) - centre[k]
                if angle[k] != 0:
                    d -= TURN * math.floor(d / TURN + 0.5)
                low, high = min(low, d), max(high, d)
            J[k * n + k] = width * (high - low) * float(N) ** (-1.0 / n)
        return
    d = floats(run[at.MOMENTS] + 8 * n * n)
    for i in range(N):
        for k in range(n):
            d[k] = entry(run, places[k], i) - centre[k]
            if angle[k] != 0:
                d[k] -= TURN * math.floor(d[k] / TURN + 0.5)
            for j in range(k + 1):
                C[k * n + j] += w[i] * d[k] * d[j]
    h = width * (4.0 / (n + 2.0)) ** (1.0 / (n + 4.0)) * float(N) ** (-1.0 / (n + 4.0))
    cholesky(C, J, n)
    for k in range(n * n):
        J[k] *= h


@compiled
def copy_chosen(run: Pointer) -> None:
    """The new generation: copies by INDEX, equal weights, nobody lost. The two sets of arrays change places."""
    N, W, groups = run[at.N], run[at.W], run[at.GROUPS]
    logw, lost, w = floats(run[at.LOGW]), integers(run[at.LOST]), floats(run[at.WEIGHT])
    gather(run, at.X, at.X_TO, run[at.N_X])
    gather(run, at.SIGN, at.SIGN_TO, run[at.N_B])
    if run[at.MOVES_P]:
        gather(run, at.P, at.P_TO, run[at.N_P])
    for i in range(groups * W):
        logw[i] = 0.0 if i < N else MINUS_INFINITY
        w[i] = 1.0 / N if i < N else 0.0
        lost[i] = 0
    floats(run[at.OPTION])[at.LOG_SUM] = math.log(float(N))


@compiled
def gather(run: Pointer, source: int, target: int, n: int) -> None:
    N, W = run[at.N], run[at.W]
    index = integers(run[at.INDEX])
    a, b = floats(run[source]), floats(run[target])
    for i in range(run[at.GROUPS] * W):
        j = index[min(i, N - 1)]
        old, new = (j // W) * n * W + j % W, (i // W) * n * W + i % W
        for k in range(n):
            b[new + k * W] = a[old + k * W]
    kept = run[source]
    run[source] = run[target]
    run[target] = kept
