"""Slips of a new user that give a wrong number: `check` and `run` name each of them, in text and in JSON alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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
