"""Start values of the states of networks: those of their elements, or given ones; guesses of implicit equations are solved for."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from biela.base.array import Array
from biela.base.errors import DescriptionError, UnknownName, nearest
from biela.equations.layout import layout_of
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import evaluate
from biela.state.functions import functions_of

STARTS = (0.0, 1e-3, -1e-3, 1.0, -1.0, 1e2, -1e2, 1e5)
"""Start values of Newton's method for implicit equations."""


def network_start(mechanism: Mechanism, p: Array) -> Array:
    """Return the states of all networks at the start, with values p of the free parameters."""
    states = layout_of(mechanism).network_states
    values = dict(zip(mechanism.parameters, map(float, p), strict=True))
    x = np.zeros(len(states))
    for k, state in enumerate(states):
        if state.entry is not None:
            node = mechanism.networks[state.network].graph.by_path[state.path]
            x[k] = float(evaluate(node.element.starts(node.component)[state.entry], values))
    for network in mechanism.networks:
        solve_guesses(mechanism, network, x, p)
    return x


def state_place(mechanism: Mechanism, name: str) -> int:
    """Return the place of a named network state; the name of an element means what it stores, not its energy account."""
    states = layout_of(mechanism).network_states
    for attachment in mechanism.networks.values():
        marks = (attachment.prefix, f"{attachment.name}.")
        if name.startswith(marks):
            path = attachment.graph.stands_for(name.removeprefix(marks[0]).removeprefix(marks[1]))
            for k, s in enumerate(states):
                meant = path == f"{s.path}.{s.quantity}" or (path == s.path and s.quantity != "energy")
                if s.network == attachment.name and meant and not s.guess:
                    return k
    raise UnknownName(f"no state {name!r} of a network.{nearest(name, [s.name for s in states])}")


def solve_guesses(mechanism: Mechanism, network: str, z: Array, p: Array) -> None:
    """Replace the guesses of a network by solutions of its implicit equations."""
    layout = layout_of(mechanism)
    guesses = [k for k, state in enumerate(layout.network_states) if state.guess]
    places = [k for k in guesses if layout.network_states[k].network == network]
    if not places:
        return
    functions, own = functions_of(mechanism), [guesses.index(k) for k in places]
    x, u = np.zeros(layout.n_x), np.zeros(len(mechanism.actuators))

    def improved(y: Array) -> Array:
        z[places] = y
        x[layout.networks] = z
        return np.asarray(functions.evaluate("network_guess", 0.0, x, u, p)[0])[own]

    z[places] = _fixed_point(improved, len(places))


def _fixed_point(improved: Callable[[Array], Array], n: int) -> Array:
    """Find the fixed point of an iteration, from several starts."""
    for start in STARTS:
        y = np.full(n, start)
        for _ in range(40):
            with np.errstate(all="ignore"):
                new = improved(y)
            if not np.all(np.isfinite(new)):
                break
            # what is zero comes out as the rounding of what it was computed from: it is compared with where it began
            if np.allclose(new, y, rtol=1e-12, atol=max(1e-15 * abs(start), 1e-300)):
                return new
            y = new
    raise DescriptionError(
        "the implicit equations of the network have no solution at the start that Newton's method finds. Give other initial "
        "states, or put a small inertia or compliance into the loop that net.check() names."
    )
