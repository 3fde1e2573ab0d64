"""Where the points worth drawing are: joints, ends and marked points of every body, over the time of a run.

A body is drawn by the points it is known by: its joints, and, where one joint alone would say too little, its far end.
A machine is planar if one direction n exists along which nothing moves and about which every body turns:

    R(t) n = R(0) n     and     n · (r(t) − r(0)) = 0     for every body and every point
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import evaluate
from biela.simulation.history import History

Array = NDArray[np.float64]
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
        """The points its shape is drawn through."""
        return [*self.joints, *([] if self.end is None else [self.end])]


class Sketch:
    """The bodies of a machine as points, over a run."""

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
        self.bodies = {name: self._body(name) for name in self.mechanism.bodies if name in self.positions}

    def place(self, frame: Any) -> Array:
        """A frame's origin over time."""
        return self._point(frame.body.name, frame.position)

    def direction(self, frame: Any) -> Array:
        """A frame's z axis over time."""
        return np.asarray(self.rotations[frame.body.name] @ frame.rotation[:, 2])

    def _point(self, body: str, position: Any) -> Array:
        local = np.asarray(evaluate(position, self._values), float)
        return np.asarray(self.rotations[body] @ local + self.positions[body])

    def _body(self, name: str) -> BodySketch:
        body = self.mechanism.bodies[name]
        sketch = BodySketch(name)
        for joint in self.mechanism.joints.values():
            for frame in (joint.parent, joint.child):
                if frame.body is body and joint.type.kind != "free":
                    sketch.joints.append(self.place(frame))
            sketch.slides |= joint.type.kind == "prismatic" and joint.child.body is body
        for thing in [
            *self.mechanism.couplings.values(),
            *self.mechanism.loads.values(),
            *self.mechanism.actuators.values(),
        ]:
            sketch.joints += [
                self.place(f) for f in (getattr(thing, "a", None), getattr(thing, "b", None)) if f and f.body is body
            ]
        marks = [frame for sensor in self.mechanism.sensors.values() for frame in sensor.marks]
        sketch.marks = [self.place(frame) for frame in marks if frame.body is body]
        sketch.joints = _distinct(sketch.joints)
        if name != "ground":
            sketch.mass_centre = self._point(name, body.com)
            sketch.end = self._end(sketch, body)
        return sketch

    def _end(self, sketch: BodySketch, body: Any) -> Array | None:
        """Far end of a body with a single joint: where a uniform rod of its mass and inertia would end."""
        if len(sketch.joints) > 1 or sketch.mass_centre is None:
            return None
        start = sketch.joints[0] if sketch.joints else self.positions[sketch.name]
        arm = sketch.mass_centre - start
        length = float(np.linalg.norm(arm[0]))
        mass = float(evaluate(body.mass, self._values))
        if length < 1e-9 or mass <= 0:
            return None
        tensor = np.asarray(evaluate(body.inertia, self._values), float)
        beyond = min(np.sqrt(3.0 * float(np.linalg.eigvalsh(tensor)[-1]) / mass), length)
        return np.asarray(sketch.mass_centre + arm * (beyond / length))

    @cached_property
    def size(self) -> float:
        """Largest extent of all that is drawn [m]."""
        points = np.concatenate(
            [p for body in self.bodies.values() for p in (*body.outline, *body.marks)] or [np.zeros((1, 3))]
        )
        return max(float(np.ptp(points, axis=0).max()), 1e-9)

    @cached_property
    def normal(self) -> Array | None:
        """Normal of the plane the machine moves in; None if it moves in space."""
        axes = [
            self.direction(joint.child)[0]
            for joint in self.mechanism.joints.values()
            if joint.type.kind in ("revolute", "planar")
        ]
        for n in (*axes, *np.eye(3)[::-1]):
            if self._is_normal(n):
                return np.asarray(n)
        return None

    def _is_normal(self, n: Array) -> bool:
        for name in self.bodies:
            if name == "ground":
                continue
            R = self.rotations[name]
            along = (self.positions[name] - self.positions[name][0]) @ n
            turned = R @ (R[0].T @ n) - n
            if np.abs(along).max() > FLAT * self.size or np.abs(turned).max() > FLAT:
                return False
        return True


def view(normal: Array, gravity: Array) -> tuple[Array, Array]:
    """Directions to the right and up of a picture of the plane: gravity points down where it can, x to the right."""
    down = gravity - (gravity @ normal) * normal
    if np.linalg.norm(down) < 1e-9:
        y = np.eye(3)[1 if abs(normal[1]) < 0.9 else 2]
        down = -(y - (y @ normal) * normal)
    up = -down / np.linalg.norm(down)
    right = np.cross(up, normal)
    return (right if right[np.abs(right).argmax()] > 0 else -right), up


def _distinct(points: list[Array]) -> list[Array]:
    kept: list[Array] = []
    for p in points:
        if not any(np.abs(p - other).max() < 1e-9 for other in kept):
            kept.append(p)
    return kept
