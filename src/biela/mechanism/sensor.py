"""Sensors: named signals of points and frames, and how well they are read.

Joints, loads and networks give their own signals without being asked; a sensor says which of them are *measured*, and with what
errors. A reading is

    y = round_to(resolution, signal(t − delay) + bias + b(t) + n),       ḃ = drift · white noise,   n ~ N(0, noise²) or N(0, Σ)

drawn once for each sample; there are `rate` samples a second, and each is missing with probability `dropout`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, TypedDict

import numpy as np

from biela.errors import DescriptionError
from biela.mechanism.frame import Frame


class Imperfect(TypedDict, total=False):
    """Keywords of a sensor that say how well it reads; see `Errors`."""

    noise: Any
    covariance: Any
    bias: Any
    drift: Any
    resolution: Any
    delay: float
    rate: float | None
    dropout: float


@dataclass(frozen=True)
class Errors:
    """How a sensor errs; vectors have one entry for each of its readings, in their units.

    Attributes
    ----------
    noise : standard deviation of one sample
    covariance : of the readings of one sample, instead of `noise`, where they are correlated
    bias : constant offset
    drift : random walk of the offset [unit/√s]
    resolution : the step it is rounded to; 0: none
    delay : age of what it reads [s]
    rate : samples per second; None: one in every step of a filter
    dropout : part of the samples that are lost
    """

    noise: tuple[float, ...] = (0.0,)
    covariance: tuple[tuple[float, ...], ...] | None = None
    bias: tuple[float, ...] = (0.0,)
    drift: tuple[float, ...] = (0.0,)
    resolution: tuple[float, ...] = (0.0,)
    delay: float = 0.0
    rate: float | None = None
    dropout: float = 0.0

    @staticmethod
    def of(name: str, count: int, given: Mapping[str, Any]) -> Errors:
        """Checked errors of a sensor with `count` readings."""
        what = f"sensor {name!r}"
        known = [f.name for f in fields(Errors)]
        for key in given:
            if key not in known:
                raise DescriptionError(f"{what} has no {key!r}: its errors are {', '.join(known)}.")
        values: dict[str, Any] = {}
        for key in ("noise", "bias", "drift", "resolution"):
            if key in given:
                values[key] = _each(given[key], count, f"{key} of {what}", signed=key == "bias")
        if given.get("covariance") is not None:
            if "noise" in given:
                raise DescriptionError(f"{what}: give its noise or its covariance, not both.")
            values["covariance"] = _covariance(given["covariance"], count, what)
        for key in ("delay", "dropout"):
            if key in given:
                values[key] = _each(given[key], 1, f"{key} of {what}")[0]
        if values.get("dropout", 0.0) >= 1.0:
            raise DescriptionError(f"dropout of {what} is {values['dropout']:g}: it is the lost part, below 1.")
        if given.get("rate") is not None:
            (values["rate"],) = _each(given["rate"], 1, f"rate of {what}")
            if values["rate"] == 0.0:
                raise DescriptionError(f"rate of {what} is zero: give samples per second, or leave it out.")
        return Errors(**values)

    def spread(self, count: int) -> Any:
        """Covariance (count, count) of one sample: noise, and what rounding adds, resolution²/12."""
        rounding = np.broadcast_to(np.array(self.resolution) ** 2 / 12.0, (count,))
        noise = np.diag(np.broadcast_to(np.array(self.noise) ** 2, (count,)))
        return (noise if self.covariance is None else np.array(self.covariance)) + np.diag(rounding)


@dataclass(frozen=True)
class FrameSensor:
    """What a sensor at a frame reads, along some of its `axes`.

    - point, position: position of the origin, in ground axes [m]; its velocity and acceleration are signals too
    - gyroscope: angular velocity in the axes of the frame [rad/s]
    - accelerometer: specific force (acceleration minus gravity) in the axes of the frame [m/s²]
    - imu: both of them
    """

    name: str
    frame: Frame
    kind: Literal["point", "position", "gyroscope", "accelerometer", "imu"]
    axes: str = "xyz"
    errors: Errors = Errors()

    @property
    def readings(self) -> tuple[str, ...]:
        """The signals it measures."""
        quantities = {"gyroscope": ("rate_",), "accelerometer": ("acceleration_",), "imu": ("rate_", "acceleration_")}
        return tuple(f"{self.name}.{q}{axis}" for q in quantities.get(self.kind, ("",)) for axis in self.axes)


@dataclass(frozen=True)
class DistanceSensor:
    """Distance between two points [m] and its rate [m/s]; the distance is measured (a cable, a laser)."""

    name: str
    a: Frame
    b: Frame
    errors: Errors = Errors()

    @property
    def readings(self) -> tuple[str, ...]:
        return (f"{self.name}.length",)


@dataclass(frozen=True)
class UserSensor:
    """Any expression of signals, with a unit."""

    name: str
    law: object
    unit: str = ""
    errors: Errors = Errors()

    @property
    def readings(self) -> tuple[str, ...]:
        return (f"{self.name}.value",)


@dataclass(frozen=True)
class SignalSensor:
    """Measures signals that are there already: the angle of a joint, a pressure, a flow, a force.

    `period` is the turn after which an absolute encoder begins anew; 0: turns are counted.
    """

    name: str
    signals: tuple[str, ...]
    kind: str = "signal"
    period: float = 0.0
    errors: Errors = Errors()

    @property
    def readings(self) -> tuple[str, ...]:
        return self.signals


Sensor = FrameSensor | DistanceSensor | UserSensor | SignalSensor


def checked_axes(axes: Any, name: str) -> str:
    """Some of the letters x, y, z."""
    if not isinstance(axes, str) or not axes or any(a not in "xyz" for a in axes) or len(set(axes)) != len(axes):
        raise DescriptionError(f"axes of sensor {name!r} are {axes!r}: give some of 'xyz', such as 'z'.")
    return axes


def _each(value: Any, count: int, what: str, signed: bool = False) -> tuple[float, ...]:
    """One number for each reading; a single one holds for all."""
    try:
        if value is None or isinstance(value, str | bytes):
            raise TypeError
        numbers = np.atleast_1d(np.asarray(value, float))
    except (TypeError, ValueError):
        raise DescriptionError(f"{what} is {value!r}: give a number, or one for each of its readings.") from None
    if numbers.shape not in ((1,), (count,)):
        raise DescriptionError(f"{what} has {numbers.size} entries: give one, or one for each of its {count} readings.")
    if not np.all(np.isfinite(numbers)) or (not signed and numbers.min() < 0):
        raise DescriptionError(
            f"{what} is {value!r}: give finite numbers" + ("." if signed else " that are not negative.")
        )
    return tuple(float(x) for x in np.broadcast_to(numbers, (count,)))


def _covariance(value: Any, count: int, what: str) -> tuple[tuple[float, ...], ...]:
    try:
        matrix = np.asarray(value, float)
    except (TypeError, ValueError):
        raise DescriptionError(f"covariance of {what} is {value!r}: give a matrix of numbers.") from None
    if matrix.shape != (count, count):
        raise DescriptionError(f"covariance of {what} has shape {matrix.shape}: it has {count} readings.")
    if not np.allclose(matrix, matrix.T, rtol=1e-9, atol=0.0) or not np.all(np.isfinite(matrix)):
        raise DescriptionError(f"covariance of {what} is not symmetric and finite.")
    smallest = float(np.linalg.eigvalsh(matrix)[0])
    if smallest <= 0.0 or math.isnan(smallest):
        raise DescriptionError(
            f"covariance of {what} is not positive definite: its smallest eigenvalue is {smallest:.3g}. Correlations "
            "must be below one."
        )
    return tuple(tuple(float(x) for x in row) for row in matrix)
