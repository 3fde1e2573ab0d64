"""Part of the suite once more, in routines whose every access is checked: nothing reads or writes beyond its field."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PARTS = {
    "steppers": ["test_twins.py"],
    "closed loops, quaternions": ["test_measured_order.py", "-k", "closed_loop or quaternions"],
    "adaptive steps, events": ["test_events_and_blocks.py", "-k", "method2 and not constraints"],
    "all methods, events, lanes": ["test_events_and_blocks.py", "-k", "not cvode and not CVODE"],
    "dense linear systems": ["test_implicit_systems.py"],
    "trajectories": ["../simulation/test_trajectory.py", "-k", "same or differences or far"],
}


@pytest.mark.parametrize("part", PARTS)
def test_no_access_is_out_of_bounds(part: str) -> None:
    """Whatever is beyond a field would end these runs with `OutOfBounds`."""
    environment = {**os.environ, "BIELA_CHECK": "1"}
    file, *options = PARTS[part]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", str((HERE / file).resolve()), *options]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=HERE.parents[2])
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
