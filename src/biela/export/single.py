"""Error of single precision: the example of a C export is compiled and run here, and compared with biela's own run."""

from __future__ import annotations

import csv
import importlib.util
import subprocess
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from biela.base.atomic import file_name, write_whole
from biela.estimate.estimator import Estimator
from biela.estimate.log import Log
from biela.estimate.sensor_model import read
from biela.export.compiler import FLAGS, compile_c
from biela.export.prepared import Export

SECONDS = 120  # time that the example may take [s]


def error_of_single(export: Export, files: Mapping[str, str | bytes]) -> str:
    """Return one sentence: which main signal differs most, relative to its largest value over the run, and where the run ended."""
    got = _table(files, "machine", "main")
    if isinstance(got, str):
        return got
    with warnings.catch_warnings(action="ignore"):
        history = export.case.simulate()
    n = min(len(got), len(history.t))
    found = []
    for k, name in enumerate(export.main_signals, start=1):
        largest = float(np.abs(history[name]).max()) or 1.0
        found.append((float(np.abs(got[:n, k] - history[name][:n]).max()) / largest, name))
    worst, name = max(found)
    early = f" It ended early, at t = {got[-1, 0]:.4g} s." if n < len(history.t) else ""
    by = f"{worst:.1e} of its largest value, the other main signals by less"
    return f"single precision: over the run {name} differs by up to {by}.{early}"


def error_of_single_filter(estimator: Estimator, export: Export, files: Mapping[str, str | bytes]) -> str:
    """Return one sentence: which estimate differs most, in its standard deviations, over readings made up from biela's own run."""
    model = estimator.model
    with warnings.catch_warnings(action="ignore"):
        history = export.case.simulate()
    true = np.column_stack([history[c.signal] for c in model.channels])
    log = read(model, history.t[1:], true[1:], np.random.default_rng(0))
    got = _table(files, "filter", "estimate", csv_of(log))
    if isinstance(got, str):
        return got.replace("single precision", "single precision in the filter")
    kept = estimator.snapshot()
    track = estimator.run(log)
    estimator.restore(kept)
    n = min(len(got), len(log))
    off = np.abs(got[:n, 1:-1:2] - track.mean[:n]) / np.maximum(track.spread[:n], 1e-300)
    name = model.names[int(off.max(axis=0).argmax())]
    early = f" It ended early, at t = {got[-1, 0] if n else 0:.4g} s." if n < len(log) else ""
    return f"single precision in the filter: {name} differs by up to {off.max(initial=0.0):.1e} of its standard deviation.{early}"


def csv_of(log: Log) -> str:
    """Return readings as a table, to their last digit."""
    rows = [",".join(["time", *log.names])]
    for t, row in zip(log.t.tolist(), log.values.tolist(), strict=True):
        rows.append(",".join([repr(t), *("" if np.isnan(v) else repr(v) for v in row)]))
    return "\n".join([*rows, ""])


def _table(files: Mapping[str, str | bytes], code: str, main: str, given: str = "") -> Any:
    """Return the numbers that an example prints; a sentence where it cannot be run here."""
    if importlib.util.find_spec("ziglang") is None:
        return "the error of single precision was not measured: that needs the package ziglang, pip install 'biela[fmi]'."
    with tempfile.TemporaryDirectory() as folder:
        for name in ("machine.h", f"{code}.h", f"{code}.c", f"{main}.c"):
            write_whole(Path(folder) / file_name(name), files[name])
        compile_c([*FLAGS, f"{code}.c", f"{main}.c", "-lm", "-o", "example"], Path(folder))
        try:
            example = str(Path(folder) / "example")
            done = subprocess.run([example], input=given, capture_output=True, text=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return f"the error of single precision was not measured: the run takes more than {SECONDS} s."
    head, *rows = csv.reader(done.stdout.splitlines())
    return np.array(rows, float).reshape(len(rows), len(head))
