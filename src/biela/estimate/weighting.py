"""After the readings of a step: weights, moments for the record, resampling and jitter; and whole runs in one call."""

from __future__ import annotations

import math
from math import tau

from biela.integrate.access import Pointer, compiled, floats, go, integers, part, reals, routine

from .lanes import copy
from .record import GOOD, UNEXPLAINED, at
from .regularise import regularise
from .resampling import choose_index, find_weights

MINUS_INFINITY = float("-inf")
EFFECTIVE_PER_ENTRY = 20.0
"""Effective particles for each entry and one more, below which readings are used in sweeps."""
SWEEPS = 30
"""Most sweeps for the readings of one step."""
LEAST_SHARE = 1e-6
"""Smallest part of what is left of the exponent that a sweep uses."""


@routine
def run_steps(run: Pointer) -> None:
    """Do STEPS steps of a filter, all groups in this thread."""
    run[at.FIRST] = 0
    run[at.LAST] = run[at.GROUPS]
    for step in range(run[at.STEPS]):
        run[at.STEP] = step
        moves = run[at.DO_ADVANCE]
        while True:
            if run[at.IMPLICIT] and run[at.DO_ADVANCE]:
                go(run, at.DO_FACTORS)
            go(run, at.DO_GROUPS)
            weigh_step(run)
            if run[at.JITTER_DUE]:
                go(run, at.DO_JITTER)
            if run[at.SWEEP] == 0:
                break
            run[at.DO_ADVANCE] = 0  # a sweep uses the same readings once more
            run[at.COUNTER] += 1
        run[at.DO_ADVANCE] = moves
        if run[at.STATUS] != GOOD:
            return
        run[at.COUNTER] += 1


@routine
def weigh_once(run: Pointer) -> None:
    """Find weights, record and resample, between the loops over groups."""
    weigh_step(run)


@compiled
def weigh_step(run: Pointer) -> None:
    """Find weights, record, and resample where the effective part has fallen below its threshold.

    Readings that too few particles explain are used in sweeps, each with a part of the exponent of the likelihood (see
    `temper`); between them, the cloud is resampled and spreads.
    """
    step, sweep, option = run[at.STEP], run[at.SWEEP], reals(run)
    run[at.JITTER_DUE] = run[at.SWEEP] = 0
    if sweep == 0:
        record_predictions(run)
        if not explained(run):
            forget_readings(run)
            run[at.STATUS] = UNEXPLAINED
            return
        floats(run, at.OUT_EVIDENCE)[step] = 0.0
        integers(run, at.OUT_RESAMPLED)[step] = 0
    before = option[at.LOG_SUM]
    effective = find_weights(run)
    if effective < 0.0:
        run[at.STATUS], option[at.REMAINING] = UNEXPLAINED, 1.0
        return
    if sweep == 0:
        floats(run, at.OUT_ESS)[step] = effective
    used = option[at.REMAINING]
    if run[at.REGULARISED] and sweep < SWEEPS and run[at.DO_UPDATE] and effective < option[at.THRESHOLD]:
        used = temper(run, effective, before)
    option[at.REMAINING] -= used
    floats(run, at.OUT_EVIDENCE)[step] += option[at.EVIDENCE]
    record_moments(run)
    if run[at.DO_UPDATE] != 0 and effective < option[at.THRESHOLD]:
        if run[at.REGULARISED]:
            regularise(run)
        choose_index(run)
        copy_chosen(run)
        run[at.RESAMPLINGS] += 1
        run[at.JITTER_DUE] = integers(run, at.OUT_RESAMPLED)[step] = 1
    if option[at.REMAINING] > 0.0:
        run[at.SWEEP] = sweep + 1
    else:
        option[at.REMAINING] = 1.0


@compiled
def temper(run: Pointer, effective: float, before: float) -> float:
    """Return the exponent with which to use the readings now: all of it, or as much as leaves enough particles effective.

    A kernel of n entries needs `EFFECTIVE_PER_ENTRY` (n + 1) effective particles. Where fewer explain the readings, a part b of the
    exponent is used, w ∝ exp(−½ b d²), such that half of those remain effective at which the cloud is resampled (progressive
    correction: Musso, Oudjane & Le Gland 2001).

    Parameters
    ----------
    effective : part of the particles that is effective with all of the exponent
    before : ln Σ w of the log-weights before these readings
    """
    N, logw, d2, option = run[at.N], floats(run, at.LOGW), floats(run, at.DISTANCE), reals(run)
    remaining = option[at.REMAINING]
    if effective * N >= min(EFFECTIVE_PER_ENTRY * (run[at.N_D] + 1.0), 0.5 * option[at.THRESHOLD] * N):
        return remaining  # type: ignore[no-any-return]
    low, high = LEAST_SHARE * remaining, remaining
    for _ in range(10):
        middle = math.sqrt(low * high)
        if effective_with(run, 0.5 * (remaining - middle)) < 0.5 * option[at.THRESHOLD]:
            high = middle
        else:
            low = middle
    largest = option[at.EVIDENCE] + before - option[at.LOG_SUM]
    for i in range(N):
        if logw[i] > MINUS_INFINITY:
            logw[i] += 0.5 * (remaining - low) * d2[i]
    option[at.LOG_SUM] = before - largest
    find_weights(run)
    return low  # type: ignore[no-any-return]


@compiled
def effective_with(run: Pointer, half: float) -> float:
    """Return the effective part of the particles if their log-weights were larger by `half` d²."""
    N, logw, d2 = run[at.N], floats(run, at.LOGW), floats(run, at.DISTANCE)
    largest = MINUS_INFINITY
    for i in range(N):
        if logw[i] > MINUS_INFINITY:
            largest = max(largest, logw[i] + half * d2[i])
    total = squares = 0.0
    for i in range(N):
        if logw[i] > MINUS_INFINITY:
            w = math.exp(logw[i] + half * d2[i] - largest)
            total += w
            squares += w * w
    return total * total / (N * squares)  # type: ignore[no-any-return]


@compiled
def explained(run: Pointer) -> bool:
    """Tell whether the readings, if there are any, are within reach of the nearest particle."""
    if run[at.DO_UPDATE] == 0 or run[at.N_Y] == 0:
        return True
    distance, farthest = floats(run, at.DISTANCE), reals(run)[at.FARTHEST]
    for i in range(run[at.N]):  # noqa: SIM110, compiled
        if distance[i] <= farthest:
            return True
    return False


@compiled
def forget_readings(run: Pointer) -> None:
    """Restore log-weights as they were before the readings, from the linear weights, which sum to one."""
    logw, w = floats(run, at.LOGW), floats(run, at.WEIGHT)
    for i in range(run[at.N]):
        logw[i] = math.log(w[i]) if w[i] > 0.0 else MINUS_INFINITY
    reals(run)[at.LOG_SUM] = 0.0


@compiled
def record_predictions(run: Pointer) -> None:
    """Record mean and variance of the predicted readings, with the weights of before the readings came."""
    n_r, step = run[at.N_R], run[at.STEP]
    mean, variance = part(run, at.OUT_Y, step), part(run, at.OUT_YVAR, step)
    for k in range(run[at.N_Y]):
        first, second = moments(run, at.Y, n_r, k, 0.0, 0)
        mean[k], variance[k] = first, max(second - first * first, 0.0)


@compiled
def record_moments(run: Pointer) -> None:
    """Record the weighted mean and spread of the entries (circular for angles), and the linear mean of wrapped angles."""
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
            centre += tau * math.floor((unwrapped - centre) / tau + 0.5)  # on the turn where the cloud is
        _, second = moments(run, field, rows, place, centre, 2 * angle[k])
        mean[k], spread[k] = centre, math.sqrt(max(second, 0.0))


@compiled
def entry(run: Pointer, k: int) -> tuple[int, int, int]:
    """Find an estimated entry: a field, its number of rows, and the row."""
    first = run[at.N_D] - run[at.N_E]
    if k < first:
        return at.STATES, run[at.N_X], integers(run, at.PLACES)[k]
    return at.PARAMETERS, run[at.N_P], integers(run, at.P_PLACES)[k - first]


@compiled
def moments(run: Pointer, field: int, rows: int, place: int, centre: float, wrapped: int) -> tuple[float, float]:
    """Return weighted sums of d and d², d = entry − centre, an angle wrapped to [0, 2π) (1) or to ±π (2)."""
    N, W, w, values = run[at.N], run[at.LANES], floats(run, at.WEIGHT), floats(run, field)
    low = 0.5 if wrapped == 2 else 0.0
    first = second = 0.0
    i = 0
    for group in range(run[at.GROUPS]):
        row = (group * rows + place) * W
        for lane in range(min(W, N - i)):
            d = values[row + lane] - centre
            if wrapped != 0:
                d -= tau * math.floor(d / tau + low)
            first += w[i] * d
            second += w[i] * d * d
            i += 1
    return first, second


@compiled
def copy_chosen(run: Pointer) -> None:
    """Copy the new generation by INDEX: equal weights, nobody lost."""
    N, logw, lost, w = run[at.N], floats(run, at.LOGW), integers(run, at.LOST), floats(run, at.WEIGHT)
    gather(run, at.STATES, run[at.N_X])
    gather(run, at.SIGN, run[at.N_B])
    if run[at.REGULARISED]:
        gather(run, at.SHIFT, run[at.N_D] + 1)
    if run[at.N_E]:
        gather(run, at.PARAMETERS, run[at.N_P])
    for i in range(run[at.GROUPS] * run[at.LANES]):
        logw[i] = 0.0 if i < N else MINUS_INFINITY
        w[i] = 1.0 / N if i < N else 0.0
        lost[i] = 0
    reals(run)[at.LOG_SUM] = math.log(float(N))


@compiled
def gather(run: Pointer, field: int, n: int) -> None:
    """Gather a vector of n rows of all particles, by INDEX."""
    N, W, padded = run[at.N], run[at.LANES], run[at.GROUPS] * run[at.LANES]
    index, old, new = integers(run, at.INDEX), floats(run, field), floats(run, at.NEXT)
    for i in range(padded):
        j = index[min(i, N - 1)]
        source, target = (j // W) * n * W + j % W, (i // W) * n * W + i % W
        for k in range(n):
            new[target + k * W] = old[source + k * W]
    copy(old, new, padded * n)
