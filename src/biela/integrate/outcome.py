"""Outcome of a run."""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np

from biela.base.array import Flags
from biela.base.dataclass import dataclass
from biela.integrate.run_record import Floats, Integers, Record, at
from biela.integrate.system import Status

STIFF_SHARE, STIFF_STEPS = 0.1, 15  # part and number of steps held back by stability, above which a run is stiff
EARLIEST = 100  # steps before which no method yields to another
UNSUSPECTED_STEPS = 500  # steps of a run below which it is not suspected of stiffness
CROWD, ACCUMULATED = 10, 1e-7  # repeats of an event that count as Zeno behaviour, within this part of the run
AHEAD = 1e-9  # look-ahead, as part of the run, at which an event function that fired shows its sign
WHOLE = 2
"""Direction of an event function that fires at every whole number it passes, up or down: knots of a curve are counted so."""


@dataclass(frozen=True)
class Event:
    """Event that happened."""

    time: float
    index: int
    x: Floats  # state just past it, before any change by `on_event`; (n_x,)
    lane: int


@dataclass
class Outcome:
    """Outcome of a run of one machine or of several: lanes of a system, or machines of a batch. Arrays "per machine" have one entry
    for a single run."""

    t: Floats  # (n_out,) output times [s]
    x: Floats  # (n_out, n_x), (n_out, n_x, lanes) or (n_out, machines, n_x): states there; NaN where a run did not arrive
    reached: Integers  # per machine: index of the last valid output, −1 if there is none
    status: tuple[Status, ...]  # per machine
    t_end: Floats  # per machine: time at which its run ended [s]
    x_end: Floats  # (n_x,), (n_x, lanes) or (machines, n_x): state there
    steps: Integers  # per machine: accepted steps
    rejected: Integers  # per machine
    evaluations: int  # calls of the rates kernel
    max_residual: Floats  # per machine: largest position residual after a step [m, rad]
    moved: Floats  # per machine: sum over the run of the largest velocity corrections that closing made [rad/s, m/s]
    events: list[Event] = field(default_factory=list)
    stiff: Any = False  # per machine: stability, not accuracy, dictated the steps; an implicit method would do better
    suspect: Any = False  # per machine: most steps were about as long as a fast mode takes to decay, if the machine has one
    singular: list[float] = field(default_factory=list)
    """Times of singular positions that were passed by steps placed around them [s]; of a single machine."""

    @property
    def done(self) -> bool:
        """True if every machine arrived at the last output time."""
        return set(self.status) <= {Status.DONE}


def gather(record: Record, times: Floats, table: Floats, events: list[Event], single: bool) -> Outcome:
    """Return the outcome of a record that has ended, with its outputs in a table of shape (n_out, lanes, n_x)."""
    return Outcome(
        t=times, x=table[:, 0] if single else np.swapaxes(table, 1, 2), reached=record[at.NEXT] - 1,
        status=tuple(Status(s) for s in record[at.STATUS]), t_end=record[at.T].copy(),
        x_end=record[at.X][:, 0].copy() if single else record[at.X].copy(), steps=record[at.TAKEN].copy(),
        rejected=record[at.REJECTED].copy(), evaluations=record[at.EVALUATIONS], max_residual=record[at.R_MAX].copy(),
        moved=record[at.MOVED].copy(), events=events,
        stiff=is_stiff(record[at.TAKEN], record[at.STIFF]), suspect=is_suspect(record[at.TAKEN], record[at.SUSPECT]),
    )  # fmt: skip


def is_stiff(taken: Integers, held_back: Integers) -> Flags:
    """Return, per machine, whether stability, not accuracy, dictated the steps."""
    return np.asarray((held_back >= STIFF_STEPS) & (held_back > STIFF_SHARE * taken))


def is_suspect(taken: Integers, held_back: Integers) -> Flags:
    """Return, per machine, whether a decaying mode may have held most of many steps back."""
    return np.asarray((taken >= UNSUSPECTED_STEPS) & (2 * held_back > taken))


def accumulate(events: list[Event], span: float) -> bool:
    """Return whether the same event keeps happening at ever shorter intervals, as the bounces of a ball that comes to rest."""
    last = events[-CROWD:]
    same = len({(e.index, e.lane) for e in last}) == 1
    return len(last) == CROWD and same and last[-1].time - last[0].time < ACCUMULATED * span


def done_machines(outcome: Outcome) -> Flags:
    """Return, per machine, whether it arrived."""
    return np.array([status is Status.DONE for status in outcome.status])


def joined(a: Outcome, b: Outcome) -> Outcome:
    """Join two outcomes, one after the other; machines that ended in the first stay as they were."""
    done = done_machines(a)
    own = done[:, None] if len(done) > 1 else True  # the state of a single machine has no axis of machines
    return Outcome(
        t=np.concatenate([a.t, b.t]), x=np.concatenate([a.x, np.where(own, b.x, np.nan)]),
        status=tuple(y if x is Status.DONE else x for x, y in zip(a.status, b.status, strict=True)),
        reached=np.where(done, a.reached + 1 + b.reached, a.reached), t_end=np.where(done, b.t_end, a.t_end),
        x_end=np.where(own, b.x_end, a.x_end), steps=a.steps + np.where(done, b.steps, 0),
        rejected=a.rejected + np.where(done, b.rejected, 0), evaluations=a.evaluations + b.evaluations,
        max_residual=np.where(done, np.maximum(a.max_residual, b.max_residual), a.max_residual),
        moved=a.moved + np.where(done, b.moved, 0.0), events=[*a.events, *b.events], stiff=a.stiff | (done & b.stiff),
        suspect=a.suspect | (done & b.suspect), singular=[*a.singular, *b.singular],
    )  # fmt: skip
