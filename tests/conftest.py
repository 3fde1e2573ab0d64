"""Shared by all tests; `sample_machines` and `closed_forms` beside this file are imported by name."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import Generator
from pathlib import Path

# the workers share the cores: threads of the linear algebra would only wait for each other (set before numpy is loaded)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import pytest

import selection
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


LONG = 4.0
"""Seconds from which a test is begun before others."""


@pytest.fixture
def rng() -> np.random.Generator:
    """Random numbers, the same in every run."""
    return np.random.default_rng(20)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--set", choices=("fixed", "near", "all"), default="all", help="which tests: see tests/selection.py")
    parser.addoption("--measure", action="store_true", help="write the seconds of all tests into tests/durations.json")


def pytest_configure(config: pytest.Config) -> None:
    """Each worker begins with other files, as pytest prepares a file only once: what the others have prepared is read."""
    worker = getattr(config, "workerinput", None)
    if worker:
        given = [Path(arg) for arg in config.args]
        files = [str(f) for path in given for f in (sorted(path.rglob("test_*.py")) if path.is_dir() else [path])]
        first = int(worker["workerid"].removeprefix("gw")) * len(files) // worker["workercount"]
        config.args = files[first:] + files[:first]


_measured: dict[str, float] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Measure the processor time of a test and of the processes it has started and awaited: others may be at work, too."""
    began = sum(os.times()[:4])
    item.user_properties.append(("processor", lambda: sum(os.times()[:4]) - began))
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put it into the report."""
    report = yield
    report.user_properties = [(name, value() if name == "processor" else value) for name, value in report.user_properties]
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keep the processor time so far, or half the time by the clock where that is longer: a browser works on its own. A test that
    fails has no measurement: it may have ended early."""
    if report.failed:
        _failed.add(report.nodeid)
    processor = dict(report.user_properties).get("processor", 0.0)
    clock = _clock[report.nodeid] = _clock.get(report.nodeid, 0.0) + report.duration
    _measured[report.nodeid] = max(float(processor), 0.5 * clock)


_clock: dict[str, float] = {}
_began = time.monotonic()
_failed: set[str] = set()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep the measurements of a run of all tests."""
    if session.config.getoption("--measure") and not hasattr(session.config, "workerinput"):
        selection.write({**_measured, **{name: selection.known().get(name, 0.0) for name in _failed}})


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin no test of the near set when its time is over."""
    if item.config.getoption("--set") == "near" and time.monotonic() - _began > selection.NEAR_CLOCK:
        pytest.skip(f"the near set has run for {selection.NEAR_CLOCK / 60:.0f} minutes")


def pytest_collection_finish() -> None:
    """What is alive now stays alive: not looking through it again and again for cycles saves a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    # Hypothesis would read all source that is loaded, for constants to try: seconds in every worker, and other examples for each
    providers = sys.modules.get("hypothesis.internal.conjecture.providers")
    if hasattr(providers, "is_local_module_file"):
        setattr(providers, "is_local_module_file", lambda path: False)  # noqa: B010 (a module that may lack it)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests of a set, see `selection.py`, and run the long ones first."""
    items.sort(key=lambda item: item.path)  # the same order in all workers, wherever they began
    names, seconds = [item.nodeid for item in items], selection.known()
    match config.getoption("--set"):
        case "fixed":
            kept = selection.fixed(names, seconds)
        case "near":
            kept = selection.near(names, seconds, selection.changed_rooms())
        case _:
            kept = set(names)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
    # the longest first: at the end no worker waits for another's long test; brief ones stay with their file, to share its fixtures
    long = {name: value for name, value in seconds.items() if value >= LONG}
    items[:] = sorted((item for item in items if item.nodeid in kept), key=lambda item: -long.get(item.nodeid, 0.0))
