"""A state as the `start` of a machine file: independent coordinates with their rates, the others as a guess.

Joints with a motor or a drive come first, then those on the ground: what a user would turn by hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.equations.layout import layout_of
from biela.files.document import Entry
from biela.mechanism.drawing import drawing
from biela.mechanism.size import machine_size
from biela.state.closing import ROUNDED, accepted_gap
from biela.state.coordinates import preferred_coordinates
from biela.state.state import State

DIGITS = 12
"""Digits of angles and positions in a file; loops are closed again from there."""


def independent(state: State) -> list[tuple[str, int]]:
    """Return (joint, entry of its velocity) of tree joints that, given, determine the motion of all others."""
    chosen = preferred_coordinates(state).independent
    links = state.mechanism.topology.links
    return [(link.joint.name, i - link.v.start) for link in links for i in range(link.v.start, link.v.stop) if i in chosen]


def describe_start(state: State) -> Entry:
    """Return the `start` of a machine file from which the state is assembled again."""
    m = state.mechanism
    driven = {(d.joint, d.coordinate) for d in m.drives.values()}
    free = [entry for entry in independent(state) if entry not in driven]
    held, rates, guess = Entry(), Entry(), Entry()
    drawn = drawing(m, dict(zip(m.parameters, map(float, state.arguments()[3]), strict=True))).coordinates
    for link in m.topology.links:
        kind, name = link.joint.type, link.joint.name
        q, v = state.q[link.q], state.v[link.v]
        if kind.quaternion is not None:
            chosen = [k for k in range(kind.n_v) if (name, k) in free]
            whole = len(chosen) == kind.n_v
            if whole or np.abs(q - drawn[name]).max() > 1e-12:
                (held if whole else guess)[name] = [_tidy(x, "") for x in q]
            if np.any(v[chosen]):
                rates |= {f"{name}.{kind.rates[k].name}": _tidy(v[k], kind.rates[k].unit) for k in chosen}
            continue
        for k in range(kind.n_v):
            label = name if kind.n_v == 1 else f"{name}.{kind.coordinates[k].name}"
            if (name, k) in free:
                held[label] = _tidy(q[k], kind.coordinates[k].unit)
                rates[name if kind.n_v == 1 else f"{name}.{kind.rates[k].name}"] = _tidy(v[k], kind.rates[k].unit)
            elif abs(q[k] - drawn[name][k]) > 1e-12:
                guess[label] = _tidy(q[k], kind.coordinates[k].unit, 6)
    start = {"coordinates": held, "rates": rates if np.any(state.v) else {}, "guess": guess, "states": _network_states(state)}
    gap = accepted_gap(m).size / min(1.0, machine_size(m))
    return start | ({"tolerance": float(f"{2 * gap:.1e}")} if gap > ROUNDED else {})


def _network_states(state: State) -> dict[str, float]:
    """Return states of networks that are not at the initial values of their elements; guesses are found again."""
    if not state.mechanism.networks:
        return {}
    from biela.state.network_start import network_start

    layout = layout_of(state.mechanism)
    usual = network_start(state.mechanism, state.arguments()[3])
    pairs = zip(layout.network_states, state.x[layout.networks], usual, strict=True)
    return {s.name: float(value) for s, value, start in pairs if not s.guess and value != start}


def _tidy(x: float, unit: str, digits: int = DIGITS) -> Any:
    """Return a number with its unit; angles in degrees where that is exact to the last digit."""
    x = float(x)
    if unit in ("rad", "rad/s"):
        degrees = round(x * 180 / np.pi, 9)
        if abs(degrees * np.pi / 180 - x) <= 4e-15 * max(abs(x), 1e-300) or digits < DIGITS:
            return f"{round(degrees, 4 if digits < DIGITS else 9) or 0:.12g}{unit.replace('rad', ' deg')}"
    return float(x) if digits == DIGITS else float(f"{x:.{digits}g}")
