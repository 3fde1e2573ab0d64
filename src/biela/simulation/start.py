"""States from which a run begins, or goes on after the action of an event: inconsistent ones are refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.errors import InconsistentStart, SimulationError
from biela.simulation.event import Event
from biela.simulation.plan import Plan
from biela.state.closing import accepted_gap
from biela.state.functions import MachineFunctions
from biela.state.state import State

CONSISTENT = 1e-6
"""Largest gap of loops and prescribed motions at a start, of positions and of velocities alike [m, rad, m/s, rad/s]."""


def refuse_inconsistent(functions: MachineFunctions, t: float, X: Array, U: Array, P: Array) -> None:
    """Refuse starts that contradict loops or prescribed motions: one state, or one per row with its inputs and parameters."""
    X, U, P = np.atleast_2d(X, U, P)

    def whose(machine: int) -> str:
        return f"machine {machine} of the batch: " if len(X) > 1 else ""

    finite = np.isfinite(X).all(axis=1)
    if not finite.all():
        raise InconsistentStart(f"{whose(int(finite.argmin()))}the start state contains NaN or infinite values.")
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
                f"{whose(k)}the start {what} contradicts {row.owner!r} by {gaps[k, worst]:.3g} ({row.label}): "
                f"start from m.assemble(…), which meets loops and prescribed motions.{remedy}"
            )


def watching(plan: Plan, u: Array, p: Array) -> dict[str, Any]:
    """Return options by which the integrator watches the events of a plan."""
    if not plan.events:
        return {}
    act = event_actions(plan.functions, plan.events, u, p)
    return {"directions": plan.directions, "terminal": plan.terminal, "on_event": act}


def event_actions(
    functions: MachineFunctions, events: Sequence[Event], u: Array, p: Array
) -> Callable[[int, float, Array, int], Array | None]:
    """Return the function that the integrator calls at an event: it returns the checked state after the action, with its work."""
    machine, layout = functions.mechanism, functions.layout

    def act(index: int, t: float, x: Array, lane: int = 0) -> Array | None:
        action, name = events[index].action, events[index].name
        changed = action(State(machine, x, t, u, p, functions.laws)) if callable(action) else None
        if changed is None:
            return None
        if not isinstance(changed, State) or changed.mechanism is not machine:
            raise SimulationError(f"event {name!r} must return a state of the machine, or None.")
        try:
            refuse_inconsistent(functions, t, changed.x, u, p)
        except InconsistentStart as error:
            raise SimulationError(
                f"event {name!r} returned a state that opens the loops: {str(error).replace('the start ', 'its ')} "
                "Change rates with state.with_rates(…), positions with m.assemble(…, guess=state)."
            ) from None
        for old, new, what in ((u, changed.u, "inputs"), (p, changed.p, "parameters")):
            if new is not None and not np.array_equal(old, new):
                raise SimulationError(f"event {name!r} changes {what}: stop the run there, and go on with another one.")
        after = np.array(changed.x)
        # what the action puts into the machine is work done on it
        before, now = (State(machine, y, t, u, p, functions.laws)["machine.energy"] for y in (x, after))
        after[layout.work] = x[layout.work] + now - before
        return after

    return act
