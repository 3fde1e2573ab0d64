"""Shapes that a description draws on its bodies, in the terms of the 3-D view; see `biela.mechanism.shape`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.lie import so3
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.mesh import Mesh, packed, unpacked
from biela.mechanism.shape import Ball, Box, Prism, Shape, Telescope, Tube


def view_shapes(shapes: Iterable[Shape]) -> list[dict[str, Any]]:
    """Return shapes on a body in the form that the view draws."""
    coloured = [(made, getattr(shape, "colour", None)) for shape in shapes for made in _made(shape)]
    return [made | ({"c": colour} if colour else {}) for made, colour in coloured]


def _made(shape: Shape) -> list[dict[str, Any]]:
    match shape:
        case Box():
            R = np.asarray(so3.from_roll_pitch_yaw(np.array(shape.rotation)), float)
            return [{"k": "box", "p": np.array(shape.centre), "R": R.ravel(), "s": np.array(shape.size)}]
        case Prism():
            places = (shape.at, -shape.at) if shape.mirror else (shape.at,)
            k = "xyz".index(shape.axis)
            n = np.eye(3)[k]
            corners = np.zeros((len(shape.outline), 3))
            corners[:, [i for i in range(3) if i != k]] = np.array(shape.outline)
            if n @ np.cross(corners, np.roll(corners, -1, axis=0)).sum(axis=0) < 0:  # clockwise
                corners = corners[::-1]
            return [{"k": "plate", "points": corners, "n": n, "t": shape.width, "o": at} for at in places]
        case Tube():
            ends = {} if shape.ends is None else {"e": shape.ends}
            return [{"k": "cyl", "a": np.array(shape.a), "b": np.array(shape.b), "r": shape.radius, **ends}]
        case Ball():
            return [{"k": "ball", "p": np.array(shape.centre), "r": shape.radius}]
        case Mesh():
            return [{"k": "mesh", "mesh": packed(shape.vertices, shape.faces)}]
    return []


def corners(shapes: Iterable[Shape]) -> Array:
    """Return points that the shapes reach to, (n, 3)."""
    found = [np.zeros((0, 3))]
    for made in (m for shape in shapes for m in _made(shape)):
        match made["k"]:
            case "box":
                R, half = made["R"].reshape(3, 3), made["s"] / 2
                signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T
                found.append(made["p"] + (signs * half) @ R.T)
            case "plate":
                found += [made["points"] + made["n"] * (made["o"] + side * made["t"] / 2) for side in (-1, 1)]
            case "cyl":
                r = max(made["r"], made.get("e", 0.0))
                axis = made["b"] - made["a"]
                axis = axis / max(float(np.linalg.norm(axis)), 1e-12)
                reach = r * np.sqrt(np.maximum(1 - axis**2, 0.0))
                found += [end + side * reach for end in (made["a"], made["b"]) for side in (np.ones((1, 3)), -np.ones((1, 3)))]
            case "ball":
                found += [made["p"] + side * made["r"] * np.eye(3) for side in (-1, 1)]
            case "mesh":
                points = unpacked(made["mesh"])[0].astype(float)
                found.append(np.array(np.meshgrid(*np.stack([points.min(axis=0), points.max(axis=0)], axis=1))).reshape(3, -1).T)
    return np.concatenate(found)


def telescopes(mechanism: Mechanism) -> dict[str, Telescope]:
    """Return telescopes by the name of their line."""
    return {name: s for name, shapes in mechanism.shapes.items() for s in shapes if isinstance(s, Telescope)}
