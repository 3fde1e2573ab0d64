"""Tests mirror the rooms: what tests a room alone stands in the folder of its name."""

from __future__ import annotations

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
