"""Imports point one way: a room uses only the rooms above it, also inside functions and for type checkers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "biela"
ROOMS = (
    "base", "lie", "element", "mechanism", "network", "equations", "kernel", "state", "integrate", "simulation", "vehicle", "files",
    "identify", "estimate", "library", "export", "study", "report", "app", "studio", "cli",
)  # fmt: skip
"""In reading order; a room imports from rooms to its left."""

DOORS = {
    ("mechanism/mechanism.py", "state"): "assemble branches equilibria equilibrium linearise",
    ("mechanism/mechanism.py", "simulation"): "check inverse_dynamics inverse_kinematics simulate simulate_batch",
    ("mechanism/mechanism.py", "report"): "machine_html",
    ("network/network.py", "simulation"): "",  # its `simulate` and `linearise` go through the doors of a machine
    ("network/network.py", "state"): "",
    ("network/network.py", "report"): "draw",
    ("state/state.py", "report"): "state_html",
    ("state/check.py", "report"): "check_html",
    ("simulation/case.py", "files"): "machine_file",
    ("simulation/case.py", "report"): "case_html",
    ("simulation/history.py", "files"): "save to_xarray",
    ("simulation/history.py", "report"): "history_html plot report show",
    ("files/results/load.py", "report"): "plot saved_html",
}
"""File of an object, and a room further down → functions of it that are methods of the object: the one exception. They are the last
thing that happens to the object: none of them is called on the way to a result."""
PROGRAMS = {("studio/project/jobs.py", "cli")}
"""Programs that a room starts as processes of their own."""


class Import(NamedTuple):
    """An import of one room by a file of another."""

    file: str
    room: str
    target: str
    line: int


def imports(path: Path, package: Path = PACKAGE) -> Iterator[Import]:
    """All imports of other rooms in a file, wherever in it they stand: statements, and texts that name a module, as a door or
    `import_module` takes them."""
    parts = path.relative_to(package).parts
    room = parts[0].removesuffix(".py")
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = ["biela", *parts[:-1]][: len(parts) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            names = [f"{module}.{alias.name}" for alias in node.names] if module == "biela" else [module]
        elif isinstance(node, ast.Constant) and re.fullmatch(r"biela(\.\w+)+", str(node.value)):
            names = [str(node.value)]
        for name in names:
            head, _, rest = name.partition(".")
            target = rest.partition(".")[0]
            if head == "biela" and target in ROOMS and target != room:
                yield Import("/".join(parts), room, target, node.lineno)


def upward(package: Path = PACKAGE) -> list[Import]:
    """Imports of rooms further down the list. A file that names none of them, and has no import without a room, is not parsed."""
    files = [path for path in sorted(package.rglob("*.py")) if path != package / "__init__.py"]
    found: list[Import] = []
    for path in files:
        room = path.relative_to(package).parts[0].removesuffix(".py")
        below = "|".join(ROOMS[ROOMS.index(room) + 1 :])
        if re.search(rf"biela\s*\.\s*(?:{below})\b|biela\s+import|from\s*\.|\\\n", path.read_text("utf-8")):
            found += [i for i in imports(path, package) if ROOMS.index(i.target) > ROOMS.index(room)]
    return found


def test_every_folder_is_a_room() -> None:
    found = {p.name.removesuffix(".py") for p in PACKAGE.iterdir() if p.suffix == ".py" or (p / "__init__.py").exists()}
    assert found - {"__init__"} <= set(ROOMS)


def test_every_room_says_what_it_knows_and_what_it_must_not_know() -> None:
    for path in PACKAGE.glob("*/__init__.py"):
        says = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        assert re.search("[Mm]ust not know|[Kk]nows nothing", says), path


def test_doors_are_those_that_are_listed() -> None:
    found: dict[tuple[str, str], set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "Door":
                module, *named = (ast.literal_eval(a) for a in node.value.args)
                place = path.relative_to(PACKAGE).as_posix(), module.split(".")[1]
                found.setdefault(place, set()).add(named[0] if named else ast.unparse(node.targets[0]))
    assert found == {place: set(names.split()) for place, names in DOORS.items() if names}


def test_no_room_imports_from_a_room_below_it() -> None:
    found = [i for i in upward() if (i.file, i.target) not in DOORS.keys() | PROGRAMS]
    assert not found, "\n".join(f"{i.file}:{i.line} imports biela.{i.target}" for i in found)


@pytest.mark.parametrize(
    "statement",
    [
        "import biela.cli",
        "from biela import report",
        "def f():\n    from biela.report import page",
        "if TYPE_CHECKING:\n    from biela.report.page import x",
        'show = Door("biela.report.page")',
        'importlib.import_module("biela.report.page")',
    ],
)
def test_the_guard_sees_imports_wherever_they_hide(statement: str, tmp_path: Path) -> None:
    (tmp_path / "lie").mkdir()
    (tmp_path / "lie" / "so3.py").write_text(statement)
    assert len(upward(tmp_path)) == 1
