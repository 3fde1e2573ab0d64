"""Bodies for pictures: the points where joints and lines are attached, mass, and the solid that has the inertia.

Everything is in the axes of the body, lengths in metres; it comes from the description alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from biela.base.array import Array
from biela.base.locks import cached_property
from biela.element.declaration import Element
from biela.mechanism.frame import Frame
from biela.mechanism.load.spring_damper import JointSpring
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import evaluate
from biela.mechanism.port import LinePort


class DrawnLine(NamedTuple):
    """Spring, cylinder or massless rod between two points; `look` is empty where nothing is drawn."""

    name: str
    look: str
    a: Frame
    b: Frame
    port: bool = False


class AttachedPoint(NamedTuple):
    """Point of a body, the z axis of the frame there, and the look of the joint; "end" of a line, "port" of a network's line."""

    point: Array
    axis: Array
    look: str


def lines_of(mechanism: Mechanism) -> list[DrawnLine]:
    """Return elements between two points, then the lines on which networks act, called as in signals: `hydraulics/boom`."""
    stores = (mechanism.couplings, mechanism.loads, mechanism.actuators)
    things = [x for store in stores for x in store.values() if isinstance(x, Element) and x.ends]
    found = [DrawnLine(x.name, x.look, *x.ends) for x in things]
    for x in mechanism.loads.values():  # springs along a slide
        if isinstance(x, JointSpring) and (joint := mechanism.joints[x.joint]).type.look == "slide":
            found.append(DrawnLine(x.name, x.look, joint.parent, joint.child))
    for attached in mechanism.networks.values():
        ports = [p for p in attached.ports if isinstance(p, LinePort)]
        found += [DrawnLine(f"{attached.prefix}{p.name}", "cylinder", p.a, p.b, port=True) for p in ports]
    return found


class DrawnBody:
    """Body of a machine with given values of its parameters."""

    def __init__(self, mechanism: Mechanism, name: str, values: Mapping[str, Any]):
        self.name, self._mechanism, self._values = name, mechanism, values
        body = mechanism.bodies[name]
        self.mass = float(self.number(body.mass))
        self.com, self.tensor = self.number(body.com), self.number(body.inertia)

    def number(self, x: Any) -> Array:
        """Return the numbers of a description."""
        return np.asarray(evaluate(x, self._values), float)

    def _at(self, frame: Frame, look: str) -> AttachedPoint:
        return AttachedPoint(self.number(frame.position), np.asarray(frame.rotation, float)[:, 2], look)

    @cached_property
    def points(self) -> list[AttachedPoint]:
        """Return the points where joints, ends of lines and lines of networks are attached, each place once."""
        m = self._mechanism
        found = [
            self._at(frame, joint.type.look)
            for joint in m.joints.values()
            for frame in (joint.parent, joint.child)
            if frame.body.name == self.name and joint.type.look != "nothing"
        ]
        for line in lines_of(m):
            look = "port" if line.port else "end"
            found += [self._at(end, look) for end in (line.a, line.b) if end.body.name == self.name]
        kept: list[AttachedPoint] = []
        for p in found:
            if not any(np.linalg.norm(p.point - k.point) < 1e-9 for k in kept):
                kept.append(p)
        return kept

    @cached_property
    def marks(self) -> list[Array]:
        """Return the points that sensors mark."""
        frames = [frame for sensor in self._mechanism.sensors.values() for frame in sensor.marks]
        return [self.number(frame.position) for frame in frames if frame.body.name == self.name]

    @cached_property
    def equivalent(self) -> tuple[Array, Array]:
        """Return the edges of the uniform box with the body's mass and inertia, and the axes they lie along."""
        moments, axes = np.linalg.eigh(self.tensor)
        squares = np.array([6 * (moments.sum() - 2 * moments[k]) / max(self.mass, 1e-300) for k in range(3)])
        return np.sqrt(np.maximum(squares, 0.0)), axes

    @cached_property
    def end(self) -> Array | None:
        """Return the far end of a body with one point: where a uniform rod of its mass and inertia would end."""
        arm = self.com - (self.points[0].point if self.points else np.zeros(3))
        length = float(np.linalg.norm(arm))
        if length < 1e-9 or self.mass <= 0:
            return None
        beyond = min(np.sqrt(3.0 * max(float(np.linalg.eigvalsh(self.tensor)[-1]), 0.0) / self.mass), length)
        return np.asarray(self.com + arm * (beyond / length))

    @cached_property
    def span(self) -> float:
        """Return the largest distance between its points, or from its one point to its far end."""
        points = [p.point for p in self.points]
        if len(points) > 1:
            return max(float(np.linalg.norm(a - b)) for a in points for b in points)
        return float(np.linalg.norm(self.end - points[0])) if points and self.end is not None else 0.0
