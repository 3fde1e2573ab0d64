"""What people write first, and what they are told: in the words of the file, with its line and the remedy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from biela import files, library
from biela.base.errors import BielaError
from biela.library.machine_file import ready_text
from command_line import biela_command

FOUR_BAR = ready_text(library.get("four-bar"))
SLIDER = """
biela: 1
name: press
bodies:
  crank: {mass: 1 kg, inertia: [0.01, 0.01, 0.01]}
  rod: {mass: 1 kg, inertia: [0.01, 0.01, 0.01]}
  piston: {mass: 1 kg}
joints:
  A: {type: revolute, parent: ground, child: crank}
  B: {type: revolute, parent: crank, child: rod, parent_point: [150 mm, 0, 0]}
  C: {type: revolute, parent: rod, child: piston, parent_point: [100 mm, 0, 0]}
  P: {type: prismatic, parent: ground, child: piston, axis: x}
drives:
  d: {joint: A, motion: 60 deg*t}
simulation: {duration: 3 s}
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("density: 1 kg/m", "density: 0,6 kg/m", "decimals stand after a point: 0.6 kg/m."),
        ("mass: density*crank_length", "mass: 0,6 kg", "decimals stand after a point"),
        ("bodies:", "forces: {}\nbodies:", "'forces' is not a part of a machine file. Write 'loads'."),
        ("crank_length: 0.4 m", "crank_length: 400 MM", "'MM' is not a unit that biela knows. Did you mean 'mm'?"),
    ],
)
def test_slips_of_the_pen(old: str, new: str, said: str) -> None:
    assert old in FOUR_BAR
    with pytest.raises(files.FileError) as caught:
        files.loads(FOUR_BAR.replace(old, new), "my.yaml")
    assert said in str(caught.value) and "line " in str(caught.value)
    assert len(caught.value.problems) == 1


def test_a_start_that_cannot_be_assembled_is_blamed_on_its_line() -> None:
    text = FOUR_BAR.replace("base: 1 m", "base: 5 m")
    line = next(k for k, one in enumerate(text.splitlines(), 1) if "coordinates: {A" in one)
    with pytest.raises(files.FileError) as caught:
        files.loads(text, "my.yaml").start()
    said = str(caught.value)
    assert said.startswith("my.yaml: one problem") and f"line {line}: start.coordinates" in said
    assert "loop 'C' stays open" in said and "`start: guess:`" in said and "guess=" not in said and "Try other" not in said
    assert re.search(r"`start: tolerance: [\d.]+(e-\d+)?` allows the gap", said)


def test_a_rod_too_short_to_turn_is_a_dead_point() -> None:
    with pytest.raises(BielaError, match=r"dead point at t = 0\.69\d* s, A = 41\.8") as caught:
        files.loads(SLIDER, "press.yaml").simulate()
    assert "rtol" not in str(caught.value)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("crank_lenth=3 m", "nothing is called 'crank_lenth'. Did you mean 'crank_length'"),
        ("crank_length=3 kg", "it is a mass [kg], where a length [m] is needed."),
    ],
)
def test_a_wrong_option_is_one_error_about_the_option(option: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "my.yaml"
    file.write_text(FOUR_BAR, "utf-8")
    done = biela_command("check", file, "--set", option)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"error: --set '{option}': {said}") and len(done.stderr.splitlines()) == 1


def test_check_and_run_call_a_file_by_the_same_name(tmp_path: Path) -> None:
    file = tmp_path / "my.yaml"
    file.write_text(FOUR_BAR, "utf-8")
    assert biela_command("check", file).stdout.startswith("my: ")
    assert biela_command("run", file, "--duration", 0.01, "--out", tmp_path / "out").stdout.startswith("my  ")


def test_couplings_that_close_loops_are_counted() -> None:
    joint = "  C: {type: revolute, parent: rod, child: piston, parent_point: [100 mm, 0, 0]}\n"
    line = "{body: ground, rotation: [0, 90 deg, 0]}"
    rod = f"couplings:\n  C: {{type: point_on_line, line: {line}, point: {{body: rod, position: [0.4 m, 0, 0]}}}}\n"
    text = SLIDER.partition("drives:")[0].replace(joint, "") + rod
    said = str(files.loads(text, "press.yaml").mechanism.check())
    assert "no loops of joints; one coupling closes one" in said and "loop closed by C (point on line)" in said


def test_new_writes_clean_numbers_and_the_schema_for_editors(tmp_path: Path) -> None:
    file = tmp_path / "my.yaml"
    assert biela_command("new", "slider-crank", file).exit_code == 0
    text = file.read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=biela.schema.json\n")
    assert (tmp_path / "biela.schema.json").exists()
    assert "rates: {main_bearing: 150}" in text
    assert files.loads(text).start()["main_bearing.rate"] == pytest.approx(150.0, rel=1e-12)
