"""Events: sign changes of functions g(t, x), found after a step and located inside it.

The step is repeated from its start with smaller sizes until the end of it sits on the event, so that the state
there has the full order of the method and satisfies the constraints. An event function that is exactly zero at the
start of a run does not fire until it has left its zero. One that fired takes its sign from where it is heading: a ball
that bounced is above the floor, however soon it comes down again. A function of direction WHOLE counts pieces of a curve: it fires
at every whole number that it passes, so that one function serves all knots.
"""

from __future__ import annotations

import math

from biela.integrate.access import Pointer, call_kernel, compiled, floats, go, integers, reals, routine
from biela.integrate.loop import EPSILON, spread_step, stage_at_start
from biela.integrate.outcome import AHEAD, WHOLE
from biela.integrate.run_record import at

RESOLUTION = 1e-13  # length of the final bracket of an event, as part of the step
BISECTIONS = 46  # rounds that bisection, and so the ITP method, needs for that, one of them slack
SIGN = 1e-300  # value that stands for a sign alone


@routine
def watch(run: Pointer) -> None:
    """Evaluate the event functions at (t, x) in lanes that start afresh there; of those that just fired, only the sign ahead."""
    W, option, some = run[at.LANES], reals(run), False
    t, ts, x, xs, g = floats(run, at.T, at.TS, at.X, at.XS, at.G)
    start, fired, xn, direction = floats(run, at.G_START, at.FIRED, at.XN, at.DIRECTION)
    fresh = integers(run, at.FRESH)
    stage_at_start(run)
    call_kernel(run, at.EVENTS, at.ARG, at.TO_G)
    for j in range(run[at.N_G]):
        for lane in range(W):
            i = j * W + lane
            if fresh[lane] != 0:
                fired[i] = fired[i] if direction[i] < WHOLE else 0.0
                some = some or fired[i] > 0.5
                start[i] = g[i]
    if some:
        ahead = AHEAD * (option[at.T_END] - option[at.T0])
        call_kernel(run, at.RATES, at.ARG, at.TO_XN)
        for lane in range(W):
            ts[lane] = t[lane] + ahead
        for i in range(run[at.N]):
            xs[i] = x[i] + ahead * xn[i]
        call_kernel(run, at.EVENTS, at.ARG, at.TO_G)
        stage_at_start(run)
    for j in range(run[at.N_G]):
        for lane in range(W):
            i = j * W + lane
            if fresh[lane] != 0 and fired[i] > 0.5:
                change = g[i] - start[i]
                start[i] = SIGN if change > 0.0 else (-SIGN if change < 0.0 else 0.0)
            if fresh[lane] != 0:
                fired[i] = 0.0


@compiled
def next_whole(start: float, now: float) -> float:
    """Return the first whole number beyond `start` on the way to `now`."""
    return math.floor(start) + 1.0 if now > start else math.ceil(start) - 1.0


@compiled
def crossed(start: float, now: float, direction: float) -> bool:
    """Return whether a function changed its sign in the wanted direction (+1 rising, −1 falling, 0 either, WHOLE: passed a whole
    number). Arriving at zero counts, but not for one that has just been there."""
    if direction >= WHOLE:
        whole = next_whole(start, now)
        return (now > start and now >= whole) or (now < start and now <= whole)
    arrived = now == 0.0 and abs(start) > SIGN
    rises = start < 0.0 and (now > 0.0 or arrived) and direction >= 0.0
    falls = start > 0.0 and (now < 0.0 or arrived) and direction <= 0.0
    return rises or falls


@compiled
def first_fired(run: Pointer, lane: int, slot: int) -> int:
    """Return the place, in the event slots, of the first event of a lane from the step's start to `slot`, or −1."""
    W = run[at.LANES]
    now, start, direction = floats(run, slot, at.G_START, at.DIRECTION)
    for j in range(run[at.N_G]):
        i = j * W + lane
        if crossed(start[i], now[i], direction[i]):
            return int(i)
    return -1


@routine
def detect(run: Pointer) -> None:
    """Set EVENT in the LIVE lanes in which an event happened on the way to the candidate XS, and HAPPENED if any."""
    live, event = integers(run, at.LIVE, at.EVENT)
    call_kernel(run, at.EVENTS, at.ARG, at.TO_G)
    run[at.HAPPENED] = 0
    for lane in range(run[at.LANES]):
        event[lane] = live[lane] != 0 and first_fired(run, lane, at.G) >= 0
        run[at.HAPPENED] |= event[lane]


@routine
def settle(run: Pointer) -> None:
    """Take the functions in G for those of the next step's start, in LIVE lanes; FIRED marks the events that happened."""
    W, live = run[at.LANES], integers(run, at.LIVE)
    g, start, fired, direction = floats(run, at.G, at.G_START, at.FIRED, at.DIRECTION)
    for j in range(run[at.N_G]):
        for lane in range(W):
            i = j * W + lane
            if live[lane] != 0:
                happened = crossed(start[i], g[i], direction[i])
                fired[i] = 1.0 if happened else 0.0
                start[i] = 0.0 if happened and direction[i] < WHOLE else g[i]


# long: the ITP method in one piece, as its paper has it
@routine
def locate(run: Pointer) -> None:
    """Shorten the step of every lane with an EVENT until it ends just past its first one.

    The bracket [low, high] of step sizes shrinks by the ITP method: never slower than bisection, and on a smooth
    event about as fast as the secant rule.

    References
    ----------
    Oliveira & Takahashi (2020), ACM Transactions on Mathematical Software 47(1), 5
    """
    W, n_g = run[at.LANES], run[at.N_G]
    t, h, low, high, g = floats(run, at.T, at.HS, at.LOW, at.HIGH, at.G)
    start, g_low, g_high, resolution, direction = floats(run, at.G_START, at.G_LOW, at.G_HIGH, at.ROOM, at.DIRECTION)
    event, lost = integers(run, at.EVENT, at.LOST)
    for lane in range(W):
        low[lane], high[lane] = 0.0, h[lane]
        resolution[lane] = max(RESOLUTION * h[lane], 4.0 * EPSILON * abs(t[lane]))
    for i in range(n_g * W):
        g_low[i], g_high[i] = start[i], g[i]

    searching = True
    budget = 0.5 * 2.0**BISECTIONS
    while searching:
        # propose a size for each lane still searching; the last round repeats the step that ends at `high`
        searching = False
        for lane in range(W):
            if event[lane] == 0:
                continue
            lost[lane] = 0
            h[lane] = high[lane]
            width = high[lane] - low[lane]
            if width <= resolution[lane] or budget < 0.5:
                continue
            searching = True
            i = first_fired(run, lane, at.G_HIGH)
            middle = 0.5 * (low[lane] + high[lane])
            zero = next_whole(start[i], g_high[i]) if direction[i] >= WHOLE else 0.0
            secant = (low[lane] * (g_high[i] - zero) - high[lane] * (g_low[i] - zero)) / (g_high[i] - g_low[i])
            # truncate towards the middle, then keep within reach of it
            side = 1.0 if middle >= secant else -1.0
            push = 0.2 * width * width * RESOLUTION / resolution[lane]
            point = secant + side * push if push <= abs(middle - secant) else middle
            reach = max(budget * resolution[lane] - 0.5 * width, 0.0)
            h[lane] = point if abs(point - middle) <= reach else middle - side * reach
        budget *= 0.5

        spread_step(run)
        go(run, at.DO_STEP)
        go(run, at.DO_CORRECT)
        call_kernel(run, at.EVENTS, at.ARG, at.TO_G)
        if searching:
            for lane in range(W):
                if event[lane] != 0 and h[lane] < high[lane]:
                    past = first_fired(run, lane, at.G) >= 0
                    if past:
                        high[lane] = h[lane]
                    else:
                        low[lane] = h[lane]
                    for j in range(n_g):
                        i = j * W + lane
                        if past:
                            g_high[i] = g[i]
                        else:
                            g_low[i] = g[i]
