"""Points worth drawing: joints, ends and marked points of every body, over the time of a run.

A body is drawn by the points it is known by: its joints, and, where one joint alone would say too little, its far end.
A machine is planar if one direction n exists along which nothing moves and about which every body turns:

    R(t) n = R(0) n     and     n · (r(t) − r(0)) = 0     for every body and every point
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.locks import cached_property
from biela.mechanism.frame import Frame
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import evaluate
from biela.report.body import DrawnBody
from biela.simulation.history import History

FLAT = 1e-7
"""Out-of-plane motion, as part of the machine's size, below which it counts as planar."""


@dataclass
class BodySketch:
    """Points of a body over time, each (n, 3) in ground axes [m]."""

    name: str
    joints: list[Array] = field(default_factory=list)
    end: Array | None = None
    marks: list[Array] = field(default_factory=list)
    mass_centre: Array | None = None
    slides: bool = False  # carried by a prismatic joint

    @property
    def outline(self) -> list[Array]:
        """Return the points its shape is drawn through."""
        return [*self.joints, *([] if self.end is None else [self.end])]


class Sketch:
    """Bodies of a machine as points, over a run."""

    def __init__(self, history: History):
        self.mechanism: Mechanism = history.mechanism
        self.t = history.t
        self._values = dict(zip(self.mechanism.parameters, history.p, strict=True))
        links = self.mechanism.topology.links
        motion = np.asarray(history.functions["bodies"].batch(history.t[:, None], history.x, history.u, history.p))
        motion = motion.reshape(len(history.t), 18, len(links))
        n = len(history.t)
        self.rotations = {"ground": np.broadcast_to(np.eye(3), (n, 3, 3))}
        self.positions = {"ground": np.zeros((n, 3))}
        for i, link in enumerate(links):
            self.rotations[link.body.name] = motion[:, :9, i].reshape(n, 3, 3).transpose(0, 2, 1)
            self.positions[link.body.name] = motion[:, 9:12, i]
        self.moving = [name for name in self.mechanism.bodies if name in self.positions and name != "ground"]

    @cached_property
    def bodies(self) -> dict[str, BodySketch]:
        """Return every body, and the ground, by its points."""
        return {name: self._body(name) for name in self.mechanism.bodies if name in self.positions}

    def place(self, frame: Frame) -> Array:
        """Return a frame's origin over time."""
        return self._point(frame.body.name, frame.position)

    def direction(self, frame: Frame) -> Array:
        """Return a frame's z axis over time."""
        return np.asarray(self.rotations[frame.body.name] @ frame.rotation[:, 2])

    def _point(self, body: str, position: Any) -> Array:
        local = np.asarray(evaluate(position, self._values), float)
        return np.asarray(self.rotations[body] @ local + self.positions[body])

    def _body(self, name: str) -> BodySketch:
        body = DrawnBody(self.mechanism, name, self._values)
        sketch = BodySketch(
            name,
            [self._point(name, p.point) for p in body.points if p.look != "port"],
            marks=[self._point(name, p) for p in body.marks],
            slides=any(j.type.look == "slide" and j.child.body.name == name for j in self.mechanism.joints.values()),
        )
        if name != "ground":
            sketch.mass_centre = self._point(name, body.com)
            if len(sketch.joints) <= 1 and body.end is not None:
                sketch.end = self._point(name, body.end)
        return sketch

    @cached_property
    def size(self) -> float:
        """Return the largest extent of all that is drawn [m]."""
        points = np.concatenate([p for body in self.bodies.values() for p in (*body.outline, *body.marks)] or [np.zeros((1, 3))])
        return max(float(np.ptp(points, axis=0).max()), 1e-9)

    @cached_property
    def normal(self) -> Array | None:
        """Return the normal of the plane the machine moves in; None if it moves in space."""
        axes = [self.direction(joint.child)[0] for joint in self.mechanism.joints.values() if joint.type.in_plane]
        moving = [(self.rotations[name], self.positions[name] - self.positions[name][0]) for name in self.moving]
        for n in (*axes, *np.eye(3)[::-1]):
            if all(np.abs(p @ n).max() <= FLAT * self.size and np.abs(R @ (R[0].T @ n) - n).max() <= FLAT for R, p in moving):
                return np.asarray(n)
        return None


def view(normal: Array, gravity: Array) -> tuple[Array, Array]:
    """Return the directions to the right and up of a picture of the plane: gravity points down where it can, x to the right."""
    down = gravity - (gravity @ normal) * normal
    if np.linalg.norm(down) < 1e-9:
        y = np.eye(3)[1 if abs(normal[1]) < 0.9 else 2]
        down = -(y - (y @ normal) * normal)
    up = -down / np.linalg.norm(down)
    right = np.cross(up, normal)
    return (right if right[np.abs(right).argmax()] > 0 else -right), up
