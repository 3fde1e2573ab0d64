"""Tests mirror the rooms: what tests a room alone stands in the folder of its name."""

from __future__ import annotations

import re
from pathlib import Path

from test_folder_order import PACKAGE, ROOMS

UNIT = Path(__file__).parents[1] / "unit"
LOOSE = {"test_public_names.py"}
"""Tests of the package itself, `biela/__init__.py`."""


def test_every_folder_of_unit_tests_is_a_room() -> None:
    folders = {path.name for path in UNIT.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(ROOMS)
    assert {path.name for path in UNIT.glob("*.py")} == LOOSE


def test_every_room_with_tests_exists() -> None:
    rooms = {path.name.removesuffix(".py") for path in PACKAGE.iterdir()}
    assert {path.name for path in UNIT.iterdir() if path.is_dir() and path.name != "__pycache__"} <= rooms


def test_contributing_lists_every_room_in_order() -> None:
    text = (PACKAGE.parents[1] / "CONTRIBUTING.md").read_text("utf-8")
    table = text.partition("| room |")[2].partition("\n\n")[0]
    assert tuple(re.findall(r"^\| `(\w+)` \| [^|]{10,} \| [^|]{5,} \|$", table, re.MULTILINE)) == ROOMS
