"""Constants, sines, polynomials and Fourier series."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from biela.base.checked import checked
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element.declaration import function_element
from biela.element.role import Role, fixed, numbers
from biela.lie import array as xp
from biela.mechanism.motion.base import Function, Motion, Values
from biela.mechanism.parameter import Expression, Scalar, evaluate, refuse_free, scalar


@checked
@dataclass(frozen=True)
class Constant(Motion):
    """f = value."""

    value: Scalar

    def __call__(self, t: xp.Operand, values: Values = None) -> xp.Operand:
        return evaluate(self.value, values) + 0.0 * t

    @property
    def end(self) -> float | None:
        return 0.0


@checked
@dataclass(frozen=True)
class Sine(Motion):
    """f = offset + amplitude · sin(ω t + phase), ω = 2π / period."""

    amplitude: Scalar
    angular_frequency: Scalar  # [rad/s]
    phase: Scalar = 0.0  # [rad]
    offset: Scalar = 0.0

    def __call__(self, t: xp.Operand, values: Values = None) -> xp.Operand:
        A, w, phase, offset = (evaluate(x, values) for x in (self.amplitude, self.angular_frequency, self.phase, self.offset))
        return offset + A * xp.sin(w * t + phase)


@checked
@dataclass(frozen=True)
class Polynomial(Motion):
    """f = c₀ + c₁ t + c₂ t² + …"""

    coefficients: tuple[Scalar, ...]

    def __call__(self, t: xp.Operand, values: Values = None) -> xp.Operand:
        result: Any = 0.0 * t
        for c in reversed(self.coefficients):
            result = result * t + evaluate(c, values)
        return result


@checked
@dataclass(frozen=True)
class Fourier(Motion):
    """f = offset + Σ aₖ cos(k ω t) + bₖ sin(k ω t), k = 1, 2, …"""

    angular_frequency: float  # ω [rad/s]
    cosines: tuple[Scalar, ...]  # aₖ
    sines: tuple[Scalar, ...]  # bₖ
    offset: Scalar = 0.0

    @property
    def period(self) -> float:
        """2π / ω [s]."""
        return 2 * math.pi / self.angular_frequency

    def __call__(self, t: xp.Operand, values: Values = None) -> xp.Operand:
        result: Any = evaluate(self.offset, values) + 0.0 * t
        for k, (a, b) in enumerate(zip(self.cosines, self.sines, strict=True), 1):
            angle = k * self.angular_frequency * t
            result = result + evaluate(a, values) * xp.cos(angle) + evaluate(b, values) * xp.sin(angle)
        return result


@function_element("motions", "constant", value="y")
def constant(value: float) -> Constant:
    """A function that never changes."""
    return Constant(scalar(value, "the constant"))


@function_element("motions", "sine", amplitude="y", period="s", frequency="Hz", angular_frequency="rad/s", phase="rad", offset="y")
def sine(
    amplitude: Scalar, period: float | None = None, *, frequency: float | None = None,
    angular_frequency: Scalar | None = None, phase: Scalar = 0.0, offset: Scalar = 0.0,
) -> Sine:  # fmt: skip
    """offset + amplitude · sin(2π t / period + phase). Give the period [s], the frequency [Hz] or the angular frequency [rad/s]."""
    given = {"period": period, "frequency": frequency, "angular frequency": angular_frequency}
    chosen = [(k, scalar(x, f"{k} of a sine", positive=k != "angular frequency")) for k, x in given.items() if x is not None]
    if len(chosen) != 1:
        raise DescriptionError("sine: give either the period [s] or the frequency [Hz] or the angular frequency [rad/s].")
    ((kind, x),) = chosen
    omega = x if kind == "angular frequency" else 2 * math.pi * x if kind == "frequency" else 2 * math.pi / x
    A, angle, middle = (scalar(x, f"{k} of a sine") for k, x in (("amplitude", amplitude), ("phase", phase), ("offset", offset)))
    return Sine(A, omega, angle, middle)


@function_element("motions", "polynomial", coefficients=Role("coefficients", "y"))
def polynomial(*coefficients: Scalar) -> Polynomial:
    """c₀ + c₁ t + c₂ t² + …; two coefficients make a ramp."""
    return Polynomial(tuple(scalar(c, "a coefficient of a polynomial") for c in coefficients))


@function_element("motions", "fourier", period=fixed("s"), cosines=numbers("y"), sines=numbers("y"), offset="y")
@checked
def fourier(period: float, cosines: Sequence[Scalar] = (), sines: Sequence[Scalar] = (), *, offset: Scalar = 0.0) -> Fourier:
    """offset + Σ aₖ cos(2π k t / period) + bₖ sin(2π k t / period); the shorter list is filled up with zeros."""
    refuse_free((period,), "period of a Fourier series")
    cycle = float(scalar(period, "period of a Fourier series", positive=True))  # type: ignore[arg-type]
    n = max(len(cosines), len(sines))
    if not n:
        raise DescriptionError("fourier: give the factors of the cosines or of the sines, or use constant.")
    a, b = (
        tuple(scalar(x, "a factor of a Fourier series") for x in (*given, *[0.0] * (n - len(given)))) for given in (cosines, sines)
    )
    return Fourier(2 * math.pi / cycle, a, b, scalar(offset, "offset of a Fourier series"))


def function(x: Any, what: str) -> Function:
    """Return a function of one variable from a number, an expression, a motion or a Python function."""
    if isinstance(x, Motion) or (callable(x) and not isinstance(x, Expression)):
        return x  # type: ignore[no-any-return]
    listed = isinstance(x, list | tuple) or bool(getattr(x, "ndim", 0))
    if listed or isinstance(x, str | bytes | dict):
        points = " Points are joined by biela.motion.spline(t, y) or biela.table(t, y)." if listed else ""
        raise DescriptionError(
            f"{what} is {x!r}: give a number, an expression of parameters, a function such as lambda t: 0.1 * t**2, or a motion "
            f"such as biela.sine(0.5, period=2).{points}"
        )
    return Constant(scalar(x, what))
