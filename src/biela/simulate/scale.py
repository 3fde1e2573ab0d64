"""Sizes of states: what an absolute tolerance means for a pressure beside an angle, and which states it is kept for.

The error of a state counts relative to atol · nominal + rtol · |x|. Coordinates, rates and most states have nominal size
one; a pressure has 10⁸ Pa, so that atol = 1e-8 keeps it to 1 Pa. Accounts of energy and guesses feed nothing back and do
not count at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from biela.errors import DescriptionError, UnknownName, nearest

if TYPE_CHECKING:
    from biela.mechanism.mechanism import Mechanism
    from biela.simulate.integrator.system import System

Vector = NDArray[np.float64]
NOMINAL = {"Pa": 1e8, "m³": 1e-2, "Pa·s": 1e6, "J": 1e8}
"""Size of a state by its unit; one for all others."""
BASE = 1e-10
"""Absolute tolerance where a mapping of them says nothing."""


def state_scale(mechanism: Mechanism, n_x: int) -> tuple[Vector, Vector] | None:
    """(nominal sizes, 1 where the error counts) of all states; None for a machine without networks."""
    if not mechanism.networks:
        return None
    from biela.equations.machine import attached

    n_q, n_v = mechanism.topology.n_q, mechanism.topology.n_v
    states = [s for a in attached(mechanism) for s in a.equations.states]
    nominal, counts = np.ones(n_x), np.zeros(n_x)
    counts[: n_q + n_v] = 1.0
    first = n_x - 1 - len(states)
    for k, state in enumerate(states):
        nominal[first + k] = NOMINAL.get(state.unit, 1.0)
        counts[first + k] = not state.quantity.startswith(("energy", "guess"))
    if not counts.any():
        counts[:] = 1.0
    return nominal, counts


def base_tolerance(atol: float | Mapping[str, float]) -> float:
    """The absolute tolerance of states of size one."""
    return float(atol.get("", BASE)) if isinstance(atol, Mapping) else atol


def with_tolerances(system: System, mechanism: Mechanism, atol: float | Mapping[str, float]) -> System:
    """The system with absolute tolerances of single states, by name, element or unit: `{"Pa": 10.0, "": 1e-9}`."""
    if not isinstance(atol, Mapping) or not set(atol) - {""}:
        return system
    from biela.equations.machine import attached

    base = base_tolerance(atol)
    nominal = np.ones(system.n_x) if system.nominal is None else np.array(system.nominal)
    labels = [
        (f"{a.prefix}{s.name}", f"{a.prefix}{s.path}", s.unit) for a in attached(mechanism) for s in a.equations.states
    ]
    first = system.n_x - 1 - len(labels)
    for key, value in atol.items():
        if not value > 0:
            raise DescriptionError(f"atol of {key!r} is {value!r}: tolerances are positive numbers.")
        places = [first + k for k, names in enumerate(labels) if key in names]
        if key and not places:
            known: list[Any] = sorted({n for names in labels for n in names})
            raise UnknownName(f"atol: no state or unit {key!r}.{nearest(key, known)}")
        nominal[places] = value / base
    return replace(system, nominal=nominal)
