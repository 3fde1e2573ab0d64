"""Starts that a run refuses: open loops, velocities that contradict prescribed motions, numbers that are none."""

from __future__ import annotations

import numpy as np

from biela.base.array import Array
from biela.base.errors import InconsistentStart
from biela.state.closing import accepted_gap
from biela.state.functions import MachineFunctions

CONSISTENT = 1e-6
"""Largest gap of loops and prescribed motions at a start, of positions and of velocities alike [m, rad, m/s, rad/s]."""


def refuse_inconsistent(functions: MachineFunctions, t: float, X: Array, U: Array, P: Array) -> None:
    """Starts that contradict loops or prescribed motions are errors, not something to repair silently.

    One state, or one per row with its inputs and parameters.
    """
    X, U, P = np.atleast_2d(X, U, P)
    finite = np.isfinite(X).all(axis=1)
    if not finite.all():
        raise InconsistentStart(f"{_whose(int(finite.argmin()), len(X))}the start state contains NaN or infinite values.")
    if not functions.n_rows:
        return
    if len(X) == 1:
        residual, rate, *_ = functions.evaluate("closure", t, X[0], U[0], P[0])
    else:
        residual, rate, *_ = functions["closure"].batch(np.array([t]), X, U, P)
    allowed = accepted_gap(functions.mechanism).size
    for values, what in ((residual, "position"), (rate, "velocity")):
        gaps = np.abs(np.asarray(values)).reshape(len(X), -1)
        k, worst = divmod(int(gaps.argmax()), gaps.shape[1])
        if gaps[k, worst] > max(CONSISTENT, 1.01 * allowed * (what == "position")):
            row = functions.dynamics.all_rows[worst]
            remedy = " Start from coordinates, or from one state for each set of parameters." if len(X) > 1 else ""
            raise InconsistentStart(
                f"{_whose(k, len(X))}the start {what} contradicts {row.owner!r} by {gaps[k, worst]:.3g} ({row.label}): "
                f"start from m.assemble(…), which meets loops and prescribed motions.{remedy}"
            )


def _whose(machine: int, count: int) -> str:
    return f"machine {machine} of the batch: " if count > 1 else ""
