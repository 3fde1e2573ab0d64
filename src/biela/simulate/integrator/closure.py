"""Keeping the constraints: rates at a stage, correction of a state, choice of dependent coordinates.

A lane is touched only when it needs it itself, so that its result never depends on its neighbours.
"""

from __future__ import annotations

from biela.kernel.call import call_kernel

from .compiled import Pointer, compiled, floats, integers
from .record import (
    ARG,
    CHOSEN,
    CONSTRAINT,
    CONSTRAINT_JACOBIAN,
    CORRECT,
    CORRECTION,
    EVALUATIONS,
    FORMULATION,
    ITERATIONS,
    LANES,
    LIVE,
    LOST,
    MASK,
    N_Q,
    N_V,
    N_X,
    NORMALISE,
    OPTION,
    PIVOT,
    PROJECT,
    R,
    R_LAST,
    RATES,
    RECONSTRUCT,
    RESIDUAL,
    STAGE_CLOSURE,
    TO_CONSTRAINT,
    TO_K,
    TO_R,
    TO_XN,
    TODO,
    TOL_Q,
    TOL_V,
    WORK,
    XN,
    XS,
    M,
)
from .system import Formulation

INDEPENDENT = int(Formulation.INDEPENDENT)
ACCEPTABLE = 100.0
"""A residual that stopped falling is accepted up to this multiple of its tolerance."""
RANK = 1e-9
"""A pivot below this part of the first one belongs to a redundant row."""
WORSE = 0.1
"""Dependent coordinates are chosen anew when their smallest pivot is below this part of the best choice's."""


@compiled
def rates(run: Pointer, j: int) -> None:
    """Stage rates k_j = f(TS, XS), with the dependent coordinates of the stage rebuilt first where that is asked."""
    if run[STAGE_CLOSURE]:
        close(run, run[RECONSTRUCT])
    call_kernel(run[RATES], run[ARG], run[TO_K] + 8 * j, run[WORK])
    integers(run[EVALUATIONS])[0] += 1


@compiled
def correct(run: Pointer) -> bool:
    """Put XS back on the constraints in the lanes marked LIVE; True if anything changed. LOST marks failures."""
    mode = run[CORRECTION]
    if mode == CORRECT:
        return close(run, run[RECONSTRUCT] if run[FORMULATION] == INDEPENDENT else run[PROJECT])
    if mode == NORMALISE:
        call_kernel(run[PROJECT], run[ARG], run[TO_XN], run[WORK])
        take_result(run, run[LIVE])
    if run[RESIDUAL]:
        call_kernel(run[RESIDUAL], run[ARG], run[TO_R], run[WORK])
    return bool(mode == NORMALISE)


@compiled
def close(run: Pointer, kernel: int) -> bool:
    """Newton steps with `kernel` (project or reconstruct) until the residual is below its tolerance."""
    W = run[LANES]
    r, last, option = floats(run[R]), floats(run[R_LAST]), floats(run[OPTION])
    live, lost, todo = integers(run[LIVE]), integers(run[LOST]), integers(run[TODO])
    limit = run[ITERATIONS]
    changed = False
    for iteration in range(limit + 1):
        call_kernel(run[RESIDUAL], run[ARG], run[TO_R], run[WORK])
        remaining = False
        for l in range(W):
            todo[l] = 0
            if live[l] == 0 or lost[l] != 0:
                continue
            excess = max(r[l] / option[TOL_Q], r[W + l] / option[TOL_V])
            if excess <= 1.0:
                continue
            excess = max(r[l] / option[TOL_Q], r[W + l] / (option[TOL_V] * (1.0 + top_speed(run, l))))
            if excess <= 1.0 or (iteration > 0 and excess <= ACCEPTABLE and excess > 0.5 * last[l]):
                continue
            last[l] = excess
            if iteration == limit:
                lost[l] = 0 if excess <= ACCEPTABLE else 1
            else:
                todo[l] = 1
                remaining = True
        if not remaining:
            break
        call_kernel(kernel, run[ARG], run[TO_XN], run[WORK])
        take_result(run, run[TODO])
        changed = True
    return changed


@compiled
def take_result(run: Pointer, flags: int) -> None:
    """XS = XN, in the lanes whose flag is set."""
    W = run[LANES]
    xs, xn, flag = floats(run[XS]), floats(run[XN]), integers(flags)
    for i in range(run[N_X]):
        for l in range(W):
            if flag[l] != 0:
                xs[i * W + l] = xn[i * W + l]


@compiled
def top_speed(run: Pointer, l: int) -> float:
    """Largest |v| of a lane."""
    W = run[LANES]
    xs = floats(run[XS])
    top = 0.0
    for i in range(run[N_Q], run[N_Q] + run[N_V]):
        top = max(top, abs(xs[i * W + l]))
    return top


@compiled
def choose_dependent(run: Pointer) -> None:
    """Check the dependent coordinates of the LIVE lanes at XS, and choose better ones where they have gone bad.

    Columns of the constraint Jacobian are taken in the order of a column-pivoted orthogonalisation: those columns
    span its range best, and their coordinates follow from the others. In a momentary singular position, where the
    rank falls, the choice is kept.
    """
    W, n_v = run[LANES], run[N_V]
    mask, live, chosen = floats(run[MASK]), integers(run[LIVE]), integers(run[CHOSEN])
    call_kernel(run[CONSTRAINT_JACOBIAN], run[ARG], run[TO_CONSTRAINT], run[WORK])
    for l in range(W):
        if live[l] == 0:
            continue
        count = 0
        for j in range(n_v):
            count += mask[j * W + l] > 0.5
        rank_now, pivot_now = orthogonalise(run, l, True)
        rank, pivot = orthogonalise(run, l, False)
        if rank > count or (rank == count and (rank_now < rank or pivot_now < WORSE * pivot)):
            for j in range(n_v):
                mask[j * W + l] = float(chosen[j])


@compiled
def orthogonalise(run: Pointer, l: int, restricted: bool) -> tuple[int, float]:
    """Modified Gram-Schmidt with column pivoting on lane l of the constraint Jacobian.

    CHOSEN marks the columns taken. With `restricted`, only those of the present mask are considered.

    Returns
    -------
    rank, and the smallest pivot
    """
    W, m, n_v = run[LANES], run[M], run[N_V]
    jacobian, a = floats(run[CONSTRAINT]), floats(run[PIVOT])
    mask, chosen = floats(run[MASK]), integers(run[CHOSEN])
    for i in range(m * n_v):
        a[i] = jacobian[i * W + l]
    for j in range(n_v):
        chosen[j] = 0

    first = pivot = 0.0
    rank = 0
    while rank < min(m, n_v):
        # the column with most left of it
        best, c = 0.0, -1
        for j in range(n_v):
            if chosen[j] == 0 and (not restricted or mask[j * W + l] > 0.5):
                norm = 0.0
                for i in range(m):
                    norm += a[j * m + i] ** 2
                if norm > best:
                    best, c = norm, j
        best = best**0.5
        if c < 0 or best <= RANK * first:
            break
        first = max(first, best)
        pivot = best
        rank += 1
        chosen[c] = 1
        # what it spans is removed from the others
        for j in range(n_v):
            if chosen[j] == 0:
                dot = 0.0
                for i in range(m):
                    dot += a[c * m + i] * a[j * m + i]
                dot /= best * best
                for i in range(m):
                    a[j * m + i] -= dot * a[c * m + i]
    return rank, pivot
