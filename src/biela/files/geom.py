"""Geoms of MJCF: mass and inertia of simple solids, and how they look.

sphere     m = ρ 4/3 π r³              I = 2/5 m r²
ellipsoid  m = ρ 4/3 π a b c           I_x = m (b² + c²)/5, …
box        m = ρ 8 a b c               I_x = m (b² + c²)/3, …            a, b, c half edges
cylinder   m = ρ π r² 2h               I_z = m r²/2,  I_x = m (3 r² + 4 h²)/12
capsule    cylinder and two half balls: I_x = I_x,cyl + m_balls (2/5 r² + h² + 3/4 h r)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from biela.dataclass import dataclass
from biela.errors import BielaError
from biela.files.robot import numbers, pose, tidy, unit
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism.shape import Ball, Box, Shape, Tube

SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}


@dataclass(frozen=True)
class Geom:
    """A solid on a body: half sizes as in MJCF, in the pose X of the body."""

    kind: str
    size: tuple[float, ...]
    X: Pose
    mass: float
    colour: str | None

    @staticmethod
    def read(a: dict[str, str], X: Pose, outer: Pose) -> Geom:
        """From its attributes, defaults included; X is its pose, unless it is given from end to end in `outer`."""
        kind = a.get("type", "sphere")
        solid = kind in SIZES
        size = list(numbers(a.get("size"), 0, (), f"size of a {kind}", 3)) if solid else []
        if solid and "fromto" in a:
            ends = numbers(a["fromto"], 6, None, f"fromto of a {kind}")
            along = ends[3:6] - ends[:3]
            length = float(np.linalg.norm(along))
            size = [*size[: SIZES[kind] - 1], length / 2]
            X = outer @ pose(_upright(unit(along, f"fromto of a {kind}, from end to end,")), (ends[:3] + ends[3:6]) / 2)
        if solid and len(size) < SIZES[kind]:
            numbers(None, 1, None, f"size of a {kind}")
        own = tuple(float(s) for s in size[: SIZES.get(kind, 0)])
        density = float(numbers(a.get("density"), 1, (1000.0,), f"density of a {kind}")[0])
        mass = float(numbers(a.get("mass"), 1, (density * _volume(kind, own),), f"mass of a {kind}")[0])
        if solid and (min(own) <= 0 or mass < 0):
            raise BielaError(
                f"a {kind} has the size {own} and the mass {mass:g} kg: its sizes must be above zero, its mass not below."
            )
        rgba = numbers(a.get("rgba"), 3, (), "rgba", 4) if "rgba" in a else None
        colour = None if rgba is None else "#" + "".join(f"{round(255 * c):02x}" for c in np.clip(rgba[:3], 0, 1))
        return Geom(kind, own, X, mass, colour)

    @property
    def solid(self) -> bool:
        """Whether its mass is known here; that of meshes and planes is not."""
        return self.kind in SIZES

    def tensor(self) -> Any:
        """Inertia about its centre, in the axes of the body."""
        R = np.asarray(self.X.rotation, float)
        return R @ np.diag(self.mass * np.array(_gyration(self.kind, self.size))) @ R.T

    def shape(self) -> Shape | None:
        """How it is drawn."""
        centre = tidy(self.X.position)
        match self.kind:
            case "sphere":
                return Ball(centre, self.size[0], self.colour)
            case "box" | "ellipsoid":
                edges = tuple(2 * s for s in self.size)
                return Box(centre, edges, tidy(so3.roll_pitch_yaw(self.X.rotation)), self.colour)
            case "cylinder" | "capsule":
                a, b = (tidy(self.X @ np.array([0.0, 0.0, s * self.size[1]])) for s in (-1, 1))
                return Tube(a, b, self.size[0], colour=self.colour)
        return None


def combined(geoms: Sequence[Geom]) -> dict[str, Any]:
    """Mass, centre of mass and inertia of several solids as one body."""
    mass = sum(g.mass for g in geoms)
    if mass <= 0:
        return {}
    centres = np.array([np.asarray(g.X.position, float) for g in geoms])
    com = np.average(centres, axis=0, weights=[g.mass for g in geoms])
    tensor = np.zeros((3, 3))
    for g, c in zip(geoms, centres - com, strict=True):
        tensor += g.tensor() + g.mass * ((c @ c) * np.eye(3) - np.outer(c, c))
    return {"mass": mass, "com": tidy(com), "inertia": (tensor + tensor.T) / 2}


def _upright(z: Any) -> Any:
    from biela.files.mjcf import shortest_turn

    return shortest_turn(z)


def _volume(kind: str, s: tuple[float, ...]) -> float:
    match kind:
        case "sphere":
            return 4 / 3 * math.pi * s[0] ** 3
        case "ellipsoid":
            return 4 / 3 * math.pi * s[0] * s[1] * s[2]
        case "box":
            return 8 * s[0] * s[1] * s[2]
        case "cylinder":
            return math.pi * s[0] ** 2 * 2 * s[1]
        case "capsule":
            return math.pi * s[0] ** 2 * 2 * s[1] + 4 / 3 * math.pi * s[0] ** 3
    return 0.0


def _gyration(kind: str, s: tuple[float, ...]) -> tuple[float, float, float]:
    """Moments of inertia over mass."""
    match kind:
        case "sphere":
            return (0.4 * s[0] ** 2,) * 3
        case "ellipsoid" | "box":
            x, y, z = (e**2 / (5 if kind == "ellipsoid" else 3) for e in s)
            return y + z, x + z, x + y
        case "cylinder":
            r, h = s
            across = (3 * r**2 + 4 * h**2) / 12
            return across, across, r**2 / 2
    r, h = s
    round_part = 4 / 3 * r / (2 * h + 4 / 3 * r)  # of the mass, in the half balls
    long_part = 1 - round_part
    across = long_part * (3 * r**2 + 4 * h**2) / 12 + round_part * (0.4 * r**2 + h**2 + 0.75 * h * r)
    return across, across, long_part * r**2 / 2 + round_part * 0.4 * r**2
