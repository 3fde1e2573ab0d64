"""A machine as shapes: links between joints, plates, blocks, pistons, discs; what the 3-D view draws.

Sizes come from the description alone: the points a body is known by (joints, ends of springs and cylinders), its centre of
mass, and the box or cylinder that has its mass and inertia. All shapes are in the axes of their body, lengths in metres.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from biela.mechanism.parameter import evaluate, parameters_in
from biela.report.drawn import corners, line_ports, telescopes, view_shapes
from biela.report.sketch import Sketch, view
from biela.report.style import COLOURS

if TYPE_CHECKING:
    from biela.simulation.history import History

Array = NDArray[np.float64]
ROUND = 5
"""Digits of lengths relative to the size of the machine."""


def quaternions(R: Array) -> Array:
    """Unit quaternions (w, x, y, z) of rotation matrices (…, 3, 3); divides by the largest entry only."""
    a, b, c = R[..., 0, 0], R[..., 1, 1], R[..., 2, 2]
    squares = np.stack([1 + a + b + c, 1 + a - b - c, 1 - a + b - c, 1 - a - b + c], axis=-1)  # 4 w², 4 x², 4 y², 4 z²
    wx, wy, wz = R[..., 2, 1] - R[..., 1, 2], R[..., 0, 2] - R[..., 2, 0], R[..., 1, 0] - R[..., 0, 1]  # 4 w x, …
    xy, xz, yz = R[..., 1, 0] + R[..., 0, 1], R[..., 0, 2] + R[..., 2, 0], R[..., 2, 1] + R[..., 1, 2]
    rows = [
        (squares[..., 0], wx, wy, wz),
        (wx, squares[..., 1], xy, xz),
        (wy, xy, squares[..., 2], yz),
        (wz, xz, yz, squares[..., 3]),
    ]
    candidates = np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)  # row k is 4 q_k q
    q = np.take_along_axis(candidates, squares.argmax(axis=-1)[..., None, None], axis=-2)[..., 0, :]
    return np.asarray(q / np.linalg.norm(q, axis=-1, keepdims=True))


def poses(sketch: Sketch) -> Array:
    """(n, bodies, 7): quaternion and position of every moving body."""
    moving = [name for name in sketch.bodies if name != "ground"]
    out = np.empty((len(sketch.t), len(moving), 7))
    for k, name in enumerate(moving):
        out[:, k, :4] = quaternions(sketch.rotations[name])
        out[:, k, 4:] = sketch.positions[name]
    return out


class Scene:
    """Shapes of a machine; `data` is what the page receives."""

    def __init__(self, history: History, sketch: Sketch | None = None):
        self.history = history
        self.mechanism = history.mechanism
        self.sketch = Sketch(history) if sketch is None else sketch
        self._values = dict(zip(self.mechanism.parameters, history.p, strict=True))
        self.moving = [name for name in self.sketch.bodies if name != "ground"]
        self.normal = None if self.mechanism.shapes else self.sketch.normal  # what is drawn has its own depth
        gravity = self._number(self.mechanism.gravity)
        self._look(gravity)
        self.follow, self._travel = self._followed()
        self._measure()
        self.layers = self._layers()

    def _number(self, x: Any) -> Array:
        return np.asarray(evaluate(x, self._values), float)

    # --------------------------------------------------------------------------------------------------- sizes and view

    def _look(self, gravity: Array) -> None:
        if self.normal is not None:
            self.right, self.up = view(self.normal, gravity)
            if np.cross(self.right, self.up) @ self.normal < 0:
                self.normal = -self.normal
            self.yaw, self.pitch = 0.28, 0.22
            return
        self.up = -gravity / np.linalg.norm(gravity) if np.linalg.norm(gravity) > 1e-9 else np.array([0.0, 0.0, 1.0])
        first = np.eye(3)[int(np.abs(self.up).argmin())]
        right = first - (first @ self.up) * self.up
        self.right = right / np.linalg.norm(right)
        self.yaw, self.pitch = 0.6, 0.35

    def _followed(self) -> tuple[str | None, Array]:
        """The body that the view travels with, and how far, level, it has gone at each time: the heaviest one of a machine
        that leaves the place where it began, as a car does."""
        still = np.zeros((len(self.sketch.t), 3))
        heavy = max(self.moving, key=self._mass, default=None)
        if heavy is None or self._mass(heavy) <= 0:
            return None, still
        way = self.sketch.positions[heavy] - self.sketch.positions[heavy][0]
        way = way - np.outer(way @ self.up, self.up)
        begin = np.array([self.sketch.positions[name][0] for name in self.moving])
        size = max(float(np.ptp(begin, axis=0).max()), 1e-6)
        far = len(self.moving) > 1 and float(np.linalg.norm(way, axis=1).max()) > 5.0 * size
        return (heavy, way) if far else (None, still)

    def _measure(self) -> None:
        """Extent of the motion, and the unit of thickness: a fiftieth of it, or less where links are short."""
        moving = [b for name, b in self.sketch.bodies.items() if name != "ground" or self.follow is None]
        everything = [self._beside(p) for body in moving for p in (*body.outline, *body.marks)]
        everything += [self._beside(b.mass_centre) for b in moving if b.mass_centre is not None]
        points = np.concatenate(everything) if everything else np.zeros((1, 3))
        low, high = points.min(axis=0), points.max(axis=0)
        spans = [self._span(name) for name in self.moving]
        own = max(
            [*(2 * self._equivalent(name)[0].max() for name in self.moving if self._mass(name) > 0), 0.0], default=0.0
        )
        self.size = max(float(np.linalg.norm(high - low)) * 0.62, own, 1e-6)
        along = [points @ axis for axis in (self.right, self.up)]
        depth = np.cross(self.right, self.up)
        self.centre = sum(
            (
                (a.min() + a.max()) / 2 * e
                for a, e in zip((*along, points @ depth), (self.right, self.up, depth), strict=True)
            ),
            np.zeros(3),
        )
        flat = [float(np.ptp(a)) / 2 for a in along]
        self.half = flat if self.normal is not None else [0.34 * float(np.linalg.norm(high - low))] * 2
        self.half = [max(h, 0.3 * own) for h in self.half]
        longest = [s for s in spans if s > 1e-9]
        self.unit = min(0.020 * self.size, 0.085 * float(np.median(longest)) if longest else np.inf)
        self.low = float((points @ self.up).min())
        if self.mechanism.shapes:
            self._frame_drawing(points)

    def _beside(self, p: Array) -> Array:
        """Points over time, as one sees them who travels with the followed body."""
        return p - self._travel if len(p) == len(self._travel) else p

    def _frame_drawing(self, points: Array) -> None:
        """Centre and half sizes that the home view of a drawn machine needs, over its whole motion."""
        some = np.unique(np.linspace(0, len(self.sketch.t) - 1, 60).astype(int))
        clouds = [points]
        for name, shapes in self.mechanism.shapes.items():
            if name in self.sketch.positions and len(own := corners(shapes)):
                at = np.einsum("nij,kj->nki", self.sketch.rotations[name][some], own)
                here = (self.sketch.positions[name] - self._travel)[some]
                clouds.append((at + here[:, None, :]).reshape(-1, 3))
        cloud = np.concatenate(clouds)
        depth = np.cross(self.right, self.up)
        back = np.sin(self.yaw) * self.right + np.cos(self.yaw) * depth
        axes = [
            np.cos(self.yaw) * self.right - np.sin(self.yaw) * depth,
            np.cos(self.pitch) * self.up - np.sin(self.pitch) * back,
            np.cos(self.pitch) * back + np.sin(self.pitch) * self.up,
        ]
        spans = [((cloud @ e).min(), (cloud @ e).max()) for e in axes]
        self.centre = sum((float(low + high) / 2 * e for (low, high), e in zip(spans, axes, strict=True)), np.zeros(3))
        self.half = [float(high - low) / 2 for low, high in spans[:2]]
        self.size = max(float(np.linalg.norm(cloud.max(axis=0) - cloud.min(axis=0))) * 0.62, 1e-6)
        self.low = float((cloud @ self.up).min())

    def _points(self, name: str) -> list[tuple[Array, Array, str]]:
        """(position, axis, kind) of what is attached to a body, in its own axes; each place once."""
        found: list[tuple[Array, Array, str]] = []
        for joint in self.mechanism.joints.values():
            for frame in (joint.parent, joint.child):
                if frame.body.name == name and joint.type.kind != "free":
                    found.append(
                        (self._number(frame.position), np.asarray(frame.rotation, float)[:, 2], joint.type.kind)
                    )
        for thing in [
            *self.mechanism.couplings.values(),
            *self.mechanism.loads.values(),
            *self.mechanism.actuators.values(),
            *line_ports(self.mechanism),
        ]:
            for end in (getattr(thing, "a", None), getattr(thing, "b", None)):
                if end is not None and end.body.name == name:
                    found.append((self._number(end.position), np.asarray(end.rotation, float)[:, 2], "end"))
        kept: list[tuple[Array, Array, str]] = []
        for p in found:
            if not any(np.linalg.norm(p[0] - k[0]) < 1e-9 for k in kept):
                kept.append(p)
        return kept

    def _span(self, name: str) -> float:
        points = [p for p, _, _ in self._points(name)]
        if len(points) > 1:
            return max(float(np.linalg.norm(a - b)) for a in points for b in points)
        end = self._end(name)
        return float(np.linalg.norm(end - points[0])) if points and end is not None else 0.0

    def _mass(self, name: str) -> float:
        return float(self._number(self.mechanism.bodies[name].mass))

    def _com(self, name: str) -> Array:
        return self._number(self.mechanism.bodies[name].com)

    def _tensor(self, name: str) -> Array:
        return self._number(self.mechanism.bodies[name].inertia)

    def _equivalent(self, name: str) -> tuple[Array, Array]:
        """Edges of the uniform box with the body's mass and inertia, and the axes they lie along."""
        moments, axes = np.linalg.eigh(self._tensor(name))
        mass = max(self._mass(name), 1e-300)
        squares = np.array([6 * (moments.sum() - 2 * moments[k]) / mass for k in range(3)])
        return np.sqrt(np.maximum(squares, 0.0)), axes

    def _end(self, name: str) -> Array | None:
        """Far end of a body with one point: where a uniform rod of its mass and inertia would end."""
        points = self._points(name)
        start = points[0][0] if points else np.zeros(3)
        arm = self._com(name) - start
        length, mass = float(np.linalg.norm(arm)), self._mass(name)
        if length < 1e-9 or mass <= 0:
            return None
        beyond = min(np.sqrt(3.0 * max(float(np.linalg.eigvalsh(self._tensor(name))[-1]), 0.0) / mass), length)
        return np.asarray(self._com(name) + arm * (beyond / length))

    def _layers(self) -> dict[str, float]:
        """Offsets along the normal of a plane machine, so that links which share a pin lie beside each other."""
        if self.normal is None:
            return {}
        level: dict[str, int] = {}
        for name in self.moving:
            near = {
                other.body.name
                for j in self.mechanism.joints.values()
                for this, other in ((j.parent, j.child), (j.child, j.parent))
                if this.body.name == name
            }
            level[name] = next(k for k in range(len(self.moving) + 1) if all(level.get(n) != k for n in near))
        if len(self.moving) > 12:
            return {name: float(k % 2) for name, k in level.items()}
        return {name: float(k) for name, k in level.items()}

    # ------------------------------------------------------------------------------------------------------------ shapes

    def shapes(self, name: str) -> list[dict[str, Any]]:
        """What a body looks like: as drawn in the description, or as its points and inertia suggest."""
        if name in self.mechanism.shapes:
            return view_shapes(self.mechanism.shapes[name])
        if self.mechanism.shapes and self._mass(name) <= 0:
            return []
        points, com, u = self._points(name), self._com(name), self.unit
        body: list[dict[str, Any]] = []
        slide = self._slide(name)
        if slide is not None:
            body += self._sliding(name, *slide)
        elif len(points) >= 3:
            body += self._plate(name, [p for p, _, _ in points])
        elif len(points) == 2:
            body += self._link(name, points[0][0], points[1][0])
        else:
            body += self._single(name, points, com)
        for p, axis, kind in points:
            body += self._pin(name, p, axis, kind)
        for sensor in self.mechanism.sensors.values():
            for frame in sensor.marks:
                if frame.body.name == name:
                    body.append({"k": "ball", "p": self._number(frame.position) + self._offset(name), "r": 0.75 * u})
        return body

    def _offset(self, name: str) -> Array:
        """Shift of a plane body into its layer, in its own axes."""
        return (
            self._own_normal(name) * self.layers.get(name, 0.0) * 1.15 * self.unit
            if self.normal is not None
            else np.zeros(3)
        )

    def _own_normal(self, name: str) -> Array:
        assert self.normal is not None
        return np.asarray(self.sketch.rotations[name][0].T @ self.normal)

    def _link(self, name: str, a: Array, b: Array, width: float = 1.0) -> list[dict[str, Any]]:
        u = self.unit
        if self.normal is None:
            return [{"k": "rod", "a": a, "b": b, "r": 0.85 * u * width}]
        n = self._own_normal(name)
        return [
            {
                "k": "bar",
                "a": a,
                "b": b,
                "n": n,
                "w": 1.25 * u * width,
                "t": 1.0 * u,
                "o": self.layers.get(name, 0.0) * 1.15 * u,
            }
        ]

    def _plate(self, name: str, points: list[Array]) -> list[dict[str, Any]]:
        """A plate through all points if they lie in a plane, otherwise rods from their middle."""
        P = np.array(points)
        middle = P.mean(axis=0)
        _, s, axes = np.linalg.svd(P - middle)
        if s[1] < 1e-6 * s[0]:  # all on a line
            order = np.argsort((P - middle) @ axes[0])
            return self._link(name, P[order[0]], P[order[-1]])
        if len(s) > 2 and s[2] > 1e-6 * s[0]:
            return [{"k": "rod", "a": middle, "b": p, "r": 0.85 * self.unit} for p in P]
        n = np.cross(axes[0], axes[1])
        if self.normal is not None and n @ self._own_normal(name) < 0:
            n = -n
        x, y = axes[0], np.cross(n, axes[0])
        flat = np.stack([(P - middle) @ x, (P - middle) @ y], axis=1)
        hull = _hull(flat)
        grown = np.array([middle + h[0] * x + h[1] * y for h in _rounded(flat[hull], 1.25 * self.unit)])
        o = self.layers.get(name, 0.0) * 1.15 * self.unit if self.normal is not None else 0.0
        return [{"k": "plate", "points": grown, "n": n, "t": 0.9 * self.unit, "o": o}]

    def _single(self, name: str, points: list[tuple[Array, Array, str]], com: Array) -> list[dict[str, Any]]:
        """A body with one joint or none: a ball on a rod, a link to its far end, a disc, a cylinder or a box."""
        u, mass = self.unit, self._mass(name)
        edges, axes = self._equivalent(name)
        start = points[0][0] if points else com
        arm = com - start
        far = float(np.linalg.norm(arm)) > 1e-9
        if mass <= 0 or edges.max() < 1e-6 * self.size:
            ball = {"k": "ball", "p": com + self._offset(name), "r": min(2.4 * u, 0.06 * self.size)}
            return [*(self._link(name, start, com, 0.45) if far else []), ball]
        thin = sorted(edges)[1] < 0.12 * edges.max()
        if far and thin:
            end = self._end(name)
            return self._link(name, start, end if end is not None else com)
        stem = self._link(name, start, com, 0.5) if far else []
        return [*stem, self._solid(name, com, edges, axes)]

    def _solid(self, name: str, com: Array, edges: Array, axes: Array) -> dict[str, Any]:
        """The cylinder with the body's inertia where two edges are equal, otherwise the box."""
        com = com + self._offset(name)
        for k in range(3):
            i, j = [n for n in range(3) if n != k]
            if (
                abs(edges[i] - edges[j]) < 1e-3 * max(edges.max(), 1e-12)
                and not abs(edges[k] - edges[i]) < 1e-3 * edges.max()
            ):
                radius = edges[i] / np.sqrt(3.0)  # r²/2 = a²/6: same moment about the axis
                half = axes[:, k] * max(edges[k], 0.02 * self.size) / 2
                return {"k": "cyl", "a": com - half, "b": com + half, "r": radius}
        if np.linalg.det(axes) < 0:
            axes = axes * np.array([1, 1, -1])
        return {"k": "box", "p": com, "R": axes.ravel(), "s": np.maximum(edges, 0.015 * self.size)}

    def _slide(self, name: str) -> tuple[Array, Array, bool, bool] | None:
        """(point, axis, is the sliding child, telescopic) if a prismatic or cylindrical joint carries the body."""
        for joint in self.mechanism.joints.values():
            if joint.type.kind not in ("prismatic", "cylindrical"):
                continue
            for frame, child in ((joint.child, True), (joint.parent, False)):
                other = joint.parent if child else joint.child
                if frame.body.name != name or (not child and other.body.is_ground):
                    continue
                axis = np.asarray(frame.rotation, float)[:, 2]
                p = self._number(frame.position)
                arm = self._com(name) - p
                along = np.linalg.norm(arm) > 1e-9 and np.linalg.norm(np.cross(arm, axis)) < 1e-6 * np.linalg.norm(arm)
                telescopic = bool(along) and not other.body.is_ground
                if child or telescopic:
                    return p, axis, child, telescopic
        return None

    def _sliding(self, name: str, p: Array, axis: Array, child: bool, telescopic: bool) -> list[dict[str, Any]]:
        """A piston rod, the tube around it, or a block on a guide with links to whatever else it carries."""
        u = self.unit
        others = [q for q, _, _ in self._points(name) if np.linalg.norm(q - p) > 1e-9]
        if telescopic:
            com = self._com(name)
            base = p if child else (others[0] if others else p)
            half = com - base
            end = base + 2 * half
            return [
                {"k": "cyl", "a": base, "b": end, "r": (0.6 if child else 1.1) * u},
                *(r for q in others if child for r in self._link(name, p, q, 0.8)),
            ]
        R = np.column_stack([np.cross(axis, _across(axis)), _across(axis), axis])
        edges, _ = self._equivalent(name)
        if self.normal is None:
            block = {"k": "cyl", "a": p - axis * 2.2 * u, "b": p + axis * 2.2 * u, "r": 1.9 * u}
        else:
            block = {"k": "box", "p": p + self._offset(name), "R": R.ravel(), "s": np.array([3.0, 3.0, 4.6]) * u}
        return [block, *(shape for q in others for shape in self._link(name, p, q, 0.8))]

    def _pin(self, name: str, p: Array, axis: Array, kind: str) -> list[dict[str, Any]]:
        u = self.unit
        if kind in ("spherical", "universal"):
            return [{"k": "ball", "p": p, "r": 1.25 * u}]
        if kind == "revolute" and self.normal is None:
            return [{"k": "cyl", "a": p - axis * 1.5 * u, "b": p + axis * 1.5 * u, "r": 1.15 * u}]
        if kind == "revolute":
            top = max(self.layers.values(), default=0.0) if len(self.moving) <= 12 else 1.0
            n = self._own_normal(name)
            return [{"k": "cyl", "a": p - n * 0.7 * u, "b": p + n * (top * 1.15 + 0.72) * u, "r": 0.55 * u}]
        return []

    def ground(self) -> list[dict[str, Any]]:
        """What is drawn on the ground; otherwise feet of the joints on it, guides, and anchors of springs."""
        if "ground" in self.mechanism.shapes:
            return view_shapes(self.mechanism.shapes["ground"])
        u, made = self.unit, []
        for joint in self.mechanism.joints.values():
            for frame, other in ((joint.parent, joint.child), (joint.child, joint.parent)):
                if not frame.body.is_ground or joint.type.kind == "free":
                    continue
                p, axis = self._number(frame.position), np.asarray(frame.rotation, float)[:, 2]
                if joint.type.kind in ("prismatic", "cylindrical"):
                    reach = (self.sketch.place(other) - p) @ axis
                    low, high = float(reach.min()) - 5 * u, float(reach.max()) + 5 * u
                    made.append({"k": "cyl", "a": p + low * axis, "b": p + high * axis, "r": 0.55 * u})
                elif joint.type.kind in ("spherical", "universal"):
                    made.append({"k": "ball", "p": p, "r": 1.5 * u})
                elif joint.type.kind in ("revolute", "helical"):
                    made += self._foot(p, axis)
        for thing in [
            *self.mechanism.couplings.values(),
            *self.mechanism.loads.values(),
            *self.mechanism.actuators.values(),
        ]:
            for end in (getattr(thing, "a", None), getattr(thing, "b", None)):
                if end is not None and end.body.is_ground:
                    made.append({"k": "ball", "p": self._number(end.position), "r": 0.9 * u})
        return made

    def _foot(self, p: Array, axis: Array) -> list[dict[str, Any]]:
        """A bearing: a wedge under the pin of a plane machine, a ring about the axis of one in space."""
        u = self.unit
        if self.normal is None:
            return [{"k": "cyl", "a": p - axis * 1.1 * u, "b": p + axis * 1.1 * u, "r": 1.7 * u}]
        wedge = np.array(
            [
                p - 1.9 * u * self.right - 2.9 * u * self.up,
                p + 1.9 * u * self.right - 2.9 * u * self.up,
                p + 0.9 * u * self.right,
                p - 0.9 * u * self.right,
            ]
        )
        plate = {"k": "plate", "points": wedge, "n": self.normal, "t": 0.7 * u, "o": -0.95 * u}
        base = {
            "k": "box",
            "p": p - 3.2 * u * self.up - 0.3 * u * self.normal,
            "R": np.column_stack([self.right, self.up, self.normal]).ravel(),
            "s": np.array([5.2, 0.7, 3.2]) * u,
        }
        return [plate, base]

    # -------------------------------------------------------------------------------------------------------------- data

    def data(self) -> dict[str, Any]:
        """Everything the page needs to draw the machine, apart from how it moves."""
        n = self.normal if self.normal is not None else self.up
        at = (
            self.centre
            - (self.centre @ n) * n
            + n
            * (
                (self.centre @ n) - 2.2 * self.unit
                if self.normal is not None
                else self.low - (0.0 if self.mechanism.shapes else 1.5 * self.unit)
            )
        )
        step = _step(self.size / 6)
        bodies = [
            {
                "name": name,
                "colour": COLOURS[k % len(COLOURS)],
                "shapes": self._tidy(self.shapes(name)),
                "com": self._tidy(self._com(name) + self._offset(name)),
                "label": self._tidy(self._label(name)),
            }
            for k, name in enumerate(self.moving)
        ]
        follow = None if self.follow is None else {
            "body": self.moving.index(self.follow), "from": self._tidy(self.sketch.positions[self.follow][0]),
        }  # fmt: skip
        return {
            "follow": follow, "name": self.mechanism.name, "size": self.size, "unit": self.unit, "centre": self._tidy(self.centre),
            "up": self._tidy(self.up), "right": self._tidy(self.right), "half": self._tidy(self.half), "yaw": self.yaw,
            "pitch": self.pitch, "planar": self.normal is not None, "shadow": bool(self.mechanism.shapes), "bodies": bodies,
            "ground": self._tidy(self.ground()), "lines": self._tidy(self.lines()), "joints": self._tidy(self.joints()),
            "grid": {"p": self._tidy(at), "n": self._tidy(n), "step": step / 5, "count": 5 * int(np.ceil(1.15 * self.size / step))},
        }  # fmt: skip

    def _label(self, name: str) -> Array:
        points = [p for p, _, _ in self._points(name)]
        return np.mean(points, axis=0) if len(points) > 1 else self._com(name)

    def lines(self) -> list[dict[str, Any]]:
        """Springs, cylinders and massless rods between points."""
        found: list[dict[str, Any]] = []
        for thing in [
            *self.mechanism.couplings.values(),
            *self.mechanism.loads.values(),
            *self.mechanism.actuators.values(),
        ]:
            if look := getattr(thing, "look", ""):
                a, b = thing.ends
                found.append({"name": thing.name, "kind": look, "a": self._end_of(a), "b": self._end_of(b)})
        found += [
            {"name": port.name, "kind": "cylinder", "a": self._end_of(port.a), "b": self._end_of(port.b)}
            for port in line_ports(self.mechanism)
        ]
        drawn = telescopes(self.mechanism)
        for line in found:
            if (t := drawn.get(line["name"])) is not None:
                line |= {"kind": "telescope", "bore": t.bore, "rod": t.rod, "closed": t.closed, "spread": t.spread,
                         "colour": t.colour or "#3b4148", "rod_colour": t.rod_colour}  # fmt: skip
        return found

    def joints(self) -> list[dict[str, Any]]:
        """Where each joint is, for the arrows of its reaction; in front of the links of a plane machine."""
        found = []
        for j in self.mechanism.joints.values():
            at = self._end_of(j.child)
            if self.normal is not None:
                front = (max(self.layers.values(), default=0.0) * 1.15 + 1.2) * self.unit
                n = self.normal if j.child.body.is_ground else self._own_normal(j.child.body.name)
                at = [at[0], *(np.array(at[1:]) + front * n)]
            found.append({"name": j.name, "at": at})
        return found

    def _end_of(self, frame: Any) -> list[float]:
        index = -1 if frame.body.is_ground else self.moving.index(frame.body.name)
        return [index, *self._number(frame.position)]

    def _tidy(self, x: Any) -> Any:
        """Plain lists with as many digits as a picture needs."""
        if isinstance(x, dict):
            return {k: self._tidy(v) for k, v in x.items()}
        if isinstance(x, list | tuple | np.ndarray):
            return [self._tidy(v) for v in x]
        if isinstance(x, float | np.floating):
            digits = ROUND - int(np.floor(np.log10(max(self.size, 1e-12))))
            return round(float(x), max(digits, 4)) + 0.0
        return x.item() if isinstance(x, np.generic) else x

    def scales(self) -> dict[int, Array]:
        """Index of a body whose mass follows a schedule → size of its drawing over time, as the cube root of its share."""
        from biela.mechanism.motion import call

        found = {}
        shares = self.mechanism.schedules
        for k, name in enumerate(self.moving):
            used = {p.name for p in parameters_in(self.mechanism.bodies[name].mass)} & set(shares)
            if used:
                share = np.ones(len(self.history.t))
                for parameter in used:
                    law = shares[parameter]
                    share *= (
                        self.history[law]
                        if isinstance(law, str)
                        else np.array([float(call(law, t, self._values)) for t in self.history.t])
                    )
                found[k] = np.cbrt(np.clip(share, 0.0, None))
        return found

    def reactions(self) -> Array | None:
        """(n, joints, 3): force of each joint on its child in ground axes, the usual largest one of the run being 1."""
        forces = []
        for joint in self.mechanism.joints.values():
            names = [f"{joint.name}.force_on_child_{k}" for k in "xyz"]
            if any(name not in self.history for name in names):
                forces.append(np.zeros((len(self.history.t), 3)))
                continue
            own = np.stack([self.history[name] for name in names], axis=1)
            R = self.sketch.rotations[joint.child.body.name] @ np.asarray(joint.child.rotation, float)
            forces.append(np.einsum("nij,nj->ni", R, own))
        if not forces:
            return None
        F = np.stack(forces, axis=1)
        scale = float(np.quantile(np.linalg.norm(F, axis=2).max(axis=1), 0.95))
        F = F / scale if scale > 1e-12 else 0 * F
        length = np.linalg.norm(F, axis=2, keepdims=True)
        return np.asarray(F * np.minimum(1.0, 1.5 / np.maximum(length, 1e-12)))


def _across(axis: Array) -> Array:
    e = np.eye(3)[int(np.abs(axis).argmin())]
    y = e - (e @ axis) * axis
    return np.asarray(y / np.linalg.norm(y))


def _step(x: float) -> float:
    """The nearest of 1, 2, 5 times a power of ten."""
    power = 10 ** np.floor(np.log10(x))
    return float(min((1, 2, 5, 10), key=lambda k: abs(k * power - x)) * power)


def _hull(points: Array) -> list[int]:
    """Corners of the convex hull, counter-clockwise (Andrew's monotone chain)."""
    order = sorted(range(len(points)), key=lambda i: (points[i][0], points[i][1]))

    def chain(indices: list[int]) -> list[int]:
        out: list[int] = []
        for i in indices:
            while (
                len(out) > 1
                and np.cross(
                    np.append(points[out[-1]] - points[out[-2]], 0), np.append(points[i] - points[out[-1]], 0)
                )[2]
                <= 0
            ):
                out.pop()
            out.append(i)
        return out[:-1]

    return chain(order) + chain(order[::-1])


def _rounded(corners: Array, radius: float) -> Array:
    """A convex outline grown by a radius, with round corners."""
    out, n = [], len(corners)
    for k in range(n):
        before, here, after = corners[k - 1], corners[k], corners[(k + 1) % n]
        first, last = (np.arctan2(*(d / np.linalg.norm(d))[::-1]) - np.pi / 2 for d in (here - before, after - here))
        while last < first:
            last += 2 * np.pi
        for w in np.linspace(first, last, 7):
            out.append(here + radius * np.array([np.cos(w), np.sin(w)]))
    return np.array(out)
