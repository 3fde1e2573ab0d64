"""Pieces that the fixed-step and the adaptive loop share."""

from __future__ import annotations

from biela.integrate.access import Pointer, call_kernel, compiled, floats, integers, part, routine
from biela.integrate.closure import rates
from biela.integrate.run_record import at
from biela.integrate.system import Status

RUNNING = int(Status.RUNNING)
FINISHED, PAUSED, STOPPED = range(3)
"""Why a loop returned: all lanes ended; the block of steps is used up; an event happened."""

TOO_FAST = 1e12
"""A velocity beyond this counts as an explosion [rad/s, m/s]."""
TOO_LARGE = 1e300


@routine
def first_stage(run: Pointer) -> None:
    """k₁ = f(t, x)."""
    rates_at_start(run, 0)


@compiled
def stage_at_start(run: Pointer) -> None:
    """TS and XS are t and x."""
    t, ts, x, xs = floats(run, at.T, at.TS, at.X, at.XS)
    for lane in range(run[at.LANES]):
        ts[lane] = t[lane]
    for i in range(run[at.N]):
        xs[i] = x[i]


@compiled
def rates_at_start(run: Pointer, stage: int) -> None:
    """f(t, x) to the rates of a stage; carried over from the closure of the step before where that has found it."""
    n = run[at.N]
    if run[at.CARRIED] == 0:
        stage_at_start(run)
        if run[at.FUSED] == 0:
            rates(run, stage)
            return
        # the same kernel as in `close`: a run must not depend, to the last bit, on where its rates were found
        call_kernel(run, at.FUSED, at.ARG, at.TO_CARRY)
        run[at.EVALUATIONS] += 1
    k, carry = part(run, at.K, stage), floats(run, at.CARRY)
    for i in range(n):
        k[i] = carry[i]


@compiled
def spread_step(run: Pointer) -> None:
    """HX: the step of each lane, repeated for every entry of the state."""
    W = run[at.LANES]
    h, hx = floats(run, at.HS, at.HX)
    for i in range(run[at.N_X]):
        for lane in range(W):
            hx[i * W + lane] = h[lane]


@compiled
def is_finite(run: Pointer, lane: int) -> bool:
    """Whether the candidate XS of a lane is a state at all. A bad configuration shows in the velocities a step later."""
    W, xs = run[at.LANES], floats(run, at.XS)
    good = True
    for i in range(run[at.N_Q], run[at.EXTRA]):
        good &= abs(xs[i * W + lane]) < TOO_FAST
    for i in range(run[at.EXTRA], run[at.N_X]):
        good &= abs(xs[i * W + lane]) < TOO_LARGE
    return good


@compiled
def copy_lane(run: Pointer, lane: int, source: int, target: int) -> None:
    """Copy one lane of one state-sized slot to another."""
    W = run[at.LANES]
    a, b = floats(run, source, target)
    for i in range(run[at.N_X]):
        b[i * W + lane] = a[i * W + lane]


@compiled
def store(run: Pointer, lane: int, source: int) -> None:
    """Write one lane of a state-sized slot as its next output."""
    W, n_x = run[at.LANES], run[at.N_X]
    following = integers(run, at.NEXT)
    if lane < run[at.OUT_LANES]:
        a = floats(run, source)
        out = part(run, at.OUT, following[lane] * run[at.ALL_LANES] + run[at.FIRST_LANE] + lane)
        for i in range(n_x):
            out[i] = a[i * W + lane]
    following[lane] += 1


@compiled
def running_lanes(run: Pointer) -> int:
    status = integers(run, at.STATUS)
    count = 0
    for lane in range(run[at.LANES]):
        count += status[lane] == RUNNING
    return count
