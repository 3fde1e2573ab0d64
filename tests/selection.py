"""Which tests run: `pytest --set=fixed` (`make test`), `--set=near` (after it, before a change lands), or all of them.

The fixed set is the same for everyone who has the same tree: every test that takes up to `QUICK` seconds, and the quickest test of
each file. So each capability, each published work and each kind of fault, which have a file each, has its test. The near set is
what is left, first of the rooms that changed since the last release, for `NEAR` seconds; rooms take turns.

Seconds are measured, not estimated: `make test-all` writes `durations.json` (`--measure`). A test that is not in it is quick.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DURATIONS = ROOT / "tests" / "durations.json"
"""File → test → seconds of processor time, of tests that take `NOTED` seconds or more."""
QUICK, QUICKEST = 0.6, 20.0
"""Longest test of the fixed set [s]; longest one that is in it as the quickest of its file."""
NOTED = 0.5
"""Shortest test whose seconds are kept [s]."""
CHANGED = 1.5
"""Factor by which a measurement must differ from the last one to replace it, so that noise does not change the file."""
NEAR = 1200.0
"""Seconds of the near set, on all processors together: ten minutes on two idle ones."""
NEAR_CLOCK = 900.0
"""Seconds by the clock after which no more test of the near set begins, on a busy machine."""


def known() -> dict[str, float]:
    """Return the measured seconds of tests, by their names."""
    table = json.loads(DURATIONS.read_text("utf-8")) if DURATIONS.exists() else {}
    return {f"{file}::{test}": seconds for file, tests in table.items() for test, seconds in tests.items()}


def write(measured: Mapping[str, float]) -> None:
    """Keep the seconds of a run of all tests; a value that differs little from the one before stays."""
    before, table = known(), dict[str, dict[str, float]]()
    for name, seconds in sorted(measured.items()):
        old = before.get(name, 0.0)
        kept = old if old / CHANGED < seconds < old * CHANGED else round(seconds, 1)
        if kept >= NOTED:
            file, _, test = name.partition("::")
            table.setdefault(file, {})[test] = kept
    DURATIONS.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", "utf-8")


def fixed(names: Iterable[str], seconds: Mapping[str, float]) -> set[str]:
    """Return the fixed set of some tests.

    Raises
    ------
    ValueError : if a file has no test that is short enough
    """
    files: dict[str, list[str]] = {}
    for name in names:
        files.setdefault(name.partition("::")[0], []).append(name)
    found = set()
    for file, tests in files.items():
        quickest = min(tests, key=lambda name: (seconds.get(name, 0.0), name))
        if seconds.get(quickest, 0.0) > QUICKEST:
            raise ValueError(f"{file}: its quickest test takes {seconds[quickest]:g} s. Add one below {QUICKEST:g} s that decides.")
        found |= {quickest, *(name for name in tests if seconds.get(name, 0.0) <= QUICK)}
    return found


def near(names: Iterable[str], seconds: Mapping[str, float], rooms: frozenset[str], longest: float = NEAR) -> set[str]:
    """Return tests besides the fixed set, as long as there is time: those of changed rooms first, then the others. Rooms take
    turns, each in the order of its names. One that would take too long is passed over."""
    names = list(names)
    turns = dict[str, list[str]]()
    for name in sorted(set(names) - fixed(names, seconds)):
        turns.setdefault(_room(name), []).append(name)
    turn = {name: k for own in turns.values() for k, name in enumerate(own)}
    left = sorted(turn, key=lambda name: (_room(name) not in rooms, turn[name], name))
    found, total = set(), 0.0
    for name in left:
        if total + seconds.get(name, 0.0) <= longest:
            found.add(name)
            total += seconds.get(name, 0.0)
    return found


def _room(name: str) -> str:
    """Return the room that a test is about; of a test of all of biela, its folder."""
    match = re.match(r"tests/(?:unit/)?(\w+)", name)
    return match[1] if match else ""


def changed_rooms() -> frozenset[str]:
    """Return the rooms that changed since the last release, which is the last change of the version number; none where git or its
    history is missing."""
    release = _git("log", "-1", "--format=%H", "-G^__version__ = ", "--", "src/biela/__init__.py")
    files = _git("diff", "--name-only", release, "--", "src/biela").splitlines() if release else []
    return frozenset(Path(file).parts[2] for file in files if len(Path(file).parts) > 3)


def _git(*words: str) -> str:
    """Return what git answers; nothing where there is no git, or no repository."""
    try:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""
