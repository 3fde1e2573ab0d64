"""From columns of a dataset to a consistent motion and efforts of the channels; and a simulator of such data.

Only the independent coordinates are taken from the measurement; every other position, velocity and acceleration is solved
from the loops, so that noise cannot open them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from biela.errors import count, nearest
from biela.identify.dataset import DataError, Dataset
from biela.identify.kinematics import Motion
from biela.identify.observation import Observation, observe
from biela.identify.regressor import Regressor

Array = NDArray[np.float64]
ORDER = 8
"""Of low-pass filters on the way to an observation."""
REACH = 4.0
"""Cut-off over the highest frequency of the motion."""


@dataclass(frozen=True)
class Preparation:
    """How data become motions.

    Attributes
    ----------
    period : of a periodic experiment [s]: derivatives come from a Fourier series
    harmonics : of that series
    cutoff : of a zero-phase low-pass [Hz], on coordinates before they are differentiated, then alike on efforts and on every column
        of the regressor, so that their equation stays exact (the parallel filter); None: no filter. "auto": found from the noise of
        the coordinates (`cutoff_of`), where they are differentiated without a period
    decimation : every how many-th sample is used
    trim : part of the samples dropped at each end, where filters and differences are poor; two periods of the cut-off at least
    """

    period: float | None = None
    harmonics: int = 20
    cutoff: float | Literal["auto"] | None = "auto"
    decimation: int = 1
    trim: float = 0.02


def measured_motion(regressor: Regressor, data: Dataset, how: Preparation | None = None) -> tuple[Motion, Array]:
    """Consistent motion (N samples) and efforts of the channels (N, F)."""
    how = how or Preparation()
    cutoff = _cutoff(regressor, data, how)
    motion, efforts = _whole(regressor, data, how, cutoff)
    keep = _kept(len(data), how, cutoff, data)
    if cutoff is not None:
        efforts = _smooth(efforts, cutoff, data.step)
    return motion[keep], efforts[keep]


def cutoff_of(data: Dataset, names: Sequence[str]) -> float | None:
    """A cut-off for coordinates that are to be differentiated [Hz]; None where no noise stands in the way.

    White noise of a column shows in its eighth differences, σ² = mean(Δ⁸q)² / C(16, 8). The motion reaches to the highest frequency
    at which the spectrum is 30 times that. Efforts, quadratic in rates, reach farther: the cut-off is four times it.
    """
    step, highest = data.step, 0.0
    window = np.hanning(len(data))
    if len(data) < 64:
        return None
    for name in names:
        values = data[name]
        noise = float(np.mean(np.diff(values, 8) ** 2)) / comb(16, 8)
        power = np.abs(np.fft.rfft((values - np.linspace(values[0], values[-1], len(values))) * window)) ** 2 / np.sum(
            window**2
        )
        above = np.flatnonzero(power > 30.0 * noise)
        highest = max(highest, np.fft.rfftfreq(len(values), step)[above[-1]] if above.size else 0.0)
    cutoff = max(REACH * highest, 10.0 / (step * len(data)))
    return float(cutoff) if cutoff < 0.3 / step else None


def _cutoff(regressor: Regressor, data: Dataset, how: Preparation) -> float | None:
    if how.cutoff != "auto":
        return how.cutoff
    columns = [_coordinate(regressor, data, name) for name in regressor.coordinates]
    given = all(_given(data, name, "acceleration") for name in regressor.coordinates)
    return None if how.period is not None or given else cutoff_of(data.filled(), columns)


def cutoff_finding(regressor: Regressor, data: Dataset, how: Preparation) -> list[str]:
    """A word on a cut-off that is too near to the motion."""
    if how.period is not None or not isinstance(how.cutoff, float | int):
        return []
    good = cutoff_of(data.filled(), [_coordinate(regressor, data, name) for name in regressor.coordinates])
    if good is None or how.cutoff > 0.8 * good:
        return []
    return [
        f"{data.name}: the motion reaches to {good / REACH:.2g} Hz: a cut-off of {how.cutoff:g} Hz distorts it by more than the "
        f"deviations tell. Give {good:.2g} Hz, or none: it is then found from the noise"
    ]


def _given(data: Dataset, name: str, quantity: str) -> str | None:
    """The column of a measured rate or acceleration."""
    joint = name.partition(".")[0]
    return next((c for c in (f"{joint}.{quantity}", f"{name}_{quantity}") if c in data), None)


def _smooth(values: Array, cutoff: float, step: float) -> Array:
    """Zero-phase Butterworth filter of order eight over the first axis: flat where the motion is."""
    from scipy.signal import butter, sosfiltfilt

    sos = butter(ORDER, 2.0 * cutoff * step, output="sos")
    return np.asarray(sosfiltfilt(sos, values, axis=0, padlen=min(len(values) - 1, int(3 / cutoff / step))))


def _whole(regressor: Regressor, data: Dataset, how: Preparation, cutoff: float | None) -> tuple[Motion, Array]:
    """Motion and efforts at all samples; coordinates are filtered, efforts are not."""
    data = data.filled()
    _refuse_wrong_units(regressor, data)
    for name in regressor.coordinates:
        column = _coordinate(regressor, data, name)
        values = data[column]
        if np.ptp(values) == 0.0 and regressor.dof == 1:
            raise DataError(
                f"{data.name}: {column!r} is constant: a machine that does not move shows its weight at best."
            )
    if cutoff is not None:
        data = data.lowpass(cutoff, [_coordinate(regressor, data, name) for name in regressor.coordinates], ORDER)
    q, v, a = (np.zeros((len(data), regressor.dof)) for _ in range(3))
    for k, name in enumerate(regressor.coordinates):
        column = _coordinate(regressor, data, name)
        q[:, k], v[:, k], a[:, k] = data.differentiated(column, how.period, how.harmonics)
        for target, quantity in ((v, "rate"), (a, "acceleration")):
            found = _given(data, name, quantity)
            if found is not None and how.period is None:
                target[:, k] = data[found]
    inputs = {name: data[column] for name, column in _effort_columns(regressor, data).items()}
    motion = regressor.motion(q, v, a, data.t)
    if regressor._channel_columns is None and set(inputs) == set(regressor.coordinates):
        efforts = np.column_stack([inputs[name] for name in regressor.coordinates])
    else:
        efforts = regressor.efforts(motion, inputs)
    return motion, efforts


def _refuse_wrong_units(regressor: Regressor, data: Dataset) -> None:
    """Coordinates, rates, accelerations and efforts in units of another kind."""
    for name in regressor.coordinates:
        joint, _, own = name.partition(".")
        kind = regressor.mechanism.joints[joint].type
        k = [r.name for r in kind.rates].index(own) if own and own in [r.name for r in kind.rates] else 0
        angular = kind.efforts[k].unit == "N·m"
        unit = "rad" if angular else "m"
        data.require_unit(_coordinate(regressor, data, name), unit)
        for quantity, per in (("rate", "/s"), ("acceleration", "/s²")):
            column = _given(data, name, quantity)
            if column is not None:
                data.require_unit(column, unit + per)
    columns, units = _effort_columns(regressor, data), dict(zip(regressor.channels, regressor.units, strict=True))
    for name, column in columns.items():
        if name in units:
            data.require_unit(column, units[name])


def _observation(regressor: Regressor, data: Dataset, how: Preparation) -> Observation:
    """One experiment: all samples, filtered alike on both sides, then those that are kept."""
    cutoff = _cutoff(regressor, data, how)
    motion, efforts = _whole(regressor, data, how, cutoff)
    keep = _kept(len(data), how, cutoff, data)
    if cutoff is None:
        return observe(regressor, motion[keep], efforts[keep])
    whole = observe(regressor, motion, efforts)
    W, tau, measured = (_smooth(x, cutoff, data.step)[keep] for x in (whole.W, whole.tau, whole.reference))
    return replace(whole, W=W, tau=tau, measured=measured)


def measured_observation(
    regressor: Regressor, data: Sequence[Dataset] | Dataset, how: Preparation | None = None
) -> Observation:
    """Observations of one or several experiments, joined."""
    experiments = [data] if isinstance(data, Dataset) else list(data)
    if not experiments:
        raise DataError("no data were given.")
    parts = [_observation(regressor, experiment, how or Preparation()) for experiment in experiments]
    return parts[0].joined(*parts[1:]) if len(parts) > 1 else parts[0]


def _kept(n: int, how: Preparation, cutoff: float | None, data: Dataset) -> NDArray[np.intp]:
    """Samples that are used."""
    cut = 0 if how.period is not None else int(how.trim * n)
    if cutoff is not None:
        cut = min(max(cut, int(2.0 / cutoff / data.step)), n // 4)
    keep = np.arange(cut, n - cut, max(1, how.decimation))
    if len(keep) < 1:
        raise DataError(f"{count(n, 'sample')} leave nothing after trimming and decimation.")
    return keep


def _coordinate(regressor: Regressor, data: Dataset, name: str) -> str:
    """The column of a coordinate: `A`, `A.angle`, `A.position`."""
    joint = name.partition(".")[0]
    kind = regressor.mechanism.joints[joint].type
    candidates = [name]
    if kind.n_v == 1:
        candidates += [f"{joint}.{kind.coordinates[0].name}", f"{joint}.position", f"{joint}.angle"]
    found = next((c for c in candidates if c in data), None)
    if found is None:
        raise DataError(
            f"{data.name} has no column for the coordinate {name!r} (looked for "
            f"{', '.join(dict.fromkeys(candidates))}); its columns are "
            f"{', '.join(data.columns) or 'none'}.{nearest(name, list(data.columns))}"
        )
    return found


def _effort_columns(regressor: Regressor, data: Dataset) -> dict[str, str]:
    """Actuator, channel or coordinate → column of its effort."""
    actuators = [*regressor.mechanism.actuators, *regressor._parameter_channels]
    found = {}
    for name in actuators:
        column = next((c for c in (name, f"{name}.effort", f"{name}.force", f"{name}.torque") if c in data), None)
        if column is not None:
            found[name] = column
    if found and (regressor._channel_columns is None or set(regressor.channels) <= set(found)):
        return found
    by_joint = {}
    for name in regressor.coordinates:
        column = next(
            (c for c in (f"{name}.effort", f"{name}.torque", f"{name}.force", f"{name}_effort") if c in data), None
        )
        if column is not None:
            by_joint[name] = column
    if set(by_joint) == set(regressor.coordinates) and regressor._channel_columns is None:
        return by_joint
    wanted = (
        regressor.channels if regressor._channel_columns is not None else [f"{c}.effort" for c in regressor.coordinates]
    )
    missing = [c for c in wanted if c not in data]
    raise DataError(
        f"{data.name} has no effort for {', '.join(missing)}: give columns of that name (or of the actuators: "
        f"{', '.join(actuators) or 'none'}). Its "
        f"columns are {', '.join(data.columns)}."
    )


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

    Positions and efforts have random streams of their own, so that one kind of error can be changed without the other. The efforts
    are those of exact parameters (of the description, if none are given).
    """
    times = np.asarray(t, float)
    Q = np.atleast_2d(np.asarray(q, float))
    motion = regressor.motion(Q, v, a, times)
    efforts = regressor.predict(motion, parameters)
    streams = np.random.SeedSequence(seed).spawn(2)
    columns = {}
    for given, names, values, stream in (
        (encoder, regressor.coordinates, Q, streams[0]),
        (effort, _effort_names(regressor), efforts, streams[1]),
    ):
        rng = np.random.default_rng(stream)
        for k, column in enumerate(names):
            own = given.get(column, Sensor()) if isinstance(given, Mapping) else given or Sensor()
            columns[column] = own.read(times, values[:, k], rng)
    return Dataset(times, columns, name)


def _effort_names(regressor: Regressor) -> list[str]:
    if regressor._channel_columns is not None:
        return list(regressor.channels)
    return [f"{name}.effort" for name in regressor.coordinates]
