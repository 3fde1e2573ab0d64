"""Loop of constant steps, for every method.

Times are t₀ + k·h, without accumulation. A step cut short by an event is followed by the rest of it, so that the
grid, and the outputs on it, stay where they are.
"""

from __future__ import annotations

from biela.integrate.access import Pointer, Routine, floats, go, integers, reals, routine
from biela.integrate.loop import Reason, copy_lane, is_finite, running_lanes, spread_step, stage_at_start, store
from biela.integrate.run_record import NONE, at
from biela.integrate.system import Status


@routine
def start_fixed(run: Pointer) -> None:
    """Begin, or resume after an event: lanes marked FRESH have a new state."""
    W, option = run[at.LANES], reals(run)
    t, h = floats(run, at.T, at.HS)
    fresh, live, status, k, following, grid, past = integers(run, at.FRESH, at.LIVE, at.STATUS, at.STEP, at.NEXT, at.GRID, at.PAST)
    some = 0
    for lane in range(W):
        some += fresh[lane]
        if fresh[lane] != 0:
            past[lane] = -1  # nothing that happened before counts any more
        live[lane] = 1 if status[lane] == Status.RUNNING else 0
        if k[lane] == 0 and following[lane] == 0 and status[lane] == Status.RUNNING and grid[0] == 0:
            if store(run, lane, at.X):
                status[lane] = Status.DONE
        h[lane] = option[at.STEP_SIZE]
        rest = option[at.T0] + (k[lane] + 1) * option[at.STEP_SIZE] - t[lane]
        if rest < (1.0 - 1e-9) * option[at.STEP_SIZE]:
            h[lane] = rest
    spread_step(run)
    if some == 0:
        return
    run[at.CARRIED] = 0
    stage_at_start(run)
    go(run, at.DO_WATCH)
    go(run, at.DO_CHOOSE)
    for lane in range(W):
        fresh[lane] = 0


# long: one step from trial to output, in the order in which it happens
@routine
def fixed_loop(run: Pointer) -> None:
    """Advance all running lanes by up to BLOCK steps; REASON tells why it stopped."""
    W, option = run[at.LANES], reals(run)
    t0, h0, do_correct, do_sprint = option[at.T0], option[at.STEP_SIZE], run[at.DO_CORRECT], run[at.DO_SPRINT]
    t, h, ts, r, r_max = floats(run, at.T, at.HS, at.TS, at.R, at.R_MAX)
    status, live, lost, k = integers(run, at.STATUS, at.LIVE, at.LOST, at.STEP)
    taken, event, following, grid = integers(run, at.TAKEN, at.EVENT, at.NEXT, at.GRID)
    go(run, at.DO_START)
    running = running_lanes(run)
    run[at.HAPPENED] = 0

    run[at.LEFT] = run[at.BLOCK]
    while run[at.LEFT] > 0:
        if running == 0 or run[at.HAPPENED]:
            break
        for lane in range(W):
            live[lane] = status[lane] == Status.RUNNING
        run[at.TRIAL] = NONE
        if do_sprint and running == W and run[at.CARRIED]:
            left = run[at.LEFT]
            go(run, at.DO_SPRINT)
            if run[at.TRIAL] == NONE and run[at.LEFT] < left:
                running = running_lanes(run)
                continue
        if run[at.TRIAL] == NONE:
            go(run, at.DO_BEGIN)
            go(run, at.DO_STEP)
        run[at.LEFT] -= 1
        for lane in range(W):
            if live[lane] != 0 and not is_finite(run, lane):
                status[lane] = Status.NOT_FINITE
                live[lane] = 0
                running -= 1
        go(run, at.DO_CORRECT)
        go(run, at.DO_DETECT)
        if run[at.HAPPENED]:
            go(run, at.DO_LOCATE)
            run[at.CARRIED] = 0
        go(run, at.DO_SETTLE)

        # accept
        for lane in range(W):
            if live[lane] == 0:
                continue
            if lost[lane] != 0:
                status[lane] = Status.CLOSURE_LOST
                live[lane] = 0
                running -= 1
                continue
            taken[lane] += 1
            copy_lane(run, lane, at.XS, at.X)
            if do_correct:
                r_max[lane] = max(r_max[lane], r[lane])
            if event[lane] != 0:
                t[lane] = ts[lane]
                continue
            k[lane] += 1
            t[lane] = t0 + k[lane] * h0
            if h[lane] != h0:
                h[lane] = h0
                spread_step(run)
            if k[lane] == grid[following[lane]]:
                if store(run, lane, at.X):
                    status[lane] = Status.DONE
                    running -= 1
        go(run, at.DO_CHOOSE)

    run[at.REASON] = Reason.STOPPED if run[at.HAPPENED] else (Reason.PAUSED if running else Reason.FINISHED)


ROUTINES: dict[int, Routine] = {at.DO_START: start_fixed}
