"""Follow a flow through the rooms, and print each hop: the first call of a function in a file of another room.

    python tests/architecture/hops.py run | simulate      rows of JSON: file, function, caller, what it does; then calls backwards
    python tests/architecture/hops.py --write             put the tables into docs/architecture.md

Vocabulary does not count: `base`, `lie`, `element`, and reading a description (`mechanism`). Methods do not count either: an object
that was handed over is used where it is. A call is backwards if it goes from a room to one further down the import order: a door
that opens on the way, or a function that was handed up. The two functions of a `Case`, which builds itself, are let through.
"""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[2]
PACKAGE = str(ROOT / "src" / "biela") + os.sep
PAGE = ROOT / "docs" / "architecture.md"
FLOWS = ("run", "simulate")
VOCABULARY = {"base", "lie", "element", "mechanism"}
FACTORIES = {("simulation/case.py", "build"), ("simulation/case.py", "start")}
"""Calls of the functions that a case consists of."""
MACHINE = """\
biela: 1
name: four-bar
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 1 kg, com: [0.15 m, 0, 0], inertia: {rod: {length: 0.3 m}}}
  coupler: {mass: 2 kg, com: [0.5 m, 0, 0], inertia: {rod: {length: 1 m}}}
  rocker: {mass: 2 kg, com: [0.45 m, 0, 0], inertia: {rod: {length: 0.9 m}}}
joints:
  A: {type: revolute, parent: ground, child: crank}
  B: {type: revolute, parent: crank, child: coupler, parent_point: [0.3 m, 0, 0]}
  C: {type: revolute, parent: coupler, child: rocker, parent_point: [1 m, 0, 0], child_point: [0.9 m, 0, 0]}
  D: {type: revolute, parent: ground, child: rocker, parent_point: [1 m, 0, 0]}
start: {coordinates: {A: 60 deg}}
simulation: {duration: 1 s}
"""


def room(file: str) -> str:
    """Return the room of a file."""
    return file.partition("/")[0]


class Trace:
    """Profile function that notes hops."""

    def __init__(self) -> None:
        self.rows: list[dict[str, str]] = []
        self.backwards: list[str] = []

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        code, file = frame.f_code, _own(frame)
        if event != "call" or file is None or code.co_qualname != code.co_name or code.co_name[0] == "<":
            return
        if room(file) in VOCABULARY | {"__init__.py"}:
            return
        caller = frame.f_back
        while caller is not None and (_own(caller) is None or room(_own(caller) or "") in VOCABULARY):
            if _own(caller) == "base/surface.py":
                return  # a surface spells a setting in its own words
            caller = caller.f_back
        if caller is None and self.rows:
            return
        origin = _own(caller) or "" if caller is not None else ""
        by = caller.f_code.co_name if caller is not None else ""
        if by == "<module>" or room(origin) == room(file):
            return
        if origin and _order(origin) < _order(file) and (origin, by) not in FACTORIES:
            self.backwards.append(f"{origin} {by} → {file} {code.co_name}")
        if all(row["file"] != file for row in self.rows):
            does = (inspect.getdoc(frame.f_globals.get(code.co_name)) or "").partition("\n\n")[0].replace("\n", " ")
            self.rows.append({"file": file, "function": code.co_name, "does": does})


def _own(frame: FrameType) -> str | None:
    """Path of a frame's file in the package, if it is there."""
    file = frame.f_code.co_filename
    return file[len(PACKAGE) :].replace(os.sep, "/") if file.startswith(PACKAGE) else None


def _order(file: str) -> int:
    from test_folder_order import ROOMS

    return ROOMS.index(room(file))


def run() -> None:
    """Follow `biela run my.yaml`."""
    from biela.cli import main

    Path("my.yaml").write_text(MACHINE, "utf-8")
    _follow(lambda: main(["run", "my.yaml", "--out", "out"]))


def simulate() -> None:
    """Follow `m.simulate(start, duration=1.0)`."""
    import biela

    starts = [biela.loads(MACHINE).start() for _ in range(2)]
    _follow(lambda: (start := starts.pop()).mechanism.simulate(start, duration=1.0))


def _follow(flow: Callable[[], object]) -> None:
    flow()  # from here on kernels come from the cache, as in everyday use
    trace = Trace()
    sys.setprofile(trace)
    try:
        flow()
    finally:
        sys.setprofile(None)
    print(json.dumps([trace.rows, sorted(set(trace.backwards))]))


def followed(name: str) -> tuple[list[dict[str, str]], list[str]]:
    """Return the hops of a flow, traced in a process and a cache of its own."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "BIELA_CACHE_DIR": folder}
        command = [sys.executable, __file__, name]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    rows, backwards = json.loads(done.stdout.splitlines()[-1])
    return rows, backwards


def table(rows: list[dict[str, str]]) -> str:
    """Return hops as a table of the page."""
    lines = ["| | file | function | |", "|---|---|---|---|"]
    lines += [f"| {k} | `{row['file']}` | `{row['function']}` | {row['does']} |" for k, row in enumerate(rows, start=1)]
    return "\n".join(lines)


def marked(name: str, page: str) -> tuple[int, int]:
    """Return where the table of a flow stands in a page: between two comments."""
    begin = page.index(f"<!-- hops of {name} -->") + len(f"<!-- hops of {name} -->\n")
    return begin, page.index("\n<!-- end -->", begin)


if __name__ == "__main__":
    if sys.argv[1] == "--write":
        for flow in FLOWS:
            text = PAGE.read_text("utf-8")
            begin, end = marked(flow, text)
            PAGE.write_text(text[:begin] + table(followed(flow)[0]) + text[end:], "utf-8")
    else:
        {"run": run, "simulate": simulate}[sys.argv[1]]()
