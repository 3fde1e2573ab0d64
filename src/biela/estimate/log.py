"""Recorded readings: times and one column for each measured number, NaN where a sample is missing; and recorded inputs.

Inputs of a row hold from its time on, until the next row; a missing one (NaN) keeps the value before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.atomic import write_whole
from biela.base.checked import Named, checked
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, UnknownName, nearest
from biela.files.logs.record import read_record
from biela.files.logs.table import DataError


@checked
@dataclass(frozen=True)
class Log(Named):
    """Readings at times t [s], rising; `values` is (times, readings), `inputs` input → its value at these times."""

    t: Array
    names: tuple[str, ...]
    values: Array
    inputs: Mapping[str, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        t, values = np.asarray(self.t, float), np.asarray(self.values, float)
        if t.ndim != 1 or values.shape != (t.size, len(self.names)):
            wanted = "as many rows as times and a column for each name"
            raise DescriptionError(f"a log needs {wanted}, not {values.shape} for {t.size} times.")
        if not np.all(np.isfinite(t)):
            raise DescriptionError("a time of the log is not finite: remove that row.")
        if np.any(np.diff(t) <= 0):
            k = int(np.flatnonzero(np.diff(t) <= 0)[0])
            what = f"time goes backwards in the log: {t[k]:g} s is followed by {t[k + 1]:g} s"
            raise DescriptionError(f"{what}. Sort its rows, and keep one of each time.")
        if np.any(np.isinf(values)):
            k, j = (int(i) for i in np.argwhere(np.isinf(values))[0])
            raise DescriptionError(f"reading {self.names[j]!r} at {t[k]:g} s is infinite: leave it empty if it is missing.")
        for name, column in self.inputs.items():
            if np.shape(column) != t.shape or np.any(np.isinf(column)):
                raise DescriptionError(f"input {name!r} of the log needs a finite number, or none, at each of its times.")
        object.__setattr__(self, "t", t)
        object.__setattr__(self, "values", values)

    @checked
    def rows(self, part: slice) -> Log:
        """Return some of the samples."""
        return Log(self.t[part], self.names, self.values[part], {k: v[part] for k, v in self.inputs.items()})

    def __len__(self) -> int:
        return int(self.t.size)

    def __getitem__(self, name: str) -> Array:
        if not isinstance(name, str) or name not in self.names:
            raise UnknownName(f"the log has no reading {name!r}.{nearest(name, list(self.names))}")
        return np.asarray(self.values[:, self.names.index(name)])

    @checked
    def columns(self, names: Sequence[str]) -> Array:
        """Return values in the order of the names; readings that the log lacks are missing throughout."""
        if not set(self.names) & set(names):
            both = f"the log reads {', '.join(self.names)}; the model {', '.join(names)}"
            raise UnknownName(f"{both}: nothing in common. Rename its columns.")
        return np.column_stack([self[n] if n in self.names else np.full(len(self), np.nan) for n in names])

    @checked
    def save(self, path: str | Path) -> None:
        """Write as CSV: a column `time`, then the readings; nothing where one is missing."""
        rows = (["" if np.isnan(v) else f"{v:.12g}" for v in row] for row in np.column_stack([self.t, self.values]))
        write_whole(Path(path), "".join(",".join(row) + "\n" for row in (["time", *self.names], *rows)))

    @staticmethod
    @checked
    def read(path: str | Path, units: Mapping[str, str] | None = None, names: Mapping[str, str] | None = None) -> Log:
        """Read a file of measurements; see `biela.files.logs.record`. Every column is a reading."""
        record = read_record(path, units, names)
        for name, why in record.unusable.items():
            raise DataError(f"{record.name}: column {name!r} {why}.")
        if all(np.isnan(column).all() for column in record.columns.values()):
            raise DataError(f"{record.name}: no column besides the time holds a number.")
        return Log.of(record.t, record.columns)

    @staticmethod
    @checked
    def of(t: ArrayLike, readings: Mapping[str, ArrayLike]) -> Log:
        """Make a log of columns by name."""
        columns = [np.asarray(v, float) for v in readings.values()]
        return Log(np.asarray(t, float), tuple(readings), np.column_stack(columns) if columns else np.zeros((np.size(t), 0)))
