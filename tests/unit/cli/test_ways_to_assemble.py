"""`biela check` and `biela run` say that loops close in several ways, which was taken, and how to choose; text and JSON alike."""

from __future__ import annotations

import ast
import json
import re
from math import radians, remainder, tau
from pathlib import Path
from typing import Any

import pytest

import biela
from biela.state.branches import chosen
from command_line import Called, biela_command

FOUR_BAR = """
biela: 1
name: bars
gravity: [0, -9.81 m/s^2, 0]
bodies:
  crank: {mass: 1 kg, com: [0.1, 0, 0], inertia: {rod: {length: 0.2}}}
  coupler: {mass: 1 kg, com: [0.25, 0, 0], inertia: {rod: {length: 0.5}}}
  rocker: {mass: 1 kg, com: [0.2, 0, 0], inertia: {rod: {length: 0.4}}}
joints:
  A: {type: revolute, parent: ground, child: crank}
  B: {type: revolute, parent: crank, child: coupler, parent_point: [0.2, 0, 0]}
  C: {type: revolute, parent: coupler, child: rocker, parent_point: [0.5, 0, 0], child_point: [0.4, 0, 0]}
  D: {type: revolute, parent: ground, child: rocker, parent_point: [0.5, 0, 0]}
start: {coordinates: {A: 60 deg}}
simulation: {duration: 0.05}
"""
SAID = "the loops close in 2 ways at A = 60°"


def call(tmp_path: Path, text: str, verb: str, *more: Any) -> Called:
    file = tmp_path / "bars.yaml"
    file.write_text(text, encoding="utf-8")
    return biela_command(verb, file, *more)


def test_check_warns_where_nothing_says_which_way_is_meant(tmp_path: Path) -> None:
    text = call(tmp_path, FOUR_BAR, "check").stdout
    (line,) = [line for line in text.splitlines() if SAID in line]
    assert line.startswith("  warning: ")
    taken, other = (float(x) for x in re.findall(r"D = (-?[\d.]+)°", line))
    found = json.loads(call(tmp_path, FOUR_BAR, "check", "--json").stdout)
    assert found["warnings"] == [line.removeprefix("  warning: ")]
    ways = found["branches"]
    assert (ways["found"], ways["complete"], ways["chosen"]) == (2, True, "")
    assert [w["D"] for w in ways["ways"]] == pytest.approx([radians(taken), radians(other)], abs=1e-3)
    # what the line proposes leads to the other one, and nothing is to be said any more
    (setting,) = re.findall(r"--set '([^']+)'", line)
    chose = json.loads(call(tmp_path, FOUR_BAR, "check", "--json", "--set", setting).stdout)
    assert chose["warnings"] == []
    assert chose["branches"]["chosen"] == "guess"
    assert chose["branches"]["ways"][0]["D"] == pytest.approx(radians(other), abs=1e-3)
    assert "guess=" not in line and "`start:" not in line  # each surface spells it in its own way only
    case = biela.loads(FOUR_BAR)
    (in_python,) = biela.check(case.mechanism, case.start()).warnings
    (guess,) = re.findall(r"guess=(\{.+?\})", in_python)
    assert "--set" not in in_python
    there = case.mechanism.assemble({"A": radians(60)}, guess=ast.literal_eval(guess))
    assert there["D.angle"] == pytest.approx(radians(other), abs=1e-3)


def test_run_and_inverse_repeat_it_and_are_silent_where_a_guess_chose(tmp_path: Path) -> None:
    for verb, more in (("run", ()), ("run", ("--motion", "A=60 deg + t")), ("inverse", ("--motion", "A=60 deg + t"))):
        out = ("--out", tmp_path / "out")
        found = call(tmp_path, FOUR_BAR, verb, *more, *out)
        assert SAID in found.stderr
        summary = json.loads((tmp_path / "out" / "summary.json").read_text())
        assert any(SAID in warning for warning in summary["warnings"])
        guessed = call(tmp_path, FOUR_BAR, verb, *more, *out, "--set", "start.guess.D=80 deg")
        assert "loops close in" not in guessed.stderr


def drawn(side: float) -> biela.Mechanism:
    """The same four-bar, every body drawn, with its coupler and rocker on one side or the other."""
    B, D = 0.2 * complex(0.5, 3**0.5 / 2), 0.5 + 0j
    line = (D - B) / abs(D - B)
    along = (0.5**2 + abs(D - B) ** 2 - 0.4**2) / (2 * abs(D - B))
    C = B + line * complex(along, side * (0.5**2 - along**2) ** 0.5)
    m = biela.Mechanism("drawn", gravity=(0, 0, 0))
    names = {"crank": 0j, "coupler": B, "rocker": D}
    bodies = {n: m.body(n, mass=1, inertia=(0.01,) * 3, position=(p.real, p.imag, 0)) for n, p in names.items()}
    for name, parent, child, p in (
        ("A", m.ground, bodies["crank"], 0j), ("B", bodies["crank"], bodies["coupler"], B),
        ("C", bodies["coupler"], bodies["rocker"], C), ("D", m.ground, bodies["rocker"], D),
    ):  # fmt: skip
        m.revolute(name, parent, child, point=(p.real, p.imag, 0.0))
    return m


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize("turn", [None, 40.0, -120.0])
def test_a_drawn_pose_chooses_and_is_only_listed(side: float, turn: float | None) -> None:
    """Also where the crank starts elsewhere: the way that the drawing leads to is the one that was taken."""
    m = drawn(side)
    state = m.assemble(None if turn is None else {"A": radians(turn)})
    found = m.check(state)
    assert found.warnings == []
    assert found.branches is not None
    assert (len(found.branches.states), found.branches.chosen) == (2, "drawing")
    assert "the loops close in 2 ways" in str(found)
    assert "the drawn pose takes" in str(found)


def test_a_drawing_whose_way_was_left_chose_nothing() -> None:
    """On the other side of what was drawn, whatever led there."""
    m = drawn(1.0)
    here, there = m.branches(m.assemble())
    other = m.assemble({"A": 0.0}, guess=there)
    found = m.check(biela.State(m, other.x, assembly=m.assemble({"A": 0.0}).assembly))
    assert chosen(m.assemble()) == "drawing"
    assert len(found.warnings) == 1
    assert "nothing says which is meant" in found.warnings[0]


def test_a_flat_drawing_chooses_nothing() -> None:
    """Both ways of a parallelogram pass through its flat position."""
    text = FOUR_BAR.replace(
        "parent_point: [0.5, 0, 0], child_point: [0.4, 0, 0]", "parent_point: [0.5, 0, 0], child_point: [0.2, 0, 0]"
    )
    case = biela.files.loads(text)
    found = biela.check(case)
    assert found.branches is not None
    assert found.branches.chosen == ""
    assert len(found.branches.states) == 2


def test_a_machine_with_one_way_says_so() -> None:
    case = biela.library.get("bennett")
    found = biela.check(case)
    assert "the loops close in one way at A = 60°: no other branch found" in str(found)
    assert found.warnings == []
    assert biela.check(biela.library.get("pendulum")).branches is None


def test_branches_are_drawn_in_a_page(tmp_path: Path) -> None:
    """One picture for each, in one view, with its coordinates and the start that leads there."""
    found = call(tmp_path, FOUR_BAR, "check", "--branches", "--out", tmp_path / "pages")
    page = tmp_path / "pages" / "branches.html"
    assert found.stdout.splitlines()[-1] == f"wrote {page}"
    text = page.read_text(encoding="utf-8")
    pictures = re.findall(r'<img alt="([^"]+)" src="data:image/png;base64,([^"]+)"', text)
    assert [alt for alt, _ in pictures] == ["machine assembled in way 1, taken", "machine assembled in way 2"]
    assert pictures[0][1] != pictures[1][1]
    start = re.findall(r"<pre>(start:.+?)</pre>", text, re.DOTALL)
    ways = json.loads(call(tmp_path, FOUR_BAR, "check", "--json").stdout)["branches"]["ways"]
    for block, way in zip(start, ways, strict=True):
        case = biela.files.loads(FOUR_BAR.replace("start: {coordinates: {A: 60 deg}}", block))
        assert remainder(case.start()["D.angle"] - way["D"], tau) == pytest.approx(0.0, abs=1e-6)
    refused = biela_command("check", "pendulum", "--branches", "--out", tmp_path)
    assert refused.exit_code == 1
    assert "no loops" in refused.stderr
    open_loop = call(tmp_path, FOUR_BAR.replace("0.5, 0, 0]}", "5.0, 0, 0]}"), "check", "--branches", "--out", tmp_path)
    assert (open_loop.exit_code, "no loops" in open_loop.output, "stays open" in open_loop.output) == (3, False, True)


def test_a_machine_that_is_only_described_is_not_warned_of() -> None:
    """Without a start nobody meant any way: it is listed, and a file, whose run would begin there, is warned of."""
    found = biela.check(biela.files.loads(FOUR_BAR).mechanism)
    assert found.warnings == []
    assert "assembly without a start takes" in str(found)
    begins = biela.check(biela.files.loads(FOUR_BAR.replace("start: {coordinates: {A: 60 deg}}\n", "")))
    assert "nothing says which is meant" in begins.warnings[0]
