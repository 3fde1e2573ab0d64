"""Arithmetic in machine files: an evaluator that knows numbers with units, names and a list of functions; see `parser`.

There is no attribute access, no indexing, no text and no call but of the functions below: nothing here can reach Python.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from typing import Any

from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.element.units import NUMBER, Dimension, meaning
from biela.mechanism.parameter import Expression

CONSTANTS = {"pi": math.pi}


class ExpressionError(BielaError, ValueError):
    """An expression that cannot be read or evaluated."""


@dataclass(frozen=True)
class UnitValue:
    """A value (number, expression of free parameters or CasADi symbol) and what it measures.

    `dimension` is None where nothing is known (a parameter without unit); `bare` marks plain numbers, which take the unit of
    what they are added to: `PURE` ones (whole numbers, halves, quarters, pi) change no unit as factors, while any `OTHER`
    (0.4 · density) may stand for a quantity whose unit was left out, and then nothing is known of the product.
    """

    value: Any
    dimension: Dimension | None = NUMBER
    bare: int = 0


Lookup = Callable[[str], UnitValue]
OTHER, PURE = 1, 2


def plain(number: float) -> UnitValue:
    """Return a number without unit."""
    return UnitValue(number, NUMBER, PURE if (4 * number).is_integer() else OTHER)


@dataclass(frozen=True)
class Function:
    """A function that expressions may call."""

    count: int  # of arguments; 0 for two or more
    number: Callable[..., float]
    casadi: str
    # same: the unit of its arguments; root; angle: takes numbers or equal units, gives an angle; number; sign: any to a number;
    # first: the unit of the first; truth: of conditions; choice: the unit of all but the first, a condition
    kind: str
    free: str = ""  # its name on expressions of free parameters


FUNCTIONS = {
    "sqrt": Function(1, math.sqrt, "sqrt", "root", "sqrt"), "abs": Function(1, abs, "fabs", "same", "fabs"),
    "sin": Function(1, math.sin, "sin", "number", "sin"), "cos": Function(1, math.cos, "cos", "number", "cos"),
    "tan": Function(1, math.tan, "tan", "number", "tan"), "asin": Function(1, math.asin, "asin", "angle"),
    "acos": Function(1, math.acos, "acos", "angle"), "atan": Function(1, math.atan, "atan", "angle", "arctan"),
    "atan2": Function(2, math.atan2, "atan2", "angle"), "exp": Function(1, math.exp, "exp", "number", "exp"),
    "log": Function(1, math.log, "log", "number", "log"), "tanh": Function(1, math.tanh, "tanh", "number"),
    "sign": Function(1, lambda x: (x > 0) - (x < 0), "sign", "sign"),
    "min": Function(0, min, "fmin", "same"), "max": Function(0, max, "fmax", "same"),
    "sinh": Function(1, math.sinh, "sinh", "number"), "cosh": Function(1, math.cosh, "cosh", "number"),
    "asinh": Function(1, math.asinh, "asinh", "number"), "acosh": Function(1, math.acosh, "acosh", "number"),
    "atanh": Function(1, math.atanh, "atanh", "number"), "erf": Function(1, math.erf, "erf", "number"),
    "log1p": Function(1, math.log1p, "log1p", "number"), "expm1": Function(1, math.expm1, "expm1", "number"),
    "hypot": Function(2, math.hypot, "hypot", "same"), "floor": Function(1, math.floor, "floor", "number"),
    "ceil": Function(1, math.ceil, "ceil", "number"), "fmod": Function(2, math.fmod, "fmod", "same"),
    "remainder": Function(2, math.remainder, "remainder", "same"), "copysign": Function(2, math.copysign, "copysign", "first"),
    "if": Function(3, lambda c, a, b: a if c else b, "if_else", "choice"),
    "not": Function(1, lambda a: float(not a), "logic_not", "truth"),
    "and": Function(0, lambda a, b: float(bool(a and b)), "logic_and", "truth"),
    "or": Function(0, lambda a, b: float(bool(a or b)), "logic_or", "truth"),
}  # fmt: skip
COMPARISONS: dict[str, tuple[Callable[[float, float], bool], str]] = {
    "<": (lambda a, b: a < b, "lt"), "<=": (lambda a, b: a <= b, "le"), ">": (lambda a, b: a > b, "gt"),
    ">=": (lambda a, b: a >= b, "ge"), "==": (lambda a, b: a == b, "eq"), "!=": (lambda a, b: a != b, "ne"),
}  # fmt: skip
"""Operator → what it does with numbers, and its name in CasADi. A condition is 1 where it holds, otherwise 0."""


@dataclass(frozen=True)
class ExpressionNode:
    """A part of an expression."""

    def value(self, lookup: Lookup | None) -> UnitValue:
        """Return its value, with names found by `lookup`."""
        raise NotImplementedError

    def names(self) -> set[str]:
        """Return the names in it."""
        return set()


@dataclass(frozen=True)
class Number(ExpressionNode):
    quantity: UnitValue

    def value(self, lookup: Lookup | None) -> UnitValue:
        return self.quantity


@dataclass(frozen=True)
class Name(ExpressionNode):
    name: str

    def value(self, lookup: Lookup | None) -> UnitValue:
        if self.name in CONSTANTS:
            return UnitValue(CONSTANTS[self.name], NUMBER, PURE)
        if lookup is None:
            raise ExpressionError(f"{self.name!r} is not a number: no names can be used here.")
        return lookup(self.name)

    def names(self) -> set[str]:
        return set() if self.name in CONSTANTS else {self.name}


@dataclass(frozen=True)
class Negative(ExpressionNode):
    inside: ExpressionNode

    def value(self, lookup: Lookup | None) -> UnitValue:
        x = self.inside.value(lookup)
        return UnitValue(-x.value, x.dimension, x.bare)

    def names(self) -> set[str]:
        return self.inside.names()


@dataclass(frozen=True)
class Operation(ExpressionNode):
    """A sum, difference, product, quotient or power; `chain` holds sums and products of any length without depth."""

    first: ExpressionNode
    chain: tuple[tuple[str, ExpressionNode], ...]

    def value(self, lookup: Lookup | None) -> UnitValue:
        result = self.first.value(lookup)
        for operator, node in self.chain:
            result = _combine(operator, result, node.value(lookup))
        return result

    def names(self) -> set[str]:
        return self.first.names().union(*(node.names() for _, node in self.chain))


@dataclass(frozen=True)
class Comparison(ExpressionNode):
    """Two values compared: 1 where it holds, otherwise 0."""

    left: ExpressionNode
    operator: str
    right: ExpressionNode

    def value(self, lookup: Lookup | None) -> UnitValue:
        a, b = self.left.value(lookup), self.right.value(lookup)
        _common(a, b, "it compares")
        holds, casadi_name = COMPARISONS[self.operator]
        if all(isinstance(x.value, int | float) for x in (a, b)):
            return UnitValue(float(holds(a.value, b.value)), NUMBER, PURE)
        if any(isinstance(x.value, Expression) for x in (a, b)):
            raise ExpressionError("a free parameter cannot be compared here, only in laws: remove `free`.")
        import casadi

        return UnitValue(getattr(casadi, casadi_name)(a.value, b.value), NUMBER, PURE)

    def names(self) -> set[str]:
        return self.left.names() | self.right.names()


@dataclass(frozen=True)
class Call(ExpressionNode):
    name: str
    arguments: tuple[ExpressionNode, ...]

    def value(self, lookup: Lookup | None) -> UnitValue:
        function = FUNCTIONS[self.name]
        given = [a.value(lookup) for a in self.arguments]
        dimension, bare = self._dimension(function, given)
        values = [g.value for g in given]
        if len(given) == 1 or function.count:
            return UnitValue(_apply(self.name, function, values), dimension, bare)
        return UnitValue(reduce(lambda a, b: _apply(self.name, function, [a, b]), values), dimension, bare)

    def _dimension(self, function: Function, given: list[UnitValue]) -> tuple[Dimension | None, int]:
        if function.kind == "truth":
            return NUMBER, PURE
        if function.kind == "first":
            return given[0].dimension, given[0].bare
        if function.kind == "choice":
            return _common(given[1], given[2], f"{self.name}(…) mixes")
        if function.kind == "number" or (function.kind == "angle" and len(given) == 1):
            for g in given:
                if g.dimension is not None and g.dimension != NUMBER:
                    raise ExpressionError(f"{self.name}(…) takes a number or an angle, not {meaning(g.dimension)}.")
            return NUMBER, min(g.bare for g in given) if function.kind == "number" else 0
        shared = given[0]
        for g in given[1:]:
            shared = UnitValue(0.0, *_common(shared, g, f"{self.name}(…) compares"))
        match function.kind:
            case "root":
                return (None if shared.dimension is None else tuple(e / 2 for e in shared.dimension)), shared.bare
            case "angle" | "sign":
                return NUMBER, PURE if function.kind == "sign" else 0
        return shared.dimension, shared.bare

    def names(self) -> set[str]:
        return set().union(*(a.names() for a in self.arguments))


def _common(a: UnitValue, b: UnitValue, doing: str) -> tuple[Dimension | None, int]:
    """Return the dimension of a sum: plain numbers and numbers of unknown unit take that of the other."""
    if a.bare or a.dimension is None:
        return (b.dimension if not b.bare else a.dimension), min(a.bare, b.bare)
    if b.bare or b.dimension is None or a.dimension == b.dimension:
        return a.dimension, 0
    raise ExpressionError(f"{doing} {meaning(a.dimension)} with {meaning(b.dimension)}.")


def _combine(operator: str, a: UnitValue, b: UnitValue) -> UnitValue:
    x, y = a.value, b.value
    try:
        match operator:
            case "+" | "-":
                dimension, bare = _common(a, b, "it adds" if operator == "+" else "it subtracts")
                return UnitValue(x + y if operator == "+" else x - y, dimension, bare)
            case "*" | "/":
                sign = 1 if operator == "*" else -1
                left_out = OTHER in (a.bare, b.bare) and not (a.bare and b.bare)
                dimension = None
                if a.dimension is not None and b.dimension is not None and not left_out:
                    dimension = tuple(i + sign * j for i, j in zip(a.dimension, b.dimension, strict=True))
                return UnitValue(x * y if operator == "*" else x / y, dimension, min(a.bare, b.bare))
        if b.dimension is not None and b.dimension != NUMBER:
            raise ExpressionError(f"an exponent is a number, not {meaning(b.dimension)}.")
        value = x**y
        if isinstance(value, complex):
            raise ExpressionError(f"{x:g} to the power of {y:g} is not a real number.")
        if isinstance(y, int | float):
            dimension = None if a.dimension is None else tuple(e * y for e in a.dimension)
        else:
            dimension = NUMBER if a.dimension == NUMBER else None
        return UnitValue(value, dimension, min(a.bare, b.bare))
    except ZeroDivisionError:
        raise ExpressionError("it divides by zero.") from None
    except OverflowError:
        raise ExpressionError("the result is too large for a number.") from None


def _apply(name: str, function: Function, x: list[Any]) -> Any:
    if all(isinstance(v, int | float) for v in x):
        try:
            return float(function.number(*x))
        except (ValueError, OverflowError):
            raise ExpressionError(f"{name}({', '.join(f'{v:g}' for v in x)}) is not a number.") from None
    if any(isinstance(v, Expression) for v in x):
        if not function.free:
            free = "sqrt, sin, cos, tan, atan, exp, log or abs"
            raise ExpressionError(f"{name}(…) of a free parameter is not possible: remove `free`, or use {free}.")
        return Expression(function.free, x[0])
    import casadi

    if function.number in (min, max) and len(x) == 1:
        return x[0]
    return getattr(casadi, function.casadi)(*x)
