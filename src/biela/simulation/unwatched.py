"""What is in doubt about runs whose formulation does not watch the loops by itself: stated once for single runs and batches.

A run that is not closed in every step does not notice a singular position: a penalty loses the branch there, other formulations
lose digits. It is looked at afterwards, at more times than a user may have asked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from biela.base.array import Array
from biela.base.surface import setting
from biela.equations.stabilisation import Penalised, Penalty
from biela.integrate.outcome import Outcome
from biela.integrate.system import Formulation
from biela.simulation.failure import singular_position
from biela.simulation.plan import Plan
from biela.simulation.singular import singular_times
from biela.state.functions import MachineFunctions

LOOKED_AT = 1000
"""Times at which a run is looked at, at least."""
ASIDE, PEAK = 20, 3.0
"""Outputs from a singular position to where rates are compared, and how much larger they are at a dead point."""
BYTES = 4e8
"""Most memory for that; batches that would need more are looked at less often."""


def is_unwatched(plan: Plan) -> bool:
    """Whether loops are there, and the steps do not close them."""
    return bool(plan.functions.n_rows) and plan.kept not in (Formulation.PROJECTED, Formulation.EVERY_STAGE)


def look_closer(plan: Plan) -> tuple[Plan, int]:
    """Add outputs to a plan that is unwatched, or whose method may pass a dead point: this number to each asked for."""
    if not is_unwatched(plan) and plan.method.routines:
        return plan, 1
    intervals = np.diff(plan.times)
    room = BYTES / (8 * plan.machines * plan.functions.layout.n_x * len(intervals))
    every = max(1, min(math.ceil(LOOKED_AT / len(intervals)), int(room)))
    if (step := plan.fixed_step) is not None:  # steps stay as they are: outputs are a part of them
        steps = int(np.gcd.reduce(np.maximum(np.rint(intervals / step).astype(int), 1)))
        every = max(k for k in range(1, every + 1) if steps % k == 0)
    parts = plan.times[:-1, None] + intervals[:, None] * (np.arange(every) / every)
    return replace(plan, times=np.append(parts.ravel(), plan.times[-1])), every


def as_asked(outcome: Outcome, every: int) -> Outcome:
    """Return the outcome at the outputs that were asked for alone."""
    if every == 1:
        return outcome
    return replace(outcome, t=outcome.t[::every], x=outcome.x[::every], reached=np.asarray(outcome.reached) // every)


def note_of_dead_point(functions: MachineFunctions, t: Array, x: Array, singular: Sequence[float]) -> str:
    """What is to be said of a run that came through a dead point at one of the singular positions on its way; empty if it did not.

    Where links come into line and the motion is smooth, rates are as elsewhere. At a dead point the machine arrives at the end of
    its reach with a speed: what is heavy must stop, and rates of light links grow as one over the distance.
    """
    if not len(singular):
        return ""
    speed = np.abs(x[:, functions.layout.v]).max(axis=1, initial=0.0)
    usual = float(np.median(speed))
    for when in singular:
        k = int(np.abs(t - when).argmin())
        sides = [speed[max(k + a, 0) : max(k + b, 0)] for a, b in ((-ASIDE - 5, -ASIDE + 5), (ASIDE - 5, ASIDE + 5))]
        around = max((float(np.median(side)) for side in sides if side.size), default=usual)
        peak = float(speed[max(k - 1, 0) : k + 2].max())
        if peak > PEAK * max(usual, around):
            return (
                f"the run is doubtful: the loops came to a dead point at t = {when:.4g} s with a speed, where rates grow to "
                f"{peak / max(usual, 1e-300):.2g} times the usual ones. What comes after it is not determined: clearances and "
                "elasticity decide it. Keep the machine from it with an end stop, a damper or less load."
            )
    return ""


def note_of_penalty(plan: Plan) -> str:
    """What is to be said of a penalty that errs by more than the tolerance; empty if it does not."""
    stabilised = plan.functions.stabilisation
    if not isinstance(stabilised, Penalty) or plan.method.fixed_step or 1 / stabilised.penalty <= plan.settings.rtol:
        return ""
    return (
        f"formulation 'penalty' leaves about 1/penalty = {1 / stabilised.penalty:.1g} of each acceleration to the gaps of the "
        f"loops, more than rtol = {plan.settings.rtol:g} asks for: use 'augmented-lagrangian', or a larger penalty."
    )


def note_of_passage(plan: Plan, t: Array, x: Array, u: Array, p: Array) -> tuple[str, str]:
    """What is to be said of a run that came through a singular position at one of these times, and of one that came through a dead
    point there; empty if it did not.

    Raises
    ------
    SimulationError : it did, and nothing kept its branch
    """
    found = singular_times(plan.functions, t, x, u, p)
    if not found.size:
        return "", ""
    settings = plan.settings.about([])
    if isinstance(plan.functions.stabilisation, Penalised):
        raise singular_position(float(found[0]), settings)
    passage = (
        f"the loops came through a singular position near t = {found[0]:.4g} s, where formulation "
        f"{settings['formulation']!r} loses digits: compare with {setting('formulation', 'projected')}."
    )
    return passage, note_of_dead_point(plan.functions, t, x, list(found))
