"""A text that several windows, a file and other editors change at the same time, and that never loses what somebody typed.

Windows send change sets made for a version; one made for an old version is sent back with what it missed, and the window
adapts it (operational transformation, as in @codemirror/collab). What is accepted is in the journal before it is answered, and
in the file a moment later. A file that another program changed is merged: where both changed the same lines, nobody's text is
overwritten, and the user chooses.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from pathlib import Path

from biela.base.atomic import write_whole
from biela.base.dataclass import dataclass
from biela.base.intake import Unreadable, content
from biela.studio.project.changes import BadChanges, apply, between
from biela.studio.project.folder import FILE_SIZE
from biela.studio.project.journal import Journal

KEPT_UPDATES = 2000
"""Maximum number of updates that are kept for windows that are behind."""
DISK = "disk"
"""Who changes the text when the file changed."""
BOM = "\ufeff"


@dataclass(frozen=True)
class Update:
    """Changes, and the window that made them."""

    by: str
    changes: object


class SharedText:
    """Text of a file, and what a journal next to it holds in addition.

    text : as it is now, lines end with a line feed
    version : number of updates since it was opened
    epoch : name of this opening: versions of another one mean nothing here
    saved : what the file holds, as far as known
    theirs : the text of the file where another program and a window changed the same lines; saving waits for a choice
    recovered : whether changes of a process that died were found
    damaged : name of the file that keeps a damaged journal, whose last changes could not be read; empty if there is none
    """

    def __init__(self, path: Path):
        self.path, self.version, self.updates = path, 0, list[Update]()
        self.epoch = secrets.token_hex(6)
        self.theirs: str | None = None
        self.recovered = False
        self._ending, self._mark = "\n", ""
        self._seen: tuple[int, int, int] | None = None
        self.saved = self.text = self._read()
        self.journal = Journal(path)
        texts, self.damaged = self.journal.texts()
        if texts and texts[-1] != self.saved:
            self._recover(texts)
        else:
            self.journal.begin(self.text)

    def _recover(self, texts: list[str]) -> None:
        """Go on with the text that a journal leads to; its last line may be torn, so that it is written anew first."""
        first, last = texts[0], texts[-1]
        self.recovered = True
        if self.saved in texts:  # the file is the text after some of the changes
            self.journal.begin(self.saved, between(self.saved, last))
            self.text = last
        else:  # another program changed it meanwhile
            self.journal.begin(first, between(first, last))
            self.text = last
            self._meet(first)

    # ------------------------------------------------------------------------------------------------------------ windows

    def push(self, version: int, updates: Sequence[Update]) -> bool:
        """Take changes made for a version; False if it is not the latest: the window pulls and adapts them."""
        if version != self.version:
            return False
        text = self.text
        for update in updates:
            text = apply(text, update.changes)
        if len(text.encode("utf-8", "surrogatepass")) > FILE_SIZE:
            raise BadChanges(f"the text would have more than {FILE_SIZE} bytes.")
        for update in updates:
            self.journal.add(update.changes)
            self._take(update)
        self.text = text
        return True

    def rejoin(self, base: str, text: str, by: str = "rejoin") -> None:
        """Take the text of a window that went on alone from a base, while the studio was away or others changed the file."""
        if text in (base, self.text):
            return
        theirs = self.text
        merged = merge(base, text, theirs)
        if merged is None and self.theirs is None:
            self.theirs = theirs
        self.become(text if merged is None else merged, by)

    def since(self, version: int) -> list[Update] | None:
        """Return updates after a version; None if they are not kept any more and the window must begin anew."""
        behind = self.version - version
        return self.updates[len(self.updates) - behind :] if 0 <= behind <= len(self.updates) else None

    def _take(self, update: Update) -> None:
        self.updates.append(update)
        del self.updates[:-KEPT_UPDATES]
        self.version += 1

    def become(self, text: str, by: str = DISK) -> None:
        """Replace the text, as an update that windows follow."""
        if text == self.text:
            return
        changes = between(self.text, text)
        self.journal.add(changes)
        self._take(Update(by, changes))
        self.text = text

    # --------------------------------------------------------------------------------------------------------------- disk

    @property
    def unsaved(self) -> bool:
        """Return whether the file lacks something."""
        return self.text != self.saved

    def save(self) -> bool:
        """Bring the text into the file, unless another program changed it; True if it was written."""
        if self.theirs is not None or not self.unsaved:
            return False
        if self.look():  # it changed: merged, or waiting for a choice
            return self.save() if self.theirs is None else False
        text = self.text
        write_whole(self.path, self._mark + text.replace("\n", self._ending))
        self.saved, self._seen = text, self._stamp()
        self.journal.begin(text)
        return True

    def look(self) -> bool:
        """Look whether another program changed the file; merge what it wrote. True if it did."""
        stamp = self._stamp()
        if stamp == self._seen:
            return False
        try:
            disk = self._read()
        except Unreadable:
            return False  # it is being replaced, or gone: it comes back with the next save
        if disk == self.saved:
            return False
        base, self.saved = self.saved, disk
        self._meet(base)
        return True

    def _meet(self, base: str) -> None:
        """Bring together the text and the file (`saved`), which both changed a base."""
        if self.text == base:
            self.become(self.saved)
            self.journal.begin(self.saved)
            return
        merged = merge(base, self.text, self.saved)
        if merged is None:
            self.theirs = self.saved
            return
        self.become(merged)

    def choose(self, text: str) -> None:
        """End a conflict with a text that a user chose."""
        self.theirs = None
        self.become(text, "choice")

    def _read(self) -> str:
        self._seen = self._stamp()
        try:
            raw = content(self.path, FILE_SIZE, "machine files").decode("utf-8")
        except UnicodeDecodeError as error:
            raise Unreadable(
                f"the file is not UTF-8 text (byte {error.start}): save it as UTF-8 in the editor that wrote it."
            ) from None
        self._mark = BOM if raw.startswith(BOM) else ""
        self._ending = "\r\n" if raw.count("\r\n") * 2 > raw.count("\n") else "\n"
        return raw.removeprefix(BOM).replace("\r\n", "\n").replace("\r", "\n")

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            about = self.path.stat()
        except OSError:
            return None
        return about.st_mtime_ns, about.st_size, about.st_ino

    def close(self) -> None:
        """Save, and remove the journal if the file holds everything."""
        self.save()
        if self.unsaved or self.theirs is not None:
            self.journal.close()
        else:
            self.journal.remove()


def merge(base: str, one: str, other: str) -> str | None:
    """Merge two texts that came from one base; None where both changed the same lines."""
    from merge3 import Merge3

    if one == base:
        return other
    merged = Merge3(*(s.splitlines(keepends=True) for s in (base, one, other)))
    if any(group[0] == "conflict" for group in merged.merge_groups()):
        return None
    return "".join(merged.merge_lines())


def digest(text: str) -> str:
    """Return a short name of a version of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]
