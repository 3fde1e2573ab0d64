"""Gravity across the plane in which everything moves: no joint feels it, and a machine that was to stand upright lies flat."""

from __future__ import annotations

import numpy as np

from biela.base.rank import null_space
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.state.assumed import assumes_gravity
from biela.state.functions import functions_of
from biela.state.state import State

LEVEL = 1e-9
"""Sine of the angle up to which a direction counts as at right angles to another, or as parallel."""


def gravity_across(state: State) -> str:
    """What to say where all bodies move at right angles to gravity; nothing where one of them feels it.

    Every joint of such a machine turns about the direction of gravity and slides at right angles to it, as the loops let it:
    ω × g = 0 and v · g = 0. A machine that only slides along one line is left alone: a track is level in most books.
    """
    mechanism = state.mechanism
    g = np.asarray(nominal(mechanism.gravity), float)
    if not np.any(g):
        return ""
    omega, v = _relative_twists(state)
    down, size = g / np.linalg.norm(g), max(np.abs(v).max(initial=0.0), 1e-300)
    level = np.abs(np.cross(omega, down)).max(initial=0.0) < LEVEL and np.abs(v @ down).max(initial=0.0) < LEVEL * size
    in_a_plane = np.abs(omega).max(initial=0.0) > LEVEL or np.linalg.matrix_rank(v, LEVEL * size) > 1
    return _words(mechanism, g) if level and in_a_plane else ""


def _relative_twists(state: State) -> tuple[np.ndarray, np.ndarray]:
    """Angular and linear velocities across the joints of the tree, in ground axes, for a basis of what the loops allow: rows."""
    mechanism, topology = state.mechanism, state.mechanism.topology
    functions = functions_of(mechanism)
    allowed = np.eye(topology.n_v)
    if functions.constrained:
        rows = functions.evaluate("closure", *state.arguments())[2]
        allowed = null_space(rows[: len(rows) - len(mechanism.drives)])  # what is prescribed may move
    turned, omega, v = {-1: np.eye(3)}, [np.zeros(3)], [np.zeros(3)]
    for k, link in enumerate(topology.links):
        joint, q = link.joint, state.x[link.q]
        P, C = (np.asarray(frame.rotation, float) for frame in (joint.parent, joint.child))
        R = np.asarray(joint.type.pose(q).rotation, float)
        inner = turned[link.parent]
        turned[k] = inner @ C @ R.T @ P.T if link.reversed else inner @ P @ R @ C.T
        R_C = inner @ C if link.reversed else turned[k] @ C
        S = np.asarray(nominal(np.asarray(joint.type.motion(q), dtype=object)), float).reshape(6, -1)
        twist = S @ allowed[link.v]
        omega += list((R_C @ twist[:3]).T)
        v += list((R_C @ twist[3:]).T)
    return np.array(omega), np.array(v)


def _words(mechanism: Mechanism, g: np.ndarray) -> str:
    def vector(entries: np.ndarray) -> str:
        return f"[{', '.join(f'{x:.4g}' for x in entries + 0.0)}] m/s²"

    said = f"gravity, {vector(g)}, is at right angles to the plane in which everything moves: no joint feels it."
    if not assumes_gravity(mechanism):
        return said
    upright = np.array([0.0, g[2], 0.0])  # what is assumed is along z
    return (
        f"{said} It is assumed, since none is given: give {vector(upright)} if the machine stands upright, "
        f"or {vector(g)} if it lies flat."
    )
