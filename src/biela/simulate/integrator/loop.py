"""Pieces that the fixed-step and the adaptive loop share."""

from __future__ import annotations

from .closure import rates
from .compiled import Pointer, compiled, floats, integers
from .record import HS, HX, LANES, N, N_Q, N_V, N_X, NEXT, OUT, OUT_LANES, OUT_STRIDE, STATUS, TS, XS, T, X
from .system import Status

RUNNING = int(Status.RUNNING)
FINISHED, BLOCK, STOPPED = range(3)
"""Why a loop returned: all lanes ended; the block of steps is used up; an event happened."""

TOO_FAST = 1e12
"""A velocity beyond this counts as an explosion [rad/s, m/s]."""
TOO_LARGE = 1e300


@compiled
def first_stage(run: Pointer) -> None:
    """k₁ = f(t, x)."""
    t, ts, x, xs = floats(run[T]), floats(run[TS]), floats(run[X]), floats(run[XS])
    for l in range(run[LANES]):
        ts[l] = t[l]
    for i in range(run[N]):
        xs[i] = x[i]
    rates(run, 0)


@compiled
def spread_step(run: Pointer) -> None:
    """HX: the step of each lane, repeated for every entry of the state."""
    W = run[LANES]
    h, hx = floats(run[HS]), floats(run[HX])
    for i in range(run[N_X]):
        for l in range(W):
            hx[i * W + l] = h[l]


@compiled
def is_finite(run: Pointer, l: int) -> bool:
    """Whether the candidate XS of lane l is a state at all."""
    W, n_q, n_v = run[LANES], run[N_Q], run[N_V]
    xs = floats(run[XS])
    good = True
    for i in range(run[N_X]):
        limit = TOO_FAST if n_q <= i < n_q + n_v else TOO_LARGE
        good = good and abs(xs[i * W + l]) < limit
    return good


@compiled
def copy_lane(run: Pointer, l: int, source: int, target: int) -> None:
    """Copy lane l of one state-sized slot to another."""
    W = run[LANES]
    a, b = floats(run[source]), floats(run[target])
    for i in range(run[N_X]):
        b[i * W + l] = a[i * W + l]


@compiled
def store(run: Pointer, l: int, source: int) -> None:
    """Write lane l of a state-sized slot as its next output."""
    W, n_x = run[LANES], run[N_X]
    following = integers(run[NEXT])
    if l < run[OUT_LANES]:
        a = floats(run[source])
        out = floats(run[OUT] + 8 * (following[l] * run[OUT_STRIDE] + l * n_x))
        for i in range(n_x):
            out[i] = a[i * W + l]
    following[l] += 1


@compiled
def running_lanes(run: Pointer) -> int:
    status = integers(run[STATUS])
    count = 0
    for l in range(run[LANES]):
        count += status[l] == RUNNING
    return count
