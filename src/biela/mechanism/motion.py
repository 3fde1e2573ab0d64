"""Functions of time (or of any other variable): prescribed motions, loads, inputs, curves.

A function is written once and evaluated on numbers or on symbols, so that its derivatives are exact and it is
compiled with the equations. A plain Python function of the variable serves as well: `lambda t: 0.1 * t**2`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from biela.errors import DescriptionError
from biela.lie import array as xp
from biela.mechanism.parameter import Expression, Scalar, evaluate, refuse_free, scalar


@dataclass(frozen=True)
class Constant:
    """f = value."""

    value: Scalar

    def __call__(self, t: Any, values: Any = None) -> Any:
        return evaluate(self.value, values) + 0.0 * t


@dataclass(frozen=True)
class Sine:
    """f = offset + amplitude · sin(ω t + phase), ω = 2π / period."""

    amplitude: Scalar
    angular_frequency: Scalar  # [rad/s]
    phase: Scalar = 0.0  # [rad]
    offset: Scalar = 0.0

    def __call__(self, t: Any, values: Any = None) -> Any:
        A, w, phase, offset = (
            evaluate(x, values) for x in (self.amplitude, self.angular_frequency, self.phase, self.offset)
        )
        return offset + A * xp.sin(w * t + phase)


@dataclass(frozen=True)
class Polynomial:
    """f = c₀ + c₁ t + c₂ t² + …"""

    coefficients: tuple[Scalar, ...]

    def __call__(self, t: Any, values: Any = None) -> Any:
        result: Any = 0.0 * t
        for c in reversed(self.coefficients):
            result = result * t + evaluate(c, values)
        return result


@dataclass(frozen=True)
class Step:
    """From `before` to `after` at t = start, within `rise` by the quintic 10 s³ − 15 s⁴ + 6 s⁵ (twice differentiable)."""

    before: Scalar
    after: Scalar
    start: float = 0.0
    rise: float = 0.1

    def __call__(self, t: Any, values: Any = None) -> Any:
        before, after = evaluate(self.before, values), evaluate(self.after, values)
        s = xp.fmin(xp.fmax((t - self.start) / self.rise, 0.0), 1.0)
        return before + (after - before) * s**3 * (10.0 - 15.0 * s + 6.0 * s**2)


@dataclass(frozen=True)
class Table:
    """Straight lines through the points (x, y); constant beyond both ends."""

    x: tuple[float, ...]
    y: tuple[float, ...]

    def __call__(self, t: Any, values: Any = None) -> Any:
        result = self.y[0] + 0.0 * t
        for x0, x1, y0, y1 in zip(self.x[:-1], self.x[1:], self.y[:-1], self.y[1:], strict=True):
            result = result + (y1 - y0) * xp.fmin(xp.fmax((t - x0) / (x1 - x0), 0.0), 1.0)
        return result


Function: TypeAlias = Constant | Sine | Polynomial | Step | Table | Callable[[Any], Any]
_TYPES = (Constant, Sine, Polynomial, Step, Table)


def function(x: Any, what: str) -> Function:
    """A function of one variable from a number, an expression, one of the classes above or a Python function."""
    if isinstance(x, _TYPES) or (callable(x) and not isinstance(x, Expression)):
        return x  # type: ignore[no-any-return]
    return Constant(scalar(x, what))


def is_motion(x: Any) -> bool:
    """Whether x is one of the functions of this module."""
    return isinstance(x, _TYPES)


def call(f: Function, t: Any, values: Any = None) -> Any:
    """Value of f at t, with the parameters inside replaced by `values`."""
    value = f(t, values) if isinstance(f, _TYPES) else f(t)
    return value.evaluate(values) if isinstance(value, Expression) else value


def constant(value: float) -> Constant:
    """A function that never changes."""
    return Constant(scalar(value, "the constant"))


def sine(
    amplitude: Scalar,
    period: float | None = None,
    *,
    frequency: float | None = None,
    phase: Scalar = 0.0,
    offset: Scalar = 0.0,
) -> Sine:
    """offset + amplitude · sin(2π t / period + phase). Give the period [s] or the frequency [Hz]."""
    if (period is None) == (frequency is None):
        raise DescriptionError("sine: give either the period [s] or the frequency [Hz].")
    cycles = scalar(frequency if period is None else period, "frequency or period of a sine", positive=True)
    omega = 2 * math.pi * cycles if period is None else 2 * math.pi / cycles
    numbers = (
        scalar(amplitude, "amplitude of a sine"),
        omega,
        scalar(phase, "phase of a sine"),
        scalar(offset, "offset of a sine"),
    )
    return Sine(*numbers)


def polynomial(*coefficients: Scalar) -> Polynomial:
    """c₀ + c₁ t + c₂ t² + …; two coefficients make a ramp."""
    return Polynomial(tuple(scalar(c, "a coefficient of a polynomial") for c in coefficients))


def step(after: Scalar, *, before: Scalar = 0.0, start: float = 0.0, rise: float = 0.1) -> Step:
    """A smooth step; see `Step`."""
    for value, what in ((start, "start"), (rise, "rise time")):
        refuse_free((value,), f"{what} of a step")
    before, after = scalar(before, "value before a step"), scalar(after, "value after a step")
    begin, width = scalar(start, "start of a step"), scalar(rise, "rise time of a step", positive=True)
    return Step(before, after, float(begin), float(width))  # type: ignore[arg-type]


def table(x: Sequence[float], y: Sequence[float]) -> Table:
    """Straight lines through given points."""
    try:
        X, Y = np.asarray(x, float), np.asarray(y, float)
    except (TypeError, ValueError):
        X = Y = np.zeros(0)
    if X.ndim != 1 or X.shape != Y.shape or X.size < 2 or not (np.all(np.isfinite(X)) and np.all(np.isfinite(Y))):
        raise DescriptionError("table: give two equally long lists of finite numbers, two points at least.")
    if np.any(np.diff(X) <= 0):
        raise DescriptionError("table: the first column must increase from point to point.")
    return Table(tuple(map(float, X)), tuple(map(float, Y)))
