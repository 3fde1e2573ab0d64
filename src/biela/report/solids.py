"""Shape of a body that no one has drawn, as its points and its inertia suggest: links, plates, blocks, pistons, discs;
and parts of elements that no body shows: rails, pads, rollers, wheels, feet, springs about a joint, see `Figure`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.element.declaration import Element, Figure
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parts import Joint
from biela.report.body import AttachedPoint, DrawnBody
from biela.report.sketch import Sketch

Shapes: TypeAlias = list[dict[str, Any]]
"""Shapes of the 3-D view; see `biela.report.tessellate.ViewShape`."""
PIN, STEEL, RUBBER, GREY = "#fbfcfd", "#8d97a3", "#33383f", "#aeb7c2"
"""Colours of pins: white as in a textbook's figure of a plane machine, steel in space; and of tyres and drums."""
LAYER = 1.15
"""Distance of the layers of a plane machine, in units of thickness."""


@dataclass(frozen=True)
class BodySolid:
    """Drawing of a body.

    unit, size : thickness of a link and size of the machine [m]
    normal : normal of the plane in which a plane machine moves, in the axes of the body; None in space
    layer, top : layer of the body along the normal, and the highest layer of the machine
    guide : the slide that carries the body, from `guide_of`
    pins : whether the body draws the pin at each of its points; bodies on one pin share it
    """

    body: DrawnBody
    unit: float
    size: float
    normal: Array | None
    layer: float = 0.0
    top: float = 0.0
    guide: tuple[Array, Array, bool, bool] | None = None
    pins: Sequence[bool] = ()

    @property
    def offset(self) -> Array:
        """Return the shift of a plane body into its layer."""
        return np.zeros(3) if self.normal is None else self.normal * self.layer * LAYER * self.unit

    def shapes(self) -> Shapes:
        """Return the body, its pins and the points that sensors mark."""
        points = self.body.points
        if self.guide is not None:
            made = self._sliding(*self.guide)
        elif len(points) >= 3:
            made = self._plate(np.array([p.point for p in points]))
        elif len(points) == 2:
            made = self._link(points[0].point, points[1].point)
        else:
            made = self._single(points)
        for p, own in zip(points, self.pins or [True] * len(points), strict=True):
            made = made + (self._pin(p) if own else [])
        return made + [{"k": "ball", "p": p + self.offset, "r": 0.75 * self.unit} for p in self.body.marks]

    def _link(self, a: Array, b: Array, width: float = 1.0) -> Shapes:
        u = self.unit
        if self.normal is None:
            return [{"k": "rod", "a": a, "b": b, "r": 0.85 * u * width}]
        o = self.layer * LAYER * u
        return [{"k": "bar", "a": a, "b": b, "n": self.normal, "w": 1.25 * u * width, "t": 1.0 * u, "o": o}]

    def _plate(self, P: Array) -> Shapes:
        """Return a plate through all points if they lie in a plane, otherwise rods from their middle."""
        middle = P.mean(axis=0)
        _, s, axes = np.linalg.svd(P - middle)
        if s[1] < 1e-6 * s[0]:  # all on a line
            order = np.argsort((P - middle) @ axes[0])
            return self._link(P[order[0]], P[order[-1]])
        if len(s) > 2 and s[2] > 1e-6 * s[0]:
            return [{"k": "rod", "a": middle, "b": p, "r": 0.85 * self.unit} for p in P]
        n = np.cross(axes[0], axes[1])
        if self.normal is not None and n @ self.normal < 0:
            n = -n
        x, y = axes[0], np.cross(n, axes[0])
        flat = np.stack([(P - middle) @ x, (P - middle) @ y], axis=1)
        grown = np.array([middle + h[0] * x + h[1] * y for h in _rounded(flat[_hull(flat)], 1.25 * self.unit)])
        return [{"k": "plate", "points": grown, "n": n, "t": 0.9 * self.unit, "o": self.layer * LAYER * self.unit}]

    def _single(self, points: list[AttachedPoint]) -> Shapes:
        """Return a body with one joint or none: a ball on a rod, a link to its far end, a disc, a cylinder or a box."""
        com, (edges, axes) = self.body.com, self.body.equivalent
        start = points[0].point if points else com
        far = float(np.linalg.norm(com - start)) > 1e-9
        if self.body.mass <= 0 or edges.max() < 1e-6 * self.size:
            ball = {"k": "ball", "p": com + self.offset, "r": min(2.4 * self.unit, 0.06 * self.size)}
            return [*(self._link(start, com, 0.45) if far else []), ball]
        if far and sorted(edges)[1] < 0.12 * edges.max():  # thin
            return self._link(start, self.body.end if self.body.end is not None else com)
        return [*(self._link(start, com, 0.5) if far else []), self._box_or_cylinder(edges, axes)]

    def _box_or_cylinder(self, edges: Array, axes: Array) -> dict[str, Any]:
        """Return the cylinder with the body's inertia where two edges are equal, otherwise the box."""
        com = self.body.com + self.offset
        for k in range(3):
            i, j = [n for n in range(3) if n != k]
            even = abs(edges[i] - edges[j]) < 1e-3 * max(edges.max(), 1e-12)
            if even and not abs(edges[k] - edges[i]) < 1e-3 * edges.max():
                radius = edges[i] / np.sqrt(3.0)  # r²/2 = a²/6: same moment about the axis
                half = axes[:, k] * max(edges[k], 0.02 * self.size) / 2
                return {"k": "cyl", "a": com - half, "b": com + half, "r": radius}
        if np.linalg.det(axes) < 0:
            axes = axes * np.array([1, 1, -1])
        return {"k": "box", "p": com, "R": axes.ravel(), "s": np.maximum(edges, 0.015 * self.size)}

    def _sliding(self, p: Array, axis: Array, child: bool, telescopic: bool) -> Shapes:
        """Return a piston rod, the tube around it, or a block on a guide with links to whatever else it carries."""
        u = self.unit
        others = [q.point for q in self.body.points if np.linalg.norm(q.point - p) > 1e-9]
        links = [shape for q in others for shape in self._link(p, q, 0.8)]
        if telescopic:
            base = p if child else (others[0] if others else p)
            end = base + 2 * (self.body.com - base)
            return [{"k": "cyl", "a": base, "b": end, "r": (0.6 if child else 1.1) * u}, *(links if child else [])]
        if self.normal is None:
            return [{"k": "cyl", "a": p - axis * 2.2 * u, "b": p + axis * 2.2 * u, "r": 1.9 * u}, *links]
        R = np.column_stack([np.cross(axis, _across(axis)), _across(axis), axis])
        return [{"k": "box", "p": p + self.offset, "R": R.ravel(), "s": np.array([3.0, 3.0, 4.6]) * u}, *links]

    def _pin(self, at: AttachedPoint) -> Shapes:
        u, p = self.unit, at.point
        if at.look == "ball":
            return [{"k": "ball", "p": p, "r": 1.25 * u}]
        if at.look != "pin":
            return []
        if self.normal is None:
            return [{"k": "cyl", "a": p - at.axis * 1.5 * u, "b": p + at.axis * 1.5 * u, "r": 1.15 * u, "c": STEEL}]
        reach = self.normal * (self.top * LAYER + 0.72) * u
        return [{"k": "cyl", "a": p - self.normal * 0.7 * u, "b": p + reach, "r": 0.55 * u, "c": PIN}]


def guide_of(body: DrawnBody, joints: Iterable[Joint]) -> tuple[Array, Array, bool, bool] | None:
    """Return (point, axis, is the sliding child, telescopic) if a joint that slides carries the body."""
    for joint in joints:
        if joint.type.look != "slide":
            continue
        for frame, other, child in ((joint.child, joint.parent, True), (joint.parent, joint.child, False)):
            if frame.body.name != body.name or (not child and other.body.is_ground):
                continue
            axis = np.asarray(frame.rotation, float)[:, 2]
            p = body.number(frame.position)
            arm = body.com - p
            along = np.linalg.norm(arm) > 1e-9 and np.linalg.norm(np.cross(arm, axis)) < 1e-6 * np.linalg.norm(arm)
            telescopic = bool(along) and not other.body.is_ground
            if child or telescopic:
                return p, axis, child, telescopic
    return None


def foot(p: Array, axis: Array, unit: float, plane: tuple[Array, Array, Array] | None) -> Shapes:
    """Return a bearing on the ground: a wedge under the pin of a plane machine, (right, up, normal), or a ring about the axis."""
    u = unit
    if plane is None:
        return [{"k": "cyl", "a": p - axis * 1.1 * u, "b": p + axis * 1.1 * u, "r": 1.7 * u}]
    right, up, normal = plane
    wedge = np.array([p + u * (x * right + y * up) for x, y in ((-1.9, -2.9), (1.9, -2.9), (0.9, 0.0), (-0.9, 0.0))])
    base = {"k": "box", "p": p - 3.2 * u * up - 0.3 * u * normal, "R": np.column_stack(plane).ravel(),
            "s": np.array([5.2, 0.7, 3.2]) * u}  # fmt: skip
    return [{"k": "plate", "points": wedge, "n": normal, "t": 0.7 * u, "o": -0.95 * u}, base]


def _across(axis: Array) -> Array:
    e = np.eye(3)[int(np.abs(axis).argmin())]
    y = e - (e @ axis) * axis
    return np.asarray(y / np.linalg.norm(y))


def _hull(points: Array) -> list[int]:
    """Return the corners of the convex hull, counter-clockwise (Andrew's monotone chain)."""
    order = sorted(range(len(points)), key=lambda i: (points[i][0], points[i][1]))

    def right_turn(a: int, b: int, c: int) -> bool:
        (x, y), (v, w) = points[b] - points[a], points[c] - points[b]
        return bool(x * w - y * v <= 0)

    def chain(indices: list[int]) -> list[int]:
        out: list[int] = []
        for i in indices:
            while len(out) > 1 and right_turn(out[-2], out[-1], i):
                out.pop()
            out.append(i)
        return out[:-1]

    return chain(order) + chain(order[::-1])


def _rounded(corners: Array, radius: float) -> Array:
    """Grow a convex outline by a radius, with round corners."""
    out, n = [], len(corners)
    for k in range(n):
        before, here, after = corners[k - 1], corners[k], corners[(k + 1) % n]
        first, last = (np.arctan2(*(d / np.linalg.norm(d))[::-1]) - np.pi / 2 for d in (here - before, after - here))
        while last < first:
            last += 2 * np.pi
        for w in np.linspace(first, last, 7):
            out.append(here + radius * np.array([np.cos(w), np.sin(w)]))
    return np.array(out)


def figures_of(mechanism: Mechanism) -> list[Figure]:
    """Return the figures that elements draw besides bodies and lines; those on a joint are at its child frame."""
    stores = (mechanism.couplings, mechanism.loads, mechanism.actuators)
    found = [f for store in stores for x in store.values() if isinstance(x, Element) for f in x.figures]
    joints = mechanism.joints
    return [
        f._replace(frame=joints[f.frame].child) if isinstance(f.frame, str) else f
        for f in found
        if not (isinstance(f.frame, str) and joints[f.frame].type.look == "slide")  # a line of its own
    ]


def details(sketch: Sketch, name: str, unit: float, number: Callable[[Any], Array]) -> Iterator[dict[str, Any]]:
    """Yield the shapes of the figures on a body, in its axes; `number` evaluates expressions of parameters."""
    for figure in figures_of(sketch.mechanism):
        if figure.frame.body.name == name:
            yield from _shapes(figure, sketch, unit, number)


def _shapes(figure: Figure, sketch: Sketch, u: float, number: Callable[[Any], Array]) -> list[dict[str, Any]]:
    p, R = number(figure.frame.position), np.asarray(figure.frame.rotation, float)
    z = R[:, 2]
    match figure.kind:
        case "rail":
            low, high = _travel(figure, sketch)[2]
            return [{"k": "cyl", "a": p + (low - 5 * u) * z, "b": p + (high + 5 * u) * z, "r": 0.5 * u, "c": GREY}]
        case "pad":
            spans = np.array(_travel(figure, sketch)[:2])
            size = np.array([*(np.ptp(spans, axis=1) + 8 * u), 0.4 * u])
            return [{"k": "box", "p": p + R @ np.array([*spans.mean(axis=1), -0.9 * u]), "R": R.ravel(), "s": size, "c": GREY}]
        case "wheel":
            axis = np.asarray(figure.axis, float) / np.linalg.norm(figure.axis)
            r, half = float(number(figure.radius)), 0.12 * float(number(figure.radius)) * axis
            return [{"k": "cyl", "a": p - half, "b": p + half, "r": r, "c": RUBBER},
                    {"k": "cyl", "a": p - 1.1 * half, "b": p + 1.1 * half, "r": 0.62 * r, "c": GREY}]  # fmt: skip
        case "coil":
            turns = (-1.2, -0.4, 0.4, 1.2)
            return [{"k": "cyl", "a": p + (s - 0.22) * u * z, "b": p + (s + 0.22) * u * z, "r": 2.1 * u, "c": STEEL} for s in turns]
    return [{"k": "ball", "p": p, "r": 0.9 * u, "c": STEEL}]  # a roller, or a foot


def _travel(figure: Figure, sketch: Sketch) -> list[tuple[float, float]]:
    """Return from where to where the other end moves, along each axis of the frame."""
    R = sketch.rotations[figure.frame.body.name] @ np.asarray(figure.frame.rotation, float)
    way = np.einsum("nji,nj->ni", R, sketch.place(figure.other) - sketch.place(figure.frame))
    return [(float(x.min()), float(x.max())) for x in way.T]
