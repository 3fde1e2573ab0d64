"""Unsaved text of a file, kept next to it: `.NAME.journal`.

The first line is the text from which the journal begins, each further line one change set, written when it is accepted; each
begins with its checksum. A process that dies loses nothing that it had accepted: the file on the disk equals the text after some
of the changes, and the rest is applied again. A journal that a disk has damaged is kept under another name.
"""

from __future__ import annotations

import itertools
import json
import zlib
from contextlib import suppress
from pathlib import Path

from biela.base.atomic import Appended, move, write_whole
from biela.base.errors import BielaError
from biela.base.intake import text as read_text
from biela.studio.project.changes import apply

JOURNAL_SIZE = 64_000_000
"""Size limit of a journal [B]."""
WORK = 1_000_000_000
"""Size limit of all texts along a journal, together [B]: it begins anew whenever the file is saved, so that nobody types more."""


class Journal:
    """Journal of one file."""

    def __init__(self, file: Path):
        self.path = file.with_name(f".{file.name}.journal")
        self._end: Appended | None = None

    def begin(self, text: str, *changes: object) -> None:
        """Begin anew: the file holds this text, which these changes followed."""
        self.close()
        write_whole(self.path, "".join(_line(one) for one in ({"text": text}, *changes)))

    def add(self, changes: object) -> None:
        """Keep changes that were accepted."""
        if self._end is None:
            self._end = Appended(self.path)
        self._end.add(_line(changes))

    def close(self) -> None:
        """Let go of the file."""
        if self._end is not None:
            self._end.close()
            self._end = None

    def remove(self) -> None:
        """Remove the journal: everything is in the file."""
        self.close()
        with suppress(OSError):
            self.path.unlink(missing_ok=True)

    def texts(self) -> tuple[list[str], str]:
        """Return the text at the beginning and after each change, none without a journal; and the name of a damaged journal.

        A last line that is not whole was never accepted."""
        if not self.path.exists():
            return [], ""
        found: list[str] = []
        work = 0
        try:
            *lines, torn = read_text(self.path, JOURNAL_SIZE, "a journal").split("\n")
            for line in lines or [torn]:  # the first is written with the file
                checksum, _, written = line.partition(" ")
                if checksum != f"{zlib.crc32(written.encode()):08x}":
                    raise ValueError("damaged")
                given = json.loads(written)
                found.append(apply(found[-1], given) if found else str(given["text"]))
                work += len(found[-1])
                if work > WORK:
                    raise ValueError("it is longer than anybody types")
        except (OSError, ValueError, KeyError, TypeError, RecursionError, BielaError):
            return found, self._kept()
        return found, ""

    def _kept(self) -> str:
        """Keep a damaged journal under another name."""
        names = (self.path.with_name(f"{self.path.name}.damaged{k or ''}") for k in itertools.count())
        path = next(name for name in names if not name.exists())
        with suppress(OSError):
            move(self.path, path)
            return path.name
        return self.path.name


def _line(given: object) -> str:
    text = json.dumps(given)
    return f"{zlib.crc32(text.encode()):08x} {text}\n"
