"""Single values changed in the text of a machine file: nothing else changes, comments and layout stay."""

from __future__ import annotations

from typing import Any

import pytest

from biela.base.errors import BielaError
from biela.files.document import read_document
from biela.library import get, names
from biela.studio.project.changes import edited
from biela.studio.project.edit import quoted, remove, set_value

TEXT = """# a remark
biela: 1   # kept
parameters:
  crank: 40 mm     # its length
  free: {value: 2, free: true}

bodies:
  rod: {mass: 1 kg, com: [crank/2, 0, 0]}   # flow
  block:
    mass: 2 kg
    # between
    com: [0, 0, 0]
  bare:

joints:
  A: {type: revolute, parent: ground, child: rod}
"""


@pytest.mark.parametrize(
    ("path", "value", "old", "new"),
    [
        (["parameters", "crank"], "50 mm", "40 mm ", "50 mm "),
        (["parameters", "free", "value"], "3", "value: 2", "value: 3"),
        (["bodies", "rod", "mass"], "3 kg", "mass: 1 kg", "mass: 3 kg"),
        (["bodies", "rod", "com", 1], "1 mm", "[crank/2, 0, 0]", "[crank/2, 1 mm, 0]"),
        (["bodies", "rod", "draw", "colour"], "red", "0]}   # flow", "0], draw: {colour: red}}   # flow"),
        (["bodies", "block", "inertia"], "[1, 2, 3]", "[0, 0, 0]\n", "[0, 0, 0]\n    inertia: [1, 2, 3]\n"),
        (["bodies", "bare"], "{mass: 1}", "bare:\n", "bare: {mass: 1}\n"),
        (["joints", "B"], "{type: weld}", "child: rod}\n", "child: rod}\n  B: {type: weld}\n"),
        (["loads", "g", "type"], "x", "child: rod}\n", "child: rod}\n\nloads:\n  g:\n    type: x\n"),
    ],
)
def test_one_value_changes(path: list[Any], value: str, old: str, new: str) -> None:
    assert TEXT.count(old) == 1
    assert edited(TEXT, set_value(TEXT, path, value)) == TEXT.replace(old, new)


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (["bodies", "rod", "mass"], "{mass: 1 kg, com", "{com"),
        (["bodies", "rod", "com"], ", com: [crank/2, 0, 0]}", "}"),
        (["bodies", "block", "mass"], "    mass: 2 kg\n", ""),
        (["joints"], "joints:\n  A: {type: revolute, parent: ground, child: rod}\n", ""),
        (["parameters", "crank"], "  crank: 40 mm     # its length\n", ""),
    ],
)
def test_one_place_is_removed(path: list[Any], old: str, new: str) -> None:
    assert edited(TEXT, remove(TEXT, path)) == TEXT.replace(old, new)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ([], "1"),
        (["bodies", "rod", "mass"], "1}, x: {"),
        (["bodies", "rod", "mass"], "1 # 2"),
        (["bodies", "rod", "mass"], "1\nname: 3"),
        (["bodies", "rod", "com", 7], "1"),
        (["parameters", "crank"], "[1, 2"),
    ],
)
def test_what_would_change_other_lines_is_refused(path: list[Any], value: str) -> None:
    with pytest.raises(BielaError):
        set_value(TEXT, path, value)


def test_a_missing_place_cannot_be_removed() -> None:
    with pytest.raises(BielaError, match=r"there is no bodies\.rad"):
        remove(TEXT, ["bodies", "rad"])


@pytest.mark.parametrize(
    "word", ["a", "40 mm", "a b", "x: y", "{", "#a", "-", "- a", 'say "x"', "a#b", "é", "", " a", "a, b", "yes"]
)
def test_words_come_back_as_they_were(word: str) -> None:
    data = read_document(f"{quoted(word)}: 1\nb: {{{quoted(word)}: 2}}\n", "x").data
    assert list(data) == [word, "b"] and list(data["b"]) == [word]


@pytest.mark.parametrize("name", names()[::12])
def test_every_number_of_a_ready_machine_can_be_changed(name: str) -> None:
    text = get(name).machine_file()
    document = read_document(text, name)
    places = [path for path, shown in document.texts.items() if path and shown.replace(".", "").isdigit()]
    for path in places[:: max(1, len(places) // 6)]:
        after = read_document(edited(text, set_value(text, path, "7.25")), name)
        assert after.texts[path] == "7.25"
        assert {p: t for p, t in after.texts.items() if p != path} == {p: t for p, t in document.texts.items() if p != path}
