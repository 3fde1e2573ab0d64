"""Operations of a tape over other kinds of number than machine doubles.

`mpmath.mpf` settles a rank decision in 50 digits. An `Arithmetic` of the caller's own (intervals, dual numbers, complex
numbers for derivatives by the complex step) works as well.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from biela.base.dataclass import dataclass

Number = Any


@dataclass(frozen=True)
class Arithmetic:
    """Kind of number: how to make one from a double, and what every operation does."""

    convert: Callable[[Any], Number]  # double (or number of this kind) → number
    operations: Mapping[str, Callable[..., Number]]  # by name (`biela.kernel.operation`): function of one or two numbers
    dtype: type = object  # of arrays that hold such numbers


def arithmetic(number: type | Arithmetic) -> Arithmetic:
    """Return the arithmetic of `float` or `mpmath.mpf`; an `Arithmetic` is returned as it is."""
    if isinstance(number, Arithmetic):
        return number
    if number is float:
        return Arithmetic(np.float64, common(np.float64) | _functions_of_doubles(), np.float64)
    if number.__module__.startswith("mpmath"):
        return _mpmath()
    raise TypeError(f"no arithmetic for {number.__name__}: use float, mpmath.mpf or an Arithmetic of your own")


def common(convert: Callable[[Any], Number]) -> dict[str, Callable[..., Number]]:
    """Return the operations that follow from + − × ÷ and from the order of real parts. Functions that are not analytic look at the
    real part of a complex number: so the complex step needs it."""
    zero, one = convert(0.0), convert(1.0)

    def truth(condition: bool) -> Number:
        return one if condition else zero

    return {
        "assign": lambda x: x, "lift": lambda x, y: x, "printme": lambda x, y: x,
        "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv, "neg": operator.neg,
        "inv": lambda x: one / x, "sq": lambda x: x * x, "twice": lambda x: x + x, "fabs": lambda x: -x if x.real < 0 else x,
        "sign": lambda x: -one if x.real < 0 else one if x.real > 0 else x,
        "copysign": lambda x, y: -x if (x.real < 0) != (math.copysign(1.0, y.real) < 0) else x,
        "fmin": lambda x, y: x if x.real <= y.real or y.real != y.real else y,  # NaN gives the other one
        "fmax": lambda x, y: x if x.real >= y.real or y.real != y.real else y,
        "lt": lambda x, y: truth(x.real < y.real), "le": lambda x, y: truth(x.real <= y.real),
        "eq": lambda x, y: truth(x.real == y.real), "ne": lambda x, y: truth(x.real != y.real),
        "and": lambda x, y: truth(x.real != 0 and y.real != 0), "or": lambda x, y: truth(x.real != 0 or y.real != 0),
        "not": lambda x: truth(x.real == 0), "if_else_zero": lambda condition, x: x if condition.real != 0 else zero,
    }  # fmt: skip


# numpy's name of a function, where it has one for real and complex numbers alike
NUMPY = {
    "sqrt": np.sqrt, "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos,
    "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "asinh": np.arcsinh, "acosh": np.arccosh,
    "atanh": np.arctanh, "exp": np.exp, "log": np.log, "log1p": np.log1p, "expm1": np.expm1, "pow": np.power,
    "constpow": np.power,
}  # fmt: skip


def _functions_of_doubles() -> dict[str, Callable[..., Number]]:
    def remainder(x: float, y: float) -> float:
        return math.remainder(x, y) if math.isfinite(x) and not math.isnan(y) and y != 0 else math.nan

    return NUMPY | {
        "atan2": np.arctan2, "hypot": np.hypot, "floor": np.floor, "ceil": np.ceil, "fmod": np.fmod, "copysign": np.copysign,
        "remainder": lambda x, y: np.float64(remainder(float(x), float(y))), "erf": lambda x: np.float64(math.erf(x)),
    }  # fmt: skip


def _mpmath() -> Arithmetic:
    """Return numbers of as many digits as `mpmath.mp.dps` says at evaluation; outside its domain a function is NaN."""
    import mpmath

    def real(function: Callable[..., Number]) -> Callable[..., Number]:
        def guarded(*operands: Number) -> Number:
            try:
                value = function(*operands)
            except (ZeroDivisionError, ValueError):
                return mpmath.nan
            return mpmath.nan if isinstance(value, mpmath.mpc) else value

        return guarded

    def divide(x: Number, y: Number) -> Number:
        if y == 0:
            return mpmath.nan if x == 0 or mpmath.isnan(x) else mpmath.inf * mpmath.sign(x)
        return x / y

    functions = {name: real(getattr(mpmath, name)) for name in (
        "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh",
        "atanh", "exp", "log", "log1p", "expm1", "hypot", "floor", "ceil", "erf",
    )}  # fmt: skip
    functions |= {
        "div": divide, "inv": lambda x: divide(mpmath.mpf(1), x), "pow": real(mpmath.power), "constpow": real(mpmath.power),
        "fmod": real(lambda x, y: x - y * (mpmath.floor(x / y) if x / y >= 0 else mpmath.ceil(x / y))),
        "remainder": real(lambda x, y: x - y * mpmath.nint(x / y)),
    }  # fmt: skip
    return Arithmetic(mpmath.mpf, common(mpmath.mpf) | functions)
