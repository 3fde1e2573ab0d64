"""Files stay below 500 lines and functions below 60, unless a comment `# long: …` above or inside the function gives the reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "biela"
FILE, FUNCTION = 500, 60
REASON = "# long: "


def sources() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8")


def _may_be_long(lines: list[str]) -> bool:
    """Whether from one `def` to the next that is not inside it, or to the end, there are more lines than the limit."""
    starts: list[tuple[int, int]] = []  # line and indent of the functions around
    for number, line in enumerate([*lines, "def"]):
        words = line.lstrip()
        if words.startswith(("def", "async def", "class ")):
            indent = len(line) - len(words)
            while starts and starts[-1][1] >= indent:
                if number - starts.pop()[0] > FUNCTION:
                    return True
            starts.append((number, indent))
    return False


def long_functions() -> set[str]:
    """Functions above the limit without a reason."""
    found = set()
    for name, text in sources():
        lines = text.splitlines()
        if not _may_be_long(lines):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                size = (node.end_lineno or first) - node.lineno + 1
                around = lines[max(first - 3, 0) : node.end_lineno]
                if size > FUNCTION and not any(line.strip().startswith(REASON) for line in around):
                    found.add(f"{name}:{node.name}")
    return found


def test_files_are_short() -> None:
    long = {name for name, text in sources() if len(text.splitlines()) > FILE}
    assert not long, sorted(long)


def test_functions_are_short_or_say_why_not() -> None:
    assert not long_functions(), sorted(long_functions())
