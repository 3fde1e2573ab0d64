"""Keeping the constraints: rates at a stage, correction of a state, choice of dependent coordinates.

A lane is touched only when it needs it itself, so that its result never depends on its neighbours.
"""

from __future__ import annotations

from biela.integrate.access import Pointer, call_kernel, compiled, floats, go, integers, reals, routine
from biela.integrate.closing import newton_in_lanes, orthogonalise, take_result
from biela.integrate.run_record import MEASURED, TRIED, at

ROUNDING = 100.0
"""A residual that stopped falling is accepted at once up to this multiple of its tolerance."""
WORSE = 0.5
"""Dependent coordinates are chosen anew when their smallest pivot is below this part of the best choice's."""


@compiled
def rates(run: Pointer, stage: int) -> None:
    """Rates f(TS, XS) of a stage, closed first if the formulation closes stages."""
    if run[at.DO_CLOSE_STAGE]:
        go(run, at.DO_CLOSE_STAGE)
    call_kernel(run, at.RATES, at.ARG, at.TO_K, stage)
    run[at.EVALUATIONS] += 1


@routine
def measure(run: Pointer) -> None:
    """Only the residual at XS."""
    call_kernel(run, at.RESIDUAL, at.ARG, at.TO_R)
    run[at.CHANGED] = 0


@routine
def normalise(run: Pointer) -> None:
    """Quaternions of XS back to unit length, in LIVE lanes; the project kernel of a system without closure."""
    call_kernel(run, at.PROJECT, at.ARG, at.TO_XN)
    take_result(run, at.LIVE, at.XN, at.XS, run[at.N_X], run[at.LANES])
    if run[at.RESIDUAL]:
        call_kernel(run, at.RESIDUAL, at.ARG, at.TO_R)
    run[at.CHANGED] = 1


@compiled
def find_residual(run: Pointer, iteration: int, kernel: int, row: int) -> None:
    """The residual at XS, together with the rates there where one kernel gives both."""
    if run[at.FUSED]:
        if run[at.TRIAL] == MEASURED:
            run[at.TRIAL] = TRIED
        else:
            call_kernel(run, at.FUSED, at.ARG, at.TO_CARRY)
            run[at.EVALUATIONS] += 1
        run[at.CARRIED] = 1  # unless the state is corrected once more, the next step begins with these rates
    else:
        call_kernel(run, kernel, at.ARG, at.TO_R)


@compiled
def mark_open(run: Pointer, iteration: int, most: int) -> int:
    """TODO in LIVE lanes with a residual above its tolerance; LOST where the last iteration has not brought it down."""
    W, option = run[at.LANES], reals(run)
    r, last = floats(run, at.R, at.R_LAST)
    live, lost, todo = integers(run, at.LIVE, at.LOST, at.TODO)
    remaining = 0
    for lane in range(W):
        todo[lane] = 0
        if live[lane] == 0 or lost[lane] != 0:
            continue
        position, velocity = r[lane] / option[at.TOL_Q], r[W + lane] / option[at.TOL_V]
        if position <= 1.0 and velocity <= 1.0:
            continue
        velocity /= 1.0 + top_speed(run, lane)
        excess = max(position, velocity)
        if excess <= 1.0 or (iteration > 0 and 0.5 * last[lane] < excess <= ROUNDING):
            continue
        last[lane] = excess
        if iteration == most:
            lost[lane] = not excess <= option[at.ACCEPTABLE]
        else:
            todo[lane] = 1
            remaining += 1
    return remaining


@compiled
def correct(run: Pointer) -> None:
    """One step of CORRECTION; what it does to the velocities is added up."""
    call_kernel(run, at.CORRECTION, at.ARG, at.TO_XN)
    moved, todo = floats(run, at.MOVED), integers(run, at.TODO)
    for lane in range(run[at.LANES]):
        if todo[lane] != 0:
            moved[lane] += velocity_change(run, lane)
    run[at.CHANGED] = 1
    run[at.CARRIED] = 0


close_lanes = newton_in_lanes(at, find_residual, mark_open, correct)


@routine
def close(run: Pointer) -> None:
    """Newton steps on XS in LIVE lanes until the residual is below its tolerance.

    The kernel is CORRECTION: project, or reconstruct. CHANGED tells whether anything was, LOST where it failed.
    """
    run[at.CHANGED] = 0
    close_lanes(run, run[at.ITERATIONS], at.RESIDUAL, 0)


@compiled
def velocity_change(run: Pointer, lane: int) -> float:
    """Largest |Δv| from XS to XN in a lane."""
    W, xs, xn = run[at.LANES], floats(run, at.XS), floats(run, at.XN)
    largest = 0.0
    for i in range(run[at.N_Q], run[at.EXTRA]):
        largest = max(largest, abs(xn[i * W + lane] - xs[i * W + lane]))
    return largest


@compiled
def top_speed(run: Pointer, lane: int) -> float:
    """Largest |v| of a lane."""
    W, xs = run[at.LANES], floats(run, at.XS)
    top = 0.0
    for i in range(run[at.N_Q], run[at.EXTRA]):
        top = max(top, abs(xs[i * W + lane]))
    return top


@routine
def choose_dependent(run: Pointer) -> None:
    """Check the dependent coordinates of the LIVE lanes at XS, and choose better ones where they have gone bad.

    Columns of the constraint Jacobian are taken in the order of a column-pivoted orthogonalisation: those columns span its range
    best, and their coordinates follow from the others. In a momentary singular position, where the rank falls, the choice is kept.
    """
    W, n_v = run[at.LANES], run[at.N_V]
    mask, jacobian, scratch = floats(run, at.MASK, at.CONSTRAINT, at.PIVOT)
    live, chosen = integers(run, at.LIVE, at.CHOSEN)
    call_kernel(run, at.CONSTRAINT_JACOBIAN, at.ARG, at.TO_CONSTRAINT)
    for lane in range(W):
        if live[lane] == 0:
            continue
        count = 0
        for j in range(n_v):
            count += mask[j * W + lane] > 0.5
        rank = rank_now = 0
        pivot = pivot_now = 0.0
        for anew in range(2):
            rank_now, pivot_now = rank, pivot
            rank, pivot = orthogonalise(jacobian, run[at.M], n_v, lane, W, mask, anew, scratch, chosen)
        if rank > count or (rank == count and (rank_now < rank or pivot_now < WORSE * pivot)):
            for j in range(n_v):
                mask[j * W + lane] = float(chosen[j])
