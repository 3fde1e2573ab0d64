"""A state in words: independent coordinates held, the others as a guess, rates of the independent ones.

Of the joints, those with a motor or a drive come first, then those on the ground: what a user would turn by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from biela.equations.layout import layout_of
from biela.mechanism.rows import row_facts
from biela.state.functions import functions_of

if TYPE_CHECKING:
    from biela.state.state import State

DIGITS = 12
"""Of angles and positions in a file; loops are closed again from there."""


def independent(state: State) -> list[tuple[str, int]]:
    """(joint, entry of its velocity) of tree joints that, given, determine the motion of all others.

    Columns of the constraint Jacobian G are taken as dependent ones as long as they raise its rank, least wanted first;
    what is left over is independent.
    """
    m = state.mechanism
    entries = [(link.joint.name, k, link.v.start + k) for link in m.topology.links for k in range(link.joint.type.n_v)]
    driven = {x.joint for x in [*m.actuators.values()] if hasattr(x, "joint")}

    def wanted(entry: tuple[str, int, int]) -> tuple[bool, bool, int]:
        joint = m.joints[entry[0]]
        grounded = joint.parent.body.is_ground or joint.child.body.is_ground
        return entry[0] in driven, grounded and joint.type.quaternion is None, -entry[2]

    functions = functions_of(m)
    if not functions.n_rows:
        return [(joint, k) for joint, k, _ in entries]
    holonomic = [row.holonomic for row in row_facts(m)]
    G = np.asarray(functions.evaluate("closure", *state.arguments())[2])[holonomic]
    if not len(G):
        return [(joint, k) for joint, k, _ in entries]
    ranked = sorted(entries, key=wanted)
    basis: list[Any] = []
    dependent = set()
    scale = max(float(np.abs(G).max()), 1e-300)
    for entry in ranked:
        column = G[:, entry[2]].copy()
        for _ in range(2):
            for b in basis:
                column -= (b @ column) * b
        if np.linalg.norm(column) > 1e-8 * scale:
            basis.append(column / np.linalg.norm(column))
            dependent.add(entry[2])
    return [(joint, k) for joint, k, i in entries if i not in dependent]


def describe_start(state: State) -> dict[str, dict[str, Any]]:
    """The `start` of a machine file from which the state is assembled again."""
    m = state.mechanism
    driven = {(d.joint, d.coordinate) for d in m.drives.values()}
    free = [entry for entry in independent(state) if entry not in driven]
    held: dict[str, Any] = {}
    rates: dict[str, Any] = {}
    guess: dict[str, Any] = {}
    for link in m.topology.links:
        kind, name = link.joint.type, link.joint.name
        q, v = state.q[link.q], state.v[link.v]
        if kind.quaternion is not None:
            whole = all((name, k) in free for k in range(kind.n_v))
            if whole or np.abs(q - kind.neutral()).max() > 1e-12:
                (held if whole else guess)[name] = [_tidy(x, "") for x in q]
            chosen = [k for k in range(kind.n_v) if (name, k) in free]
            if chosen and np.abs(v[chosen]).max() > 0:
                for k in chosen:
                    rates[f"{name}.{kind.rates[k].name}"] = _tidy(v[k], kind.rates[k].unit)
            continue
        for k in range(kind.n_v):
            label = name if kind.n_v == 1 else f"{name}.{kind.coordinates[k].name}"
            if (name, k) in free:
                held[label] = _tidy(q[k], kind.coordinates[k].unit)
                rates[name if kind.n_v == 1 else f"{name}.{kind.rates[k].name}"] = _tidy(v[k], kind.rates[k].unit)
            elif abs(q[k]) > 1e-12:
                guess[label] = _tidy(q[k], kind.coordinates[k].unit, 6)
    if not np.any(state.v):
        rates = {}
    return {"coordinates": held, "rates": rates, "guess": guess, "states": _network_states(state)}


def _network_states(state: State) -> dict[str, float]:
    """States of networks that are not at the initial values of their elements; guesses are found again."""
    if not state.mechanism.networks:
        return {}
    from biela.state.network_start import network_start

    layout = layout_of(state.mechanism)
    usual = network_start(state.mechanism, state.arguments()[3])
    pairs = zip(layout.network_states, state.x[layout.networks], usual, strict=True)
    return {s.name: float(value) for s, value, start in pairs if not s.guess and value != start}


def _tidy(x: float, unit: str, digits: int = DIGITS) -> Any:
    """A number with its unit; angles in degrees where that is exact to the last digit."""
    x = float(x)
    if unit in ("rad", "rad/s"):
        degrees = round(x * 180 / np.pi, 9)
        if abs(degrees * np.pi / 180 - x) <= 4e-15 * max(abs(x), 1e-300) or digits < DIGITS:
            return _short(round(degrees, 4 if digits < DIGITS else 9)) + unit.replace("rad", " deg")
    return float(x) if digits == DIGITS else float(f"{x:.{digits}g}")


def _short(x: float) -> str:
    return f"{x:.12g}" if x else "0"
