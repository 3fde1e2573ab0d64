"""Readings of sensors in a study, with errors drawn for each sample from its own number.

`read(encoder)` in a measure is the reading of a sensor with the errors that it has in the sample; a reading that is lost repeats
the last one. The errors themselves may vary: `encoder.bias~normal(0, 0.1 deg)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

import numpy as np

from biela.base.array import Array, Indices
from biela.mechanism.sensor.base import Errors, Sensor
from biela.study.measure import READ
from biela.study.vary import Columns


def readings_of(sensors: Mapping[str, Sensor]) -> dict[str, tuple[str, int]]:
    """Return reading → sensor and place there: by the sensor's name if it gives one reading, and by that of the signal."""
    found: dict[str, tuple[str, int]] = {}
    for name, sensor in sensors.items():
        found |= {signal: (name, k) for k, signal in enumerate(sensor.readings) if signal not in found}
        found |= {f"{name}.{signal.rpartition('.')[2]}": (name, k) for k, signal in enumerate(sensor.readings)}
        if len(sensor.readings) == 1:
            found[name] = (name, 0)
    return found


def read_many(
    sensors: Mapping[str, Sensor], wanted: Mapping[str, tuple[str, int]], varied: Mapping[str, tuple[str, str, int | None]],
    columns: Columns, t: Array, signals: Mapping[str, Array], seed: int, numbers: Indices,
) -> dict[str, Array]:  # fmt: skip
    """Return readings (n, N) by name, from true signals (n, N) and the numbers of the samples.

    wanted : reading → sensor and place
    varied : what varies → sensor, error, and place of the reading, where one of several varies; its values are in `columns`
    """
    found: dict[str, Array] = {}
    order = list(sensors)
    for name in dict.fromkeys(sensor for sensor, _ in wanted.values()):
        true = np.stack([signals[s] for s in sensors[name].readings], axis=2)
        read = np.empty_like(true)
        for k, number in enumerate(numbers.tolist()):
            mine = {(key, place): float(columns[v][k]) for v, (own, key, place) in varied.items() if own == name}
            rng = np.random.default_rng([seed, number, order.index(name)])
            read[:, k] = _held(errors_of(sensors[name], mine).read(t, true[:, k], rng))
        found |= {READ + label: read[:, :, place] for label, (own, place) in wanted.items() if own == name}
    return found


def errors_of(sensor: Sensor, changes: Mapping[tuple[str, int | None], float]) -> Errors:
    """Return the errors of a sensor with other values of some of them, checked as those of a description are."""
    if not changes:
        return sensor.errors
    count = len(sensor.readings)
    given = {f.name: getattr(sensor.errors, f.name) for f in fields(Errors)}
    given = {key: x for key, x in given.items() if x is not None and np.any(x)}
    for (key, place), value in changes.items():
        if place is None:
            given[key] = value
        else:
            given[key] = np.broadcast_to(np.asarray(given.get(key, 0.0), float), (count,)).copy()
            given[key][place] = value
    return Errors.of(sensor.name, count, given)


def _held(y: Array) -> Array:
    """Return readings in which a lost one repeats the last, or, at the beginning, the first."""
    for column in y.T:
        known = np.isfinite(column)
        if known.any() and not known.all():
            last = np.maximum.accumulate(np.where(known, np.arange(len(column)), -1))
            column[:] = column[np.where(last >= 0, last, np.argmax(known))]
    return y
