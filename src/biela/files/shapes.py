"""Shapes in machine files: what bodies look like in pictures. The equations know nothing of them.

    shapes:
      boom:
        - {prism: {outline: [[0, 0], [2 m, 0.3 m], [4 m, 0]], width: 250 mm, colour: "#f2b417"}}
        - {tube: {a: [0, -0.2, 0], b: [0, 0.2, 0], radius: 80 mm}}

Every size is a number or an expression with a unit; free parameters count with their nominal values.
"""

from __future__ import annotations

from typing import Any

from biela.element import schema
from biela.element.declaration import declared
from biela.errors import nearest
from biela.files.document import Path_
from biela.files.reading import Reader
from biela.files.values import sentence


def read_shapes(values: Reader) -> None:
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


def _shape(values: Reader, path: Path_, entry: Any) -> Any:
    known = declared("shapes")
    if not isinstance(entry, dict) or len(entry) != 1 or next(iter(entry)) not in known:
        word = str(next(iter(entry), "")) if isinstance(entry, dict) and len(entry) == 1 else ""
        hint = nearest(word, list(known)) if word else ""
        raise values.refuse(path, f"give one of {', '.join(known)} with its sizes, such as {{ball: {{…}}}}.{hint}", "")
    word, sizes = next(iter(entry.items()))
    try:
        schema.variant(known[word], sizes)
    except ValueError as error:
        raise values.refuse(path, sentence(error), "") from None
    return values.variant(path, entry, "shapes", "m")
