"""Runs in pieces: adaptive methods stop and start anew where an input or a load is known to have a kink or a jump."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.integrate.batch import integrate_batch
from biela.integrate.outcome import Outcome, done_machines, joined
from biela.simulation.outputs import EVEN, whole_steps
from biela.simulation.plan import Plan
from biela.simulation.singular import integrate_through

MOST_PIECES = 2000
"""Largest number of pieces: with more of them, steps are as short as the pieces would be anyway."""


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
    if method.fixed_step is not None:
        pieces = _even(method, t0, times)
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


def _even(method: Any, t0: float, times: Array) -> list[tuple[float, Any]]:
    """Return the ends of the stretches in which outputs are equally spaced, each with steps that suit it."""
    ends = times[times > t0]
    intervals = np.diff(ends, prepend=t0)
    last = np.append(np.abs(np.diff(intervals)) > EVEN * intervals[:-1], True)
    if last.sum() == 1:
        return [(float(times[-1]), method)]
    return [(float(ends[k]), replace(method, step=whole_steps(float(intervals[k]), method.step))) for k in np.flatnonzero(last)]
