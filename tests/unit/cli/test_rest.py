"""`biela equilibrium` and `biela modes`, times with units, tolerances."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from biela.cli.options import seconds
from command_line import biela_command

SPRING = """
biela: 1
name: mass on a spring
gravity: [0, 0, -9.81]
bodies: {mass: {mass: 2 kg}}
joints: {guide: {type: prismatic, parent: ground, child: mass, axis: [0, 0, 1]}}
loads:
  spring: {type: joint_spring, joint: guide, stiffness: 200 N/m, damping: 4 N*s/m}
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "spring.yaml"
    path.write_text(SPRING, "utf-8")
    return str(path)


def test_a_mass_hangs_where_its_spring_carries_it(file: str) -> None:
    done = biela_command("equilibrium", file, "--json")
    assert done.exit_code == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["stable"] and found["coordinates"]["guide.position"] == pytest.approx(-2 * 9.81 / 200, rel=1e-9)
    assert "-98.1" in biela_command("equilibrium", file, "--units", "length=mm").stdout


def test_its_mode_is_that_of_the_textbook(file: str) -> None:
    found = json.loads(biela_command("modes", file, "--json").stdout)
    (mode,) = found["modes"]
    natural, ratio = math.sqrt(200 / 2), 4 / (2 * math.sqrt(200 * 2))
    assert mode["damping_ratio"] == pytest.approx(ratio, rel=1e-9)
    assert mode["frequency"] == pytest.approx(natural * math.sqrt(1 - ratio**2) / (2 * math.pi), rel=1e-9)
    assert "damping ratio" in biela_command("modes", file).stdout


@pytest.mark.parametrize(("word", "value"), [("2", 2.0), ("2s", 2.0), ("500 ms", 0.5), ("1.5min", 90.0), ("1e-3", 1e-3)])
def test_times_are_read_with_or_without_a_unit(word: str, value: float) -> None:
    assert seconds(word) == pytest.approx(value, rel=1e-15)


def test_wrong_times_are_named_with_their_option(file: str, tmp_path: Path) -> None:
    for word, said in (("2kg", "its unit is one of s, ms"), ("soon", "write 2, 2s or 500ms"), ("-1s", "not a positive")):
        done = biela_command("run", file, f"--duration={word}", "--out", str(tmp_path / "out"))
        assert done.exit_code == 2 and "--duration" in done.stderr and said in done.stderr


def test_tolerances_reach_the_run(file: str, tmp_path: Path) -> None:
    steps = []
    for rtol in ("1e-4", "1e-9"):
        words = ["run", file, "--duration", "2s", "--rtol", rtol, "--atol", rtol, "--out", str(tmp_path / "out"), "--json"]
        done = biela_command(*words)
        assert done.exit_code == 0, done.stderr
        steps.append(json.loads(done.stdout)["steps"])
    assert steps[1] > 2 * steps[0]
