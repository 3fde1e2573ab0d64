"""YAML text → plain data that remembers its lines.

Only what a machine file needs is read: mappings, lists, numbers, words, true, false and null. Anchors and aliases are
refused (ten lines of them can describe more data than fits in a computer), as are tags, files that are not UTF-8, and what
is too large or too deep.
"""

from __future__ import annotations

import math
import re
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from biela.base.dataclass import dataclass
from biela.base.intake import MISSING, Unreadable, text
from biela.base.surface import command
from biela.files.problem import FileError, Problem

MAX_BYTES = 4_000_000
"""Bytes of a machine file."""
MAX_VALUES = 150_000
"""Values of a machine file, estimated; they take about 10 s to read."""
MAX_PROBLEMS = 500
"""Problems that one reading finds: the search for names that were meant takes time."""
MAX_DEPTH = 24
"""Lists and mappings inside each other."""

Key = str | int
"""Key of a mapping, or index of a list."""
Entry = dict[str, Any]
"""Mapping of a file: key → data, as deep as it is written."""
Path_ = tuple[Key, ...]
"""Keys that lead to a place of a document."""
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "~": None, "": None}
_NONE = object()
_HALF = re.compile("[\ud800-\udfff]")
_NOT_FINITE = {".inf", "-.inf", "+.inf", ".nan", "inf", "-inf", "nan", "infinity", "-infinity"}
_HEAD = re.compile(r"^(?![\s#\-{\[\]}&*!|>%@`,?:'\"])[^\n:#]*:(?=\s|$)", re.MULTILINE)
"""A key without quotes at the beginning of a line."""
_ODD = re.compile(r"^(?:---|\.\.\.|%)|^[^\s#].*(?:[&*!]\w)|\r|\ufeff", re.MULTILINE)
"""Parts that concern the whole text: marks of documents, anchors, tags, other ends of lines."""


@dataclass
class Document:
    """Data of a file, with the line and the text of every place in it, and the characters from which it was read.

    Data that come from a machine instead of a text have no lines.
    """

    file: str
    data: Any = None
    lines: dict[Path_, int] = field(default_factory=dict)
    spans: dict[Path_, tuple[int, int]] = field(default_factory=dict)
    texts: dict[Path_, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def line(self, path: Path_) -> int:
        """Return the line of a place, or of the nearest one around it that has a line."""
        return next((self.lines[path[:n]] for n in range(len(path), -1, -1) if path[:n] in self.lines), 0)

    def text(self, path: Path_) -> str:
        """Return the text of a value as the file writes it; empty for lists, mappings and what is missing."""
        if path in self.texts:
            return self.texts[path]
        value = self.data
        for key in path:
            try:
                value = value[key]
            except (KeyError, IndexError, TypeError):  # it is missing
                return ""
        if isinstance(value, bool):
            return str(value).lower()
        return "" if value is None or isinstance(value, dict | list) else str(value)

    def replaced(self, place: Path_, value: Document) -> None:
        """Note that the data of another document have taken a place: it has no lines of this file any more."""
        for known in [path for path in self.lines if path[: len(place)] == place]:
            self.lines.pop(known)
            self.texts.pop(known, None)
        self.lines[place] = 0
        self.texts |= {(*place, *inner): words for inner, words in value.texts.items()}
        self.problems += [Problem(0, ".".join(map(str, place)), p.text, p.message) for p in value.problems]

    def blame(self, path: Path_, message: str, text: str | None = None) -> None:
        """Note a problem; where there are too many, the file is refused with those found so far."""
        if len(self.problems) >= MAX_PROBLEMS:
            rest = Problem(0, "", "", f"reading stopped after {MAX_PROBLEMS} problems: mend these first.")
            raise FileError(self.file, [*self.problems, rest])
        problem = Problem(self.line(path), ".".join(map(str, path)), self.text(path) if text is None else text, message)
        if problem not in self.problems:
            self.problems.append(problem)

    def refuse(self) -> None:
        """Raise all that was found, if anything was."""
        if self.problems:
            raise FileError(self.file, self.problems)


def read_text(path: Path) -> str:
    """Return the text of a file; refuses what is not text."""
    try:
        return text(path, MAX_BYTES, "machine files")
    except Unreadable as error:
        said = str(error)
        if said == MISSING:
            ready = command("list", "biela.library.names()")
            new = command("new", "biela.save(biela.library.get(NAME), FILE)", "NAME", "FILE")
            said += f" {ready} names the ready machines, {new} writes one as a file."
        raise FileError(str(path), [Problem(error.line, "", "", said)]) from None


def count_values(text: str) -> int:
    """Estimate the number of values in the text of a machine file, without reading it."""
    return sum(text.count(mark) for mark in ":,\n")


def read_document(text: str, file: str) -> Document:
    """Read data of a YAML text. Malformed YAML raises at once; what can be read around is noted in `problems`."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    document = Document(file)
    values = count_values(text)
    if values > MAX_VALUES:
        said = f"it has about {values} values, which would take {values * 7e-5:.0f} s to read: machine files of up to {MAX_VALUES}"
        raise FileError(file, [Problem(0, "", "", f"{said} are read. Build a machine as large as this in Python.")])
    try:
        _Composer(document, YAML(pure=True).parse(text)).run()
    except FileError:
        raise
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        line = mark.line + 1 if mark is not None else 0
        lines = ["", *text.splitlines()]
        shown = lines[line].strip() if line < len(lines) else ""
        said = str(getattr(error, "problem", None) or "it cannot be read").strip()
        message = f"not valid YAML: {said}. Check the indentation (spaces only), the colons and the quotes around this line."
        raise FileError(file, [Problem(line, "", shown, message)]) from None
    except (RecursionError, ValueError, IndexError, AttributeError, TypeError, AssertionError, KeyError) as error:
        message = f"not valid YAML: {str(error).splitlines()[0] if str(error) else type(error).__name__}."
        raise FileError(file, [Problem(0, "", "", message)]) from None
    return document


class _Composer:
    """Builds data from YAML events, with its own small idea of what a word means."""

    def __init__(self, document: Document, events: Any):
        self.document, self.events = document, events

    def run(self) -> None:
        from ruamel.yaml import events as e

        stack: list[tuple[Any, Path_]] = []  # open lists and mappings
        keys: list[Any] = []  # for each open mapping, the key that waits for its value
        documents = 0
        for event in self.events:
            line = event.start_mark.line + 1 if event.start_mark is not None else 0
            if isinstance(event, e.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._stop(line, "", "the file holds several YAML documents (---): keep one machine in a file.")
            elif isinstance(event, e.AliasEvent):
                said = "YAML aliases (*name) are not used in machine files: name the value under `parameters`."
                self._stop(line, f"*{event.anchor}", said)
            elif isinstance(event, e.SequenceEndEvent | e.MappingEndEvent):
                place = stack.pop()[1]
                self.document.spans[place] = (self.document.spans[place][0], event.end_mark.index)
                keys.pop()
            elif isinstance(event, e.ScalarEvent | e.SequenceStartEvent | e.MappingStartEvent):
                if event.anchor is not None:
                    said = "YAML anchors (&name) are not used in machine files: name the value under `parameters`."
                    self._stop(line, f"&{event.anchor}", said)
                tag = getattr(event, "tag", None)
                if tag and str(tag) not in ("!", "tag:yaml.org,2002:str", "tag:yaml.org,2002:int", "tag:yaml.org,2002:float"):
                    self._stop(line, str(tag), "YAML tags (!name) are not used in machine files: remove it.")
                if isinstance(event, e.ScalarEvent) and _HALF.search(event.value):
                    self._join(event, line)
                self._value(event, line, stack, keys, isinstance(event, e.ScalarEvent), isinstance(event, e.MappingStartEvent))

    def _join(self, event: Any, line: int) -> None:
        """Join characters that JSON writes as two halves (`\\ud83d\\ude00`); one half alone cannot be written."""
        try:
            event.value = event.value.encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            shown = event.value.encode("utf-8", "backslashreplace").decode()
            self._stop(line, shown, "half a character (\\ud800 to \\udfff) is not text: write the whole one.")

    def _value(self, event: Any, line: int, stack: list[Any], keys: list[Any], scalar: bool, mapping: bool) -> None:
        document = self.document
        parent, path = stack[-1] if stack else (None, ())
        if isinstance(parent, dict) and keys[-1] is _NONE:
            if not scalar:
                self._stop(line, "", "found a list or mapping where a name is needed.")
            key = str(event.value)
            if key in parent:
                document.blame((*path, key), f"{key!r} appears twice: remove one, or choose another name.", key)
                document.problems[-1] = replace(document.problems[-1], line=line)
            keys[-1] = key
            document.lines[(*path, key)] = line
            return
        value: Any = self._scalar(event) if scalar else {} if mapping else []
        if parent is None:
            here: Path_ = ()
            document.data = value
        elif isinstance(parent, dict):
            here = (*path, keys[-1])
            parent[keys[-1]] = value
            keys[-1] = _NONE
        else:
            here = (*path, len(parent))
            parent.append(value)
        document.lines.setdefault(here, line)
        document.spans[here] = event.start_mark.index, event.end_mark.index
        if scalar:
            document.texts[here] = str(event.value)
            if isinstance(value, float) and not math.isfinite(value):
                document.blame(here, f"{event.value} is not a finite number: give one that is.")
        else:
            if len(stack) >= MAX_DEPTH:
                self._stop(line, "", f"lists and mappings are nested more than {MAX_DEPTH} deep.")
            stack.append((value, here))
            keys.append(_NONE)

    @staticmethod
    def _scalar(event: Any) -> Any:
        text = str(event.value)
        if event.style in ("'", '"', "|", ">"):
            return text
        if text in _WORDS:
            return _WORDS[text]
        if text.lower() in _NOT_FINITE:
            return math.inf
        if _NUMBER.fullmatch(text):
            return int(text) if text.lstrip("+-").isdigit() and len(text) < 16 else float(text)
        return text

    def _stop(self, line: int, text: str, message: str) -> None:
        raise FileError(self.document.file, [*self.document.problems, Problem(line, "", text, message)])


class Sections:
    """The sections of the last text of a file that is read again and again while somebody types in it: those that changed are read.

    A section begins with a key at the beginning of a line. Where a text cannot be cut there, and where anything is wrong with it,
    the whole text is read, so that data, lines and messages are always those of `read_document`.
    """

    def __init__(self) -> None:
        self._kept: dict[str, Document] = {}

    def read(self, text: str, file: str) -> Document:
        """Return the document of a text; see `read_document`."""
        cuts = [m.start() for m in _HEAD.finditer(text)]
        before = text[: cuts[0]] if cuts else text
        plain = not _ODD.search(text) and all(not line or line.startswith("#") for line in map(str.strip, before.splitlines()))
        if not cuts or not plain:
            return read_document(text, file)
        parts = [text[a:b] for a, b in zip(cuts, [*cuts[1:], len(text)], strict=True)]
        try:
            found = {part: self._kept.get(part) or read_document(part, file) for part in parts}
        except FileError:
            return read_document(text, file)
        keys = [next(iter(d.data), None) if isinstance(d.data, dict) and len(d.data) == 1 else None for d in found.values()]
        if None in keys or len(set(keys)) != len(parts) or any(d.problems for d in found.values()):
            return read_document(text, file)
        self._kept = found
        return _joined(file, text, cuts, [found[part] for part in parts])


def _joined(file: str, text: str, cuts: list[int], parts: list[Document]) -> Document:
    """Return documents of sections as one, each moved to its place."""
    whole = Document(file, {})
    whole.lines[()] = text.count("\n", 0, cuts[0]) + 1
    whole.spans[()] = cuts[0] + parts[0].spans[()][0], cuts[-1] + parts[-1].spans[()][1]
    for begin, part in zip(cuts, parts, strict=True):
        row = text.count("\n", 0, begin)
        whole.data |= part.data
        whole.lines |= {path: line + row for path, line in part.lines.items() if path}
        whole.spans |= {path: (a + begin, b + begin) for path, (a, b) in part.spans.items() if path}
        whole.texts |= part.texts
    return whole
