"""Named parameters and the arithmetic that may be done with them.

A free parameter is an input of the compiled kernels: sweeps, identification and filters change it without
compiling again. Values that depend on it are kept as small expression trees,

    length = m.parameter("length", 1.2, "m")
    m.body("rod", mass=3 * length, com=(length / 2, 0, 0))

which are evaluated with numbers (the nominal values) or with symbols (when equations are derived).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, Union

import numpy as np

from biela.errors import DescriptionError

_FUNCTIONS: dict[str, Callable[..., float]] = {
    "sqrt": math.sqrt, "sin": math.sin, "cos": math.cos, "tan": math.tan, "arctan": math.atan,
    "exp": math.exp, "log": math.log, "fabs": math.fabs,
}  # fmt: skip
_CASADI_NAMES = {"arctan": "atan"}


class Expression:
    """An arithmetic expression of parameters: + − * / ** and, through numpy, sqrt sin cos tan arctan exp log fabs."""

    __slots__ = ("arguments", "operation")

    def __init__(self, operation: str, *arguments: Any):
        self.operation = operation
        self.arguments = arguments

    def evaluate(self, values: Mapping[str, Any] | None = None) -> Any:
        """Value with each parameter replaced by `values[name]` (number or symbol), or by its nominal value."""
        arguments = [evaluate(a, values) for a in self.arguments]
        match self.operation:
            case "+":
                return arguments[0] + arguments[1]
            case "*":
                return arguments[0] * arguments[1]
            case "/":
                return arguments[0] / arguments[1]
            case "**":
                return arguments[0] ** arguments[1]
            case name:
                (x,) = arguments
                if isinstance(x, int | float):
                    return _FUNCTIONS[name](x)
                import casadi

                return getattr(casadi, _CASADI_NAMES.get(name, name))(x)

    def parameters(self) -> set[Parameter]:
        """The parameters that appear in it."""
        return {p for a in self.arguments if isinstance(a, Expression) for p in a.parameters()}

    def __add__(self, other: Any) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented  # numpy adds it to each entry; so for the other operations
        return self if _is(other, 0) else Expression("+", self, _operand(other))

    __radd__ = __add__

    def __neg__(self) -> Any:
        return Expression("*", -1.0, self)

    def __pos__(self) -> Any:
        return self

    def __sub__(self, other: Any) -> Any:
        return NotImplemented if isinstance(other, np.ndarray) else self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return (-self) + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented
        if _is(other, 0):
            return 0.0
        return self if _is(other, 1) else Expression("*", self, _operand(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented
        return self if _is(other, 1) else Expression("/", self, _operand(other))

    def __rtruediv__(self, other: Any) -> Any:
        return 0.0 if _is(other, 0) else Expression("/", _operand(other), self)

    def __pow__(self, other: Any) -> Any:
        return Expression("**", self, _operand(other))

    def __repr__(self) -> str:
        if self.operation in ("+", "*", "/", "**"):
            a, b = (repr(x) for x in self.arguments)
            return f"({a} {self.operation} {b})"
        return f"{self.operation}({self.arguments[0]!r})"


def _unary(name: str) -> Callable[[Expression], Expression]:
    return lambda self: Expression(name, self)


for _name in _FUNCTIONS:
    setattr(Expression, _name, _unary(_name))  # numpy calls x.sqrt() for np.sqrt(x)
setattr(Expression, "__abs__", _unary("fabs"))


class Parameter(Expression):
    """A named free parameter with its nominal value and unit."""

    __slots__ = ("name", "unit", "value")

    def __init__(self, name: str, value: float, unit: str = ""):
        super().__init__("parameter")
        if not math.isfinite(value):
            raise DescriptionError(f"parameter {name!r} is {value}: give a finite nominal value.")
        self.name, self.value, self.unit = name, float(value), unit

    def evaluate(self, values: Mapping[str, Any] | None = None) -> Any:
        return self.value if values is None or self.name not in values else values[self.name]

    def parameters(self) -> set[Parameter]:
        return {self}

    def __repr__(self) -> str:
        return self.name


Scalar: TypeAlias = Union[float, Expression]
"""A number or an expression of free parameters."""


def _operand(x: Any) -> Any:
    return x if isinstance(x, Expression) else float(x)


def _is(x: Any, number: float) -> bool:
    return not isinstance(x, Expression) and bool(x == number)


def evaluate(x: Any, values: Mapping[str, Any] | None = None) -> Any:
    """A scalar, or nested tuples/arrays of scalars, with parameters replaced.

    Arrays come back as float arrays when every entry is a number, as CasADi matrices otherwise.
    """
    if isinstance(x, Expression):
        return x.evaluate(values)
    if isinstance(x, tuple | list):
        x = np.array(x, dtype=object)
    if isinstance(x, np.ndarray) and x.dtype == object:
        entries = [evaluate(e, values) for e in x.flat]
        if all(isinstance(e, int | float | np.number) for e in entries):
            return np.array(entries, float).reshape(x.shape)
        import casadi

        columns = 1 if x.ndim == 1 else x.shape[1]
        return casadi.reshape(casadi.vertcat(*entries), columns, x.shape[0]).T if columns > 1 else casadi.vertcat(*entries)
    return x


def scalar(x: Any, what: str, *, positive: bool = False, nonnegative: bool = False) -> Scalar:
    """Check a number (finite, sign) and name the culprit."""
    if not isinstance(x, Expression):
        try:
            x = float(x)
        except (TypeError, ValueError):
            raise DescriptionError(f"{what} is {x!r}: give a number or an expression of parameters.") from None
    value = nominal(x)
    if not math.isfinite(value):
        raise DescriptionError(f"{what} is {value}: give a finite number.")
    if (positive and value <= 0) or (nonnegative and value < 0):
        raise DescriptionError(f"{what} is {value:g}: it must {'be above zero' if positive else 'not be negative'}.")
    return x  # type: ignore[no-any-return]


def vector(x: Any, what: str, length: int = 3) -> tuple[Scalar, ...]:
    """Check a vector of numbers or expressions and name the culprit."""
    try:
        entries = list(x)
    except TypeError:
        raise DescriptionError(f"{what} is {x!r}: give {length} numbers.") from None
    if len(entries) != length:
        raise DescriptionError(f"{what} has {len(entries)} entries: give {length}.")
    return tuple(scalar(e, f"entry {i + 1} of {what}") for i, e in enumerate(entries))


def nominal(x: Any) -> Any:
    """Value at the nominal parameters."""
    return evaluate(x, None)
