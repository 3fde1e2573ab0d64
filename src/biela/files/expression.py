"""Arithmetic in machine files: a hand-written parser and an evaluator that knows numbers, names and a dozen functions.

    expression = term (("+" | "-") term)*
    term       = factor (("*" | "·" | "/") factor)*
    factor     = ("+" | "-") factor | power
    power      = atom (("**" | "^") factor)?
    atom       = NUMBER unit? | NAME | NAME "(" expression ("," expression)* ")" | "(" expression ")"
    unit       = UNIT exponent? (("*" | "·" | "/") UNIT exponent?)*        directly after a number: 9.81 m/s^2

A name is a parameter (`crank`), a signal (`A.angle`, in laws) or `t`; names that are not words stand in backquotes. There
is no attribute access, no indexing, no text and no call but of the functions below: nothing here can reach Python.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from biela.errors import BielaError, nearest
from biela.files.units import NUMBER, UNITS, Dimension, meaning, unknown_unit
from biela.mechanism.parameter import Expression

LONGEST = 10_000
"""Characters of one expression."""
DEEPEST = 60
"""Parentheses, signs and powers inside each other."""
CONSTANTS = {"pi": math.pi}


class ExpressionError(BielaError, ValueError):
    """An expression that cannot be read or evaluated."""


@dataclass(frozen=True)
class Quantity:
    """A value (number, expression of free parameters or CasADi symbol) and what it measures.

    `dimension` is None where nothing is known (a parameter without unit); `bare` marks plain numbers, which take the unit of
    what they are added to: `PURE` ones (whole numbers, halves, quarters, pi) change no unit as factors, while any `OTHER`
    (0.4 · density) may stand for a quantity whose unit was left out, and then nothing is known of the product.
    """

    value: Any
    dimension: Dimension | None = NUMBER
    bare: int = 0


Lookup = Callable[[str], Quantity]
OTHER, PURE = 1, 2


def plain(number: float) -> Quantity:
    """A number without unit."""
    return Quantity(number, NUMBER, PURE if (4 * number).is_integer() else OTHER)


def _sign(x: float) -> float:
    return float((x > 0) - (x < 0))


@dataclass(frozen=True)
class Function:
    """A function that expressions may call."""

    count: int  # of arguments; 0 for two or more
    number: Callable[..., float]
    casadi: str
    kind: str  # same: the unit of its arguments; root; angle: takes numbers or equal units, gives an angle; number
    free: str = ""  # its name on expressions of free parameters


FUNCTIONS = {
    "sqrt": Function(1, math.sqrt, "sqrt", "root", "sqrt"), "abs": Function(1, abs, "fabs", "same", "fabs"),
    "sin": Function(1, math.sin, "sin", "number", "sin"), "cos": Function(1, math.cos, "cos", "number", "cos"),
    "tan": Function(1, math.tan, "tan", "number", "tan"), "asin": Function(1, math.asin, "asin", "angle"),
    "acos": Function(1, math.acos, "acos", "angle"), "atan": Function(1, math.atan, "atan", "angle", "arctan"),
    "atan2": Function(2, math.atan2, "atan2", "angle"), "exp": Function(1, math.exp, "exp", "number", "exp"),
    "log": Function(1, math.log, "log", "number", "log"), "tanh": Function(1, math.tanh, "tanh", "number"),
    "sign": Function(1, _sign, "sign", "sign"), "min": Function(0, min, "fmin", "same"), "max": Function(0, max, "fmax", "same"),
}  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ evaluation


@dataclass(frozen=True)
class Node:
    """A part of an expression."""

    def value(self, lookup: Lookup | None) -> Quantity:
        """Its value, with names found by `lookup`."""
        raise NotImplementedError

    def names(self) -> set[str]:
        """The names in it."""
        return set()


@dataclass(frozen=True)
class Number(Node):
    quantity: Quantity

    def value(self, lookup: Lookup | None) -> Quantity:
        return self.quantity


@dataclass(frozen=True)
class Name(Node):
    name: str

    def value(self, lookup: Lookup | None) -> Quantity:
        if self.name in CONSTANTS:
            return Quantity(CONSTANTS[self.name], NUMBER, PURE)
        if lookup is None:
            raise ExpressionError(f"{self.name!r} is not a number: no names can be used here.")
        return lookup(self.name)

    def names(self) -> set[str]:
        return set() if self.name in CONSTANTS else {self.name}


@dataclass(frozen=True)
class Negative(Node):
    inside: Node

    def value(self, lookup: Lookup | None) -> Quantity:
        x = self.inside.value(lookup)
        return Quantity(-x.value, x.dimension, x.bare)

    def names(self) -> set[str]:
        return self.inside.names()


@dataclass(frozen=True)
class Operation(Node):
    """A sum, difference, product, quotient or power; `chain` holds sums and products of any length without depth."""

    first: Node
    chain: tuple[tuple[str, Node], ...]

    def value(self, lookup: Lookup | None) -> Quantity:
        result = self.first.value(lookup)
        for operator, node in self.chain:
            result = _combine(operator, result, node.value(lookup))
        return result

    def names(self) -> set[str]:
        return self.first.names().union(*(node.names() for _, node in self.chain))


@dataclass(frozen=True)
class Call(Node):
    name: str
    arguments: tuple[Node, ...]

    def value(self, lookup: Lookup | None) -> Quantity:
        function = FUNCTIONS[self.name]
        given = [a.value(lookup) for a in self.arguments]
        dimension, bare = self._dimension(function, given)
        if len(given) == 1 or function.count:
            return Quantity(_apply(self.name, function, [g.value for g in given]), dimension, bare)
        value = given[0].value
        for g in given[1:]:
            value = _apply(self.name, function, [value, g.value])
        return Quantity(value, dimension, bare)

    def _dimension(self, function: Function, given: list[Quantity]) -> tuple[Dimension | None, int]:
        if function.kind == "number" or (function.kind == "angle" and len(given) == 1):
            for g in given:
                if g.dimension not in (None, NUMBER):
                    assert g.dimension is not None
                    raise ExpressionError(f"{self.name}(…) takes a number or an angle, not {meaning(g.dimension)}.")
            return NUMBER, min(g.bare for g in given) if function.kind == "number" else 0
        shared = given[0]
        for g in given[1:]:
            shared = Quantity(0.0, *_common(shared, g, f"{self.name}(…) compares"))
        match function.kind:
            case "root":
                return (None if shared.dimension is None else tuple(e / 2 for e in shared.dimension)), shared.bare
            case "angle" | "sign":
                return NUMBER, PURE if function.kind == "sign" else 0
        return shared.dimension, shared.bare

    def names(self) -> set[str]:
        return set().union(*(a.names() for a in self.arguments))


def _common(a: Quantity, b: Quantity, doing: str) -> tuple[Dimension | None, int]:
    """Dimension of a sum: plain numbers and numbers of unknown unit take that of the other."""
    if a.bare or a.dimension is None:
        return (b.dimension if not b.bare else a.dimension), min(a.bare, b.bare)
    if b.bare or b.dimension is None or a.dimension == b.dimension:
        return a.dimension, 0
    raise ExpressionError(f"{doing} {meaning(a.dimension)} with {meaning(b.dimension)}.")


def _combine(operator: str, a: Quantity, b: Quantity) -> Quantity:
    x, y = a.value, b.value
    try:
        match operator:
            case "+" | "-":
                dimension, bare = _common(a, b, "it adds" if operator == "+" else "it subtracts")
                return Quantity(x + y if operator == "+" else x - y, dimension, bare)
            case "*" | "/":
                sign = 1 if operator == "*" else -1
                unknown = a.dimension is None or b.dimension is None or OTHER in (a.bare, b.bare)
                unknown = unknown and not (a.bare and b.bare)
                dimension = None if unknown else tuple(i + sign * j for i, j in zip(a.dimension, b.dimension, strict=True))  # type: ignore[arg-type]
                return Quantity(x * y if operator == "*" else x / y, dimension, min(a.bare, b.bare))
        if b.dimension not in (None, NUMBER):
            assert b.dimension is not None
            raise ExpressionError(f"an exponent is a number, not {meaning(b.dimension)}.")
        value = x**y
        if isinstance(value, complex):
            raise ExpressionError(f"{x:g} to the power of {y:g} is not a real number.")
        if isinstance(y, int | float):
            dimension = None if a.dimension is None else tuple(e * y for e in a.dimension)
        else:
            dimension = NUMBER if a.dimension == NUMBER else None
        return Quantity(value, dimension, min(a.bare, b.bare))
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
            raise ExpressionError(f"{name}(…) of a free parameter is not possible: remove `free`, or use sqrt, sin, cos, tan, atan, exp, log or abs.")
        return Expression(function.free, x[0])
    import casadi

    if function.number in (min, max) and len(x) == 1:
        return x[0]
    return getattr(casadi, function.casadi)(*x)


# --------------------------------------------------------------------------------------------------------------- parsing

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[^\W\d⁰¹²³⁴-⁹][^\W⁰¹²³⁴-⁹]*(?:\.[^\W\d⁰¹²³⁴-⁹][^\W⁰¹²³⁴-⁹]*)*|°|%)|`(?P<quoted>[^`\n]+)`"
    r"|(?P<operator>\*\*|[-+*/^·(),−×])|(?P<power>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))"
)
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_SAME = {"·": "*", "×": "*", "^": "**", "−": "-"}


def parse(text: str, names: frozenset[str] | set[str] = frozenset()) -> Node:
    """The tree of an expression.

    Parameters
    ----------
    names : parameters that exist; one that has the name of a unit is told from it, or refused where it cannot be
    """
    if len(text) > LONGEST:
        raise ExpressionError(f"the expression has {len(text)} characters: at most {LONGEST} are read.")
    return _Parser(text, names).all()


class _Parser:
    def __init__(self, text: str, names: frozenset[str] | set[str]):
        self.text, self.known, self.at, self.depth = text, names, 0, 0
        self.tokens: list[tuple[str, str, int]] = []
        end = len(text.rstrip())
        place = 0
        while place < end:
            match = _TOKEN.match(text, place)
            if match is None:
                raise ExpressionError(self._strange(text[place:].lstrip()))
            kind = str(match.lastgroup)
            word = match.group(kind)
            self.tokens.append((kind, _SAME.get(word, word) if kind == "operator" else word, match.start(kind)))
            place = match.end()
        self.tokens.append(("end", "", end))

    @staticmethod
    def _strange(rest: str) -> str:
        if rest[:1] in ("'", '"', "["):
            return f"{rest[0]!r} has no meaning in an expression: there is no text and no indexing, only numbers, names and functions."
        return f"{rest[:1]!r} has no meaning in an expression."

    def peek(self) -> tuple[str, str, int]:
        return self.tokens[self.at]

    def take(self) -> tuple[str, str, int]:
        self.at += 1
        return self.tokens[self.at - 1]

    def operator(self, *wanted: str) -> str | None:
        kind, word, _ = self.peek()
        if kind == "operator" and word in wanted:
            self.at += 1
            return word
        return None

    def all(self) -> Node:
        if self.peek()[0] == "end":
            raise ExpressionError("the expression is empty: give a number.")
        node = self.sum()
        kind, word, place = self.peek()
        if kind == "end":
            return node
        if kind == "operator" and word == ")":
            raise ExpressionError("a parenthesis is closed that was never opened.")
        raise ExpressionError(f"{self.text[place:place + 20]!r} follows without an operator between.{self._unit_hint(word)}")

    @staticmethod
    def _unit_hint(word: str) -> str:
        return " A unit stands directly after a number: 12 mm." if word in UNITS else " Write * for a product."

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise ExpressionError(f"parentheses and signs are nested more than {DEEPEST} deep.")

    def sum(self) -> Node:
        self.deeper()
        node = self._chain(self.product, "+", "-")
        self.depth -= 1
        return node

    def product(self) -> Node:
        return self._chain(self.factor, "*", "/")

    def _chain(self, part: Callable[[], Node], *operators: str) -> Node:
        first, chain = part(), []
        while word := self.operator(*operators):
            chain.append((word, part()))
        return Operation(first, tuple(chain)) if chain else first

    def factor(self) -> Node:
        sign = self.operator("+", "-")
        if sign:
            self.deeper()
            inside = self.factor()
            self.depth -= 1
            return Negative(inside) if sign == "-" else inside
        node = self.atom()
        if self.operator("**"):
            self.deeper()
            node = Operation(node, (("**", self.factor()),))
            self.depth -= 1
        return node

    def atom(self) -> Node:
        kind, word, place = self.take()
        if kind == "number":
            return Number(self.with_unit(float(word)))
        if kind == "quoted":
            return Name(word)
        if kind == "name":
            return self.call(word) if self.operator("(") else self.word(word)
        if kind == "operator" and word == "(":
            node = self.sum()
            if not self.operator(")"):
                raise ExpressionError("a parenthesis is not closed.")
            return node
        if kind == "end":
            raise ExpressionError("the expression ends too early: something is missing after the last operator or parenthesis.")
        raise ExpressionError(f"{self.text[place:place + 12]!r} stands where a number or a name is needed.")

    def word(self, word: str) -> Node:
        if "__" in word:
            raise ExpressionError(f"{word!r} cannot be used: an expression reaches parameters and signals, nothing else.")
        return Name(word)

    def call(self, name: str) -> Node:
        if name not in FUNCTIONS:
            close = nearest(name, list(FUNCTIONS))
            raise ExpressionError(f"{name}(…) is not a function of machine files: they are {', '.join(FUNCTIONS)}.{close if 'mean' in close else ''}")
        arguments = [self.sum()]
        while self.operator(","):
            arguments.append(self.sum())
        if not self.operator(")"):
            raise ExpressionError(f"the parenthesis of {name}(…) is not closed.")
        count = FUNCTIONS[name].count
        if (count and len(arguments) != count) or (not count and len(arguments) < 2):
            raise ExpressionError(f"{name}(…) takes {count or 'two or more'} argument{'' if count == 1 else 's'}, not {len(arguments)}.")
        return Call(name, tuple(arguments))

    def with_unit(self, number: float) -> Quantity:
        """The number with the unit that follows it, in SI."""
        if not math.isfinite(number):
            raise ExpressionError("the number is too large: give a finite one.")
        if self.peek()[0] != "name" or self.tokens[self.at + 1][:2] == ("operator", "("):
            return plain(number)
        factor, dimension, operator = 1.0, NUMBER, "*"
        while True:
            word = self.take()[1]
            if word not in UNITS:
                raise ExpressionError(unknown_unit(word))
            power = self._unit_power() * (1 if operator == "*" else -1)
            factor *= UNITS[word].factor ** power
            dimension = tuple(i + power * j for i, j in zip(dimension, UNITS[word].dimension, strict=True))
            (kind, sign, _), following = self.peek(), self.tokens[min(self.at + 1, len(self.tokens) - 1)]
            if not (kind == "operator" and sign in ("*", "/") and following[0] == "name" and following[1] in UNITS):
                break
            if self.tokens[self.at + 2][:2] == ("operator", "("):  # min(…) is a function, not minutes
                break
            if following[1] in self.known:
                raise ExpressionError(
                    f"{following[1]!r} is a unit and also a parameter here: put the quantity in parentheses, ({number:g} {word}){sign}{following[1]}, or rename the parameter."
                )
            operator = self.take()[1]
        try:
            value = number * factor
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            raise ExpressionError("the number is too large: give a finite one.")
        return Quantity(value, dimension)

    def _unit_power(self) -> float:
        kind, word, _ = self.peek()
        if kind == "power":
            self.take()
            return self._small(word.translate(_SUPERSCRIPTS))
        if not self.operator("**"):
            return 1.0
        sign = -1.0 if self.operator("-") else 1.0
        kind, word, _ = self.take()
        if kind != "number":
            raise ExpressionError("the exponent of a unit is a number, as in m/s^2.")
        return sign * self._small(word)

    @staticmethod
    def _small(word: str) -> float:
        try:
            power = float(word)
        except ValueError:
            power = math.inf
        if abs(power) > 12:
            raise ExpressionError("the exponent of a unit is a small number, as in m/s^2.")
        return power


def evaluate(text: str, lookup: Lookup | None = None, names: frozenset[str] | set[str] = frozenset()) -> Quantity:
    """Value of an expression; a number is checked to be finite."""
    quantity = parse(text, names).value(lookup)
    if isinstance(quantity.value, int | float) and not math.isfinite(quantity.value):
        raise ExpressionError("the result is not a finite number.")
    return quantity
