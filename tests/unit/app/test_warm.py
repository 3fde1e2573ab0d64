"""A machine that was run before runs again from the disk: nothing is derived or compiled, and what would do it is not loaded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

RUN = """
import json, sys
from biela.cli import main
from biela.kernel import cache
saved = []
save = cache.save
cache.save = lambda name, *rest: (saved.append(name), save(name, *rest))
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
heavy = [name for name in ("casadi", "scipy", "xarray", "pandas") if name in sys.modules]
print(json.dumps({"heavy": heavy, "saved": len(saved)}), file=sys.stderr)
"""


@pytest.mark.parametrize("machine", ["motor-four-bar", "hydraulic-crane", "excavator"])
def test_a_second_run_derives_nothing(machine: str, tmp_path: Path) -> None:
    """With networks, inputs, events, a result file and a page. It compiles what the first one interpreted; the third nothing."""
    facts = []
    for _ in range(3):
        command = [sys.executable, "-c", RUN, "run", machine, "--duration", "0.2", "--out", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert not done.returncode, done.stderr
        facts.append(json.loads(done.stderr.splitlines()[-1]))
    assert facts[1]["heavy"] == []
    assert facts[2] == {"heavy": [], "saved": 0}
    assert {"report.html", "result.nc", "summary.json"} <= {path.name for path in tmp_path.iterdir()}
