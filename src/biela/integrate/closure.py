"""Keeping the constraints: rates at a stage, correction of a state, choice of dependent coordinates.

A lane is touched only when it needs it itself, so that its result never depends on its neighbours.
"""

from __future__ import annotations

from biela.integrate.access import Pointer, call_kernel, compiled, floats, go, integers, reals, routine
from biela.integrate.closing import newton_in_lanes, orthogonalise, take_result
from biela.integrate.run_record import MEASURED, TRIED, at

ROUNDING = 100.0  # multiple of its tolerance up to which a residual that stopped falling is accepted at once
WORSE = 0.5  # part of the best choice's smallest pivot, below which dependent coordinates are chosen anew


@compiled
def rates(run: Pointer, stage: int) -> None:
    """Find the rates f(TS, XS) of a stage, closed first if the formulation closes stages."""
    go(run, at.DO_CLOSE_STAGE)
    call_kernel(run, at.RATES, at.ARG, at.TO_K, stage)
    run[at.EVALUATIONS] += 1


@routine
def measure(run: Pointer) -> None:
    """Find only the residual at XS."""
    call_kernel(run, at.RESIDUAL, at.ARG, at.TO_R)
    run[at.CHANGED] = 0


@routine
def normalise(run: Pointer) -> None:
    """Bring quaternions of XS back to unit length, in LIVE lanes, by the project kernel of a system without closure."""
    call_kernel(run, at.PROJECT, at.ARG, at.TO_XN)
    take_result(run, at.LIVE, at.XN, at.XS, run[at.N_X], run[at.LANES])
    if run[at.RESIDUAL]:
        call_kernel(run, at.RESIDUAL, at.ARG, at.TO_R)
    run[at.CHANGED] = 1


@compiled
def find_residual(run: Pointer, iteration: int, kernel: int, row: int) -> None:
    """Find the residual at XS, together with the rates there where one kernel gives both."""
    if run[at.FUSED] == 0:
        call_kernel(run, kernel, at.ARG, at.TO_R)
        return
    if run[at.TRIAL] == MEASURED:
        run[at.TRIAL] = TRIED
    else:
        call_kernel(run, at.FUSED, at.ARG, at.TO_CARRY)
        run[at.EVALUATIONS] += 1
    run[at.CARRIED] = 1  # unless the state is corrected once more, the next step begins with these rates


@compiled
def mark_open(run: Pointer, iteration: int, most: int) -> int:
    """Set TODO in LIVE lanes with a residual above its tolerance, LOST where the last iteration has not brought it down."""
    W, option, remaining = run[at.LANES], reals(run), 0
    r, last = floats(run, at.R, at.R_LAST)
    live, lost, todo = integers(run, at.LIVE, at.LOST, at.TODO)
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
    """Take one step of CORRECTION, and add up the largest |Δv| of each lane."""
    W, todo = run[at.LANES], integers(run, at.TODO)
    moved, xs, xn = floats(run, at.MOVED, at.XS, at.XN)
    call_kernel(run, at.CORRECTION, at.ARG, at.TO_XN)
    for lane in range(W):
        if todo[lane] != 0:
            largest = 0.0
            for i in range(run[at.N_Q], run[at.EXTRA]):
                largest = max(largest, abs(xn[i * W + lane] - xs[i * W + lane]))
            moved[lane] += largest
    run[at.CHANGED] = 1
    run[at.CARRIED] = 0


close_lanes = newton_in_lanes(at, find_residual, mark_open, correct)


@routine
def close(run: Pointer) -> None:
    """Take Newton steps on XS in LIVE lanes until the residual is below its tolerance; set CHANGED, and LOST where it fails."""
    run[at.CHANGED] = 0
    close_lanes(run, run[at.ITERATIONS], at.RESIDUAL, 0)


@compiled
def top_speed(run: Pointer, lane: int) -> float:
    """Return the largest |v| of a lane."""
    W, xs, top = run[at.LANES], floats(run, at.XS), 0.0
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
