"""Random machines: trees of all joint types, and loops that close exactly at the configuration they come with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from machine_data import (
    COORDINATES,
    FREEDOMS,
    GROUND,
    KINDS,
    Array,
    BodyData,
    JointData,
    MachineData,
    inverse,
    joint_pose,
    pose,
    quaternion_rotation,
)

STYLES = ("frames", "points", "drawing")


def random_tree(rng: np.random.Generator, kinds: Sequence[str], *, outward: float = 0.67) -> MachineData:
    """A tree with joints of the given types, hung on random bodies; the share `outward` is told from inner to outer."""
    bodies: dict[str, BodyData] = {}
    joints: list[JointData] = []
    for i, kind in enumerate(kinds):
        body = random_body(rng, f"body_{i}")
        inner = _random_inner(rng, list(bodies))
        bodies[body.name] = body
        ends = (inner, body.name) if rng.random() < outward else (body.name, inner)
        joints.append(_random_joint(rng, f"joint_{i}", kind, *ends, bodies))
    q = {joint.name: random_coordinates(rng, joint.kind) for joint in joints}
    return MachineData(rng.uniform(-10, 10, 3), bodies, joints, q)


def random_loops(rng: np.random.Generator, closing: Sequence[str]) -> MachineData:
    """A random tree with one more joint of each of the given types between bodies that a mobile chain joins.

    The tree is grown until each loop keeps a freedom of its own, counted by Grübler, and the frame of the closing joint
    on its child is put where the loop closes.
    """
    wanted = sum(6 - FREEDOMS[kind] for kind in closing) + 2
    kinds: list[str] = []
    while sum(FREEDOMS[kind] for kind in kinds) < wanted or len(kinds) < 3:
        kinds.append(str(rng.choice([kind for kind in KINDS if kind != "free"])))
    tree = random_tree(rng, kinds)
    for i, kind in enumerate(closing):
        pairs = _pairs_with_freedom(tree, 7 - FREEDOMS[kind])
        parent, child = pairs[rng.integers(len(pairs))]
        tree = close(
            tree, f"closing_{i}", kind, parent, child, random_coordinates(rng, kind), random_pose(rng), rng.uniform(0.05, 0.3)
        )
    return tree


def close(
    machine: MachineData, name: str, kind: str, parent: str, child: str, q: Array, X_parent: Array, lead: float = 0.0
) -> MachineData:
    """The machine with a loop closed by one more joint, which stands at the coordinates q."""
    poses = machine.body_poses()
    X_child = inverse(poses[child]) @ poses[parent] @ X_parent @ joint_pose(kind, q, lead)
    joint = JointData(name, kind, parent, child, X_parent, X_child, lead, closes=True)
    return replace(machine, joints=[*machine.joints, joint], q=machine.q | {name: q})


def random_body(rng: np.random.Generator, name: str) -> BodyData:
    """Principal moments of a random box, about random axes, away from the origin of the body frame."""
    mass = rng.uniform(0.3, 3.0)
    edges = rng.uniform(0.1, 0.6, 3) ** 2
    moments = mass * (edges.sum() - edges) / 12
    return BodyData(name, mass, rng.uniform(-0.4, 0.4, 3), moments, random_rotation(rng), random_pose(rng))


def random_coordinates(rng: np.random.Generator, kind: str) -> Array:
    """Angles beyond a turn, lengths below a metre, quaternions of either sign."""
    if kind in ("spherical", "free"):
        quaternion = rng.normal(size=4)
        return np.concatenate([quaternion / np.linalg.norm(quaternion), rng.uniform(-0.6, 0.6, COORDINATES[kind] - 4)])
    lengths = {"prismatic": [0], "cylindrical": [1], "planar": [0, 1]}.get(kind, [])
    q = rng.uniform(-7.0, 7.0, COORDINATES[kind])
    q[lengths] = rng.uniform(-0.6, 0.6, len(lengths))
    return q


def random_rotation(rng: np.random.Generator) -> Array:
    quaternion = rng.normal(size=4)
    return quaternion_rotation(quaternion / np.linalg.norm(quaternion))


def random_pose(rng: np.random.Generator) -> Array:
    return pose(random_rotation(rng), rng.uniform(-0.5, 0.5, 3))


def _random_joint(
    rng: np.random.Generator, name: str, kind: str, parent: str, child: str, bodies: dict[str, BodyData]
) -> JointData:
    """Frames of a joint, in one of the three ways biela takes them."""
    style = str(rng.choice(STYLES))
    X_parent, X_child = random_pose(rng), random_pose(rng)
    if style == "points":  # the same axes on both bodies
        X_child = pose(X_parent[:3, :3], X_child[:3, 3])
    if style == "drawing":  # one frame in the drawing
        drawn = {GROUND: np.eye(4)} | {body.name: body.drawing for body in bodies.values()}
        frame = random_pose(rng)
        X_parent, X_child = inverse(drawn[parent]) @ frame, inverse(drawn[child]) @ frame
    return JointData(name, kind, parent, child, X_parent, X_child, rng.uniform(0.05, 0.3) * rng.choice([-1, 1]), style)


def _random_inner(rng: np.random.Generator, bodies: list[str]) -> str:
    """Where the next body hangs: mostly on the last one, so that chains are long."""
    if not bodies or rng.random() < 0.15:
        return GROUND
    return bodies[-1] if rng.random() < 0.6 else str(rng.choice(bodies))


def _pairs_with_freedom(machine: MachineData, at_least: int) -> list[tuple[str, str]]:
    """Pairs of bodies joined by a chain with so many freedoms; the pair with most if there is none."""
    paths: dict[str, dict[str, int]] = {GROUND: {}}
    for joint in (joint for joint in machine.joints if not joint.closes):
        inner, outer = (joint.parent, joint.child) if machine.outward(joint) else (joint.child, joint.parent)
        paths[outer] = paths[inner] | {joint.name: FREEDOMS[joint.kind]}
    between = {
        (a, b): sum(paths[a][name] if name in paths[a] else paths[b][name] for name in paths[a].keys() ^ paths[b].keys())
        for a in paths
        for b in paths
        if a != b
    }
    most = max(between.values())
    return [pair for pair, freedom in between.items() if freedom >= min(at_least, most)]
