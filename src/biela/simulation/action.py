"""Actions of events: what the integrator calls when one happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.errors import InconsistentStart, SimulationError
from biela.simulation.event import Event
from biela.simulation.plan import Plan
from biela.simulation.start import refuse_inconsistent
from biela.state.functions import MachineFunctions
from biela.state.state import State


def watching(plan: Plan, u: Array, p: Array) -> dict[str, Any]:
    """Return options by which the integrator watches the events of a plan."""
    if not plan.events:
        return {}
    act = event_actions(plan.functions, plan.events, u, p)
    return {"directions": plan.directions, "terminal": plan.terminal, "on_event": act}


def event_actions(
    functions: MachineFunctions, events: Sequence[Event], u: Array, p: Array
) -> Callable[[int, float, Array, int], Array | None]:
    """Return what the integrator calls at an event: it returns the state after the action, checked and with the work done."""
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
