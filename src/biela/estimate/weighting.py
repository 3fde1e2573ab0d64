"""What follows the readings of a step: weights, moments for the record, resampling and jitter; and whole runs in one call."""

from __future__ import annotations

import math

from biela.kernel.linear_algebra import cholesky
from biela.runtime.access import Pointer, compiled, floats, go, integers, part, reals, routine

from .lanes import copy
from .record import GOOD, REGULARISED, ROUGHENING, UNEXPLAINED, at
from .resampling import choose_index, find_weights

TURN = 6.283185307179586
MINUS_INFINITY = float("-inf")


@routine
def run_steps(run: Pointer) -> None:
    """STEPS steps of a filter, all groups in this thread."""
    run[at.FIRST] = 0
    run[at.LAST] = run[at.GROUPS]
    for step in range(run[at.STEPS]):
        run[at.STEP] = step
        if run[at.IMPLICIT] and run[at.DO_ADVANCE]:
            go(run, at.DO_FACTORS)
        go(run, at.DO_GROUPS)
        weigh_step(run)
        if run[at.STATUS] != GOOD:
            return
        if run[at.JITTER_DUE]:
            go(run, at.DO_JITTER)
        run[at.COUNTER] += 1


@routine
def weigh_once(run: Pointer) -> None:
    """What `run_steps` does between the two loops over groups."""
    weigh_step(run)


@compiled
def weigh_step(run: Pointer) -> None:
    """Weights, record and, where the effective part has fallen below its threshold, resampling."""
    step = run[at.STEP]
    run[at.JITTER_DUE] = 0
    record_predictions(run)
    if not explained(run):
        forget_readings(run)
        run[at.STATUS] = UNEXPLAINED
        return
    effective = find_weights(run)
    if effective < 0.0:
        run[at.STATUS] = UNEXPLAINED
        return
    floats(run, at.OUT_ESS)[step] = effective
    floats(run, at.OUT_EVIDENCE)[step] = reals(run)[at.EVIDENCE]
    record_moments(run)
    if run[at.DO_UPDATE] != 0 and effective < reals(run)[at.THRESHOLD]:
        if run[at.JITTER_KIND] == ROUGHENING:
            roughen(run)
        elif run[at.JITTER_KIND] == REGULARISED:
            regularise(run)
        choose_index(run)
        copy_chosen(run)
        run[at.RESAMPLINGS] += 1
        run[at.JITTER_DUE] = 1
    integers(run, at.OUT_RESAMPLED)[step] = run[at.JITTER_DUE]


@compiled
def explained(run: Pointer) -> bool:
    """Whether the readings, if there are any, are within reach of the nearest particle."""
    if run[at.DO_UPDATE] == 0 or run[at.N_Y] == 0:
        return True
    distance, farthest = floats(run, at.DISTANCE), reals(run)[at.FARTHEST]
    for i in range(run[at.N]):  # noqa: SIM110, compiled
        if distance[i] <= farthest:
            return True
    return False


@compiled
def forget_readings(run: Pointer) -> None:
    """Log-weights as they were before the readings, from the linear weights, which sum to one."""
    logw, w = floats(run, at.LOGW), floats(run, at.WEIGHT)
    for i in range(run[at.N]):
        logw[i] = math.log(w[i]) if w[i] > 0.0 else MINUS_INFINITY
    reals(run)[at.LOG_SUM] = 0.0


# ----------------------------------------------------------------------------------------------------------- moments


@compiled
def record_predictions(run: Pointer) -> None:
    """Mean and variance of the predicted readings, with the weights of before the readings came."""
    n_r, step = run[at.N_R], run[at.STEP]
    mean, variance = part(run, at.OUT_Y, step), part(run, at.OUT_YVAR, step)
    for k in range(run[at.N_Y]):
        first, second = moments(run, at.Y, n_r, k, 0.0, 0)
        mean[k], variance[k] = first, max(second - first * first, 0.0)


@compiled
def record_moments(run: Pointer) -> None:
    """Weighted mean and spread of the entries (circular for angles), linear mean of wrapped angles."""
    n_r, step, angle = run[at.N_R], run[at.STEP], integers(run, at.ANGLE)
    mean, spread, linear = part(run, at.OUT_MEAN, step), part(run, at.OUT_SPREAD, step), part(run, at.OUT_LINEAR, step)
    at_sine = run[at.N_Y]
    for k in range(run[at.N_D]):
        field, rows, place = entry(run, k)
        centre, _ = moments(run, field, rows, place, 0.0, angle[k])
        linear[k] = centre
        if angle[k] != 0:
            s, _ = moments(run, at.Y, n_r, at_sine, 0.0, 0)
            c, _ = moments(run, at.Y, n_r, at_sine + 1, 0.0, 0)
            at_sine += 2
            centre = math.atan2(s, c)
            unwrapped, _ = moments(run, field, rows, place, 0.0, 0)
            centre += TURN * math.floor((unwrapped - centre) / TURN + 0.5)  # on the turn where the cloud is
        _, second = moments(run, field, rows, place, centre, 2 * angle[k])
        mean[k], spread[k] = centre, math.sqrt(max(second, 0.0))


@compiled
def entry(run: Pointer, k: int) -> tuple[int, int, int]:
    """Where an estimated entry is: a field, how many rows it has, and which of them."""
    first = run[at.N_D] - run[at.N_E]
    if k < first:
        return at.STATES, run[at.N_X], integers(run, at.PLACES)[k]
    return at.PARAMETERS, run[at.N_P], integers(run, at.P_PLACES)[k - first]


@compiled
def moments(run: Pointer, field: int, rows: int, place: int, centre: float, wrapped: int) -> tuple[float, float]:
    """Weighted sums of d and d², d = entry − centre, an angle wrapped to [0, 2π) (1) or to ±π (2)."""
    N, W, w, values = run[at.N], run[at.LANES], floats(run, at.WEIGHT), floats(run, field)
    low = 0.5 if wrapped == 2 else 0.0
    first = second = 0.0
    i = 0
    for group in range(run[at.GROUPS]):
        row = (group * rows + place) * W
        for lane in range(min(W, N - i)):
            d = values[row + lane] - centre
            if wrapped != 0:
                d -= TURN * math.floor(d / TURN + low)
            first += w[i] * d
            second += w[i] * d * d
            i += 1
    return first, second


# ------------------------------------------------------------------------------------------------- the next generation


@compiled
def find_deviation(run: Pointer, i: int) -> None:
    """How far the entries of a particle are from the mean of the step, to DEVIATION; of angles the short way round."""
    W, d, angle = run[at.LANES], floats(run, at.DEVIATION), integers(run, at.ANGLE)
    centre = part(run, at.OUT_MEAN, run[at.STEP])
    for k in range(run[at.N_D]):
        field, rows, place = entry(run, k)
        d[k] = floats(run, field)[((i // W) * rows + place) * W + i % W] - centre[k]
        if angle[k] != 0:
            d[k] -= TURN * math.floor(d[k] / TURN + 0.5)


@compiled
def roughen(run: Pointer) -> None:
    """JITTER = K · (largest − smallest) · N^(−1/n) on its diagonal (Gordon, Salmond & Smith 1993)."""
    N, n, d, J = run[at.N], run[at.N_D], floats(run, at.DEVIATION), floats(run, at.JITTER)
    low, high = floats(run, at.LOWEST), floats(run, at.HIGHEST)
    for k in range(n):
        low[k], high[k] = 1e300, -1e300
    for i in range(N):
        find_deviation(run, i)
        for k in range(n):
            low[k], high[k] = min(low[k], d[k]), max(high[k], d[k])
    for k in range(n * n):
        J[k] = 0.0
    for k in range(n):
        J[k * n + k] = reals(run)[at.BANDWIDTH] * (high[k] - low[k]) * float(N) ** (-1.0 / n)


@compiled
def regularise(run: Pointer) -> None:
    """JITTER = h · chol(covariance of the cloud), h = (4/(n + 2))^(1/(n+4)) N^(−1/(n+4)) times the option.

    The Gaussian kernel of Musso, Oudjane & Le Gland (2001).
    """
    N, n, w, d = run[at.N], run[at.N_D], floats(run, at.WEIGHT), floats(run, at.DEVIATION)
    J, C = floats(run, at.JITTER), floats(run, at.MOMENTS)
    for k in range(n * n):
        C[k] = 0.0
    for i in range(N):
        find_deviation(run, i)
        for k in range(n):
            for j in range(k + 1):
                C[k * n + j] += w[i] * d[k] * d[j]
    h = reals(run)[at.BANDWIDTH] * (4.0 / (n + 2.0)) ** (1.0 / (n + 4.0)) * float(N) ** (-1.0 / (n + 4.0))
    cholesky(C, J, n)
    for k in range(n * n):
        J[k] *= h


@compiled
def copy_chosen(run: Pointer) -> None:
    """The new generation: copies by INDEX, equal weights, nobody lost."""
    N, logw, lost, w = run[at.N], floats(run, at.LOGW), integers(run, at.LOST), floats(run, at.WEIGHT)
    gather(run, at.STATES, run[at.N_X])
    gather(run, at.SIGN, run[at.N_B])
    if run[at.N_E]:
        gather(run, at.PARAMETERS, run[at.N_P])
    for i in range(run[at.GROUPS] * run[at.LANES]):
        logw[i] = 0.0 if i < N else MINUS_INFINITY
        w[i] = 1.0 / N if i < N else 0.0
        lost[i] = 0
    reals(run)[at.LOG_SUM] = math.log(float(N))


@compiled
def gather(run: Pointer, field: int, n: int) -> None:
    """A vector of n rows of all particles, by INDEX."""
    N, W, padded = run[at.N], run[at.LANES], run[at.GROUPS] * run[at.LANES]
    index, old, new = integers(run, at.INDEX), floats(run, field), floats(run, at.NEXT)
    for i in range(padded):
        j = index[min(i, N - 1)]
        source, target = (j // W) * n * W + j % W, (i // W) * n * W + i % W
        for k in range(n):
            new[target + k * W] = old[source + k * W]
    copy(old, new, padded * n)
