"""Stiff machines in filters: a linearly implicit step whose matrix all particles share.

Verwer's ROS2 in the estimated entries ξ, with γ = 1 − 1/√2,

    (1 − γhA) k₁ = f(ξ)
    (1 − γhA) k₂ = f(ξ ⊕ h k₁) − 2 k₁
    ξ ← ξ ⊕ h (3 k₁ + k₂)/2

is of order two *whatever* the matrix A, and with A = ∂f/∂ξ damps what is infinitely fast (L-stable). So A is taken once a step, at
the heaviest particle, factorised once, and used for all: a particle costs two evaluations of its rates and two triangular solves,
however stiff the pressures of its cylinders are.

Reference: Verwer, Spee, Blom & Hundsdorfer (1999), SIAM J. Sci. Comput. 20, 1456-1480
"""

from __future__ import annotations

from biela.kernel.call import call_kernel, floats, integers
from biela.kernel.linear_algebra import factorise
from biela.kernel.routine import Pointer, compiled, routine

from . import record as at

GAMMA = 0.2928932188134524


@routine
def prepare_implicit(run: Pointer) -> None:
    """Factors of 1 − γhA at the heaviest particle, for one step."""
    W, n_x, n_p, N = run[at.W], run[at.N_X], run[at.N_P], run[at.N]
    logw, best = floats(run[at.LOGW]), 0
    for i in range(N):
        if logw[i] > logw[best]:
            best = i
    group, lane = best // W, best % W
    arg = integers(run[at.ARG_ONE])
    t, x, p = floats(arg[0]), floats(arg[1]), floats(arg[3])
    all_x, all_p = floats(run[at.X] + 8 * group * n_x * W), floats(run[at.P] + 8 * group * n_p * W)
    h = floats(run[at.OPTION])[at.STEP_SIZE]
    t[0] = floats(run[at.TIMES])[run[at.STEP]] - h
    for i in range(n_x):
        x[i] = all_x[i * W + lane]
    if run[at.MOVES_P]:
        for i in range(n_p):
            p[i] = all_p[i * W + lane]
    call_kernel(run[at.LINEAR_ONE], run[at.ARG_ONE], run[at.RES_ONE], run[at.WORK_ONE])
    factorise_step(run, h / run[at.SUBSTEPS])


@compiled
def factorise_step(run: Pointer, h: float) -> None:
    """LU factors, with pivots, of 1 − γhA; A comes column by column."""
    n = run[at.N_D]
    A, M, pivots = floats(run[at.A_ONE]), floats(run[at.FACTORS]), integers(run[at.PIVOTS])
    for i in range(n):
        for j in range(n):
            M[i * n + j] = (1.0 if i == j else 0.0) - GAMMA * h * A[j * n + i]
    factorise(M, pivots, n)


@compiled
def solve_lanes(run: Pointer, k: Pointer, W: int) -> None:
    """k (n, W) ← (1 − γhA)⁻¹ k, all lanes at once."""
    n = run[at.N_D]
    M, pivots = floats(run[at.FACTORS]), integers(run[at.PIVOTS])
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
def rates_of_entries(run: Pointer, number: int, k: Pointer) -> None:
    """ξ̇ (n, W) from ẋ of a stage: the rates themselves for coordinates (and rotations), then accelerations and states."""
    W, n, n_e, n_x = run[at.W], run[at.N_D], run[at.N_E], run[at.N_X]
    xdot, xn, places = floats(run[at.K] + 8 * number * n_x * W), floats(run[at.XN]), integers(run[at.PLACES])
    free = integers(run[at.LANES_I] + 16 * W)[2]  # number of independent coordinates
    for i in range(n - n_e):
        for lane in range(W):
            if i < free:
                k[i * W + lane] = xn[places[free + i] * W + lane]
            else:
                k[i * W + lane] = xdot[places[i] * W + lane]
    for i in range(n - n_e, n):
        for lane in range(W):
            k[i * W + lane] = 0.0
