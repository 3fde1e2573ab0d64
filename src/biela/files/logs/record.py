"""Files of measurements as they come, both for identification and for filters.

    record = read_record("run_1.csv", units={"left_shoulder": "deg"}, names={"left_shoulder": "Axis 1 pos"})

Text (`.csv`, `.txt`, `.tsv`, `.dat`) with any separator, Parquet, netCDF, MAT and MDF 4 give the same record. A unit stands in the
file (`A [deg]`, `A (deg)`, a line of units, an attribute) or in `units`; without one a column is taken as SI.

- *time* is the column called `time`, `t`, `tout`, `timestamp` or `datetime`, or `Zeit`, `tiempo`, `temps`, `tempo`. A clock that
  counts from long ago (seconds since 1970, dates) is counted from the first sample instead, and so are times of day without a
  date (`12:30:05.2`), also over midnight.
- *doubled stamps* are one sample: the last value of each column counts.
- a column that is not numbers, or whose unit is not known, is `unusable`: refused where it is asked for, and only there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import count, nearest
from biela.base.intake import MEGABYTE, MISSING, Unreadable, regular
from biela.base.surface import setting
from biela.files.format import format_of, in_words
from biela.files.logs.apart import read_apart
from biela.files.logs.moments import counted
from biela.files.logs.table import DataError, LogTable
from biela.files.logs.units import to_si

TIMES = ("time", "t", "tout", "timestamp", "timestamps", "datetime", "date_time", "zeit", "tiempo", "temps", "tempo")
"""Names of the column of the time, in order of preference; capitals do not count."""
_NUMBERED = re.compile(r"[\[(]\s*\d+\s*[\])]\s*$")
"""A label that ends with a number in brackets."""
LONG_AGO = 1e6
"""A first time beyond this [s] is a clock, not the time of the experiment."""
TOO_LONG_AGO = 1e11
"""A first time beyond this [s] is not in seconds."""
MAX_BYTES = 2000 * MEGABYTE
"""Bytes of a file of measurements."""


@dataclass(frozen=True)
class LogRecord:
    """Measurements over time [s] in SI units.

    Attributes
    ----------
    t : (N,) increasing
    columns, units : name → (N,), NaN where missing; its SI unit, empty where the file does not say it
    unusable : name → why
    notes : what was done to the file, in words
    """

    t: Array
    columns: Mapping[str, Array]
    name: str
    units: Mapping[str, str] = field(default_factory=dict)
    unusable: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def read_record(path: str | Path, units: Mapping[str, str] | None = None, names: Mapping[str, str] | None = None) -> LogRecord:
    """Read measurements from a file.

    Parameters
    ----------
    units : name → unit, where the file does not say it or says it wrongly
    names : name → label of its column in the file
    """
    path = Path(path)
    table = _labelled(_table(path), path.name, dict(names or {}))
    given = dict(units or {})
    for name in given:
        if name not in table.columns and name not in table.unusable:
            hint = nearest(name, list(table.columns))
            raise DataError(f"{path.name}: a unit was given for {name!r}, which is not a column.{hint}")
    clock = next((c for t in TIMES for c in table.columns if c.lower() == t), None)
    if clock is None:
        bad = next((c for c in table.unusable if c.lower() in TIMES), None)
        if bad is not None:
            raise DataError(f"{path.name}: column {bad!r} {table.unusable[bad]}.")
        if not table.columns:
            why = "; ".join(f"{name!r} {why}" for name, why in list(table.unusable.items())[:3])
            raise DataError(f"{path.name} holds no column of numbers{': ' * bool(why)}{why}.")
        said = f"{path.name} has no column 'time': its columns are {', '.join(map(str, table.columns))}"
        raise DataError(f"{said}. Name the one that holds it: {setting('columns', {'time': 'COLUMN'})}.")
    columns: dict[str, Array] = {}
    kinds: dict[str, str] = {}
    unusable = dict(table.unusable)
    for name, values in table.columns.items():
        unit = given.get(name) or table.units.get(name, "")
        found = to_si(unit)
        if name == clock:
            t, notes = _time(values, unit, path.name)
        elif found is None:
            if name in given:
                raise DataError(f"{path.name}: column {name!r} was given the unit {unit!r}, which is unknown.")
            unusable[name] = f"has the unit {unit!r}, which is unknown: give another one, {setting('units', {name: None})}"
        elif np.asarray(values).dtype.kind in "Mm":
            unusable[name] = "holds moments in time, not numbers"
        else:
            own = np.asarray(values, float)
            columns[name], kinds[name] = own if found[1] == 1.0 else own * found[1], found[0]
    t, columns, more = _distinct(t, columns, path.name)
    return LogRecord(t, columns, path.name, kinds, unusable, (*table.notes, *notes, *more))


def _table(path: Path) -> LogTable:
    try:
        regular(path, MAX_BYTES, "files of measurements")
    except Unreadable as error:
        raise DataError(f"there is no file {str(path)!r}." if str(error) == MISSING else f"{str(path)!r}: {error}") from None
    form = format_of(path, "read_log")
    if form is None or form.read_log is None:
        raise DataError(f"{path.name}: measurements are read from {in_words('read_log')} files.")
    try:
        return read_apart(path) if form.apart else form.read_log(path)
    except DataError:
        raise
    except OSError as error:
        raise DataError(f"{path.name} could not be read: {error.strerror or str(error).splitlines()[0]}") from None
    except Exception as error:  # damaged files: each library has its own errors
        text = (str(error).splitlines() or [type(error).__name__])[0]
        raise DataError(f"{path.name} could not be read: {text}") from None


def _labelled(table: LogTable, file: str, names: dict[str, str]) -> LogTable:
    """Return labels as names: `A [deg]` is A, in deg; those that `names` gives are called so."""
    columns: dict[str, Any] = {}
    units: dict[str, str] = {}
    unusable: dict[str, str] = {}
    labels = {label: _name_and_unit(label) for label in [*table.columns, *table.unusable]}
    asked = {}
    for name, label in names.items():
        own = next((k for k, (short, _) in labels.items() if label in (k, short)), None)
        if own is None:
            raise DataError(f"{file}: {name!r} is to be column {label!r}, which is not there.{nearest(label, list(labels))}")
        asked[own] = name
    for label, (short, unit) in labels.items():
        name = asked.get(label, short)
        name = label if name in columns else name
        if label in table.unusable:
            unusable[name] = table.unusable[label]
        else:
            columns[name], units[name] = table.columns[label], table.units.get(label, "") or unit
    return LogTable(columns, units, unusable, table.notes)


def _name_and_unit(label: str) -> tuple[str, str]:
    """Split a label: `A [deg]` and `A (deg)` → A, deg. Round brackets without a unit belong to the name, and so do numbers,
    `A (2)` and `q[2]`; ` [1]` means that there is no unit."""
    if _NUMBERED.search(label) and not label.endswith((" [1]", " (1)")):
        return label.strip(), ""
    found = re.fullmatch(r"\s*(.*?)\s*(?:\[([^\]]*)\]?|\(([^()]*)\))\s*", label)
    if found is None or (found[3] is not None and to_si(found[3]) is None):
        return label.strip(), ""
    return found[1] or label.strip(), (found[2] if found[2] is not None else found[3]).strip()


def _time(values: Any, unit: str, file: str) -> tuple[Array, list[str]]:
    """Return the time [s], from the first sample on where the clock counts from long ago."""
    raw = np.asarray(values)
    if raw.dtype.kind in "Mm":
        if np.isnat(raw).all():
            raise DataError(f"{file}: its times are missing.")
        t, first, night = counted(raw)
        return t, [f"time is counted from the first sample, {first}{', and passes midnight' * night}"]
    unit = unit.partition(" since ")[0]  # `seconds since 2024-03-01`, as netCDF files have it
    si, factor = to_si(unit) or ("?", 1.0)
    if si not in ("", "s"):
        raise DataError(f"{file}: the time is in {unit!r}: give it in s, ms, us, ns, min or h.")
    there = np.flatnonzero(np.isfinite(raw.astype(float)))
    if not there.size:
        raise DataError(f"{file}: its times are missing.")
    first = raw[there[0]]
    begin = float(first) * factor
    if abs(begin) > TOO_LONG_AGO:
        unit = setting("units", {"time": "ms"})
        raise DataError(f"{file}: its time begins at {begin:.4g} s: is it in ms, us or ns? Give its unit, {unit}.")
    if abs(begin) <= LONG_AGO:
        return raw.astype(float) * factor, []
    # the difference first: stamps in whole nanoseconds have more digits than a float
    with np.errstate(invalid="ignore", over="ignore"):
        t = (raw - first).astype(float) * factor
        grid = np.linspace(0.0, t[-1], len(t))  # equal intervals but for the last digits of the clock
        if len(t) > 2 and np.all(np.isfinite(t)) and float(np.abs(t - grid).max()) < 8e-16 * abs(begin):
            t = grid
    return t, [f"time is counted from the first sample, at {begin:.12g} s of the file's clock"]


def _distinct(t: Array, columns: dict[str, Array], file: str) -> tuple[Array, dict[str, Array], list[str]]:
    """Return one sample for each time: empty rows go, doubled stamps are joined; a clock that goes back is refused."""
    notes = []
    missing = ~np.isfinite(t)
    if missing.any():
        full = [int(i) for i in np.flatnonzero(missing) if any(np.isfinite(v[i]) for v in columns.values())]
        if full:
            raise DataError(f"{file}: the time of sample {full[0]} is missing.")
        t, columns = t[~missing], {name: v[~missing] for name, v in columns.items()}
        notes.append(f"{count(int(missing.sum()), 'empty row')} left out")
    steps = np.diff(t)
    if np.any(steps < 0):
        k = int(np.argmax(steps < 0))
        said = f"time goes back from {t[k]:.12g} s (sample {k}) to {t[k + 1]:.12g} s"
        raise DataError(f"{file}: {said}: sort its rows, or cut the file there.")
    last = np.append(steps > 0, True)
    doubled = int(len(t) - last.sum())
    if doubled:
        for name, v in columns.items():
            if np.isnan(v[last]).any():
                columns[name] = v = v.copy()
                for k in map(int, np.flatnonzero(~last)):  # a later empty cell keeps the earlier value
                    v[k + 1] = v[k] if np.isnan(v[k + 1]) else v[k + 1]
        t, columns = t[last], {name: v[last] for name, v in columns.items()}
        notes.append(f"{count(doubled, 'doubled time stamp')}: the last value of each counts")
    if len(t) > 2:
        steps = np.diff(t)
        gaps = np.flatnonzero(steps > 5.5 * float(np.median(steps)))
        if gaps.size:
            k = int(gaps[0])
            notes.append(f"{count(gaps.size, 'gap')} in time, the first of {steps[k]:.3g} s after {t[k]:.6g} s")
    return t, columns, notes
