"""What single precision costs: the example of a C export is compiled and run here, and compared with biela's own run."""

from __future__ import annotations

import csv
import importlib.util
import subprocess
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from biela.atomic import file_name, write_whole
from biela.export.compiler import FLAGS, compile_c
from biela.export.prepared import Export

SECONDS = 120
"""Time that the example may take [s]."""


def error_of_single(export: Export, files: Mapping[str, str | bytes]) -> str:
    """One sentence: which main signal differs most, relative to its largest value over the run, and where the run ended."""
    if importlib.util.find_spec("ziglang") is None:
        return (
            "the error of single precision was not measured: that needs the package ziglang, pip install 'biela[fmi]'."
        )
    with tempfile.TemporaryDirectory() as folder:
        for name in ("machine.h", "machine.c", "main.c"):
            write_whole(Path(folder) / file_name(name), files[name])
        compile_c([*FLAGS, "machine.c", "main.c", "-lm", "-o", "example"], Path(folder))
        try:
            done = subprocess.run(
                [str(Path(folder) / "example")], capture_output=True, text=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return f"the error of single precision was not measured: the run takes more than {SECONDS} s."
    rows = list(csv.reader(done.stdout.splitlines()))[1:]
    got = np.array(rows, float)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        history = export.case.simulate()
    n = min(len(got), len(history.t))
    found = []
    for k, name in enumerate(export.main_signals, start=1):
        largest = float(np.abs(history[name]).max()) or 1.0
        found.append((float(np.abs(got[:n, k] - history[name][:n]).max()) / largest, name))
    worst, name = max(found)
    early = f" It ended early, at t = {got[-1, 0]:.4g} s." if n < len(history.t) else ""
    text = f"single precision: over the run {name} differs by up to {worst:.1e} of its largest value"
    return f"{text}, the other main signals by less.{early}"
