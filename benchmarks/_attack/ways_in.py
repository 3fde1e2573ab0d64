"""Files that try to run code, given to every command, reader and request of the studio.

A mark is left by code that runs. Nothing was allowed, so every mark is a way in. The files are those of `tests/faults/ways_in.py`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

TOGETHER = ("machine file: measure of a file", "machine file: FMU", "store: evil.py:go")
"""Ways that are also tried in processes of their own, as a user starts them."""


def attack(quick: bool, seed: int) -> tuple[int, list[str]]:
    """Walk the command line in this process and some of it in processes of their own, readers in Python, and the studio."""
    from ways_in import PRINCIPAL, READERS, asked_of_the_studio, hostile, read_all, walk

    from biela.cli.registry import names

    before, path = Path.cwd(), list(sys.path)
    with tempfile.TemporaryDirectory() as folder:
        ways = hostile(Path(folder).resolve())
        os.chdir(folder)
        sys.path.append(folder)
        try:
            chosen = [way for way in ways if not quick or way.name in PRINCIPAL]
            verbs = [verb for verb in names() if not quick or verb not in ("identify", "plot", "film", "compare")]
            apart = [way for way in ways if way.name in TOGETHER]
            parts = [
                walk(chosen, verbs),
                read_all(chosen, [name for name in READERS if not quick or name not in ("load", "result")]),
                _apart(apart, ("run", "sweep") if quick else [v for v in verbs if v not in ("show", "studio")]),
            ]
            for way in () if quick else [way for way in ways if way.file.suffix == ".yaml"]:
                asked = len(asked_of_the_studio(way, []))
                parts.append((asked, [f"{way.name}: the studio ran {', '.join(way.marks)}"] if way.marks else []))
                (way.folder / "marks").unlink(missing_ok=True)
        finally:
            os.chdir(before)
            sys.path[:] = path
    return sum(tried for tried, _ in parts), [line for _, found in parts for line in found]


def _apart(ways: Sequence, verbs: Sequence[str]) -> tuple[int, list[str]]:
    """Run command lines in processes of their own."""
    tried, found = 0, []
    for verb in verbs:
        for way in ways:
            words = way.words(verb)[0]
            subprocess.run([sys.executable, "-P", "-m", "biela.cli", *words], capture_output=True, cwd=way.folder)
            tried += 1
            if way.marks:
                found.append(f"{way.name}: biela {' '.join(words)} ran {', '.join(way.marks)}")
                (way.folder / "marks").unlink()
    return tried, found
