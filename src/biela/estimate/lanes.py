"""Particles side by side in lanes: into them, along the manifold, closed."""

from __future__ import annotations

from biela.integrate.access import Pointer, call_kernel, compiled, floats, integers, part, reals
from biela.integrate.closing import newton_in_lanes

from .record import at

ITERATIONS = 5
"""Pairs of Newton steps after which a loop counts as open."""


@compiled
def copy(target: Pointer, source: Pointer, n: int) -> None:
    for i in range(n):
        target[i] = source[i]


@compiled
def fill(target: Pointer, value: float, n: int) -> None:
    for i in range(n):
        target[i] = value


@compiled
def copy_lane(run: Pointer, source: int, target: int, lane: int) -> None:
    """Copy one lane from one state-sized field to another."""
    W, a, b = run[at.LANES], floats(run, source), floats(run, target)
    for i in range(run[at.N_X]):
        b[i * W + lane] = a[i * W + lane]


@compiled
def set_time(run: Pointer, now: float) -> None:
    t = floats(run, at.TS)
    for lane in range(run[at.LANES]):
        t[lane] = now


@compiled
def load(run: Pointer, group: int) -> None:
    """Load state and parameters of a group into the lanes, at the time of the step."""
    n = run[at.N_X] * run[at.LANES]
    set_time(run, floats(run, at.TIMES)[run[at.STEP]])
    copy(floats(run, at.X), part(run, at.STATES, group), n)
    copy(floats(run, at.XS), part(run, at.STATES, group), n)
    if run[at.N_E]:
        copy(floats(run, at.P), part(run, at.PARAMETERS, group), run[at.N_P] * run[at.LANES])


@compiled
def move(run: Pointer) -> None:
    """Set XN = X ⊕ PIECE, left open."""
    copy(floats(run, at.XS), floats(run, at.X), run[at.N_X] * run[at.LANES])
    call_kernel(run, at.MOVE, at.ARG, at.TO_XN)


@compiled
def stage(run: Pointer, number: int) -> None:
    """Close XS to XN and find the rates there."""
    close_lanes(run, ITERATIONS, at.STAGE, number)


@compiled
def find_closed(run: Pointer, iteration: int, kernel: int, row: int) -> None:
    """Take a step of Newton's method from XS to XN, and find the gap that is left."""
    call_kernel(run, kernel, at.ARG, at.TO_STAGE if kernel == at.STAGE else at.TO_CLOSED, row)


@compiled
def mark_open(run: Pointer, iteration: int, most: int) -> int:
    """Mark TODO in the lanes whose gap is above the tolerance."""
    gap, todo, tolerance = floats(run, at.GAP), integers(run, at.TODO), reals(run)[at.TOLERANCE]
    count = 0
    for lane in range(run[at.LANES]):
        todo[lane] = gap[lane] > tolerance
        count += todo[lane]
    return count if iteration < most else 0


@compiled
def nothing(run: Pointer) -> None:
    """Do nothing: XN is a better state already."""


close_lanes = newton_in_lanes(at, find_closed, mark_open, nothing)
