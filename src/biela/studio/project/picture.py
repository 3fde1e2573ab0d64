"""From the text of a machine file to its picture: what is wrong with it and where, or the machine, standing at its start.

Runs in a process of its own (`worker`), which may be ended at any time.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from biela.app.folder import Json
from biela.base.errors import BielaError
from biela.element.uses import allowed, used
from biela.files.document import Document, Sections
from biela.files.machine import case_of
from biela.files.problem import FileError
from biela.kernel.cache import aside
from biela.studio.hand import MOVES, by_hand
from biela.studio.model import Bench, MoveRefused
from biela.studio.project.edit import refuse_large
from biela.studio.project.handle import handles, placed
from biela.study.own_function import function_of

PARTS = 2
"""Depth of the places that the outline names: `bodies.crank`."""
SHOWN_CHARACTERS = 400
"""Maximum length of a value that a form shows."""
DRAWN_PARTS = 1500
"""Maximum number of bodies and joint coordinates of a machine that is drawn; deriving as many takes about ten seconds."""
CACHED_BENCHES = 8
"""Maximum number of machines that are kept ready."""
FMU = "fmi.unit"
"""Type of components that load an FMU."""


class Pictures:
    """Machines of the open files, each as a bench that is moved by hand."""

    def __init__(self) -> None:
        self.benches: dict[tuple[str, str], Bench] = {}
        self.sections: dict[str, Sections] = {}
        self.opened: set[str] = set()

    def _read(self, file: str, text: str) -> Document:
        refuse_large(text)
        return self.sections.setdefault(file, Sections()).read(text, file)

    def look(self, file: str, text: str) -> Json:
        """Return problems of a text, or the picture of its machine; the outline in both cases, as far as it can be read."""
        try:
            document = self._read(file, text)
        except BielaError as error:
            return {"problems": problems_of(error), "outline": {}}
        about: Json = {
            "outline": outline(document, text), "values": values(document, text), "problems": [],
            "code": [code.file for code in named_code(document.data, file)],
        }  # fmt: skip
        try:
            with self._passing(file):
                bench = self._bench(file, text, document)
                return {
                    **about,
                    "show": bench.page_data(forces=False),
                    "handles": [asdict(handle) for handle in handles(document, bench)],
                }
        except BielaError as error:
            return {**about, "problems": problems_of(error)}

    def code(self, file: str, text: str) -> list[tuple[str, str]]:
        """Return the files of code that a text names and nobody has allowed, and what each is for."""
        return [(code.file, code.what) for code in named_code(self._read(file, text).data, file)]

    def _bench(self, file: str, text: str, document: Document | None = None) -> Bench:
        bench = self.benches.pop((file, text), None)
        if bench is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                case = case_of(document or self._read(file, text), text, hold=False)
                m = case.build()
                bodies, coordinates = len(m.bodies) - 1, sum(joint.type.n_v for joint in m.joints.values())
                if bodies + coordinates > DRAWN_PARTS:  # its equations would occupy the process for long
                    raise BielaError(
                        f"this machine has {bodies} bodies and {coordinates} joint coordinates; the studio draws up to "
                        f"{DRAWN_PARTS} of them together. Commands under `work` take larger machines."
                    )
                bench = Bench(case)
        self.benches[file, text] = bench
        while len(self.benches) > CACHED_BENCHES:
            self.benches.pop(next(iter(self.benches)))
        self.opened.add(file)
        return bench

    def _passing(self, file: str) -> AbstractContextManager[None]:
        """Keep off the disk what is compiled for texts that follow each other while somebody types, after a file's first."""
        return aside() if file in self.opened else nullcontext()

    def check(self, file: str, text: str) -> Json:
        """Check a machine that was drawn; this takes longer than the picture, and comes after it."""
        with self._passing(file):
            bench = self._bench(file, text)
            report = bench.mechanism.check(bench.start)
        m = report.mobility
        return {
            "text": str(report), "problems": report.problems, "warnings": report.warnings,
            "mobility": None if m is None else m.total, "loops": len(report.loops), "bodies": report.bodies,
        }  # fmt: skip

    def hand(self, file: str, text: str, act: str, **given: Any) -> Json:
        """Move the machine of a file by hand; see `Bench`."""
        if act not in MOVES:
            raise MoveRefused(f"the machine cannot {act!r:.40}.")
        return by_hand(self._bench(file, text), act, given)

    def module(self, file: str, text: str) -> Json:
        """Return the kernels by which a page moves the machine itself, as WebAssembly."""
        from biela.export.live import hand_module
        from biela.report.levers import module_data

        bench = self._bench(file, text)
        return module_data(bench.mechanism, hand_module(bench._still(bench.start)).module)

    def place(self, file: str, text: str, joint: str, target: object) -> list[tuple[int, int, str]]:
        """Return edits of the text that bring a joint to a point in ground axes [m]."""
        return placed(text, self._read(file, text), self._bench(file, text), joint, np.asarray(target, float))


def problems_of(error: BielaError) -> list[Json]:
    """Return the problems of a file with their lines; one without a line, if the error names none."""
    if isinstance(error, FileError):
        return [{"line": p.line, "path": p.path, "message": p.message, "text": p.text} for p in error.problems]
    return [{"line": 0, "path": "", "message": str(error)}]


def outline(document: Document, text: str) -> dict[str, list[int]]:
    """Return first and last line of every part of a file, `bodies.crank` → [12, 14]."""
    out: dict[str, list[int]] = {}
    for path, (start, end) in document.spans.items():
        if path and len(path) <= PARTS:
            last = text.count("\n", 0, start + len(text[start:end].rstrip())) + 1
            out[".".join(map(str, path))] = [document.lines[path], max(last, document.lines[path])]
    return out


def values(document: Document, text: str) -> dict[str, str]:
    """Return the texts of the values inside the parts: `joints.B.parent_point` → `[crank, 0, 0]`."""
    return {
        ".".join(map(str, path)): text[start:end].rstrip()
        for path, (start, end) in document.spans.items()
        if len(path) == PARTS + 1 and all(isinstance(step, str) for step in path) and end - start < SHOWN_CHARACTERS
    }


class NamedCode(NamedTuple):
    """File of code: its place, and what it is for."""

    file: str
    what: str


def named_code(data: object, file: str) -> list[NamedCode]:
    """Return the files of code that the content of a machine file names and nobody has allowed yet.

    data : as YAML gives it
    file : the machine file; Python files of elements and FMUs are named from its folder, those of measures from the working folder
    """
    if not isinstance(data, dict):
        return []
    beside = Path(file).parent.joinpath
    uses = data.get("uses") or []
    found = [
        NamedCode(str(beside(name)), "elements")
        for name in (uses if isinstance(uses, list) else [uses])
        if isinstance(name, str) and not used(name)
    ]
    found += [NamedCode(str(beside(name)), "FMU") for part in ("networks", "components") for name in _fmus(data.get(part))]
    study = data.get("study")
    measures = study.get("measures") if isinstance(study, dict) else []
    for text in measures if isinstance(measures, list) else []:
        place = function_of(str(text))
        if place.endswith(".py"):
            found.append(NamedCode(place, "measure"))
    return [code for code in dict.fromkeys(found) if not allowed(code.file)]


def _fmus(content: object) -> Iterator[str]:
    """Yield the files of the FMUs among components, however deeply nested."""
    waiting = [content]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if part.get("type") == FMU and isinstance(part.get("file"), str):
                yield part["file"]
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
