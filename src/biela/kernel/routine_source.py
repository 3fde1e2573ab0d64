"""A Python function in, its text out: what a routine is compiled from."""

from __future__ import annotations

import linecache
import os
import textwrap
import time
from functools import cache
from types import CodeType, FunctionType

from biela.base.errors import Untranslatable

BEGAN = time.time()  # files changed after this moment may hold another text than the code that runs

_registered: dict[str, list[str]] = {}


def register(name: str, lines: list[str]) -> None:
    """Make the text of code that no file holds known under a name in angle brackets; tracebacks show it too."""
    _registered[name] = [line + "\n" for line in lines]
    linecache.cache[name] = (0, None, _registered[name], name)


def of(function: FunctionType) -> str:
    """Return the lines of a function, its decorators included; `Untranslatable` if no file holds them, or it was changed since."""
    code = function.__code__
    lines, young = (_registered[file], False) if (file := code.co_filename) in _registered else _lines(file)
    if not 0 < code.co_firstlineno <= len(lines):
        why = f"the source of '{function.__qualname__}' cannot be read: compiled routines need it"
        raise Untranslatable(f"{why}. Put the function into a file or a cell of a notebook.")
    text = _block(lines, code.co_firstlineno - 1)
    if young and not _is_source(text, function):
        why = f"'{code.co_filename}' was changed after it was imported, so '{function.__qualname__}' has another source"
        raise Untranslatable(f"{why} than the code that runs: start Python again.")
    return text


def _block(lines: list[str], first: int) -> str:
    """Return the definition that begins at a line."""
    indent, found, in_body = _indent(lines[first]), [], False
    for line in lines[first:]:
        if in_body and line.strip() and _indent(line) <= indent and not line.lstrip().startswith(")"):
            break
        found.append(line.rstrip()[indent:])
        in_body = in_body or line.lstrip().startswith(("def ", "async def "))
    while not found[-1]:
        found.pop()
    return "\n".join(found)


def _is_source(text: str, function: FunctionType) -> bool:
    """Return whether the text compiles to the code of the function."""
    around = ", ".join(function.__code__.co_freevars)
    try:
        made = compile(f"def around({around}):\n{textwrap.indent(text, '    ')}\n", "<text>", "exec")
    except SyntaxError:
        return False
    inner = [c for outer in _codes(made) for c in _codes(outer) if c.co_name == function.__code__.co_name]
    return any(_facts(code) == _facts(function.__code__) for code in inner)


def _codes(code: CodeType) -> list[CodeType]:
    return [c for c in code.co_consts if isinstance(c, CodeType)]


def _facts(code: CodeType) -> object:
    """Return all that code does, without where it stands."""
    constants = [repr(c) for c in code.co_consts if not isinstance(c, CodeType)]
    return code.co_code, code.co_names, code.co_varnames, constants, list(map(_facts, _codes(code)))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


@cache
def _lines(file: str) -> tuple[list[str], bool]:
    """Return the lines of a file, and whether it is younger than this process."""
    try:
        young = not file.startswith("<") and os.stat(file).st_mtime >= BEGAN
    except OSError:
        return [], False
    return linecache.getlines(file), young
