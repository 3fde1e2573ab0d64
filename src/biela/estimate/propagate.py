"""Particles in time: compiled loops over groups of lanes.

One step of a group: Runge-Kutta 4 in the independent coordinates, dependent ones solved for at every stage; process noise along
the manifold; the loops closed on the same branch; predicted measurements; log-weights.

A particle that cannot be assembled
    A perturbation that leads out of reach, or to another branch, is halved, at most twice, and then dropped: the particle goes on
    unperturbed and is counted in RECOVERED. If even that does not close (the motion itself left the chart), the particle is lost:
    it keeps its last state with weight zero, until resampling replaces it, and is counted in FAILED.

A lane never looks at its neighbours: its result does not depend on them, nor on the number of threads.
"""

from __future__ import annotations

import math

from biela.integrate.access import Pointer, call_kernel, compiled, floats, integer_part, integers, part, reals, routine
from biela.integrate.tableau import RK4, explicit_step
from biela.kernel.linear_algebra import multiply

from .implicit import find_columns, integrate_each, integrate_implicit, transpose
from .lanes import ITERATIONS, close_lanes, copy, copy_lane, fill, load, set_time, stage
from .random import JITTER, NOISE, draw_normals
from .record import at

CURVES = (0.0, 0.125, -0.125, 0.0)
"""Second-order part of the guess of a stage, see `bend`."""
SIXTH = 1.0 / 6.0
ATTEMPTS = 4
"""Whole perturbation, half, quarter, none."""
MINUS_INFINITY = float("-inf")
INFINITY = float("inf")


@routine
def advance_groups(run: Pointer) -> None:
    """Take groups FIRST to LAST through one step: motion, noise, weights; whichever of them is asked for."""
    for group in range(run[at.FIRST], run[at.LAST]):
        load(run, group)
        if run[at.DO_ADVANCE]:
            if run[at.ALONE]:
                integrate_each(run, group)
            else:
                integrate(run)
            draw_noise(run, group)
            perturb(run, group)
        predict(run, group)
        if run[at.DO_UPDATE] and run[at.N_Y]:
            weigh(run, group)


@routine
def jitter_groups(run: Pointer) -> None:
    """Spread groups FIRST to LAST after resampling."""
    for group in range(run[at.FIRST], run[at.LAST]):
        load(run, group)
        draw_jitter(run, group)
        perturb(run, group)


@routine
def move_groups(run: Pointer) -> None:
    """Move groups FIRST to LAST by the rows of GIVEN_NOISE, one per particle: so priors are drawn."""
    W, n_d, N = run[at.LANES], run[at.N_D], run[at.N]
    for group in range(run[at.FIRST], run[at.LAST]):
        load(run, group)
        delta = floats(run, at.DELTA)
        for lane in range(W):
            given = part(run, at.GIVEN_NOISE, min(group * W + lane, N - 1))
            for k in range(n_d):
                delta[k * W + lane] = given[k]
        perturb(run, group)


@compiled
def integrate(run: Pointer) -> None:
    """Take SUBSTEPS steps from X to X, which they leave to be closed."""
    if run[at.IMPLICIT]:
        integrate_implicit(run)
    else:
        integrate_explicit(run, False)


@compiled
def integrate_explicit(run: Pointer, linear: bool) -> None:
    """Integrate by Runge-Kutta 4; with `linear` also the transition F of a single state, by the same method on Ḟ = A F."""
    W, n, count = run[at.LANES], run[at.N_X] * run[at.LANES], run[at.SUBSTEPS]
    x, xs, xn, hx = floats(run, at.X), floats(run, at.XS), floats(run, at.XN), floats(run, at.HX)
    h = reals(run)[at.STEP_SIZE] / count
    t0 = floats(run, at.TIMES)[run[at.STEP]] - h * count
    if floats(run, at.HS)[0] != h:
        fill(hx, h, n)
        copy(floats(run, at.HS), hx, W)
    for s in range(count):
        set_time(run, t0 + s * h)
        copy(floats(run, at.T), floats(run, at.TS), W)
        copy(xs, x, n)
        if s == 0:  # closed by the step before
            call_kernel(run, at.RATES, at.ARG, at.TO_K)
        else:
            stage(run, 0)
            copy(x, xn, n)
        if linear:
            copy(xn, x, n)
            slope(run, 0, 0.0)
            step_linear(run)
        else:
            step(run)
        copy(x, xs, n)
        if linear:
            multiply_transition(run, h, s)


@compiled
def evaluate(run: Pointer, number: int, node: float) -> None:
    """Find the rates of a stage, at XS closed."""
    bend(run, number)
    stage(run, number)


@compiled
def evaluate_linear(run: Pointer, number: int, node: float) -> None:
    """Find the rates of a stage, and the slope of the transition."""
    evaluate(run, number, node)
    slope(run, number, node * floats(run, at.HS)[0])


step, step_linear = (compiled(explicit_step(RK4, at, stages)) for stages in (evaluate, evaluate_linear))


@compiled
def bend(run: Pointer, number: int) -> None:
    """Add the second-order part of the guess of the dependent coordinates to XS, from what stands for v̇_d in the first rates.

    With z the independent coordinates, q_d(z + Δ) = q_d + R Δ + ½ R'ΔΔ + O(h³). The second stage has Δ = h/2 ż: add h²/8 Ṙż to
    q_d + h/2 q̇_d. The third has Δ = h/2 ż₂: h/2 of its rates contain h²/4 Ṙż already, h²/8 too much. The fourth needs nothing.
    """
    W, xs, k1 = run[at.LANES], floats(run, at.XS), part(run, at.K, 0)
    factor = CURVES[number] * floats(run, at.HS)[0] ** 2
    at_q, at_v = integers(run, at.C_Q), integers(run, at.C_V)
    for c in range(run[at.N_C]):
        for lane in range(W):
            xs[at_q[c] * W + lane] += factor * k1[at_v[c] * W + lane]


@compiled
def slope(run: Pointer, number: int, share: float) -> None:
    """Find Ḟ of a stage: A (1 + share · Ḟ of the stage before), with A at the closed state of this one."""
    n, columns, out = run[at.N_D], floats(run, at.A_COLUMNS), part(run, at.SLOPES, number)
    copy(floats(run, at.X_ONE), floats(run, at.XN), run[at.N_X])
    find_columns(run, floats(run, at.TS)[0])
    if number == 0:
        transpose(columns, out, n)
        return
    last = part(run, at.SLOPES, number - 1)
    for i in range(n):
        for j in range(n):
            total = 0.0
            for k in range(n):
                total += columns[k * n + i] * last[k * n + j]
            out[i * n + j] = columns[j * n + i] + share * total


@compiled
def multiply_transition(run: Pointer, h: float, s: int) -> None:
    """Set F ← (1 + h/6 (K₁ + 2 K₂ + 2 K₃ + K₄)) F; F = 1 before the first of the steps s."""
    n, F, step, product = run[at.N_D], floats(run, at.F), floats(run, at.SQUARE), floats(run, at.PRODUCT)
    a, b, c, d = part(run, at.SLOPES, 0), part(run, at.SLOPES, 1), part(run, at.SLOPES, 2), part(run, at.SLOPES, 3)
    for i in range(n * n):
        step[i] = h * SIXTH * (a[i] + 2.0 * (b[i] + c[i]) + d[i])
    for i in range(n):
        step[i * n + i] += 1.0
    if s == 0:
        copy(F, step, n * n)
        return
    multiply(step, F, product, n, n, n)
    copy(F, product, n * n)


@compiled
def draw_noise(run: Pointer, group: int) -> None:
    """Set DELTA = NOISE_MAP · n, process noise of a step."""
    W, n_d, count = run[at.LANES], run[at.N_D], run[at.N_W]
    delta, n, L = floats(run, at.DELTA), floats(run, at.NORMAL), floats(run, at.NOISE_MAP)
    take_normals(run, group, NOISE, count, at.GIVEN_NOISE)
    for k in range(n_d):
        for lane in range(W):
            delta[k * W + lane] = 0.0
        for j in range(count):
            factor = L[k * count + j]
            if factor != 0.0:
                for lane in range(W):
                    delta[k * W + lane] += factor * n[j * W + lane]


@compiled
def draw_jitter(run: Pointer, group: int) -> None:
    """Set DELTA = SHIFT + JITTER · n, with the JITTER of each particle's mode."""
    W, n_d = run[at.LANES], run[at.N_D]
    delta, n, shift = floats(run, at.DELTA), floats(run, at.NORMAL), part(run, at.SHIFT, group)
    take_normals(run, group, JITTER, n_d, at.GIVEN_JITTER)
    for lane in range(W):
        L = part(run, at.JITTER, int(shift[n_d * W + lane]))
        for k in range(n_d):
            total = shift[k * W + lane]
            for j in range(k + 1):
                total += L[k * n_d + j] * n[j * W + lane]
            delta[k * W + lane] = total


@compiled
def take_normals(run: Pointer, group: int, purpose: int, count: int, given: int) -> None:
    """Take `count` normal numbers for each lane of a group, to NORMAL: drawn here, or given from outside."""
    if count == 0:
        return
    if run[given] == 0:
        draw_normals(run, group, purpose, count)
        return
    W, n, own = run[at.LANES], floats(run, at.NORMAL), part(run, given, run[at.STEP])
    for lane in range(W):
        i = min(group * W + lane, run[at.N] - 1)
        for j in range(count):
            n[j * W + lane] = own[i * count + j]


@compiled
def perturb(run: Pointer, group: int) -> None:
    """Move the lanes from X by DELTA along the manifold, close them on their branch, and store them."""
    if perturb_together(run, group):
        return
    W, still_open, lost = run[at.LANES], integers(run, at.OPEN), integer_part(run, at.LOST, group)
    for lane in range(W):
        still_open[lane] = 1
    share = 1.0
    for attempt in range(ATTEMPTS):
        move_in_pieces(run, group, share)
        left = W
        for lane in range(W):
            if still_open[lane] and arrived(run, group, lane):
                still_open[lane] = 0
                run[at.RECOVERED] += attempt > 0
            left -= still_open[lane] == 0
        if left == 0:
            return
        share = 0.0 if attempt == ATTEMPTS - 2 else 0.5 * share
    for lane in range(W):
        if still_open[lane]:
            run[at.FAILED] += lost[lane] == 0
            lost[lane] = 1


@compiled
def perturb_together(run: Pointer, group: int) -> bool:
    """Perturb all lanes in one piece at the first attempt, the ordinary case; False where a lane needs more care."""
    W, n, n_b = run[at.LANES], run[at.N_X] * run[at.LANES], run[at.N_B] * run[at.LANES]
    delta, reach, step = floats(run, at.DELTA), floats(run, at.REACH), floats(run, at.PIECE)
    moves = False
    for k in range(run[at.N_D]):
        for lane in range(W):
            size = abs(delta[k * W + lane])
            if not (reach[k] == 0.0 or size <= reach[k]):
                return False
            moves |= size > 0.0
            step[k * W + lane] = delta[k * W + lane]
    if run[at.N_E]:
        move_parameters(run, group, 1.0)
    copy(floats(run, at.XS), floats(run, at.X), n)
    if moves:
        call_kernel(run, at.MOVE, at.ARG, at.TO_XN)
        copy(floats(run, at.XS), floats(run, at.XN), n)
    close_lanes(run, ITERATIONS, at.CLOSE, 0)
    gap, tolerance, xn = floats(run, at.GAP), 100.0 * reals(run)[at.TOLERANCE], floats(run, at.XN)
    signs, own = floats(run, at.SIGNS), part(run, at.SIGN, group)
    good = True
    for lane in range(W):
        good &= gap[lane] <= tolerance
    for i in range(n_b):
        good &= signs[i] * own[i] > 0.0
    for i in range(n):
        good &= abs(xn[i]) < 1e12
    if good:
        copy(part(run, at.STATES, group), xn, n)
        if run[at.N_E]:
            copy(part(run, at.PARAMETERS, group), floats(run, at.P), run[at.N_P] * W)
    return good


@compiled
def move_in_pieces(run: Pointer, group: int, share: float) -> None:
    """Move XN = X by `share` of DELTA, in pieces that no coordinate outgrows, each closed by Newton's method."""
    W, n_d, n = run[at.LANES], run[at.N_D], run[at.N_X] * run[at.LANES]
    delta, reach, step = floats(run, at.DELTA), floats(run, at.REACH), floats(run, at.PIECE)
    still_open, pieces = integers(run, at.OPEN), integers(run, at.PIECES)
    most = 1
    for lane in range(W):
        pieces[lane] = 1
        for k in range(n_d):
            size = share * abs(delta[k * W + lane])
            if reach[k] > 0.0 and size > reach[k] * pieces[lane]:
                pieces[lane] = min(int(size / reach[k]) + 1, 1000)
        if still_open[lane]:
            most = max(most, pieces[lane])
    copy(floats(run, at.XS), floats(run, at.X), n)
    if run[at.N_E]:
        move_parameters(run, group, share)
    for piece in range(most):
        for lane in range(W):
            size = share / pieces[lane] if piece < pieces[lane] else 0.0
            for k in range(n_d):
                step[k * W + lane] = size * delta[k * W + lane]
        call_kernel(run, at.MOVE, at.ARG, at.TO_XN)
        keep_moved(run, piece)
        close_lanes(run, ITERATIONS, at.CLOSE, 0)
        if piece + 1 < most:
            keep_moved(run, piece)


@compiled
def keep_moved(run: Pointer, piece: int) -> None:
    """Set XS = XN in the lanes that this piece moves."""
    pieces = integers(run, at.PIECES)
    for lane in range(run[at.LANES]):
        if piece < pieces[lane]:
            copy_lane(run, at.XN, at.XS, lane)


@compiled
def arrived(run: Pointer, group: int, lane: int) -> bool:
    """Tell whether XN is a closed state, on the branch of the particle; if so it becomes the particle's, with its parameters."""
    W, n_x, n_b = run[at.LANES], run[at.N_X], run[at.N_B]
    x, xn = part(run, at.STATES, group), floats(run, at.XN)
    sign, signs = part(run, at.SIGN, group), floats(run, at.SIGNS)
    good = floats(run, at.GAP)[lane] <= 100.0 * reals(run)[at.TOLERANCE]
    for b in range(lane, n_b * W, W):
        good &= signs[b] * sign[b] >= 0.0
    for i in range(lane, n_x * W, W):
        good &= abs(xn[i]) < 1e12
    if not good:
        return False
    for i in range(lane, n_x * W, W):
        x[i] = xn[i]
    for b in range(lane, n_b * W, W):
        if sign[b] == 0.0:
            sign[b] = 1.0 if signs[b] > 0.0 else -1.0
    if run[at.N_E]:
        p, own = part(run, at.PARAMETERS, group), floats(run, at.P)
        for i in range(lane, run[at.N_P] * W, W):
            p[i] = own[i]
    return True


@compiled
def move_parameters(run: Pointer, group: int, share: float) -> None:
    """Set parameters of the lanes: those of the particles, moved by their entries of DELTA (the last ones)."""
    W, n_e, first = run[at.LANES], run[at.N_E], run[at.N_D] - run[at.N_E]
    p, own = part(run, at.PARAMETERS, group), floats(run, at.P)
    delta, places = floats(run, at.DELTA), integers(run, at.P_PLACES)
    for e in range(n_e):
        for lane in range(W):
            i = places[e] * W + lane
            own[i] = p[i] + share * delta[(first + e) * W + lane]


@compiled
def predict(run: Pointer, group: int) -> None:
    """Predict measurements at the stored states of a group, and sine and cosine of its angles, to Y."""
    load(run, group)
    call_kernel(run, at.MEASURE, at.ARG, at.TO_YL)
    copy(part(run, at.Y, group), floats(run, at.YL), run[at.N_R] * run[at.LANES])


@compiled
def weigh(run: Pointer, group: int) -> None:
    """Set log w −= ½ d² REMAINING, d² = |whiten · (y − z)|² to DISTANCE; missing readings (NaN) have no row in `whiten`."""
    W, n_y, N, step = run[at.LANES], run[at.N_Y], run[at.N], run[at.STEP]
    y, z, period = floats(run, at.YL), part(run, at.READINGS, step), floats(run, at.PERIOD)
    L = part(run, at.WHITEN, step * run[at.WHITEN_CHANGES])
    logw, lost, distance = part(run, at.LOGW, group), integer_part(run, at.LOST, group), part(run, at.DISTANCE, group)
    half = 0.5 * reals(run)[at.REMAINING]
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
        if lost[lane] != 0 or group * W + lane >= N or not total < 1e300:
            logw[lane] = MINUS_INFINITY
            distance[lane] = INFINITY
        else:
            logw[lane] -= half * total
            distance[lane] = total
