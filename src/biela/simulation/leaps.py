"""Knots of a law, or forces, that fixed steps may have leapt over.

Longer steps leap over the same things, so that a companion of long steps says nothing about them. Known knots are found in the
outputs; a user's law shows as a defect between the ends of a step, with the cubic x(θ) of the states and rates there:

    δ = h (ẋ(θ) − f(t + θ h, x(θ)))                                                                                    (1)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array
from biela.simulation.kink_events import Kink
from biela.state.functions import functions_of

if TYPE_CHECKING:
    from biela.simulation.companion import Repeatable

STEPS_PER_KNOT = 8.0
"""Smallest number of steps from one knot to the next that resolves them."""
DEFECT = 1e-4
"""Largest defect of a rate in a step, as part of the largest rate."""
PLACES = (0.29, 0.71)
"""Places of samples in a step: less than half of it apart, and no stages of its method."""
JUMP, RARE = 1e-3, 20.0
"""Smallest second difference of a rate at the outputs that is a jump: as part of the largest rate, and over the median."""
RESOLVED = 20
"""Number of steps per output above which outputs are too sparse to show jumps."""
ROUNDING = 1e-13
"""Largest relative difference of times of knots that are the same."""
LEAST_RATE = 1e-3
"""Smallest scale of a rate, as part of the largest rate."""


class Leap(NamedTuple):
    """Description of what was perhaps leapt over, and number of knots passed in the run."""

    what: str
    knots: float = 0.0


def leaps(run: Repeatable, chosen: NDArray[np.intp]) -> list[Leap | None]:
    """Find for each of these machines what its fixed steps may have leapt over."""
    if run.step is None or not len(chosen):
        return [None] * len(chosen)
    found = zip(chosen, knots_leapt(run, chosen), rates_jump(run, chosen), strict=True)
    return [knots or jump or _force_leapt(run, int(k)) for k, knots, jump in found]


def knots_leapt(run: Repeatable, chosen: NDArray[np.intp]) -> list[Leap | None]:
    """Find for each of these machines the law whose knots it passes within few fixed steps, or within one."""
    plan, step = run.plan, run.step
    if step is None:
        return [None] * len(chosen)
    breaks = plan.breaks[(plan.breaks > run.t[0]) & (plan.breaks < run.t[-1])]
    apart = np.diff(breaks)
    close = (apart < STEPS_PER_KNOT * step) & (apart > ROUNDING * run.t[-1])
    timed = Leap(f"knots of a law of time near t = {breaks[close.argmax()]:.4g} s", len(breaks)) if close.any() else None
    found: list[Leap | None] = [timed] * len(chosen)
    kinks = [kink for kink in plan.kinks if len(kink.values) > 1]
    if not kinks or timed:
        return found
    counts = _counts(run, chosen, kinks)
    apart = np.diff(run.t)[:, None]
    for kink, count in zip(kinks, counts, strict=True):
        values = np.asarray(kink.values)
        count = np.clip(count, 0, len(values) - 1)
        place = np.interp(count, np.arange(len(values)), values)
        speed = np.nan_to_num(np.abs(np.diff(place, axis=0)) / apart, nan=0.0).max(axis=0, initial=0.0)
        passages = np.nansum(np.abs(np.diff(count, axis=0)), axis=0)
        first, last = np.nanmin(count, axis=0), np.nanmax(count, axis=0)
        for k in np.flatnonzero(speed > 0):
            passed = np.diff(values)[int(first[k]) : max(int(np.ceil(last[k])), int(first[k]) + 1)]
            if step * speed[k] * STEPS_PER_KNOT > passed.min():
                found[k] = Leap(f"knots of {kink.name!r}", float(passages[k]))
    return found


def rates_jump(run: Repeatable, chosen: NDArray[np.intp]) -> list[Leap | None]:
    """Find where rates change from one output to the next as they rarely do, since a force acts for a few steps."""
    v = run.x[:, chosen, run.plan.functions.layout.v]
    if len(v) < 3 or not v.shape[2] or run.steps.max(initial=0) > RESOLVED * len(v):
        return [None] * len(chosen)
    change, size = np.nan_to_num(np.abs(np.diff(v, 2, axis=0))), np.nan_to_num(np.abs(v)).max(axis=(0, 2))[:, None]
    jumps = (change > JUMP * size) & (change > RARE * np.median(change, axis=0))
    first = jumps.any(axis=2).argmax(axis=0)
    found = zip(first, jumps.any(axis=(0, 2)), strict=True)
    return [Leap(f"forces near t = {run.t[k]:.4g} s") if jump else None for k, jump in found]


def _counts(run: Repeatable, chosen: NDArray[np.intp], kinks: Sequence[Kink]) -> Array:
    """Count the knots passed at the outputs: (kinks, n, N)."""
    plan = run.plan
    expressions = tuple(kink.expression for kink in kinks)
    functions = functions_of(plan.machine, plan.functions.laws, plan.functions.stabilisation, expressions)
    n, N = len(run.t), len(chosen)
    u, p = (np.tile(table[chosen], (n, 1)) for table in (run.U, run.P))
    found = functions["events"].batch(np.repeat(run.t, N)[:, None], run.x[:, chosen].reshape(n * N, -1), u, p)
    return np.moveaxis(np.asarray(found).reshape(n, N, len(kinks)), 2, 0)


def _force_leapt(run: Repeatable, k: int) -> Leap | None:
    """Find where the rates of a machine are not those of its equations between the ends of steps. Steps of half the distance of
    outputs, or less, resolve forces of that duration themselves."""
    plan, layout = run.plan, run.plan.functions.layout
    assert run.step is not None
    last, v = int(np.isfinite(run.x[:, k]).all(axis=1).sum()), layout.v
    t, x = run.t[:last], run.x[:last, k]
    if not layout.n_v or not np.any(np.diff(t) < 1.5 * run.step):
        return None
    size = np.abs(x[:, v]).max(axis=0)
    size = np.maximum(size, LEAST_RATE * size.max())

    def rates(times: Array, states: Array) -> Array:
        return np.asarray(plan.functions["rates"].batch(times[:, None], states, run.U[k], run.P[k], threads=1))

    h, at, chord = np.diff(t)[:, None], rates(t, x), x[1:] - x[:-1]
    begin, end = h * at[:-1] - chord, chord - h * at[1:]
    wrong = np.zeros(len(h), bool)
    for a in PLACES:
        bend = begin + a * (end - begin)
        inner = rates(t[:-1] + a * h[:, 0], x[:-1] + a * (chord + (1 - a) * bend))
        slope = chord + (1 - 2 * a) * bend + a * (1 - a) * (end - begin)
        wrong |= (np.abs(slope - h * inner)[:, v] > DEFECT * size).any(axis=1)  # (1)
    wrong &= np.diff(t) < 1.5 * run.step
    return Leap(f"forces near t = {t[wrong.argmax()]:.4g} s") if wrong.any() else None
