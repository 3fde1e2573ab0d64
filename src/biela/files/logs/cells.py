"""Cell arrays of MATLAB as columns; what they cannot be is said.

- a cell array of vectors is one column for each cell, `{t, A}` is c_1 and c_2; one of single numbers is one column, `num2cell(A)`;
- texts in the first row or column name what follows them: `{'time', t; 'A', A}`, and tables of a spreadsheet;
- texts alone name the columns of a matrix, or the cells, of another variable next to theirs, if theirs is called accordingly:
  `names`, `labels`, `colheaders`; or their units, `units` (see `Titles`).

A cell array is an array of objects, as `scipy.io.loadmat` gives it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

NAMING = re.compile(r"name|label|head|title|column|channel|variable|signal", re.IGNORECASE)
"""Variables whose texts are names."""
UNITS = re.compile(r"unit|einheit", re.IGNORECASE)
"""Variables whose texts are units."""
AS_VARIABLES = "save vectors as variables of their own"
"""Remedy for a cell array that cannot be read."""


def texts_of(value: Any) -> list[str]:
    """Return the texts of a cell array that holds nothing else, or of a matrix of letters, whose rows they are; else none."""
    array = np.asarray(value)
    if array.dtype.kind not in "OU" or array.size < 2 or max(array.shape) != array.size:
        return []
    flat = list(array.reshape(-1))
    return [text.strip() for text in flat] if all(isinstance(text, str) for text in flat) else []


class Titles:
    """Lists of texts among variables that are saved together: names of the columns of the others, and their units."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.texts = {name: texts for name, value in content.items() if (texts := texts_of(value))}
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
        numbers = np.array([_number(cell) for cell in cells.flat]).reshape(cells.shape)
        return [(name, numbers)]
    if cells.ndim == 2:
        for table in (cells, cells.T):
            if _texts(table[0]) and not any(isinstance(cell, str) for cell in table[1:].flat):
                return [(title, _below(table[1:, k])) for k, title in enumerate(table[0])]
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


def _number(cell: Any) -> float:
    array = np.asarray(cell)
    return float(array.reshape(-1)[0]) if array.size else np.nan


def _below(cells: Any) -> Any:
    """Return the column below a name: one vector, or a number in each cell."""
    if len(cells) == 1:
        return cells[0]
    if all(_single(cell) for cell in cells):
        return np.array([_number(cell) for cell in cells])
    return cells
