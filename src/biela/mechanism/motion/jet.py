"""A number with its first two derivatives: what a function of time returns for it are value, rate and acceleration.

    Jet.of(t)  =  (t, 1, 0)
    f(Jet.of(t))  =  (f, ḟ, f̈)            by the rules of sums, products and chains, exact to rounding

The components may be arrays: a whole trajectory is evaluated at once. NumPy's functions take a jet as they take a number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.lie.array import Operand

Array = NDArray[np.float64]


class Jet:
    """Value x, rate v and acceleration a of a quantity that changes in time."""

    __slots__ = ("a", "v", "x")

    def __init__(self, x: Operand, v: Operand = 0.0, a: Operand = 0.0):
        self.x, self.v, self.a = x, v, a

    @classmethod
    def of(cls, t: Operand) -> Jet:
        """Time itself."""
        t = np.asarray(t, float)
        return cls(t, np.ones_like(t), np.zeros_like(t))

    def _chain(self, f: Operand, slope: Operand, curvature: Operand) -> Jet:
        """f(x) from its derivatives there."""
        return Jet(f, slope * self.v, slope * self.a + curvature * self.v**2)

    def __add__(self, other: Operand) -> Jet:
        other = _jet(other)
        return Jet(self.x + other.x, self.v + other.v, self.a + other.a)

    __radd__ = __add__

    def __neg__(self) -> Jet:
        return Jet(-self.x, -self.v, -self.a)

    def __pos__(self) -> Jet:
        return self

    def __sub__(self, other: Operand) -> Jet:
        return self + (-_jet(other))

    def __rsub__(self, other: Operand) -> Jet:
        return _jet(other) + (-self)

    def __mul__(self, other: Operand) -> Jet:
        other = _jet(other)
        return Jet(
            self.x * other.x, self.v * other.x + self.x * other.v, self.a * other.x + 2 * self.v * other.v + self.x * other.a
        )

    __rmul__ = __mul__

    def __truediv__(self, other: Operand) -> Jet:
        other = _jet(other)
        inverse: Jet = other._chain(1 / other.x, -1 / other.x**2, 2 / other.x**3)
        return self * inverse

    def __rtruediv__(self, other: Operand) -> Jet:
        return _jet(other) / self

    def __pow__(self, n: Operand) -> Jet:
        if isinstance(n, Jet):
            return np.exp(n * np.log(self))  # type: ignore[no-any-return]
        slope = n * np.power(self.x, n - 1) if n != 0 else 0.0 * self.x
        curvature = n * (n - 1) * np.power(self.x, n - 2) if n not in (0, 1) else 0.0 * self.x
        return self._chain(np.power(self.x, n), slope, curvature)

    def __rpow__(self, base: Operand) -> Jet:
        return np.exp(self * np.log(base))  # type: ignore[no-any-return]

    def __abs__(self) -> Jet:
        sign = np.where(self.x < 0, -1.0, 1.0)
        return Jet(sign * self.x, sign * self.v, sign * self.a)

    def __lt__(self, other: Operand) -> Operand:
        return self.x < _jet(other).x

    def __le__(self, other: Operand) -> Operand:
        return self.x <= _jet(other).x

    def __gt__(self, other: Operand) -> Operand:
        return self.x > _jet(other).x

    def __ge__(self, other: Operand) -> Operand:
        return self.x >= _jet(other).x

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Operand:
        """NumPy meets a jet: as an operand next to an array, or as the argument of one of its functions."""
        rule = _RULES.get(ufunc.__name__)
        return NotImplemented if rule is None or method != "__call__" else rule(*inputs)

    def __repr__(self) -> str:
        return f"Jet({self.x}, {self.v}, {self.a})"


def _jet(x: Operand) -> Jet:
    return x if isinstance(x, Jet) else Jet(x, 0.0, 0.0)


def choose(condition: Operand, yes: Operand, no: Operand) -> Jet:
    """`yes` where the condition holds, else `no`."""
    yes, no = _jet(yes), _jet(no)
    return Jet(np.where(condition, yes.x, no.x), np.where(condition, yes.v, no.v), np.where(condition, yes.a, no.a))


def _sqrt(x: Jet) -> Jet:
    root = np.sqrt(x.x)
    return x._chain(root, 0.5 / root, -0.25 / (root * x.x))


def _tanh(x: Jet) -> Jet:
    th = np.tanh(x.x)
    return x._chain(th, 1 - th**2, -2 * th * (1 - th**2))


def _tan(x: Jet) -> Jet:
    t = np.tan(x.x)
    return x._chain(t, 1 + t**2, 2 * t * (1 + t**2))


def _smaller(a: Operand, b: Operand) -> Jet:
    return choose(_jet(a).x <= _jet(b).x, a, b)


def _larger(a: Operand, b: Operand) -> Jet:
    return choose(_jet(a).x >= _jet(b).x, a, b)


_RULES: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: _jet(a) + b, "subtract": lambda a, b: _jet(a) - b, "multiply": lambda a, b: _jet(a) * b,
    "divide": lambda a, b: _jet(a) / b, "true_divide": lambda a, b: _jet(a) / b, "negative": lambda a: -a,
    "positive": lambda a: a, "power": lambda a, b: a**b if isinstance(a, Jet) else b.__rpow__(a),
    "float_power": lambda a, b: a**b, "square": lambda a: a * a, "absolute": abs, "fabs": abs,
    "sin": lambda a: a._chain(np.sin(a.x), np.cos(a.x), -np.sin(a.x)),
    "cos": lambda a: a._chain(np.cos(a.x), -np.sin(a.x), -np.cos(a.x)),
    "exp": lambda a: a._chain(np.exp(a.x), np.exp(a.x), np.exp(a.x)),
    "log": lambda a: a._chain(np.log(a.x), 1 / a.x, -1 / a.x**2),
    "arctan": lambda a: a._chain(np.arctan(a.x), 1 / (1 + a.x**2), -2 * a.x / (1 + a.x**2) ** 2),
    "tan": _tan, "sqrt": _sqrt, "tanh": _tanh, "minimum": _smaller, "fmin": _smaller, "maximum": _larger, "fmax": _larger,
    "less": lambda a, b: _jet(a).x < _jet(b).x, "less_equal": lambda a, b: _jet(a).x <= _jet(b).x,
    "greater": lambda a, b: _jet(a).x > _jet(b).x, "greater_equal": lambda a, b: _jet(a).x >= _jet(b).x,
}  # fmt: skip
