"""Shapes of the 3-D view as triangles, for pictures that are drawn without a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array
from biela.mechanism.mesh import unpacked

ViewShape: TypeAlias = Mapping[str, Any]
"""Shape of the 3-D view: its kind `k`, sizes, and places in the axes of its body [m]."""
SIDES = 28
"""Sides of a circle."""


def triangles(shapes: Iterable[ViewShape], colour: str = "") -> list[tuple[str, Array]]:
    """Return the colour (of the shape, or this one) and the (n, 3, 3) corners, counter-clockwise from outside, of each shape."""
    return [(s.get("c") or colour, _MAKERS[s["k"]](s)) for s in shapes if s["k"] in _MAKERS]


def rgb(colour: str) -> Array:
    """Return red, green and blue of `#rrggbb`, 0 … 255."""
    return np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)], float)


def face_normals(corners: Array) -> Array:
    """Return (n, 3) unit normals of triangles; zero where a triangle has no area."""
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return np.asarray(normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300))


def across(e: Array) -> Array:
    """Return a unit vector normal to e."""
    x = np.cross(e, np.eye(3)[int(np.abs(e).argmin())])
    return np.asarray(x / np.linalg.norm(x))


def tube(a: Array, b: Array, radius: float, end: float | None = None) -> Array:
    """Return a round bar from a to b, with flat ends."""
    e = radius if end is None else end
    length = float(np.linalg.norm(b - a))
    return _lathe(a, b - a, [(0.0, 0.0), (0.0, radius), (length, e), (length, 0.0)])


def _lathe(a: Array, axis: Array, profile: list[tuple[float, float]]) -> Array:
    """Turn a profile (distance along the axis, radius) about an axis."""
    z = axis / max(float(np.linalg.norm(axis)), 1e-12)
    x = across(z)
    w = np.linspace(0.0, 2 * np.pi, SIDES + 1)
    out = np.outer(np.cos(w), x) + np.outer(np.sin(w), np.cross(z, x))
    rings = np.array([a + s * z + r * out for s, r in profile])
    p, q, r, s = rings[:-1, :-1], rings[:-1, 1:], rings[1:, 1:], rings[1:, :-1]
    return np.concatenate([np.stack([p, q, r], axis=-2), np.stack([p, r, s], axis=-2)]).reshape(-1, 3, 3)


def _prism(outline: Array, n: Array, thickness: float, offset: float) -> Array:
    """Give a plane outline, counter-clockwise about n, a thickness; convex or not."""
    n = n / np.linalg.norm(n)
    low = outline + n * (offset - thickness / 2)
    high = low + n * thickness
    flat = _ears(outline, n)
    after = np.roll(np.arange(len(low)), -1)
    sides = [np.stack([low, low[after], high[after]], axis=1), np.stack([low, high[after], high], axis=1)]
    return np.concatenate([high[flat], low[flat[:, ::-1]], *sides])


def _ears(outline: Array, n: Array) -> NDArray[np.intp]:
    """Cut a plane polygon into triangles, ear by ear."""
    left, found = list(range(len(outline))), []

    def turn(a: int, b: int, c: int) -> float:
        return float(n @ np.cross(outline[b] - outline[a], outline[c] - outline[b]))

    while len(left) > 3:
        for k in range(len(left)):
            a, b, c = left[k - 1], left[k], left[(k + 1) % len(left)]
            inside = (p for p in left if p not in (a, b, c))
            if turn(a, b, c) > 0 and not any(min(turn(a, b, p), turn(b, c, p), turn(c, a, p)) > 0 for p in inside):
                break
        else:
            k = 0
        found.append((left[k - 1], left[k], left[(k + 1) % len(left)]))
        left.pop(k)
    return np.array([*found, left])


def _bar(s: ViewShape) -> Array:
    """Return a flat link with round ends."""
    n, a, b = (np.asarray(s[key], float) for key in ("n", "a", "b"))
    along = b - a - ((b - a) @ n) * n
    x = along / max(float(np.linalg.norm(along)), 1e-12)
    w = np.linspace(-np.pi / 2, np.pi / 2, SIDES // 2)
    arc = np.outer(np.cos(w), x) + np.outer(np.sin(w), np.cross(n, x))
    return _prism(np.concatenate([b + s["w"] * arc, a - s["w"] * arc]), n, s["t"], s.get("o", 0.0))


def _rod(s: ViewShape) -> Array:
    a, b, r = np.asarray(s["a"], float), np.asarray(s["b"], float), s["r"]
    w, length = np.linspace(0, np.pi / 2, 7), float(np.linalg.norm(b - a))
    near = [(-r * np.cos(v), r * np.sin(v)) for v in w]
    return _lathe(a, b - a, near + [(length + r * np.sin(v), r * np.cos(v)) for v in w])


def _ball(s: ViewShape) -> Array:
    w = np.linspace(0, np.pi, 15)
    return _lathe(np.asarray(s["p"], float), np.array([0.0, 0, 1]), [(-s["r"] * np.cos(v), s["r"] * np.sin(v)) for v in w])


def _box(s: ViewShape) -> Array:
    R, half = np.asarray(s.get("R", np.eye(3)), float).reshape(3, 3), np.asarray(s["s"], float) / 2
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half[:2]
    outline = np.asarray(s["p"], float) + square @ R[:, :2].T
    return _prism(outline, R[:, 2], 2 * half[2], 0.0)


def _mesh(s: ViewShape) -> Array:
    vertices, faces = unpacked(s["mesh"])
    return np.asarray(vertices.astype(float)[faces])


_MAKERS: dict[str, Callable[[ViewShape], Array]] = {
    "cyl": lambda s: tube(np.asarray(s["a"], float), np.asarray(s["b"], float), s["r"], s.get("e")),
    "rod": _rod, "ball": _ball, "box": _box, "bar": _bar,
    "plate": lambda s: _prism(np.asarray(s["points"], float), np.asarray(s["n"], float), s["t"], s.get("o", 0.0)),
    "mesh": _mesh,
}  # fmt: skip
