"""Many machines at once: groups of lanes, spread over threads.

Every machine is computed by the kernels of the lane width, also in the last group, whose spare lanes repeat its last
machine. A lane never depends on its neighbours, so a result does not depend, to the last bit, on the number of machines,
on the place among them, or on the number of threads. A compiled loop runs one group after the other, without Python in between:
every group begins as a single run does (`record.reset`), at its rows of X0, U0 and P0, and leaves its results in those of X_END,
ENDS and COUNTS.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from biela.integrate.access import LENGTH, Pointer, compiled, floats, go, integer_part, integers, part, reals, routine
from biela.integrate.driver import BLOCK_SECONDS, advance
from biela.integrate.loop import Reason
from biela.integrate.method.base import Method
from biela.integrate.outcome import Outcome, is_stiff, is_suspect
from biela.integrate.plan import check_outputs, make_plan
from biela.integrate.run_record import COUNTERS, KEPT, SINGLE, ZEROED, Floats, at
from biela.integrate.system import Closure, Formulation, Status, System

OnEvent = Callable[[int, int, float, Floats], "Floats | None"]


@compiled
def take_rows(run: Pointer, source: int, target: int, size: int) -> None:
    """Fill a vector of every lane from the rows of its machine; spare lanes repeat the last machine."""
    W, to = run[at.LANES], floats(run, target)
    for lane in range(W):
        row = part(run, source, min(run[at.FIRST_LANE] + lane, run[at.ALL_LANES] - 1))
        for i in range(size):
            to[i * W + lane] = row[i]


@compiled
def begin_group(run: Pointer) -> None:
    """Start anew, each lane with its machine."""
    W, option = run[at.LANES], reals(run)
    t, ts, h, asked, direction = floats(run, at.T, at.TS, at.H, at.ASKED, at.DIRECTION)
    fresh, status = integers(run, at.FRESH, at.STATUS)
    run[at.OUT_LANES] = min(W, run[at.ALL_LANES] - run[at.FIRST_LANE])
    for number in SINGLE:
        run[number] = 0
    for field in COUNTERS:
        counts = integers(run, field)
        for lane in range(W):
            counts[lane] = 0
    for field in ZEROED:
        values = floats(run, field)
        for i in range(run[field + LENGTH]):
            values[i] = 0.0
    for i in range(run[at.N_G]):
        for lane in range(W):
            direction[i * W + lane] = asked[i]
    for lane in range(W):
        t[lane] = ts[lane] = option[at.T0]
        h[lane], fresh[lane] = option[at.FIRST_STEP], 1
        if lane >= run[at.OUT_LANES]:
            status[lane] = Status.DONE
    take_rows(run, at.X0, at.X, run[at.N_X])
    take_rows(run, at.X0, at.XS, run[at.N_X])
    take_rows(run, at.U0, at.U, run[at.N_U])
    take_rows(run, at.P0, at.P, run[at.N_P])


@compiled
def end_group(run: Pointer) -> None:
    """Leave what the outcome needs of each machine."""
    W = run[at.LANES]
    x, t, r_max, moved = floats(run, at.X, at.T, at.R_MAX, at.MOVED)
    for lane in range(run[at.OUT_LANES]):
        machine = run[at.FIRST_LANE] + lane
        last, ends, counts = part(run, at.X_END, machine), part(run, at.ENDS, machine), integer_part(run, at.COUNTS, machine)
        for i in range(run[at.N_X]):
            last[i] = x[i * W + lane]
        ends[0], ends[1], ends[2] = t[lane], r_max[lane], moved[lane]
        place = 0
        for field in KEPT:
            counts[place] = integers(run, field)[lane]
            place += 1


@routine
def group_loop(run: Pointer) -> None:
    """Run the machines from FIRST_LANE to LAST_LANE; return early where a group does, to resume with that group."""
    while run[at.FIRST_LANE] < run[at.LAST_LANE]:
        if run[at.BEGUN] == 0:
            begin_group(run)
            run[at.BEGUN] = 1
        go(run, at.DO_LOOP)
        if run[at.REASON] != Reason.FINISHED:
            return
        end_group(run)
        run[at.BEGUN] = 0
        run[at.FIRST_LANE] += run[at.LANES]
    run[at.REASON] = Reason.FINISHED


# long: the signature, and the work of one thread, which sees what is around it
def integrate_batch(
    system: System, method: Method, t0: float, X0: Floats, U: Floats, P: Floats, outputs: Floats,
    threads: int | None = None, *, formulation: Formulation = Formulation.PROJECTED, closure: Closure | None = None,
    directions: list[int] | None = None, terminal: list[bool] | None = None, on_event: OnEvent | None = None,
    crawl: float = 0.0,
) -> Outcome:  # fmt: skip
    """Integrate N machines that differ in state, inputs or parameters.

    Parameters
    ----------
    X0 : (N, n_x); U, P : (N, n_u), (N, n_p), or one row for all
    threads : as many as processors unless given
    directions : for each event function −1, 0 or +1. Not watched unless given
    terminal : for each event function, true if it ends the run of its machine, the default unless `on_event` is given
    on_event : called as on_event(machine, index, t, x) at each event that is not terminal; may return a new state
    crawl : part of a usual step below which adaptive steps have collapsed, and the run of a machine ends as `SINGULAR`
    """
    method.check(system)
    if not method.routines:
        raise ValueError(f"{method.name} runs one machine at a time: use a method with a compiled loop for a batch")
    times = check_outputs(t0, outputs)
    x = _rows(X0, np.shape(X0)[0] if np.ndim(X0) == 2 else 0, system.n_x, "X0")
    N, W = len(x), system.lanes
    u, p = _rows(U, N, system.n_u, "U"), _rows(P, N, system.n_p, "P")
    plan = make_plan(system, method, t0, times, formulation, closure or method.closure, directions)
    groups = replace(plan, loop=group_loop)

    outcome = Outcome(
        t=times, x=np.empty((len(times), N, system.n_x)), status=(), reached=np.full(N, -1), t_end=np.full(N, t0),
        x_end=x.copy(), steps=np.zeros(N, np.int64), rejected=np.zeros(N, np.int64), evaluations=0,
        max_residual=np.zeros(N), moved=np.zeros(N),
    )  # fmt: skip
    counts, ends = np.zeros((N, len(KEPT)), np.int64), np.zeros((N, 3))
    ends[:, 0] = t0
    tables = {
        at.OUT: outcome.x.reshape(-1, system.n_x), at.X0: x, at.U0: u, at.P0: p, at.X_END: outcome.x_end, at.ENDS: ends,
        at.COUNTS: counts,
    }  # fmt: skip
    terminates = [on_event is None] * system.n_g if terminal is None else terminal
    workers = max(1, min(threads or os.cpu_count() or 1, -(-N // W)))
    waiting, stop = Portions(N, W, workers), threading.Event()

    def work() -> None:
        """Take machines until none is left."""
        record = plan.make_record()
        record[at.CRAWL], record[at.ALL_LANES], record[at.DO_LOOP] = crawl, N, plan.loop.address
        for field, table in tables.items():
            record.bind(field, table)
        last, elapsed = N - 1, BLOCK_SECONDS  # spare lanes repeat the last machine
        own: Any = None if on_event is None else lambda k, t, x, l: on_event(min(record[at.FIRST_LANE] + l, last), k, t, x)
        while not stop.is_set() and (portion := waiting.take(elapsed)):
            record[at.FIRST_LANE], record[at.LAST_LANE] = portion
            began = perf_counter()
            advance(groups, record, [], terminates, own, stop=stop)
            if record[at.BEGUN]:  # interrupted: what the group has come to is kept
                record[at.LAST_LANE] = record[at.FIRST_LANE] + 1
                group_loop.call(record.address)
                return
            elapsed = perf_counter() - began

    if workers == 1 and threading.current_thread() is not threading.main_thread():  # Ctrl-C never arrives here
        work()
    else:
        _in_threads(work, workers, stop)
    if stop.is_set():
        counts[counts[:, 0] == Status.RUNNING, 0] = Status.INTERRUPTED
    named = {int(s): s for s in Status}
    status, following, outcome.steps, outcome.rejected, stiff, suspect = np.ascontiguousarray(counts.T)
    outcome.status, outcome.reached = tuple(map(named.__getitem__, status.tolist())), following - 1
    outcome.t_end, outcome.max_residual, outcome.moved = np.ascontiguousarray(ends.T)
    outcome.stiff, outcome.suspect = is_stiff(outcome.steps, stiff), is_suspect(outcome.steps, suspect)
    for k in np.flatnonzero(outcome.reached < len(times) - 1):
        outcome.x[outcome.reached[k] + 1 :, k] = np.nan
    return outcome


def _in_threads(work: Callable[[], None], workers: int, stop: threading.Event) -> None:
    """Work in threads of their own, so that this one hears of Ctrl-C."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(workers) as pool:
        running = [pool.submit(work) for _ in range(workers)]
        try:
            for future in running:
                future.result()
        except BaseException as problem:
            stop.set()  # Ctrl-C arrives here, in the main thread; the others end with their present block
            if not isinstance(problem, KeyboardInterrupt):
                raise


class Portions:
    """Supply of machines for threads, in groups of lanes: as many at once as leave Python little to do, and Ctrl-C a chance."""

    def __init__(self, count: int, lanes: int, workers: int) -> None:
        self._count, self._lanes, self._workers = count, lanes, workers
        self._first, self._groups, self._lock = 0, 1, threading.Lock()

    def take(self, elapsed: float) -> tuple[int, int] | None:
        """Return the first machine and the one behind the last, None if none is left; `elapsed` by the last portion [s]."""
        with self._lock:
            left = -(-(self._count - self._first) // self._lanes)
            if elapsed < 0.25 * BLOCK_SECONDS:
                self._groups *= 2
            elif elapsed > BLOCK_SECONDS:
                self._groups = max(1, self._groups // 2)
            groups = min(self._groups, -(-left // (2 * self._workers)) if self._workers > 1 else left)
            first, self._first = self._first, min(self._count, self._first + groups * self._lanes)
            return (first, self._first) if left > 0 else None


def _rows(values: Floats, count_: int, size: int, name: str) -> Floats:
    """Return values as (count, size): one row for all, or one for each."""
    array = np.ascontiguousarray(values, dtype=float)
    if array.ndim == 1 or (array.ndim == 2 and len(array) == 1):
        array = np.repeat(array.reshape(1, -1), count_, axis=0)
    if count_ < 1 or array.shape != (count_, size):
        raise ValueError(f"{name} has shape {np.shape(values)}, not (N, {size}) with N = {count_} machines")
    if not np.all(np.isfinite(array)):
        raise ValueError(f"{name} contains NaN or infinite values")
    return array
