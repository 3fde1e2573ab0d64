"""A machine as glTF 2.0 in one binary file (.glb), which Blender, browsers and most viewers open; a run moves.

Khronos Group (2021), glTF 2.0 Specification. Lengths are metres; the root turns the machine so that y is up, as glTF has it. Every
body is a node with its name; cylinders, springs and rods are nodes, too, which are turned and stretched between their ends.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

from biela.base.array import Array
from biela.base.locks import cached_property
from biela.lie import quaternion
from biela.report.line_solids import line_solids, turned
from biela.report.scene import GROUND, Scene, poses, quaternions
from biela.report.tessellate import face_normals, rgb, triangles
from biela.simulation.history import History

Json: TypeAlias = dict[str, Any]
MAX_INSTANTS = 1500
"""Maximum number of instants of a motion in a file, evenly thinned."""
FLOAT, VERTICES = 5126, 34962
"""Numbers of glTF: type of a component, and the buffer of a mesh."""


def glb(history: History) -> bytes:
    """Return the machine of a run as a file; one instant stands still."""
    return _Writer(history).image()


class _Writer:
    """Nodes, meshes, materials and numbers of a file under construction."""

    def __init__(self, history: History):
        self.scene = Scene(history)
        self.data = self.scene.data()
        every = max(1, -(-len(history.t) // MAX_INSTANTS))
        self.t = np.asarray(history.t[::every] - history.t[0], float)
        self.poses = poses(self.scene.sketch)[::every]
        self.numbers = bytearray()
        self.views: list[Json] = []
        self.accessors: list[Json] = []
        self.nodes: list[Json] = []
        self.meshes: list[Json] = []
        self.materials: dict[str, int] = {}
        self.samplers: list[Json] = []
        self.channels: list[Json] = []

    def image(self) -> bytes:
        """Return the file."""
        d = self.data
        up, right = np.array(d["up"]), np.array(d["right"])
        upright = np.array([right, up, np.cross(right, up)])  # ground axes → x to the right, y up
        root: Json = {"name": d["name"] or "machine", "rotation": _rotation(quaternions(upright))}
        self.nodes.append(root)
        ground = self._mesh("ground", triangles(d["ground"], GROUND))
        if ground is not None:
            self.nodes.append({"name": "ground", "mesh": ground})
        for k, body in enumerate(d["bodies"]):
            mesh = self._mesh(body["name"], triangles(body["shapes"], body["colour"]))
            self._node(body["name"], mesh, self.poses[:, k, 4:], self.poses[:, k, :4])
        for line in d["lines"]:
            self._line(line)
        root["children"] = list(range(1, len(self.nodes)))
        document: Json = {
            "asset": {"version": "2.0", "generator": "biela"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": self.nodes,
            "materials": [_material(colour) for colour in self.materials], "meshes": self.meshes,
            "accessors": self.accessors, "bufferViews": self.views,
        }  # fmt: skip
        if self.channels:
            document["animations"] = [{"name": "motion", "samplers": self.samplers, "channels": self.channels}]
        document = {k: v for k, v in document.items() if v != []}
        if self.numbers:
            document["buffers"] = [{"byteLength": len(self.numbers)}]
        text = json.dumps(document, separators=(",", ":"), allow_nan=False).encode()
        chunks = [(b"JSON", text + b" " * (-len(text) % 4))]
        chunks += [(b"BIN\0", bytes(self.numbers))] if self.numbers else []
        body = b"".join(struct.pack("<I", len(c)) + kind + c for kind, c in chunks)
        return b"glTF" + struct.pack("<II", 2, 12 + len(body)) + body

    def _line(self, line: Json) -> None:
        a, b = (self._places(line[end]) for end in ("a", "b"))
        length = np.linalg.norm(b - a, axis=1)
        if length.min() < 1e-9:
            return
        axes: list[Array] = []
        for e in (b - a) / length[:, None]:
            axes.append(turned(e, axes[-1] if axes else None))
        q = quaternions(np.array(axes))
        side = np.subtract(*(self._places([line["a"][0], 0.0, s, 0.0]) for s in (1.0, 0.0)))  # y axis of the body there
        for n, part in enumerate(line_solids(line, float(length[0]), self.data["unit"])):
            mesh = self._mesh(f"{line['name']} {n + 1}", [(part.colour, part.corners)])
            at = a + part.start * np.array(axes)[:, :, 2] + part.side * side
            along = np.array([part.along(float(s)) for s in length])
            scale = np.column_stack([np.ones((len(along), 2)), along])
            self._node(f"{line['name']} {n + 1}", mesh, at, q, scale)

    def _places(self, end: list[float]) -> Array:
        """Return a point of a body, or of the ground, (instants, 3)."""
        point = np.array(end[1:], float)
        if end[0] < 0:
            return np.broadcast_to(point, (len(self.t), 3))
        return np.array([np.asarray(quaternion.to_matrix(p[:4]), float) @ point + p[4:] for p in self.poses[:, int(end[0])]])

    def _node(self, name: str, mesh: int | None, at: Array, q: Array, scale: Array | None = None) -> None:
        """Add a node where it is at the first instant, and its motion from there."""
        node: Json = {"name": name, "translation": at[0].tolist(), "rotation": _rotation(q[0])}
        if mesh is not None:
            node["mesh"] = mesh
        if scale is not None:
            node["scale"] = scale[0].tolist()
        number = len(self.nodes)
        self.nodes.append(node)
        if len(self.t) < 2:
            return
        q = q.copy()
        for k in range(1, len(q)):  # q and −q are one rotation: the nearer one follows
            if q[k] @ q[k - 1] < 0:
                q[k] = -q[k]
        tracks = {"translation": at, "rotation": q[:, [1, 2, 3, 0]], "scale": scale}
        for path, values in tracks.items():
            if values is not None and float(np.ptp(values, axis=0).max()) > 0:
                self.channels.append({"sampler": len(self.samplers), "target": {"node": number, "path": path}})
                self.samplers.append({"input": self._times, "output": self._accessor(values), "interpolation": "LINEAR"})

    @cached_property
    def _times(self) -> int:
        """Return the accessor of the times, which all tracks share."""
        return self._accessor(self.t[:, None], bounds=True)

    def _mesh(self, name: str, parts: Iterable[tuple[str, Array]]) -> int | None:
        """Add a mesh, with one primitive of flat faces for each colour."""
        colours: dict[str, list[Array]] = {}
        for colour, corners in parts:
            area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
            if (area > 0).any():
                colours.setdefault(colour, []).append(corners[area > 0])
        primitives = []
        for colour, found in colours.items():
            corners = np.concatenate(found)
            attributes = {
                "POSITION": self._accessor(corners.reshape(-1, 3), VERTICES, bounds=True),
                "NORMAL": self._accessor(np.repeat(face_normals(corners), 3, axis=0), VERTICES),
            }
            material = self.materials.setdefault(colour, len(self.materials))
            primitives.append({"attributes": attributes, "material": material})
        if not primitives:
            return None
        self.meshes.append({"name": name, "primitives": primitives})
        return len(self.meshes) - 1

    def _accessor(self, values: Array, target: int | None = None, bounds: bool = False) -> int:
        """Add numbers to the file, in single precision, (n, width)."""
        single = np.ascontiguousarray(values, "<f4")
        view: Json = {"buffer": 0, "byteOffset": len(self.numbers), "byteLength": single.nbytes}
        self.views.append(view if target is None else {**view, "target": target})
        self.numbers += single.tobytes()
        kind = {1: "SCALAR", 3: "VEC3", 4: "VEC4"}[single.shape[1]]
        entry: Json = {"bufferView": len(self.views) - 1, "componentType": FLOAT, "count": len(single), "type": kind}
        if bounds:
            entry |= {"min": single.min(axis=0).tolist(), "max": single.max(axis=0).tolist()}
        self.accessors.append(entry)
        return len(self.accessors) - 1


def _rotation(q: Array) -> list[float]:
    """Return (w, x, y, z) in the order of glTF: (x, y, z, w)."""
    return [float(v) for v in (*q[1:], q[0])]


def _material(colour: str) -> Json:
    """Return a colour of the page; glTF has linear ones."""
    s = rgb(colour) / 255
    linear = np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4)
    look = {"baseColorFactor": [*map(float, linear), 1.0], "metallicFactor": 0.05, "roughnessFactor": 0.55}
    return {"name": colour, "pbrMetallicRoughness": look, "doubleSided": True}
