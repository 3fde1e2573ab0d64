"""A file of measurements as a filter reads it: which columns are readings of the machine's sensors, which are its inputs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from biela.base.errors import DescriptionError, count, nearest
from biela.base.surface import setting
from biela.files.logs.record import LogRecord
from biela.files.logs.table import DataError
from biela.mechanism.mechanism import Mechanism
from biela.state.functions import functions_of
from biela.state.state import signal_names

from .log import Log
from .model import reading_labels

INTERVALS_BEFORE_FIRST = 10
"""Sampling intervals from time 0 to the first sample up to which 0 is the start of the machine."""


def log_of(record: LogRecord, mechanism: Mechanism, sensors: Sequence[str] | None = None) -> tuple[Log, list[str], list[str]]:
    """Return the log, the sensors that have a column in it, and what a user should know: columns left out, readings without one.

    A column is named like a reading (`gyro`, `imu.rate_z`) or like an input (`motor`, `motor.effort`).
    """
    units = units_of_readings(mechanism)
    used = [s for s in mechanism.sensors.values() if sensors is None or s.name in sensors]
    known = {label: s.name for s in used for label in reading_labels(s)}
    for name in known.keys() & record.unusable.keys():
        raise DataError(f"{record.name}: column {name!r} {record.unusable[name]}.")
    readings = {name: column for name, column in record.columns.items() if name in known and not np.isnan(column).all()}
    if not readings and (empty := [name for name in record.columns if name in known]):
        raise DataError(f"{record.name}: no reading of the machine holds a number: {', '.join(empty)}.")
    for name in readings:
        unit, own = units[name], record.units.get(name, "")
        if own and unit and own != unit:
            raise DataError(
                f"{record.name}: column {name!r} is in a unit of {own}, but the sensor reads {unit}: correct its unit, in the "
                f"file or with {setting('units', {name: unit})}."
            )
    others = {name: column for name, column in record.columns.items() if name not in readings}
    inputs = {a: others[column] for a in mechanism.actuators for column in _columns_of(a) if column in others}
    found = list(dict.fromkeys(known[name] for name in readings))
    if not mechanism.sensors:
        raise DescriptionError("the machine has no sensors: describe what the log measures (`sensors` of a machine file).")
    if not found:
        meant = [{n: c} for c in record.columns for n in known if "mean" in nearest(c, [n])]
        meant += [{n: s.readings[0]} for n, s in mechanism.sensors.items() if s.readings[0] in record.columns]
        raise DescriptionError(
            f"no column of the log ({_some(list(record.columns))}) is a sensor of the machine (it has: "
            f"{', '.join(mechanism.sensors)}). Rename columns: {setting('names', [*meant, {'SENSOR': 'COLUMN'}][0])}."
        )
    log = Log(record.t, tuple(readings), np.column_stack(list(readings.values())), inputs)
    return log, found, list(_notes(record, list(known), [*readings], list(mechanism.actuators), list(inputs)))


def units_of_readings(mechanism: Mechanism) -> dict[str, str]:
    """Return the unit of each reading; empty where it is not known."""
    table = signal_names(functions_of(mechanism))
    read = [pair for s in mechanism.sensors.values() for pair in zip(reading_labels(s), s.readings, strict=True)]
    return {label: table[signal][2] if signal in table else "" for label, signal in read}


def _notes(
    record: LogRecord, known: Sequence[str], readings: Sequence[str], actuators: Sequence[str], inputs: Sequence[str]
) -> list[str]:
    """Name what is left out, and what is missing."""
    notes = [f"{record.name}: {note}" for note in record.notes]
    missing = [name for name in known if name not in readings]
    used = {*readings, *(c for actuator in inputs for c in _columns_of(actuator))}
    other = [name for name in [*record.columns, *record.unusable] if name not in used]
    if other:
        named = _some(list(map(repr, other)))
        notes.append(f"{count(len(other), 'column')} of the log left out, neither a reading nor an input: {named}")
        hints = [f"{n!r}:{hint}" for n in other[:8] if "mean" in (hint := nearest(n, [*missing, *actuators]))]
        notes += [f"column {hint} If so, rename it with {setting('names')}" for hint in hints]
    if missing:
        notes.append(f"no column with numbers for {', '.join(missing)}: these sensors are not used")
    if len(inputs) < len(actuators):
        without = [a for a in actuators if a not in inputs]
        notes.append(f"no column for the input{'s' * (len(without) > 1)} {', '.join(without)}: taken from the machine")
    return notes


def _columns_of(actuator: str) -> list[str]:
    """Return names of columns that may hold the effort of an actuator."""
    return [actuator, *(f"{actuator}.{word}" for word in ("effort", "torque", "force"))]


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


def start_time(log: Log) -> float:
    """Return the time of the machine's start: 0 where the log begins soon after, else the log's first time."""
    first = float(log.t[0])
    interval = float(np.median(np.diff(log.t))) if len(log) > 1 else 0.0
    return 0.0 if 0.0 <= first <= INTERVALS_BEFORE_FIRST * interval else first
