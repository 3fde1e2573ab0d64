"""Shapes in machine files: what bodies look like in pictures. The equations know nothing of them.

    shapes:
      boom:
        - {prism: {outline: [[0, 0], [2 m, 0.3 m], [4 m, 0]], width: 250 mm, colour: "#f2b417"}}
        - {tube: {a: [0, -0.2, 0], b: [0, 0.2, 0], radius: 80 mm}}

Every size is a number or an expression with a unit; free parameters count with their nominal values.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any

from biela.errors import BielaError, nearest
from biela.files.document import Path_
from biela.mechanism.shape import SHAPES, Shape

if TYPE_CHECKING:
    from biela.files.values import Values
    from biela.mechanism.mechanism import Mechanism

POINTS = ("centre", "size", "a", "b")
TEXTS = ("axis", "colour", "rod_colour")


def read_shapes(values: Values) -> None:
    """Draw the shapes of a file; problems are noted at their lines."""
    for name, entry in values.section("shapes").items():
        path: Path_ = ("shapes", name)
        if name.partition("/")[0] in values.broken:
            continue
        if not isinstance(entry, list):
            values.document.blame(path, "give a list of shapes, such as [{ball: {centre: [0, 0, 0], radius: 20 mm}}].")
            continue
        for i, one in enumerate(entry):
            shape = values.attempt((*path, i), lambda: _shape(values, (*path, i), one))
            if shape is not None:
                values.attempt((*path, i), lambda: values.m.draw(name, shape))


def shape_entries(mechanism: Mechanism) -> dict[str, list[dict[str, Any]]]:
    """The shapes of a machine as a file writes them; what is as usual is left out."""
    words = {kind: word for word, kind in SHAPES.items()}
    return {name: [{words[type(s)]: _sizes(s)} for s in shapes] for name, shapes in mechanism.shapes.items()}


def _sizes(shape: Shape) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for f in fields(shape):
        value = getattr(shape, f.name)
        if f.default is not MISSING and (value is None or value == f.default):
            continue
        given[f.name] = _plain(value)
    return given


def _plain(x: Any) -> Any:
    return [_plain(e) for e in x] if isinstance(x, tuple | list) else x


def _shape(values: Values, path: Path_, entry: Any) -> Shape:
    if not isinstance(entry, dict) or len(entry) != 1 or next(iter(entry)) not in SHAPES:
        word = str(next(iter(entry), "")) if isinstance(entry, dict) and len(entry) == 1 else ""
        hint = nearest(word, list(SHAPES)) if word else ""
        raise BielaError(f"give one of {', '.join(SHAPES)} with its sizes, such as {{ball: {{…}}}}.{hint}")
    word, sizes = next(iter(entry.items()))
    kind = SHAPES[word]
    known = {f.name: f for f in fields(kind)}
    if not isinstance(sizes, dict):
        raise BielaError(f"say the sizes of the {word}: {', '.join(known)}.")
    inside = (*path, word)
    for key in sizes:
        if key not in known:
            raise BielaError(f"a {word} has no {key!r}.{nearest(str(key), list(known))}")
    missing = [n for n, f in known.items() if f.default is MISSING and n not in sizes]
    if missing:
        raise BielaError(f"the {word} needs {missing[0]!r}.")
    return kind(**{key: _value(values, (*inside, key), key, value) for key, value in sizes.items()})


def _value(values: Values, path: Path_, key: str, value: Any) -> Any:
    if key in TEXTS or isinstance(value, bool | None):
        return value
    if key == "outline":
        if not isinstance(value, list) or not all(isinstance(p, list) for p in value):
            raise BielaError("an outline is a list of corners: [[0, 0], [1, 0], [1, 0.2]].")
        return [[values.plain_number((*path, i, k), e, "m") for k, e in enumerate(p)] for i, p in enumerate(value)]
    if isinstance(value, list):
        unit = "rad" if key == "rotation" else "m"
        return [values.plain_number((*path, i), e, unit) for i, e in enumerate(value)]
    return values.plain_number(path, value, "m")
