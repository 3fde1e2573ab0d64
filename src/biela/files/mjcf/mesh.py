"""Meshes of MJCF as solids: volume, centre and inertia in the four ways that MuJoCo knows.

exact     tetrahedra between the triangles and a point, with their signs
legacy    the same, all counted as positive: right for a convex mesh
convex    the convex hull of its corners
shell     the triangles as a thin sheet
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.checked import MAX_MAGNITUDE
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, DescriptionError
from biela.files.markup import Markup
from biela.files.mjcf.settings import MjcfSettings
from biela.files.robot import beside, numbers, unit
from biela.lie import quaternion

Array = NDArray[Any]
KINDS = ("stl", "obj")


@dataclass(frozen=True)
class Matter:
    """Spread of the mass of a shape: its volume, or area of a shell; centre; inertia about it of one kilogram."""

    amount: float
    centre: Array
    inertia: Array


class Meshes:
    """Meshes of the assets of a file, read when first asked for."""

    def __init__(self, settings: MjcfSettings, file: str):
        self.settings, self.file = settings, file
        self.elements: dict[str, Markup] = {}
        self._known: dict[str, Matter] = {}

    def add(self, element: Markup) -> None:
        """Note a <mesh>, with its defaults."""
        file = element.attributes.get("file", "")
        self.elements[element.attributes.get("name") or Path(file.replace("\\", "/")).stem] = element

    def matter(self, name: str) -> Matter:
        """Return the spread of the mass of a mesh, in its own axes; raises what is wrong with it."""
        if name not in self.elements:
            raise BielaError(f"there is no mesh {name!r} among the assets.")
        if name not in self._known:
            element, what = self.elements[name], f"mesh {name!r}"
            self._known[name] = spread(*self._triangles(element, what), element.get("inertia") or "legacy", what)
        return self._known[name]

    def _triangles(self, element: Markup, what: str) -> tuple[Array, Array]:
        if "builtin" in element:
            raise BielaError(f"{what} is one that MuJoCo makes itself (builtin): give its triangles in a file.")
        if "file" in element:
            vertices, faces = self._file(element, what)
        else:
            vertices = _triples(element.get("vertex"), f"vertex of {what}")
            faces = _triples(element.get("face"), f"face of {what}").astype(np.int64)
            if len(vertices) < 4 or (faces.size and not 0 <= faces.min() <= faces.max() < len(vertices)):
                raise BielaError(f"{what} needs four corners at least, and triangles of these.")
        scale = numbers(element.get("scale"), 3, (1, 1, 1), f"scale of {what}")
        origin = numbers(element.get("refpos"), 3, (0, 0, 0), f"refpos of {what}")
        turn = quaternion.to_matrix(unit(numbers(element.get("refquat"), 4, (1, 0, 0, 0), f"refquat of {what}"), what))
        vertices = (np.asarray(vertices, float) - origin) @ np.asarray(turn, float) * scale
        if np.prod(scale) < 0:
            faces = faces[:, ::-1]
        return vertices, faces if faces.size else _hull(vertices, what)

    def _file(self, element: Markup, what: str) -> tuple[Array, Array]:
        from biela.mechanism.mesh import triangles

        given = element.seen("content_type").get("file", "").replace("\\", "/")
        path = beside(self.file, self.settings.meshes, Path(given).name if self.settings.strip else given)
        if path.suffix.lower().lstrip(".") not in KINDS:
            raise BielaError(f"{what} is a file of kind {path.suffix!r}: biela reads the mass of {' and '.join(KINDS)} files.")
        try:
            return triangles(str(path))
        except DescriptionError as error:
            raise BielaError(str(error)) from None


def _triples(text: str | None, what: str) -> Array:
    try:
        values = np.array([float(word) for word in (text or "").split()])
    except ValueError:
        values = np.full(1, np.nan)
    if len(values) % 3 or not np.all(np.abs(values) <= MAX_MAGNITUDE):
        raise BielaError(f"{what}: give three numbers for each entry, of size up to {MAX_MAGNITUDE:g}.")
    return values.reshape(-1, 3)


def _hull(vertices: Array, what: str) -> Array:
    """Return triangles of the convex hull, counter-clockwise from outside."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(vertices)
    except (QhullError, ValueError):
        raise BielaError(f"{what} is flat: it has no volume.") from None
    faces = hull.simplices.copy()
    middle = vertices[hull.vertices].mean(axis=0)
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    inwards = np.einsum("ni,ni->n", np.cross(b - a, c - a), a - middle) < 0
    faces[inwards] = faces[inwards][:, ::-1]
    return np.asarray(faces)


def spread(vertices: Array, faces: Array, how: str, what: str) -> Matter:
    """Spread mass over the solid inside a surface, or over the surface."""
    if how not in ("convex", "exact", "legacy", "shell"):
        raise BielaError(f"inertia of {what} is {how!r}: give convex, exact, legacy or shell.")
    if how == "convex":
        faces = _hull(vertices, what)
    corners = vertices[faces]
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2
    middles = corners.mean(axis=1)
    if how == "shell":
        weights, centre = areas, areas @ middles / areas.sum()
        at = corners - centre
        # ∫ x xᵀ dA over a triangle: A/12 (a aᵀ + b bᵀ + c cᵀ + s sᵀ), s = a + b + c
        second = np.einsum("n,nki,nkj->ij", weights, at, at) + np.einsum("n,ni,nj->ij", weights, at.sum(1), at.sum(1))
        total = float(areas.sum())
        return Matter(total, centre, _tensor(second / 12 / total))
    apex = areas @ middles / areas.sum()
    for last in (False, True):  # tetrahedra first from the middle of the surface, then from the centre of mass
        at = corners - apex
        volumes = np.linalg.det(at) / 6
        volumes = np.abs(volumes) if how == "legacy" else volumes
        total = float(volumes.sum())
        if not total > 1e-14:
            raise BielaError(f"{what} encloses no volume, or its triangles face inwards.")
        if not last:
            apex = apex + volumes @ at.sum(1) / 4 / total
    second = np.einsum("n,nki,nkj->ij", volumes, at, at) + np.einsum("n,ni,nj->ij", volumes, at.sum(1), at.sum(1))
    return Matter(total, apex, _tensor(second / 20 / total))


def _tensor(second: Array) -> Array:
    """Return moments of inertia from ∫ x xᵀ dm."""
    return np.asarray(np.trace(second) * np.eye(3) - (second + second.T) / 2)
