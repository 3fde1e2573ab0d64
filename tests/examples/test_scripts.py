"""Every script in examples/ runs and prints its results."""

from __future__ import annotations

import os
import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SCRIPTS = sorted(EXAMPLES.rglob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.relative_to(EXAMPLES).as_posix())
def test_script_runs(script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each tells something worth reading, in numbers, and none of them is not a number."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(os.environ, "MPLBACKEND", "Agg")
    runpy.run_path(str(script), run_name="__main__")
    said = capsys.readouterr().out
    assert any(c.isdigit() for c in said)
    assert " nan" not in said
