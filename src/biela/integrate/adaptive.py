"""Loop of steps chosen by error control, for every method with an embedded error estimate.

Every lane has its own time, its own step, and accepts or rejects on its own; lanes only share the kernel calls.
Outputs come from the continuous extension of the method, and are then put on the constraints.
"""

from __future__ import annotations

from biela.integrate.access import Pointer, Routine, compiled, floats, go, integers, part, reals, routine
from biela.integrate.closure import rates, top_speed
from biela.integrate.loop import EPSILON, TOO_LARGE, Reason, copy_lane, is_finite, running_lanes, spread_step, stage_at_start, store
from biela.integrate.outcome import EARLIEST, STIFF_SHARE, STIFF_STEPS, UNSUSPECTED_STEPS
from biela.integrate.run_record import at
from biela.integrate.system import Status

GROW, SHRINK = 10.0, 0.2  # factors by which a step changes at most
SUSPECT = 0.3  # part of the limit of stability at which error control, too, may be held back by a decaying mode
FADE = 0.98  # factor by which the largest of the last steps decays with every step


@compiled
def norm(run: Pointer, lane: int, vector: int, reference: int) -> float:
    """Return the weighted root mean square of a vector of a lane, relative to the tolerance at X and at the reference state."""
    option = reals(run)
    rtol, atol = option[at.RTOL], option[at.ATOL]
    a, x, b, weight, nominal = floats(run, vector, at.X, reference, at.WEIGHT, at.NOMINAL)
    total = 0.0
    for i in range(lane, run[at.N], run[at.LANES]):
        total += weight[i] * (a[i] / (atol * nominal[i] + rtol * max(abs(x[i]), abs(b[i])))) ** 2
    return float(total**0.5)


@compiled
def first_step(run: Pointer) -> None:
    """Choose a first step for lanes that have none, from the size of x, ẋ and ẍ (Hairer, Nørsett & Wanner 1993, §II.4)."""
    W, n, option, k1, k2 = run[at.LANES], run[at.N], reals(run), part(run, at.K, 0), part(run, at.K, 1)
    t, ts, h, hs, x, xs, e = floats(run, at.T, at.TS, at.H, at.HS, at.X, at.XS, at.E)
    # an explicit Euler step
    for lane in range(W):
        size, rate = norm(run, lane, at.X, at.X), norm(run, lane, at.K, at.X)
        hs[lane] = 1e-6 if size < 1e-5 or rate < 1e-5 else 0.01 * size / rate
        hs[lane] = min(hs[lane], max(option[at.T_END] - t[lane], 0.0), option[at.MAX_STEP])
        ts[lane] = t[lane] + hs[lane]
        for i in range(lane, n, W):
            xs[i] = x[i] + hs[lane] * k1[i]
    rates(run, 1)
    for i in range(n):
        e[i] = k2[i] - k1[i]
    for lane in range(W):
        if h[lane] == 0.0:
            rate = max(norm(run, lane, at.K, at.X), norm(run, lane, at.E, at.X) / max(hs[lane], 1e-300))
            second = max(1e-6, 1e-3 * hs[lane]) if not rate > 1e-15 else (0.01 / rate) ** (1.0 / option[at.ERROR_ORDER])
            h[lane] = min(100.0 * hs[lane], second, option[at.MAX_STEP])


@routine
def start_adaptive(run: Pointer) -> None:
    """Begin, or resume after an event: lanes marked FRESH have a new state."""
    W = run[at.LANES]
    t, h, before, times = floats(run, at.T, at.H, at.ERROR_BEFORE, at.TIMES)
    fresh, live, status, taken, following = integers(run, at.FRESH, at.LIVE, at.STATUS, at.TAKEN, at.NEXT)
    some = 0
    for lane in range(W):
        some += fresh[lane]
        live[lane] = status[lane] == Status.RUNNING
        if fresh[lane] != 0:
            before[lane] = 1e-4
        if following[lane] == 0 and taken[lane] == 0 and status[lane] == Status.RUNNING and times[0] <= t[lane]:
            if store(run, lane, at.X):
                status[lane] = Status.DONE
    if some == 0:
        return
    stage_at_start(run)
    go(run, at.DO_CHOOSE)
    go(run, at.DO_WATCH)
    go(run, at.DO_BEGIN)
    run[at.READY] = 1
    without = 0
    for lane in range(W):
        fresh[lane] = 0
        without += h[lane] == 0.0
    if without:
        first_step(run)


@routine
def judge(run: Pointer) -> None:
    """Keep LIVE the lanes whose candidate is within tolerance; FAILED says why the others are rejected."""
    error = floats(run, at.ERROR)
    live, lost, failed, tried = integers(run, at.LIVE, at.LOST, at.FAILED, at.TRIED)
    for lane in range(run[at.LANES]):
        if live[lane] == 0:
            continue
        tried[lane] += 1
        error[lane] = norm(run, lane, at.E, at.XS)
        if not is_finite(run, lane) or not error[lane] < TOO_LARGE:
            failed[lane] = Status.NOT_FINITE
        elif lost[lane] != 0:
            failed[lane] = Status.CLOSURE_LOST
        elif error[lane] > 1.0:
            failed[lane] = Status.STEP_TOO_SMALL
        else:
            continue
        live[lane] = 0


@routine
def control(run: Pointer) -> None:
    """Accept the step in LIVE lanes, go back in the others, and choose the next size; SOME if any was accepted."""
    W, option = run[at.LANES], reals(run)
    t, to, ts, h, hs, error = floats(run, at.T, at.TO, at.TS, at.H, at.HS, at.ERROR)
    before, r, r_max, hlambda, usual = floats(run, at.ERROR_BEFORE, at.R, at.R_MAX, at.HLAMBDA, at.USUAL)
    status, live, failed, held, tried = integers(run, at.STATUS, at.LIVE, at.FAILED, at.HELD, at.TRIED)
    taken, rejected, event, stiff, suspect = integers(run, at.TAKEN, at.REJECTED, at.EVENT, at.STIFF, at.SUSPECT)
    run[at.SOME] = 0
    for lane in range(W):
        if live[lane] != 0:
            run[at.SOME] = 1
            taken[lane] += 1
            usual[lane] = max(hs[lane], FADE * usual[lane])
            stiff[lane] += hlambda[lane] > option[at.STIFF_LIMIT]
            suspect[lane] += hlambda[lane] > SUSPECT * option[at.STIFF_LIMIT]
            if run[at.DO_CORRECT]:
                r_max[lane] = max(r_max[lane], r[lane])
            copy_lane(run, lane, at.X, at.XO)
            copy_lane(run, lane, at.XS, at.X)
            to[lane] = t[lane]
            if event[lane] == 0:
                t[lane] = ts[lane] if t[lane] + hs[lane] < option[at.T_END] else option[at.T_END]
                factor = option[at.SAFETY] * error[lane] ** -option[at.EXPONENT] * before[lane] ** option[at.MEMORY]
                factor = min(max(factor, SHRINK), 1.0 if held[lane] != 0 else GROW)
                h[lane] = min(hs[lane] * factor, option[at.MAX_STEP])
                before[lane] = max(error[lane], 1e-4)
            else:
                t[lane] = ts[lane]
            ts[lane] = t[lane]
            held[lane] = 0
            runs = status[lane] == Status.RUNNING and t[lane] < option[at.T_END]
            if runs and option[at.YIELDS] > 0.0 and taken[lane] >= EARLIEST:
                often = stiff[lane] >= STIFF_STEPS and stiff[lane] > STIFF_SHARE * taken[lane]
                if often or (taken[lane] >= UNSUSPECTED_STEPS and 2 * suspect[lane] > taken[lane]):
                    status[lane] = Status.STIFF
        else:
            copy_lane(run, lane, at.X, at.XS)
            ts[lane] = t[lane]
            if status[lane] == Status.RUNNING:
                rejected[lane] += 1
                held[lane] = 1
                factor = 0.25
                if failed[lane] == Status.STEP_TOO_SMALL:
                    factor = max(SHRINK, option[at.SAFETY] * error[lane] ** -option[at.EXPONENT])
                h[lane] = factor * hs[lane]
                if h[lane] <= max(option[at.MIN_STEP], 16.0 * EPSILON * abs(t[lane])):
                    status[lane] = failed[lane]
                elif h[lane] < option[at.CRAWL] * usual[lane]:
                    status[lane] = Status.SINGULAR
        if status[lane] == Status.RUNNING and tried[lane] >= run[at.MAX_STEPS]:
            status[lane] = Status.TOO_MANY_STEPS


@compiled
def forget_events(run: Pointer) -> None:
    """Clear EVENT, and so HAPPENED, where the candidate is not LIVE."""
    live, event = integers(run, at.LIVE, at.EVENT)
    run[at.HAPPENED] = 0
    for lane in range(run[at.LANES]):
        if live[lane] == 0:
            event[lane] = 0
        if event[lane] != 0:
            run[at.HAPPENED] = 1


@routine
def write_outputs(run: Pointer) -> None:
    """Write the outputs inside the step from XO to X, in ACCEPTED lanes: interpolated, then put on the constraints."""
    W, n_out = run[at.LANES], run[at.N_OUT]
    t, to, h, ts, times, theta = floats(run, at.T, at.TO, at.HS, at.TS, at.TIMES, at.THETA)
    status, live, lost, following, accepted, due = integers(run, at.STATUS, at.LIVE, at.LOST, at.NEXT, at.ACCEPTED, at.DUE)
    pending = True
    while pending:
        pending = inside = False
        for lane in range(W):
            due[lane] = accepted[lane] != 0 and following[lane] < n_out and times[following[lane]] <= t[lane]
            ts[lane] = times[following[lane]] if due[lane] != 0 else t[lane]
            live[lane] = ts[lane] < t[lane]
            pending = pending or due[lane] != 0
            inside = inside or live[lane] != 0
        if inside:
            for lane in range(W):
                fraction = (ts[lane] - to[lane]) / h[lane]
                for i in range(lane, run[at.N], W):
                    theta[i] = fraction
            go(run, at.DO_INTERPOLATE)
        if pending:
            for lane in range(W):
                if live[lane] == 0:
                    copy_lane(run, lane, at.X, at.XS)
        if inside:
            go(run, at.DO_CORRECT)
        for lane in range(W):
            if lost[lane] != 0 and due[lane] != 0:
                status[lane] = Status.CLOSURE_LOST
                accepted[lane] = 0
            elif due[lane] != 0:
                store(run, lane, at.XS)


# long: one step from trial to output, in the order in which it happens
@routine
def adaptive_loop(run: Pointer) -> None:
    """Try up to BLOCK steps in all running lanes; REASON tells why it stopped."""
    W, option, t_end = run[at.LANES], reals(run), reals(run)[at.T_END]
    t, h, hs, moved, before = floats(run, at.T, at.H, at.HS, at.MOVED, at.MOVED_BEFORE)
    status, live, lost, event, failed, accepted = integers(run, at.STATUS, at.LIVE, at.LOST, at.EVENT, at.FAILED, at.ACCEPTED)
    go(run, at.DO_START)
    run[at.HAPPENED] = 0

    for _ in range(run[at.BLOCK]):
        if run[at.HAPPENED]:
            break
        # the step of each lane, stretched or cut where it would end near the end
        running = False
        for lane in range(W):
            live[lane] = status[lane] == Status.RUNNING
            running = running or live[lane] != 0
            lost[lane] = event[lane] = 0
            hs[lane] = 0.0
            if live[lane] != 0:
                hs[lane] = t_end - t[lane] if t[lane] + 1.01 * h[lane] >= t_end else h[lane]
        if not running:
            break
        spread_step(run)
        if run[at.READY] == 0:
            go(run, at.DO_BEGIN)
            run[at.READY] = 1
        go(run, at.DO_STEP)

        # within tolerance, closed, and up to the first event
        go(run, at.DO_JUDGE)
        run[at.CHANGED] = 0
        if run[at.DO_CORRECT]:
            for lane in range(W):
                before[lane] = moved[lane]
            go(run, at.DO_CORRECT)
            for lane in range(W):
                thrown = moved[lane] - before[lane] > option[at.JUMP] * (1.0 + top_speed(run, lane))
                if live[lane] != 0 and (lost[lane] != 0 or thrown):
                    live[lane] = 0
                    failed[lane] = Status.CLOSURE_LOST
                    moved[lane] = before[lane]
        go(run, at.DO_DETECT)
        if run[at.HAPPENED]:
            go(run, at.DO_LOCATE)
            run[at.CHANGED] = 1
            go(run, at.DO_JUDGE)  # the step that ends there is another one
            forget_events(run)
        go(run, at.DO_INSPECT)
        go(run, at.DO_SETTLE)

        go(run, at.DO_CONTROL)
        if run[at.SOME]:
            go(run, at.DO_CHOOSE)
            go(run, at.DO_FINISH)
            for lane in range(W):
                accepted[lane] = live[lane]
            go(run, at.DO_OUTPUTS)
            for lane in range(W):
                if status[lane] == Status.RUNNING and t[lane] >= t_end:
                    status[lane] = Status.DONE
            run[at.READY] = 0
            if run[at.DO_CARRY_OVER]:
                go(run, at.DO_CARRY_OVER)
                run[at.READY] = 1

    run[at.REASON] = Reason.STOPPED if run[at.HAPPENED] else (Reason.PAUSED if running_lanes(run) else Reason.FINISHED)


ROUTINES: dict[int, Routine] = {
    at.DO_START: start_adaptive, at.DO_JUDGE: judge, at.DO_CONTROL: control, at.DO_OUTPUTS: write_outputs,
}  # fmt: skip
