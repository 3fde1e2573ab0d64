"""Many machines at once: groups of lanes, spread over threads.

Every machine is computed by the kernels of the lane width, also in the last group, whose spare lanes repeat its last
machine. A lane never looks at its neighbours, so a result does not depend, to the last bit, on the number of machines,
on the place among them, or on the number of threads.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from biela.runtime.system import Closure, Formulation, Status, System

from .driver import advance
from .method import Method
from .outcome import Outcome, is_stiff, is_suspect
from .plan import check_outputs, make_plan
from .record import Floats, at

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

    outcome = Outcome(
        t=times, x=np.full((len(times), N, system.n_x), np.nan), status=(), reached=np.full(N, -1), t_end=np.full(N, t0),
        x_end=x.copy(), steps=np.zeros(N, np.int64), rejected=np.zeros(N, np.int64), evaluations=0,
        max_residual=np.zeros(N), moved=np.zeros(N), stiff=np.zeros(N, bool), suspect=np.zeros(N, bool),
    )  # fmt: skip
    status = np.full(N, int(Status.RUNNING))
    ends = [on_event is None] * system.n_g if terminal is None else terminal
    waiting, stop = count(0, W), threading.Event()

    def work() -> None:
        """Take groups of lanes until none is left."""
        record = plan.make_record()
        record[at.CRAWL] = crawl
        for first in waiting:
            if first >= N or stop.is_set():
                return
            lanes = np.minimum(np.arange(first, first + W), N - 1)
            plan.start(record, x[lanes].T, u[lanes].T, p[lanes].T, outcome.x, first)
            advance(plan, record, [], ends, _of_lane(on_event, first, N), stop=stop)
            here = slice(first, min(first + W, N))
            used = here.stop - first
            kept = {
                "reached": record[at.NEXT] - 1, "t_end": record[at.T], "x_end": record[at.X].T, "steps": record[at.TAKEN],
                "rejected": record[at.REJECTED], "max_residual": record[at.R_MAX], "stiff": is_stiff(record),
                "suspect": is_suspect(record),
                "moved": record[at.MOVED],
            }  # fmt: skip
            status[here] = record[at.STATUS][:used]
            for name, values in kept.items():
                getattr(outcome, name)[here] = values[:used]

    workers = max(1, min(threads or os.cpu_count() or 1, -(-N // W)))
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
            status[status == Status.RUNNING] = Status.INTERRUPTED
    named = {int(s): s for s in Status}
    outcome.status = tuple(map(named.__getitem__, status.tolist()))
    return outcome


def _of_lane(on_event: OnEvent | None, first: int, N: int) -> Any:
    """What a group of lanes, the first of which is machine `first`, calls at an event. Spare lanes repeat the last machine."""
    if on_event is None:
        return None
    return lambda index, t, x, lane: on_event(min(first + lane, N - 1), index, t, x)


def _rows(values: Floats, count_: int, size: int, name: str) -> Floats:
    """Values as (count, size): one row for all, or one for each."""
    array = np.asarray(values, dtype=float)
    if array.ndim == 1 or (array.ndim == 2 and len(array) == 1):
        array = np.repeat(array.reshape(1, -1), count_, axis=0)
    if count_ < 1 or array.shape != (count_, size):
        raise ValueError(f"{name} has shape {np.shape(values)}, not (N, {size}) with N = {count_} machines")
    if not np.all(np.isfinite(array)):
        raise ValueError(f"{name} contains NaN or infinite values")
    return array
