"""Messages belong to their surface: no room but `cli` names options and verbs of the command line; see `biela.base.surface`."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

import biela
from biela.cli.registry import own_verbs

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
VERB = re.compile(rf"\bbiela (?:{'|'.join(sorted(own_verbs()))})\b")
TYPED = {
    "app/help.py": {"biela list", "biela schema"},  # pages for the terminal
    "app/published/bond_graph_car.py": {"biela run"},  # captions of figures
    "app/published/parallel_robots.py": {"biela show"},
    "app/published/suspension.py": {"biela show"},
    "export/live.py": {"biela export"},  # text of a page
    "files/results/save.py": {"biela run"},  # title of a result
    "files/schema.py": {"biela list", "biela sweep"},  # help of editors
    "library/__init__.py": {"biela show"},  # one line for each machine
    "library/machine_file.py": {"biela check", "biela run", "biela show"},  # head of a file
    "studio/project/worker.py": {"biela run"},  # text of a page
    "study/store.py": {"biela sweep"},  # title of a result
}
"""Commands in texts that are no messages."""


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


def verbs_in(path: Path) -> set[str]:
    """Commands that the texts of a file name, docstrings excluded."""
    tree = ast.parse(path.read_text("utf-8"))
    documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in documented]
    return {word for node in texts if isinstance(node.value, str) for word in VERB.findall(node.value)}


def test_only_the_command_line_names_its_verbs() -> None:
    """Other rooms name a command with `command(…)`; a text in `TYPED` that is there no more is removed from it."""
    found = {path.relative_to(SRC).as_posix(): verbs_in(path) for room in ROOMS for path in (SRC / room).rglob("*.py")}
    assert {file: words for file, words in found.items() if words} == TYPED


def calls_of(name: str) -> list[ast.Call]:
    trees = [ast.parse(path.read_text("utf-8")) for path in SRC.rglob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == name]


def test_commands_of_messages_exist() -> None:
    """On the command line and in Python."""
    named = [[ast.unparse(x) for x in call.args[:2]] for call in calls_of("command")]
    assert len(named) > 9
    for verb, call in named:
        assert ast.literal_eval(verb) in own_verbs()
        for function in re.findall(r"biela(?:\.\w+)+(?=\()", call):
            room, _, word = function.rpartition(".")
            assert callable(getattr(importlib.import_module(room), word)), function


def test_foreign_options_are_there() -> None:
    """An entry of `FOREIGN` that no file needs any more is removed."""
    for name, allowed in FOREIGN.items():
        assert allowed <= set(OPTION.findall((SRC / name).read_text("utf-8"))), name
