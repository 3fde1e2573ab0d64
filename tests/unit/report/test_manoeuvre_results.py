"""Results of a manoeuvre are seen: in the terminal, on the page, in the summary; options of a file are not lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from biela import library
from biela.library.machine_file import ready_text
from biela.report.page import result_text
from command_line import biela_command

OWN = ready_text(library.get("renault-clio")).replace(
    "manoeuvre: standing-start", "manoeuvre: braking\noptions: {speed: 36 km/h, pedal: 0.5}"
)


def call(*words: Any) -> Any:
    return biela_command(*words)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("car")
    (path / "own.yaml").write_text(OWN.replace("duration: 40\n", "duration: 5\n"))
    return path


def test_results_are_shown_and_the_options_of_the_same_manoeuvre_are_kept(folder: Path) -> None:
    run = call("run", folder / "own.yaml", "--manoeuvre", "braking", "--out", folder / "out")
    assert run.exit_code == 0
    assert "dropped" not in run.output
    summary = json.loads((folder / "out" / "summary.json").read_text())
    distance = summary["results"]["stopping_distance"]
    assert distance["unit"] == "m"
    assert 8 < distance["value"] < 14  # from 36 km/h; from the default 100 km/h it would be 50 m and more
    assert summary["final"]["stopping_distance"] == distance["value"]
    assert summary["duration"] == 5.0
    shown = " ".join(run.stdout.split())
    assert "results of the manoeuvre" in shown
    assert f"stopping distance {result_text(distance['value'])} m" in shown
    page = (folder / "out" / "report.html").read_text()
    assert "Results of the manoeuvre" in page
    assert f"<td>stopping distance</td><td>{result_text(distance['value'])}</td><td>m</td>" in page
    assert "network brakes" in shown
    assert "network driver " not in shown  # signals have no energy
    assert "network front_left_patch" not in shown


def test_a_ready_car_shows_its_own_run(folder: Path) -> None:
    run = call("run", "renault-clio", "--duration", "18", "--out", folder / "ready")
    assert run.exit_code == 0
    shown = " ".join(run.stdout.split())
    assert "time to 100 kmh 16.9" in shown
    assert "time to 1000 m – s" in shown  # not reached yet


def test_options_of_another_manoeuvre_are_said_to_be_dropped(folder: Path) -> None:
    run = call("run", folder / "own.yaml", "--manoeuvre", "coast-down", "--duration", "0.5", "--out", folder / "other")
    assert run.exit_code == 0
    assert "speed, pedal, duration: dropped, since they belong to manoeuvre 'braking'" in " ".join(run.output.split())


def test_a_result_that_does_not_exist_is_a_dash() -> None:
    assert result_text(float("nan")) == "–"
    assert result_text(57.19128) == "57.191"
