"""The loop of constant steps, for every method.

Times are t₀ + k·h, without accumulation. A step cut short by an event is followed by the rest of it, so that the
grid, and the outputs on it, stay where they are.
"""

from __future__ import annotations

from typing import Any

from .closure import INDEPENDENT, choose_dependent, correct
from .compiled import Pointer, begin, compiled, floats, integers, step
from .event import detect, locate, settle, watch
from .loop import BLOCK, FINISHED, RUNNING, STOPPED, copy_lane, is_finite, running_lanes, spread_step, store
from .record import (
    CORRECTION,
    EVENT,
    EVENTS,
    FORMULATION,
    FRESH,
    GRID,
    HS,
    LANES,
    LIVE,
    LOST,
    N_OUT,
    NEXT,
    OPTION,
    R_MAX,
    STATUS,
    STEP,
    STEP_SIZE,
    T0,
    TAKEN,
    TS,
    XS,
    R,
    T,
    X,
)
from .system import Status

DONE, NOT_FINITE, CLOSURE_LOST = int(Status.DONE), int(Status.NOT_FINITE), int(Status.CLOSURE_LOST)


@compiled
def start_fixed(run: Pointer) -> None:
    """Begin, or go on after an event: lanes marked FRESH have a new state."""
    W = run[LANES]
    t, h, option = floats(run[T]), floats(run[HS]), floats(run[OPTION])
    fresh, live, status = integers(run[FRESH]), integers(run[LIVE]), integers(run[STATUS])
    k, following, grid = integers(run[STEP]), integers(run[NEXT]), integers(run[GRID])
    some = 0
    for l in range(W):
        some += fresh[l]
        live[l] = 1 if status[l] == RUNNING else 0
        if k[l] == 0 and following[l] == 0 and status[l] == RUNNING and grid[0] == 0:
            store(run, l, X)
            if following[l] == run[N_OUT]:
                status[l] = DONE
        h[l] = option[STEP_SIZE]
        rest = option[T0] + (k[l] + 1) * option[STEP_SIZE] - t[l]
        if rest < (1.0 - 1e-9) * option[STEP_SIZE]:
            h[l] = rest
    spread_step(run)
    if some == 0:
        return
    if run[EVENTS]:
        watch(run)
    if run[FORMULATION] == INDEPENDENT:
        for l in range(W):
            copy_lane(run, l, X, XS)
        choose_dependent(run)
    for l in range(W):
        fresh[l] = 0


@compiled
def fixed_loop(method: Any, address: int, block: int) -> int:
    """Advance all running lanes by up to `block` steps; returns why it stopped."""
    run = integers(address)
    W = run[LANES]
    t, h, ts, option = floats(run[T]), floats(run[HS]), floats(run[TS]), floats(run[OPTION])
    r, r_max = floats(run[R]), floats(run[R_MAX])
    status, live, lost, event = integers(run[STATUS]), integers(run[LIVE]), integers(run[LOST]), integers(run[EVENT])
    k, taken = integers(run[STEP]), integers(run[TAKEN])
    following, grid = integers(run[NEXT]), integers(run[GRID])
    t0, h0 = option[T0], option[STEP_SIZE]
    start_fixed(run)
    if running_lanes(run) == 0:
        return FINISHED

    for _ in range(block):
        for l in range(W):
            live[l] = status[l] == RUNNING
        begin(method, run)
        step(method, run)
        for l in range(W):
            if live[l] != 0 and not is_finite(run, l):
                status[l] = NOT_FINITE
                live[l] = 0
        if run[CORRECTION]:
            correct(run)
        happened = False
        if run[EVENTS]:
            happened = detect(run)
            if happened:
                locate(method, run)
            settle(run)

        # accept
        ended = 0
        for l in range(W):
            if live[l] == 0:
                ended += 1
                continue
            if lost[l] != 0:
                status[l] = CLOSURE_LOST
                ended += 1
                continue
            taken[l] += 1
            if run[CORRECTION]:
                r_max[l] = max(r_max[l], r[l])
            copy_lane(run, l, XS, X)
            if happened and event[l] != 0:
                t[l] = ts[l]
                continue
            k[l] += 1
            t[l] = t0 + k[l] * h0
            if h[l] != h0:
                h[l] = h0
                spread_step(run)
            if k[l] == grid[following[l]]:
                store(run, l, X)
                if following[l] == run[N_OUT]:
                    status[l] = DONE
                    ended += 1
        if run[FORMULATION] == INDEPENDENT:
            choose_dependent(run)
        if happened:
            return STOPPED
        if ended == W:
            return FINISHED
    return BLOCK
