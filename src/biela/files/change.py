"""Changes `path=value`: values of a machine description replaced before it is read.

crank=50 mm                parameter `crank`
bodies.rod.mass=2 kg       any place, by its path
rod.mass=2 kg              the same, short: names are unique in a machine
bucket.load=800 kg         parameter `bucket_load`
gravity=[0, -1.62, 0]      lists and mappings as in the file
"""

from __future__ import annotations

from typing import Any

from biela.base.errors import BielaError, nearest
from biela.base.surface import setting
from biela.element.units import meaning, remedy
from biela.files.document import Document, Entry, Key, read_document
from biela.files.parser import parse
from biela.files.problem import FileError

SECTIONS = ("parameters", "bodies", "joints", "couplings", "loads", "actuators", "drives", "sensors", "networks")
"""Sections whose entries a short path may begin with."""


class ChangeError(BielaError, ValueError):
    """A `path=value` that cannot be applied."""


def change(document: Document, text: str) -> None:
    """Apply one `path=value` to a document."""
    said = setting("changes", [text])
    path_text, equals, value_text = text.partition("=")
    if not equals or not path_text.strip():
        raise ChangeError(f"{said}: write path=value, such as crank=50mm or rod.mass=2kg.")
    try:
        value = read_document(value_text, text)
    except FileError as error:
        raise ChangeError(f"{said}: {error.problems[0].message}") from None
    if not isinstance(document.data, dict):
        return
    keys = find_place(document.data, path_text.strip().split("."), said)
    target: Any = document.data
    for key in keys[:-1]:
        target = target[key]
    last: Any = keys[-1]
    old = target[last] if (isinstance(target, list) or last in target) else None
    if keys[0] == "parameters" and isinstance(old, dict) and "value" in old and not isinstance(value.data, dict):
        target, last, keys = old, "value", [*keys, "value"]
        old = old["value"]
    if keys[0] == "parameters":
        _refuse_other_dimension(said, old, value.data)
    target[last] = value.data
    document.replaced(tuple(keys), value)


def _refuse_other_dimension(said: str, old: Any, new: Any) -> None:
    """Refuse a parameter that would measure something else: otherwise every place that uses it would be blamed."""
    dimensions = []
    for value in (old, new):
        try:
            quantity = parse(str(value)).value(None)
        except Exception:  # an expression with parameters, or not a number: read later
            return
        dimensions.append(None if quantity.bare else quantity.dimension)
    had, has = dimensions
    if had is not None and has is not None and had != has:
        raise ChangeError(f"{said}: it is {meaning(has)}, where {meaning(had)} is needed. {remedy(had)}")


def find_place(data: Entry, path: list[str], said: str) -> list[Key]:
    """Return the keys that lead to a place; short paths begin with the name of an object or parameter. Errors begin with `said`."""
    joined = "_".join(path)  # bucket.load stands for the parameter bucket_load, if there is one
    if len(path) > 1 and joined in (data.get("parameters") or {}):
        path = ["parameters", joined]
    if path[0] not in data:
        homes = [s for s in SECTIONS if isinstance(data.get(s), dict) and path[0] in data[s]]
        path = [homes[0], *path] if homes else path
    keys: list[Key] = []
    here: Any = data
    for i, word in enumerate(path):
        last = i == len(path) - 1
        if isinstance(here, list):
            if not word.isdigit() or int(word) >= len(here):
                raise ChangeError(f"{said}: {'.'.join(path[:i])} has entries 0 to {len(here) - 1}, not {word!r}.")
            keys.append(int(word))
        elif isinstance(here, dict):
            if word not in here and not (last and (i > 0 or word == "impossible")):
                if word not in ("simulation", "start", "parameters") and not (path[0] in ("simulation", "start") and i == 1):
                    names = [name for s in SECTIONS if isinstance(data.get(s), dict) for name in data[s]]
                    known = [*data, *names] if i == 0 else list(map(str, here))
                    raise ChangeError(f"{said}: nothing is called {word!r}.{nearest(word, known)}")
                here[word] = {}
            keys.append(word)
        else:
            raise ChangeError(f"{said}: {'.'.join(path[:i])} is a single value and has no {word!r}.")
        if not last:
            here = here[keys[-1]]
            if here is None:
                raise ChangeError(f"{said}: {'.'.join(path[: i + 1])} is empty.")
    if len(keys) == 2 and keys[0] in SECTIONS and keys[0] != "parameters":
        values = ", ".join(f"{keys[1]}.{k}" for k in data[keys[0]].get(keys[1]) or {})
        raise ChangeError(f"{said}: say which value of {keys[1]!r}: {values}.")
    if len(keys) == 2 and keys[0] == "parameters" and keys[1] not in data["parameters"]:
        raise ChangeError(f"{said}: no parameter {keys[1]!r}.{nearest(str(keys[1]), list(data['parameters']))}")
    return keys
