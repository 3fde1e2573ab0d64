"""Work on the machines of a project: commands of `biela` in processes of their own, with progress, an end at any time, and a
folder for each result that remembers the text it came from.

    results/four-bar/0003-run/   result.nc, report.html, …, source.yaml (the text then), job.json (what was asked)
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, field
from pathlib import Path

from biela.app.folder import Json, to_json
from biela.base.atomic import write_whole
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, nearest
from biela.base.intake import Unreadable
from biela.base.intake import text as read_text
from biela.files.format import endings
from biela.studio.project.folder import RESULTS, OutsideProject, Project
from biela.studio.project.form import NOT_OFFERED, CommandForm, FormField
from biela.studio.project.shared import digest
from biela.study.own_function import refuse_code

ABOUT, SOURCE = "job.json", "source.yaml"
"""Files of a result besides those of the command."""
COMPARED = "compare.html"
"""The page of the last comparison."""
GRACE = 5.0
"""Time for a command to end by itself after Ctrl-C [s]."""
LISTED_RESULTS = 400
"""Maximum number of results that are listed, the latest first."""
COMMANDS_AT_ONCE = 4
"""Maximum number of commands that run at the same time."""
TAIL = 200_000
"""Characters of what a command says that are kept."""


@dataclass
class Job:
    """Command that runs, or has run."""

    id: str
    command: str
    file: str
    given: Json
    version: str
    begun: float
    words: list[str]
    status: str = "running"
    progress: float | None = None
    said: str = ""
    seconds: float = 0.0
    files: list[str] = field(default_factory=list)

    def about(self) -> Json:
        """Return the data that are shown and kept of it."""
        return asdict(self)


class Jobs:
    """Commands of a project."""

    def __init__(self, folder: Project, commands: Sequence[CommandForm], uses: Sequence[str], tell: Callable[[Json], None]):
        self.folder, self.uses, self.tell = folder, list(uses), tell
        self.commands: Mapping[str, CommandForm] = {c.name: c for c in commands}
        self.running: dict[str, tuple[Job, asyncio.subprocess.Process]] = {}
        self._tasks = set[asyncio.Task[None]]()

    async def start(self, command: str, file: str, text: str, given: Mapping[str, object]) -> Job:
        """Begin a command on a file, whose text is given."""
        known = self.commands.get(command)
        if known is None:
            raise BielaError(f"there is no command {command!r:.40}.{nearest(str(command), list(self.commands))}")
        if len(self.running) >= COMMANDS_AT_ONCE:
            raise BielaError(f"{COMMANDS_AT_ONCE} commands run already: wait for one, or cancel it.")
        words = self._words(known, given)
        name = self.folder.new_result(file, command)
        where = self.folder.path / name
        write_whole(where / SOURCE, text)
        job = Job(name.removeprefix(f"{RESULTS}/"), command, file, dict(given), digest(text), time.time(), [command, file, *words])
        given_here = {"out": [name], "uses": self.uses}
        own = [f"{o.flag}={word}" for o in known.options for word in given_here.get(o.name, ())]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "biela.cli", command, _as_file(file), *words, *own, cwd=self.folder.path,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "BIELA_PROGRESS": "json", "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"},
            start_new_session=sys.platform != "win32", limit=1 << 20,
        )  # fmt: skip
        self.running[job.id] = job, process
        self._keep(job, where)
        task = asyncio.create_task(self._follow(job, process, where))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    def _words(self, command: CommandForm, given: Mapping[str, object]) -> list[str]:
        """Return the words of a command line from the values of a form."""
        options = {o.name: o for o in command.options if o.name not in NOT_OFFERED}
        words: list[str] = []
        places: list[str] = []
        for name, value in given.items():
            option = options.get(name)
            if option is None:
                raise BielaError(f"{command.name} has no field {name!r:.40}.{nearest(str(name), list(options))}")
            for word in self._values(option, value):
                if option.name == "measures":
                    refuse_code([word], lambda file: str((self.folder.path / file).resolve()) in self.uses)
                if option.kind == "flag":
                    words.append(option.flag)
                elif option.flag:
                    words.append(f"{option.flag}={word}")
                else:
                    places.append(_as_file(word))
        missing = [o.label for o in command.options if o.needed and o.name not in given]
        if missing:
            raise BielaError(f"{command.name} needs {' and '.join(missing)}.")
        return [*words, *places]

    def _values(self, option: FormField, value: object) -> list[str]:
        """Return the values of a field as words; empty ones are left out."""
        if option.kind == "flag":
            return [option.flag] if value is True else []
        found = [str(v) for v in (value if isinstance(value, list) else [value]) if v not in ("", None, False, True)]
        if len(found) > 1 and not option.several:
            raise BielaError(f"{option.label} takes one value.")
        for word in found:
            if "\0" in word or "\n" in word or len(word) > 2000:
                raise BielaError(f"{option.label}: this is not a value.")
            if option.kind == "file":
                path = self.folder.file(word, endings("read_log"))
                if not path.is_file():
                    raise BielaError(f"{word}: there is no such file in this folder.")
            elif option.kind == "number":
                try:
                    float(word.rstrip("abcdefghijklmnopqrstuvwxyzµ "))
                except ValueError:
                    raise BielaError(f"{option.label}: {word!r:.40} is not a number.") from None
            elif not option.flag and word.startswith("-"):
                raise BielaError(f"{word!r:.40} is not a value of {option.label}.")
        return found

    async def _follow(self, job: Job, process: asyncio.subprocess.Process, where: Path) -> None:
        assert process.stdout is not None and process.stderr is not None
        await asyncio.gather(self._listen(job, process.stdout), self._listen(job, process.stderr))
        code = await process.wait()
        job.seconds = time.time() - job.begun
        if job.status == "running":
            job.status = "done" if code == 0 else "failed"
        job.progress = None
        job.files = sorted(p.name for p in where.iterdir() if p.is_file() and p.name not in (ABOUT, SOURCE))
        self.running.pop(job.id, None)
        self._keep(job, where)
        self.tell({"event": "job", "job": job.about()})

    async def _listen(self, job: Job, stream: asyncio.StreamReader) -> None:
        """Take what a command says: progress, and words."""
        told = 0.0
        while True:
            try:
                line = (await stream.readline()).decode("utf-8", "replace")
            except ValueError:  # a line without end
                continue
            if not line:
                return
            part = _progress(line)
            if part is None:
                job.said = (job.said + line)[-TAIL:]
            else:
                job.progress = part
            if part is None or time.monotonic() - told > 0.1:
                told = time.monotonic()
                self.tell({"event": "job", "job": job.about()})

    def _keep(self, job: Job, where: Path) -> None:
        with suppress(OSError):  # a full disk must not end the studio; the command says it, too
            write_whole(where / ABOUT, to_json(job.about()) + "\n")

    async def cancel(self, job: str) -> None:
        """End a command: as Ctrl-C does, and by force if that takes too long."""
        if job not in self.running:
            raise BielaError("this command has ended already.")
        known, process = self.running[job]
        known.status, known.seconds = "cancelled", time.time() - known.begun
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGINT if sys.platform != "win32" else signal.SIGTERM)
        try:
            async with asyncio.timeout(GRACE):
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()

    async def end(self) -> None:
        """End all commands."""
        await asyncio.gather(*(self.cancel(job) for job in list(self.running)), return_exceptions=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def results(self) -> list[Json]:
        """Return all results, the latest first."""
        found = []
        for path in sorted((self.folder.path / RESULTS).glob(f"*/*/{ABOUT}")):
            with suppress(Unreadable, OutsideProject, ValueError, KeyError, TypeError):
                name = path.relative_to(self.folder.path).as_posix()
                about = json.loads(read_text(self.folder.file(name), 4_000_000, "results"))
                if about["status"] == "running" and about["id"] not in self.running:
                    about["status"] = "ended with the studio"
                if about["id"] == path.parent.relative_to(self.folder.path / RESULTS).as_posix():
                    found.append({**about, "said": about["said"][-2000:]})
        return sorted(found, key=lambda a: -a["begun"])[:LISTED_RESULTS]

    async def compare(self, jobs: list[str]) -> str:
        """Write a page that lays results over each other; return its address."""
        from biela.app.compare import compare, compare_summaries

        if len(jobs) < 2:
            raise BielaError("choose two results or more.")
        page = self.folder.file(f"{RESULTS}/{COMPARED}")
        motions, summaries = (
            {job: self.folder.file(f"{RESULTS}/{job}/{name}") for job in jobs} for name in ("result.nc", "summary.json")
        )
        if all(path.is_file() for path in motions.values()):
            await asyncio.to_thread(compare, list(motions.values()), page)
            return f"/result/{COMPARED}"
        missing = [job for job, path in summaries.items() if not path.is_file()]
        if missing:
            raise BielaError(f"{missing[0]}: it has neither a result.nc nor a summary.json to compare.")
        await asyncio.to_thread(compare_summaries, summaries, page)
        return f"/result/{COMPARED}"

    def text_of(self, job: str) -> str:
        """Return the text of the machine file that a result came from."""
        return read_text(self.folder.file(f"{RESULTS}/{job}/{SOURCE}"), 4_000_000, "machine files")


def _as_file(name: str) -> str:
    """Return a file as a word of a command line that is not taken for an option, whatever its name."""
    return f"./{name}" if name.startswith("-") else name


def _progress(line: str) -> float | None:
    if not line.startswith('{"progress"'):
        return None
    with suppress(ValueError, TypeError, KeyError):
        return float(json.loads(line)["progress"])
    return None
