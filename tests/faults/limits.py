"""Limits under which attacks run: CPU time, and a small disk."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Ends what takes longer than some seconds of CPU with a `TimeoutError`."""

    def late(*_: Any) -> None:
        raise TimeoutError(f"takes more than {seconds} s of CPU")

    old = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, old)


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A disk of a size such as 64k; the test is skipped where none can be mounted."""
    disk = folder / "disk"
    disk.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk], capture_output=True, check=False)
    if made.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield disk
    finally:
        subprocess.run(["umount", disk], check=True)
