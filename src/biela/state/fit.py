"""Loops of a machine whose data are rounded, fitted: joints are moved by less than the data say, and every loop closes exactly.

A planar loop that is drawn in space has rows that only repeat each other if its axes are parallel and its points in one plane, to
the last digit. Printed with a few digits they are not, and the loop is open by that much wherever it moves, or locked. Two steps
mend it:

1. axes in a loop that are parallel but for rounding are turned to be parallel, on both bodies alike, so that no body moves;
2. in the assembled position the child frame C of a joint that closes a loop, seen from its parent frame P, is put where the joint
   allows it: X_PC = pose(measure(X_PC)).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.errors import BielaError
from biela.lie import quaternion, so3
from biela.lie.se3 import Pose
from biela.mechanism.frame import Frame
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal, parameters_in
from biela.mechanism.size import machine_size
from biela.mechanism.topology import Topology
from biela.state.assemble import assemble
from biela.state.closing import CLOSED, accepted_gap, length_text
from biela.state.state import State

NOTHING = 1e-15
"""Largest correction that is not reported [rad, machine sizes]."""


def fit_loops(mechanism: Mechanism, rounding: float, guess: Mapping[str, Any] | None = None) -> list[str]:
    """Move joints of an open machine so that its loops close, by no more than rounding explains.

    Parameters
    ----------
    rounding : largest correction: angles [rad], lengths as parts of the machine's size
    guess : coordinates near which it is assembled

    Returns
    -------
    what was moved, and by how much, in words; nothing where all loops close, or where a gap is larger
    """
    twin = mechanism.edit()
    try:
        topology = mechanism.edit().topology
        if not any(joint.type.closure_rows and not joint.elastic for joint in topology.cut):
            return []
        notes = _parallel(twin, topology, rounding)
        state = assemble(twin.edit(), guess=guess or None, tolerance=rounding, elsewhere=False)
        if accepted_gap(state.mechanism).size:
            notes += _closed(twin, state)
        left = float(assemble(twin.edit(), guess=guess or None, elsewhere=False)["machine.closure_error"]) if notes else np.inf
        if left > 100 * CLOSED * max(1.0, machine_size(twin)):
            return []
    except BielaError:
        return []  # assembly says why it does not close
    for name, joint in twin.joints.items():
        own = mechanism.joints[name]
        for end in ("parent", "child"):
            old, new = getattr(own, end), getattr(joint, end)
            if old.position != new.position or not np.array_equal(old.rotation, new.rotation):
                moved: dict[str, Any] = {end: Frame(old.body, old.name, new.position, new.rotation)}
                own = replace(own, **moved)
        mechanism.joints[name] = own
    return notes


def _parallel(twin: Mechanism, topology: Topology, rounding: float) -> list[str]:
    """Make axes of a loop parallel that are so but for rounding, at zero coordinates and so at all others."""
    X = poses(topology, {})
    loops = [topology.loop(joint) for joint in topology.cut if not joint.elastic]
    turned: dict[str, float] = {}
    for loop in loops:
        kept: list[Array] = []  # directions that differ
        for joint in (twin.joints[name] for name in loop):
            ends: dict[str, Any] = {}
            for end in ("parent", "child") if joint.type.axial else ():
                frame: Frame = getattr(joint, end)
                R_B = np.asarray(X[frame.body.name].rotation, float)
                z = R_B @ np.asarray(frame.rotation, float)[:, 2]
                wanted = next((k for k in kept if np.linalg.norm(np.cross(z, k)) <= rounding), z)
                normal = np.cross(z, wanted if wanted @ z > 0 else -wanted)
                angle = float(np.linalg.norm(normal))
                if wanted is z:
                    kept.append(z)
                if angle > 0.0:
                    R = np.asarray(so3.about(R_B.T @ normal / angle, float(np.arcsin(angle))), float)
                    ends[end] = replace(frame, rotation=R @ np.asarray(frame.rotation, float))
                if angle > NOTHING:
                    turned[joint.name] = max(angle, turned.get(joint.name, 0.0))
            twin.joints[joint.name] = replace(joint, **ends) if ends else joint
    if not turned:
        return []
    shown = ", ".join(map(repr, list(turned)[:6])) + (" …" if len(turned) > 6 else "")
    return [
        f"axes of {shown} are turned by up to {max(turned.values()):.2g} rad, within the digits of their data, to be parallel to "
        "others of their loop."
    ]


def _closed(twin: Mechanism, state: State) -> list[str]:
    """Move the child frames of joints that close loops to where these close in an assembled position."""
    topology = state.mechanism.topology
    X = poses(topology, {link.joint.name: state.q[link.q] for link in topology.links})
    notes = []
    for joint in topology.cut:
        child = joint.child
        if joint.elastic or not joint.type.closure_rows or parameters_in(child.position):
            continue
        P, C = (X[frame.body.name] @ _number(frame) for frame in (joint.parent, child))
        between = P.inverse() @ C
        R = np.asarray(between.rotation, float)
        hint = joint.type.neutral()
        if (first := joint.type.quaternion) is not None:
            hint[first : first + 4] = np.asarray(quaternion.from_matrix(R), float)
        q = np.asarray(joint.type.measure(R, R.T @ np.asarray(between.position, float), hint), float).ravel()
        wanted = X[child.body.name].inverse() @ P @ joint.type.pose(q)
        position, rotation = np.asarray(wanted.position, float), np.asarray(wanted.rotation, float)
        turn = np.asarray(child.rotation, float).T @ rotation
        shift = float(np.linalg.norm(position - np.asarray(nominal(child.position), float)))
        angle = float(np.linalg.norm(turn - turn.T) / np.sqrt(8.0))
        if max(shift / machine_size(twin), angle) <= NOTHING:
            continue
        own = twin.joints[joint.name]
        twin.joints[joint.name] = replace(own, child=replace(own.child, position=tuple(map(float, position)), rotation=rotation))
        turned = f" and turned by {angle:.2g} rad" if angle > NOTHING else ""
        notes.append(
            f"loop {joint.name!r} is open by no more than the digits of its data: its end on {child.body.name!r} is moved by "
            f"{length_text(shift)}{turned}."
        )
    return notes


def _number(frame: Frame) -> Pose:
    return Pose(np.asarray(frame.rotation, float), np.asarray(nominal(frame.position), float))


def poses(topology: Topology, q: Mapping[str, Any]) -> dict[str, Pose]:
    """Return the poses of all bodies in the ground, at given coordinates of tree joints; those of the others are neutral."""
    found: dict[str, Pose] = {}
    for link in topology.links:
        joint = link.joint
        X = joint.type.pose(np.asarray(q.get(joint.name, joint.type.neutral()), float))
        X = Pose(np.asarray(X.rotation, float), np.asarray(X.position, float))
        inner, outer = (joint.child, joint.parent) if link.reversed else (joint.parent, joint.child)
        base = found.get(inner.body.name, Pose(np.eye(3), np.zeros(3)))
        found[inner.body.name] = base  # the ground, at first
        found[outer.body.name] = base @ _number(inner) @ (X.inverse() if link.reversed else X) @ _number(outer).inverse()
    return found
