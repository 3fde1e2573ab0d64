"""Plain English: phrases that read as translated stay out of docstrings, comments, messages, documentation and examples."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ITEMS = "body|coordinate|entry|file|joint|lane|line|load|loop|machine|method|particle|reading|row|sample|sensor|signal|step"
COUNTED = "call|column|entry|entries|equations?|evaluations?|files?|functions?|lines?|numbers?|one|rows?|values?"
BANNED = {
    "'is no' before a noun: write 'is not a'": r"(?<!here )\b(?:is|are) no (?!longer\b|more\b|less\b|better\b|worse\b|\w+er\b)",
    "a text that starts with 'Of'": r"^Of ",
    "'Return what': name the thing": r"^Return (?:what|how|where) ",
    "'a' for per": rf"\b(?:{COUNTED}) a (?:{ITEMS})\b",
    "'freedom': write 'degree of freedom'": r"\b(?<!degree of )(?<!degrees of )freedoms?\b",
    "'every so many': write 'every n-th'": r"\bevery so many",
    "'told': write 'prescribed' or 'given'": r"\btold\b(?! apart| from)",
    "'so many' for a number: write 'this many'": r"\bso many (?!at once|that\b)",
    "'is said': write 'is reported', 'the error names …'": r"\b(?:is|are) said (?:with|where|in|of|about)\b",
    "'do the work': write 'supply the effort'": r"\bthat do the work\b",
    "'without a word': write 'silently'": r"\bwithout a word\b",
    "'what others say': name the others": r"\bwhat others say\b",
    "'how it stands and moves': write 'pose and velocity'": r"\bstands? and moves?\b",
    "'beside': write 'relative to', 'next to' or 'besides'": r"\bbeside\b",
}
"""What is wrong with a phrase and how it is found; upper and lower case alike, except at the start of a text."""

SUSPECT = [re.compile(re.sub(r"^\\b(?=\w)", "", pattern)) for pattern in BANNED.values() if not pattern.startswith("^")]
"""Find any of them in a source in lower case, in code, too; those at the start of a text are looked for with `STARTS`.

A search for letters is ten times as fast as one for the beginning of a word.
"""
STARTS = [re.compile(pattern.removeprefix("^")) for pattern in BANNED.values() if pattern.startswith("^")]

ALLOWED: set[tuple[str, str]] = set()
"""Pairs of file and line where a phrase is the right one."""


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of everything that people read in a file: in Python the strings and comments, elsewhere all."""
    source = path.read_text("utf-8")
    if path.suffix != ".py":
        yield from enumerate(source.splitlines(), start=1)
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT) or tokenize.tok_name[token.type] == "FSTRING_MIDDLE":
            text = re.sub(r"^(?:[rbfuRBFU]*(?:\"\"\"|'''|\"|')|#+ ?)", "", token.string)
            for number, line in enumerate(text.splitlines(), start=token.start[0]):
                yield number, line.strip()


def files() -> list[Path]:
    """All files with text for people, but the change log, which quotes."""
    pages = [*ROOT.glob("README.md"), ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"), ROOT / "mkdocs.yml"]
    return [*sorted(pages), *sorted((ROOT / "src").rglob("*.py")), *sorted((ROOT / "examples").rglob("*.py"))]


def found(path: Path) -> list[str]:
    name = path.relative_to(ROOT).as_posix()
    source = path.read_text("utf-8")
    lower = source.lower()
    if not any(p.search(source) for p in STARTS) and not any(p.search(lower) for p in SUSPECT):
        return []  # most files: code and words need not be taken apart
    return [
        f"{name}:{number}: {why}: {line}"
        for number, line in texts(path)
        for why, pattern in BANNED.items()
        if re.search(pattern, line, 0 if pattern.startswith("^") else re.IGNORECASE) and (name, line) not in ALLOWED
    ]


def test_texts_are_plain_english() -> None:
    lines = [line for path in files() for line in found(path)]
    assert not lines, "\n".join(lines)


@pytest.mark.parametrize("text", ["'a' is no shape", "one row a loop", "takes a freedom away", "where it is told to be",
                                  "small beside the largest", "every so many-th sample", "after so many steps",
                                  "what is wrong is said with its name", "the inputs that do the work",
                                  "how a frame stands and moves", "Return what is drawn"])  # fmt: skip
def test_the_guard_finds(text: str) -> None:
    assert any(re.search(pattern, text, re.IGNORECASE) for pattern in BANNED.values())


@pytest.mark.parametrize("text", ["there is no joint", "is no longer open", "no larger than", "six degrees of freedom",
                                  "cannot be told apart", "ten times a second", "Of", "so many at once that"])  # fmt: skip
def test_the_guard_lets_pass(text: str) -> None:
    assert not any(re.search(pattern, text, re.IGNORECASE) for pattern in BANNED.values())
