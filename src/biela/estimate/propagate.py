"""Particles in time: compiled loops over groups of lanes.

One step of a group: Runge-Kutta 4 in the independent coordinates, dependent ones solved for at every stage; process noise along
the manifold; the loops closed on the same branch; predicted measurements; log-weights.

A particle that cannot be put together
    A perturbation that leads out of reach, or to another branch, is halved, at most twice, and then dropped: the particle goes on
    unperturbed and is counted in RECOVERED. If even that does not close (the motion itself left the chart), the particle is lost:
    it keeps its last state with weight zero, until resampling replaces it, and is counted in FAILED.

A lane never looks at its neighbours: its result does not depend on them, nor on the number of threads.
"""

from __future__ import annotations

import math

from biela.kernel.call import call_kernel, floats, integers
from biela.kernel.routine import Pointer, compiled, routine

from . import record as at
from .implicit import rates_of_entries, solve_lanes
from .random import JITTER, NOISE, draw_normals

SIXTH = 1.0 / 6.0
ITERATIONS = 5
"""Pairs of Newton steps after which a loop counts as open."""
ATTEMPTS = 4
"""Whole perturbation, half, quarter, none."""
MINUS_INFINITY = float("-inf")
INFINITY = float("inf")


@routine
def advance_groups(run: Pointer) -> None:
    """Groups FIRST…LAST through one step: motion, noise, weights; whatever of it is asked for."""
    for group in range(run[at.FIRST], run[at.LAST]):
        load(run, group)
        if run[at.DO_ADVANCE]:
            integrate(run)
            noise(run, group, NOISE, run[at.N_W], run[at.NOISE_MAP], run[at.GIVEN_NOISE])
            perturb(run, group)
        predict(run, group)
        if run[at.DO_UPDATE] and run[at.N_Y]:
            weigh(run, group)


@routine
def jitter_groups(run: Pointer) -> None:
    """Groups FIRST…LAST moved apart after resampling."""
    for group in range(run[at.FIRST], run[at.LAST]):
        load(run, group)
        noise(run, group, JITTER, run[at.N_D], run[at.JITTER], run[at.GIVEN_JITTER])
        perturb(run, group)


@routine
def move_groups(run: Pointer) -> None:
    """Groups FIRST…LAST moved by the steps in GIVEN_NOISE, (particles, N_D): how priors and sigma points are spread."""
    for group in range(run[at.FIRST], run[at.LAST]):
        load(run, group)
        W, n_d, N = run[at.W], run[at.N_D], run[at.N]
        delta, given = floats(run[at.DELTA]), floats(run[at.GIVEN_NOISE])
        for lane in range(W):
            i = min(group * W + lane, N - 1)
            for k in range(n_d):
                delta[k * W + lane] = given[i * n_d + k]
        perturb(run, group)


@compiled
def load(run: Pointer, group: int) -> None:
    """State and parameters of a group into the lanes, at the time of the step."""
    W, n_x, n_p = run[at.W], run[at.N_X], run[at.N_P]
    t, now = floats(run[at.TL]), floats(run[at.TIMES])[run[at.STEP]]
    for lane in range(W):
        t[lane] = now
    x, xb, xs = floats(run[at.X] + 8 * group * n_x * W), floats(run[at.XB]), floats(run[at.XS])
    for i in range(n_x * W):
        xb[i] = x[i]
        xs[i] = x[i]
    if run[at.MOVES_P]:
        p, own = floats(run[at.P] + 8 * group * n_p * W), floats(run[at.PL])
        for i in range(n_p * W):
            own[i] = p[i]


@compiled
def integrate(run: Pointer) -> None:
    """SUBSTEPS steps from XB to XB, which they leave to be closed."""
    if run[at.IMPLICIT]:
        integrate_implicit(run)
    else:
        integrate_explicit(run)


@compiled
def integrate_implicit(run: Pointer) -> None:
    """ROS2 with the factors that all particles share; see `implicit.py`."""
    W, n, n_d, count = run[at.W], run[at.N_X] * run[at.W], run[at.N_D], run[at.SUBSTEPS]
    t, xb, xs, xn = floats(run[at.TL]), floats(run[at.XB]), floats(run[at.XS]), floats(run[at.XN])
    step = floats(run[at.DELTA] + 8 * n_d * W)
    k1, k2 = floats(run[at.K_XI]), floats(run[at.K_XI] + 8 * n_d * W)
    h = floats(run[at.OPTION])[at.STEP_SIZE] / count
    t0 = floats(run[at.TIMES])[run[at.STEP]] - h * count
    for s in range(count):
        for lane in range(W):
            t[lane] = t0 + s * h
        for i in range(n):
            xs[i] = xb[i]
        stage(run, 0)
        for i in range(n):
            xb[i] = xn[i]
        rates_of_entries(run, 0, k1)
        solve_lanes(run, k1, W)
        for i in range(n_d * W):
            step[i] = h * k1[i]
        for i in range(n):
            xs[i] = xb[i]
        call_kernel(run[at.MOVE], run[at.ARG], run[at.RES_MOVE], run[at.WORK])
        for lane in range(W):
            t[lane] = t0 + s * h + h
        for i in range(n):
            xs[i] = xn[i]
        stage(run, 1)
        rates_of_entries(run, 1, k2)
        for i in range(n_d * W):
            k2[i] -= 2.0 * k1[i]
        solve_lanes(run, k2, W)
        for i in range(n_d * W):
            step[i] = 0.5 * h * (3.0 * k1[i] + k2[i])
        for i in range(n):
            xs[i] = xb[i]
        call_kernel(run[at.MOVE], run[at.ARG], run[at.RES_MOVE], run[at.WORK])
        for i in range(n):
            xb[i] = xn[i]


@compiled
def integrate_explicit(run: Pointer) -> None:
    """Runge-Kutta 4."""
    W, n, count = run[at.W], run[at.N_X] * run[at.W], run[at.SUBSTEPS]
    t, xb, xs, xn = floats(run[at.TL]), floats(run[at.XB]), floats(run[at.XS]), floats(run[at.XN])
    k1, k2 = floats(run[at.K]), floats(run[at.K] + 8 * n)
    k3, k4 = floats(run[at.K] + 16 * n), floats(run[at.K] + 24 * n)
    h = floats(run[at.OPTION])[at.STEP_SIZE] / count
    t0 = floats(run[at.TIMES])[run[at.STEP]] - h * count
    for s in range(count):
        now = t0 + s * h
        for lane in range(W):
            t[lane] = now
        for i in range(n):
            xs[i] = xb[i]
        if s == 0:  # closed by the step before
            call_kernel(run[at.RATES], run[at.ARG], run[at.RES_RATES], run[at.WORK])
        else:
            stage(run, 0)
            for i in range(n):
                xb[i] = xn[i]
        for lane in range(W):
            t[lane] = now + 0.5 * h
        for i in range(n):
            xs[i] = xb[i] + 0.5 * h * k1[i]
        bend(run, 0.125 * h * h)
        stage(run, 1)
        for i in range(n):
            xs[i] = xb[i] + 0.5 * h * k2[i]
        bend(run, -0.125 * h * h)
        stage(run, 2)
        for lane in range(W):
            t[lane] = now + h
        for i in range(n):
            xs[i] = xb[i] + h * k3[i]
        stage(run, 3)
        for i in range(n):
            xb[i] = xb[i] + h * SIXTH * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i])


@compiled
def bend(run: Pointer, factor: float) -> None:
    """Second-order part of the guess of the dependent coordinates in XS, from what stands for v̇_d in the first rates.

    With z the independent coordinates, q_d(z + Δ) = q_d + R Δ + ½ R'ΔΔ + O(h³). The second stage has Δ = h/2 ż: add h²/8 Ṙż to
    q_d + h/2 q̇_d. The third has Δ = h/2 ż₂: h/2 of its rates contain h²/4 Ṙż already, h²/8 too much. The fourth needs nothing.
    """
    W = run[at.W]
    xs, k1, at_q, at_v = floats(run[at.XS]), floats(run[at.K]), integers(run[at.C_Q]), integers(run[at.C_V])
    for c in range(run[at.N_C]):
        for lane in range(W):
            xs[at_q[c] * W + lane] += factor * k1[at_v[c] * W + lane]


@compiled
def stage(run: Pointer, number: int) -> None:
    """Close XS to XN and find the rates there."""
    call_until_closed(run, run[at.STAGE], run[at.RES_STAGE] + 24 * number)


@compiled
def call_until_closed(run: Pointer, kernel: int, to: int) -> None:
    """Call a kernel that takes a step of Newton's method from XS to XN, as long as a lane is open."""
    W = run[at.W]
    gap, tolerance = floats(run[at.GAP]), floats(run[at.OPTION])[at.TOLERANCE]
    call_kernel(kernel, run[at.ARG], to, run[at.WORK])
    for _ in range(ITERATIONS):
        still_open = 0
        for lane in range(W):
            if gap[lane] > tolerance:
                still_open = 1
                copy_lane(run, at.XN, at.XS, lane)
        if still_open == 0:
            return
        call_kernel(kernel, run[at.ARG], to, run[at.WORK])


@compiled
def copy_lane(run: Pointer, source: int, target: int, lane: int) -> None:
    """One lane from one state-sized slot to another."""
    W = run[at.W]
    a, b = floats(run[source]), floats(run[target])
    for i in range(run[at.N_X]):
        b[i * W + lane] = a[i * W + lane]


@compiled
def noise(run: Pointer, group: int, part: int, count: int, matrix: int, given: int) -> None:
    """DELTA = matrix · n with normal numbers n, drawn here or given from outside as (steps, particles, count)."""
    W, n_d = run[at.W], run[at.N_D]
    delta, n, L = floats(run[at.DELTA]), floats(run[at.NORMAL]), floats(matrix)
    if count > 0 and given != 0:
        own = floats(given + 8 * run[at.STEP] * run[at.N] * count)
        for lane in range(W):
            i = min(group * W + lane, run[at.N] - 1)
            for j in range(count):
                n[j * W + lane] = own[i * count + j]
    elif count > 0:
        draw_normals(run, group, part, count)
    for k in range(n_d):
        for lane in range(W):
            delta[k * W + lane] = 0.0
        for j in range(count):
            factor = L[k * count + j]
            if factor != 0.0:
                for lane in range(W):
                    delta[k * W + lane] += factor * n[j * W + lane]


@compiled
def perturb(run: Pointer, group: int) -> None:
    """Move the lanes from XB by DELTA along the manifold, close them on their branch, and store them."""
    W, n_x = run[at.W], run[at.N_X]
    if perturb_together(run, group):
        return
    flags = integers(run[at.LANES_I])  # per lane: 0 done, 1 to do
    lost = integers(run[at.LOST] + 8 * group * W)
    for lane in range(W):
        flags[lane] = 1
    share = 1.0
    for attempt in range(ATTEMPTS):
        pieces(run, group, share)
        left = 0
        for lane in range(W):
            if flags[lane] == 0:
                continue
            if arrived(run, group, lane):
                flags[lane] = 0
                store(run, group, lane)
                if attempt > 0:
                    run[at.RECOVERED] += 1
            else:
                left += 1
        if left == 0:
            return
        share = 0.0 if attempt == ATTEMPTS - 2 else 0.5 * share
    for lane in range(W):
        if flags[lane] != 0:
            if lost[lane] == 0:
                run[at.FAILED] += 1
            lost[lane] = 1
            x, xb = floats(run[at.X] + 8 * group * n_x * W), floats(run[at.XB])
            for i in range(n_x):  # the last state it had
                xb[i * W + lane] = x[i * W + lane]


@compiled
def perturb_together(run: Pointer, group: int) -> bool:
    """The ordinary case, all lanes in one piece and at the first attempt; False where a lane needs more care."""
    W, n_x, n_d, n_b = run[at.W], run[at.N_X], run[at.N_D], run[at.N_B]
    delta, reach = floats(run[at.DELTA]), floats(run[at.REACH])
    xb, xs, xn = floats(run[at.XB]), floats(run[at.XS]), floats(run[at.XN])
    step = floats(run[at.DELTA] + 8 * n_d * W)
    moves = False
    for k in range(n_d):
        for lane in range(W):
            size = abs(delta[k * W + lane])
            if not (reach[k] == 0.0 or size <= reach[k]):
                return False
            moves |= size > 0.0
            step[k * W + lane] = delta[k * W + lane]
    if run[at.MOVES_P]:
        move_parameters(run, group, 1.0)
    for i in range(n_x * W):
        xs[i] = xb[i]
    if moves:
        call_kernel(run[at.MOVE], run[at.ARG], run[at.RES_MOVE], run[at.WORK])
        for i in range(n_x * W):
            xs[i] = xn[i]
    close(run)
    gap, tolerance = floats(run[at.GAP]), 100.0 * floats(run[at.OPTION])[at.TOLERANCE]
    good = True
    for lane in range(W):
        good &= gap[lane] <= tolerance
    signs, own = floats(run[at.SIGNS]), floats(run[at.SIGN] + 8 * group * n_b * W)
    for i in range(n_b * W):
        good &= signs[i] * own[i] > 0.0
    for i in range(n_x * W):
        good &= abs(xn[i]) < 1e12
    if not good:
        return False
    x = floats(run[at.X] + 8 * group * n_x * W)
    for i in range(n_x * W):
        x[i] = xn[i]
    if run[at.MOVES_P]:
        p, lanes = floats(run[at.P] + 8 * group * run[at.N_P] * W), floats(run[at.PL])
        for i in range(run[at.N_P] * W):
            p[i] = lanes[i]
    return True


@compiled
def pieces(run: Pointer, group: int, share: float) -> None:
    """XN = XB moved by `share` of DELTA, in pieces that no coordinate outgrows, each closed by Newton's method."""
    W, n_d = run[at.W], run[at.N_D]
    delta, reach = floats(run[at.DELTA]), floats(run[at.REACH])
    flags, counts = integers(run[at.LANES_I]), integers(run[at.LANES_I] + 8 * W)
    step = floats(run[at.DELTA] + 8 * n_d * W)
    most = 1
    for lane in range(W):
        counts[lane] = 1
        for k in range(n_d):
            if reach[k] > 0.0:
                size = share * abs(delta[k * W + lane]) / reach[k]
                if size > counts[lane]:
                    counts[lane] = min(int(size) + 1, 1000)
        if flags[lane] != 0:
            most = max(most, counts[lane])
        copy_lane(run, at.XB, at.XS, lane)
    if run[at.MOVES_P]:
        move_parameters(run, group, share)
    for piece in range(most):
        for lane in range(W):
            part = share / counts[lane] if piece < counts[lane] else 0.0
            for k in range(n_d):
                step[k * W + lane] = part * delta[k * W + lane]
        call_kernel(run[at.MOVE], run[at.ARG], run[at.RES_MOVE], run[at.WORK])
        for lane in range(W):
            if piece < counts[lane]:
                copy_lane(run, at.XN, at.XS, lane)
        close(run)
        if piece + 1 < most:
            for lane in range(W):
                if piece < counts[lane]:
                    copy_lane(run, at.XN, at.XS, lane)


@compiled
def close(run: Pointer) -> None:
    """XS closed to XN."""
    call_until_closed(run, run[at.CLOSE], run[at.RES_CLOSE])


@compiled
def arrived(run: Pointer, group: int, lane: int) -> bool:
    """Whether XN is a closed state, on the branch of the particle."""
    W, n_b = run[at.W], run[at.N_B]
    gap, tolerance = floats(run[at.GAP]), floats(run[at.OPTION])[at.TOLERANCE]
    signs, own = floats(run[at.SIGNS]), floats(run[at.SIGN] + 8 * group * n_b * W)
    xn = floats(run[at.XN])
    good = gap[lane] <= 100.0 * tolerance
    for b in range(n_b):
        good &= signs[b * W + lane] * own[b * W + lane] >= 0.0
    for i in range(run[at.N_X]):
        good &= abs(xn[i * W + lane]) < 1e12
    return good  # type: ignore[no-any-return]


@compiled
def store(run: Pointer, group: int, lane: int) -> None:
    """XN of a lane to its particle, with its parameters and the signs of its branch."""
    W, n_x, n_p, n_b = run[at.W], run[at.N_X], run[at.N_P], run[at.N_B]
    x, xn = floats(run[at.X] + 8 * group * n_x * W), floats(run[at.XN])
    sign, signs = floats(run[at.SIGN] + 8 * group * n_b * W), floats(run[at.SIGNS])
    for i in range(n_x):
        x[i * W + lane] = xn[i * W + lane]
    for b in range(n_b):
        if sign[b * W + lane] == 0.0:
            sign[b * W + lane] = 1.0 if signs[b * W + lane] > 0.0 else -1.0
    if run[at.MOVES_P]:
        p, own = floats(run[at.P] + 8 * group * n_p * W), floats(run[at.PL])
        for i in range(n_p):
            p[i * W + lane] = own[i * W + lane]


@compiled
def move_parameters(run: Pointer, group: int, share: float) -> None:
    """Parameters of the lanes: those of the particles, moved by their entries of DELTA (the last ones)."""
    W, n_p, n_d, n_e = run[at.W], run[at.N_P], run[at.N_D], run[at.N_E]
    p, own, delta = floats(run[at.P] + 8 * group * n_p * W), floats(run[at.PL]), floats(run[at.DELTA])
    places = integers(run[at.P_PLACES])
    for e in range(n_e):
        for lane in range(W):
            i = places[e] * W + lane
            own[i] = p[i] + share * delta[(n_d - n_e + e) * W + lane]


@compiled
def predict(run: Pointer, group: int) -> None:
    """Predicted measurements at the stored states of a group, and sine and cosine of its angles, to Y."""
    W, n_x, n_r = run[at.W], run[at.N_X], run[at.N_R]
    x, xs = floats(run[at.X] + 8 * group * n_x * W), floats(run[at.XS])
    t, now = floats(run[at.TL]), floats(run[at.TIMES])[run[at.STEP]]
    for lane in range(W):
        t[lane] = now
    for i in range(n_x * W):
        xs[i] = x[i]
    if run[at.MOVES_P]:
        p, own = floats(run[at.P] + 8 * group * run[at.N_P] * W), floats(run[at.PL])
        for i in range(run[at.N_P] * W):
            own[i] = p[i]
    call_kernel(run[at.MEASURE], run[at.ARG], run[at.RES_MEASURE], run[at.WORK])
    y, own_y = floats(run[at.YL]), floats(run[at.Y] + 8 * group * n_r * W)
    for i in range(n_r * W):
        own_y[i] = y[i]


@compiled
def weigh(run: Pointer, group: int) -> None:
    """log w += −½ d², d² = |whiten · (y − z)|² to DISTANCE; readings that are missing (NaN) have no row in `whiten`."""
    W, n_y = run[at.W], run[at.N_Y]
    y, z = floats(run[at.YL]), floats(run[at.READINGS] + 8 * run[at.STEP] * n_y)
    period = floats(run[at.PERIOD])
    L = floats(run[at.WHITEN] + 8 * run[at.STEP] * run[at.WHITEN_STRIDE])
    logw, lost = floats(run[at.LOGW] + 8 * group * W), integers(run[at.LOST] + 8 * group * W)
    distance = floats(run[at.DISTANCE] + 8 * group * W)
    for lane in range(W):
        total = 0.0
        for i in range(n_y):
            white = 0.0
            for j in range(i + 1):
                factor = L[i * n_y + j]
                if factor != 0.0:
                    d = y[j * W + lane] - z[j]
                    if period[j] > 0.0:
                        d -= period[j] * math.floor(d / period[j] + 0.5)
                    white += factor * d
            total += white * white
        if lost[lane] != 0 or group * W + lane >= run[at.N] or not total < 1e300:
            logw[lane] = MINUS_INFINITY
            distance[lane] = INFINITY
        else:
            logw[lane] -= 0.5 * total
            distance[lane] = total
