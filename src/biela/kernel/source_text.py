"""The text of a function, read from its file."""

from __future__ import annotations

import linecache
import os
import time
from functools import cache
from types import FunctionType

BEGAN = time.time()
"""Files changed after this moment may hold another text than the code that runs."""


def register(name: str, lines: list[str]) -> None:
    """Make the text of code that no file holds known under a name in angle brackets; tracebacks show it too."""
    linecache.cache[name] = (0, None, [line + "\n" for line in lines], name)


def of(function: FunctionType) -> str | None:
    """The lines of a function, its decorators included; None where they are not at hand or were changed since."""
    code = function.__code__
    lines = _lines(code.co_filename)
    if lines is None or not 0 < code.co_firstlineno <= len(lines):
        return None
    first = code.co_firstlineno - 1
    indent, found, in_body = _indent(lines[first]), [], False
    for line in lines[first:]:
        if in_body and line.strip() and _indent(line) <= indent and not line.lstrip().startswith(")"):
            break
        found.append(line.rstrip()[indent:])
        in_body = in_body or line.lstrip().startswith(("def ", "async def "))
    while not found[-1]:
        found.pop()
    return "\n".join(found)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


@cache
def _lines(file: str) -> list[str] | None:
    try:
        if not file.startswith("<") and os.stat(file).st_mtime >= BEGAN:
            return None
    except OSError:
        return None
    return linecache.getlines(file) or None
