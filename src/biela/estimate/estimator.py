"""What all filters have in common: predict, update, estimate; live steps with late and missing readings; whole logs.

An estimator holds the time t of its last reading. `step(t, readings)` is one turn of a live loop:

    predict(t)            from the time it has to that of the readings
    update(readings)      {name: value}; what is missing or NaN is left out
    estimate()            mean, covariance, state of the machine

A sample that comes late (older than the present time, but not older than `memory`) is put where it belongs: the filter goes back
to its state before it and repeats what came after. Without memory it is refused: time goes forwards.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.errors import BielaError, DescriptionError, UnknownName, nearest
from biela.simulate.state import State

from .log import Log
from .model import Model

Array = NDArray[np.float64]


class EstimationError(BielaError):
    """A filter cannot go on."""


class IncompatibleReading(EstimationError):
    """No particle, or no plausible state, explains the readings."""


@dataclass(frozen=True)
class Estimate:
    """What a filter knows at a time."""

    t: float
    names: tuple[str, ...]
    mean: Array
    covariance: Array
    state: State
    """The machine at the mean; any signal can be read from it."""
    angles: NDArray[np.bool_]
    branches: Mapping[tuple[int, ...], float] = field(default_factory=dict)
    """Probability of each assembly branch; empty where there is one only."""

    def __getitem__(self, name: str) -> float:
        return float(self.mean[self._place(name)])

    def sigma(self, name: str) -> float:
        """Standard deviation of an entry."""
        i = self._place(name)
        return float(np.sqrt(max(self.covariance[i, i], 0.0)))

    def interval(self, name: str, level: float = 0.95) -> tuple[float, float]:
        """Gaussian interval that holds the truth with the given probability."""
        from scipy.special import ndtri

        half = float(ndtri(0.5 + 0.5 * level)) * self.sigma(name)
        return self[name] - half, self[name] + half

    def _place(self, name: str) -> int:
        if name not in self.names:
            raise UnknownName(f"{name!r} is not estimated.{nearest(name, list(self.names))}")
        return self.names.index(name)


@dataclass(frozen=True)
class Track:
    """Estimates over a log.

    Attributes
    ----------
    t : (S,) times [s]
    mean, spread : (S, n) mean and standard deviation of the entries, after the readings of each time
    predicted, innovation : (S, m) readings expected before they came, and what came minus what was expected; NaN where missing
    expected_spread : (S, m) standard deviation of the innovation as the filter sees it; a likelihood scale does not count in it
    nis : (S,) innovationᵀ S⁻¹ innovation
    count : (S,) number of readings used
    extras : of particle filters: `ess`, `resampled`, `evidence`, `linear`
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
    count: NDArray[np.int64]
    covariance: Array | None = None
    extras: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Array:
        return np.asarray(self.mean[:, self._place(name)])

    def sigma(self, name: str) -> Array:
        """Standard deviation of an entry over time."""
        return np.asarray(self.spread[:, self._place(name)])

    def _place(self, name: str) -> int:
        if name not in self.names:
            raise UnknownName(f"{name!r} is not estimated.{nearest(name, list(self.names))}")
        return self.names.index(name)


class Estimator(ABC):
    """A filter on a model; see the top of this file."""

    name = "estimator"

    def __init__(self, model: Model, t: float = 0.0, memory: float = 0.0):
        if not model.channels:
            raise DescriptionError(
                f"machine {model.mechanism.name!r} has no sensor with noise to read: give m.gyroscope(…, noise=…), m.encoder(…), … "
                "or name sensors with `sensors=`."
            )
        smallest = float(np.linalg.eigvalsh(model.covariance)[0])
        if smallest <= 0.0:
            bad = [c.name for i, c in enumerate(model.channels) if model.covariance[i, i] <= 0.0]
            raise DescriptionError(
                f"covariance of the readings is not positive definite: {', '.join(bad) or 'they are fully correlated'} without "
                "noise. "
                "Give every sensor its noise."
            )
        self.model, self.t, self.memory = model, float(t), float(memory)
        self._channel_places = {name: i for i, name in enumerate(model.readings)}
        self._past: deque[tuple[float, Any, Array]] = deque()  # time before, snapshot before, readings

    # ------------------------------------------------------------------------------------------------ of each filter

    @abstractmethod
    def _predict(self, t: float) -> None:
        """To a later time."""

    @abstractmethod
    def _update(self, z: Array) -> None:
        """With readings at the present time; NaN where missing."""

    @abstractmethod
    def estimate(self) -> Estimate:
        """Mean, covariance and state at the present time."""

    @abstractmethod
    def snapshot(self) -> Any:
        """All that changes while the filter runs."""

    @abstractmethod
    def restore(self, snapshot: Any) -> None:
        """Back to a snapshot."""

    @abstractmethod
    def run(self, log: Log) -> Track:
        """A whole log in one compiled call; the filter is then at its last time."""

    # --------------------------------------------------------------------------------------------------------- common

    def predict(self, t: float) -> None:
        """Move the estimate to a time."""
        if not math.isfinite(t):
            raise DescriptionError(f"time {t} of the readings is not finite.")
        if t < self.t - 1e-12 * max(1.0, abs(self.t)):
            raise EstimationError(
                f"time goes backwards: the filter is at {self.t:g} s, the readings are of {t:g} s. Sort them, or give the filter "
                "memory=… [s] to put late samples where they belong."
            )
        if t > self.t:
            self._predict(t)
            self.t = t

    def update(self, readings: Mapping[str, float]) -> None:
        """Use readings of the present time."""
        z = self.vector(readings)
        if np.any(np.isfinite(z)):
            self._update(z)

    def step(self, t: float, readings: Mapping[str, float], inputs: Mapping[str, float] | None = None) -> Estimate:
        """One turn of a live loop: predict, update, estimate. Late samples need `memory`; inputs hold from here on."""
        self.advance(t, readings, inputs)
        return self.estimate()

    def advance(self, t: float, readings: Mapping[str, float], inputs: Mapping[str, float] | None = None) -> None:
        """`step` without the estimate, which can be asked for when it is needed."""
        if inputs is not None:
            self.set_inputs(inputs)
        z = self.vector(readings)
        if t < self.t and self.memory > 0.0:
            self._late(t, z)
            return
        if self.memory > 0.0:
            self._remember(z, t)
        self._advance(t, z)

    def _advance(self, t: float, z: Array) -> None:
        self.predict(t)
        if np.any(np.isfinite(z)):
            self._update(z)

    def set_inputs(self, inputs: Mapping[str, float]) -> None:
        """Constant inputs from now on."""
        names = list(self.model.mechanism.actuators)
        for name, value in inputs.items():
            if name not in names:
                raise UnknownName(f"no input {name!r}.{nearest(name, names)}")
            if not math.isfinite(value):
                raise DescriptionError(f"input {name!r} is {value}: give a finite number.")
            self.model.u[names.index(name)] = float(value)
        self._inputs_changed()

    def _inputs_changed(self) -> None:  # noqa: B027
        """For filters that keep a copy."""

    def vector(self, readings: Mapping[str, float]) -> Array:
        """Readings in the order of the model; NaN where missing."""
        places = self._channel_places
        z = np.full(len(places), np.nan)
        for name, value in readings.items():
            if name not in places:
                raise UnknownName(f"no reading {name!r}.{nearest(str(name), list(places))}")
            try:
                number = float(value)
            except (TypeError, ValueError):
                raise DescriptionError(f"reading {name!r} is {value!r}: give a number, or leave it out.") from None
            if math.isinf(number):
                raise DescriptionError(f"reading {name!r} is infinite: leave it out if it is missing.")
            z[places[name]] = number
        return z

    def _remember(self, z: Array, t: float) -> None:
        self._past.append((t, self.snapshot(), z))
        while self._past and self._past[0][0] < self.t - self.memory:
            self._past.popleft()

    def _late(self, t: float, z: Array) -> None:
        """Go back to before a late sample, use it, and repeat what came after."""
        kept = list(self._past)
        first = next((k for k, (when, _, _) in enumerate(kept) if when >= t), None)
        if first is None or t < kept[first][1][0]:
            raise EstimationError(
                f"a sample of {t:g} s is older than the filter remembers (from {kept[0][1][0] if kept else self.t:g} s): raise "
                "memory=…, or leave it out."
            )
        self._past = deque(kept[:first])
        self.restore(kept[first][1])
        again = [(t, z), *((when, own) for when, _, own in kept[first:])]
        for when, own in again:
            self._remember(own, when)
            self._advance(when, own)
