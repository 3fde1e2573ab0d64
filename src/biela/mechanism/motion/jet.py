"""A number with its first two derivatives: what a function of time returns for it are value, rate and acceleration.

    Jet.of(t)  =  (t, 1, 0)
    f(Jet.of(t))  =  (f, ḟ, f̈)            by the rules of sums, products and chains, exact to rounding

The components may be arrays: a whole trajectory is evaluated at once. NumPy's functions take a jet as they take a number, and
operators are NumPy's functions: `a + b` is `np.add(a, b)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from biela.lie.array import Operand


class Jet(NDArrayOperatorsMixin):
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

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Operand:
        """NumPy meets a jet: as an operand, or as the argument of one of its functions."""
        if method != "__call__":
            return NotImplemented
        if ufunc.__name__ in ("power", "float_power"):  # a number as exponent is not a jet: its own derivatives do not exist
            return _power(*inputs)
        rule = _RULES.get(ufunc.__name__)
        return NotImplemented if rule is None else rule(*map(_jet, inputs))

    def __repr__(self) -> str:
        return f"Jet({self.x}, {self.v}, {self.a})"


def _jet(x: Operand) -> Jet:
    return x if isinstance(x, Jet) else Jet(x)


def choose(condition: Operand, yes: Operand, no: Operand) -> Jet:
    """`yes` where the condition holds, else `no`."""
    yes, no = _jet(yes), _jet(no)
    return Jet(np.where(condition, yes.x, no.x), np.where(condition, yes.v, no.v), np.where(condition, yes.a, no.a))


def _product(f: Jet, g: Jet) -> Jet:
    return Jet(f.x * g.x, f.v * g.x + f.x * g.v, f.a * g.x + 2 * f.v * g.v + f.x * g.a)


def _quotient(f: Jet, g: Jet) -> Jet:
    return _product(f, g._chain(1 / g.x, -1 / g.x**2, 2 / g.x**3))


def _power(f: Operand, n: Operand) -> Jet:
    if isinstance(n, Jet):
        return np.exp(n * np.log(f))  # type: ignore[no-any-return]
    slope = n * np.power(f.x, n - 1) if n != 0 else 0.0 * f.x
    curvature = n * (n - 1) * np.power(f.x, n - 2) if n not in (0, 1) else 0.0 * f.x
    return f._chain(np.power(f.x, n), slope, curvature)  # type: ignore[no-any-return]


def _absolute(f: Jet) -> Jet:
    sign = np.where(f.x < 0, -1.0, 1.0)
    return Jet(sign * f.x, sign * f.v, sign * f.a)


def _sqrt(f: Jet) -> Jet:
    root = np.sqrt(f.x)
    return f._chain(root, 0.5 / root, -0.25 / (root * f.x))


def _tanh(f: Jet) -> Jet:
    th = np.tanh(f.x)
    return f._chain(th, 1 - th**2, -2 * th * (1 - th**2))


def _tan(f: Jet) -> Jet:
    t = np.tan(f.x)
    return f._chain(t, 1 + t**2, 2 * t * (1 + t**2))


def _compared(ufunc: Any) -> Callable[[Jet, Jet], Any]:
    return lambda f, g: ufunc(f.x, g.x)


_RULES: dict[str, Callable[..., Any]] = {
    "add": lambda f, g: Jet(f.x + g.x, f.v + g.v, f.a + g.a), "subtract": lambda f, g: Jet(f.x - g.x, f.v - g.v, f.a - g.a),
    "multiply": _product, "divide": _quotient, "negative": lambda f: Jet(-f.x, -f.v, -f.a), "positive": lambda f: f,
    "square": lambda f: _product(f, f), "absolute": _absolute, "fabs": _absolute, "tan": _tan, "sqrt": _sqrt, "tanh": _tanh,
    "sin": lambda f: f._chain(np.sin(f.x), np.cos(f.x), -np.sin(f.x)),
    "cos": lambda f: f._chain(np.cos(f.x), -np.sin(f.x), -np.cos(f.x)),
    "exp": lambda f: f._chain(np.exp(f.x), np.exp(f.x), np.exp(f.x)),
    "log": lambda f: f._chain(np.log(f.x), 1 / f.x, -1 / f.x**2),
    "arctan": lambda f: f._chain(np.arctan(f.x), 1 / (1 + f.x**2), -2 * f.x / (1 + f.x**2) ** 2),
    **dict.fromkeys(("minimum", "fmin"), lambda f, g: choose(f.x <= g.x, f, g)),
    **dict.fromkeys(("maximum", "fmax"), lambda f, g: choose(f.x >= g.x, f, g)),
    **{u.__name__: _compared(u) for u in (np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal)},
}  # fmt: skip
