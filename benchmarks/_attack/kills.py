"""Commands killed while they write: no file is half written, nothing accepted is lost.

Every verb that writes files, at random moments, over old files and into empty folders; studies, whose numbers must be those of one
that nobody killed; the studio while somebody types, which must not lose an accepted line.
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

import numpy as np
from kills import Command, commands, prepared
from test_studio_kills import attacked
from test_study_kills import _finish, _kill_while_running, _same, _study

KILLS = {"run": 90, "new": 30, "yaml": 30, "urdf": 30, "mjcf": 20, "glb": 20, "c": 30, "fmu": 20, "inverse": 30, "identify": 30,
         "estimate": 30, "plot": 20, "film": 20, "sweep": 30}  # fmt: skip
STUDIES, STUDIOS = 50, 20


def attack(quick: bool, seed: int) -> tuple[int, list[str]]:
    """500 kills; a few of the quickest commands if it is to be quick."""
    found: list[str] = []
    kills = {"new": 5, "urdf": 5, "glb": 5} if quick else KILLS
    with tempfile.TemporaryDirectory() as folder:
        prepared(Path(folder) / "in")
        for k, (name, count) in enumerate(kills.items()):
            command = Command(name, commands(Path(folder) / "in")[name], Path(folder) / name)
            rng = np.random.default_rng([seed, k])
            found += [line for _ in range(count) for line in command.killed(rng)] + command.finished()
        if quick:
            return sum(kills.values()), found
        found += _studies(Path(folder), random.Random(seed))
        try:
            attacked(Path(folder) / "studio", STUDIOS, random.Random(seed))
        except AssertionError as error:
            found.append(f"studio: an accepted line was lost: {error}")
    return sum(kills.values()) + STUDIES + STUDIOS, found


def _studies(folder: Path, rng: random.Random) -> list[str]:
    """Kill a study again and again; it goes on, and its numbers are those of one that nobody killed."""
    study = _study(8)
    began = time.perf_counter()
    whole = _finish(study, folder / "whole")
    lasts = time.perf_counter() - began
    for k in range(STUDIES):
        _kill_while_running(study, folder / f"study {k // 5}", rng.uniform(0.0, 0.5 * lasts))
    last = [_finish(study, folder / f"study {k}") for k in range(STUDIES // 5)]
    return [f"study {k}: its numbers are others" for k, sweep in enumerate(last) if not _same(sweep, whole)]
