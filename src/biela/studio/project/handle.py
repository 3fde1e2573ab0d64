"""Joints as handles: a joint drawn to another place in the picture changes numbers in the text.

A joint stands where its parent's (or its child's) point says, three values in the axes of that body. A value that is a number
is written anew, in its own unit. A value that is an expression changes the one parameter it depends on, found by Newton's
method; a zero next to other values stays zero, so that a straight link stays straight.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.element.units import UNITS
from biela.files.document import Document
from biela.files.expression import UnitValue, plain
from biela.files.parser import evaluate
from biela.report.sketch import Sketch
from biela.studio.model import Bench
from biela.studio.project.changes import edited
from biela.studio.project.edit import set_value

POINTS = {"parent_point": "parent", "child_point": "child", "point": ""}
"""Keys of a joint that say where it is, with the key of the body in whose axes they are; `point` is in ground axes."""
DIGITS = 5
"""Digits of a number that a hand writes."""


@dataclass(frozen=True)
class Handle:
    """Joint that a hand can move.

    at : where it is, in ground axes [m]
    moves : what changes: names of parameters and places of the text
    """

    joint: str
    at: list[float]
    moves: list[str]


@dataclass(frozen=True)
class _Entry:
    """Component of a point: its place in the text, what stands there, and the parameter behind it, if any."""

    place: tuple[str | int, ...]
    text: str
    parameter: str


def handles(document: Document, bench: Bench) -> list[Handle]:
    """Return the joints that can be moved."""
    found = []
    for name, joint in _joints(document):
        key = _key(joint)
        if key is None:
            continue
        entries = [e for e in _entries(document, name, key) if e is not None]
        at = _ground(bench, joint, key, [_value(document, e.text) for e in entries])
        if entries and at is not None:
            found.append(Handle(name, at.tolist(), [e.parameter or ".".join(map(str, e.place)) for e in _moving(entries)]))
    return found


def placed(text: str, document: Document, bench: Bench, joint: str, target: Array) -> list[tuple[int, int, str]]:
    """Return edits that bring a joint to a point in ground axes."""
    described = dict(_joints(document)).get(joint)
    key = _key(described) if described else None
    if described is None or key is None or target.shape != (3,) or not np.isfinite(target).all():
        raise BielaError(f"{joint}: this joint is not placed by numbers: change it in the text.")
    if (body := _body(bench, described, key)) is None:
        raise BielaError(f"{described.get(POINTS[key])}: there is no such body.")
    local = body[0].T @ (target - body[1])
    entries = [e for e in _entries(document, joint, key) if e is not None]
    if len(entries) != 3:
        raise BielaError(f"{joint}.{key}: it is not a list of three values: change it in the text.")
    changed: dict[tuple[str | int, ...], str] = {}
    for entry, wanted in zip(entries, local, strict=True):
        if entry in _moving(entries):
            place = _parameter(document, entry.parameter) if entry.parameter else entry.place
            changed.setdefault(place, _written(document, entry, float(wanted)))
    after, edits = text, []
    for place, value in changed.items():
        edits += set_value(text, place, value)
        after = edited(text, edits)
    if after == text:
        raise BielaError(f"{joint} is there already.")
    return edits


def _joints(document: Document) -> Iterator[tuple[str, dict[str, Any]]]:
    joints = document.data.get("joints") if isinstance(document.data, dict) else None
    for name, joint in (joints or {}).items():
        if isinstance(joint, dict):
            yield name, joint


def _key(joint: dict[str, Any]) -> str | None:
    return next((k for k in POINTS if isinstance(joint.get(k), list) and len(joint[k]) == 3), None)


def _entries(document: Document, joint: str, key: str) -> Iterator[_Entry | None]:
    parameters = document.data.get("parameters") or {}
    for k in range(3):
        place = ("joints", joint, key, k)
        shown = document.texts.get(place)
        if shown is None:
            yield None
            continue
        names = [n for n in parameters if n in re.findall(r"[A-Za-z_]\w*", shown)]
        known = [n for n in names if _number(str(document.texts.get(_parameter(document, n), ""))) is not None]
        yield _Entry(place, shown, known[0] if len(known) == 1 == len(names) else "?" if names else "")


def _moving(entries: list[_Entry]) -> list[_Entry]:
    """Return the components that a hand changes: not zeros next to other values, nor what depends on several parameters."""
    free = [e for e in entries if e.parameter != "?"]
    solid = [e for e in free if _number(e.text) != (0.0, "")]
    return solid or ([] if len(free) < len(entries) else free)


def _number(text: str) -> tuple[float, str] | None:
    """Return a number and its unit if the text is nothing else."""
    head, _, unit = text.strip().partition(" ")
    try:
        return (float(head), unit.strip()) if not unit or unit.strip() in UNITS else None
    except ValueError:
        return None


def _value(document: Document, text: str, change: tuple[str, float] | None = None) -> float:
    """Evaluate a value in SI; with one parameter at another value, if given."""
    parameters = document.data.get("parameters") or {}

    def lookup(name: str) -> UnitValue:
        if change is not None and name == change[0]:
            return plain(change[1])
        return evaluate(str(document.texts.get(_parameter(document, name), "")), lookup, set(parameters))

    return float(evaluate(text, lookup, set(parameters)).value)


def _parameter(document: Document, name: str) -> tuple[str, ...]:
    """Return the place of the value of a parameter."""
    plain = ("parameters", name)
    return plain if plain in document.texts else (*plain, "value")


def _written(document: Document, entry: _Entry, wanted: float) -> str:
    """Return the text that gives a component a value: a number, or that of its parameter."""
    if not entry.parameter:
        return _in_unit(wanted, _number(entry.text))
    old = str(document.texts[_parameter(document, entry.parameter)])
    value, unit = _number(old) or (0.0, "")
    factor = UNITS[unit].factor if unit else 1.0
    x = value * factor
    for _ in range(30):  # most are linear: one step
        at = _value(document, entry.text, (entry.parameter, x))
        h = 1e-6 * max(abs(x), 1e-3)
        slope = (_value(document, entry.text, (entry.parameter, x + h)) - at) / h
        if abs(slope) < 1e-12:
            raise BielaError(f"{entry.text} does not follow {entry.parameter}: change it in the text.")
        x -= (at - wanted) / slope
        if abs(at - wanted) < 1e-12:
            break
    return _in_unit(x, (value, unit))


def _in_unit(value: float, old: tuple[float, str] | None) -> str:
    unit = old[1] if old else ""
    shown = f"{value / (UNITS[unit].factor if unit else 1.0):.{DIGITS}g}"
    return f"{shown} {unit}" if unit else shown


def _ground(bench: Bench, joint: dict[str, Any], key: str, point: list[float]) -> Array | None:
    place = _body(bench, joint, key)
    return None if len(point) != 3 or place is None else np.asarray(place[0] @ np.array(point) + place[1])


def _body(bench: Bench, joint: dict[str, Any], key: str) -> tuple[Array, Array] | None:
    """Return orientation and position of the body in whose axes a point is given."""
    body = joint.get(POINTS[key]) if POINTS[key] else "ground"
    if body == "ground":
        return np.eye(3), np.zeros(3)
    sketch: Sketch = bench.scene.sketch
    return (sketch.rotations[body][0], sketch.positions[body][0]) if body in sketch.positions else None
