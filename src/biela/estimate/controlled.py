"""Implicit steps of one state, as long as their error allows: means, sigma points and true runs of stiff machines.

A sample of ten milliseconds is long for oil: a relief valve opens within a tenth of that, and a step that misses it leaves errors
that no covariance knows of. So a sample is divided into steps of ROS2 (`implicit.py`), each with a Jacobian of its own. Their
error is taken from the linearly implicit Euler step inside, damped once more where the machine is stiff,

    e = (1 − γhA)⁻¹ h (k₁ + k₂)/2,        |e_i| ≤ SHARE (√P_ii + RELATIVE |ξ_i|)                                          (1)

a part of what the filter does not know anyway. At the finest step the rest of it is accepted.

Reference: Hairer & Wanner (1996), Solving Ordinary Differential Equations II, §IV.8 for e
"""

from __future__ import annotations

import math

from biela.integrate.access import Pointer, compiled, floats, integers, part, reals
from biela.kernel.linear_algebra import multiply

from .implicit import begin_implicit, factorise_for, find_jacobian, finish_implicit, load_one, solve_lanes
from .lanes import copy
from .record import at

SHARE = 0.2
"""Part of a standard deviation by which a step may err."""
RELATIVE = 1e-5
"""The same for entries that are known exactly, over their value."""
MOST_DIVISIONS = 256
"""Steps in a sample, at most, over those that are asked for."""


@compiled
def integrate_controlled(run: Pointer, lane: int, linear: bool) -> None:
    """Take all lanes of X through the sample, in steps that one needs; with `linear` also the transition F of a single state."""
    W, n, n_d, x = run[at.LANES], run[at.N_X] * run[at.LANES], run[at.N_D], floats(run, at.X)
    kept, one, F = floats(run, at.KEPT), floats(run, at.X_ONE), floats(run, at.F)
    whole, end = reals(run)[at.STEP_SIZE], floats(run, at.TIMES)[run[at.STEP]]
    longest = whole / run[at.SUBSTEPS]
    left, h = whole, longest
    if linear:
        for i in range(n_d * n_d):
            F[i] = 0.0
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
