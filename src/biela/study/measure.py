"""Measures: numbers that a run is reduced to.

    max(C.force)               largest value of a signal, or of an expression of signals: max(abs(A.rate - D.rate))
    A.angle at 2s              value at a time
    rms(x), mean(x), std(x)    over time
    A.angle at touch           value when an event of the machine first happens; `touch` alone is its time
    rms(read(encoder))         read(…) is a sensor's reading instead of the true signal
    max(C.force)/mean(C.force) an expression of measures; what varies can be used by its name

A reduction sees the outputs of the run: their number decides how sharp a peak it finds. Times that a measure asks for are outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Sized
from functools import reduce
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.base.errors import UnknownName, nearest
from biela.files.expression import COMPARISONS, Call, Comparison, ExpressionError, ExpressionNode, Name, Negative, Number, Operation
from biela.files.parser import Parser
from biela.study.own_function import OwnFunction, called, importable_name, is_function, not_allowed, own_function, parts, source_of
from biela.study.vary import StudyError


def _weights(t: Array) -> Array:
    """Return the part of the whole time that belongs to each output (trapezoidal rule)."""
    if len(t) < 2:
        return np.ones_like(t)
    gaps = np.diff(t)
    return np.asarray((np.concatenate([[0.0], gaps]) + np.concatenate([gaps, [0.0]])) / 2 / (t[-1] - t[0]))


def _mean(t: Array, x: Array) -> Array:
    return np.asarray((_weights(t)[:, None] * x).sum(axis=0))


def value_at(t: Array, x: Array, when: Any) -> Array:
    """Return values at a time of each machine, by interpolation between outputs; NaN outside of the run."""
    when = np.broadcast_to(when, x.shape[1:])
    k = np.clip(np.searchsorted(t, when) - 1, 0, max(len(t) - 2, 0))
    after = np.minimum(k + 1, len(t) - 1)
    span = np.where(after > k, t[after] - t[k], 1.0)
    share, lanes = (when - t[k]) / span, np.arange(x.shape[1])
    found = np.where(share == 0.0, x[k, lanes], np.where(share == 1.0, x[after, lanes],
                     x[k, lanes] + share * (x[after, lanes] - x[k, lanes])))  # fmt: skip
    slack = 1e-9 * max(abs(t[-1]), 1e-300)
    return np.asarray(np.where((when < t[0] - slack) | (when > t[-1] + slack), np.nan, found))


def _crossing(t: Array, x: Array, level: Any = 0.0) -> Array:
    """Return the first time at which x passes a level; NaN where it never does."""
    above = x >= level
    turned = above[1:] != above[:-1]
    first, lanes = np.argmax(turned, axis=0), np.arange(x.shape[1])
    a, b = (x - level)[first, lanes], (x - level)[np.minimum(first + 1, len(t) - 1), lanes]
    with np.errstate(invalid="ignore", divide="ignore"):
        when = t[first] + (t[np.minimum(first + 1, len(t) - 1)] - t[first]) * a / (a - b)
    return np.asarray(np.where(turned.any(axis=0), when, np.nan))


def _spectrum(t: Array, x: Array, frequency: Any) -> Array:
    """Return the amplitude of the line at a frequency [Hz]: |2/T ∫ (x − mean) e^(−2πift) dt|."""
    turn = np.exp(-2j * np.pi * np.asarray(frequency) * t[:, None])
    return np.asarray(2 * np.abs((_weights(t)[:, None] * (x - _mean(t, x)) * turn).sum(axis=0)))


REDUCTIONS: dict[str, tuple[int, Callable[..., Array], str]] = {
    "max": (1, lambda t, x: x.max(axis=0), "largest value"), "min": (1, lambda t, x: x.min(axis=0), "smallest value"),
    "range": (1, lambda t, x: x.max(axis=0) - x.min(axis=0), "largest minus smallest value"),
    "mean": (1, _mean, "mean over time"),
    "rms": (1, lambda t, x: np.sqrt(_mean(t, x**2)), "root of the mean square over time"),
    "std": (1, lambda t, x: np.sqrt(np.maximum(_mean(t, (x - _mean(t, x)) ** 2), 0.0)), "deviation over time"),
    "integral": (1, lambda t, x: _mean(t, x) * (t[-1] - t[0]), "integral over time"),
    "initial": (1, lambda t, x: x[0], "value at the start"), "final": (1, lambda t, x: x[-1], "value at the end"),
    "at": (2, value_at, "value at a time, or at an event: A.angle at 2 s"),
    "peak_time": (1, lambda t, x: t[np.argmax(x, axis=0)], "time of the largest value"),
    "crossing": (2, _crossing, "first time at which it passes a level: crossing(A.angle, 90 deg)"),
    "at_crossing": (3, lambda t, x, y, level: value_at(t, x, _crossing(t, y, level)), "x when y first passes a level"),
    "spectrum": (2, _spectrum, "amplitude of the spectral line at a frequency: spectrum(tip.z, 5 Hz)"),
}  # fmt: skip
"""Reduction → number of arguments, function of times and outputs (n, N), and explanation."""
TIMES = ("peak_time", "crossing")
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": np.abs, "sqrt": np.sqrt, "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos,
    "atan": np.arctan, "atan2": np.arctan2, "exp": np.exp, "log": np.log, "sign": np.sign, "hypot": np.hypot, "tanh": np.tanh,
    "min": np.minimum, "max": np.maximum,
}  # fmt: skip
OPERATORS = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "**": np.power}


@dataclass(frozen=True)
class Reduction(ExpressionNode):
    """Reduction of signals over time; its further arguments are numbers."""

    name: str
    arguments: tuple[ExpressionNode, ...]

    def names(self) -> set[str]:
        return set().union(*(a.names() for a in self.arguments))


@dataclass(frozen=True)
class Reading(ExpressionNode):
    """Reading of a sensor."""

    name: str

    def names(self) -> set[str]:
        return set()


READ = "read "
"""Prefix of the name of a reading, where values are looked up."""


class _MeasureParser(Parser):
    """Parser of expressions with reductions and `SIGNAL at TIME`."""

    def atom(self) -> ExpressionNode:
        node = super().atom()
        if self.peek()[:2] == ("name", "at"):
            self.take()
            node = Reduction("at", (node, super().atom()))
        return node

    def call(self, name: str) -> ExpressionNode:
        if name == "read":
            inside = self.arguments(name)
            if len(inside) != 1 or not isinstance(inside[0], Name):
                raise ExpressionError("read(…) takes the name of a sensor, or of one of its readings.")
            return Reading(inside[0].name)
        if name not in REDUCTIONS and name not in FUNCTIONS:
            known = [*REDUCTIONS, *FUNCTIONS]
            raise ExpressionError(f"{name}(…) is not a reduction: they are {', '.join(REDUCTIONS)}.{nearest(name, known)}")
        arguments = self.arguments(name)
        if name not in REDUCTIONS or (name in FUNCTIONS and len(arguments) > 1):
            return self.made(name, arguments)
        wanted = REDUCTIONS[name][0]
        if len(arguments) != wanted:
            given = f"{wanted} argument{'s' * (wanted > 1)}, not {len(arguments)}"
            raise ExpressionError(f"{name}(…) takes {given}: {REDUCTIONS[name][2]}.")
        return Reduction(name, arguments)


@dataclass(frozen=True)
class Measure:
    """Number that a run is reduced to.

    Attributes
    ----------
    name : its text, or the name it was given: `peak = max(C.force)`
    text : as it was written; `file.py:function` or `module:function` for a function of one's own
    tree : the expression; None for a function
    source : text of the file of a function, or of the function
    allowed : whether its function may run: not where a file names it and nobody has allowed it
    """

    name: str
    text: str
    tree: ExpressionNode | None
    source: str = ""
    allowed: bool = True

    @property
    def definition(self) -> str:
        """Return the text from which `measure` makes it again, with its name."""
        return self.text if self.name == self.text else f"{self.name} = {self.text}"

    def signals(self) -> set[str]:
        """Return the names in the expression: signals, and what varies."""
        return set() if self.tree is None else self.tree.names()

    def readings(self) -> set[str]:
        """Return the names of readings of sensors."""
        return {n.name for n in _walk(self.tree) if isinstance(n, Reading)}

    def times(self) -> set[float]:
        """Return the times that must be outputs."""
        asked = [n.arguments[1] for n in _walk(self.tree) if isinstance(n, Reduction) and n.name == "at"]
        return {float(when.quantity.value) for when in asked if isinstance(when, Number)}

    def refuse_unallowed(self) -> None:
        """Refuse to run a function that nobody has allowed."""
        if self.tree is None and not self.allowed:
            raise not_allowed(self.text)

    def evaluate(self, t: Array, lookup: Callable[[str], Array], batch: Sized) -> Array:
        """Return the measure of each machine: lookup gives outputs (n, N) of a signal, or N values of what varies."""
        if self.tree is None:
            self.refuse_unallowed()
            values = called(own_function(self.text, self.source), batch, self.name)
            if values.shape != (len(batch),):
                wanted = f"give one number for each of {len(batch)} machines"
                raise StudyError(f"measure {self.name!r} returned shape {values.shape}: {wanted}.")
            return values
        with np.errstate(all="ignore"):
            value = np.asarray(_value(self.tree, t, lookup), float)
        if value.ndim > 1:
            raise StudyError(f"measure {self.text!r} has a value at every time. Reduce it: max({self.text}).")
        return np.asarray(np.broadcast_to(value, (len(batch),)))


def measure(text: str | OwnFunction, stored: bool = False, source: str = "") -> Measure:
    """Return a measure from its text, with or without a name: `peak = max(C.force)`; or a function that can be imported.

    A function of a user is imported at once, so that a study without it is refused; not if its name is `stored` with results,
    which may not run code. `source` is the text of its file, where that has travelled.
    """
    if callable(text):
        text = importable_name(text)
    if not isinstance(text, str) or not text.strip():
        raise StudyError(f"measure {text!r}: give text, such as max(C.force).")
    text = text.strip()
    name, body = parts(text)
    if is_function(body):
        if not stored:
            source = source or source_of(body)
            own_function(body, source)
        return Measure(name, body, None, source, not stored)
    try:
        tree = _MeasureParser(body, frozenset(), frozenset()).all()
    except ExpressionError as error:
        raise StudyError(f"measure {text!r}: {error}") from None
    nodes = _walk(tree)
    reduced = {id(n) for r in nodes if isinstance(r, Reduction) for n in _walk(r)}
    names = (n.name for n in nodes if isinstance(n, Name) and id(n) not in reduced)
    if loose := next((name for name in names if "." in name or "/" in name), None):
        raise StudyError(f"measure {text!r}: {loose!r} has a value at every time. Reduce it: max({loose}), {loose} at 2s.")
    return Measure(name, body, tree)


def formula(text: str, names: Sequence[str]) -> Measure:
    """Return an expression of measures and of what varies, called by their names: `max(A.rate) > 3*peak`."""
    quoted = text
    for name in sorted((n for n in names if not n.isidentifier()), key=len, reverse=True):
        quoted = quoted.replace(name, f"`{name}`")
    try:
        return Measure(text, text, _MeasureParser(quoted, frozenset(), frozenset()).all())
    except ExpressionError as error:
        raise StudyError(f"{text!r}: {error}") from None


OWN_NAMES = ("status", "time")
"""Columns that every table of results has."""


def refuse_unknown(
    measures: Sequence[Measure], signals: Mapping[str, str], single: Sequence[str], readings: Sequence[str] = (),
    taken: Sequence[str] = (),
) -> None:  # fmt: skip
    """Refuse names that mean nothing or two things, and expressions without a meaning, before anything runs.

    single : what has one value per machine: what varies, and events; taken : names of other columns of the results
    """
    names = [m.name for m in measures]
    for m in measures:
        if m.name in (*OWN_NAMES, *taken):
            raise StudyError(f"measure {m.text!r}: {m.name!r} is another column of the results: name it {m.name}_found, say.")
    if twice := {name for name in names if names.count(name) > 1}:
        raise StudyError(f"measure {sorted(twice)[0]!r} stands twice: leave one out, or name them: first = max(A.rate).")
    for m in measures:
        for name in sorted(m.signals()):
            if name not in signals and name not in single:
                if name in readings:
                    raise UnknownName(f"measure {m.text!r}: {name!r} is a sensor: what it reads is read({name}).")
                raise UnknownName(f"measure {m.text!r}: no signal {name!r}.{nearest(name, [*signals, *single])}")
        for name in sorted(m.readings()):
            if name not in readings:
                known = nearest(name, list(readings)) or (" The machine has no sensors." if not readings else "")
                raise UnknownName(f"measure {m.text!r}: no sensor reads {name!r}.{known}")
        if m.tree is not None:  # tried once, on three outputs of one machine
            m.evaluate(np.arange(3.0), lambda name: np.ones(1) if name in single else np.ones((3, 1)), range(1))


def unit_of(m: Measure, units: Mapping[str, str], events: Sequence[str] = ()) -> str:
    """Return the unit of a measure that is one reduction of one signal, or an event; empty where it is more."""
    tree = m.tree
    if (isinstance(tree, Name) and tree.name in events) or (isinstance(tree, Reduction) and tree.name in TIMES):
        return "s"
    if not isinstance(tree, Reduction):
        return ""
    inside = tree.arguments[0]
    while isinstance(inside, Negative) or (isinstance(inside, Call) and inside.name == "abs"):
        inside = inside.inside if isinstance(inside, Negative) else inside.arguments[0]
    unit = units.get(inside.name, "") if isinstance(inside, Name | Reading) else ""
    return f"{unit}·s" if tree.name == "integral" and unit else unit


def _walk(node: Any) -> list[ExpressionNode]:
    if node is None:
        return []
    inside: list[Any] = list(getattr(node, "arguments", ()))
    inside += [getattr(node, key) for key in ("inside", "first", "left", "right") if hasattr(node, key)]
    inside += [part for _, part in getattr(node, "chain", ())]
    return [node, *(n for part in inside for n in _walk(part))]


def _value(node: ExpressionNode, t: Array, lookup: Callable[[str], Array]) -> Any:
    """Return the value of a part: one number per machine where it is reduced, else outputs (n, N)."""
    match node:
        case Number():
            return node.quantity.value
        case Name():
            return np.pi if node.name == "pi" else lookup(node.name)
        case Reading():
            return lookup(READ + node.name)
        case Reduction():
            x, *rest = (np.asarray(_value(a, t, lookup)) for a in node.arguments)
            if x.ndim < 2:
                raise StudyError(f"{node.name}(…) needs a signal that changes over time, not one number per machine.")
            return REDUCTIONS[node.name][1](t, x, *rest)
        case Negative():
            return -_value(node.inside, t, lookup)
        case Operation():
            result = _value(node.first, t, lookup)
            for operator, part in node.chain:
                result = OPERATORS[operator](result, _value(part, t, lookup))
            return result
        case Comparison():
            both = (_value(part, t, lookup) for part in (node.left, node.right))
            return np.asarray(COMPARISONS[node.operator][0](*both), float)
        case Call():
            first, *rest = (_value(a, t, lookup) for a in node.arguments)
            return reduce(FUNCTIONS[node.name], rest, first) if rest else FUNCTIONS[node.name](first)
    raise AssertionError(node)


guard(__name__)
