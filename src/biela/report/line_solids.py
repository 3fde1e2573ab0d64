"""Lines between two points as solids: cylinders, springs, dampers, rods; made once, then turned and stretched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from biela.base.array import Array
from biela.report.tessellate import across, tube

GREY, DARK = "#8d97a3", "#7d8794"


class LineSolid(NamedTuple):
    """Part of a line. Its axes: origin at the line's first end, or `start` metres further; z towards the other end.

    corners : (n, 3, 3) triangles; z runs from 0 to 1 if it is stretched
    stretched : z is to be multiplied by the length of the line less `start`
    side : the line is drawn this far from its first end, along the y axis of the body there [m]
    """

    colour: str
    corners: Array
    start: float = 0.0
    stretched: bool = True
    side: float = 0.0

    def along(self, length: float) -> float:
        """Return the factor of z in a line of this length."""
        return max(length - self.start, 1e-9) if self.stretched else 1.0


def line_solids(line: Mapping[str, Any], length: float, unit: float) -> list[LineSolid]:
    """Return the parts of a line of the scene. length : at which its proportions are right [m]; unit : of thickness [m]"""
    u = unit
    damper = [LineSolid(DARK, _bar(0.3, 0.7, 0.8 * u)), LineSolid(GREY, _bar(0.0, 1.0, 0.35 * u))]
    match line["kind"]:
        case "telescope":
            c, parts = line["closed"], []
            barrel, rod = _bar(0.0, 0.9 * c, 1.18 * line["bore"] / 2), _bar(0.0, 1.0, line["rod"] / 2)
            for s in [s * line["spread"] for s in (-0.5, 0.5)] if line["spread"] else [0.0]:
                parts.append(LineSolid(line["colour"], barrel, stretched=False, side=s))
                parts.append(LineSolid(line["rod_colour"], rod, start=0.88 * c, side=s))
            return parts
        case "cylinder":
            return [LineSolid(DARK, _bar(0.0, 0.55, 1.1 * u)), LineSolid("#c3cad3", _bar(0.5, 1.0, 0.55 * u))]
        case "spring":
            return [LineSolid(GREY, _coil(length, 1.5 * u, 0.3 * u))]
        case "damper":
            return damper
        case "strut":
            return [*damper, LineSolid(GREY, _coil(length, 1.8 * u, 0.2 * u, 6))]
        case _:
            return [LineSolid(GREY, _bar(0.0, 1.0, 0.45 * u))]


def _bar(low: float, high: float, radius: float) -> Array:
    return tube(np.array([0.0, 0.0, low]), np.array([0.0, 0.0, high]), radius)


def _coil(length: float, radius: float, wire: float, turns: int = 8) -> Array:
    """Return a spring from 0 to 1, round at this length."""
    s = np.linspace(0, 1, 12 * turns + 1)
    w, r = 2 * np.pi * turns * s, radius * np.minimum(1, np.minimum(12 * s, 12 * (1 - s)))
    path = np.column_stack([r * np.cos(w), r * np.sin(w), length * (0.08 + 0.84 * s)])
    path = np.vstack([np.zeros(3), path, [0.0, 0.0, length]])
    corners = np.concatenate([tube(p, q, wire) for p, q in zip(path[:-1], path[1:], strict=True)])
    return np.asarray(corners / np.array([1.0, 1.0, length]))


def turned(e: Array, before: Array | None = None) -> Array:
    """Return axes whose z is the unit vector e; turned from those of `before` by the shortest way, so that nothing spins."""
    x = np.zeros(3) if before is None else before[:, 0] - (before[:, 0] @ e) * e
    size = float(np.linalg.norm(x))
    x = across(e) if size < 1e-9 else x / size
    return np.column_stack([x, np.cross(e, x), e])
