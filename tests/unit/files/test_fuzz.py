"""Random malformed files and expressions: our own errors or a result, nothing else; and nothing is executed."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import ast
import copy
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from machines import SMALL

import biela.files
from biela.base.errors import BielaError
from biela.files.build import build
from biela.files.document import read_document
from biela.files.expression import ExpressionError, UnitValue
from biela.files.parser import evaluate

LINES = SMALL.splitlines()
READ = read_document(SMALL, "fuzz.yaml")
WORDS = [
    "1", "2.5e3", "12 mm", "pi", "r", "A.angle", "__import__", "os", "system", "eval", "exec", "open", "lambda", "(", ")", "[", "]", "{", "}",
    "'x'", "**", "^", "*", "/", "+", "-", ".", ",", ":", "`", "·", "²", "sqrt(", "atan2(", "min(", "max(", "if(", "floor(", "fmod(", "and(", "not(", "<", "<=", "==", "deg", "m/s^2", "1e308", "9**9", "%",
    "\\", "\x00", "\ud7ff", "𝜋", "¬", "#", "&a", "*a", "!!python/name:os.system", "<<", "|", ">", "---", "...", "\t", "? ", "- ", "~", ".inf", "0x1F",
]  # fmt: skip
LETTERS = st.characters(exclude_categories=["Cs"])
"""All that UTF-8 can encode. This is the default, but Hypothesis needs two seconds to find it out from the codec."""
VALUES: Any = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(LETTERS, max_size=12) | st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(LETTERS, max_size=6) | st.sampled_from(["type", "mass", "joint", "body", "rod"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)
FAST: dict[str, Any] = {"deadline": None, "suppress_health_check": list(HealthCheck), "derandomize": True, "database": None}


@pytest.fixture(autouse=True)
def nothing_is_executed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever would run a program or code from a text fails loudly."""

    def caught(*arguments: Any, **more: Any) -> None:
        raise AssertionError(f"executed: {arguments}")

    monkeypatch.setattr(os, "system", caught)
    monkeypatch.setattr(subprocess, "Popen", caught)


def test_the_reader_has_no_way_to_execute_text() -> None:
    sources = (path.read_text("utf-8") for path in Path(biela.files.__file__).parent.glob("*.py"))
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    called = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"eval", "exec", "compile", "__import__"}


def answer(document: Callable[[], Any]) -> str:
    """What a user reads when a file is read as far as the machine is built; any but our own errors come out as they are."""
    try:
        return f"built {build(document())}"
    except BielaError as error:
        return str(error)


def plain(text: str) -> bool:
    """A message that says something, and is no trace of our code."""
    return bool(text.strip()) and "Traceback" not in text


@settings(max_examples=350, **FAST)
@given(st.lists(st.sampled_from(WORDS) | st.text(LETTERS, max_size=5), max_size=14), st.sampled_from(["", " "]))
def test_expressions(words: list[str], between: str) -> None:
    def lookup(name: str) -> UnitValue:
        if name != "r":
            raise ExpressionError("unknown")
        return UnitValue(0.5)

    try:
        value = evaluate(between.join(words), lookup, {"r"}).value
    except ExpressionError:
        return
    assert isinstance(value, int | float)


@settings(max_examples=350, **FAST)
@given(st.text(LETTERS, max_size=40))
def test_expressions_of_any_characters(text: str) -> None:
    try:
        value: Any = evaluate(text, lambda name: UnitValue(1.0), {"r"})
    except ExpressionError as error:
        assert plain(str(error))
    else:
        assert isinstance(value, UnitValue)


@settings(max_examples=100, **FAST)
@given(st.text(LETTERS, max_size=80) | st.lists(st.sampled_from([*WORDS, *LINES, "\n", "\n  ", ": "]), max_size=20).map("".join))
def test_files_of_any_characters(text: str) -> None:
    assert plain(answer(lambda: read_document(text, "fuzz.yaml")))


@settings(max_examples=100, **FAST)
@given(st.data())
def test_files_with_damaged_lines(data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 3))):
        i = data.draw(st.integers(0, len(lines) - 1))
        cut = data.draw(st.integers(0, len(lines[i])))
        keep = data.draw(st.integers(cut, len(lines[i])))
        lines[i] = lines[i][:cut] + data.draw(st.sampled_from(WORDS) | st.text(LETTERS, max_size=6)) + lines[i][keep:]
    assert plain(answer(lambda: read_document("\n".join(lines), "fuzz.yaml")))


@settings(max_examples=75, **FAST)
@given(st.data())
def test_files_with_any_value_anywhere(data: st.DataObject) -> None:
    """Well-formed YAML with a wrong kind of thing somewhere."""
    document = copy.deepcopy(READ)
    path = data.draw(st.sampled_from([p for p in document.lines if p]))
    parent: Any = document.data
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = data.draw(VALUES)
    assert plain(answer(lambda: document))
