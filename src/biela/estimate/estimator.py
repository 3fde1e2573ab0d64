"""Common part of all filters: predict, update, estimate; live steps with late and missing readings; whole logs.

A filter says how it goes on in time (`propagate`), what it does with readings (`correct`) and what it knows (`estimate`); all else
follows from these three. Filters with compiled loops also do whole logs at once (`CompiledFilter`).

An estimator holds the time t of its last reading. `step(t, readings)` is one pass of a live loop:

    predict(t)            from the time it has to that of the readings
    update(readings)      {name: value}; what is missing or NaN is left out
    estimate()            mean, covariance, state of the machine

A late sample (older than the present time, but not older than `memory`) is put where it belongs: the filter goes back to its
state before it and repeats what came after. Without memory it is refused: time goes forwards.

Inputs belong to the filter, not to its model. Those given with a sample of time t are commanded once it has been read: they hold
from t until others are given. The prediction up to t and the readings of t still use the inputs before (at first those of the
model, or of `set_inputs`). So a live loop reads, steps, commands:

    inputs     u₀ ────────┐ u₁ ────────┐ u₂ ───          step(t₁, z₁, u₁), step(t₂, z₂, u₂)
    readings   t₀         t₁ z₁        t₂ z₂
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, ClassVar

import numpy as np

from biela.base.array import Array, Flags, Integers
from biela.base.blas import one_thread
from biela.base.checked import Named, checked, is_real, shown
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError, DescriptionError
from biela.base.surface import setting
from biela.simulation.settings import refuse_too_many
from biela.state.state import State

from .cloud import Cloud
from .log import Log
from .model import Model, place_of
from .noise import ProcessNoise
from .prior import Prior
from .record import at

Snapshot = Any
"""All that changes while a filter runs, as the filter itself keeps it."""
LONGEST_WAIT = 1e9
"""Time between two readings [s]; thirty years."""


class EstimationError(BielaError):
    """A filter cannot go on."""


class IncompatibleReading(EstimationError):
    """No particle, or no plausible state, explains the readings."""


@dataclass(frozen=True)
class Estimate(Named):
    """Belief of a filter at one time."""

    t: float
    names: tuple[str, ...]
    mean: Array
    covariance: Array
    state: State
    """The machine at the mean; any signal can be read from it."""
    angles: Flags
    branches: Mapping[tuple[int, ...], float] = field(default_factory=dict)
    """Probability of each assembly branch; empty where there is one only."""

    def __getitem__(self, name: str) -> float:
        return float(self.mean[place_of(name, self.names)])

    def sigma(self, name: str) -> float:
        """Return the standard deviation of an entry."""
        i = place_of(name, self.names)
        return float(np.sqrt(max(self.covariance[i, i], 0.0)))

    def interval(self, name: str, level: float = 0.95) -> tuple[float, float]:
        """Return Gaussian interval that holds the truth with the given probability."""
        from scipy.special import ndtri

        half = float(ndtri(0.5 + 0.5 * level)) * self.sigma(name)
        return self[name] - half, self[name] + half


@dataclass(frozen=True)
class Track(Named):
    """Estimates over a log.

    Attributes
    ----------
    t : (S,) times [s]
    mean, spread : (S, n) mean and standard deviation of the entries, after the readings of each time. Angles are not wrapped: they
        count turns, as the coordinates of the machine do
    predicted, innovation : (S, m) readings expected before they came, and what came minus what was expected; NaN where missing
    expected_spread : (S, m) standard deviation of the innovation as the filter sees it: what it does not know of the state, and the
        noise of the readings times the likelihood scale
    nis : (S,) Kalman filters: νᵀ S⁻¹ ν of the innovation ν; particle filters: Σ ν_j² / S_jj, correlations between readings left out
    count : (S,) number of readings used
    scale : likelihood scale of the filter: how many times noisier than described it takes the readings to be
    extras : of particle filters: `ess`, `resampled`, `evidence` (−∞ where it started again), `linear`
    """

    names: tuple[str, ...]
    readings: tuple[str, ...]
    t: Array
    mean: Array
    spread: Array
    predicted: Array
    innovation: Array
    expected_spread: Array
    nis: Array
    count: Integers
    covariance: Array | None = None
    extras: Mapping[str, Array] = field(default_factory=dict)
    scale: float = 1.0

    def __getitem__(self, name: str) -> Array:
        return np.asarray(self.mean[:, place_of(name, self.names)])

    def sigma(self, name: str) -> Array:
        """Return the standard deviation of an entry over time."""
        return np.asarray(self.spread[:, place_of(name, self.names)])


@dataclass(frozen=True)
class _Sample:
    """A sample that may have to be repeated: its time, the time and snapshot of the filter before it, its readings and inputs."""

    t: float
    before: float
    snapshot: Snapshot
    z: Array
    u: Array


class Estimator(ABC):
    """A filter on a model; see the top of this file."""

    name = "estimator"
    scale = 1.0
    """Likelihood scale: factor on the standard deviation of the readings."""

    @checked
    def __init__(self, model: Model, t: float = 0.0, memory: float = 0.0):
        if not model.channels:
            raise DescriptionError(
                f"machine {model.mechanism.name!r} has no sensor with noise to read: give m.gyroscope(…, noise=…), m.encoder(…), … "
                f"or name sensors with {setting('sensors')}."
            )
        if np.linalg.eigvalsh(model.covariance)[0] <= 0.0:
            bad = [c.name for i, c in enumerate(model.channels) if model.covariance[i, i] <= 0.0]
            raise DescriptionError(
                f"covariance of the readings is not positive definite: {', '.join(bad) or 'they are fully correlated'} without "
                "noise. Give every sensor its noise."
            )
        self.model, self.t, self.memory = model, float(t), float(memory)
        self._channel_places = {name: i for i, name in enumerate(model.readings)}
        self._input_places = {name: i for i, name in enumerate(model.mechanism.actuators)}
        self.u: Array = model.u.copy()
        self._past: deque[_Sample] = deque()

    @abstractmethod
    def propagate(self, t: float) -> None:
        """Move the estimate to a later time, without readings."""

    @abstractmethod
    def correct(self, z: Array) -> None:
        """Use readings of the present time, in the order of the model; NaN where one is missing, not all of them."""

    @abstractmethod
    def estimate(self) -> Estimate:
        """Return the mean, covariance and state at the present time."""

    def snapshot(self) -> Snapshot:
        """Return all that changes while the filter runs; late samples need it."""
        raise EstimationError(f"the {self.name} filter cannot go back in time: leave out {setting('memory')}.")

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot."""
        raise NotImplementedError

    def inputs_changed(self) -> None:  # noqa: B027, a filter that reads `u` itself needs nothing
        """React to a change of `u`."""

    def predict(self, t: float) -> None:
        """Move the estimate to a time."""
        self._can_reach(t)
        if t > self.t:
            self.propagate(t)
            self.t = t

    def _can_reach(self, t: float) -> None:
        """Refuse a time that the filter cannot go to, before anything has changed."""
        if not is_real(t) or not math.isfinite(t):
            raise DescriptionError(f"time {shown(t)} of the readings is not finite.")
        if t < self.t - 1e-12 * max(1.0, abs(self.t)):
            raise EstimationError(
                f"time goes backwards: the filter is at {self.t:g} s, the readings are of {float(t):g} s. Sort them, or give the "
                f"filter {setting('memory')} [s] to put late samples where they belong."
            )
        if t - self.t > LONGEST_WAIT:
            raise DescriptionError(f"time {t:g} s of the readings is {t - self.t:g} s after the last: give it in seconds.")

    def update(self, readings: Mapping[str, float]) -> None:
        """Use readings of the present time."""
        z = self.vector(readings)
        if np.any(np.isfinite(z)):
            self.correct(z)

    def step(self, t: float, readings: Mapping[str, float], inputs: Mapping[str, float] | None = None) -> Estimate:
        """Do one pass of a live loop: predict, update, estimate. Late samples need `memory`.

        The inputs hold from t on, until others are given; the prediction up to t, and the readings, use those before.
        """
        self.advance(t, readings, inputs)
        return self._known()

    def _known(self) -> Estimate:
        """Return the estimate; what a filter of a user gives instead is refused by name."""
        known: object = self.estimate()
        if not isinstance(known, Estimate):
            what = "None" if known is None else f"a {type(known).__name__}"
            raise DescriptionError(f"filter {self.name!r}: estimate returned {what}; return Estimate(…).")
        return known

    def advance(self, t: float, readings: Mapping[str, float], inputs: Mapping[str, float] | None = None) -> None:
        """Do `step` without the estimate, which `estimate()` gives when it is needed."""
        z, u = self.vector(readings), self._input_vector({} if inputs is None else inputs)
        if self.memory > 0.0 and is_real(t) and -math.inf < t < self.t:
            self._late(t, z, u)
            return
        self._can_reach(t)
        self._take(t, z, u)

    def _take(self, t: float, z: Array, u: Array) -> None:
        """Use a sample with its inputs. Readings that cannot be explained are remembered as missing, and raised."""
        if self.memory > 0.0:
            self._remember(t, z, u)
        try:
            self._advance(t, z)
        except IncompatibleReading:
            if self.memory > 0.0:
                self._past[-1] = replace(self._past[-1], z=np.full(z.size, np.nan))
            raise
        finally:
            self._use_inputs(u)

    def _advance(self, t: float, z: Array) -> None:
        self.predict(t)
        if np.any(np.isfinite(z)):
            self.correct(z)

    @one_thread()
    @checked
    def run(self, log: Log) -> Track:
        """Filter a whole log; the filter is then at its last time."""
        z, model, inputs = log.columns(self.model.readings), self.model, self._logged_inputs(log)
        rows = []
        for t, sample, u in zip(log.t, z, inputs, strict=True):
            self.predict(float(t))
            before = self._known()
            y, H = model.measured_linear(before.state.x, self.t, before.state.p, self.u)
            S = H @ before.covariance @ H.T + self.scale**2 * model.covariance
            there = np.isfinite(sample)
            nu = model.innovation(sample, y)[there]
            self._advance(self.t, sample)
            e = self._known()
            self._use_inputs(u)
            spread = np.sqrt(np.maximum(np.diag(e.covariance), 0.0))
            nis = nu @ np.linalg.solve(S[np.ix_(there, there)], nu)
            rows.append((e.mean, spread, y, np.diag(S), nis, there.sum(), e.covariance))
        return self._track(log.t, z, [np.array(column) for column in zip(*rows, strict=True)])

    def _track(self, t: Array, z: Array, columns: Sequence[Any], extras: Mapping[str, Array] | None = None) -> Track:
        """Return the record of a log: mean, spread, readings predicted, variances of the innovations, NIS, count, covariance."""
        mean, spread, y, variance, nis, count, covariance = columns
        innovation, expected = self.model.innovation(z, y), np.sqrt(np.maximum(variance, 0.0))
        return Track(
            self.model.names, self.model.readings, t, mean, spread, y, innovation, expected, nis, count, covariance,
            extras or {}, self.scale,
        )  # fmt: skip

    @checked
    def set_inputs(self, inputs: Mapping[str, float]) -> None:
        """Set constant inputs from the present time of the filter on."""
        u = self._input_vector(inputs)
        if self.memory > 0.0:
            self._remember(self.t, np.full(len(self._channel_places), np.nan), u)
        self._use_inputs(u)

    def _input_vector(self, inputs: Mapping[str, float]) -> Array:
        """Return inputs in the order of the machine; NaN where nothing new is given."""
        u = _in_order("input", inputs, self._input_places)
        if bad := [name for name in inputs if math.isnan(u[self._input_places[name]])]:
            raise DescriptionError(f"input {bad[0]!r} is not a number: give a finite number.")
        return u

    def _use_inputs(self, u: Array) -> None:
        """Take over the inputs that are given (not NaN)."""
        given = np.isfinite(u)
        if given.any():
            self.u[given] = u[given]
            self.inputs_changed()

    def _logged_inputs(self, log: Log) -> Array:
        """Return (samples, inputs): those that the log gives, NaN where it gives none."""
        u = np.full((len(log), len(self._input_places)), np.nan)
        for name, column in log.inputs.items():
            u[:, place_of(name, self._input_places, "no input {!r}.")] = column
        return u

    def _stretches(self, log: Log) -> Iterator[tuple[slice, float]]:
        """Yield parts of a log with equal intervals and inputs, each with its interval [s]: what one compiled call can do.

        The inputs of a sample are taken over after its part.
        """
        t = log.t
        if t.size == 0:
            raise DescriptionError("the log is empty.")
        if t[0] < self.t:
            raise DescriptionError(f"the log begins at {t[0]:g} s, the filter is at {self.t:g} s: time goes forwards.")
        h = np.diff(np.concatenate([[self.t], t]))
        ends = np.append(np.abs(np.diff(h)) > 1e-9 * np.maximum(h[:-1], 1e-300), True)
        u = self._logged_inputs(log)
        if log.inputs:  # a sample with new inputs is the last of its part
            ends[0] = True
            ends[1:] |= np.any((u[1:] != u[:-1]) & np.isfinite(u[1:]), axis=1)
        first = 0
        for last in np.flatnonzero(ends) + 1:
            yield slice(first, int(last)), float(h[first])
            self._use_inputs(u[last - 1])
            first = int(last)

    def vector(self, readings: Mapping[str, float]) -> Array:
        """Return readings in the order of the model; NaN where missing."""
        return _in_order("reading", readings, self._channel_places)

    def _remember(self, t: float, z: Array, u: Array) -> None:
        self._past.append(_Sample(t, self.t, self.snapshot(), z, u))
        while self._past and self._past[0].t < self.t - self.memory:
            self._past.popleft()

    def _late(self, t: float, z: Array, u: Array) -> None:
        """Go back to before a late sample, use it, and repeat what came after."""
        kept = list(self._past)
        first = next((k for k, sample in enumerate(kept) if sample.t >= t), None)
        if first is None or t < kept[first].before:
            raise EstimationError(
                f"a sample of {t:g} s is older than the filter remembers (from {kept[0].before if kept else self.t:g} s): raise "
                f"{setting('memory')}, or leave it out."
            )
        self._past = deque(kept[:first])
        self.restore(kept[first].snapshot)
        unexplained = None
        for when, readings, inputs in [(t, z, u), *((s.t, s.z, s.u) for s in kept[first:])]:
            try:
                self._take(when, readings, inputs)
            except IncompatibleReading as error:
                unexplained = unexplained or error
        if unexplained is not None:
            raise unexplained


class CompiledFilter(Estimator):
    """A filter with a cloud, whose loop over samples of equal intervals is compiled."""

    outputs: ClassVar[dict[int, tuple[str, ...]]]
    """Fields that the loop records after each step, each with the sizes of what is recorded."""

    def __init__(self, model: Model, prior: Prior, noise: ProcessNoise | None, step: float, scale: float, t: float, memory: float):
        super().__init__(model, t, memory)
        self.prior, self.noise = prior, noise or ProcessNoise()
        self.max_step, self.scale = float(step), float(scale)
        self._room, self._noise_step = (0, -1.0), 0.0
        self.cloud: Cloud

    def propagate(self, t: float) -> None:
        self._go(np.array([t]), np.full((1, len(self.model.channels)), np.nan), t - self.t, update=False)

    def correct(self, z: Array) -> None:
        self._go(np.array([self.t]), z[None, :], 0.0, update=True)

    def _can_reach(self, t: float) -> None:
        super()._can_reach(t)
        refuse_too_many(t - self.t, "step", self.max_step)

    def _advance(self, t: float, z: Array) -> None:
        """Predict and update in one call."""
        if not t > self.t:
            super()._advance(t, z)
            return
        h, self.t = t - self.t, t
        self._go(np.array([t]), z[None, :], h, update=True)

    def _go(self, t: Array, z: Array, h: float, *, update: bool) -> None:
        """Do steps of length h to the times t, with the readings z."""
        raise NotImplementedError

    def inputs_changed(self) -> None:
        self.cloud.set_inputs(self.u)

    def _prepare(self, t: Array, z: Array, h: float, *, update: bool) -> None:
        """Prepare the record for some steps of the same length h; 0: the readings are of the present time."""
        h, r = float(f"{h:.12g}"), self.cloud.record  # differences of times that are equal but for rounding
        if self._room != (t.size, h):
            self._make_room(t.size, h)
        r[at.TIMES], r[at.READINGS] = t, z
        r[at.DO_ADVANCE], r[at.DO_UPDATE] = int(h > 0), int(update)

    def _make_room(self, steps: int, h: float) -> None:
        """Allocate arrays for a number of steps, and set what depends on their length."""
        r, n_y = self.cloud.record, len(self.model.channels)
        if self._room[0] != steps:
            r.bind(at.TIMES, np.zeros(steps))
            r.bind(at.READINGS, np.zeros((steps, n_y)))
            for field, sizes in self.outputs.items():
                kind = np.int64 if field in (at.OUT_COUNT, at.OUT_RESAMPLED) else np.float64
                r.bind(field, np.zeros((steps, *(r.sizes[size] for size in sizes)), kind))
        refuse_too_many(h, "step", self.max_step)
        r[at.STEP_SIZE] = h
        r[at.SUBSTEPS] = max(1, int(np.ceil(h / self.max_step - 1e-9)))
        self._room = (steps, h)
        if h > 0 and h != self._noise_step:
            self._set_noise(h)
            self._noise_step = h

    def _set_noise(self, h: float) -> None:
        """Set the process noise of a step of length h."""
        raise NotImplementedError

    def _recorded(self, steps: int) -> list[Array]:
        """Return copies of what the last call recorded of its first steps."""
        return [self.cloud.record[field][:steps].copy() for field in self.outputs]


def _in_order(what: str, given: Mapping[str, float], places: Mapping[str, int]) -> Array:
    """Return numbers by name as a vector; NaN where none is given."""
    if not isinstance(given, Mapping):
        raise DescriptionError(f"{what}s are {shown(given)}: give a mapping of names to numbers.")
    out = np.full(len(places), np.nan)
    for name, value in given.items():
        if name not in places:
            place_of(name, places, f"no {what} {{!r}}.")
        if not is_real(value):
            raise DescriptionError(f"{what} {name!r} is {shown(value)}: give a number, or leave it out.")
        out[places[name]] = float(value)
        if math.isinf(value):
            raise DescriptionError(f"{what} {name!r} is infinite: give a finite number, or leave it out.")
    return out
