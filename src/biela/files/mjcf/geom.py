"""Geoms of MJCF: mass and inertia of simple solids and shells, and how they look.

solid      sphere     m = ρ 4/3 π r³              I = 2/5 m r²
           ellipsoid  m = ρ 4/3 π a b c           I_x = m (b² + c²)/5, …
           box        m = ρ 8 a b c               I_x = m (b² + c²)/3, …            a, b, c half edges
           cylinder   m = ρ π r² 2h               I_z = m r²/2,  I_x = m (3 r² + 4 h²)/12
           capsule    cylinder and two half balls: I_x = I_x,cyl + m_balls (2/5 r² + h² + 3/4 h r)
shell      the same of faces: a plate, a tube, a ball of sheet; of an ellipsoid by summing over its surface
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.files.markup import Markup
from biela.files.mjcf.mesh import Matter
from biela.files.robot import number, numbers, pose, tidy, unit
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism.shape import Ball, Box, Shape, Tube

MIN_HALF_SIZE = 1e-15
"""Smallest half size of a geom [m], as in MuJoCo."""
SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}


@dataclass(frozen=True)
class Geom:
    """A shape on a body: half sizes as in MJCF, in the pose X of the body; how its mass is spread, in its own axes."""

    kind: str
    size: tuple[float, ...]
    X: Pose
    mass: float
    colour: str | None
    matter: Matter | None

    @staticmethod
    def read(a: Markup, X: Pose, outer: Pose, mesh: Matter | None = None) -> Geom:
        """Read it from its attributes, defaults included; X is its pose, unless it is given from end to end in `outer`; `mesh` is
        the spread of the mass of its mesh, if it is one."""
        kind = a.get("type", "sphere")
        solid = kind in SIZES
        a.get("size")  # also of planes, which are as large as they look
        size = list(numbers(a.get("size"), 0, (), f"size of a {kind}", 3)) if solid else []
        if solid and "fromto" in a:
            ends = numbers(a.get("fromto"), 6, None, f"fromto of a {kind}")
            along = ends[3:6] - ends[:3]
            size = [*size[: SIZES[kind] - 1], float(np.linalg.norm(along)) / 2]
            X = outer @ pose(shortest_turn(unit(along, f"fromto of a {kind}, from end to end,")), (ends[:3] + ends[3:6]) / 2)
        if solid and len(size) < SIZES[kind]:
            numbers(None, 1, None, f"size of a {kind}")
        own = tuple(float(s) for s in size[: SIZES.get(kind, 0)])
        if solid and min(own) < MIN_HALF_SIZE:
            raise BielaError(f"a {kind} has the size {own}: its sizes must be above zero.")
        hollow = a.get("shellinertia", "false") == "true"
        matter = (sheet(kind, own) if hollow else filled(kind, own)) if solid else mesh
        density = number(a.get("density"), 1000.0, f"density of a {kind}")
        mass = number(a.get("mass"), 0.0 if matter is None else density * matter.amount, f"mass of a {kind}")
        if mass < 0:
            raise BielaError(f"a {kind} has the mass {mass:g} kg: it must not be negative.")
        rgba = numbers(a.get("rgba"), 3, (), "rgba", 4) if "rgba" in a else None
        colour = None if rgba is None else "#" + "".join(f"{round(255 * c):02x}" for c in np.clip(rgba[:3], 0, 1))
        return Geom(kind, own, X, mass, colour, matter)

    def centre(self) -> Array:
        """Return its centre of mass, on the body."""
        return np.asarray(self.X.position if self.matter is None else self.X @ self.matter.centre, float)

    def tensor(self) -> Array:
        """Return inertia about its centre of mass, in the axes of the body."""
        if self.matter is None:
            return np.zeros((3, 3))
        R = np.asarray(self.X.rotation, float)
        return np.asarray(R @ (self.mass * self.matter.inertia) @ R.T)

    def shape(self) -> Shape | None:
        """Return its shape for pictures."""
        centre = tidy(self.X.position)
        match self.kind:
            case "sphere":
                return Ball(centre, self.size[0], self.colour)
            case "box" | "ellipsoid":
                return Box(centre, tuple(2 * s for s in self.size), tidy(so3.roll_pitch_yaw(self.X.rotation)), self.colour)
            case "cylinder" | "capsule":
                a, b = (tidy(self.X @ np.array([0.0, 0.0, s * self.size[1]])) for s in (-1, 1))
                return Tube(a, b, self.size[0], colour=self.colour)
        return None


def combined(geoms: Sequence[Geom]) -> dict[str, Any]:
    """Return mass, centre of mass and inertia of several solids as one body."""
    mass = sum(g.mass for g in geoms)
    if mass <= 0:
        return {}
    centres = np.array([g.centre() for g in geoms])
    com = np.average(centres, axis=0, weights=[g.mass for g in geoms])
    tensor = np.zeros((3, 3))
    for g, c in zip(geoms, centres - com, strict=True):
        tensor += g.tensor() + g.mass * ((c @ c) * np.eye(3) - np.outer(c, c))
    return {"mass": mass, "com": tidy(com), "inertia": (tensor + tensor.T) / 2}


def shortest_turn(z: Array) -> Array:
    """Return the smallest rotation that takes the z axis to `z`."""
    axis = np.cross([0.0, 0.0, 1.0], z)
    sine = float(np.linalg.norm(axis))
    if sine < 1e-12:
        return np.eye(3) if z[2] > 0 else np.diag([1.0, -1.0, -1.0])
    return np.asarray(so3.about(axis / sine, float(np.arctan2(sine, z[2]))), float)


def _matter(amount: float, *moments: float) -> Matter:
    return Matter(amount, np.zeros(3), np.diag(moments))


def filled(kind: str, s: tuple[float, ...]) -> Matter:
    """Return the volume of a solid, and its moments of inertia over its mass."""
    match kind:
        case "sphere":
            return _matter(4 / 3 * math.pi * s[0] ** 3, *(0.4 * s[0] ** 2,) * 3)
        case "ellipsoid" | "box":
            factor, part = (4 / 3 * math.pi, 5) if kind == "ellipsoid" else (8.0, 3)
            x, y, z = (e**2 / part for e in s)
            return _matter(factor * math.prod(s), y + z, x + z, x + y)
        case "cylinder":
            r, h = s
            across = (3 * r**2 + 4 * h**2) / 12
            return _matter(math.pi * r**2 * 2 * h, across, across, r**2 / 2)
    r, h = s
    tube, balls = math.pi * r**2 * 2 * h, 4 / 3 * math.pi * r**3
    long, round_ = tube / (tube + balls), balls / (tube + balls)
    across = long * (3 * r**2 + 4 * h**2) / 12 + round_ * (0.4 * r**2 + h**2 + 0.75 * h * r)
    return _matter(tube + balls, across, across, long * r**2 / 2 + round_ * 0.4 * r**2)


def sheet(kind: str, s: tuple[float, ...]) -> Matter:
    """Return area of a surface, and the moments of inertia of a thin sheet over its mass."""
    match kind:
        case "sphere":
            return _matter(4 * math.pi * s[0] ** 2, *(2 / 3 * s[0] ** 2,) * 3)
        case "ellipsoid":
            return _ellipsoid(s)
        case "box":
            a, b, c = s
            faces = np.array([b * c, a * c, a * b])
            part, squares = faces / faces.sum(), np.array([a, b, c]) ** 2
            along = np.array([part @ np.where(np.arange(3) == i, e, e / 3) for i, e in enumerate(squares)])  # ∫ x² dm
            return _matter(8 * float(faces.sum()), *(along.sum() - along))
    r, h = s
    tube, ends = 4 * math.pi * r * h, 2 * math.pi * r**2 * (1 if kind == "cylinder" else 2)
    long, rest = tube / (tube + ends), ends / (tube + ends)
    around, across = long * r**2, long * (r**2 / 2 + h**2 / 3)
    if kind == "cylinder":
        return _matter(tube + ends, *(across + rest * (r**2 / 4 + h**2),) * 2, around + rest * r**2 / 2)
    return _matter(tube + ends, *(across + rest * (2 / 3 * r**2 + h**2 + h * r),) * 2, around + rest * 2 / 3 * r**2)


def _ellipsoid(s: tuple[float, ...]) -> Matter:
    """Return surface integrals over x = a (sin θ cos φ, …): Gauss-Legendre in cos θ, equal steps in φ."""
    a, b, c = s
    z, w = np.polynomial.legendre.leggauss(400)
    phi = np.linspace(0, 2 * np.pi, 401)[:-1]
    Z, F = np.meshgrid(z, phi, indexing="ij")
    sine = np.sqrt(1 - Z**2)
    x = np.stack([a * sine * np.cos(F), b * sine * np.sin(F), c * Z])
    dA = np.sqrt((b * c * sine * np.cos(F)) ** 2 + (a * c * sine * np.sin(F)) ** 2 + (a * b * Z) ** 2)
    weight = dA * w[:, None] * (2 * np.pi / len(phi))
    area = float(weight.sum())
    along = np.array([float((weight * e**2).sum()) / area for e in x])
    return _matter(area, *(along.sum() - along))
