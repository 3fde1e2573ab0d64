"""Recorded readings: times and one column for each measured number, NaN where a sample is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from biela.atomic import write_whole
from biela.dataclass import dataclass
from biela.errors import DescriptionError, UnknownName, nearest
from biela.intake import MEGABYTE, Unreadable, text

Array = NDArray[np.float64]
LARGEST = 100 * MEGABYTE
"""Bytes of a log."""


@dataclass(frozen=True)
class Log:
    """Readings at times t [s], rising; `values` is (times, readings)."""

    t: Array
    names: tuple[str, ...]
    values: Array

    def __post_init__(self) -> None:
        t, values = np.asarray(self.t, float), np.asarray(self.values, float)
        if t.ndim != 1 or values.shape != (t.size, len(self.names)):
            raise DescriptionError(
                f"a log needs as many rows as times and a column for each name, not {values.shape} for {t.size} times."
            )
        if not np.all(np.isfinite(t)):
            raise DescriptionError("a time of the log is not finite: remove that row.")
        if np.any(np.diff(t) <= 0):
            k = int(np.flatnonzero(np.diff(t) <= 0)[0])
            raise DescriptionError(
                f"time goes backwards in the log: {t[k]:g} s is followed by {t[k + 1]:g} s. Sort its rows, "
                "and keep one of each time."
            )
        if np.any(np.isinf(values)):
            k, j = (int(i) for i in np.argwhere(np.isinf(values))[0])
            raise DescriptionError(
                f"reading {self.names[j]!r} at {t[k]:g} s is infinite: leave it empty if it is missing."
            )
        object.__setattr__(self, "t", t)
        object.__setattr__(self, "values", values)

    def __len__(self) -> int:
        return int(self.t.size)

    def __getitem__(self, name: str) -> Array:
        if name not in self.names:
            raise UnknownName(f"the log has no reading {name!r}.{nearest(name, list(self.names))}")
        return np.asarray(self.values[:, self.names.index(name)])

    def columns(self, names: Sequence[str]) -> Array:
        """Values in the order of the names; readings that the log lacks are missing throughout."""
        unknown = [n for n in self.names if n not in names]
        if len(unknown) == len(self.names):
            raise UnknownName(
                f"the log reads {', '.join(self.names)}; the model {', '.join(names)}: nothing in common. Rename its columns."
            )
        return np.column_stack([self[n] if n in self.names else np.full(len(self), np.nan) for n in names])

    def save(self, path: str | Path) -> None:
        """Write as CSV: a column `time`, then the readings; nothing where one is missing."""
        rows = [",".join(["time", *self.names])]
        for t, row in zip(self.t, self.values, strict=True):
            rows.append(",".join([f"{t:.12g}", *("" if np.isnan(v) else f"{v:.12g}" for v in row)]))
        write_whole(Path(path), "\n".join(rows) + "\n")

    @staticmethod
    def read(path: str | Path) -> Log:
        """Read what `save` writes."""
        try:
            lines = [line for line in text(path, LARGEST, "logs").splitlines() if line.strip()]
        except Unreadable as error:
            where = f"line {error.line}: " if error.line else ""
            raise DescriptionError(f"log {str(path)!r} cannot be read: {where}{error}") from None
        head = [word.strip() for word in lines[0].split(",")] if lines else []
        if not head or head[0] not in ("time", "t"):
            raise DescriptionError(f"log {str(path)!r} must begin with a line of names, the first of them `time`.")
        rows = []
        for number, line in enumerate(lines[1:], start=2):
            words = line.split(",")
            if len(words) != len(head):
                raise DescriptionError(f"line {number} of log {str(path)!r} has {len(words)} columns, not {len(head)}.")
            try:
                rows.append([float(w) if w.strip() else np.nan for w in words])
            except ValueError:
                raise DescriptionError(
                    f"line {number} of log {str(path)!r} has something that is not a number: {line!r}."
                ) from None
        table = np.array(rows).reshape(-1, len(head))
        return Log(table[:, 0], tuple(head[1:]), table[:, 1:])

    @staticmethod
    def of(t: ArrayLike, readings: Mapping[str, ArrayLike]) -> Log:
        """From columns by name."""
        columns = [np.asarray(v, float) for v in readings.values()]
        return Log(
            np.asarray(t, float), tuple(readings), np.column_stack(columns) if columns else np.zeros((np.size(t), 0))
        )
