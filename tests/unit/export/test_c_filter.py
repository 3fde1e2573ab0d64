"""A Kalman filter in C: it compiles without a warning, and its estimates are those of biela's own compiled loop."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biela.app.estimate import configured_filter
from biela.app.export import export
from biela.base.errors import BielaError
from biela.estimate.log import Log
from biela.estimate.noise import ProcessNoise
from biela.estimate.sensor_model import read
from biela.export.compiler import FLAGS, compile_c
from biela.export.folder import c_files
from biela.export.prepared import prepare
from biela.export.single import csv_of
from biela.mechanism.mechanism import Mechanism
from biela.simulation.case import Case
from estimation_machines import crank_model, long_four_bar, long_start, pendulum, spinning_gyro

CC = shutil.which("cc")
STRICT = ("-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O1", "-march=native", "-ffp-contract=off")
needs_compiler = pytest.mark.skipif(CC is None, reason="no C compiler")
SAMPLE = 0.01


def driven_pendulum() -> Mechanism:
    """A pendulum of a length that is not known well, with a motor."""
    m = pendulum(damping=0.1)
    m.motor("motor", "pivot")
    return m


CASES: dict[str, tuple[Case, dict[str, Any], Mapping[str, float]]] = {
    "loop, several sensors, gate": (
        Case("loop", long_four_bar, long_start, duration=1.0),
        {"filter": "extended", "noise": 0.05, "gate": 4.0, "longest_step": 0.004}, {},
    ),
    "implicit steps": (
        Case("stiff", long_four_bar, long_start, duration=0.5),
        {"filter": "extended", "noise": 0.05, "integrator": "implicit", "sensors": ["gyro", "encoder"]}, {},
    ),
    "parameter and input": (
        Case("driven", driven_pendulum, lambda m: m.assemble({"pivot": 0.5}), duration=2.0),
        {"filter": "extended", "noise": 0.1, "parameters": ["length"], "spread": ["length=0.1"]}, {"motor": 3.0},
    ),
    "free rotation": (
        Case("top", spinning_gyro, lambda m: m.assemble(rates={"ball.rate_x": 1.0, "ball.rate_z": 4.0}), duration=1.0),
        {"filter": "error-state", "noise": 0.05}, {},
    ),
}  # fmt: skip


def log_of(case: Case, model: Any, amplitude: Mapping[str, float]) -> Log:
    """Readings with their errors; the encoder of a pendulum fails for a while, and inputs change from sample to sample."""
    history = case.simulate(output_step=SAMPLE)
    signals = np.column_stack([history[c.signal] for c in model.channels])[1:]
    log = read(model, history.t[1:], signals, np.random.default_rng(3))
    log.values[5:20, 0] = np.nan
    inputs = {name: a * np.sign(np.sin(9.0 * log.t)) for name, a in amplitude.items()}
    return Log(log.t, log.names, log.values, inputs)


def table(files: Mapping[str, str], log: Log, folder: Path) -> np.ndarray:
    """What the example prints for a log."""
    for name, text in files.items():
        (folder / name).write_text(text)
    subprocess.run([str(CC), *STRICT, "filter.c", "estimate.c", "-lm", "-o", "estimate"], cwd=folder, check=True)
    rows = csv_of(log).splitlines()
    for name, column in log.inputs.items():
        rows = [f"{row},{more}" for row, more in zip(rows, [name, *map(repr, column.tolist())], strict=True)]
    done = subprocess.run([folder / "estimate"], input="\n".join(rows) + "\n", capture_output=True, text=True, check=True)
    return np.array([row.split(",") for row in done.stdout.splitlines()[1:]], float)


@needs_compiler
@pytest.mark.parametrize("name", CASES)
def test_estimates_in_c_are_those_of_biela(name: str, tmp_path: Path) -> None:
    case, options, amplitude = CASES[name]
    estimator = configured_filter(case, **options)
    ready = prepare(case, method="rk4", step=0.001)
    log = log_of(case, estimator.model, amplitude)
    got = table(c_files(ready, estimator=estimator), log, tmp_path)
    track = estimator.run(log)
    assert len(got) == len(track.t)
    off = np.abs(got[:, 1:-1:2] - track.mean) / np.maximum(1.0, np.abs(track.mean))
    assert off.max() <= 1e-12
    assert np.abs(got[:, 2:-1:2] - track.spread).max() <= 1e-12
    assert np.abs(got[:, -1] - track.nis).max() <= 1e-9 * max(1.0, track.nis.max())
    assert track.count.min() < track.count.max()  # readings were missing, or gated
    if amplitude:
        refuses_bad_tables(tmp_path / "estimate", estimator.model.readings[0])


def refuses_bad_tables(program: Path, reading: str) -> None:
    """The example names the line and what is wrong with it."""
    for text, said in (
        ("", "line 1 of the table: it is empty"),
        (f"time,{reading}\n", "line 2 of the table: there are no rows"),
        (f"{reading}\n0.1\n", "one column must be called time"),
        ("time,other\n0,1\n", f"no column is called like a reading, for example {reading}"),
        (f"time,{reading}\n0.1,0.5 V\n", "line 2 of the table: this is not a number: 0.5 V"),
        (f"time,{reading}\n0.1,inf\n", "not a number"),
        (f"time,{reading}\n0.1,0.5\n\n,0.5\n", "line 4 of the table: the time is missing"),
        ("," * 2000 + "\n", "too many columns"),
        (f"time,{reading}\n0.1,{'0' * 70000}\n", "it is too long"),
    ):
        done = subprocess.run([program], input=text, capture_output=True, text=True, check=False)
        assert done.returncode == 1 and said in done.stderr, (text[:50], done.stderr)


def test_noise_of_a_step_is_that_of_the_particles() -> None:
    """The covariance, as a polynomial in the step, is the product of the matrix that particles are spread with."""
    model = crank_model()[0]
    for noise in (ProcessNoise(0.3), ProcessNoise(0.01, "angle_per_step")):
        for h in (1e-3, 0.1):
            L = noise.matrix(model, h)
            assert np.allclose(noise.covariance(model, h), L @ L.T, rtol=1e-13, atol=0)


def test_clang_has_nothing_to_say_and_objects_are_made(tmp_path: Path) -> None:
    pytest.importorskip("ziglang")
    how = {"filter": "extended", "noise": 0.05, "method": "rk4", "step": 0.002, "duration": 1.0}
    export("double-crank", tmp_path, c=True, target="thumbv7em", **how)
    for file in ("filter", "estimate"):
        compile_c([*FLAGS, "-Werror", "-c", f"{file}.c", "-o", f"{file}.o"], tmp_path)
    assert (tmp_path / "thumbv7em" / "filter.o").read_bytes()[:4] == b"\x7fELF"


def test_single_precision_says_what_it_costs(tmp_path: Path) -> None:
    pytest.importorskip("ziglang")
    how = {"filter": "extended", "noise": 0.05, "method": "rk4", "step": 0.002, "duration": 1.0}
    written = export("double-crank", tmp_path, c=True, single=True, **how)
    said = [note for note in written.notes if note.startswith("single precision in the filter")]
    assert 1e-9 < float(re.findall(r"up to (\S+) of", said[0])[0]) < 0.1


def test_filters_without_a_form_in_c_are_refused_by_name(tmp_path: Path) -> None:
    how = {"c": True, "method": "rk4", "step": 0.002, "duration": 1.0}
    for options, said in (
        ({"filter": "particle", "noise": 0.1}, "particle filter has no form in C"),
        ({"filter": "extended"}, "a filter needs noise="),
        ({"noise": 0.1}, "noise=… belongs to a filter"),
        ({"sensors": ["gyro"]}, "sensors=… belongs to a filter"),
    ):
        with pytest.raises(BielaError, match=said):
            export("double-crank", tmp_path / "c", **how, **options)
    with pytest.raises(BielaError, match="has no sensor with noise"):
        export("four-bar", tmp_path / "c", **how, filter="extended", noise=0.1)
    assert not list(tmp_path.iterdir())
