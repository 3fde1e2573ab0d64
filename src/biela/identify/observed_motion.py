"""Relative motions of bodies that really occur, over random closed states.

A joint may allow more than the machine uses. The balls of a planar linkage turn about one direction only; a strut in the swing
plane of its foot moves in a plane. Rules by joint type miss this, so they use the motion that occurs.
"""

from __future__ import annotations

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.lie.se3 import Pose
from biela.state.consistent_motion import ConsistentMotion
from biela.state.functions import MachineFunctions

NOTHING = 1e-8
"""Motion below this part of the largest counts as none."""


@dataclass(frozen=True)
class RelativeMotion:
    """Motion of a frame C relative to another one, as it occurs: everything in the axes of C, at its origin.

    turning : number of independent directions of the angular velocity
    axis : the only one, if there is one
    point_at_rest : whether the origin of C stays where it is
    sliding : number of independent directions of the velocity of the origin
    slide : the only direction of sliding, if there is one
    """

    turning: int
    axis: Array | None
    point_at_rest: bool
    sliding: int
    slide: Array | None

    @property
    def none(self) -> bool:
        return self.turning == 0 and self.sliding == 0


def _directions(vectors: Array, scale: float) -> tuple[int, Array | None]:
    _, s, Vt = np.linalg.svd(vectors, full_matrices=False)
    number = int(np.sum(s > NOTHING * scale * np.sqrt(len(vectors))))
    return number, (Vt[0] if number == 1 else None)


class ObservedMotion:
    """Relative motion of all bodies of a machine over N states of a motion.

    rotation : body → (N, 3, 3) its axes in the ground
    """

    def __init__(self, functions: MachineFunctions, motion: ConsistentMotion, p: Array):
        mechanism, n = functions.mechanism, len(motion)
        u = np.zeros(len(mechanism.actuators))
        columns = np.asarray(functions["bodies"].batch(motion.t, motion.x, u, p)).reshape(n, 18, -1)
        self.rotation: dict[str, Array] = {"ground": np.repeat(np.eye(3)[None], n, axis=0)}
        self._position: dict[str, Array] = {"ground": np.zeros((n, 3))}
        self._twist: dict[str, Array] = {"ground": np.zeros((n, 6))}
        for k, link in enumerate(mechanism.topology.links):
            name = link.body.name
            self.rotation[name] = columns[:, :9, k].reshape(n, 3, 3).swapaxes(1, 2)
            self._position[name] = columns[:, 9:12, k]
            self._twist[name] = columns[:, 12:, k]
        self.size = max(float(np.abs(r).max()) for r in self._position.values()) or 1.0
        twists = np.concatenate(list(self._twist.values()))
        self.rate = max(float(np.abs(twists[:, :3]).max()), float(np.abs(twists[:, 3:]).max()) / self.size, 1e-300)

    def relative(self, parent: str, child: str, X_BC: Pose) -> RelativeMotion:
        """Return the motion of a frame C on the child relative to the parent; what is small for the machine counts as none."""
        twists = self.twists(parent, child, X_BC)
        turning, axis = _directions(twists[:, :3], self.rate)
        sliding, slide = _directions(twists[:, 3:], self.rate * self.size)
        return RelativeMotion(turning, axis, sliding == 0, sliding, slide)

    def twists(self, parent: str, child: str, X_BC: Pose) -> Array:
        """Return (N, 6): twist of frame C on the child relative to the parent, in the axes of C."""
        R, r, V = self.rotation[child], self._position[child], self._twist[child]
        w_c = np.einsum("nij,nj->ni", R, V[:, :3])
        point = r + np.einsum("nij,j->ni", R, np.asarray(X_BC.position, float))
        v_c = np.einsum("nij,nj->ni", R, V[:, 3:]) + np.cross(w_c, point - r)
        P, s, U = self.rotation[parent], self._position[parent], self._twist[parent]
        w_p = np.einsum("nij,nj->ni", P, U[:, :3])
        v_p = np.einsum("nij,nj->ni", P, U[:, 3:]) + np.cross(w_p, point - s)
        R_WC = R @ np.asarray(X_BC.rotation, float)
        back = lambda vectors: np.einsum("nji,nj->ni", R_WC, vectors)  # noqa: E731
        return np.hstack([back(w_c - w_p), back(v_c - v_p)])

    def point(self, body: str, position: Array) -> tuple[Array, Array]:
        """Return (N, 3) each: place and velocity of a point of a body, in the ground."""
        R, V = self.rotation[body], self._twist[body]
        arm = R @ position
        turning, moving = (np.einsum("nij,nj->ni", R, part) for part in (V[:, :3], V[:, 3:]))
        return self._position[body] + arm, moving + np.cross(turning, arm)

    def pose(self, parent: str, X_BP: Pose, child: str, X_BC: Pose) -> tuple[Array, Array]:
        """Return rotation R_PC and position (in P) of a frame C on the child from a frame P on the parent, at the first sample."""

        def place(body: str, X: Pose) -> tuple[Array, Array]:
            R, r = self.rotation[body][0], self._position[body][0]
            return R @ np.asarray(X.rotation, float), r + R @ np.asarray(X.position, float)

        (R_P, p), (R_C, c) = place(parent, X_BP), place(child, X_BC)
        return R_P.T @ R_C, R_P.T @ (c - p)

    def angular(self, body: str) -> Array:
        """Return (N, 3): angular velocity of a body, in its own axes."""
        return self._twist[body][:, :3]
