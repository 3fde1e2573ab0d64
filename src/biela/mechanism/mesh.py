"""Meshes of triangles: how a body looks, and where its mass, its centre and its inertia come from.

crank = Mesh("crank.stl", scale=1e-3)                       a file in millimetres
m.body("crank", **crank.solid(density=7850))                steel: mass, centre of mass and inertia
m.draw("crank", crank)
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from biela.base.array import AnyArray as Array
from biela.base.checked import guard
from biela.base.errors import DescriptionError
from biela.base.intake import MEGABYTE, Unreadable, content
from biela.base.packing import deflated, inflated
from biela.element.declaration import element
from biela.element.role import Role, data, fixed, text
from biela.mechanism.frame import rotation_matrix
from biela.mechanism.parameter import scalar
from biela.mechanism.shape import POINT, Shape, _numbers, _positive

FILE = Role("file")
ENDINGS = {".stl": "stl", ".obj": "obj", ".glb": "glb", ".gltf": "gltf"}
LARGEST_FILE = 100 * MEGABYTE
"""Largest file that is read [bytes]."""
TRIANGLES_DRAWN = 100_000
"""Largest number of triangles of a picture: a page draws them 60 times a second, and a result keeps them."""
TRIANGLES_READ = 5_000_000
"""Largest number of triangles of a file."""
SHORTEST_MESH, LONGEST_MESH = 1e-7, 1e5
"""Bounds of the extent of a mesh [m]: beyond them, it was written in other units."""
NEGLIGIBLE_PRODUCT = 1e-7
"""Products of inertia below this part of the moments are zero: corners have 24 bits."""


@element("mesh")
class Mesh(Shape):
    """A surface of triangles from a file: STL, OBJ or glTF (.glb, .gltf). Reading it needs `pip install 'biela[mesh]'`.

    file : name of the file; in machine files from the folder of the machine file
    scale : length of one unit of the file [m]: `1 mm` for a drawing in millimetres
    position, rotation : of the axes of the file on the body
    packed : the triangles themselves, as biela writes them into results; the file is not read then
    """

    file: str = data(FILE)
    scale: float = data(fixed("m"), default=1.0)
    position: Sequence[float] = data(POINT, default=(0.0, 0.0, 0.0))
    rotation: Sequence[float] = data(Role("fixed list", "rad"), default=(0.0, 0.0, 0.0))
    colour: str | None = data(text(), default=None)
    packed: str | None = data(text(), default=None)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.file, str | Path) or not str(self.file):
            raise DescriptionError(f"file of a mesh is {self.file!r}: name a file, such as crank.stl.")
        self._set(file=str(self.file), scale=_positive(self.scale, "scale of a mesh"))
        self._set(position=_numbers(self.position, 3, "position of a mesh"))
        self._set(rotation=_numbers(self.rotation, 3, "rotation of a mesh"))
        try:
            raw, faces = triangles(self.file) if self.packed is None else unpacked(str(self.packed))
        except ValueError as error:
            raise (error if self.packed is None else self._refused(f"its `packed` triangles are damaged: {error}.")) from None
        R = rotation_matrix(self.rotation, "a mesh")
        vertices = self.scale * raw.astype(float) @ R.T + np.array(self.position)
        extent = float(np.ptp(vertices, axis=0).max())
        if not SHORTEST_MESH < extent < LONGEST_MESH:
            raise self._refused(f"it is {extent:.3g} m long: give `scale`, the length of one of its units (1 mm).")
        self._set(_triangles=(vertices, faces), packed=self.packed or packed(raw, faces), file=Path(self.file).name)

    @property
    def vertices(self) -> Array:
        """(n, 3) corners in the axes of the body [m]."""
        return self.__dict__["_triangles"][0]  # type: ignore[no-any-return]

    @property
    def faces(self) -> Array:
        """(n, 3) indices of the corners of each triangle, counter-clockwise from outside."""
        return self.__dict__["_triangles"][1]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"Mesh({self.file!r}, {len(self.faces)} triangles)"

    def _refused(self, why: str) -> DescriptionError:
        return DescriptionError(f"mesh {self.file!r}: {why}")

    def refuse_many(self) -> None:
        """Raise if it has more triangles than a picture can show."""
        if len(self.faces) > TRIANGLES_DRAWN:
            raise self._refused(
                f"it has {len(self.faces)} triangles, and pictures show up to {TRIANGLES_DRAWN}: reduce it (decimate) in a program "
                "for meshes, or draw a simpler one."
            )

    def solid(self, density: Any = None, *, mass: Any = None) -> dict[str, Any]:
        """`mass`, `com` and `inertia` of the solid inside the mesh: what `m.body(name, …)` takes.

        The volume is a sum of tetrahedra between the triangles (a, b, c) and a point inside; with D = det [a b c]:

            V = Σ D/6,   V c = Σ D/24 (a + b + c),   ∫ x xᵀ dV = Σ D/120 (a aᵀ + b bᵀ + c cᵀ + s sᵀ),   s = a + b + c

        Parameters
        ----------
        density : [kg/m³]; or else
        mass : [kg]; either may be an expression of parameters

        Raises
        ------
        DescriptionError : if the surface is not closed, or its triangles do not face the same way
        """
        if (density is None) == (mass is None):
            raise self._refused("give the density of its matter, or the mass of the body, one of them.")
        volume, com, C = self._moments()
        what, given = ("density", density) if mass is None else ("mass", mass)
        weight = scalar(given, f"{what} of mesh {self.file!r}", nonnegative=True)
        mass = weight * volume if mass is None else weight
        tensor = (np.trace(C) * np.eye(3) - (C + C.T) / 2) / volume  # of 1 kg
        tensor[np.abs(tensor) < NEGLIGIBLE_PRODUCT * np.trace(tensor)] = 0.0
        return {"mass": mass, "com": tuple(com.tolist()), "inertia": [[mass * x for x in row] for row in tensor.tolist()]}

    def _moments(self) -> tuple[float, Array, Array]:
        """Volume, its centre, and ∫ x xᵀ dV about the centre."""
        self._refuse_open()
        inside = self.vertices.mean(axis=0)
        corners = (self.vertices - inside)[self.faces]
        D, s = np.linalg.det(corners), corners.sum(axis=1)
        volume = float(D.sum() / 6)
        if abs(volume) < 1e-9 * float(np.prod(np.maximum(np.ptp(corners, axis=(0, 1)), 1e-12))):
            raise self._refused("it encloses no volume.")
        com = D @ s / 24 / volume
        C = (np.einsum("n,nki,nkj->ij", D, corners, corners) + np.einsum("n,ni,nj->ij", D, s, s)) / 120
        C = C / np.sign(volume)  # triangles that all face inwards
        return abs(volume), inside + com, C - abs(volume) * np.outer(com, com)

    def _refuse_open(self) -> None:
        """In a closed surface each edge is run through twice, once in each direction."""
        edges = np.concatenate([self.faces[:, [0, 1]], self.faces[:, [1, 2]], self.faces[:, [2, 0]]]).astype(np.int64)
        n = len(self.vertices)
        _, times = np.unique(edges.min(axis=1) * n + edges.max(axis=1), return_counts=True)
        why = "mass and inertia need a closed surface. Repair it in a program for meshes, or give mass, com and inertia."
        if odd := int((times != 2).sum()):
            raise self._refused(f"it is not closed ({odd} edges do not join two triangles): {why}")
        if turned := len(edges) - len(np.unique(edges[:, 0] * n + edges[:, 1])):
            raise self._refused(f"{turned} of its triangles face the other way than their neighbours: {why}")


def triangles(file: str) -> tuple[Array, Array]:
    """Corners, and triangles as indices of corners, of a file; equal corners are one."""
    kind = ENDINGS.get(Path(file).suffix.lower())
    if kind is None:
        raise DescriptionError(f"mesh {file!r}: its ending is none of {', '.join(ENDINGS)}.")
    try:
        raw = content(file, LARGEST_FILE, "meshes")
    except Unreadable as error:
        raise DescriptionError(f"mesh {file!r}: {error}") from None
    vertices, faces = _loaded(file, raw, kind)
    if not len(faces):
        raise DescriptionError(f"mesh {file!r}: it is empty or no mesh: there is no triangle in it.")
    with np.errstate(over="ignore"):  # what is too large becomes infinite, and is refused
        corners = np.asarray(vertices, np.float32)
    if not np.isfinite(corners).all() or faces.min() < 0 or faces.max() >= len(corners):
        raise DescriptionError(f"mesh {file!r}: a corner of a triangle is missing or not finite.")
    unique, place = np.unique(corners + np.float32(0), axis=0, return_inverse=True)
    merged = place.reshape(-1)[faces]
    a, b, c = merged.T
    merged = merged[(a != b) & (b != c) & (c != a)]
    if not len(merged):
        raise DescriptionError(f"mesh {file!r}: its triangles have no area.")
    return unique, merged.astype(np.uint32)


def _loaded(file: str, raw: bytes, kind: str) -> tuple[Array, Array]:
    """Read a file with trimesh; whatever that stumbles over is a reason to refuse it."""
    try:
        import trimesh
    except ImportError:
        raise DescriptionError(f"mesh {file!r}: reading meshes needs trimesh: pip install 'biela[mesh]'.") from None
    from io import BytesIO

    logging.getLogger("trimesh").setLevel(logging.CRITICAL)  # it prints what it stumbles over
    try:
        with np.errstate(all="ignore"):
            scene = trimesh.load_scene(BytesIO(raw), file_type=kind, resolver=_Beside(Path(file).parent))
            sizes = {name: len(getattr(g, "faces", ())) for name, g in scene.geometry.items()}
            total = sum(sizes[scene.graph[node][1]] for node in scene.graph.nodes_geometry)  # a file can repeat a mesh many times
            if total > TRIANGLES_READ:
                limit = f"and files of up to {TRIANGLES_READ} are read: reduce it."
                raise DescriptionError(f"mesh {file!r}: it has {total} triangles, {limit}")
            return _joined([g for g in scene.dump() if isinstance(g, trimesh.Trimesh)])
    except (KeyboardInterrupt, DescriptionError):
        raise
    except Exception as error:  # noqa: BLE001  the file is not ours, and neither are the errors it causes
        said = "" if isinstance(error, ImportError) else (str(error).splitlines() or [""])[0][:120]
        why = f" ({said})" if said else ""
        raise DescriptionError(f"mesh {file!r}: it is not a mesh in the form of {kind.upper()}{why}.") from None


def _joined(parts: Sequence[Any]) -> tuple[Array, Array]:
    """Corners and triangles of all parts."""
    first = np.cumsum([0, *(len(p.vertices) for p in parts)])
    faces = [np.asarray(p.faces, np.int64) + n for p, n in zip(parts, first, strict=False)]
    vertices = [np.asarray(p.vertices, float) for p in parts]
    return np.concatenate([np.zeros((0, 3)), *vertices]), np.concatenate([np.zeros((0, 3), np.int64), *faces])


class _Beside:
    """Parts that a glTF file names: files next to it, and no others."""

    def __init__(self, folder: Path):
        self.folder = folder

    def __getitem__(self, name: str) -> bytes:
        if Path(name).name != name:
            raise ValueError(f"it names {name!r}, which is not next to it")
        return content(self.folder / name, LARGEST_FILE, "parts of meshes")

    get = __getitem__


def packed(vertices: Array, faces: Array) -> str:
    """Corners and triangles as text, which results and pages keep; corners with 24 bits."""
    corners = np.ascontiguousarray(vertices, "<f4").T.ravel().view("<u4")
    return f"{len(vertices)} {len(faces)} {deflated(np.concatenate([corners, faces.T.ravel().astype('<u4')])[None])}"


def unpacked(text: str) -> tuple[Array, Array]:
    """Corners and triangles of a text; raises `ValueError` if it is damaged."""
    corners, triangles, body = text.split(" ")
    n, k = int(corners), int(triangles)
    if not (3 <= n <= 3 * TRIANGLES_DRAWN and 1 <= k <= TRIANGLES_DRAWN):
        raise ValueError(f"{n} corners and {k} triangles")
    bits = inflated(body, 1, 3 * (n + k))[0]
    vertices, faces = bits[: 3 * n].view("<f4").reshape(3, n).T, bits[3 * n :].reshape(3, k).T
    if not np.isfinite(vertices).all() or faces.max() >= n:
        raise ValueError("a corner is missing or not finite")
    return np.ascontiguousarray(vertices), np.ascontiguousarray(faces)


guard(__name__)
