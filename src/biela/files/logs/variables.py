"""Variables of a file without a table, such as a MAT file: vectors in structures, groups and cells, as columns of equal length."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from biela.base.errors import count
from biela.files.logs.cells import AS_VARIABLES, Titles, opened
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
    "is left out: only MATLAB can read its objects, such as tables and strings (save a table as "
    "`s = table2struct(T, 'ToScalar', true)`)"
)
SPARSE = "is left out: it holds no plain numbers (save `full(…)` of a sparse matrix)"


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
    kept = [(part, value) for part, value in parts if not (isinstance(value, str) or _is_number(value))]
    if lost := len(parts) - len(kept):
        left[name] = f"has {lost} cells of {len(parts)} that are left out, texts or single numbers ({AS_VARIABLES})"
    for part, value in kept:
        yield from vectors({part: value}, left, depth + 1)


def _is_number(value: Any) -> bool:
    array = np.asarray(value)
    return array.size == 1 and array.dtype.kind in "fiub"


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
    out: list[str] = []
    seen: Counter[str] = Counter()
    for name in names:
        seen[name] += 1
        out.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    doubled = [name for name, n in seen.items() if n > 1]
    return out, [f"{name!r} is there {seen[name]} times: the others are called '{name} (2)' …" for name in doubled]
