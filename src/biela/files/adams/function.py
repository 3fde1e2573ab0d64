"""Function expressions of Adams → expressions of machine files.

    -100*(DM(204,205) - 2) - VR(204,205)    →    -100*(m204_m205.length - 2) - m204_m205.length_rate

Measures of markers become signals of relative sensors (see `biela.mechanism.sensor.relative`). STEP, IMPACT, … are written out
in arithmetic. Adams computes in the units of the dataset, so a signal is divided by its unit there.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from biela.base.array import Array
from biela.base.errors import nearest
from biela.files.adams.measure import MEASURES, measure
from biela.files.adams.statement import AdamsError
from biela.files.law import number_text

if TYPE_CHECKING:
    from biela.files.adams.model import AdamsModel

_TOKEN = re.compile(
    r"\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?[dD]?(?![\w.])|\.\d+(?:[eE][+-]?\d+)?[dD]?(?![\w.]))|([A-Za-z_]\w*)|(\*\*|[-+*/(),:]))"
)
_SAME = "ABS ACOS ASIN ATAN ATAN2 COS COSH EXP LOG MAX MIN SIN SINH SQRT TAN TANH CEIL FLOOR".split()
EQUIVALENT = {**{word: word.lower() for word in _SAME}, "MOD": "fmod"}
"""Functions that machine files have under another name."""
CONSTANTS = {"PI": math.pi, "DTOR": math.pi / 180, "RTOD": 180 / math.pi}
LONGEST_ARGUMENT = 160
"""Characters of an argument that is written several times; a longer one becomes a sensor of its own."""


def translate(text: str, model: AdamsModel, what: str) -> str:
    """Return the expression in the words of machine files; an `AdamsError` names what they cannot express."""
    try:
        return _Parser(text, model, what).all()
    except RecursionError:
        raise AdamsError(f"{what} is nested too deeply: write it with fewer parentheses.") from None


class _Parser:
    def __init__(self, text: str, model: AdamsModel, what: str):
        self.text, self.model, self.what, self.at = text, model, what, 0
        self.tokens: list[tuple[str, str]] = []
        place, end = 0, len(text.rstrip())
        while place < end:
            match = _TOKEN.match(text, place)
            if match is None:
                raise AdamsError(f"{text[place:].strip()[:20]!r} in {what} cannot be read: give an expression of Adams.")
            kind = ("number", "name", "sign")[int(match.lastindex or 1) - 1]
            self.tokens.append((kind, match[match.lastindex or 1]))
            place = match.end()
        self.tokens.append(("end", ""))

    def take(self, *wanted: str) -> str | None:
        kind, word = self.tokens[self.at]
        if kind == "sign" and word in wanted:
            self.at += 1
            return word
        return None

    def need(self, sign: str) -> None:
        if self.take(sign) is None:
            raise AdamsError(f"{sign!r} is missing in {self.what}, {self.text.strip()!r}: check the parentheses.")

    def all(self) -> str:
        found = self.sum()
        if self.tokens[self.at][0] != "end":
            raise AdamsError(f"{self.tokens[self.at][1]!r} is out of place in {self.what}, {self.text.strip()!r}.")
        return found

    def sum(self) -> str:
        text = self.product()
        while sign := self.take("+", "-"):
            text = f"{text} {sign} {self.product()}"
        return text

    def product(self) -> str:
        text = self.factor()
        while sign := self.take("*", "/"):
            text = f"{text}{sign}{self.factor()}"
        return text

    def factor(self) -> str:
        if sign := self.take("+", "-"):
            inner = self.factor()
            return f"(-{inner})" if sign == "-" else inner
        base = self.atom()
        return f"{base}**{self.factor()}" if self.take("**") else base

    def atom(self) -> str:
        kind, word = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return number_text(math.radians(float(word[:-1])) if word[-1] in "dD" else float(word))
        if kind == "name":
            return self.named(word.upper())
        if word == "(":
            inner = self.sum()
            self.need(")")
            return f"({inner})"
        raise AdamsError(f"{self.what} ends or breaks off at {word!r}: {self.text.strip()!r}.")

    def named(self, word: str) -> str:
        if self.take("("):
            arguments, colon = [], False
            while not self.take(")"):
                arguments.append(self.sum())
                colon = bool(self.take(":")) or colon
                if not colon or len(arguments) > 1:
                    self.take(",")
                if self.tokens[self.at][0] == "end":
                    self.need(")")
            return self.call(word, arguments)
        if word == "TIME":
            return self.model.units.text("t", self.model.units.time)
        if word in CONSTANTS:
            return number_text(CONSTANTS[word])
        if word == "MODE":
            return "4"  # Adams' number of a dynamic analysis
        raise AdamsError(f"{word!r} in {self.what} is not taken over: write it out as a number or function.")

    def call(self, word: str, a: list[str]) -> str:
        if word in EQUIVALENT:
            return f"{EQUIVALENT[word]}({', '.join(a)})"
        if word in WRITTEN:
            least, make = WRITTEN[word]
            if len(a) < least:
                raise AdamsError(f"{word} in {self.what} has {len(a)} arguments: it needs {least}.")
            return make(self, a)
        if word in ("AKISPL", "CUBSPL"):
            return self.spline(word, a)
        text = measure(self.model, word, [int(self.constant(x, word)) for x in a], self.what)
        if text is None:
            known = [*EQUIVALENT, *WRITTEN, "AKISPL", "CUBSPL", *MEASURES]
            raise AdamsError(f"function {word} in {self.what} is not taken over.{nearest(word, known)}")
        return text

    @staticmethod
    def constant(text: str, word: str) -> float:
        try:
            return float(text.strip("()"))
        except ValueError:
            raise AdamsError(f"{word}({text}) is not taken over: its arguments are numbers of statements.") from None

    def short(self, text: str) -> str:
        """Return an argument that is written several times: as it is, or through a sensor."""
        return text if len(text) <= LONGEST_ARGUMENT else self.model.value_sensor(text)

    def spline(self, word: str, a: list[str]) -> str:
        if len(a) < 3 or (len(a) > 3 and self.constant(a[3], word) != 0) or a[1].strip("()") not in ("0", "0.0"):
            raise AdamsError(f"{word} of two variables, or a derivative, in {self.what} is not taken over: give {word}(x, 0, id).")
        x, y, slopes = self.model.spline(int(self.constant(a[2], word)), word)
        return cubics(self.short(a[0]), x, y, slopes)


def cubics(x: str, knots: Array, y: Array, slopes: Array) -> str:
    """Return piecewise cubics with straight ends as one expression: y₀ and, for each interval, what the cubic gains in it.

    f(x) = y₀ + s₀ min(x − x₀, 0) + s_n max(x − x_n, 0) + Σ_k [s_k u + c_k u² + d_k u³],  u = min(max(x, x_k), x_k+1) − x_k
    """
    terms = [number_text(y[0])]
    if slopes[0]:
        terms.append(f"{number_text(slopes[0])}*min({x} - ({number_text(knots[0])}), 0)")
    for k in range(len(knots) - 1):
        h, rise = knots[k + 1] - knots[k], (y[k + 1] - y[k]) / (knots[k + 1] - knots[k])
        c = (3 * rise - 2 * slopes[k] - slopes[k + 1]) / h
        d = (slopes[k] + slopes[k + 1] - 2 * rise) / h**2
        u = f"min(max({x} - ({number_text(knots[k])}), 0), {number_text(h)})"
        terms += [f"({number_text(v)})*{u}" + (f"**{n}" if n > 1 else "") for n, v in ((1, slopes[k]), (2, c), (3, d)) if v]
    if slopes[-1]:
        terms.append(f"({number_text(slopes[-1])})*max({x} - ({number_text(knots[-1])}), 0)")
    return "(" + " + ".join(terms) + ")"


def _ramp(p: _Parser, a: list[str]) -> str:
    """Return s = (x − x₀)/(x₁ − x₀), kept between 0 and 1."""
    return p.short(f"min(max(({a[0]} - {_in(a[1])})/({a[3]} - {_in(a[1])}), 0), 1)")


def _in(text: str) -> str:
    return text if re.fullmatch(r"[\w.]+", text) else f"({text})"


def _step(p: _Parser, a: list[str]) -> str:
    s = _ramp(p, a)
    return f"({a[2]} + ({a[4]} - {_in(a[2])})*{s}**2*(3 - 2*{s}))"


def _step5(p: _Parser, a: list[str]) -> str:
    s = _ramp(p, a)
    return f"({a[2]} + ({a[4]} - {_in(a[2])})*{s}**3*(10 - 15*{s} + 6*{s}**2))"


def _if(p: _Parser, a: list[str]) -> str:
    x = p.short(a[0])
    return f"if({x} < 0, {a[1]}, if({x} > 0, {a[3]}, {a[2]}))"


def _impact(p: _Parser, a: list[str]) -> str:
    """Return the force of a one-sided contact: max(0, k g^e − ẋ·STEP(g, 0, 0, d, c)), g = x₁ − x > 0."""
    g, rate = p.short(f"max({a[2]} - {_in(a[0])}, 0)"), _in(a[1])
    damping = _step(p, [g, "0", "0", a[6], a[5]])
    return f"if({_in(a[0])} < {_in(a[2])}, max({_in(a[3])}*{g}**{_in(a[4])} - {damping}*{rate}, 0), 0)"


def _bistop(p: _Parser, a: list[str]) -> str:
    """Return the force of a gap closed on both sides: an IMPACT below x₁ and its mirror above x₂."""
    x, rate, low, high, k, e, c, d = (_in(x) for x in a[:8])
    g = p.short(f"max({x} - {high}, 0)")
    damping = _step(p, [g, "0", "0", d, c])
    upper = f"if({x} > {high}, min(-{k}*{g}**{e} - {damping}*{rate}, 0), 0)"
    return f"({_impact(p, [x, rate, low, k, e, c, d])} + {upper})"


def _poly(p: _Parser, a: list[str]) -> str:
    x = f"({p.short(a[0])} - {_in(a[1])})"
    return "(" + " + ".join(f"{_in(c)}*{x}**{k}" if k else c for k, c in enumerate(a[2:])) + ")"


def _fourier(wave: str) -> Callable[[_Parser, list[str]], str]:
    def series(p: _Parser, a: list[str]) -> str:
        x = f"{_in(a[2])}*({p.short(a[0])} - {_in(a[1])})"
        return "(" + " + ".join(f"{_in(c)}*{wave}({k}*{x})" if k else c for k, c in enumerate(a[3:])) + ")"

    return series


def _shf(p: _Parser, a: list[str]) -> str:
    phase = _in(a[4]) if len(a) > 4 else "0"
    return f"({_in(a[2])}*sin({_in(a[3])}*({a[0]} - {_in(a[1])}) - {phase}) + {a[5] if len(a) > 5 else '0'})"


WRITTEN: dict[str, tuple[int, Callable[[_Parser, list[str]], str]]] = {
    "STEP": (5, _step), "STEP5": (5, _step5), "IF": (4, _if), "IMPACT": (7, _impact),
    "HAVSIN": (5, lambda p, a: f"(({a[2]} + {_in(a[4])})/2 + ({a[4]} - {_in(a[2])})/2*sin(pi*({_ramp(p, a)} - 0.5)))"),
    "BISTOP": (8, _bistop), "POLY": (3, _poly), "FORCOS": (4, _fourier("cos")), "FORSIN": (4, _fourier("sin")), "SHF": (4, _shf),
    "SIGN": (2, lambda p, a: f"copysign(abs({a[0]}), {a[1]})"), "DIM": (2, lambda p, a: f"max({a[0]} - {_in(a[1])}, 0)"),
    "LOG10": (1, lambda p, a: f"(log({a[0]})/{number_text(math.log(10))})"),
    "AINT": (1, lambda p, a: f"copysign(floor(abs({a[0]})), {a[0]})"),
    "ANINT": (1, lambda p, a: f"copysign(floor(abs({a[0]}) + 0.5), {a[0]})"),
}  # fmt: skip
"""Functions that are written out: how many arguments they need, and the text."""
