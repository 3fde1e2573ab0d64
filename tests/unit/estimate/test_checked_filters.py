"""Filters with bounds checks: no access of their compiled loops is out of bounds, and the results are the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOME = "extended-five-bar"
ALL = "five-bar or top or unknown or implicit or four-bar-True"


@pytest.mark.parametrize("cases", [c for c, s in ((SOME, 17), (ALL, 40))])
def test_filters_stay_within_their_record(cases: str) -> None:
    """The comparison with the textbook, every access checked; all cases with implicit steps, rotations and parameters."""
    tests = Path(__file__).with_name("test_textbook_filters.py")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests), "-k", cases],
        capture_output=True, text=True, env={**os.environ, "BIELA_CHECK": "1"},
    )  # fmt: skip
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout + done.stderr
