"""Shared by all tests; `sample_machines` and `closed_forms` beside this file are imported by name."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path

# the workers share the cores: threads of the linear algebra would only wait for each other (set before numpy is loaded)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import pytest

import rotation
from biela.kernel import kernel

# many tests look at a machine for a moment: none of them compiles for the next one's sake, or before that takes no longer than
# interpreting it has taken
kernel.INTERPRETED = kernel.INTERPRETED_AGAIN = 20_000
os.fsync = lambda file: None  # no test kills the computer: what a process has written stays
# the workers and hundreds of children read bytecode that one of them has written, whatever the environment says
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# a shell that runs the tests in its background has them ignore Ctrl-C, and all that they start: then a command that a test
# interrupts would only end after five seconds, when it is killed
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def rng() -> np.random.Generator:
    """Random numbers, the same in every run."""
    return np.random.default_rng(20)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rotate", metavar="NUMBER", help="of slow tests and families, run one part only; 'commit': by the number of commits"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Each worker begins with other files, as pytest prepares a file only once: what the others have prepared is read."""
    worker = getattr(config, "workerinput", None)
    if worker:
        given = [Path(arg) for arg in config.args]
        files = [str(f) for path in given for f in (sorted(path.rglob("test_*.py")) if path.is_dir() else [path])]
        first = int(worker["workerid"].removeprefix("gw")) * len(files) // worker["workercount"]
        config.args = files[first:] + files[:first]


def pytest_report_header(config: pytest.Config) -> str | None:
    word = config.getoption("--rotate")
    return word and f"slow tests: the part of --rotate={rotation.turn(word)}"


def pytest_collection_finish() -> None:
    """What is alive now stays alive: not looking through it again and again for cycles saves a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    # Hypothesis would read all source that is loaded, for constants to try: seconds in every worker, and other examples for each
    providers = sys.modules.get("hypothesis.internal.conjecture.providers")
    if hasattr(providers, "is_local_module_file"):
        setattr(providers, "is_local_module_file", lambda path: False)  # noqa: B010 (a module that may lack it)


def _waiting(items: list[pytest.Item], seconds_of: dict[pytest.Item, float], number: int) -> list[pytest.Item]:
    """Those whose turn it is not."""
    waiting = []
    often = {item for item in seconds_of for mark in item.iter_markers("slow") if mark.kwargs.get("often")}
    brief = {item: seconds for item, seconds in seconds_of.items() if seconds < rotation.BRIEF or item in often}
    per_file: dict[Path, float] = {}
    for item, seconds in brief.items():
        per_file[item.path] = per_file.get(item.path, 0.0) + seconds
    turns = rotation.brief_turns(per_file)
    waiting += [item for item in brief if turns[item.path] != number % rotation.SHARES]
    for published, longest in ((True, rotation.PUBLISHED), (False, rotation.PART)):
        pool = [i for i in seconds_of if i not in brief and (i.path.parent.name == "published") is published]
        kept = rotation.chosen([seconds_of[item] for item in pool], number, longest) if pool else ()
        waiting += [item for i, item in enumerate(pool) if i not in kept]
    for item in items:
        if (mark := item.get_closest_marker("family")) and isinstance(item, pytest.Function) and item not in seconds_of:
            if not rotation.comes_now(item.callspec.params[mark.args[0]], number):
                waiting.append(item)
    return waiting


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave one part of the slow tests, see `rotation.py`, and run the long ones first."""
    items.sort(key=lambda item: item.path)  # the same order in all workers, wherever they began
    word = config.getoption("--rotate")
    number = rotation.turn(word) if word else 0
    seconds_of = {
        item: max(float(mark.args[0]) if mark.args else rotation.USUAL for mark in marks)
        for item in items
        if (marks := list(item.iter_markers("slow")))
    }
    left_out = _waiting(items, seconds_of, number) if word else []
    if left_out:
        config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    # the longest first: at the end no worker waits for another's long test; brief ones stay with their file, to share its fixtures
    long = {item: seconds for item, seconds in seconds_of.items() if seconds >= rotation.BRIEF}
    items[:] = sorted((item for item in items if item not in gone), key=lambda item: -long.get(item, 0.0))
