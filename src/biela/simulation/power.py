"""The power of loads and inputs, integrated at times of the audit's own.

A run integrates the work of its loads and inputs along with the motion, at the stages of its steps. A force that the steps leapt
over is missing in both alike, and the energy balance holds. So the power is evaluated again, from the states alone: at every output
and at one time between each two, which no step has seen. With θ the place of that time and P the power,

    ∫ P dt ≈ Δt (w₀ P₀ + w P(θ) + w₁ P₁),     w = 1/(6 θ(1 − θ)),   w₀ = ½ − 1/(6θ),   w₁ = ½ − 1/(6(1 − θ))            (1)

is exact for parabolas. States between outputs follow from the cubic with the states and rates of both. Where (1) and the trapezoid
rule differ, or where the run saw more than (1), outputs are too far apart for the power, and the interval is not judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from biela.base.array import Array
from biela.simulation.audit import explained_error
from biela.state.functions import MachineFunctions

if TYPE_CHECKING:
    from biela.simulation.history import History

GOLDEN = 0.6180339887498949
"""Places between outputs follow each other by this part, so that nothing periodic meets all of them at one phase."""
CERTAIN = 10.0
"""Difference to the run's own account that counts, in differences of the two rules there and next to it."""
INTERVALS = 50
"""Intervals between outputs that are looked at, spread over the run."""
NEIGHBOURS = 2
"""Intervals on each side whose differences count, too: that of one alone may vanish by chance."""


def work_unaccounted(functions: MachineFunctions, t: Array, x: Array, u: Array, p: Array, events: Sequence[float] = ()) -> float:
    """Return the largest difference between the work a run accounts for and its power, integrated anew [J].

    Parameters
    ----------
    t, x : (n,) outputs [s], and (n, n_x) states there
    events : times at which states may have changed [s]; intervals with one are left out
    """
    m, work = functions.mechanism, functions.layout.work
    if len(t) < 2 * NEIGHBOURS + 2 or not (m.loads or m.actuators or m.drives or m.networks):
        return 0.0

    def rates(times: Array, states: Array) -> Array:
        return np.asarray(functions["rates"].batch(times[:, None], states, u, p, threads=1))

    k = np.unique(np.linspace(0, len(t) - 2, min(INTERVALS, len(t) - 1)).astype(int))
    h: Array = t[k + 1] - t[k]
    theta: Array = np.asarray(0.25 + 0.5 * (GOLDEN * np.arange(1, len(k) + 1) % 1.0), float)
    before, after = np.split(rates(np.append(t[k], t[k + 1]), np.append(x[k], x[k + 1], axis=0)), 2)
    between = _cubic(theta[:, None], h[:, None], x[k], x[k + 1], before, after)
    begin, inner, end = before[:, work], rates(t[k] + theta * h, between)[:, work], after[:, work]
    first, last = 0.5 - 1 / (6 * theta), 0.5 - 1 / (6 * (1 - theta))
    parabola = h * (first * begin + inner / (6 * theta * (1 - theta)) + last * end)  # (1)
    unsure = np.abs(parabola - 0.5 * h * (begin + end))
    unsure = np.max([np.roll(unsure, k) for k in range(-NEIGHBOURS, NEIGHBOURS + 1)], axis=0)
    known = x[k + 1, work] - x[k, work]
    missing = parabola - known
    judged = np.isfinite(missing) & (np.abs(missing) > CERTAIN * unsure) & (np.abs(known) < 0.5 * np.abs(parabola))
    judged &= ~np.isin(k, np.searchsorted(t, np.asarray(events, float)) - 1)
    return float(np.abs(np.cumsum(np.where(judged, missing, 0.0))).max()) * (len(t) - 1) / len(k)


def note_of_missed_force(history: History) -> str:
    """Return what is to be said of a run whose steps leapt over a force; empty if they did not."""
    times = [happening.time for happening in history.events]
    missing = work_unaccounted(history.functions, history.t, history.x, history.u, history.p, times)
    if missing == 0.0 or missing <= (explained_error(history) or 0.0):
        return ""
    return (
        f"the run is doubtful: along its outputs, loads and inputs do {missing:.3g} J of work that its steps have not seen. They "
        "leapt over a force that acts for a short time: take a smaller step or max_step."
    )


def _cubic(a: Array, h: Array, x: Array, x_next: Array, rates: Array, rates_next: Array) -> Array:
    """States at the parts a between outputs: the cubic with the states and rates of both."""
    chord = x_next - x
    left = h * rates - chord
    return np.asarray(x + a * (chord + (1 - a) * (left + a * (chord - h * rates_next - left))))
