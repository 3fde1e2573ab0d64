"""Shapes in machine files: what bodies look like in pictures. The equations know nothing of them, but the mass of a body may
come from a mesh.

    shapes:
      boom:
        - {prism: {outline: [[0, 0], [2 m, 0.3 m], [4 m, 0]], width: 250 mm, colour: "#f2b417"}}
        - {tube: {a: [0, -0.2, 0], b: [0, 0.2, 0], radius: 80 mm}}
    bodies:
      crank:
        inertia: {mesh: {file: crank.stl, scale: 1 mm}, density: 7850 kg/m^3}
        draw: {mesh: {file: crank.stl, scale: 1 mm}}

Every size is a number or an expression with a unit; free parameters count with their nominal values.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from biela.base.errors import DescriptionError, nearest
from biela.element import schema
from biela.element.declaration import Declaration, declared
from biela.element.role import number
from biela.files.document import Entry, Path_
from biela.files.expression import ExpressionError
from biela.files.reading import Reader
from biela.files.values import sentence
from biela.mechanism.mesh import Mesh


class InertiaShape(NamedTuple):
    """An inertia by shape: it needs the mass of its body."""

    declaration: Declaration
    sizes: Mapping[str, Any]

    def tensor(self, mass: Any) -> Any:
        """Return the tensor about the centre of mass [kg·m²]."""
        sizes = dict(self.sizes)
        if "axis" in sizes:
            components = [abs(round(x)) for x in sizes["axis"]]
            if sorted(components) != [0, 0, 1]:
                raise ExpressionError("the axis of a shape is x, y or z; turn it with principal_axes.")
            sizes["axis"] = "xyz"[components.index(1)]
        return self.declaration.cls(mass, **sizes)


def read_shapes(values: Reader) -> None:
    """Draw the shapes of a file; problems are noted at their lines."""
    for name, entry in values.section("shapes").items():
        if name.partition("/")[0] in values.broken:
            continue
        if isinstance(entry, list):
            draw(values, ("shapes", name), name, entry)
        else:
            said = "give a list of shapes, such as [{ball: {centre: [0, 0, 0], radius: 20 mm}}]."
            values.document.blame(("shapes", name), said)


def draw(values: Reader, path: Path_, name: str, entry: Any) -> None:
    """Draw a shape, or a list of them, on what has this name."""
    for i, one in enumerate(entry if isinstance(entry, list) else [entry]):
        at = (*path, i) if isinstance(entry, list) else path
        shape = values.attempt(at, lambda: _shape(values, at, one))
        if shape is not None:
            values.attempt(at, lambda: values.m.draw(name, shape))


def read_solid(values: Reader, path: Path_, entry: Entry) -> MeshSolid:
    """Return the solid inside a mesh: {mesh: crank.stl, density: 7850 kg/m^3}, without a density where the body has a mass."""
    mesh = _shape(values, path, {"mesh": entry["mesh"]})
    density = values.read((*path, "density"), entry["density"], number("kg/m^3")) if "density" in entry else None
    return MeshSolid(mesh, density)


class MeshSolid(NamedTuple):
    """A mesh that gives a body its mass, centre and inertia."""

    mesh: Mesh
    density: Any

    def given(self, arguments: Entry) -> Entry:
        """Return the arguments of a body, with mass, com and inertia of the mesh."""
        for key in ("com", "principal_axes"):
            if key in arguments:
                raise DescriptionError(f"{key} follows from the mesh: remove it, or place the mesh by its position and rotation.")
        if (self.density is None) == ("mass" not in arguments):
            raise DescriptionError("give `density` next to the mesh, or the `mass` of the body, one of them.")
        return arguments | self.mesh.solid(self.density, mass=arguments.get("mass"))


def _shape(values: Reader, path: Path_, entry: Any) -> Any:
    known = declared("shapes")
    if not isinstance(entry, dict) or len(entry) != 1 or next(iter(entry)) not in known:
        word = str(next(iter(entry), "")) if isinstance(entry, dict) and len(entry) == 1 else ""
        hint = nearest(word, list(known)) if word else ""
        raise values.refuse(path, f"give one of {', '.join(known)} with its sizes, such as {{ball: {{…}}}}.{hint}", "")
    word, sizes = next(iter(entry.items()))
    if isinstance(sizes, str) and known[word].data[0].role.kind == "file":
        sizes = {known[word].data[0].key: sizes}
        entry = {word: sizes}
    try:
        schema.variant(known[word], sizes)
    except ValueError as error:
        raise values.refuse(path, sentence(error), "") from None
    return values.variant(path, entry, "shapes", "m")
