"""Sizes of states: what an absolute tolerance means for a pressure beside an angle, and which states it is kept for.

The error of a state counts relative to atol · nominal + rtol · |x|. Coordinates, rates and most states have nominal size
one; a pressure has 10⁸ Pa, so that atol = 1e-8 keeps it to 1 Pa. Accounts of energy and guesses feed nothing back and do
not count at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from biela.mechanism.mechanism import Mechanism

Vector = NDArray[np.float64]
NOMINAL = {"Pa": 1e8, "m³": 1e-2, "Pa·s": 1e6, "J": 1e8}
"""Size of a state by its unit; one for all others."""


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
