"""Update of all Kalman filters by a reading, compiled: gain, covariance, record.

    ν = z − y,   S = P_yy + R,   K = P_xy S⁻¹,   NIS = νᵀ S⁻¹ ν
    P ← P − K S Kᵀ,   x ← x ⊕ K ν

Readings that are missing (NaN) have no rows in S. With a gate, a sensor's readings whose own ν²/S exceeds it are left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from biela.estimate.lanes import copy, load
from biela.estimate.propagate import perturb
from biela.estimate.record import BAD_COVARIANCE, LEFT_THE_CHART, at
from biela.integrate.access import Pointer, Routine, compiled, floats, integers, part, reals, routine
from biela.kernel.linear_algebra import cholesky, multiply, multiply_transposed, solve_cholesky, symmetrise


def steps(time_update: Callable[[Pointer], bool], reading_update: Callable[[Pointer], bool]) -> Routine:
    """Return the loop over the samples of a filter, from two compiled functions of the record: each tells whether it succeeded."""

    @routine
    def kalman_steps(run: Pointer) -> None:
        for step in range(run[at.STEPS]):
            run[at.STEP] = step
            if run[at.DO_ADVANCE] and not time_update(run):
                return
            floats(run, at.OUT_NIS)[step] = 0.0
            integers(run, at.OUT_COUNT)[step] = 0
            if run[at.DO_UPDATE] and not reading_update(run):
                return
            record_mean(run)

    return kalman_steps


@compiled
def innovate(run: Pointer) -> int:
    """Find ν and the list of readings used, from EXPECTED and the readings of the step; return their number."""
    n_y, step, gate = run[at.N_Y], run[at.STEP], reals(run)[at.GATE]
    z, y, nu, S = part(run, at.READINGS, step), floats(run, at.EXPECTED), floats(run, at.NU), floats(run, at.S)
    period, chosen = floats(run, at.PERIOD), integers(run, at.CHOSEN)
    predicted, variance = part(run, at.OUT_Y, step), part(run, at.OUT_YVAR, step)
    count = 0
    for i in range(n_y):
        predicted[i], variance[i] = y[i], S[i * n_y + i]
        d = z[i] - y[i]
        if period[i] > 0.0:
            d -= period[i] * math.floor(d / period[i] + 0.5)
        if d == d and not (gate > 0.0 and d * d > gate * variance[i]):
            nu[count] = d
            chosen[count] = i
            count += 1
    return count


@compiled
def correct(run: Pointer, count: int) -> bool:
    """Find gain and covariance from S (all readings, R included) and C = P_xy; the step of the mean to D. False: S is bad."""
    n, n_y, step = run[at.N_D], run[at.N_Y], run[at.STEP]
    full, cross, nu, chosen = floats(run, at.S), floats(run, at.C), floats(run, at.NU), integers(run, at.CHOSEN)
    S, L, row, gain = floats(run, at.S_USED), floats(run, at.S_ROOT), floats(run, at.ROW), floats(run, at.GAIN)
    gain_root, product = floats(run, at.GAIN_ROOT), floats(run, at.PRODUCT)
    P, d = floats(run, at.COVARIANCE), floats(run, at.D)
    for i in range(count):
        for j in range(count):
            S[i * count + j] = full[chosen[i] * n_y + chosen[j]]
    if not cholesky(S, L, count):
        return False
    for i in range(count):
        if not L[i * count + i] > 0.0:
            return False
    for i in range(n):
        for j in range(count):
            row[j] = cross[i * n_y + chosen[j]]
        solve_cholesky(L, row, count)
        for j in range(count):
            gain[i * count + j] = row[j]
        d[i] = dot(row, nu, count)
    copy(row, nu, count)
    solve_cholesky(L, row, count)
    floats(run, at.OUT_NIS)[step] = dot(nu, row, count)
    integers(run, at.OUT_COUNT)[step] = count
    multiply(gain, L, gain_root, n, count, count)  # K S Kᵀ = (K L)(K L)ᵀ
    multiply_transposed(gain_root, gain_root, product, n, count, n)
    for i in range(n * n):
        P[i] -= product[i]
    symmetrise(P, n)
    return True


@compiled
def dot(a: Pointer, b: Pointer, n: int) -> float:
    total = 0.0
    for j in range(n):
        total += a[j] * b[j]
    return total


@compiled
def absorb(run: Pointer) -> bool:
    """Correct mean and covariance by the readings of the step, with S, C and EXPECTED in place. False: STATUS says why not."""
    count = innovate(run)
    if count > 0 and not correct(run, count):
        run[at.STATUS] = BAD_COVARIANCE
        return False
    return count == 0 or move_mean(run)  # type: ignore[no-any-return]


@compiled
def spread_mean(run: Pointer, group: int) -> None:
    """Put the mean, its parameters included, into every lane of a group."""
    n_x, W, mean = run[at.N_X], run[at.LANES], floats(run, at.MEAN)
    x, p = part(run, at.STATES, group), part(run, at.PARAMETERS, group)
    for i in range(n_x):
        for lane in range(W):
            x[i * W + lane] = mean[i]
    for i in range(run[at.N_P]):
        for lane in range(W):
            p[i * W + lane] = mean[n_x + i]


@compiled
def move_mean(run: Pointer) -> bool:
    """Move MEAN ⊕ D along the manifold, on its branch. False: even the shortened step does not close."""
    W, d, delta, lost = run[at.LANES], floats(run, at.D), floats(run, at.DELTA), integers(run, at.LOST)
    spread_mean(run, 0)
    load(run, 0)
    for k in range(run[at.N_D]):
        for lane in range(W):
            delta[k * W + lane] = d[k]
    perturb(run, 0)
    if lost[0] != 0:
        run[at.STATUS] = LEFT_THE_CHART
        for lane in range(W):
            lost[lane] = 0
        return False
    take_mean(run)
    return True


@compiled
def take_mean(run: Pointer) -> None:
    """Set MEAN to the first particle."""
    n_x, W, mean = run[at.N_X], run[at.LANES], floats(run, at.MEAN)
    x, p = floats(run, at.STATES), floats(run, at.PARAMETERS)
    for i in range(n_x):
        mean[i] = x[i * W]
    for i in range(run[at.N_P]):
        mean[n_x + i] = p[i * W]


@compiled
def record_mean(run: Pointer) -> None:
    """Record mean, spread and covariance after a step."""
    n, n_x, step, first = run[at.N_D], run[at.N_X], run[at.STEP], run[at.N_D] - run[at.N_E]
    mean, P = floats(run, at.MEAN), floats(run, at.COVARIANCE)
    places, p_places = integers(run, at.PLACES), integers(run, at.P_PLACES)
    out, spread = part(run, at.OUT_MEAN, step), part(run, at.OUT_SPREAD, step)
    for k in range(n):
        out[k] = mean[places[k]] if k < first else mean[n_x + p_places[k - first]]
        spread[k] = math.sqrt(max(P[k * n + k], 0.0))
    copy(part(run, at.OUT_COVARIANCE, step), P, n * n)
