"""What a notebook shows: every figure once, and pages that are small."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from biela import library

CELLS = ("run.plot('A.angle')", "kept = run.plot('A.angle')", "kept", "run.plot('A.angle')\nrun.plot('B.angle')")
SCRIPT = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from biela import library
class Shell(InteractiveShell):
    def enable_gui(self, gui=None): pass
shell = Shell.instance()
shell.run_line_magic("matplotlib", "inline")
shell.push({"run": library.get("four-bar").simulate(duration=0.1)})
found = []
for cell in json.loads(sys.argv[1]):
    with capture_output() as said:
        shell.run_cell(cell, store_history=True)
    found.append(["image/png" in shown.data for shown in said.outputs])
print(json.dumps(found))
"""


def test_a_figure_is_shown_once() -> None:
    """As the value of a cell or as an open figure, whichever comes first."""
    pytest.importorskip("IPython")
    pytest.importorskip("matplotlib_inline")
    done = subprocess.run([sys.executable, "-c", SCRIPT, json.dumps(CELLS)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == [[True], [True], [True], [True, True]]


def test_a_run_in_a_notebook_is_small() -> None:
    """Long runs are thinned: a notebook keeps each output."""
    run = library.get("four-bar").simulate(duration=10.0)
    assert len(run.t) > 900
    assert len(run._repr_html_()) < 400_000
    assert len(run.mechanism._repr_html_()) < 400_000
