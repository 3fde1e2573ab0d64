"""Tests mirror the rooms: what tests a room alone stands in the folder of its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_folder_order import PACKAGE, ROOMS

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "tests" / "unit"
LOOSE = {"test_public_names.py"}
"""Tests of the package itself."""


def test_every_folder_of_unit_tests_is_a_room() -> None:
    folders = {path.name for path in UNIT.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(ROOMS)
    assert {path.name for path in UNIT.glob("*.py")} == LOOSE


def test_every_room_with_tests_exists() -> None:
    rooms = {path.name.removesuffix(".py") for path in PACKAGE.iterdir()}
    assert {path.name for path in UNIT.iterdir() if path.is_dir() and path.name != "__pycache__"} <= rooms


def test_contributing_lists_every_room_in_order() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    table = text.partition("| room |")[2].partition("\n\n")[0]
    assert tuple(re.findall(r"^\| `(\w+)` \| [^|]{10,} \| [^|]{5,} \|$", table, re.MULTILINE)) == ROOMS


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_files_that_pages_name_exist(page: Path) -> None:
    """Paths of source files in backquotes, from the top of the repository or from the package."""
    named = re.findall(r"`(?:src/)?((?:[a-z_]\w*/)+[\w*]+(?:/|\.py|\.ipynb|\.pyi)?)`", page.read_text("utf-8"))
    tops = {path.name for top in (ROOT, ROOT / "src", PACKAGE) for path in top.iterdir() if path.is_dir()}
    ours = [name for name in named if name.partition("/")[0] in tops and name.partition("/")[0] != "out"]
    assert not [name for name in ours if not any(list(top.glob(name)) for top in (ROOT, ROOT / "src", PACKAGE))]


OF_USERS = {"numpy.py", "my_elements.py"}
"""Files that pages speak of, in folders of users."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_pages_name_files_with_their_folders(page: Path) -> None:
    """A name alone would pass when the file is gone and another room has one of that name."""
    assert set(re.findall(r"`(\w+\.py)`", page.read_text("utf-8"))) <= OF_USERS
