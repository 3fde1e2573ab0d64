"""The default method: dormand-prince until a machine proves stiff, then rosenbrock.

An explicit method shows by its own steps whether stability holds them back: it estimates h|λ| of the fastest mode in each of them.
Model and request alone decide, so that a run repeats to the last digit, and machines that are not stiff pay nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from biela.base.array import Array
from biela.integrate.outcome import Outcome, joined
from biela.integrate.system import Status
from biela.simulation.pieces import integrate_pieces
from biela.simulation.plan import Plan, with_method
from biela.simulation.singular import until
from biela.simulation.stability import decays_within

MOST_STATES = 150
"""States of a machine up to which its Jacobian is worth compiling unasked."""


class Completed(NamedTuple):
    """Run that came to its end: what the loops left, the plan they ended with, and when another method took over [s]."""

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
