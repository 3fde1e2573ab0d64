"""Many machines at once: groups of lanes, spread over threads.

Every machine is computed by the kernels of the lane width, also in the last group, whose spare lanes repeat its last
machine. A lane never looks at its neighbours, so a result does not depend, to the last bit, on the number of machines,
on the place among them, or on the number of threads.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from biela.integrate.driver import SHORT, advance
from biela.integrate.groups import group_loop
from biela.integrate.method.base import Method
from biela.integrate.outcome import Outcome, is_stiff, is_suspect
from biela.integrate.plan import check_outputs, make_plan
from biela.integrate.run_record import KEPT, Floats, Record, at
from biela.integrate.system import Closure, Formulation, Status, System

OnEvent = Callable[[int, int, float, Floats], "Floats | None"]


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
    terminal : for each event function whether it ends the run of its machine; by default it does unless `on_event` is given
    on_event : called as on_event(machine, index, t, x) at each event that is not terminal; may return a new state to go on from
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
        own = None if on_event is None else _of_lane(on_event, record)
        elapsed = SHORT
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
    """Hands out machines to threads, in groups of lanes: so many at once that Python has little to do, and soon hears of Ctrl-C."""

    def __init__(self, count: int, lanes: int, workers: int) -> None:
        self._count, self._lanes, self._workers = count, lanes, workers
        self._first, self._groups, self._lock = 0, 1, threading.Lock()

    def take(self, elapsed: float) -> tuple[int, int] | None:
        """First machine and the one behind the last; None if none is left. `elapsed`: time that the last portion took [s]."""
        with self._lock:
            left = -(-(self._count - self._first) // self._lanes)
            if elapsed < 0.25 * SHORT:
                self._groups *= 2
            elif elapsed > SHORT:
                self._groups = max(1, self._groups // 2)
            groups = min(self._groups, -(-left // (2 * self._workers)) if self._workers > 1 else left)
            first, self._first = self._first, min(self._count, self._first + groups * self._lanes)
            return (first, self._first) if left > 0 else None


def _of_lane(on_event: OnEvent, record: Record) -> Any:
    """What a group of lanes calls at an event. Spare lanes repeat the last machine."""
    return lambda index, t, x, lane: on_event(min(record[at.FIRST_LANE] + lane, record[at.ALL_LANES] - 1), index, t, x)


def _rows(values: Floats, count_: int, size: int, name: str) -> Floats:
    """Values as (count, size): one row for all, or one for each."""
    array = np.ascontiguousarray(values, dtype=float)
    if array.ndim == 1 or (array.ndim == 2 and len(array) == 1):
        array = np.repeat(array.reshape(1, -1), count_, axis=0)
    if count_ < 1 or array.shape != (count_, size):
        raise ValueError(f"{name} has shape {np.shape(values)}, not (N, {size}) with N = {count_} machines")
    if not np.all(np.isfinite(array)):
        raise ValueError(f"{name} contains NaN or infinite values")
    return array
