"""`biela run` that is interrupted or finds the disk full: a message, an exit code, and only whole files."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from time import monotonic

import numpy as np
import pytest
from limits import small_disk

import biela
from biela.cli import main
from children import ended, forked, killed
from command_line import biela_command

OUTSIDE = 200
"""Exit code of a child whose command had not begun, or had ended, when it was interrupted."""


def _command(folder: Path, duration: float) -> None:
    code, inside = OUTSIDE, False
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        said = (folder.parent / "said").open("w", encoding="utf-8")
        with said, redirect_stderr(said), redirect_stdout(StringIO()):
            try:
                inside = True
                main(["run", "pendulum", "--duration", str(duration), "--out", str(folder)])
                inside, code = False, 0
            except SystemExit as end:
                inside, code = False, int(str(end.code))
    except KeyboardInterrupt:
        code = 1 if inside else code
    os._exit(code)


def _check(folder: Path) -> None:
    """Every file is whole, and there are no others."""
    names = {path.name for path in folder.iterdir()} if folder.exists() else set()
    assert names <= {"result.nc", "report.html", "summary.json"}
    if "result.nc" in names:
        biela.load(folder / "result.nc")
    if "report.html" in names:
        assert (folder / "report.html").read_text("utf-8").rstrip().endswith("</html>")
    if "summary.json" in names:
        json.loads((folder / "summary.json").read_text("utf-8"))


def _interruptions(folder: Path, seed: int, count: int) -> dict[int, int]:
    """How often commands ended with which code, interrupted at random moments of their time."""
    assert biela_command("run", "pendulum", "--duration", 2.0, "--out", folder).exit_code == 0
    began = monotonic()
    assert ended(forked(lambda: _command(folder, 2.0))) == 0
    usual = monotonic() - began
    rng, codes = np.random.default_rng(seed), dict[int, int]()
    for k in range(count):
        if rng.random() < 0.5:  # into an empty folder, or over old files
            for path in folder.iterdir():
                path.unlink()
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until the copy of this process is ready
        child = forked(lambda k=k: _command(folder, 2.0 + 0.001 * k))
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        code = killed(child, 0.01 + float(rng.uniform(0, 0.95 * usual)), signal.SIGINT)
        codes[code] = codes.get(code, 0) + 1
        assert code in (0, 130, OUTSIDE), (folder.parent / "said").read_text("utf-8")
        _check(folder)
        if code == 130:
            assert "interrupted" in (folder.parent / "said").read_text("utf-8")
    return codes


def test_interruptions_of_a_run(tmp_path: Path) -> None:
    assert _interruptions(tmp_path / "out", seed=1, count=2).keys() <= {0, 130, OUTSIDE}


def test_many_interruptions_of_a_run(tmp_path: Path) -> None:
    codes = _interruptions(tmp_path / "out", seed=2, count=60)
    assert codes.keys() <= {0, 130, OUTSIDE} and codes[130] > 10


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path, "400k") as disk:
        yield disk


def test_a_run_onto_a_full_disk(tiny_disk: Path) -> None:
    (tiny_disk / "others").write_bytes(bytes(380_000))
    done = biela_command("run", "pendulum", "--duration", 2.0, "--out", tiny_disk / "out")
    assert done.exit_code == 4
    said = f"error: No space left on device; this file was not written: {tiny_disk / 'out' / 'result.nc'}. Make room and run again"
    assert said in done.stderr
    assert not [*(tiny_disk / "out").iterdir()]
