"""Text files: a line of names, perhaps one of units, then numbers.

Separator (comma, semicolon, tab, bar, blanks), decimal point or comma, encoding and lines before the names are found from the first
lines. Large files are read in pieces into one array, so that memory stays near the size of the numbers.
"""

from __future__ import annotations

import codecs
import re
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from biela.base.dataclass import dataclass
from biela.files.logs.moments import moments_of
from biela.files.logs.table import DataError, LogTable
from biela.files.logs.units import to_si

SEPARATORS = ("\t", ";", ",", "|", r"\s+")
_WORDS = {"\t": "tabs", ";": "semicolons", ",": "commas", "|": "bars", r"\s+": "blanks"}
HEAD_BYTES = 65536
"""Bytes that show how a file is written."""
CHUNK_ROWS = 50_000
"""Rows that are read at once."""
_MISSING = ("", "nan", "na", "n/a", "null", "none", "-", "--", "?")
_THOUSANDS = re.compile(r"[-+]?\d{1,3}(\.\d{3})+,\d+")
"""A number with decimal comma and points between the thousands: 2.669,25."""
_RULE = re.compile(r"[\s|+:=-]*(-{2,}|={2,})[\s|+:=-]*")
"""A line that is drawn between the names and the numbers: `-----+-----`, `|:---|---:|`."""
_STAMP = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}:\d{2}(:\d{2})?")


@dataclass(frozen=True)
class Dialect:
    """Dialect of a text file; `names` is the number of the line of names, `first` that of the first row (from 0)."""

    encoding: str
    separator: str
    decimal: str
    labels: tuple[str, ...]
    units: tuple[str, ...]
    names: int
    first: int


def read_text(path: Path) -> LogTable:
    """Return the columns of a text file."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    dialect = dialect_of(head, path.name, whole=path.stat().st_size <= HEAD_BYTES)
    labels, values, unusable, cut = _numbers(path, dialect)
    notes = []
    if (dialect.separator, dialect.decimal) != (",", "."):
        comma = ", decimal commas" if dialect.decimal == "," else ""
        notes.append(f"columns separated by {_WORDS[dialect.separator]}{comma}")
    if dialect.encoding not in ("utf-8", "utf-8-sig"):
        notes.append(f"read as {dialect.encoding}, not UTF-8")
    if dialect.names:
        notes.append(f"names taken from line {dialect.names + 1}")
    if cut:
        notes.append("the last line is cut off: left out")
    units = {label: unit for label, unit in zip(labels, dialect.units, strict=False) if unit}
    return LogTable({k: v for k, v in values.items() if k not in unusable}, units, unusable, tuple(notes))


def dialect_of(head: bytes, name: str, whole: bool = True) -> Dialect:
    """Recognise the dialect of a file by its beginning."""
    encoding = _encoding(head, whole)
    lines = head.decode(encoding, errors="replace").lstrip("\ufeff").splitlines()
    lines = lines if whole or len(lines) < 2 else lines[:-1]
    found = [d for s in SEPARATORS if (d := _with_separator(lines[:400], s)) is not None]
    if not found:
        content = [line for line in lines if line.strip() and not line.startswith("#")]
        if content and len(content) <= 2 and not _numeric(_split(content[-1], ","), "."):
            raise DataError(f"{name}: a line of names, but no rows of numbers below it.")
        if not content:
            raise DataError(f"{name} is empty: it needs a line of names, then numbers.")
        raise DataError(f"{name}: no table of numbers below a line of names was found: begin with a line such as `time, A, motor`.")
    _, separator, decimal, names, first = max(found, key=lambda d: d[0])
    words, row = _split(lines[names], separator), _split(lines[first], separator)
    own = next(k for k in range(first - 1, -1, -1) if _is_content(lines[k]))
    units = _split(lines[own], separator) if own > names and _units(lines, names, first, separator) else []
    labels = _distinct([*words, *[""] * (len(row) - len(words))])
    return Dialect(encoding, separator, decimal, tuple(labels), tuple(u.strip("[]()") for u in units), names, first)


def _encoding(head: bytes, whole: bool) -> str:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if head.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    try:  # a letter may be cut in two at the end
        codecs.getincrementaldecoder("utf-8")().decode(head, final=whole)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _split(line: str, separator: str) -> list[str]:
    return [word.strip().strip('"').strip() for word in line.split(None if separator == r"\s+" else separator)]


def _number(word: str, decimal: str) -> bool:
    if word.lower() in _MISSING:
        return True
    try:
        float(word.replace(",", ".") if decimal == "," else word)
    except ValueError:
        return False
    return True


def _numeric(words: Sequence[str], decimal: str) -> bool:
    """Return whether most words are numbers; a moment in time counts, and one number at least is there."""
    there = [w for w in words if w.lower() not in _MISSING]
    good = sum(_number(w, decimal) or bool(_STAMP.search(w)) for w in there)
    return bool(there) and 2 * good >= len(there)


def _with_separator(lines: Sequence[str], separator: str) -> tuple[int, str, str, int, int] | None:
    """Return cells that a separator gives below a line of names, how decimals are written, and where names and rows begin."""
    at = [k for k, line in enumerate(lines) if _is_content(line)]
    for decimal in (".", ",") if separator != "," else (".",):
        for place, k in enumerate(at[1:], start=1):
            row = _split(lines[k], separator)
            if len(row) < 2 or not _numeric(row, decimal):
                continue
            if separator == r"\s+" and any(word in SEPARATORS for word in row):
                return None  # blanks stand next to what separates the columns
            same = sum(len(_split(lines[i], separator)) == len(row) for i in at[place:])
            if 2 * same < len(at) - place:
                continue  # a line before the table: `Date; 2024-03-01`
            names = at[place - 2] if place > 1 and _units(lines, at[place - 2], k, separator) else at[place - 1]
            words = _split(lines[names], separator)
            if _numeric(words, decimal) or not len(words) <= len(row) <= len(words) + 1:
                break
            if decimal == "." and separator != "," and any(not _number(w, ".") and _number(w, ",") for w in row):
                break  # written with decimal commas
            return same * len(row), separator, decimal, names, k
    return None


def _is_content(line: str) -> bool:
    """Return whether a line holds names, units or numbers."""
    return bool(line.strip()) and not line.lstrip().startswith("#") and not _RULE.fullmatch(line)


def _units(lines: Sequence[str], names: int, first: int, separator: str) -> bool:
    """Return whether the line above the first row holds units of the names before it."""
    above = next(k for k in range(first - 1, -1, -1) if _is_content(lines[k]))
    if above <= names:
        return False
    words, labels = _split(lines[above], separator), _split(lines[names], separator)
    known = [to_si(w.strip("[]()")) is not None for w in words if w]
    return len(words) == len(labels) and bool(known) and sum(known) * 2 > len(known)


def _distinct(words: Sequence[str]) -> list[str]:
    """Return names of columns; doubled ones are numbered, and those without a name called `column 3`."""
    out: list[str] = []
    for k, word in enumerate(words):
        label = word or f"column {k + 1}"
        out.append(label if label not in out else f"{label} ({k + 1})")
    return out


def _numbers(path: Path, dialect: Dialect) -> tuple[list[str], dict[str, Any], dict[str, str], bool]:
    """Return the columns, piece by piece into one array; why some are not numbers; whether the last line is cut off."""
    import pandas as pd

    labels = list(dialect.labels)
    with path.open("rb") as file:
        lines = file.read(HEAD_BYTES).splitlines(keepends=True)
        shortest = min(map(len, lines[dialect.first : -1] or lines[dialect.first :]), default=1)
        file.seek(max(0, path.stat().st_size - HEAD_BYTES))
        tail = file.read()
    store, rows = np.empty((len(labels), int(1.1 * path.stat().st_size / max(shortest, 1.0)) + 10)), 0
    stamps: dict[str, list[Any]] = {}
    unusable: dict[str, str] = {}
    try:
        with warnings.catch_warnings(action="error", category=pd.errors.ParserWarning), pd.read_csv(
            path, sep=dialect.separator, decimal=dialect.decimal, encoding=dialect.encoding, encoding_errors="replace",
            comment="#", header=None, names=labels, index_col=False, skiprows=dialect.first, chunksize=CHUNK_ROWS,
            na_values=["-", "--", "?"], skipinitialspace=True,
        ) as pieces:  # fmt: skip
            for piece in pieces:
                if rows + len(piece) > store.shape[1]:
                    store = np.concatenate([store[:, :rows], np.empty((len(labels), rows + len(piece)))], axis=1)
                for k, label in enumerate(labels):
                    store[k, rows : rows + len(piece)] = _cells(piece[label], label, rows, dialect, stamps, unusable)
                rows += len(piece)
    except pd.errors.ParserWarning:
        raise DataError(f"{path.name}: rows have more columns than the {len(labels)} names.") from None
    except pd.errors.ParserError as error:
        found = re.search(r"Expected (\d+) fields in line (\d+), saw (\d+)", str(error))
        said = f"line {found[2]} has {found[3]} columns, not {found[1]}." if found else str(error).splitlines()[0]
        raise DataError(f"{path.name}: {said}") from None
    if not rows:
        raise DataError(f"{path.name}: a line of names, but no rows of numbers below it.")
    last = tail.decode(dialect.encoding, errors="replace").splitlines()[-1]
    cut = not tail.endswith((b"\n", b"\r", b"\x00")) and len(_split(last, dialect.separator)) < len(labels)
    rows -= int(cut and rows > 1)
    values: dict[str, Any] = {label: store[k, :rows] for k, label in enumerate(labels)}
    values |= {label: np.concatenate(parts)[:rows] for label, parts in stamps.items()}
    empty = [n for n in labels if n.startswith("column ") and n not in stamps and np.all(np.isnan(values[n]))]
    return labels, {k: v for k, v in values.items() if k not in empty}, unusable, cut


def _cells(column: Any, label: str, row: int, dialect: Dialect, stamps: dict[str, list[Any]], unusable: dict[str, str]) -> Any:
    """Return a piece of a column as numbers; moments in time go to `stamps`, and what is neither is noted in `unusable`."""
    import pandas as pd

    if label in unusable:
        return np.nan
    if column.dtype.kind in "fiub":
        return column.to_numpy(float)
    words = given = column.astype(str).str.strip()
    if dialect.decimal == ",":
        if words.str.fullmatch(_THOUSANDS).any():
            words = words.str.replace(".", "")
        words = words.str.replace(",", ".")
    numbers = pd.to_numeric(words, errors="coerce").to_numpy(float)
    missing = column.isna().to_numpy() | words.str.lower().isin(_MISSING).to_numpy()
    bad = np.isnan(numbers) & ~missing
    if not bad.any():
        return numbers
    k = int(np.argmax(bad))
    if _STAMP.search(words.iloc[k]):
        moments = moments_of(given, missing)
        earlier = stamps.get(label)
        if moments is not None and (earlier is None or earlier[-1].dtype == moments.dtype):
            stamps.setdefault(label, []).append(moments)
            return np.nan
    unusable[label] = f"holds something that is not a number: {given.iloc[k]!r} in line {dialect.first + row + k + 1}"
    return np.nan
