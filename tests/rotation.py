"""A part of the slow tests with every change: `pytest --rotate=commit`.

The slow tests, in the order of the files, are cut into parts. The number of commits chooses the part, so that as many commits as
there are parts run them all. Those of published results have a turn of their own: long attacks on files and servers, of which there
are hours, do not keep them waiting.

A *family* is a test of many alike, such as every ready machine: `@pytest.mark.family("name")`. Each run takes a third of the values
of that parameter, the same for all families, so that what one has derived serves the others.
"""

from __future__ import annotations

import subprocess
import time
import zlib
from collections.abc import Sequence
from pathlib import Path

PART = 40.0
"""[s] of a part"""
PUBLISHED = 20.0
"""[s] of a part of the tests of published results"""
FAMILY = 3
"""Turns in which all values of a family are run"""
USUAL = 6.0
"""[s] of a test that is marked `slow` without a number"""


def turn(word: str) -> int:
    """The number that chooses the part: as given, or that of commits; of days where the history is not at hand."""
    if word != "commit":
        return int(word)
    count = _git("rev-list", "--count", "HEAD")
    return (
        int(count) if count and _git("rev-parse", "--is-shallow-repository") == "false" else int(time.time() // 86400)
    )


def comes_now(value: object, number: int) -> bool:
    """Whether it is the turn of one value of a family."""
    return (zlib.crc32(str(value).encode()) + number) % FAMILY == 0


def _git(*words: str) -> str:
    """What git answers; nothing where there is no git, or no repository."""
    try:
        return subprocess.run(["git", *words], cwd=Path(__file__).parent, capture_output=True, text=True).stdout.strip()
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
