"""A part of the slow tests with every change: `pytest --rotate=commit`.

The slow tests take turns, which the number of commits chooses, in three groups, so that long ones do not keep the others waiting:

- brief ones, below `BRIEF` seconds, and `slow(6, often=True)`: an eighth each time, whole files, and eight commits run them all;
- studies of published results, in the order of the files, are cut into parts, and as many commits as there are parts run them all;
- the others, above all attacks on files and servers, of which there are hours: the same, with parts of their own.

A test that alone guards what everything else rests on is not marked, however long it takes.

A *family* is a test of many alike, such as every ready machine: `@pytest.mark.family("name")`. Each run takes a third of the values
of that parameter, the same for all families, so that what one has derived serves the others.
"""

from __future__ import annotations

import subprocess
import time
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PART = 30.0
"""[s] of a part"""
PUBLISHED = 15.0
"""[s] of a part of the tests of published results"""
FAMILY = 3
"""Turns in which all values of a family are run"""
USUAL = 6.0
"""[s] of a test that is marked `slow` without a number"""
BRIEF, SHARES = 4.0, 8
"""[s] below which a slow test is a brief one, and turns in which all of these are run"""


def turn(word: str) -> int:
    """The number that chooses the part: as given, or that of commits; of days where the history is not at hand."""
    if word != "commit":
        return int(word)
    count = _git("rev-list", "--count", "HEAD")
    return int(count) if count and _git("rev-parse", "--is-shallow-repository") == "false" else int(time.time() // 86400)


def comes_now(value: object, number: int) -> bool:
    """Whether it is the turn of one value of a family; files count by their place in the repository, wherever that is."""
    name = value.relative_to(ROOT).as_posix() if isinstance(value, Path) else str(value)
    return (zlib.crc32(name.encode()) + number) % FAMILY == 0


def _git(*words: str) -> str:
    """What git answers; nothing where there is no git, or no repository."""
    try:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def parts(seconds: Sequence[float], longest: float = PART) -> list[range]:
    """Neighbours that together take no longer than a part; a test that takes longer is a part by itself."""
    cuts, total = [0], 0.0
    for i, duration in enumerate(seconds):
        if total and total + duration > longest:
            cuts.append(i)
            total = 0.0
        total += duration
    return [range(a, b) for a, b in zip(cuts, [*cuts[1:], len(seconds)], strict=True)]


def chosen(seconds: Sequence[float], number: int, longest: float = PART) -> range:
    """The part whose turn it is."""
    cut = parts(seconds, longest)
    return cut[number % len(cut)]


def brief_turns(seconds: Mapping[Path, float]) -> dict[Path, int]:
    """The turn of each file, whose brief slow tests take these seconds: the longest first, always into the shortest turn."""
    turns, total = {}, [0.0] * SHARES
    for file in sorted(seconds, key=lambda file: (-seconds[file], file)):
        turns[file] = total.index(min(total))
        total[turns[file]] += seconds[file]
    return turns
