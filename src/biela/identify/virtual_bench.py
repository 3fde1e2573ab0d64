"""A virtual test bench: the data that encoders and force sensors with errors would record of a motion."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from biela.dataclass import dataclass
from biela.identify.dataset import Dataset
from biela.identify.measurement import effort_names
from biela.identify.regressor import Regressor

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Sensor:
    """Errors of a measured column.

    Attributes
    ----------
    noise : standard deviation of white noise, in the column's unit
    relative : uniform relative error, ± this part of the value
    quantum : the values are rounded to multiples of it
    bias : constant error
    delay : the reading is this late [s]
    missing : part of the samples that are lost
    """

    noise: float = 0.0
    relative: float = 0.0
    quantum: float = 0.0
    bias: float = 0.0
    delay: float = 0.0
    missing: float = 0.0

    def read(self, t: Array, values: Array, rng: np.random.Generator) -> Array:
        """What the sensor gives for true values."""
        out = values if self.delay == 0.0 else np.interp(t - self.delay, t, values)
        out = (
            out * (1.0 + rng.uniform(-self.relative, self.relative, len(t)))
            + self.bias
            + rng.normal(0.0, 1.0, len(t)) * self.noise
        )
        if self.quantum > 0:
            out = np.round(out / self.quantum) * self.quantum
        if self.missing > 0:
            lost = rng.random(len(t)) < self.missing
            lost[[0, -1]] = False
            out = np.where(lost, np.nan, out)
        return np.asarray(out)


def simulate_measurement(
    regressor: Regressor,
    t: ArrayLike,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    *,
    parameters: ArrayLike | None = None,
    encoder: Sensor | Mapping[str, Sensor] | None = None,
    effort: Sensor | Mapping[str, Sensor] | None = None,
    seed: int = 1,
    name: str = "simulated",
) -> Dataset:
    """Data as a bench would record them: coordinates through encoders, efforts through force sensors.

    Positions and efforts have their own random streams, so that one kind of error can be changed without the other. The efforts
    are those of exact parameters, by default the described ones.
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
            own = given.get(column, Sensor()) if isinstance(given, Mapping) else given or Sensor()
            columns[column] = own.read(times, values[:, k], rng)
    return Dataset(times, columns, name)
