"""A machine as plain numbers, from which each engine builds its own model.

Poses are 4×4 homogeneous matrices X_AB (frame B seen from A). Nothing here uses biela: the joint poses below are the
textbook definitions written a second time.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

X, Y, Z = np.eye(3)
GROUND = "ground"

COORDINATES = {
    "revolute": 1, "prismatic": 1, "cylindrical": 2, "universal": 2, "spherical": 4, "helical": 1, "planar": 3,
    "free": 7, "fixed": 0,
}  # fmt: skip
"""Entries of q of every joint type."""

FREEDOMS = COORDINATES | {"spherical": 3, "free": 6}
"""Entries of v of every joint type."""

KINDS = tuple(COORDINATES)


@dataclass(frozen=True)
class BodyData:
    """Mass [kg], centre of mass [m], principal moments [kg·m²] about axes that are the columns of `axes`."""

    name: str
    mass: float
    com: Array
    moments: Array
    axes: Array
    drawing: Array  # pose in the drawing

    @property
    def tensor(self) -> Array:
        """Central inertia tensor in body axes."""
        return self.axes @ np.diag(self.moments) @ self.axes.T


@dataclass(frozen=True)
class JointData:
    """A joint between frame P on its parent and frame C on its child; `style` is how biela is told where they are."""

    name: str
    kind: str
    parent: str
    child: str
    X_parent: Array  # P in the parent body
    X_child: Array  # C in the child body
    lead: float = 0.0  # advance of a screw [m/rad]
    style: str = "frames"
    closes: bool = False  # closes a loop: not part of the tree


@dataclass(frozen=True)
class MachineData:
    """Bodies, joints (the tree first, from the ground outwards; then those that close loops), and a configuration."""

    gravity: Array
    bodies: dict[str, BodyData]
    joints: list[JointData]
    q: dict[str, Array] = field(default_factory=dict)  # coordinates by joint

    @property
    def freedoms(self) -> dict[str, slice]:
        """Where each joint's velocity stands when those of all joints are put in a row."""
        ends = np.cumsum([0, *(FREEDOMS[joint.kind] for joint in self.joints)])
        return {joint.name: slice(ends[i], ends[i + 1]) for i, joint in enumerate(self.joints)}

    @property
    def closing(self) -> list[JointData]:
        return [joint for joint in self.joints if joint.closes]

    def outward(self, joint: JointData) -> bool:
        """Whether a tree joint carries its child (or, told the other way round, its parent)."""
        placed = {GROUND}
        for other in self.joints:
            if other is joint:
                return joint.parent in placed
            placed |= {other.parent, other.child}
        raise KeyError(joint.name)

    def body_poses(self) -> dict[str, Array]:
        """X_WB of every body at the configuration q, along the tree."""
        poses = {GROUND: np.eye(4)}
        for joint in (joint for joint in self.joints if not joint.closes):
            step = joint.X_parent @ joint_pose(joint.kind, self.q[joint.name], joint.lead) @ inverse(joint.X_child)
            if self.outward(joint):
                poses[joint.child] = poses[joint.parent] @ step
            else:
                poses[joint.parent] = poses[joint.child] @ inverse(step)
        return poses


# poses ---------------------------------------------------------------------------------------------------------------


def pose(rotation: Array | None = None, position: Array | None = None) -> Array:
    """Homogeneous matrix."""
    X_AB = np.eye(4)
    X_AB[:3, :3] = np.eye(3) if rotation is None else rotation
    X_AB[:3, 3] = 0.0 if position is None else position
    return X_AB


def inverse(X_AB: Array) -> Array:
    """X_BA."""
    R, p = X_AB[:3, :3], X_AB[:3, 3]
    return pose(R.T, -R.T @ p)


def turn(axis: Array, angle: float) -> Array:
    """Rotation about a unit axis: cos θ 1 + sin θ û + (1 − cos θ) u uᵀ."""
    c, s = np.cos(angle), np.sin(angle)
    return c * np.eye(3) + s * skew(axis) + (1 - c) * np.outer(axis, axis)


def skew(a: Array) -> Array:
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def quaternion_rotation(q: Array) -> Array:
    """Rotation of a unit quaternion, scalar first: turn by 2 acos(w) about (x, y, z)."""
    w, u = q[0], q[1:4]
    return (w * w - u @ u) * np.eye(3) + 2 * np.outer(u, u) + 2 * w * skew(u)


def joint_pose(kind: str, q: Array, lead: float) -> Array:
    """X_PC of a joint at its coordinates."""
    match kind:
        case "revolute":
            return pose(turn(Z, q[0]))
        case "prismatic":
            return pose(None, q[0] * Z)
        case "cylindrical":
            return pose(turn(Z, q[0]), q[1] * Z)
        case "universal":
            return pose(turn(Z, q[0]) @ turn(Y, q[1]))
        case "spherical":
            return pose(quaternion_rotation(q))
        case "helical":
            return pose(turn(Z, q[0]), lead * q[0] * Z)
        case "planar":
            return pose(turn(Z, q[2]), np.array([q[0], q[1], 0.0]))
        case "free":
            return pose(quaternion_rotation(q[:4]), q[4:7])
        case "fixed":
            return pose()
    raise ValueError(kind)


def twist_to_parent(X_AB: Array) -> Array:
    """Ad(X_AB) for twists [angular; linear]: from components in B to components in A."""
    R, p = X_AB[:3, :3], X_AB[:3, 3]
    return np.block([[R, np.zeros((3, 3))], [skew(p) @ R, R]])
