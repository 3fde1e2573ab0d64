"""Ball and free joints by hand: three sliders turn the child about its own axes, from where it stood at the start.

    q = q₀ ∘ exp(φ)        φ = (turn_x, turn_y, turn_z), a rotation vector [rad]

q stays a unit quaternion whatever the sliders say, and no orientation is special: there is no gimbal to lock. Read back from a
quaternion, φ is one of the vectors φ + 2π n φ/|φ| that give the same orientation: the one closest to the last.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from biela.base.array import Array
from biela.base.rank import least_solution
from biela.equations.layout import layout_of
from biela.lie import quaternion
from biela.state.functions import functions_of

if TYPE_CHECKING:
    from biela.state.state import State

TURNS = ("turn_x", "turn_y", "turn_z")


def turned(reference: Array, turn: Array) -> Array:
    """Return q₀ ∘ exp(φ)."""
    return np.asarray(quaternion.product(reference, quaternion.exp(turn)), float)


def turn_between(reference: Array, q: Array, last: Array) -> Array:
    """Return the φ closest to `last` with q₀ ∘ exp(φ) = ±q."""
    turn = np.asarray(quaternion.log(quaternion.product(quaternion.conjugate(reference), q)), float)
    angle = float(np.linalg.norm(turn))
    if angle < 1e-9:
        # the whole turns of no turn at all lie on a sphere: the nearest one is on the way to the last
        far = float(np.linalg.norm(last))
        n = round(far / (2 * math.pi))
        return turn if n == 0 else np.asarray(2 * math.pi * n / far * last)
    axis = turn / angle
    n = round((float(axis @ last) - angle) / (2 * math.pi))
    return np.asarray((angle + 2 * math.pi * n) * axis)


def along_sliders(state: State, chosen: list[int], *changes: Array) -> list[State]:
    """Move the state so that velocity entries `chosen` change by each of `changes` while, to first order, loops stay closed:

    G δ = 0,   δ[chosen] = change,   q → q ⊕ δ
    """
    topology = state.mechanism.topology
    functions = functions_of(state.mechanism)
    rows = [np.eye(topology.n_v)[chosen]]
    right = [np.stack(changes, axis=1)]
    if functions.n_rows:
        G = np.asarray(functions.evaluate("constraint_jacobian", *state.arguments())[0])
        rows.append(G / max(float(np.abs(G).max()), 1e-300))
        right.append(np.zeros((len(G), len(changes))))
    return [moved(state, delta) for delta in least_solution(np.vstack(rows), np.concatenate(right)).T]


def moved(state: State, delta: Array) -> State:
    """Return q ⊕ δ, joint by joint."""
    x, layout = state.x.copy(), layout_of(state.mechanism)
    x[layout.q] = layout.retract(x[layout.q], delta)
    return replace(state, x=x)
