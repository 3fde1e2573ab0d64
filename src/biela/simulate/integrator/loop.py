"""Pieces that the fixed-step and the adaptive loop share."""

from __future__ import annotations

from . import record as at
from .closure import rates
from .compiled import Pointer, compiled, floats, integers, routine
from .system import Status

RUNNING = int(Status.RUNNING)
FINISHED, PAUSED, STOPPED = range(3)
"""Why a loop returned: all lanes ended; the block of steps is used up; an event happened."""

TOO_FAST = 1e12
"""A velocity beyond this counts as an explosion [rad/s, m/s]."""
TOO_LARGE = 1e300


@routine
def first_stage(run: Pointer) -> None:
    """k₁ = f(t, x)."""
    t, ts, x, xs = floats(run[at.T]), floats(run[at.TS]), floats(run[at.X]), floats(run[at.XS])
    for lane in range(run[at.LANES]):
        ts[lane] = t[lane]
    for i in range(run[at.N]):
        xs[i] = x[i]
    rates(run, run[at.TO_K])


@compiled
def spread_step(run: Pointer) -> None:
    """HX: the step of each lane, repeated for every entry of the state."""
    W = run[at.LANES]
    h, hx = floats(run[at.HS]), floats(run[at.HX])
    for i in range(run[at.N_X]):
        for lane in range(W):
            hx[i * W + lane] = h[lane]


@compiled
def is_finite(run: Pointer, lane: int) -> bool:
    """Whether the candidate XS of a lane is a state at all."""
    W, n_q, n_v = run[at.LANES], run[at.N_Q], run[at.N_V]
    xs = floats(run[at.XS])
    good = True
    for i in range(run[at.N_X]):
        limit = TOO_FAST if n_q <= i < n_q + n_v else TOO_LARGE
        good = good and abs(xs[i * W + lane]) < limit
    return good


@compiled
def copy_lane(run: Pointer, lane: int, source: int, target: int) -> None:
    """Copy one lane of one state-sized slot to another."""
    W = run[at.LANES]
    a, b = floats(run[source]), floats(run[target])
    for i in range(run[at.N_X]):
        b[i * W + lane] = a[i * W + lane]


@compiled
def store(run: Pointer, lane: int, source: int) -> None:
    """Write one lane of a state-sized slot as its next output."""
    W, n_x = run[at.LANES], run[at.N_X]
    following = integers(run[at.NEXT])
    if lane < run[at.OUT_LANES]:
        a = floats(run[source])
        out = floats(run[at.OUT] + 8 * (following[lane] * run[at.OUT_STRIDE] + lane * n_x))
        for i in range(n_x):
            out[i] = a[i * W + lane]
    following[lane] += 1


@compiled
def running_lanes(run: Pointer) -> int:
    status = integers(run[at.STATUS])
    count = 0
    for lane in range(run[at.LANES]):
        count += status[lane] == RUNNING
    return count
