"""The text of an expression → its tree: a hand-written parser.

    expression = sum (("<" | "<=" | ">" | ">=" | "==" | "!=") sum)?
    sum        = term (("+" | "-") term)*
    term       = factor (("*" | "·" | "/") factor)*
    factor     = ("+" | "-") factor | power
    power      = atom (("**" | "^") factor)?
    atom       = NUMBER unit? | NAME | NAME "(" expression ("," expression)* ")" | "(" expression ")"
    unit       = UNIT exponent? (("*" | "·" | "/") UNIT exponent?)*        directly after a number: 9.81 m/s^2

A name is a parameter (`crank`), a signal (`A.angle`, in laws) or `t`; names that are not words are in backquotes. There
is neither attribute access nor indexing nor text, and no call except of the functions below: nothing here can reach Python.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container

from biela.base.errors import nearest
from biela.element.units import DIGITS, NUMBER, UNITS, Dimension, unknown_unit
from biela.files import expression
from biela.files.expression import FUNCTIONS, ExpressionError, ExpressionNode, UnitValue

MAX_CHARACTERS = 10_000
"""Characters of one expression."""
MAX_DEPTH = 60
"""Parentheses, signs and powers inside each other."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[^\W\d⁰¹²³⁴-⁹][^\W⁰¹²³⁴-⁹]*(?:\.[^\W\d⁰¹²³⁴-⁹][^\W⁰¹²³⁴-⁹]*)*|°|%)|`(?P<quoted>[^`\n]+)`"
    r"|(?P<operator>\*\*|[<>=!]=|[-+*/^·(),−×<>≤≥≠])|(?P<power>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))"
)
NO_TEXT = ": there is no text and no indexing, only numbers, names and functions"
_SAME = {"·": "*", "×": "*", "^": "**", "−": "-", "≤": "<=", "≥": ">=", "≠": "!="}


def parse(text: str, names: Container[str] = frozenset(), variables: Container[str] = frozenset()) -> ExpressionNode:
    """Read the tree of an expression.

    Parameters
    ----------
    names : parameters that exist; one that has the name of a unit is distinguished from it, or refused where it cannot be
    variables : what it is a function of; in `6 deg*t` of a function of t, t is the time, not tonnes
    """
    if len(text) > MAX_CHARACTERS:
        raise ExpressionError(f"the expression has {len(text)} characters: at most {MAX_CHARACTERS} are read.")
    return Parser(text, names, variables).all()


class Parser:
    """Reads one expression."""

    def __init__(self, text: str, names: Container[str], variables: Container[str] = frozenset()):
        self.text, self.known, self.variables, self.at, self.depth = text, names, variables, 0, 0
        self.tokens: list[tuple[str, str, int]] = []
        place, end = 0, len(text.rstrip())
        while place < end:
            match = _TOKEN.match(text, place)
            if match is None:
                mark = text[place:].lstrip()[:1]
                hint = {"=": ": == compares"} | dict.fromkeys("'\"[", NO_TEXT)
                raise ExpressionError(f"{mark!r} has no meaning in an expression{hint.get(mark, '')}.")
            kind = str(match.lastgroup)
            word = match.group(kind)
            self.tokens.append((kind, _SAME.get(word, word) if kind == "operator" else word, match.start(kind)))
            place = match.end()
        self.tokens.append(("end", "", end))

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

    def all(self) -> ExpressionNode:
        if self.peek()[0] == "end":
            raise ExpressionError("the expression is empty: give a number.")
        node = self.comparison()
        kind, word, place = self.peek()
        if kind == "end":
            return node
        if kind == "operator" and word == ")":
            raise ExpressionError("a parenthesis is closed that was never opened.")
        if word == "," and re.search(r"\d$", self.text[:place]) and re.match(r",\d", self.text[place:]):
            raise ExpressionError(f"decimals stand after a point: {self.text[:place]}.{self.text[place + 1 :]}.")
        hint = "A unit stands directly after a number: 12 mm." if word in UNITS else "Write * for a product."
        raise ExpressionError(f"{self.text[place : place + 20]!r} follows without an operator between. {hint}")

    def _comma_hint(self) -> str:
        """Hint at quotes: YAML splits text in braces or brackets at every comma."""
        hint = ' Inside { } or [ ] an expression with a comma stands in quotes: "min(a, b)".'
        return hint if self.peek()[0] == "end" else ""

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError(f"parentheses and signs are nested more than {MAX_DEPTH} deep.")

    def comparison(self) -> ExpressionNode:
        node = self.sum()
        if word := self.operator(*expression.COMPARISONS):
            node = expression.Comparison(node, word, self.sum())
            if self.operator(*expression.COMPARISONS):
                raise ExpressionError("it compares three values at once: compare two at a time, and(a < b, b < c).")
        return node

    def sum(self) -> ExpressionNode:
        self.deeper()
        node = self._chain(self.product, "+", "-")
        self.depth -= 1
        return node

    def product(self) -> ExpressionNode:
        return self._chain(self.factor, "*", "/")

    def _chain(self, part: Callable[[], ExpressionNode], *operators: str) -> ExpressionNode:
        first, chain = part(), []
        while word := self.operator(*operators):
            chain.append((word, part()))
        return expression.Operation(first, tuple(chain)) if chain else first

    def factor(self) -> ExpressionNode:
        sign = self.operator("+", "-")
        if sign:
            self.deeper()
            inside = self.factor()
            self.depth -= 1
            return expression.Negative(inside) if sign == "-" else inside
        node = self.atom()
        if self.operator("**"):
            self.deeper()
            node = expression.Operation(node, (("**", self.factor()),))
            self.depth -= 1
        return node

    def atom(self) -> ExpressionNode:
        kind, word, place = self.take()
        if kind == "number":
            return expression.Number(self.with_unit(float(word)))
        if kind == "quoted":
            return expression.Name(word)
        if kind == "name":
            if self.operator("("):
                return self.call(word)
            if "__" in word:
                raise ExpressionError(f"{word!r} cannot be used: an expression reaches parameters and signals, nothing else.")
            return expression.Name(word)
        if kind == "operator" and word == "(":
            node = self.comparison()
            if not self.operator(")"):
                raise ExpressionError(f"a parenthesis is not closed.{self._comma_hint()}")
            return node
        if kind == "end":
            raise ExpressionError("the expression ends too early: something is missing after the last operator or parenthesis.")
        raise ExpressionError(f"{self.text[place : place + 12]!r} stands where a number or a name is needed.")

    def call(self, name: str) -> ExpressionNode:
        if name not in FUNCTIONS:
            close = nearest(name, list(FUNCTIONS))
            said = f"{name}(…) is not a function of machine files: they are {', '.join(FUNCTIONS)}."
            raise ExpressionError(said + (close if "mean" in close else ""))
        return self.made(name, self.arguments(name))

    def arguments(self, name: str) -> tuple[ExpressionNode, ...]:
        """Return the arguments of a function, after its opening parenthesis."""
        arguments = [self.comparison()]
        while self.operator(","):
            arguments.append(self.comparison())
        if not self.operator(")"):
            raise ExpressionError(f"the parenthesis of {name}(…) is not closed.{self._comma_hint()}")
        return tuple(arguments)

    @staticmethod
    def made(name: str, arguments: tuple[ExpressionNode, ...]) -> ExpressionNode:
        """Return a function of its arguments; a wrong number of them is refused."""
        count = FUNCTIONS[name].count
        if (count and len(arguments) != count) or (not count and len(arguments) < 2):
            wanted = f"{count or 'two or more'} argument{'' if count == 1 else 's'}"
            raise ExpressionError(f"{name}(…) takes {wanted}, not {len(arguments)}.")
        return expression.Call(name, arguments)

    def with_unit(self, number: float) -> UnitValue:
        """Return the number with the unit that follows it, in SI."""
        if not math.isfinite(number):
            raise ExpressionError("the number is too large: give a finite one.")
        words = [word for _, word, _ in self.tokens[self.at : self.at + 3]]
        inverse = words[:2] == ["1", "/"] and words[2] in UNITS  # a unit 1/s, 1/m, …
        self.at += 2 * inverse
        if not inverse and (self.peek()[0] != "name" or self.tokens[self.at + 1][:2] == ("operator", "(")):
            return expression.plain(number)
        factor, dimension, operator = 1.0, NUMBER, "/" if inverse else "*"
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
            if self.tokens[self.at + 2][:2] == ("operator", "(") or following[1] in self.variables:  # min(…) is not minutes
                break
            if following[1] in self.known:
                remedy = f"put the quantity in parentheses, ({number:g} {word}){sign}{following[1]}, or rename the parameter"
                raise ExpressionError(f"{following[1]!r} is a unit and also a parameter here: {remedy}.")
            operator = self.take()[1]
        if not math.isfinite(value := number * factor):
            raise ExpressionError("the number is too large: give a finite one.")
        return UnitValue(value, dimension)

    def _unit_power(self) -> float:
        kind, word, _ = self.peek()
        if kind == "power":
            self.take()
            return self._small(word.translate(DIGITS))
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


def evaluate(text: str, lookup: expression.Lookup | None = None, names: frozenset[str] | set[str] = frozenset()) -> UnitValue:
    """Return the value of an expression; a number is checked to be finite."""
    quantity = parse(text, names).value(lookup)
    if isinstance(quantity.value, int | float) and not math.isfinite(quantity.value):
        raise ExpressionError("the result is not a finite number.")
    return quantity


def dimension_of(unit: str) -> Dimension:
    """Return the dimension of a unit written as text, such as `N*m/rad`; for our own tables, so a wrong one is a bug."""
    dimension = NUMBER if unit in ("", "1") else parse(f"1 {unit}").value(None).dimension
    assert dimension is not None
    return dimension
