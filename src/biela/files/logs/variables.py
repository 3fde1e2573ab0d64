"""Variables of a file without a table, such as a MAT file: vectors in structures, groups and cells, as columns of equal length.

Cell arrays of MATLAB, arrays of objects as `scipy.io.loadmat` gives them:

- a cell array of vectors is one column for each cell, `{t, A}` is c_1 and c_2; one of single numbers is one column, `num2cell(A)`;
- texts in the first row or column name what follows them: `{'time', t; 'A', A}`, and tables of a spreadsheet;
- texts alone name the columns of a matrix, or the cells, of another variable next to theirs, if theirs is called accordingly:
  `names`, `labels`, `colheaders`; or their units, `units` (see `Titles`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from biela.base.errors import count
from biela.files.logs.table import DataError, LogTable
from biela.files.results.netcdf import Variable

MAX_DEPTH = 20
"""Most structures, groups and cells inside one another."""
TOO_DEEP = "its cells and structures are too deep inside one another: save its vectors as variables."
SIGNALS = ("signals", "values", "Data")
"""Fields of Simulink's structures that hold what the structure is called after."""
LABELS, LABELLED = ("label", "name"), ("data", "value")
"""Fields that name a structure, and those that it then is the name of."""
OBJECT = (
    "is left out: only MATLAB reads its objects, as tables and strings (save a table as `s = table2struct(T, 'ToScalar', true)`)"
)
SPARSE = "is left out: it holds no plain numbers (save `full(…)` of a sparse matrix)"
NAMING = re.compile(r"name|label|head|title|column|channel|variable|signal", re.IGNORECASE)
"""Variables whose texts are names."""
UNITS = re.compile(r"unit|einheit", re.IGNORECASE)
"""Variables whose texts are units."""


def columns_of(content: Mapping[str, Any]) -> LogTable:
    """Return vectors and columns of matrices that have the length which most have."""
    pairs: list[tuple[str, Any]] = []
    unusable: dict[str, str] = {}
    for name, value in vectors(content, unusable):  # each of Simulink's signals has a copy of the clock
        if not any(name == other and np.array_equal(value, own) for other, own in pairs):
            pairs.append((name, value))
    names, notes = numbered([name for name, _ in pairs])
    named = {name: value for name, (_, value) in zip(names, pairs, strict=True)}
    lengths = [len(v) for v in named.values() if v.ndim == 1] or [max(v.shape) for v in named.values() if v.ndim == 2]
    length = max(dict.fromkeys(lengths), key=lengths.count, default=0)
    notes += [f"{name!r} {why}" for name, why in unusable.items()]
    columns: dict[str, Any] = {}
    others = []
    for name, value in named.items():
        if value.ndim == 1 and len(value) == length:
            columns[name] = value
        elif value.ndim == 2 and length in value.shape:
            matrix = value if len(value) == length else value.T
            columns |= {f"{name}_{k + 1}": matrix[:, k] for k in range(matrix.shape[1])}
        else:
            size = " × ".join(map(str, value.shape))
            unusable[name] = f"has {size} values, where most columns have {length}"
            others.append(f"{name!r} ({size})")
    if others and columns:
        named_ones = ", ".join(others[:8]) + (f" and {len(others) - 8} more" if len(others) > 8 else "")
        notes.append(f"{count(len(others), 'variable')} left out, which {length} samples do not fit: {named_ones}")
    return LogTable(columns, unusable=unusable, notes=tuple(notes))


def vectors(content: Mapping[str, Any], left: dict[str, str], depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield numeric arrays, also those inside structures and cells; the reasons why others are left out go to `left`. Single texts
    and numbers are not columns and are left out without a reason."""
    from scipy.io.matlab import MatlabFunction, MatlabOpaque

    if depth > MAX_DEPTH:
        raise DataError(TOO_DEEP)
    titles = Titles(content)
    for name, value in content.items():
        structures, array = _structures(value), np.asarray(value)
        if isinstance(value, MatlabOpaque | MatlabFunction):
            left[name] = OBJECT
        elif structures is not None:
            for k, own in enumerate(structures):
                label = next((own[f] for f in LABELS if isinstance(own.get(f), str)), "")
                called = label or (name if len(structures) == 1 else f"{name}_{k + 1}")
                signals = SIGNALS + LABELLED if label else SIGNALS
                yield from vectors({called if f in signals else f: v for f, v in own.items()}, left, depth + 1)
        elif name in titles.texts:
            continue
        elif array.dtype.kind == "O" and not array.ndim:  # a sparse matrix
            left[name] = SPARSE
        elif array.dtype.kind == "O":
            yield from _cells(name, array, titles, left, depth)
        elif array.ndim == 2 and (names := titles.of(name, array.shape[1])):
            yield from zip(names, array.T, strict=True)
        elif array.ndim == 2 and (names := titles.of(name, array.shape[0])):
            yield from zip(names, array, strict=True)
        elif array.dtype.kind in "fiub" and array.size > 1:
            yield name, array
    left |= titles.left_out()


def _structures(value: Any) -> list[Mapping[str, Any]] | None:
    """Return the structures of an array of them, of numpy's records or of dictionaries; None where it holds something else."""
    if isinstance(value, dict):
        return [value]
    array = np.asarray(value)
    if array.dtype.names:
        return [{field: record[field] for field in array.dtype.names} for record in array.reshape(-1)]
    if array.dtype.kind == "O" and array.size and all(isinstance(each, dict) for each in array.flat):
        return list(array.flat)
    return None


def _cells(name: str, cells: Any, titles: Titles, left: dict[str, str], depth: int) -> Iterator[tuple[str, Any]]:
    """Yield the vectors of a cell array. Cells that are left out are counted: none is passed over in silence."""
    parts = opened(name, cells, titles)
    kept = [(part, value) for part, value in parts if not isinstance(value, str) and not (np.size(value) == 1 and _single(value))]
    if lost := len(parts) - len(kept):
        what = "texts or single numbers (save vectors as variables of their own)"
        left[name] = f"has {lost} cells of {len(parts)} that are left out, {what}"
    for part, value in kept:
        yield from vectors({part: value}, left, depth + 1)


def nested(variables: Mapping[str, Variable]) -> dict[str, Any]:
    """Return variables of an HDF5 file by group."""
    content: dict[str, Any] = {}
    for path, (_, values, labels) in sorted(variables.items()):
        *folders, name = path.split("/")
        group = content
        for folder in folders:
            group = group.setdefault(folder, {})
        if labels.get("MATLAB_class") == "char":
            group[name] = "".join(map(chr, np.ravel(values)))
        else:  # MATLAB counts columns first
            group[name] = np.squeeze(values.T if "MATLAB_class" in labels else values)
    return {name: _without_octaves_groups(value) for name, value in content.items()}


def _without_octaves_groups(value: Any) -> Any:
    """Undo the groups of Octave: a variable is the `value` of its group, cells are groups `_0`, `_1`, … next to `dims`."""
    if not isinstance(value, dict):
        return value
    if set(value) == {"value"}:
        return _without_octaves_groups(value["value"])
    inner = {name: _without_octaves_groups(each) for name, each in value.items()}
    numbered = [name for name in inner if name != "dims"]
    if "dims" not in inner or not all(re.fullmatch(r"_\d+", name) for name in numbered):
        return inner
    cells = np.empty(len(numbered), object)
    for k, name in enumerate(sorted(numbered, key=lambda name: int(name[1:]))):
        cells[k] = inner[name]
    return cells


def numbered(names: list[str]) -> tuple[list[str], list[str]]:
    """Return names of channels, each once, and what is to be said of those that were doubled."""
    seen: Counter[str] = Counter()
    out: list[str] = []
    for name in names:
        seen[name] += 1
        out.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return out, [f"{name!r} is there {n} times: the others are called '{name} (2)' …" for name, n in seen.items() if n > 1]


class Titles:
    """Lists of texts among variables that are saved together: names of the columns of the others, and their units."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.texts: dict[str, list[str]] = {}  # of cell arrays that hold nothing else, and rows of matrices of letters
        for name, array in ((name, np.asarray(value)) for name, value in content.items()):
            listed = array.dtype.kind in "OU" and array.size > 1 and max(array.shape) == array.size
            if listed and all(isinstance(text, str) for text in array.flat):
                self.texts[name] = [text.strip() for text in array.flat]
        self.used: set[str] = set()

    def of(self, variable: str, count: int) -> list[str] | None:
        """Return labels for this many columns of a variable, `A [deg]`, where lists have as many names or units; else None."""
        names, units = self._only(NAMING, count), self._only(UNITS, count)
        if names is None and units is None:
            return None
        labels = names or [f"{variable}_{k + 1}" for k in range(count)]
        return [f"{label} [{unit}]" if unit else label for label, unit in zip(labels, units or [""] * count, strict=True)]

    def _only(self, kind: re.Pattern[str], count: int) -> list[str] | None:
        """Return the only list of its kind with this many texts."""
        fitting = [name for name, texts in self.texts.items() if kind.search(name) and len(texts) == count]
        if len(fitting) != 1:
            return None
        self.used.add(fitting[0])
        return self.texts[fitting[0]]

    def left_out(self) -> dict[str, str]:
        """Lists that say nothing of a column, and why."""
        why = "columns, only if their variable is called `names`, `labels` or `colheaders` and has one for each column"
        return {n: f"is left out: texts name {why}" for n in self.texts if n not in self.used}


def opened(name: str, cells: Any, titles: Titles) -> list[tuple[str, Any]]:
    """Return the content of a cell array by name: vectors, or cells that are opened later."""
    if any(np.size(cell) for cell in cells.flat) and all(_single(cell) for cell in cells.flat):
        return [(name, _numbers(cells))]
    if cells.ndim == 2:
        for table in (cells, cells.T):
            if _texts(table[0]) and not any(isinstance(cell, str) for cell in table[1:].flat):
                below = table[1:].T  # of each name one vector, or a number in each cell
                columns = [own[0] if len(own) == 1 else _numbers(own) if all(map(_single, own)) else own for own in below]
                return list(zip(table[0], columns, strict=True))
    flat = list(cells.flat)
    if len(flat) % 2 == 0 and _texts(flat[::2]) and not any(isinstance(cell, str) for cell in flat[1::2]):
        return list(zip(flat[::2], flat[1::2], strict=True))
    names = titles.of(name, len(flat)) or [f"{name}_{k + 1}" for k in range(len(flat))]
    return list(zip(names, flat, strict=True))


def _texts(cells: Sequence[Any]) -> bool:
    return len(cells) > 0 and all(isinstance(cell, str) for cell in cells)


def _single(cell: Any) -> bool:
    """Return whether a cell is one number; an empty cell is a number that is missing."""
    array = np.asarray(cell)
    return array.size == 0 or (array.size == 1 and array.dtype.kind in "fiub")


def _numbers(cells: Any) -> Any:
    return np.array([float(np.ravel(cell)[0]) if np.size(cell) else np.nan for cell in cells.flat]).reshape(cells.shape)
