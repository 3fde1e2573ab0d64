"""Errors of sensors that vary, values at events, and samples beyond what is physical."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from study_machine import FILE

import biela
from biela import files
from biela.base.errors import UnknownName
from biela.element.uses import NotAllowed
from biela.study.block import compute_block
from biela.study.definition import Study, study_of
from biela.study.result import open_sweep
from biela.study.run import StudyWarning, sweep
from biela.study.samples import draw
from biela.study.vary import StudyError

TEXT = FILE.replace("sensors:\n", "sensors:\n  encoder: {type: encoder, joint: A, noise: 0.01, dropout: 0.2}\n").replace(
    "rtol: 1e-10}", "rtol: 1e-10, output_step: 1 ms, events: {low: {when: A.angle + 82 deg}, never: {when: A.angle - 3}}}"
)


@pytest.fixture(scope="module")
def case() -> biela.Case:
    return files.loads(TEXT)


def test_errors_of_a_sensor_vary(case: biela.Case) -> None:
    """rms(reading − truth)² = bias² + noise², to within the spread of 401 readings; one machine serves all samples."""
    vary = {"encoder.bias": "0, 0.2", "encoder.noise": "0.01, 0.05"}
    found = sweep(case, vary, ["e = rms(read(encoder) - A.angle)", "mean(read(encoder))"])
    wanted = np.hypot(found["encoder.bias"], found["encoder.noise"])
    assert found.study.structure == () and found["e"] == pytest.approx(wanted, rel=0.15)
    assert found.study.units["mean(read(encoder))"] == "rad"


def test_readings_depend_on_the_number_of_the_sample_alone(case: biela.Case) -> None:
    study = study_of(case, draw({"encoder.bias": "~normal(0, 0.1)"}, 20, seed=4), ["max(read(encoder))"])
    whole = compute_block(study, 0, 20).measures
    part = compute_block(Study.of_text(study.to_text()), 7, 12).measures
    assert np.array_equal(part, whole[7:12]) and len(np.unique(whole)) == 20


def test_values_at_events(case: biela.Case) -> None:
    """The moment is that of the event itself, not of an output."""
    found = sweep(case, {"length": "0.4, 0.5, 0.6"}, ["low", "a = A.angle at low", "A.rate at low", "never"], output_step=0.1)
    run = files.loads(TEXT.replace("length: 0.5 m", "length: 0.6 m")).simulate()
    (event,) = (e for e in run.events if e.name == "low")
    assert found["low"][2] == pytest.approx(event.time, abs=1e-8)
    assert found["A.rate at low"][2] == pytest.approx(event.state["A.rate"], rel=1e-6)
    assert found["a"] == pytest.approx(np.radians([-82] * 3), abs=1e-8) and np.isnan(found["never"]).all()
    assert found.study.units["low"] == "s"
    assert not study_of(case, draw({"length": "1"}), ["max(A.rate)"]).first.events  # what nobody asks for costs nothing


@pytest.mark.parametrize(
    ("vary", "measure", "message"),
    [
        ({"length": "1"}, "max(low)", "one number per machine"),
        ({"length": "1"}, "read(encoder)", "has a value at every time"),
        ({"length": "1"}, "max(read(encoder2))", "no sensor reads 'encoder2'"),
        ({"length": "1"}, "max(encoder)", r"'encoder' is a sensor: what it reads is read\(encoder\)"),
        ({"length": "1"}, "A.rate at lwo", "no signal 'lwo'"),
        ({"encoder.bias": "1"}, "max(A.angle)", "no measure uses what 'encoder' reads"),
    ],
)
def test_what_has_no_meaning_is_refused(case: biela.Case, vary: dict, measure: str, message: str) -> None:
    with pytest.raises((StudyError, UnknownName), match=message):
        sweep(case, vary, [measure])


def test_what_leaves_the_physical_range_is_said_before_it_fails() -> None:
    text = FILE.replace("actuators:", "loads:\n  spring: {type: joint_spring, joint: A, stiffness: 2, damping: 0.1}\nactuators:")
    with pytest.warns(
        StudyWarning, match=r"spring.damping leaves the physical range in 2 of 4 samples: damping of .* is -1: it must"
    ):
        found = sweep(files.loads(text), {"spring.damping": "0, -1, 1, -2"}, ["final(A.angle)"])
    assert found.status == ["done", "not assembled", "done", "not assembled"] and "damping" in found.reasons[3]


def test_a_function_that_always_fails_is_refused_before_the_study_runs(case: biela.Case, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("def wear(batch):\n    return 1 / 0\n")
    with pytest.raises(StudyError, match=r"ZeroDivisionError.*line 2\). It fails with each of the first 8 samples"):
        sweep(case, {"length": "1..2:2000"}, [f"{tmp_path}/own.py:wear"], out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_functions_of_ones_own_are_part_of_the_study(case: biela.Case, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text("def count(batch):\n    return [1.0] * len(batch)\n")
    vary, out = {"length": "0.4, 0.6"}, tmp_path / "out"
    study = study_of(case, draw(vary), [f"{file}:count"])
    assert list(sweep(case, vary, [f"n = {file}:count"], duration=0.01, out=out)["n"]) == [1, 1]
    file.write_text("def count(batch):\n    return [2.0] * len(batch)\n")
    with pytest.raises(StudyError, match="It differs in the function of measure 'n'"):
        sweep(case, vary, [f"n = {file}:count"], duration=0.01, out=out)
    file.unlink()  # the text travels: a worker needs no file
    assert list(compute_block(Study.of_text(study.to_text(), run_code=True), 0, 2).measures[:, 0]) == [1, 1]
    with pytest.raises(NotAllowed, match="would run code"):
        compute_block(Study.of_text(study.to_text()), 0, 2)
    with pytest.raises(NotAllowed, match="give the measure yourself"):
        open_sweep(out).study.compute(0, 2)
    with pytest.raises(StudyError, match="workers import functions by name"):
        sweep(case, vary, [lambda batch: batch])
