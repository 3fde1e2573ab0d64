"""Running a method over a time span: blocks of compiled steps, with Python in between for progress and interruption."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from .record import (
    ATOL,
    ERROR_ORDER,
    EVALUATIONS,
    EVENT,
    EXPONENT,
    FIRED,
    FRESH,
    GRID,
    MAX_STEP,
    MAX_STEPS,
    MEMORY,
    MIN_STEP,
    N_OUT,
    NEXT,
    OUT,
    OUT_STRIDE,
    R_MAX,
    REJECTED,
    RTOL,
    SAFETY,
    STATUS,
    STEP_SIZE,
    STIFF,
    STIFF_LIMIT,
    T_END,
    TAKEN,
    TIMES,
    WEIGHT,
    Floats,
    Integers,
    H,
    Record,
    T,
    X,
    make_record,
    reset,
)
from .method import Adaptive, Method
from .system import Closure, Formulation, Status, System

SHORT = 0.1
"""Length a block of steps aims at, for Ctrl-C to be answered soon [s]."""
MANY_EVENTS = 100_000
STIFF_SHARE = 0.1
"""A run is stiff if at least this part of its steps, and 15 of them, were held back by stability."""


@dataclass(frozen=True)
class Plan:
    """A method made ready for a span of time: which loop, and where its outputs lie."""

    method: Method
    loop: Callable[[Any, int, int], int]
    t0: float
    times: Floats
    grid: Integers
    """(n_out,) outputs in steps from t0, for a fixed step"""

    def aim(self, record: Record, table: Floats, lane: int) -> None:
        """Outputs go to table[:, lane:, :], of shape (n_out, lanes in all, n_x)."""
        run = record.run
        run[[N_OUT, OUT_STRIDE]] = len(self.times), table.shape[1] * table.shape[2]
        run[OUT] = table.ctypes.data + 8 * lane * table.shape[2]
        run[[TIMES, GRID]] = self.times.ctypes.data, self.grid.ctypes.data

    def prepare(self, record: Record) -> None:
        """Write the options of the method into a record that was reset."""
        option, method, span = record.option, self.method, self.times[-1] - self.t0
        option[T_END] = self.times[-1]
        option[STEP_SIZE] = method.fixed_step or 0.0
        if isinstance(method, Adaptive):
            option[[RTOL, ATOL]] = method.rtol, method.atol
            option[[MIN_STEP, MAX_STEP]] = 1e-15 * span, method.max_step
            option[[SAFETY, EXPONENT, MEMORY]] = method.safety, method.exponent, method.memory
            option[[STIFF_LIMIT, ERROR_ORDER]] = method.stiff_limit, method.order
            record.run[MAX_STEPS] = method.max_steps
            record[H][:] = method.first_step or 0.0
            record[WEIGHT][:] = method.error_weights(record.system)[:, None]


class Event(NamedTuple):
    """An event that happened."""

    time: float
    index: int
    x: Floats
    """State just past it, before any change by `on_event`; (n_x,)."""
    lane: int


@dataclass
class Outcome:
    """What a run left. Arrays "per lane" have one entry for a single run."""

    t: Floats
    """(n_out,) output times [s]"""
    x: Floats
    """(n_out, n_x), or (n_out, n_x, lanes): states there; NaN where the run did not arrive"""
    reached: np.ndarray
    """per lane: index of the last valid output, −1 if there is none"""
    status: tuple[Status, ...]
    """per lane"""
    t_end: Floats
    """per lane: time at which the run ended [s]"""
    x_end: Floats
    """(n_x,), or (n_x, lanes): state there"""
    steps: np.ndarray
    """per lane: accepted steps"""
    rejected: np.ndarray
    """per lane"""
    evaluations: int
    """calls of the rates kernel"""
    max_residual: Floats
    """per lane: largest position residual after a step [m, rad]"""
    events: list[Event] = field(default_factory=list)
    stiff: bool = False
    """stability, not accuracy, dictated the steps: an implicit method would do better"""

    @property
    def done(self) -> bool:
        """Whether every lane arrived at the last output time."""
        return all(s is Status.DONE for s in self.status)


OnEvent = Callable[[int, float, Floats], "Floats | None"]
Progress = Callable[[float, int], None]


def integrate(
    system: System,
    method: Method,
    t0: float,
    x0: Floats,
    u: Floats,
    p: Floats,
    outputs: Floats,
    *,
    formulation: Formulation = Formulation.PROJECTED,
    closure: Closure | None = None,
    directions: Sequence[int] | None = None,
    terminal: Sequence[bool] | None = None,
    on_event: OnEvent | None = None,
    progress: Progress | None = None,
    block: int = 20_000,
) -> Outcome:
    """Integrate from (t0, x0) and keep the states at the output times.

    Parameters
    ----------
    x0 : (n_x,), or (n_x, lanes) for a system of lanes; u, p likewise, or one column for all
    outputs : increasing times, none before t0; a fixed-step method needs them at whole numbers of steps [s]
    directions : for each event function −1 (falling), +1 (rising) or 0 (both, the default); without `directions`,
        `terminal` and `on_event` the events are not watched
    terminal : for each event function whether it ends the run; by default it does unless `on_event` is given
    on_event : called as on_event(index, t, x) at each event that is not terminal; may return a new state
    progress : called as progress(t, steps) after each block
    block : steps between two visits to Python; smaller blocks are used while steps are slow, to the same result
    """
    from .cvode import CVODE, integrate_cvode

    method.check(system)
    single = np.ndim(x0) == 1
    if single and system.lanes != 1:
        raise ValueError(f"the initial state needs a column for each of the {system.lanes} lanes of the system")
    times = check_outputs(t0, outputs)
    watch, wanted, ends = event_options(system, directions, terminal, on_event)
    closure = closure or Closure()
    if isinstance(method, CVODE):
        return integrate_cvode(
            system, method, t0, x0, u, p, times, formulation=formulation, closure=closure, directions=wanted if watch else None,
            terminal=ends, on_event=on_event, progress=progress,
        )  # fmt: skip

    record = make_record(system, method.needs, formulation, closure)
    table = np.full((len(times), system.lanes, system.n_x), np.nan)
    plan = make_plan(method, t0, times)
    plan.aim(record, table, 0)
    reset(
        record, t0, columns(x0, system.n_x, system.lanes, "x0"), columns(u, system.n_u, system.lanes, "u"),
        columns(p, system.n_p, system.lanes, "p"), directions=wanted, events=watch, used=system.lanes,
    )  # fmt: skip
    plan.prepare(record)
    events: list[Event] = []
    advance(plan, record, events, ends, on_event, progress, block)
    x = table[:, 0, :] if single else np.swapaxes(table, 1, 2)
    return outcome(record, times, x, record[X][:, 0].copy() if single else record[X].copy(), events)


def make_plan(method: Method, t0: float, times: Floats) -> Plan:
    """Choose the compiled loop, and put the outputs of a fixed step on its grid."""
    h = method.fixed_step
    if h is None:
        from .adaptive import adaptive_loop

        return Plan(method, adaptive_loop, t0, times, np.zeros(0, np.int64))

    from .fixed import fixed_loop

    steps = (times - t0) / h
    grid = np.rint(steps).astype(np.int64)
    off = np.abs(steps - grid)
    if off.max() > 1e-6:
        worst = int(off.argmax())
        raise ValueError(
            f"output time {times[worst]} s is not a whole number of steps of {h} s after {t0} s: "
            "change the step or the outputs, or use an adaptive method"
        )
    if np.any(np.diff(grid) < 1):
        raise ValueError(f"outputs are closer together than the step of {h} s")
    return Plan(method, fixed_loop, t0, times, grid)


def advance(
    plan: Plan,
    record: Record,
    events: list[Event],
    terminal: Sequence[bool],
    on_event: OnEvent | None = None,
    progress: Progress | None = None,
    block: int = 20_000,
    stop: threading.Event | None = None,
) -> None:
    """Run a record to its end: blocks of steps, between which Python looks after events, progress and Ctrl-C."""
    from .loop import FINISHED, STOPPED

    status, size = record[STATUS][0], min(block, 100)
    try:
        while True:
            began = time.perf_counter()
            reason = plan.loop(plan.method.tag, record.address, size)
            elapsed = time.perf_counter() - began
            if progress is not None and (running := record[T][0][status == Status.RUNNING]).size:
                progress(float(running.min()), int(record[TAKEN].max()))
            if reason == STOPPED:
                handle_events(record, events, terminal, on_event)
            elif reason == FINISHED:
                break
            elif stop is not None and stop.is_set():
                raise KeyboardInterrupt
            if elapsed > SHORT:
                size = max(1, size // 2)
            elif elapsed < 0.25 * SHORT:
                size = min(block, 2 * size)
    except KeyboardInterrupt:
        status[status == Status.RUNNING] = Status.INTERRUPTED
        if stop is not None:
            raise


def handle_events(record: Record, events: list[Event], terminal: Sequence[bool], on_event: OnEvent | None) -> None:
    """Record the events that happened, in all lanes; end the run or change its state."""
    for lane in np.flatnonzero(record[EVENT][0]):
        t, x = float(record[T][0, lane]), record[X][:, lane]
        for index in np.flatnonzero(record[FIRED][:, lane]):
            events.append(Event(t, int(index), x.copy(), int(lane)))
            if terminal[index]:
                record[STATUS][0, lane] = Status.STOPPED_BY_EVENT
            elif on_event is not None:
                changed = on_event(int(index), t, x.copy())
                if changed is not None:
                    x[:] = changed
        if len(events) > MANY_EVENTS:
            record[STATUS][0, lane] = Status.TOO_MANY_STEPS
        record[EVENT][0, lane] = 0
        record[FRESH][0, lane] = 1


def outcome(record: Record, times: Floats, x: Floats, x_end: Floats, events: list[Event]) -> Outcome:
    """Gather the outcome of a record that has ended."""
    taken, stiff = record[TAKEN][0], record[STIFF][0]
    return Outcome(
        t=times,
        x=x,
        reached=record[NEXT][0] - 1,
        status=tuple(Status(s) for s in record[STATUS][0]),
        t_end=record[T][0].copy(),
        x_end=x_end,
        steps=taken.copy(),
        rejected=record[REJECTED][0].copy(),
        evaluations=int(record[EVALUATIONS][0, 0]),
        max_residual=record[R_MAX][0].copy(),
        events=events,
        stiff=bool(np.any((stiff >= 15) & (stiff > STIFF_SHARE * taken))),
    )


def check_outputs(t0: float, outputs: Floats) -> Floats:
    """Output times as a contiguous array; `ValueError` if they are not increasing from t0 on."""
    times = np.ascontiguousarray(outputs, dtype=float)
    if times.ndim != 1 or times.size == 0 or not np.all(np.isfinite(times)) or not np.isfinite(t0):
        raise ValueError("output times must be a list of finite numbers, at least one")
    if np.any(np.diff(times) <= 0.0) or times[0] < t0:
        raise ValueError(f"output times must increase, from the initial time {t0} s on")
    return times


def columns(values: Floats, size: int, lanes: int, name: str) -> Floats:
    """Values as (size, lanes): one column for all lanes, or one for each."""
    array = np.asarray(values, dtype=float)
    if array.ndim == 1:
        array = np.repeat(array[:, None], lanes, axis=1)
    if array.shape != (size, lanes):
        raise ValueError(f"{name} has shape {np.shape(values)}, not ({size},) or ({size}, {lanes})")
    if not np.all(np.isfinite(array)):
        raise ValueError(f"{name} contains NaN or infinite values")
    return array


def event_options(
    system: System, directions: Sequence[int] | None, terminal: Sequence[bool] | None, on_event: OnEvent | None
) -> tuple[bool, Integers, Sequence[bool]]:
    """Whether events are watched, in which direction, and which end the run."""
    watch = directions is not None or terminal is not None or on_event is not None
    if watch:
        system.require("watching events", "events")
    wanted = np.zeros(system.n_g, np.int64) if directions is None else np.asarray(directions, np.int64)
    ends = [on_event is None] * system.n_g if terminal is None else list(terminal)
    if watch and (wanted.shape != (system.n_g,) or len(ends) != system.n_g or np.any(np.abs(wanted) > 1)):
        raise ValueError(f"directions (−1, 0 or 1) and terminal need an entry for each of {system.n_g} event functions")
    return watch, wanted, ends
