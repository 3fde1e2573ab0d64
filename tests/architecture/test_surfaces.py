"""Messages belong to their surface: no room but `cli` names an option of the command line; see `biela.base.surface`."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import biela

SRC = Path(biela.__file__).parent
ROOMS = sorted(path.name for path in SRC.iterdir() if path.is_dir() and path.name not in ("__pycache__", "cli"))
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
FOREIGN = {
    "base/surface.py": {"--cutoff"},  # how this surface spells a setting
    "export/compiler.py": {"--build-id", "--eh-frame-hdr"},  # of a linker
    "kernel/ship.py": {"--all", "--into", "--check"},  # a program of its own
    "study/cluster.py": {"--jobs"},  # of squeue
}
"""Options of other programs, and of programs that are no command of `biela`."""


def options_in(path: Path) -> list[str]:
    """Options that the texts of a file name, docstrings included, each with its line."""
    tree = ast.parse(path.read_text("utf-8"))
    allowed = FOREIGN.get(path.relative_to(SRC).as_posix(), set())
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    found = [(node.lineno, word) for node in texts for word in OPTION.findall(node.value)]
    return [f"{path.relative_to(SRC)}:{line}: {word}" for line, word in found if word not in allowed]


@pytest.mark.parametrize("room", ROOMS)
def test_only_the_command_line_names_its_options(room: str) -> None:
    """Other rooms name a setting with `setting(…)`, and the surface that shows the message spells it."""
    assert [found for path in sorted((SRC / room).rglob("*.py")) for found in options_in(path)] == []


def test_foreign_options_are_there() -> None:
    """An entry of `FOREIGN` that no file needs any more is removed."""
    for name, allowed in FOREIGN.items():
        assert allowed <= set(OPTION.findall((SRC / name).read_text("utf-8"))), name
