"""States of a run between its outputs, by interpolation: a polynomial with the states and rates of the outputs around.

Two outputs on each side, each with x and ẋ, give a polynomial of degree seven. Its error is of order eight in their distance, while
methods have order five or less: it does not show as long as outputs are about as dense as steps. The difference to the
polynomial without the farthest output says whether they are. States that an event may have changed are never mixed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.array import Array
from biela.base.errors import DescriptionError

if TYPE_CHECKING:
    from biela.simulation.history import History

NODES = 4
"""Outputs that a polynomial goes through: where they are equally spaced, two on each side."""
TRUSTED = 1e-5
"""Largest difference of the two polynomials, as part of what the states change by among their nodes."""


def states_at(history: History, times: Array) -> Array:
    """(n, n_x) states at times within the run."""
    t0, t1 = float(history.t[0]), float(history.t[-1])
    if times.ndim != 1 or not np.all((times >= t0) & (times <= t1)):
        raise DescriptionError(f"run.at: give times from {t0:g} to {t1:g} s, which is what the run covers.")
    return np.array([_state_at(history, float(t)) for t in times]).reshape(len(times), -1)


def _state_at(history: History, t: float) -> Array:
    k = int(np.searchsorted(history.t, t))
    if history.t[k] == t:
        return np.array(history.x[k])
    nodes, states = _around(history, t, k)
    if len(nodes) < 2:
        raise DescriptionError(_too_far(history, t))
    from scipy.interpolate import KroghInterpolator

    rates = [np.ravel(history.functions["rates"](a, x, history.u, history.p)) for a, x in zip(nodes, states, strict=True)]
    span = nodes.max() - nodes.min()

    def polynomial(some: Any) -> Array:
        values = np.stack([states[some], np.array(rates)[some]], axis=1).reshape(2 * len(nodes[some]), -1)
        values[1::2] *= span  # in units of the nodes' span, for the digits
        return np.asarray(KroghInterpolator(np.repeat((nodes[some] - t) / span, 2), values)(0.0))

    best = polynomial(slice(None))
    size = np.ptp(states, axis=0).max() + 1e-12 * np.abs(states).max()
    if np.abs(best - polynomial(slice(-1))).max() > TRUSTED * size:
        raise DescriptionError(_too_far(history, t))
    return _closed(history, t, best)


def _around(history: History, t: float, k: int) -> tuple[Array, Array]:
    """The nearest outputs and events around a time, nearest first, but none beyond an event."""
    first, last = max(k - NODES, 0), min(k + NODES, len(history.t))
    nodes = [(float(history.t[j]), history.x[j]) for j in range(first, last)]
    before = max((e.time for e in history.events if e.time <= t), default=-np.inf)
    after = [e for e in history.events if e.time > t][:1]
    nodes = [(a, x) for a, x in nodes if a >= before and (not after or a < after[0].time)]
    nodes += [(e.time, e.state.x) for e in after if e.time <= history.t[last - 1]]
    nearest = sorted(nodes, key=lambda node: abs(node[0] - t))[:NODES]
    return np.array([a for a, _ in nearest]), np.array([x for _, x in nearest])


def _closed(history: History, t: float, x: Array) -> Array:
    """The state with its loops closed and its quaternions of unit length, as outputs are."""
    functions = history.functions
    if functions.n_rows or functions.layout.n_q > functions.layout.n_v:
        return np.ravel(functions["project"](t, x, history.u, history.p))
    return x


def _too_far(history: History, t: float) -> str:
    return (
        f"run.at: the outputs around t = {t:g} s are too far apart to interpolate. Simulate with a smaller output_step, or with "
        "outputs=[…] at the times you need."
    )
