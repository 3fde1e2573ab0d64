"""Changes of a text in the form in which CodeMirror writes them.

A change set is a list over the old text, in UTF-16 units: a number keeps so many, `[n, "line", …]` removes n and inserts the
lines. Reference: the documentation of @codemirror/state, `ChangeSet.toJSON`.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from operator import itemgetter

from biela.app.folder import Json
from biela.base.errors import BielaError

Changes = list[int | list[int | str]]
UNIT = 2
"""Bytes of a UTF-16 unit."""


class BadChanges(BielaError):
    """Changes that do not belong to the text."""


def apply(text: str, changes: object) -> str:
    """Return the text after the changes."""
    old = text.encode("utf-16-le", "surrogatepass")
    new, at = bytearray(), 0
    for part in changes if isinstance(changes, list) else [None]:
        count, inserted = _read(part)
        end = at + count * UNIT
        if end > len(old):
            raise BadChanges("the changes reach beyond the end of the text.")
        new += inserted if isinstance(part, list) else old[at:end]
        at = end
    if at != len(old):
        raise BadChanges("the changes do not cover the text.")
    try:
        return new.decode("utf-16-le")
    except UnicodeDecodeError:
        raise BadChanges("the changes cut a character in half.") from None


def _read(part: object) -> tuple[int, bytes]:
    """Return the units that a part covers, and what it inserts."""
    count, *lines = part if isinstance(part, list) and part else [part]
    texts = [x for x in lines if isinstance(x, str)]
    if not isinstance(count, int) or isinstance(count, bool) or count < 0 or len(texts) < len(lines):
        raise BadChanges("these are not changes of a text.")
    return count, "\n".join(texts).encode("utf-16-le", "surrogatepass")


def between(old: str, new: str) -> Changes:
    """Return changes that lead from one text to another, line by line, so that what is equal keeps its place."""
    a, b = old.splitlines(keepends=True), new.splitlines(keepends=True)
    out: Changes = []
    for kind, a0, a1, b0, b1 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        size = units("".join(a[a0:a1]))
        out.append(size if kind == "equal" else [size, *"".join(b[b0:b1]).split("\n")] if b1 > b0 else [size])
    return out or [0]


def units(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // UNIT


def specs(text: str, edits: Sequence[tuple[int, int, str]]) -> list[Json]:
    """Return edits (first character, end, new text) as CodeMirror's `{from, to, insert}`."""
    return [{"from": units(text[:a]), "to": units(text[:b]), "insert": new} for a, b, new in sorted(edits, key=itemgetter(0, 1))]


def edited(text: str, edits: Sequence[tuple[int, int, str]]) -> str:
    """Return the text after edits."""
    for a, b, new in sorted(edits, key=itemgetter(0, 1))[::-1]:
        text = text[:a] + new + text[b:]
    return text
