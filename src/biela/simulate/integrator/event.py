"""Events: sign changes of functions g(t, x), found after a step and located inside it.

The step is repeated from its start with smaller sizes until the end of it sits on the event, so that the state
there has the full order of the method and satisfies the constraints. An event function that is exactly zero at the
start of a step does not fire in it; neither does the one that fired last, until it has left its zero.
"""

from __future__ import annotations

from typing import Any

from biela.kernel.call import call_kernel

from .closure import correct
from .compiled import Pointer, compiled, floats, integers, step
from .loop import spread_step
from .record import (
    ARG,
    CORRECTION,
    DIRECTION,
    EVENT,
    EVENTS,
    FIRED,
    FRESH,
    G_HIGH,
    G_LOW,
    G_START,
    HIGH,
    HS,
    LANES,
    LIVE,
    LOST,
    LOW,
    N_G,
    ROOM,
    TO_G,
    TS,
    WORK,
    XS,
    G,
    N,
    T,
    X,
)

RESOLUTION = 1e-13
"""Length of the final bracket of an event, as part of the step."""
BISECTIONS = 46
"""Rounds in which bisection, and so the ITP method, gets there; one is its slack."""
EPSILON = 2.0**-52


@compiled
def watch(run: Pointer) -> None:
    """Event functions at (t, x), in the lanes that start afresh there; those that just fired count as zero."""
    W = run[LANES]
    t, ts, x, xs = floats(run[T]), floats(run[TS]), floats(run[X]), floats(run[XS])
    g, start, fired = floats(run[G]), floats(run[G_START]), floats(run[FIRED])
    fresh = integers(run[FRESH])
    for l in range(W):
        ts[l] = t[l]
    for i in range(run[N]):
        xs[i] = x[i]
    call_kernel(run[EVENTS], run[ARG], run[TO_G], run[WORK])
    for j in range(run[N_G]):
        for l in range(W):
            if fresh[l] != 0:
                start[j * W + l] = 0.0 if fired[j * W + l] > 0.5 else g[j * W + l]
                fired[j * W + l] = 0.0


@compiled
def crossed(start: float, now: float, direction: float) -> bool:
    """Whether a function changed its sign in the wanted direction (+1 rising, −1 falling, 0 either)."""
    rises = start < 0.0 and now >= 0.0 and direction >= 0.0
    falls = start > 0.0 and now <= 0.0 and direction <= 0.0
    return rises or falls


@compiled
def first_fired(run: Pointer, l: int, slot: int) -> int:
    """Place, in the event slots, of the first event of lane l that happened from the step's start to `slot`, or −1."""
    W = run[LANES]
    now, start, direction = floats(run[slot]), floats(run[G_START]), floats(run[DIRECTION])
    for j in range(run[N_G]):
        i = j * W + l
        if crossed(start[i], now[i], direction[i]):
            return int(i)
    return -1


@compiled
def detect(run: Pointer) -> bool:
    """EVENT: the LIVE lanes in which an event happened on the way to the candidate XS; True if any."""
    live, event = integers(run[LIVE]), integers(run[EVENT])
    call_kernel(run[EVENTS], run[ARG], run[TO_G], run[WORK])
    some = False
    for l in range(run[LANES]):
        event[l] = 0
        if live[l] != 0 and first_fired(run, l, G) >= 0:
            event[l] = 1
            some = True
    return some


@compiled
def settle(run: Pointer) -> None:
    """The functions in G become those of the next step's start, in LIVE lanes; FIRED marks the events that happened."""
    W = run[LANES]
    live = integers(run[LIVE])
    g, start, fired, direction = floats(run[G]), floats(run[G_START]), floats(run[FIRED]), floats(run[DIRECTION])
    for j in range(run[N_G]):
        for l in range(W):
            i = j * W + l
            if live[l] != 0:
                happened = crossed(start[i], g[i], direction[i])
                fired[i] = 1.0 if happened else 0.0
                start[i] = 0.0 if happened else g[i]


@compiled
def locate(method: Any, run: Pointer) -> None:
    """Shorten the step of every lane with an EVENT until it ends just past its first one.

    The bracket [low, high] of step sizes shrinks by the ITP method: never slower than bisection, and on a smooth
    event about as fast as the secant rule.

    References
    ----------
    Oliveira & Takahashi (2020), ACM Transactions on Mathematical Software 47(1), 5
    """
    W, n_g = run[LANES], run[N_G]
    t, h, low, high = floats(run[T]), floats(run[HS]), floats(run[LOW]), floats(run[HIGH])
    g, start, g_low, g_high = floats(run[G]), floats(run[G_START]), floats(run[G_LOW]), floats(run[G_HIGH])
    event, lost = integers(run[EVENT]), integers(run[LOST])
    resolution = floats(run[ROOM])
    for l in range(W):
        low[l], high[l] = 0.0, h[l]
        resolution[l] = max(RESOLUTION * h[l], 4.0 * EPSILON * abs(t[l]))
    for i in range(n_g * W):
        g_low[i], g_high[i] = start[i], g[i]

    searching = True
    budget = 0.5 * 2.0**BISECTIONS
    while searching:
        # propose a size for each lane still searching; the last round repeats the step that ends at `high`
        searching = False
        for l in range(W):
            if event[l] == 0:
                continue
            lost[l] = 0
            h[l] = high[l]
            width = high[l] - low[l]
            if width <= resolution[l] or budget < 0.5:
                continue
            searching = True
            i = first_fired(run, l, G_HIGH)
            middle = 0.5 * (low[l] + high[l])
            secant = (low[l] * g_high[i] - high[l] * g_low[i]) / (g_high[i] - g_low[i])
            # truncate towards the middle, then keep within reach of it
            side = 1.0 if middle >= secant else -1.0
            push = 0.2 * width * width * RESOLUTION / resolution[l]
            point = secant + side * push if push <= abs(middle - secant) else middle
            reach = max(budget * resolution[l] - 0.5 * width, 0.0)
            h[l] = point if abs(point - middle) <= reach else middle - side * reach
        budget *= 0.5

        spread_step(run)
        step(method, run)
        if run[CORRECTION]:
            correct(run)
        call_kernel(run[EVENTS], run[ARG], run[TO_G], run[WORK])
        if searching:
            for l in range(W):
                if event[l] != 0 and h[l] < high[l]:
                    past = first_fired(run, l, G) >= 0
                    if past:
                        high[l] = h[l]
                    else:
                        low[l] = h[l]
                    for j in range(n_g):
                        i = j * W + l
                        if past:
                            g_high[i] = g[i]
                        else:
                            g_low[i] = g[i]
