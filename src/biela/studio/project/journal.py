"""What was typed and is not in the file yet, next to the file: `.NAME.journal`.

The first line is the text from which the journal begins, each further line one change set, written when it is accepted. A
process that dies loses nothing that it had accepted: the file on the disk equals the text after some of the changes, and the
rest is applied again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from biela.atomic import Appended, write_whole
from biela.errors import BielaError
from biela.intake import Unreadable
from biela.intake import text as read_text
from biela.studio.project.changes import apply

LARGEST = 64_000_000
"""Bytes of a journal that is read."""


class Journal:
    """The journal of one file."""

    def __init__(self, file: Path):
        self.path = file.with_name(f".{file.name}.journal")
        self._end: Appended | None = None

    def begin(self, text: str) -> None:
        """Begin anew: the file holds this text."""
        self.close()
        write_whole(self.path, json.dumps({"text": text}) + "\n")

    def add(self, changes: Any) -> None:
        """Keep changes that were accepted."""
        if self._end is None:
            self._end = Appended(self.path)
        self._end.add(json.dumps(changes) + "\n")

    def close(self) -> None:
        """Let go of the file."""
        if self._end is not None:
            self._end.close()
            self._end = None

    def remove(self) -> None:
        """Everything is in the file."""
        self.close()
        with suppress(OSError):
            self.path.unlink(missing_ok=True)

    def texts(self) -> list[str]:
        """The text at the beginning and after each change; empty without a journal. A last line that is not whole was never
        accepted."""
        try:
            lines = read_text(self.path, LARGEST, "a journal").split("\n")[:-1]
        except (OSError, Unreadable):
            return []
        found: list[str] = []
        with suppress(ValueError, KeyError, TypeError, BielaError):
            for line in _parsed(lines):
                found.append(apply(found[-1], line) if found else str(line["text"]))
        return found


def _parsed(lines: list[str]) -> Iterator[Any]:
    for line in lines:
        yield json.loads(line)
