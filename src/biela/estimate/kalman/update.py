"""What all Kalman filters do with a reading, compiled: gain, covariance, record.

    ν = z − y,   S = P_yy + R,   K = P_xy S⁻¹,   NIS = νᵀ S⁻¹ ν
    P ← P − K S Kᵀ,   x ← x ⊕ K ν

Readings that are missing (NaN) have no rows in S. With a gate, a sensor's readings whose own ν²/S exceeds it are left out.
"""

from __future__ import annotations

import math

from biela.estimate import record as at
from biela.estimate.propagate import arrived, load, pieces, store
from biela.kernel.call import floats, integers
from biela.kernel.linear_algebra import cholesky, solve_cholesky, symmetrise
from biela.kernel.routine import Pointer, compiled

from . import record as ka

BAD_COVARIANCE, LEFT_THE_CHART = 2, 3
"""STATUS: beyond that of particles."""


@compiled
def innovate(run: Pointer) -> int:
    """ν and the list of readings used, from Y and the readings of the step; their number."""
    n_y, step = run[at.N_Y], run[at.STEP]
    z, y, nu = floats(run[at.READINGS] + 8 * step * n_y), floats(run[ka.Y]), floats(run[ka.NU])
    period, chosen, full = floats(run[at.PERIOD]), integers(run[ka.CHOSEN]), floats(run[ka.S])
    gate = floats(run[ka.GATE])[0]
    predicted, innovation = (
        floats(run[ka.OUT_PREDICTED] + 8 * step * n_y),
        floats(run[ka.OUT_INNOVATION] + 8 * step * n_y),
    )
    expected = floats(run[ka.OUT_EXPECTED] + 8 * step * n_y)
    count = 0
    for i in range(n_y):
        predicted[i] = y[i]
        d = z[i] - y[i]
        if period[i] > 0.0:
            d -= period[i] * math.floor(d / period[i] + 0.5)
        variance = full[i * n_y + i]
        expected[i] = math.sqrt(max(variance, 0.0))
        innovation[i] = d
        if d == d:
            if gate > 0.0 and d * d > gate * variance:
                run[ka.GATED] += 1
            else:
                nu[count] = d
                chosen[count] = i
                count += 1
    return count


@compiled
def correct(run: Pointer, count: int) -> bool:
    """Gain and covariance from S (all readings, R included) and C = P_xy (n, n_y); the step of the mean to D. False: S is bad."""
    n, n_y, step = run[at.N_D], run[at.N_Y], run[at.STEP]
    full, cross, nu = floats(run[ka.S]), floats(run[ka.C]), floats(run[ka.NU])
    chosen, gain = integers(run[ka.CHOSEN]), floats(run[ka.GAIN])
    S, L, P, d = floats(run[ka.T1]), floats(run[ka.T2]), floats(run[ka.COVARIANCE]), floats(run[ka.D])
    for i in range(count):
        for j in range(count):
            S[i * count + j] = full[chosen[i] * n_y + chosen[j]]
    if not cholesky(S, L, count):
        return False
    for i in range(count):
        if not L[i * count + i] > 0.0:
            return False
    row = floats(run[ka.K3])
    for i in range(n):
        for j in range(count):
            row[j] = cross[i * n_y + chosen[j]]
        solve_cholesky(L, row, count)
        total = 0.0
        for j in range(count):
            gain[i * count + j] = row[j]
            total += row[j] * nu[j]
        d[i] = total
    for j in range(count):
        row[j] = nu[j]
    solve_cholesky(L, row, count)
    nis = 0.0
    for j in range(count):
        nis += nu[j] * row[j]
    floats(run[ka.OUT_NIS])[step] = nis
    integers(run[ka.OUT_COUNT])[step] = count
    # K S Kᵀ = (K L)(K L)ᵀ
    KL = floats(run[ka.K1])
    for i in range(n):
        for j in range(count):
            total = 0.0
            for q in range(j, count):
                total += gain[i * count + q] * L[q * count + j]
            KL[i * count + j] = total
    for i in range(n):
        for j in range(n):
            total = 0.0
            for q in range(count):
                total += KL[i * count + q] * KL[j * count + q]
            P[i * n + j] -= total
    symmetrise(P, n)
    return True


@compiled
def absorb(run: Pointer) -> int:
    """Correct mean and covariance by the readings of the step, with S, C and Y in place.

    Returns the number of readings used; −1 if that failed, and STATUS says why.
    """
    count = innovate(run)
    if count > 0 and not correct(run, count):
        run[at.STATUS] = BAD_COVARIANCE
        return -1
    if count > 0 and not move_mean(run):
        run[at.STATUS] = LEFT_THE_CHART
        return -1
    return count  # type: ignore[no-any-return]


@compiled
def spread_mean(run: Pointer, group: int) -> None:
    """The mean, its parameters included, in every lane of a group."""
    n_x, n_p, W = run[at.N_X], run[at.N_P], run[at.W]
    mean = floats(run[ka.MEAN])
    x, p = floats(run[at.X] + 8 * group * n_x * W), floats(run[at.P] + 8 * group * n_p * W)
    for i in range(n_x):
        for lane in range(W):
            x[i * W + lane] = mean[i]
    for i in range(n_p):
        for lane in range(W):
            p[i * W + lane] = mean[n_x + i]


@compiled
def move_mean(run: Pointer) -> bool:
    """MEAN ⊕ D along the manifold, on its branch. False: even the shortened step does not close."""
    n, n_x, W = run[at.N_D], run[at.N_X], run[at.W]
    mean, d, delta = floats(run[ka.MEAN]), floats(run[ka.D]), floats(run[at.DELTA])
    x, p = floats(run[at.X]), floats(run[at.P])
    spread_mean(run, 0)
    load(run, 0)
    for k in range(n):
        for lane in range(W):
            delta[k * W + lane] = d[k]
    flags = integers(run[at.LANES_I])
    for lane in range(W):
        flags[lane] = 1
    share = 1.0
    for attempt in range(4):
        pieces(run, 0, share)
        if arrived(run, 0, 0):
            store(run, 0, 0)
            for i in range(n_x):
                mean[i] = x[i * W]
            for i in range(run[at.N_P]):
                mean[n_x + i] = p[i * W]
            if attempt > 0:
                run[at.RECOVERED] += 1
            return True
        share = 0.0 if attempt == 2 else 0.5 * share
    run[at.FAILED] += 1
    return False


@compiled
def record_mean(run: Pointer) -> None:
    """Mean, spread and covariance after a step."""
    n, step = run[at.N_D], run[at.STEP]
    mean, P = floats(run[ka.MEAN]), floats(run[ka.COVARIANCE])
    places = integers(run[at.PLACES])
    n_x = run[at.N_X]
    out, spread = floats(run[at.OUT_MEAN] + 8 * step * n), floats(run[at.OUT_SPREAD] + 8 * step * n)
    all_of_it = floats(run[ka.OUT_COVARIANCE] + 8 * step * n * n)
    for k in range(n):
        out[k] = mean[places[k]] if places[k] >= 0 else mean[n_x - 1 - places[k]]
        spread[k] = math.sqrt(max(P[k * n + k], 0.0))
    for k in range(n * n):
        all_of_it[k] = P[k]
