"""Requests of the windows of a studio, and the news they get.

Every window has a line of messages. A question has a number and gets an answer with it; news (changes by another window, a new
picture, progress of a command) come without a question.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path

from biela.app.folder import Json
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.files.format import machine_endings
from biela.studio.project.changes import specs
from biela.studio.project.edit import remove, set_value
from biela.studio.project.folder import Project
from biela.studio.project.form import CommandForm
from biela.studio.project.jobs import Jobs
from biela.studio.project.shared import SharedText, Update, digest
from biela.studio.project.worker import Worker

SAVE_AFTER, WATCH = 0.4, 0.5
"""Time without typing after which a text is saved, and between looks at the disk [s]."""
HAND_TIMEOUT = 20.0
"""Time for a move by hand [s]."""
CODE = (".py", ".fmu")
"""Endings of files that may run code."""
STALE = 3.0
"""A picture of an old text that takes longer than this is given up for that of the new one [s]."""


@dataclass
class Open:
    """File that windows have open."""

    name: str
    shared: SharedText
    picture: Json | None = None
    drawn: int = -1
    looking: asyncio.Task[None] | None = None
    typed: float = 0.0
    trouble: str = ""
    told: Json | None = None


class Hub:
    """Project with its open files, its windows and its work."""

    def __init__(self, folder: Project, commands: Sequence[CommandForm], uses: Sequence[str] = ()):
        self.folder = folder
        self.worker, self.hands = Worker(list(uses), folder.path), Worker(list(uses), folder.path)
        self.jobs = Jobs(folder, commands, uses, self.tell)
        self.open: dict[str, Open] = {}
        self.windows: dict[object, Callable[[Json], None]] = {}
        self.listed: Json = {}

    # ---------------------------------------------------------------------------------------------------------- life

    async def watch(self) -> None:
        """Save texts, and follow files that other programs change, until cancelled."""
        while True:
            await asyncio.sleep(WATCH / 2)
            for file in list(self.open.values()):
                self.attend(file)
            listed = self.folder.files()
            if listed != self.listed:
                self.listed = dict(listed)
                self.tell({"event": "files", **listed})

    def attend(self, file: Open) -> None:
        """Bring a text and its file together; trouble with the disk is reported once."""
        shared = file.shared
        before = shared.version
        try:
            self.folder.file(file.name)  # a link may stand in its place now
            shared.look()
            if shared.unsaved and time.monotonic() - file.typed > SAVE_AFTER:
                shared.save()
            lost = "Some of what was typed before the studio ended is lost: its journal is damaged and kept as"
            trouble = f"{lost} {shared.damaged}." if shared.damaged else ""
        except (OSError, BielaError) as error:
            why = str(getattr(error, "strerror", None) or error).rstrip(".")
            trouble = f"{file.name} cannot be saved: {why}. What you typed is kept here."
        file.trouble = trouble
        if shared.version != before:
            self._spread(file, before)
        self._state(file)

    def _state(self, file: Open) -> None:
        now = {
            "event": "state", "file": file.name, "version": file.shared.version, "unsaved": file.shared.unsaved,
            "conflict": file.shared.theirs, "text": digest(file.shared.text),
            "trouble": file.trouble, "recovered": file.shared.recovered,
        }  # fmt: skip
        if now != file.told:
            file.told = now
            self.tell(now)

    async def end(self) -> None:
        """Save everything and end all work."""
        for file in self.open.values():
            with suppress(OSError, BielaError):
                file.shared.close()
        await self.jobs.end()
        await self.worker.close()
        await self.hands.close()

    def tell(self, news: Json) -> None:
        """Tell all windows."""
        for send in list(self.windows.values()):
            send(news)

    # ----------------------------------------------------------------------------------------------------- questions

    async def answer(self, question: object) -> Json:
        """Answer a question: `{ok: true, …}`, or `{ok: false, message}` in words."""
        if not isinstance(question, dict) or not isinstance(question.get("do"), str):
            return {"ok": False, "message": "this is not a question."}
        do: Callable[[Json], Awaitable[Json]] | None = getattr(self, f"do_{question['do']}", None)
        if do is None:
            return {"ok": False, "message": f"the studio cannot {question['do']!r:.40}."}
        try:
            return {"ok": True, **await do(question)}
        except BielaError as error:
            return {"ok": False, "message": str(error)}
        except OSError as error:
            return {"ok": False, "message": f"the disk refused: {error.strerror or error}."}
        except (TypeError, ValueError, LookupError, AttributeError, OverflowError, RecursionError) as error:
            return {"ok": False, "message": f"this question cannot be understood: {type(error).__name__}."}

    async def do_list(self, asked: Json) -> Json:
        results, sketch = self.jobs.results(), self.folder.sketch()
        return {"folder": self.folder.path.name, **self.folder.files(), "results": results, "sketch": sketch}

    async def do_open(self, asked: Json) -> Json:
        file = self._file(asked)
        self.look(file)
        shared = file.shared
        return {
            "file": file.name, "text": shared.text, "version": shared.version, "epoch": shared.epoch,
            "digest": digest(shared.text), "picture": file.picture, "drawn": file.drawn,
            "conflict": shared.theirs, "recovered": shared.recovered,
        }  # fmt: skip

    def _file(self, asked: Json) -> Open:
        path = self.folder.file(asked.get("file"), machine_endings())
        name = path.relative_to(self.folder.path).as_posix()
        if name not in self.open:
            self.open[name] = Open(name, SharedText(path))
        return self.open[name]

    async def do_push(self, asked: Json) -> Json:
        file = self._file(asked)
        if asked.get("epoch", file.shared.epoch) != file.shared.epoch:
            return {"taken": False, "lost": True}
        before = file.shared.version
        updates = [Update(str(u["by"])[:80], u["changes"]) for u in asked["updates"]]
        if not file.shared.push(int(asked["version"]), updates):
            missed = file.shared.since(int(asked["version"]))
            return {"taken": False, "lost": missed is None, "version": file.shared.version, "updates": _shown(missed or [])}
        file.typed = time.monotonic()
        self._spread(file, before)
        self.look(file)
        return {"taken": True}

    async def do_rejoin(self, asked: Json) -> Json:
        """Give a window whose line broke what it missed, or the text in which its own is merged."""
        file = self._file(asked)
        shared, before = file.shared, file.shared.version
        self._show(file)  # it may have missed the picture too
        self.look(file)
        missed = shared.since(int(asked["version"])) if asked["epoch"] == shared.epoch else None
        if missed is not None:
            return {"version": shared.version, "updates": _shown(missed)}
        shared.rejoin(str(asked["base"]), str(asked["text"]))
        if shared.version != before:
            file.typed = time.monotonic()
            self._spread(file, before)
        self._state(file)
        return {"version": shared.version, "epoch": shared.epoch, "text": shared.text}

    async def do_module(self, asked: Json) -> Json:
        """Return kernels by which a page moves the machine itself; a process of its own makes them, so that nobody waits."""
        file = self._file(asked)
        found: Json = await self.hands.ask("module", file=file.name, text=file.shared.text)
        return found

    async def do_code(self, asked: Json) -> Json:
        """List files of code that a machine names and nobody has allowed, as a person must see them."""
        file = self._file(asked)
        named = await self.worker.ask("code", file=file.name, text=file.shared.text)
        return {"code": [await asyncio.to_thread(self._about_code, name, what) for name, what in named]}

    def _about_code(self, name: str, what: str) -> Json:
        try:
            path = self.folder.file(name, CODE)
            return {"file": name, "what": what, "size": path.stat().st_size, "digest": file_digest(path), "refused": ""}
        except (BielaError, OSError) as error:
            said = f"{error.strerror}." if isinstance(error, OSError) else str(error)
            return {"file": name, "what": what, "size": 0, "digest": "", "refused": said}

    async def do_allow(self, asked: Json) -> Json:
        """Allow files of code that a person has seen: by name, and by the digest that was shown."""
        known = {(about["file"], about["digest"]) for about in (await self.do_code(asked))["code"] if not about["refused"]}
        chosen = [(str(one["file"]), str(one["digest"])) for one in asked["code"]]
        for name, given in chosen:
            if (name, given) not in known:
                raise BielaError(f"{name} is not the file that was shown, or is allowed already: look at it again.")
        files = [str(self.folder.file(name, CODE).resolve()) for name, _ in chosen]
        self.jobs.uses += files
        await asyncio.gather(self.worker.allow(files), self.hands.allow(files))
        for file in self.open.values():
            file.drawn = -1
            self.look(file)
        return {}

    async def do_keep_sketch(self, asked: Json) -> Json:
        self.folder.keep_sketch(str(asked["text"]))
        return {}

    def _spread(self, file: Open, before: int) -> None:
        updates = file.shared.since(before) or []
        self.tell({
            "event": "updates", "file": file.name, "epoch": file.shared.epoch, "version": before, "updates": _shown(updates),
        })  # fmt: skip
        self._state(file)
        self.look(file)

    async def do_hand(self, asked: Json) -> Json:
        file = self._file(asked)
        given = {**(asked.get("given") or {}), "file": file.name, "text": file.shared.text, "act": str(asked["what"])}
        return {"picture": await self.worker.ask("hand", HAND_TIMEOUT, **given)}

    async def do_place(self, asked: Json) -> Json:
        file = self._file(asked)
        text = file.shared.text
        edits = await self.worker.ask("place", file=file.name, text=text, joint=asked["joint"], target=asked["target"])
        if text != file.shared.text:
            raise BielaError("the text changed meanwhile: drag again.")
        return {"changes": specs(text, edits)}

    async def do_set(self, asked: Json) -> Json:
        text = self._file(asked).shared.text
        return {"changes": specs(text, set_value(text, asked["path"], str(asked["value"])))}

    async def do_remove(self, asked: Json) -> Json:
        text = self._file(asked).shared.text
        return {"changes": specs(text, remove(text, asked["path"]))}

    async def do_choose(self, asked: Json) -> Json:
        file = self._file(asked)
        before = file.shared.version
        file.shared.choose(str(asked["text"]))
        self._spread(file, before)
        self.attend(file)
        return {}

    async def do_new(self, asked: Json) -> Json:
        from biela import library

        base = asked.get("machine")
        text = library.get(base).machine_file() if base else str(asked.get("text") or EMPTY)
        return {"file": self.folder.create(str(asked["name"]), text)}

    async def do_start(self, asked: Json) -> Json:
        file = self._file(asked)
        file.shared.save()
        if file.shared.unsaved:
            raise BielaError("the file on the disk differs from the text here: choose a version first.")
        job = await self.jobs.start(str(asked["command"]), file.name, file.shared.text, asked.get("given") or {})
        self.tell({"event": "job", "job": job.about()})
        return {"job": job.about()}

    async def do_cancel(self, asked: Json) -> Json:
        await self.jobs.cancel(str(asked["job"]))
        return {}

    async def do_restore(self, asked: Json) -> Json:
        return {"text": self.jobs.text_of(str(asked["job"]))}

    async def do_compare(self, asked: Json) -> Json:
        return {"page": await self.jobs.compare([str(job) for job in asked["jobs"]])}

    # ------------------------------------------------------------------------------------------------------ pictures

    def look(self, file: Open) -> None:
        """Draw the latest text of a file, if nobody is at it."""
        if file.drawn != file.shared.version and (file.looking is None or file.looking.done()):
            file.looking = asyncio.create_task(self._look(file))

    async def _look(self, file: Open) -> None:
        while file.drawn != file.shared.version:
            version = file.shared.version
            picture = await self._asked("look", file)
            if picture is None:
                continue
            file.picture, file.drawn = picture, version
            self._show(file)
            if "show" in picture and file.shared.version == version and (said := await self._asked("check", file)):
                picture["check"] = said
                self.tell({"event": "check", "file": file.name, "version": version, "check": said})

    async def _asked(self, what: str, file: Open) -> Json | None:
        """Return the picture or the check of a text; None if the text changed meanwhile and it took long."""
        version = file.shared.version
        task = asyncio.create_task(self.worker.ask(what, file=file.name, text=file.shared.text))
        while not task.done():
            await asyncio.wait({task}, timeout=STALE)
            if not task.done() and file.shared.version != version:
                task.cancel()
                await asyncio.wait({task})
        if task.cancelled():
            return None
        try:
            found: Json = task.result()
            return found
        except BielaError as error:  # too slow, or a mistake of ours: said in words
            return {"problems": [{"line": 0, "path": "", "message": str(error)}], "outline": {}, "failed": str(error)}

    def _show(self, file: Open) -> None:
        """Send the latest picture of a file to all windows."""
        if file.picture is not None:
            self.tell({"event": "picture", "file": file.name, "version": file.drawn, "picture": file.picture})


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _shown(updates: Sequence[Update]) -> list[Json]:
    return [{"by": u.by, "changes": u.changes} for u in updates]


EMPTY = """biela: 1
name: machine
gravity: [0, -9.81, 0]

bodies:
  rod: {mass: 1 kg, com: [0.5, 0, 0], inertia: {rod: {length: 1 m}}}

joints:
  A: {type: revolute, parent: ground, child: rod}

simulation:
  duration: 5 s
"""
"""A new machine file."""
