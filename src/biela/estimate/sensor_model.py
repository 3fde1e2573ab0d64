"""Readings from true signals: sensor errors, drawn once for each sample."""

from __future__ import annotations

import numpy as np

from biela.base.array import Array
from biela.base.checked import guard
from biela.base.errors import DescriptionError

from .log import Log
from .model import Model


def read(model: Model, t: Array, signals: Array, rng: np.random.Generator) -> Log:
    """Return readings of the model's sensors, given the true signals (S, readings) at times t.

    Each sensor draws its numbers in its own order, independent of the others.
    """
    t, signals = np.asarray(t, float), np.asarray(signals, float)
    if t.ndim != 1 or signals.shape != (len(t), len(model.readings)):
        raise DescriptionError(
            f"read: signals have shape {signals.shape}: give {len(model.readings)} columns, {', '.join(model.readings)}, and a row "
            "for each time."
        )
    out = np.full(signals.shape, np.nan)
    for own, (name, columns) in zip(rng.spawn(len(model.by_sensor)), model.by_sensor.items(), strict=True):
        y = model.mechanism.sensors[name].errors.read(t, signals[:, columns], own)
        period = model.periods[columns]
        out[:, columns] = np.where(period > 0, np.mod(y, np.where(period > 0, period, 1.0)), y)
    return Log(t, model.readings, out)


guard(__name__)
