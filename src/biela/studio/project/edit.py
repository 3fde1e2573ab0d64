"""Changes of single values in the text of a machine file: comments, order and layout stay as they are.

Every edit is checked by reading the text again: nothing else than the place asked for may have changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from biela.base.errors import BielaError
from biela.files.document import Document, count_values, read_document
from biela.studio.project.changes import edited

Path_ = tuple[str | int, ...]
Edits = list[tuple[int, int, str]]
PLAIN = re.compile(r"[^\s\[\]{},#&*!|>'\"%@`:-][^\[\]{},#&*!|>'\"%@`:\n]*|-?[\d.][^\[\]{},#:\n]*")
"""Words that need no quotes, inside flow mappings too."""


def set_value(text: str, path: Sequence[str | int], value: str) -> Edits:
    """Write a value at a place, which is made where it is missing; `value` is YAML, as `40 mm` or `[a, 0, 0]`."""
    document, place = _read(text), tuple(path)
    if not place:
        raise BielaError("a change needs a place, such as bodies.crank.mass.")
    known = place
    while known and known not in document.spans:
        known = known[:-1]
    edits = _replaced(text, document, place, value) if known == place else _inserted(text, document, known, place, value)
    return _checked(text, edits, document, place, value)


def remove(text: str, path: Sequence[str | int]) -> Edits:
    """Remove a place with its key."""
    document, place = _read(text), tuple(path)
    if place not in document.spans or not place:
        raise BielaError(f"there is no {'.'.join(map(str, place))} to remove.")
    start, end = _whole(text, document, place)
    edits: Edits = [(start, end, "")]
    after = _read(edited(text, edits)).data
    wanted = _without(document.data, place)
    if after != wanted and not (len(place) == 2 and after == _without(document.data, place[:1])):
        raise BielaError(f"{'.'.join(map(str, place))} cannot be removed without touching other lines: remove it in the text.")
    return edits


def quoted(word: str) -> str:
    """Return a word as YAML, with quotes if it needs them."""
    return word if PLAIN.fullmatch(word) and word == word.strip() else '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


EDITED_VALUES = 30_000
"""Maximum number of values of a machine file that is drawn and edited by forms; reading as many takes about two seconds."""


def refuse_large(text: str) -> None:
    """Refuse a machine file that would occupy the studio for long, before it is read."""
    if (values := count_values(text)) > EDITED_VALUES:
        raise BielaError(
            f"this file has about {values} values; the studio draws machine files of up to {EDITED_VALUES}. Commands under "
            "`work` take larger ones."
        )


def _read(text: str) -> Document:
    refuse_large(text)
    return read_document(text, "machine file")


def _replaced(text: str, document: Document, place: Path_, value: str) -> Edits:
    start, end = document.spans[place]
    if start == end:  # an empty value: it stands behind the colon of its key
        at = len(text[:start].rstrip()) if isinstance(place[-1], int) else _colon(text, document.lines[place], str(place[-1]))
        return [(at, at, f" {value}")]
    return [(start, start + len(text[start:end].rstrip()), value)]


def _inserted(text: str, document: Document, known: Path_, place: Path_, value: str) -> Edits:
    """Insert a new key, in the style of the mapping it joins."""
    keys = [key for key in place[len(known) :] if isinstance(key, str)]
    if len(keys) < len(place) - len(known):
        raise BielaError(f"{'.'.join(map(str, place))}: a list does not have this entry: write the whole list.")
    if not known and document.data is None:
        return [(len(text), len(text), ("" if text.endswith("\n") or not text else "\n") + _nested(keys, value, 0) + "\n")]
    start, end = document.spans[known]
    shown = text[start:end].rstrip()
    if shown.startswith("{"):
        inside = shown[1:-1].strip()
        last = start + len(shown) - 1
        return [(last, last, (", " if inside and not inside.endswith(",") else "") + _flow(keys, value))]
    children = [p for p in document.spans if len(p) == len(known) + 1 and p[: len(known)] == known]
    if not children:  # a key without a value yet
        return [(start, end, f"\n{_nested(keys, value, 2 * len(known))}" if len(keys) else value)]
    line = text.split("\n")[document.lines[children[0]] - 1]
    column = len(line) - len(line.lstrip())
    below = max(document.spans[p][1] for p in children)
    below = len(text[:below].rstrip())
    below = text.find("\n", below) if text.find("\n", below) >= 0 else len(text)  # a remark behind the last value stays there
    gap = "\n" if not known else ""
    return [(below, below, f"\n{gap}{_nested(keys, value, column)}")]


def _nested(keys: Sequence[str], value: str, column: int) -> str:
    lines = [" " * (column + 2 * k) + f"{quoted(key)}:" for k, key in enumerate(keys)]
    return "\n".join(lines) + f" {value}"


def _flow(keys: Sequence[str], value: str) -> str:
    first, *rest = keys
    return f"{quoted(first)}: {{{_flow(rest, value)}}}" if rest else f"{quoted(first)}: {value}"


def _whole(text: str, document: Document, place: Path_) -> tuple[int, int]:
    """Return the characters of a place with its key, and of the line or the comma that it leaves."""
    start, end = document.spans[place]
    end = start + len(text[start:end].rstrip())
    key = _key(text, start, str(place[-1]))
    line = text.rfind("\n", 0, key) + 1
    if not text[line:key].strip():  # a block mapping: whole lines
        stop = text.find("\n", end)
        return line, len(text) if stop < 0 else stop + 1
    behind = re.compile(r"\s*,\s*").match(text, end)
    if behind:
        return key, behind.end()
    before = re.compile(r",\s*$").search(text, 0, key)
    return (before.start() if before else key), end


def _colon(text: str, line: int, key: str) -> int:
    """Find where a value begins that a line does not have yet."""
    begin = sum(len(one) + 1 for one in text.split("\n")[: line - 1])
    found = re.compile(rf"[^\n]*?{re.escape(key)}['\"]?\s*:").match(text, begin)
    if found is None:
        raise BielaError(f"{key}: this place cannot be changed here: change it in the text.")
    return found.end()


def _key(text: str, value: int, key: str) -> int:
    """Find where the key before a value begins."""
    for shown in (f'"{key}"', f"'{key}'", key):
        if (at := text.rfind(shown, 0, value)) >= 0 and re.fullmatch(r"\s*:\s*", text[at + len(shown) : value]):
            return at
    raise BielaError(f"{key}: this place cannot be changed here: change it in the text.")


def _checked(text: str, edits: Edits, document: Document, place: Path_, value: str) -> Edits:
    """Return the edits if they change what was asked for and nothing else."""
    after = _read(edited(text, edits)).data
    if after != _with(document.data, place, _read(f"x: {value}\n").data["x"]):
        shown = ".".join(map(str, place))
        raise BielaError(f"{shown}: {value!r} cannot be written there without touching other lines: change it in the text.")
    return edits


def _with(data: Any, place: Path_, value: Any) -> Any:
    if not place:
        return value
    head, *rest = place
    if isinstance(data, list):
        return [_with(x, tuple(rest), value) if k == head else x for k, x in enumerate(data)]
    own = dict(data) if isinstance(data, dict) else {}
    return {**own, head: _with(own.get(head), tuple(rest), value)}


def _without(data: Any, place: Path_) -> Any:
    head, *rest = place
    if isinstance(data, list):
        kept = [_without(x, tuple(rest)) if k == head and rest else x for k, x in enumerate(data)]
        return kept if rest else [x for k, x in enumerate(data) if k != head]
    out = {k: _without(v, tuple(rest)) if k == head and rest else v for k, v in data.items() if k != head or rest}
    return {k: None if v == {} and k == head else v for k, v in out.items()}
