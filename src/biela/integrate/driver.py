"""Running a method over a time span: blocks of compiled steps, with Python in between for events and progress."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

import numpy as np

from biela.integrate.loop import Reason
from biela.integrate.method.base import Method
from biela.integrate.outcome import CROWD, Event, Outcome, accumulate, gather
from biela.integrate.plan import LoopPlan, check_outputs, columns, make_plan
from biela.integrate.run_record import Floats, Record, at
from biela.integrate.system import Closure, Formulation, Status, System

BLOCK_SECONDS = 0.1  # target duration of a block of steps, so that Ctrl-C is answered soon [s]
MAX_EVENTS = 100_000  # events of a run, above which they accumulate
CROWDED = 1e-6  # part of a run within which kinks crowd

OnEvent = Callable[[int, float, Floats, int], "Floats | None"]
Progress = Callable[[float, int], None]
Examine = Callable[[float, Floats, float], bool]
CRAWL = 0.01  # part of a usual step below which steps are examined


def integrate(
    system: System, method: Method, t0: float, x0: Floats, u: Floats, p: Floats, outputs: Floats, *,
    formulation: Formulation = Formulation.PROJECTED, closure: Closure | None = None,
    directions: Sequence[int] | None = None, terminal: Sequence[bool | None] | None = None, on_event: OnEvent | None = None,
    progress: Progress | None = None, block: int = 20_000, examine: Examine | None = None,
) -> Outcome:  # fmt: skip
    """Integrate from (t0, x0) and keep the states at the output times.

    Parameters
    ----------
    x0 : (n_x,), or (n_x, lanes) for a system of lanes; u, p likewise, or one column for all
    outputs : increasing times, none before t0; a fixed-step method needs them at whole numbers of steps [s]
    directions : for each event function −1 (falling), +1 (rising) or 0 (both, the default); without `directions`,
        `terminal` and `on_event` the events are not watched
    terminal : for each event function, true if it ends the run, the default unless `on_event` is given; None: only a step ends
    on_event : called as on_event(index, t, x, lane) at each event that is not terminal; may return a new state
    progress : called as progress(t, steps) after each block
    block : steps between two visits to Python; smaller blocks are used while steps are slow, to the same result
    examine : called as examine(t, x, usual step) where adaptive steps collapse, and by a method with a loop of its own after
        every step; if it says so, the run ends there as `SINGULAR`
    """
    method.check(system)
    closure = closure or method.closure
    times = check_outputs(t0, outputs)
    single = np.ndim(x0) == 1
    if single and system.lanes != 1:
        raise ValueError(f"the initial state needs a column for each of the {system.lanes} lanes of the system")
    x = columns(x0, system.n_x, system.lanes, "x0")
    u, p = columns(u, system.n_u, system.lanes, "u"), columns(p, system.n_p, system.lanes, "p")
    if directions is None and (terminal is not None or on_event is not None):
        directions = [0] * system.n_g
    ends = [on_event is None] * system.n_g if terminal is None else list(terminal)
    if len(ends) != system.n_g:
        raise ValueError(f"terminal needs an entry for each of the {system.n_g} event functions")
    if not method.routines:
        return method.integrate(system, t0, x, u, p, times, formulation, closure, directions, ends, on_event, progress, examine)

    plan = make_plan(system, method, t0, times, formulation, closure, directions)
    record = plan.make_record()
    record[at.CRAWL] = 0.0 if examine is None else CRAWL
    table = np.full((len(times), system.lanes, system.n_x), np.nan)
    plan.start(record, x, u, p, table)
    events: list[Event] = []
    advance(plan, record, events, ends, on_event, progress, block, examine=examine)
    return gather(record, times, table, events, single)


def advance(
    plan: LoopPlan, record: Record, events: list[Event], terminal: Sequence[bool | None], on_event: OnEvent | None = None,
    progress: Progress | None = None, block: int = 20_000, stop: threading.Event | None = None,
    examine: Examine | None = None,
) -> None:  # fmt: skip
    """Run a record to its end: blocks of steps, between which Python handles events, progress and Ctrl-C."""
    status, size, group = record[at.STATUS], min(block, 1000), record[at.FIRST_LANE]
    touches: list[tuple[float, int]] = []
    try:
        while True:
            began, record[at.BLOCK] = time.perf_counter(), size
            plan.loop.call(record.address)
            reason, elapsed = record[at.REASON], time.perf_counter() - began
            plan.system.promote()
            if progress is not None and (running := record[at.T][status == Status.RUNNING]).size:
                progress(float(running.min()), int(record[at.TAKEN].max()))
            if group != record[at.FIRST_LANE]:  # other machines now
                group = record[at.FIRST_LANE]
                events.clear()
                touches.clear()
            if reason == Reason.STOPPED:
                handle_events(record, events, terminal, on_event, touches)
            elif reason == Reason.FINISHED:
                if examine is None or not resumes(record, examine):
                    break
            elif stop is not None and stop.is_set():
                raise KeyboardInterrupt
            if elapsed > BLOCK_SECONDS:
                size = max(1, size // 2)
            elif elapsed < 0.25 * BLOCK_SECONDS:
                size = min(block, 2 * size)
    except KeyboardInterrupt:
        status[status == Status.RUNNING] = Status.INTERRUPTED


def resumes(record: Record, examine: Examine) -> bool:
    """Resume lanes whose steps collapsed but which are not at a singular position; return whether there are any."""
    status, usual = record[at.STATUS], record[at.USUAL]
    collapsed = np.flatnonzero(status == Status.SINGULAR)
    if not collapsed.size:
        return False
    lane = int(collapsed[0])
    if examine(float(record[at.T][lane]), record[at.X][:, lane].copy(), float(usual[lane])):
        return False
    status[collapsed], usual[collapsed] = Status.RUNNING, 0.0
    return True


def handle_events(
    record: Record, events: list[Event], terminal: Sequence[bool | None], on_event: OnEvent | None,
    touches: list[tuple[float, int]],
) -> None:  # fmt: skip
    """Record the events that happened, in all lanes; end the run or change its state. `touches` are kinks, at which only a step has
    ended. Where they crowd, as under a part that comes to rest, steps no longer do."""
    span = record[at.T_END] - record[at.T0]
    for lane in map(int, np.flatnonzero(record[at.EVENT])):
        t, x = float(record[at.T][lane]), record[at.X][:, lane]
        for index in map(int, np.flatnonzero(record[at.FIRED][:, lane])):
            if terminal[index] is None:
                touches.append((t, lane))
                own = [time for time, other in touches[-CROWD * record[at.LANES] :] if other == lane]
                if len(own) >= CROWD and own[-1] - own[-CROWD] < CROWDED * span:
                    record[at.DIRECTION][[end is None for end in terminal], lane] = np.nan
                continue
            events.append(Event(t, index, x.copy(), lane))
            if terminal[index]:
                record[at.STATUS][lane] = Status.STOPPED_BY_EVENT
            elif on_event is not None:
                changed = on_event(index, t, x.copy(), lane)
                if changed is not None:
                    x[:] = changed
        if len(events) > MAX_EVENTS or accumulate(events, span):
            record[at.STATUS][lane] = Status.EVENTS_ACCUMULATE
        record[at.EVENT][lane], record[at.FRESH][lane] = 0, 1
