"""A machine file read again and again while somebody types in it: only the sections that changed are read.

A section begins with a key at the beginning of a line. Where a text cannot be cut there, and where anything is wrong with it,
the whole text is read, so that data, lines and messages are always those of `read_document`.
"""

from __future__ import annotations

import re

from biela.files.document import Document, read_document
from biela.files.problem import FileError

_HEAD = re.compile(r"^(?![\s#\-{\[\]}&*!|>%@`,?:'\"])[^\n:#]*:(?=\s|$)", re.MULTILINE)
"""A key without quotes at the beginning of a line."""
_ODD = re.compile(r"^(?:---|\.\.\.|%)|^[^\s#].*(?:[&*!]\w)|\r|\ufeff", re.MULTILINE)
"""Parts that concern the whole text: marks of documents, anchors, tags, other ends of lines."""


class Sections:
    """The sections of the last text of one file."""

    def __init__(self) -> None:
        self._kept: dict[str, Document] = {}

    def read(self, text: str, file: str) -> Document:
        """Return the document of a text; see `read_document`."""
        cuts = [m.start() for m in _HEAD.finditer(text)]
        before = text[: cuts[0]] if cuts else text
        plain = not _ODD.search(text) and all(not line or line.startswith("#") for line in map(str.strip, before.splitlines()))
        if not cuts or not plain:
            return read_document(text, file)
        parts = [text[a:b] for a, b in zip(cuts, [*cuts[1:], len(text)], strict=True)]
        try:
            found = {part: self._kept.get(part) or read_document(part, file) for part in parts}
        except FileError:
            return read_document(text, file)
        keys = [next(iter(d.data), None) if isinstance(d.data, dict) and len(d.data) == 1 else None for d in found.values()]
        if None in keys or len(set(keys)) != len(parts) or any(d.problems for d in found.values()):
            return read_document(text, file)
        self._kept = found
        return _joined(file, text, cuts, [found[part] for part in parts])


def _joined(file: str, text: str, cuts: list[int], parts: list[Document]) -> Document:
    """Return documents of sections as one, each moved to its place."""
    whole = Document(file, {})
    whole.lines[()] = text.count("\n", 0, cuts[0]) + 1
    whole.spans[()] = cuts[0] + parts[0].spans[()][0], cuts[-1] + parts[-1].spans[()][1]
    for begin, part in zip(cuts, parts, strict=True):
        row = text.count("\n", 0, begin)
        whole.data |= part.data
        whole.lines |= {path: line + row for path, line in part.lines.items() if path}
        whole.spans |= {path: (a + begin, b + begin) for path, (a, b) in part.spans.items() if path}
        whole.texts |= part.texts
    return whole
