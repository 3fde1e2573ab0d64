"""Stiff machines in filters: a linearly implicit step whose matrix all particles share.

Verwer's ROS2 in the estimated entries ξ, with γ = 1 − 1/√2,

    (1 − γhA) k₁ = f(ξ)
    (1 − γhA) k₂ = f(ξ ⊕ h k₁) − 2 k₁
    ξ ← ξ ⊕ h (3 k₁ + k₂)/2

is of order two *whatever* the matrix A, and with A = ∂f/∂ξ damps what is infinitely fast (L-stable). So A is taken once per step,
at the heaviest particle, factorised once, and used for all: a particle costs two evaluations of its rates and two triangular
solves, however stiff the pressures of its cylinders are. (The loop is not that of `Linear` tableaus in `integrate`: those add up
stages in x; here they move along the manifold.)

Means, sigma points and true runs have an A of their own in every step, and steps as long as their error allows. A sample of ten
milliseconds is long for oil: a relief valve opens within a tenth of that, and a step that misses it leaves errors that no
covariance knows of. The error is taken from the linearly implicit Euler step inside, damped once more where the machine is stiff,

    e = (1 − γhA)⁻¹ h (k₁ + k₂)/2,        |e_i| ≤ SHARE (√P_ii + RELATIVE |ξ_i|)                                          (1)

a part of what the filter does not know anyway. At the finest step the rest of it is accepted.

References
----------
Verwer, Spee, Blom & Hundsdorfer (1999), SIAM J. Sci. Comput. 20, 1456-1480
Hairer & Wanner (1996), Solving Ordinary Differential Equations II, §IV.8 for e
"""

from __future__ import annotations

import math

from biela.integrate.access import Pointer, call_kernel, compiled, floats, integers, part, reals, routine
from biela.kernel.linear_algebra import factorise, multiply

from .lanes import copy, fill, move, set_time, stage
from .record import at

GAMMA = 0.2928932188134524
SHARE = 0.2
"""Part of a standard deviation by which a step may err."""
RELATIVE = 1e-5
"""Error of a step in entries that are known exactly, over their value."""
MOST_DIVISIONS = 256
"""Steps in a sample, at most, over those that are asked for."""


@compiled
def load_one(run: Pointer, group: int, lane: int) -> None:
    """Load state and parameters of one particle, for the kernels of one state."""
    W, x, p = run[at.LANES], part(run, at.STATES, group), part(run, at.PARAMETERS, group)
    x_one, p_one = floats(run, at.X_ONE), floats(run, at.P_ONE)
    for i in range(run[at.N_X]):
        x_one[i] = x[i * W + lane]
    for i in range(run[at.N_P]):
        p_one[i] = p[i * W + lane]


@compiled
def find_columns(run: Pointer, t: float) -> None:
    """Find ∂ξ̇/∂ξ at X_ONE, column by column."""
    floats(run, at.T_ONE)[0] = t
    call_kernel(run, at.LINEAR, at.ARG_ONE, at.TO_A)


@compiled
def transpose(columns: Pointer, rows: Pointer, n: int) -> None:
    """Store a square matrix that stands column by column row by row."""
    for i in range(n):
        for j in range(n):
            rows[i * n + j] = columns[j * n + i]


@compiled
def find_jacobian(run: Pointer, t: float) -> None:
    """Find A = ∂ξ̇/∂ξ at X_ONE."""
    find_columns(run, t)
    transpose(floats(run, at.A_COLUMNS), floats(run, at.A), run[at.N_D])


@compiled
def factorise_for(run: Pointer, h: float) -> None:
    """Factorise 1 − γhA."""
    n, A, M = run[at.N_D], floats(run, at.A), floats(run, at.FACTORS)
    for i in range(n * n):
        M[i] = -GAMMA * h * A[i]
    for i in range(n):
        M[i * n + i] += 1.0
    factorise(M, integers(run, at.PIVOTS), n)


@routine
def prepare_implicit(run: Pointer) -> None:
    """Factorise 1 − γhA at the heaviest particle, for one step."""
    logw, best = floats(run, at.LOGW), 0
    for i in range(run[at.N]):
        if logw[i] > logw[best]:
            best = i
    h = reals(run)[at.STEP_SIZE]
    load_one(run, best // run[at.LANES], best % run[at.LANES])
    find_jacobian(run, floats(run, at.TIMES)[run[at.STEP]] - h)
    factorise_for(run, h / run[at.SUBSTEPS])


@compiled
def solve_lanes(run: Pointer, k: Pointer, W: int) -> None:
    """Solve k (n, W) ← (1 − γhA)⁻¹ k, all lanes at once."""
    n, M, pivots = run[at.N_D], floats(run, at.FACTORS), integers(run, at.PIVOTS)
    for i in range(n):
        if pivots[i] != i:
            for lane in range(W):
                kept = k[i * W + lane]
                k[i * W + lane] = k[pivots[i] * W + lane]
                k[pivots[i] * W + lane] = kept
    for i in range(n):
        for j in range(i):
            factor = M[i * n + j]
            if factor != 0.0:
                for lane in range(W):
                    k[i * W + lane] -= factor * k[j * W + lane]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            factor = M[i * n + j]
            if factor != 0.0:
                for lane in range(W):
                    k[i * W + lane] -= factor * k[j * W + lane]
        inverse = 1.0 / M[i * n + i]
        for lane in range(W):
            k[i * W + lane] *= inverse


@compiled
def rates_of_entries(run: Pointer, number: int) -> None:
    """Find ξ̇ of a stage: the rates for coordinates (and rotations), then accelerations and states; 0 for parameters."""
    W, n, n_e, free = run[at.LANES], run[at.N_D], run[at.N_E], run[at.N_K]
    k, xdot = part(run, at.K_XI, number), part(run, at.K, number)
    xn, places = floats(run, at.XN), integers(run, at.PLACES)
    for i in range(free):
        for lane in range(W):
            k[i * W + lane] = xn[places[free + i] * W + lane]
    for i in range(free, n - n_e):
        for lane in range(W):
            k[i * W + lane] = xdot[places[i] * W + lane]
    for i in range((n - n_e) * W, n * W):
        k[i] = 0.0


@compiled
def begin_implicit(run: Pointer, t: float) -> None:
    """Close X, and find its rates ξ̇."""
    n, x, xs = run[at.N_X] * run[at.LANES], floats(run, at.X), floats(run, at.XS)
    set_time(run, t)
    copy(xs, x, n)
    stage(run, 0)
    copy(x, floats(run, at.XN), n)
    rates_of_entries(run, 0)


@compiled
def finish_implicit(run: Pointer, t: float, h: float) -> None:
    """Take the step from X, whose rates are known, to X; k₁ and k₂ are left in K_XI."""
    W, n, m = run[at.LANES], run[at.N_X] * run[at.LANES], run[at.N_D] * run[at.LANES]
    x, xs, xn, step = floats(run, at.X), floats(run, at.XS), floats(run, at.XN), floats(run, at.PIECE)
    k1, k2 = part(run, at.K_XI, 0), part(run, at.K_XI, 1)
    solve_lanes(run, k1, W)
    for i in range(m):
        step[i] = h * k1[i]
    move(run)
    set_time(run, t + h)
    copy(xs, xn, n)
    stage(run, 1)
    rates_of_entries(run, 1)
    for i in range(m):
        k2[i] -= 2.0 * k1[i]
    solve_lanes(run, k2, W)
    for i in range(m):
        step[i] = 0.5 * h * (3.0 * k1[i] + k2[i])
    move(run)
    copy(x, xn, n)


@compiled
def integrate_implicit(run: Pointer) -> None:
    """Take SUBSTEPS steps from X to X with the factors that all particles share."""
    count = run[at.SUBSTEPS]
    h = reals(run)[at.STEP_SIZE] / count
    t0 = floats(run, at.TIMES)[run[at.STEP]] - h * count
    for s in range(count):
        begin_implicit(run, t0 + s * h)
        finish_implicit(run, t0 + s * h, h)


@compiled
def integrate_controlled(run: Pointer, lane: int, linear: bool) -> None:
    """Take all lanes of X through the sample, in steps that one needs; with `linear` also the transition F of a single state."""
    W, n, n_d, x = run[at.LANES], run[at.N_X] * run[at.LANES], run[at.N_D], floats(run, at.X)
    kept, one, F = floats(run, at.KEPT), floats(run, at.X_ONE), floats(run, at.F)
    whole, end = reals(run)[at.STEP_SIZE], floats(run, at.TIMES)[run[at.STEP]]
    longest = whole / run[at.SUBSTEPS]
    left, h = whole, longest
    if linear:
        fill(F, 0.0, n_d * n_d)
        for i in range(n_d):
            F[i * n_d + i] = 1.0
    while left > 0.0:
        h = left if left < 1.01 * h else min(h, 0.5 * left) if left < 2.0 * h else h
        copy(kept, x, n)
        begin_implicit(run, end - left)
        for i in range(run[at.N_X]):
            one[i] = x[i * W + lane]
        find_jacobian(run, end - left)
        factorise_for(run, h)
        if linear:
            multiply_implicit(run, h)
        finish_implicit(run, end - left, h)
        error = error_of(run, lane, h)
        if error <= 1.0 or h <= longest / MOST_DIVISIONS:
            left -= h
            if linear:
                copy(F, part(run, at.SLOPES, 2), n_d * n_d)
        else:
            copy(x, kept, n)
        h = min(longest, max(longest / MOST_DIVISIONS, h * min(4.0, max(0.2, 0.9 / math.sqrt(max(error, 1e-6))))))


@compiled
def error_of(run: Pointer, lane: int, h: float) -> float:
    """Return the largest |e_i| of (1) over what is allowed, from k₁ and k₂; infinite where it is not a number."""
    W, n, n_s = run[at.LANES], run[at.N_D], run[at.N_D] - run[at.N_E]
    k1, k2, e = part(run, at.K_XI, 0), part(run, at.K_XI, 1), floats(run, at.PIECE)
    P, x, places = floats(run, at.COVARIANCE), floats(run, at.X), integers(run, at.PLACES)
    for i in range(n * W):
        e[i] = 0.5 * h * (k1[i] + k2[i])
    solve_lanes(run, e, W)
    worst = 0.0
    for i in range(n_s):
        allowed = SHARE * (math.sqrt(max(P[i * n + i], 0.0)) + RELATIVE * abs(x[places[i] * W + lane])) + 1e-12
        size = abs(e[i * W + lane]) / allowed
        if not size < 1e6:
            return 1e6
        worst = max(worst, size)
    return worst


@compiled
def multiply_implicit(run: Pointer, h: float) -> None:
    """Multiply F of the step by the F before, to the third of SLOPES.

    (1 − γhA) K₁ = A,  (1 − γhA) K₂ = A (1 + h K₁) − 2 K₁,  F = 1 + h (3 K₁ + K₂)/2
    """
    n, A, F = run[at.N_D], floats(run, at.A), floats(run, at.F)
    one, product = floats(run, at.SQUARE), floats(run, at.PRODUCT)
    k1, k2 = part(run, at.SLOPES, 0), part(run, at.SLOPES, 1)
    copy(k1, A, n * n)
    solve_lanes(run, k1, n)
    multiply(A, k1, product, n, n, n)
    for i in range(n * n):
        k2[i] = A[i] + h * product[i] - 2.0 * k1[i]
    solve_lanes(run, k2, n)
    for i in range(n * n):
        one[i] = 0.5 * h * (3.0 * k1[i] + k2[i])
    for i in range(n):
        one[i * n + i] += 1.0
    multiply(one, F, part(run, at.SLOPES, 2), n, n, n)


@compiled
def integrate_each(run: Pointer, group: int) -> None:
    """Take the lanes of a group through the sample, each in steps of its own; spare lanes follow the last one."""
    W, n, x, found = run[at.LANES], run[at.N_X] * run[at.LANES], floats(run, at.X), floats(run, at.FOUND)
    own = min(W, run[at.N] - group * W)
    for lane in range(own):
        load_one(run, group, lane)
        copy(x, part(run, at.STATES, group), n)
        integrate_controlled(run, lane, False)
        for i in range(run[at.N_X]):
            for copied in range(lane, W if lane == own - 1 else lane + 1):
                found[i * W + copied] = x[i * W + lane]
    copy(x, found, n)
