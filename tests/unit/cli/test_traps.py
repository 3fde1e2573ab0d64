"""Slips of a new user that give a wrong number: `check` and `run` name each of them, in text and in JSON alike."""

from __future__ import annotations

import json
from math import pi
from pathlib import Path
from typing import Any

import pytest

from command_line import Called, biela_command

SLIDER_CRANK = """
biela: 1
name: slider-crank
gravity: [0, -9.81 m/s^2, 0]
bodies:
  crank: {mass: 1 kg, com: [0.1, 0, 0], inertia: {rod: {length: 0.2}}}
  rod: {mass: 1 kg, com: [0.3, 0, 0], inertia: {rod: {length: 0.6}}}
  piston: {mass: 2 kg}
joints:
  A: {type: revolute, parent: ground, child: crank}
  B: {type: revolute, parent: crank, child: rod, parent_point: [0.2, 0, 0]}
  C: {type: revolute, parent: rod, child: piston, parent_point: [0.6, 0, 0]}
  D: {type: prismatic, parent: ground, child: piston, axis: x}
drives:
  turn: {joint: A, motion: 1 rad/s * t}
start:
  guess: {D: 0.8}
simulation: {duration: 0.1}
"""


def call(tmp_path: Path, text: str, verb: str, *more: Any) -> Called:
    """`biela VERB machine.yaml …` on a machine file with this text."""
    file = tmp_path / "machine.yaml"
    file.write_text(text, encoding="utf-8")
    out = ("--out", tmp_path / "out") if verb in ("run", "inverse") else ()
    return biela_command(verb, file, *more, *out)


def checked(tmp_path: Path, text: str) -> dict[str, Any]:
    """`biela check machine.yaml --json`."""
    found: dict[str, Any] = json.loads(call(tmp_path, text, "check", "--json").stdout)
    return found


def test_json_counts_driven_degrees_of_freedom_as_the_text_does(tmp_path: Path) -> None:
    found = checked(tmp_path, SLIDER_CRANK)
    assert "mobility 1, 1 driven (Grübler's count gives -2" in call(tmp_path, SLIDER_CRANK, "check").stdout
    assert (found["mobility"], found["driven"], found["counted_mobility"]) == (1, 1, -2)


SCREW = """
biela: 1
name: press
gravity: [0, 0, 0]
parameters: {pitch: 5 mm}
bodies:
  spindle: {mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3]}
joints:
  S: {type: helical, parent: ground, child: spindle, axis: z, lead: LEAD}
loads:
  load: {type: wrench, at: spindle, force: [0, 0, -490.5 N]}
simulation: {duration: 0.01}
"""


@pytest.mark.parametrize("lead", ["5 mm", "pitch", "2*pitch - 5 mm", "0.005 m"])
def test_a_lead_that_does_not_name_its_angle_is_refused(tmp_path: Path, lead: str) -> None:
    for verb in ("check", "run"):
        refused = call(tmp_path, SCREW.replace("LEAD", lead), verb)
        assert refused.exit_code == 3
        assert "does not say per which angle: write it per turn, such as 5 mm/rev" in refused.stderr


@pytest.mark.parametrize("lead", ["5 mm/rev", "pitch/(1 rev)", "pitch/(2*pi)", "0.7957747155 mm/rad", "7.957747155e-4"])
def test_the_effort_of_a_screw_is_that_of_its_lead(tmp_path: Path, lead: str) -> None:
    """490.5 N on a screw of 5 mm per turn take F p / 2π = 0.3903 N·m, and `check` says the advance per turn."""
    text = SCREW.replace("LEAD", lead)
    found = call(tmp_path, text, "inverse", "--motion", "S=0", "--json")
    assert json.loads(found.stdout)["efforts"]["S_drive"]["largest"] == pytest.approx(490.5 * 5e-3 / (2 * pi), rel=1e-8)
    assert "screw 'S' advances 5 mm per turn (0.7958 mm per radian)" in checked(tmp_path, text)["notes"]
