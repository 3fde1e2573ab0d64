"""A virtual test bench: the data that encoders and force sensors with errors would record of a motion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from biela.base.blas import one_thread
from biela.base.checked import checked, guard
from biela.identify.dataset import Dataset
from biela.identify.measurement import effort_names
from biela.identify.regressor import Regressor
from biela.mechanism.sensor.base import Errors


@one_thread("scipy.linalg")
@checked(nonnegative=("relative", "seed"), ndim={"t": (1,)})
def simulate_measurement(
    regressor: Regressor, t: ArrayLike, q: ArrayLike, v: ArrayLike, a: ArrayLike, *,
    parameters: ArrayLike | None = None, encoder: Errors | Mapping[str, Errors] | None = None,
    effort: Errors | Mapping[str, Errors] | None = None, relative: float = 0.0, seed: int = 1,
    name: str = "simulated",
) -> Dataset:  # fmt: skip
    """Simulate data as a bench would record them: coordinates through encoders, efforts through force sensors.

    Positions and efforts have their own random streams, so that one kind of error can be changed without the other. The first and
    the last sample of a column are never lost.

    Parameters
    ----------
    parameters : of which the efforts are; the described ones if omitted
    encoder, effort : errors of the columns, all alike or by name
    relative : uniform relative error of all columns, ± this part of the value
    """
    times = np.asarray(t, float)
    Q = np.atleast_2d(np.asarray(q, float))
    motion = regressor.motion(Q, v, a, times)
    efforts = regressor.predict(motion, parameters)
    streams = np.random.SeedSequence(seed).spawn(2)
    columns = {}
    for given, names, values, stream in (
        (encoder, regressor.coordinates, Q, streams[0]),
        (effort, effort_names(regressor), efforts, streams[1]),
    ):
        rng = np.random.default_rng(stream)
        for k, column in enumerate(names):
            own = given.get(column, Errors()) if isinstance(given, Mapping) else given or Errors()
            scaled = values[:, k] * (1.0 + rng.uniform(-relative, relative, len(times)))
            y = replace(own, dropout=0.0).read(times, scaled[:, None], rng)[:, 0]
            if own.dropout > 0.0:
                lost = rng.random(len(times)) < own.dropout
                lost[[0, -1]] = False
                y[lost] = np.nan
            columns[column] = y
    return Dataset(times, columns, name)


guard(__name__)
