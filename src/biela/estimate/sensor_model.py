"""Readings from true signals: sensor errors, drawn once for each sample."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .log import Log
from .model import Model

Array = NDArray[np.float64]


def read(model: Model, t: Array, signals: Array, rng: np.random.Generator) -> Log:
    """Readings of the model's sensors, given the true signals (S, readings) at times t.

    Each sensor draws its numbers in its own order, independent of the others: noise, drift, dropouts. A delayed sensor shows the
    signal of `delay` ago (at first that of the first time); a slow one is silent between its samples.
    """
    t, signals = np.asarray(t, float), np.asarray(signals, float)
    out = np.full(signals.shape, np.nan)
    step = float(np.diff(t).mean()) if t.size > 1 else 0.0
    by_sensor: dict[str, list[int]] = {}
    for i, channel in enumerate(model.channels):
        by_sensor.setdefault(channel.sensor, []).append(i)
    streams = rng.spawn(len(by_sensor))
    for own, (name, columns) in zip(streams, by_sensor.items(), strict=True):
        errors = model.mechanism.sensors[name].errors
        m = len(columns)
        spread = np.diag(np.broadcast_to(np.array(errors.noise) ** 2, (m,)))
        if errors.covariance is not None:
            spread = np.array(errors.covariance)
        values, vectors = np.linalg.eigh(spread)
        noise = own.standard_normal((t.size, m)) @ (vectors * np.sqrt(np.maximum(values, 0.0))).T
        walk = np.cumsum(own.standard_normal((t.size, m)), axis=0) * np.sqrt(step) * np.array(errors.drift)
        lost = own.random(t.size) < errors.dropout
        y = np.column_stack([np.interp(t - errors.delay, t, signals[:, i]) for i in columns])
        y = y + np.array(errors.bias) + walk + noise
        resolution = np.broadcast_to(np.array(errors.resolution), (m,))
        y = np.where(resolution > 0, np.round(y / np.where(resolution > 0, resolution, 1.0)) * resolution, y)
        for k, i in enumerate(columns):
            if model.channels[i].period > 0:
                y[:, k] = np.mod(y[:, k], model.channels[i].period)
        silent = lost | ~_sampled(t, step, errors.rate)
        y[silent] = np.nan
        out[:, columns] = y
    return Log(t, model.readings, out)


def _sampled(t: Array, step: float, rate: float | None) -> NDArray[np.bool_]:
    """Times at which a sensor of a given rate has a new sample."""
    if rate is None or step == 0.0 or rate * step >= 1.0 - 1e-9:
        return np.ones(t.size, bool)
    number = np.floor(t * rate + 1e-9)
    before = np.floor((t - step) * rate + 1e-9)
    return np.asarray(number > before)
