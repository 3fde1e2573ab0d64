"""Sensors: named signals of points and frames, and how well they are read.

Joints, loads and networks give their own signals without being asked; a sensor says which of them are *measured*, and with what
errors. A reading is

    y = round_to(resolution, signal(t − delay) + bias + b(t) + n),       ḃ = drift · white noise,   n ~ N(0, noise²) or N(0, Σ)

drawn once for each sample; there are `rate` samples per second, and each is missing with probability `dropout`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from types import SimpleNamespace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from biela.base.checked import checked, guard
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element.declaration import Element, MakeSymbol, family
from biela.element.role import Role, data, inline, matrix
from biela.element.units import check_unit
from biela.element.uses import who
from biela.lie.array import Operand
from biela.mechanism.attached import Machine, Signals

POSITION, VELOCITY, DYNAMICS = 0, 1, 2
LEVELS = (None, POSITION, VELOCITY, DYNAMICS)
VIEWS: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "frame": {"rotation": (3, 3)} | dict.fromkeys(
        ("position", "velocity", "angular_velocity", "acceleration", "own_angular_velocity", "own_acceleration", "own_gravity"),
        (3,),
    ),
    "line": {"length": (), "rate": ()},
    "relative": {"rotation": (3, 3)} | dict.fromkeys(
        ("position", "velocity", "acceleration", "angular_velocity", "angular_acceleration"), (3,)
    ),
    "signals": {},
}  # fmt: skip
"""View of a sensor → the shapes of its quantities; signals are seen by name."""


def needs(quantity: str) -> int:
    """Level of a quantity that a sensor sees, by its name."""
    if "acceleration" in quantity:
        return DYNAMICS
    return VELOCITY if quantity == "rate" or "velocity" in quantity else POSITION


READINGS = Role("readings", "any")
"""One number for all readings of a sensor, or one for each."""


@family
class Errors:
    """Errors of a sensor; vectors have one entry for each of its readings, in their units; see the head of this file."""

    noise: tuple[float, ...] = data(READINGS, default=(0.0,), about="standard deviation of one sample")
    covariance: tuple[tuple[float, ...], ...] | None = data(
        matrix(), default=None, about="of the readings of one sample, instead of `noise`, where they are correlated"
    )
    bias: tuple[float, ...] = data(READINGS, default=(0.0,), about="constant offset")
    drift: tuple[float, ...] = data(READINGS, default=(0.0,), about="random walk of the offset, per square root of a second")
    resolution: tuple[float, ...] = data(READINGS, default=(0.0,), about="step it is rounded to")
    delay: float = data("s", default=0.0, about="age of what it reads")
    rate: float | None = data("Hz", default=None, about="samples per second; one in every step of a filter if omitted")
    dropout: float = data("1", default=0.0, about="part of the samples that are lost")

    @staticmethod
    @checked(nonnegative=("count",))
    def of(name: str, count: int, given: Mapping[str, Any]) -> Errors:
        """Checked errors of a sensor with `count` readings."""
        what, known = f"sensor {name!r}", [f.name for f in fields(Errors)]
        if unknown := [key for key in given if key not in known]:
            raise DescriptionError(f"{what} has no {unknown[0]!r}: its errors are {', '.join(known)}.")
        values: dict[str, Any] = {
            key: _each(given[key], count, f"{key} of {what}", signed=key == "bias")
            for key in ("noise", "bias", "drift", "resolution")
            if key in given
        }
        if given.get("covariance") is not None:
            if "noise" in given:
                raise DescriptionError(f"{what}: give its noise or its covariance, not both.")
            values["covariance"] = _covariance(given["covariance"], count, what)
        for key in ("delay", "dropout", "rate"):
            if key in given and (key != "rate" or given[key] is not None):
                (values[key],) = _each(given[key], 1, f"{key} of {what}")
        if values.get("dropout", 0.0) >= 1.0:
            raise DescriptionError(f"dropout of {what} is {values['dropout']:g}: it is the lost part, below 1.")
        if values.get("rate") == 0.0:
            raise DescriptionError(f"rate of {what} is zero: give samples per second, or leave it out.")
        return Errors(**values)

    @checked(nonnegative=("count",))
    def spread(self, count: int) -> Any:
        """Covariance (count, count) of one sample: noise, and what rounding adds, resolution²/12."""
        rounding = np.broadcast_to(np.array(self.resolution) ** 2 / 12.0, (count,))
        noise = np.diag(np.broadcast_to(np.array(self.noise) ** 2, (count,)))
        return (noise if self.covariance is None else np.array(self.covariance)) + np.diag(rounding)

    @checked(ndim={"t": (1,), "signals": (2,)})
    def read(self, t: ArrayLike, signals: ArrayLike, rng: np.random.Generator) -> Any:
        """Readings (S, n) of true signals at times t, NaN where one is missing.

        Noise, then drift and dropouts, are drawn if there are any. A delayed sensor shows the signal of `delay` ago (at first
        that of the first time); a slow one is silent between its samples.
        """
        t, signals = np.asarray(t, float), np.asarray(signals, float)
        if len(t) != len(signals):
            raise DescriptionError(f"read: there are {len(t)} times and {len(signals)} rows of signals: give one for each.")
        (S, n), step = signals.shape, float(np.diff(t).mean()) if t.size > 1 else 0.0
        values, vectors = np.linalg.eigh(replace(self, resolution=(0.0,)).spread(n))
        noise = rng.standard_normal((S, n)) @ (vectors * np.sqrt(np.maximum(values, 0.0))).T
        walk, silent = np.zeros((S, n)), np.zeros(S, bool)
        if np.any(self.drift) or self.dropout > 0.0:
            walk = np.cumsum(rng.standard_normal((S, n)), axis=0) * np.sqrt(step) * np.array(self.drift)
            silent = np.asarray(rng.random(S) < self.dropout)
        y = np.column_stack([np.interp(t - self.delay, t, column) for column in signals.T])
        y = y + np.array(self.bias) + walk + noise
        resolution = np.broadcast_to(np.array(self.resolution), (n,))
        y = np.where(resolution > 0, np.round(y / np.where(resolution > 0, resolution, 1.0)) * resolution, y)
        if self.rate is not None and step > 0.0 and self.rate * step < 1.0 - 1e-9:
            silent |= np.floor(t * self.rate + 1e-9) <= np.floor((t - step) * self.rate + 1e-9)
        y[silent] = np.nan
        return y


@dataclass(frozen=True)
class Output:
    """A signal that a sensor gives, or three of them.

    Attributes
    ----------
    name : of the quantity; of three, the text before x, y and z
    level : what it needs: POSITION, VELOCITY or DYNAMICS (accelerations and reactions); None if that follows from the signals
        that the sensor uses
    value : the quantity, of what the sensor sees
    """

    name: str
    unit: str
    level: int | None
    value: Callable[[Any], Any]
    vector: bool = False


@family
class Sensor(Element):
    """Something that is measured.

    Attributes
    ----------
    view : what it sees: "frame", "line", or "signals" (of the machine, by name)
    outputs : signals of its own, `name.quantity`
    period : turn after which its reading begins anew [rad]; 0 where turns are counted
    """

    errors: Errors = data(inline(Errors), default=Errors(), kw_only=True)

    section: ClassVar[str] = "sensors"
    home: ClassVar[str] = "biela.mechanism.mechanism"
    view: ClassVar[str] = "signals"
    outputs: ClassVar[Any] = ()
    period: ClassVar[Any] = 0.0

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if isinstance(cls.view, str) and cls.view not in VIEWS:
            raise DescriptionError(f"{who(cls)}: view is {cls.view!r}; give one of {', '.join(VIEWS)}.")

    def checked(self, machine: Machine) -> Self:
        given: Any = self.errors
        return replace(self, errors=Errors.of(self.name, len(self.readings), given))

    def flaws(self) -> list[str]:
        """Outputs of one name, units that biela does not know, levels that do not exist, readings that it does not give."""
        names = [output.name for output in self.outputs]
        found = [f"it has two outputs {name!r}; name each once" for name in dict.fromkeys(names) if names.count(name) > 1]
        for output in self.outputs:
            if wrong := check_unit(output.unit):
                found.append(f"unit of output {output.name!r}: {wrong}")
            if output.level not in LEVELS[self.view != "signals" :]:
                found.append(f"level of output {output.name!r} is {output.level!r}; give POSITION, VELOCITY or DYNAMICS")
        own = Sensor.readings.fget(self)  # type: ignore[attr-defined]
        return found + [
            f"it reads {reading!r}, which it does not give; it gives {', '.join(own) or 'nothing'}. Correct `outputs`, or "
            "`measured` or `readings`"
            for reading in self.readings
            if reading not in own and (self.view != "signals" or reading.startswith(f"{self.name}."))
        ]

    def expressions(self, symbol: MakeSymbol, signals: Signals) -> list[Operand] | None:
        quantities = VIEWS[self.view]
        view = SimpleNamespace(**{name: symbol(name, *shape) for name, shape in quantities.items()})
        facts = [symbol(f"{o.name} [{o.unit}] {o.level} {o.vector}") for o in self.outputs]
        return [*facts, *(o.value(view if quantities else signals) for o in self.outputs)]

    @property
    def readings(self) -> tuple[str, ...]:
        """The signals that it measures."""
        return tuple(f"{self.name}.{output.name}{axis}" for output in self.outputs for axis in ("xyz" if output.vector else ("",)))


def _each(value: Any, count: int, what: str, signed: bool = False) -> tuple[float, ...]:
    """Return one number for each reading; a single one holds for all."""
    try:
        if value is None or isinstance(value, str | bytes):
            raise TypeError
        numbers = np.atleast_1d(np.asarray(value, float))
    except (TypeError, ValueError, OverflowError):
        raise DescriptionError(f"{what} is {value!r}: give a number, or one for each of its readings.") from None
    if numbers.shape not in ((1,), (count,)):
        raise DescriptionError(f"{what} has {numbers.size} entries: give one, or one for each of its {count} readings.")
    if not np.all(np.isfinite(numbers)) or (not signed and numbers.min() < 0):
        raise DescriptionError(f"{what} is {value!r}: give finite numbers" + ("." if signed else " that are not negative."))
    return tuple(float(x) for x in np.broadcast_to(numbers, (count,)))


def _covariance(value: Any, count: int, what: str) -> tuple[tuple[float, ...], ...]:
    try:
        matrix = np.asarray(value, float)
    except (TypeError, ValueError, OverflowError):
        raise DescriptionError(f"covariance of {what} is {value!r}: give a matrix of numbers.") from None
    if matrix.shape != (count, count):
        raise DescriptionError(f"covariance of {what} has shape {matrix.shape}: it has {count} readings.")
    if not np.allclose(matrix, matrix.T, rtol=1e-9, atol=0.0) or not np.all(np.isfinite(matrix)):
        raise DescriptionError(f"covariance of {what} is not symmetric and finite.")
    if not (smallest := float(np.linalg.eigvalsh(matrix)[0])) > 0.0:
        why = f"its smallest eigenvalue is {smallest:.3g}. Correlations must be below one."
        raise DescriptionError(f"covariance of {what} is not positive definite: {why}")
    return tuple(map(tuple, matrix.tolist()))


guard(__name__)
