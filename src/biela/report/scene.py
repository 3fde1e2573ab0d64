"""Machine as shapes for the 3-D view: links between joints, plates, blocks, pistons, discs.

Sizes come from the description alone: the points a body is known by (joints, ends of springs and cylinders), its centre of
mass, and the box or cylinder that has its mass and inertia. All shapes are in the axes of their body, lengths in metres.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.locks import cached_property
from biela.mechanism.frame import Frame
from biela.mechanism.motion import call
from biela.mechanism.parameter import evaluate, parameters_in
from biela.report.body import DrawnBody, lines_of
from biela.report.shapes import corners, telescopes, view_shapes
from biela.report.sketch import Sketch, view
from biela.report.solids import BodySolid, Shapes, details, foot, guide_of
from biela.report.style import colour
from biela.simulation.history import History
from biela.state.functions import functions_of
from biela.state.state import State

GROUND = "#9aa4b0"
"""Colour of the ground."""
DIGITS = 5
"""Digits of lengths relative to the size of the machine."""
MAX_LAYERS = 12
"""Number of bodies beyond which the links of a plane machine share two layers."""


def quaternions(R: Array) -> Array:
    """Return unit quaternions (w, x, y, z) of rotation matrices (…, 3, 3); divide by the largest entry only."""
    a, b, c = R[..., 0, 0], R[..., 1, 1], R[..., 2, 2]
    squares = np.stack([1 + a + b + c, 1 + a - b - c, 1 - a + b - c, 1 - a - b + c], axis=-1)  # 4 w², 4 x², 4 y², 4 z²
    wx, wy, wz = R[..., 2, 1] - R[..., 1, 2], R[..., 0, 2] - R[..., 2, 0], R[..., 1, 0] - R[..., 0, 1]  # 4 w x, …
    xy, xz, yz = R[..., 1, 0] + R[..., 0, 1], R[..., 0, 2] + R[..., 2, 0], R[..., 2, 1] + R[..., 1, 2]
    ww, xx, yy, zz = np.moveaxis(squares, -1, 0)
    rows = [(ww, wx, wy, wz), (wx, xx, xy, xz), (wy, xy, yy, yz), (wz, xz, yz, zz)]
    candidates = np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)  # row k is 4 q_k q
    q = np.take_along_axis(candidates, squares.argmax(axis=-1)[..., None, None], axis=-2)[..., 0, :]
    return np.asarray(q / np.linalg.norm(q, axis=-1, keepdims=True))


def poses(sketch: Sketch) -> Array:
    """Return quaternion and position of every moving body, (n, bodies, 7)."""
    out = np.empty((len(sketch.t), len(sketch.moving), 7))
    if sketch.moving:
        out[..., :4] = quaternions(np.stack([sketch.rotations[name] for name in sketch.moving], axis=1))
        out[..., 4:] = np.stack([sketch.positions[name] for name in sketch.moving], axis=1)
    return out


def outermost(points: Array) -> list[Array]:
    """Return those of the points (x, y, z: right, up, to the reader) that reach the edge of a picture first, in any window.

    A point is inside a picture taken from the distance d if |x| ≤ (d − z) w and |y| ≤ (d − z) h, that is, d ≥ z + |x| / w: the
    points with the largest z + k |x| and z + k |y| decide, for every slope k.
    """
    slopes = np.geomspace(0.5, 16.0, 12)
    chosen = {int((points[:, 2] + k * np.abs(points[:, i])).argmax()) for k in slopes for i in (0, 1)}
    return [points[k] for k in sorted(chosen)]


def standing(state: State) -> History:
    """Return a machine at one instant as a run, so that everything that draws runs draws it."""
    m = state.mechanism
    _, _, u, p = state.arguments()
    return History(m, functions_of(m), np.array([state.t]), state.x[None, :].copy(), u, p)


class Scene:
    """Shapes of a machine, for the page (`data`)."""

    def __init__(self, history: History, sketch: Sketch | None = None):
        self.history = history
        self.mechanism = history.mechanism
        self.sketch = Sketch(history) if sketch is None else sketch
        self._values = dict(zip(self.mechanism.parameters, history.p, strict=True))
        self.moving = self.sketch.moving
        self.bodies = {name: DrawnBody(self.mechanism, name, self._values) for name in self.moving}
        self.normal = None if self.mechanism.shapes else self.sketch.normal  # what is drawn has its own depth
        self._look(self._number(self.mechanism.gravity))
        self.follow, self._travel = self._followed()
        self._measure()
        self.layers = self._layers()
        self._solids: dict[str, BodySolid] = {}

    def _number(self, x: Any) -> Array:
        return np.asarray(evaluate(x, self._values), float)

    def _look(self, gravity: Array) -> None:
        """Choose directions and angles of the view."""
        if self.normal is not None:
            self.right, self.up = view(self.normal, gravity)
            if np.cross(self.right, self.up) @ self.normal < 0:
                self.normal = -self.normal
            self.yaw, self.pitch = 0.0, 0.0
            return
        self.up = -gravity / np.linalg.norm(gravity) if np.linalg.norm(gravity) > 1e-9 else np.array([0.0, 0.0, 1.0])
        first = np.eye(3)[int(np.abs(self.up).argmin())]
        right = first - (first @ self.up) * self.up
        self.right = right / np.linalg.norm(right)
        self.yaw, self.pitch = 0.6, 0.35

    def _followed(self) -> tuple[str | None, Array]:
        """Return the body that the view travels with, and how far, level, it has gone at each time: the heaviest one of a
        machine that leaves the place where it began, as a car does."""
        still = np.zeros((len(self.sketch.t), 3))
        heavy = max(self.moving, key=lambda name: self.bodies[name].mass, default=None)
        if heavy is None or self.bodies[heavy].mass <= 0:
            return None, still
        way = self.sketch.positions[heavy] - self.sketch.positions[heavy][0]
        way = way - np.outer(way @ self.up, self.up)
        begin = np.array([self.sketch.positions[name][0] for name in self.moving])
        size = max(float(np.ptp(begin, axis=0).max()), 1e-6)
        far = len(self.moving) > 1 and float(np.linalg.norm(way, axis=1).max()) > 5.0 * size
        return (heavy, way) if far else (None, still)

    def _measure(self) -> None:
        """Find the extent of the motion, and the unit of thickness: a fiftieth of it, or less where links are short."""
        moving = [b for name, b in self.sketch.bodies.items() if name != "ground" or self.follow is None]
        everything = [self._beside(p) for body in moving for p in (*body.outline, *body.marks)]
        everything += [self._beside(b.mass_centre) for b in moving if b.mass_centre is not None]
        points = np.concatenate(everything) if everything else np.zeros((1, 3))
        low, high = points.min(axis=0), points.max(axis=0)
        extent = float(np.linalg.norm(high - low))
        own = max((2 * body.equivalent[0].max() for body in self.bodies.values() if body.mass > 0), default=0.0)
        self.size = max(extent * 0.62, own, 1e-6)
        self.centre, half = _middle(points, [self.right, self.up, np.cross(self.right, self.up)])
        self.half = [max(h, 0.3 * own) for h in (half[:2] if self.normal is not None else [0.34 * extent] * 2)]
        spans = [body.span for body in self.bodies.values() if body.span > 1e-9]
        self.unit = min(0.020 * self.size, 0.085 * float(np.median(spans)) if spans else np.inf)
        self.low = float((points @ self.up).min())
        self.frame: list[Array] = []
        if self.mechanism.shapes:
            self._frame_drawing(points)

    def _beside(self, p: Array) -> Array:
        """Return points over time, relative to where the followed body has gone."""
        return p - self._travel if len(p) == len(self._travel) else p

    def _frame_drawing(self, points: Array) -> None:
        """Find centre and half sizes of the home view of a drawn machine, over its whole motion."""
        some = sorted(set(np.linspace(0, len(self.sketch.t) - 1, 60).astype(int).tolist()))
        clouds = [points]
        for name, shapes in self.mechanism.shapes.items():
            if name in self.sketch.positions and len(own := corners(shapes)):
                at = own @ self.sketch.rotations[name][some].transpose(0, 2, 1)
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
        self.centre, half = _middle(cloud, axes)
        self.half = half[:2]
        self.frame = outermost((cloud - self.centre) @ np.array(axes).T)
        self.size = max(float(np.linalg.norm(cloud.max(axis=0) - cloud.min(axis=0))) * 0.62, 1e-6)
        self.low = float((cloud @ self.up).min())

    def _layers(self) -> dict[str, float]:
        """Return offsets along the normal of a plane machine, so that links which share a pin lie side by side."""
        if self.normal is None:
            return {}
        level: dict[str, int] = {}
        pairs = [(j.parent.body.name, j.child.body.name) for j in self.mechanism.joints.values()]
        for name in self.moving:
            near = {b if a == name else a for a, b in pairs if name in (a, b)}
            level[name] = next(k for k in range(len(self.moving) + 1) if all(level.get(n) != k for n in near))
        return {name: float(k % 2 if len(self.moving) > MAX_LAYERS else k) for name, k in level.items()}

    def shapes(self, name: str) -> Shapes:
        """Return the shapes of a body: as drawn in the description, or as its points and inertia suggest."""
        if name in self.mechanism.shapes:
            return view_shapes(self.mechanism.shapes[name])
        if self.mechanism.shapes and self.bodies[name].mass <= 0:
            return []
        extra, offset = details(self.sketch, name, self.unit, self._number), self._solid(name).offset
        shifted = [s | {key: s[key] + offset for key in ("p", "a", "b") if key in s} for s in extra]  # into the layer of their body
        return [*self._solid(name).shapes(), *shifted]

    def _solid(self, name: str) -> BodySolid:
        """Return the solid of a body that no one has drawn; found once."""
        if name in self._solids:
            return self._solids[name]
        body, normal = self.bodies[name], None if self.normal is None else self._own_normal(name)
        top = max(self.layers.values(), default=0.0) if len(self.moving) <= MAX_LAYERS else 1.0
        guide = guide_of(body, self.mechanism.joints.values())
        layer, pins = self.layers.get(name, 0.0), [self._pins[_place(name, p.point)] == name for p in body.points]
        self._solids[name] = BodySolid(body, self.unit, self.size, normal, layer, top, guide, pins)
        return self._solids[name]

    @cached_property
    def _pins(self) -> dict[tuple[Any, ...], str]:
        """Return place on a body → the body that draws the pin there: the first of all that joints hold together at it."""
        owner = {_place(name, p.point): name for name in self.moving for p in self.bodies[name].points}
        joints = [j for j in self.mechanism.joints.values() if j.type.look != "nothing"]
        for _ in self.moving:  # until nothing changes; as many rounds as bodies are enough
            before = dict(owner)
            for j in joints:
                ends = [_place(f.body.name, self._number(f.position)) for f in (j.parent, j.child)]
                known = [owner[end] for end in ends if end in owner]
                owner |= {end: min(known, key=self.moving.index) for end in ends if end in owner}
            if owner == before:
                break
        return owner

    def _own_normal(self, name: str) -> Array:
        assert self.normal is not None
        return np.asarray(self.sketch.rotations[name][0].T @ self.normal)

    def ground(self) -> Shapes:
        """Return the shapes of the ground; if it has none, feet of the joints on it, guides, and anchors of springs."""
        if "ground" in self.mechanism.shapes:
            return view_shapes(self.mechanism.shapes["ground"])
        u = self.unit
        made: Shapes = []
        plane = None if self.normal is None else (self.right, self.up, self.normal)
        for joint in self.mechanism.joints.values():
            for frame, other in ((joint.parent, joint.child), (joint.child, joint.parent)):
                if not frame.body.is_ground:
                    continue
                p, axis = self._number(frame.position), np.asarray(frame.rotation, float)[:, 2]
                match joint.type.look:
                    case "slide":
                        reach = (self.sketch.place(other) - p) @ axis
                        low, high = float(reach.min()) - 5 * u, float(reach.max()) + 5 * u
                        made.append({"k": "cyl", "a": p + low * axis, "b": p + high * axis, "r": 0.55 * u})
                    case "ball":
                        made.append({"k": "ball", "p": p, "r": 1.5 * u})
                    case "pin" | "screw":
                        made += foot(p, axis, u, plane)
        made += details(self.sketch, "ground", u, self._number)
        ends = [end for line in lines_of(self.mechanism) if line.look for end in (line.a, line.b)]
        made += [{"k": "ball", "p": self._number(end.position), "r": 0.9 * u} for end in ends if end.body.is_ground]
        return made

    def data(self) -> dict[str, Any]:
        """Return everything the page needs to draw the machine, apart from how it moves."""
        n = self.normal if self.normal is not None else self.up
        level = self.low - (0.0 if self.mechanism.shapes else 1.5 * self.unit)  # of the grid under the machine, or behind it
        if self.normal is not None:
            level = float(self.centre @ n) - 2.2 * self.unit
        at = self.centre - (self.centre @ n) * n + n * level
        step = _step(self.size / 6)
        points = {name: [p.point for p in self.bodies[name].points] for name in self.moving}
        places = {name: np.mean(p, axis=0) if len(p) > 1 else self.bodies[name].com for name, p in points.items()}  # of labels
        bodies = [
            {
                "name": name, "colour": colour(k), "shapes": self._tidy(self.shapes(name)),
                "com": self._tidy(self.bodies[name].com + self._solid(name).offset), "label": self._tidy(places[name]),
                "mass": self.bodies[name].mass,
            }
            for k, name in enumerate(self.moving)
        ]  # fmt: skip
        follow = None if self.follow is None else {
            "body": self.moving.index(self.follow), "from": self._tidy(self.sketch.positions[self.follow][0]),
        }  # fmt: skip
        return {
            "follow": follow, "name": self.mechanism.name, "size": self.size, "unit": self.unit, "centre": self._tidy(self.centre),
            "up": self._tidy(self.up), "right": self._tidy(self.right), "half": self._tidy(self.half),
            "frame": self._tidy(self.frame), "yaw": self.yaw, "pitch": self.pitch,
            "planar": self.normal is not None, "shadow": bool(self.mechanism.shapes), "bodies": bodies,
            "ground": self._tidy(self.ground()), "lines": self._tidy(self.lines()), "joints": self._tidy(self.joints()),
            "grid": {"p": self._tidy(at), "n": self._tidy(n), "step": step / 5, "count": 5 * int(np.ceil(1.15 * self.size / step))},
        }  # fmt: skip

    def lines(self) -> Shapes:
        """Return springs, cylinders and massless rods between points."""
        found: Shapes = [
            {"name": line.name, "kind": line.look, "a": self._end_of(line.a), "b": self._end_of(line.b)}
            for line in lines_of(self.mechanism)
            if line.look
        ]
        drawn = telescopes(self.mechanism)
        for line in found:
            line["pressures"] = [n for n in self.history.names if n.startswith(f"{line['name']}.") and n.endswith("_pressure")]
            if (t := drawn.get(line["name"])) is not None:
                line |= {"kind": "telescope", "bore": t.bore, "rod": t.rod, "closed": t.closed, "spread": t.spread,
                         "colour": t.colour or "#3b4148", "rod_colour": t.rod_colour}  # fmt: skip
        return found

    def joints(self) -> Shapes:
        """Return the place of each joint, for the arrows of its reaction; in front of the links of a plane machine."""
        found = []
        for j in self.mechanism.joints.values():
            at = self._end_of(j.child)
            if self.normal is not None:
                front = (max(self.layers.values(), default=0.0) * 1.15 + 1.2) * self.unit
                n = self.normal if j.child.body.is_ground else self._own_normal(j.child.body.name)
                at = [at[0], *(np.array(at[1:]) + front * n)]
            ends = [j.parent.body.name, j.child.body.name]
            found.append({"name": j.name, "at": at, "kind": j.type.kind, "bodies": ends})
        return found

    def _end_of(self, frame: Frame) -> list[float]:
        index = -1 if frame.body.is_ground else self.moving.index(frame.body.name)
        return [index, *self._number(frame.position)]

    def _tidy(self, x: Any) -> Any:
        """Return plain lists with as many digits as a picture needs."""
        return _rounded(x, max(DIGITS - int(np.floor(np.log10(max(self.size, 1e-12)))), 4))

    def scales(self) -> dict[int, Array]:
        """Return index of a body whose mass follows a schedule → size of its drawing over time, the cube root of its share."""
        found, schedules = {}, self.mechanism.schedules
        for k, name in enumerate(self.moving):
            used = {p.name for p in parameters_in(self.mechanism.bodies[name].mass)} & set(schedules)
            if used:
                shares = [self._share(schedules[parameter]) for parameter in used]
                found[k] = np.cbrt(np.clip(np.prod(shares, axis=0), 0.0, None))
        return found

    def _share(self, law: Any) -> Array:
        """Return the values of a schedule over time: a signal, or a law of time."""
        if isinstance(law, str):
            return self.history[law]
        return np.array([float(call(law, t, self._values)) for t in self.history.t])

    def reactions(self) -> Array | None:
        """Return the force of each joint on its child in ground axes [N], (n, joints, 3)."""
        forces = []
        for joint in self.mechanism.joints.values():
            names = [f"{joint.name}.force_on_child_{k}" for k in "xyz"]
            if any(name not in self.history for name in names):
                forces.append(np.zeros((len(self.history.t), 3)))
                continue
            own = np.stack([self.history[name] for name in names], axis=1)
            R = self.sketch.rotations[joint.child.body.name] @ np.asarray(joint.child.rotation, float)
            forces.append(np.einsum("nij,nj->ni", R, own))
        return np.stack(forces, axis=1) if forces else None


def _middle(points: Array, axes: list[Array]) -> tuple[Array, list[float]]:
    """Return the middle of points between their ends along each axis, and half of their extents."""
    spans = [(along.min(), along.max()) for along in (points @ e for e in axes)]
    centre = sum(((low + high) / 2 * e for (low, high), e in zip(spans, axes, strict=True)), np.zeros(3))
    return centre, [float(high - low) / 2 for low, high in spans]


def _place(name: str, point: Array) -> tuple[Any, ...]:
    """Return a key for a point of a body."""
    return (name, *np.round(point, 9).tolist())


def _step(x: float) -> float:
    """Return the nearest of 1, 2, 5 times a power of ten."""
    power = 10 ** np.floor(np.log10(x))
    return float(min((1, 2, 5, 10), key=lambda k: abs(k * power - x)) * power)


def _rounded(x: Any, digits: int) -> Any:
    """Return plain lists and numbers."""
    kind = type(x)
    if kind is float:
        return round(x, digits) + 0.0
    if kind is dict:
        return {k: _rounded(v, digits) for k, v in x.items()}
    if kind is list or kind is tuple:
        return [_rounded(v, digits) for v in x]
    return _rounded(x.tolist(), digits) if isinstance(x, np.ndarray | np.generic) else x
