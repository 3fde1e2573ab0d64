"""Runs in pieces: adaptive methods start anew at known kinks and jumps of inputs and loads, and hand over where a machine is stiff.

The default method is dormand-prince until a machine proves stiff, then rosenbrock. An explicit method shows by its own steps if
stability holds them back: it estimates h|λ| of the fastest mode in each of them. Model and request alone decide, so that a run
repeats to the last digit, and machines that are not stiff pay nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from biela.base.array import Array
from biela.integrate.batch import integrate_batch
from biela.integrate.outcome import Outcome, done_machines, joined
from biela.integrate.system import Status
from biela.simulation.plan import Plan, with_method
from biela.simulation.settings import EVEN, whole_steps
from biela.simulation.singular import integrate_through, until
from biela.simulation.stability import decays_within

MOST_PIECES = 2000
"""Largest number of pieces: with more of them, steps are as short as the pieces would be anyway."""
MOST_STATES = 150
"""Largest number of states for which the Jacobian is compiled unasked."""


def integrate_pieces(plan: Plan, t0: float, x: Array, u: Array, p: Array, times: Array, **options: Any) -> Outcome:
    """Integrate one machine, led across the singular positions on its way."""
    return _in_pieces(partial(integrate_through, passing=plan.passing), plan, t0, x, u, p, times, **options)


def integrate_batch_pieces(plan: Plan, X: Array, U: Array, P: Array, **options: Any) -> Outcome:
    """Integrate many machines at once."""
    return _in_pieces(integrate_batch, plan, plan.t0, X, U, P, plan.times, **options)


def _in_pieces(
    integrate: Callable[..., Outcome], plan: Plan, t0: float, x0: Array, u: Array, p: Array, times: Array, **options: Any
) -> Outcome:
    """Integrate with the run cut at the breaks of the plan. Fixed steps are not cut there: they stay on their grid, which changes
    where outputs are not equally spaced."""
    system, method, breaks = plan.system, plan.method, plan.breaks
    options = {**options, "formulation": plan.kept, "closure": plan.closure}
    inside = breaks[(breaks > t0) & (breaks < times[-1])]
    pieces = [(float(end), method) for end in [*(inside if inside.size <= MOST_PIECES else ()), times[-1]]]
    if method.fixed_step is not None:  # stretches in which outputs are equally spaced, each with steps that suit it
        ends = times[times > t0]
        intervals = np.diff(ends, prepend=t0)
        last = np.flatnonzero(np.append(np.abs(np.diff(intervals)) > EVEN * intervals[:-1], True))
        steps = [whole_steps(float(intervals[k]), method.step) if len(last) > 1 else method.step for k in last]
        pieces = [(float(ends[k]), replace(method, step=step)) for k, step in zip(last, steps, strict=True)]
    if len(pieces) == 1:
        return integrate(system, pieces[0][1], t0, x0, u, p, times, **options)
    total: Outcome | None = None
    t, x = t0, x0
    for end, method in pieces:
        own = times[(times >= t) & (times <= end)] if total is None else times[(times > t) & (times <= end)]
        extra = not own.size or own[-1] < end
        piece = integrate(system, method, t, x, u, p, np.append(own, end) if extra else own, **options)
        if extra:  # the break itself is not an output
            piece.t, piece.x, piece.reached = piece.t[:-1], piece.x[:-1], np.minimum(piece.reached, len(own) - 1)
        total = piece if total is None else joined(total, piece)
        done = done_machines(total)
        if not done.any():
            break
        # a machine that ended early goes on as a copy of another, and what it does is not kept
        t, x = float(end), piece.x_end
        if not done.all():
            x = np.where(done[:, None], x, x[done.argmax()])
    assert total is not None
    if len(total.t) < len(times):
        missing = len(times) - len(total.t)
        total.x = np.concatenate([total.x, np.full((missing, *total.x.shape[1:]), np.nan)])
        total.t = times
    return total


class Completed(NamedTuple):
    """Run that came to its end: its outcome, the plan it ended with, and when another method took over [s]."""

    outcome: Outcome
    plan: Plan
    yielded: float | None = None


def integrate_or_yield(plan: Plan, x: Array, u: Array, p: Array, **options: Any) -> Completed:
    """Integrate a plan; where its method yields, another one goes on from there."""
    total: Outcome | None = None
    t, times, yielded = plan.t0, plan.times, None
    while True:
        piece = integrate_pieces(plan, t, x, u, p, times, **options)
        if piece.status[0] is not Status.STIFF:
            return Completed(piece if total is None else joined(total, piece), plan, yielded)
        t, x = float(piece.t_end[0]), np.array(piece.x_end)
        piece = until(piece, t, x)
        total = piece if total is None else joined(total, piece)
        times = times[times > t]
        mean_step = (t - plan.t0) / max(int(piece.steps[0]), 1)
        stiff = bool(np.any(piece.stiff)) or decays_within(plan.functions, t, x, u, p, mean_step)
        if stiff and plan.functions.layout.n_x <= MOST_STATES:
            plan, yielded = with_method(plan, "rosenbrock", x, u, p), t
            total = replace(total, stiff=np.array([False]), suspect=np.array([False]))
        else:
            plan = replace(plan, method=replace(plan.method, yields=False))
