"""Laws and functions of machine files: expressions of signals, of time or of one variable, as Python callables, and back.

effort: -k*A.angle**3          →  TextLaw, called with the signals when equations are derived
motion: 60 deg + 2*t           →  TextFunction of t
lambda s: -3 * s["A.rate"]     →  -3*A.rate, by calling it with symbols

Laws of network elements are expressions of a variable of the element, of signals and of time:

effort: 120*flow*abs(flow)             R: effort of its flow
energy: 0.5*k*displacement_1**2 + …    C-field: energy of its displacements
rate: shaft.flow - `pump/rotor.flow`   integrator: signals of the network; paths with / stand in backquotes
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import math
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from biela.base.errors import DescriptionError
from biela.equations.canonical import traced
from biela.files.expression import FUNCTIONS, ExpressionNode, UnitValue
from biela.kernel import cache
from biela.mechanism.load.user import takes_time
from biela.mechanism.parameter import ByName, Expression, Parameter, resolving

TIME = ("t", "time")
INLINE, LONGEST_TERM = 50, 150
"""Largest size of an expression of parameters that is written in one piece, and characters of each part of a larger one."""
LONGEST_LAW = 8_000
"""Characters; an expression that shares its parts widely can become long when written out."""


class TextLaw:
    """A law of signals; parameters are constants or, where free, inputs of the compiled kernels."""

    def __init__(self, text: str, node: ExpressionNode, parameters: Mapping[str, UnitValue]):
        self.text, self.node, self.parameters = text, node, parameters

    def __call__(self, signals: Any) -> Any:
        def lookup(name: str) -> UnitValue:
            if name in TIME:
                return UnitValue(signals.time, None)
            if name not in self.parameters:
                return UnitValue(signals[name], None)
            quantity = self.parameters[name]
            if not isinstance(quantity.value, Expression):
                return quantity
            values = {p.name: signals.parameter(p.name) for p in quantity.value.parameters()}
            return UnitValue(quantity.value.evaluate(values), quantity.dimension, quantity.bare)

        return self.node.value(lookup).value

    def __repr__(self) -> str:
        return f"<law: {self.text}>"


class TextFunction:
    """A function of named variables: a motion of t, a curve of x, a surface of x, y, z."""

    def __init__(self, text: str, node: ExpressionNode, variables: tuple[str, ...], parameters: Mapping[str, UnitValue]):
        self.text, self.node, self.variables, self.parameters = text, node, variables, parameters

    def value(self, own: Mapping[str, Any], signals: Any = None) -> Any:
        """Return its value; free parameters become symbols where the function is called."""

        def lookup(name: str) -> UnitValue:
            if name in own:
                return UnitValue(own[name], None)
            if name in self.parameters:
                return self.parameters[name]
            return UnitValue(signals.time if name in TIME else signals[name], None)

        return self.node.value(lookup).value

    def __call__(self, *arguments: Any) -> Any:
        return self.value(dict(zip(self.variables, arguments, strict=True)))

    def __repr__(self) -> str:
        return f"<function of {', '.join(self.variables)}: {self.text}>"


class TimeFunction(TextFunction):
    """A function of time; distinguished from a law by the name of its argument."""

    def __call__(self, t: Any) -> Any:  # type: ignore[override]
        return super().__call__(t)


class ElementLaw(TextFunction):
    """A law of one variable of its element."""

    def __call__(self, x: Any) -> Any:  # type: ignore[override]
        return self.value({self.variables[0]: x})


class SignalElementLaw(ElementLaw):
    """A law of one variable of its element, and of signals."""

    def __call__(self, x: Any, signals: Any) -> Any:  # type: ignore[override]
        return self.value({self.variables[0]: x}, signals)


class FieldLaw:
    """One or several laws of all variables of a field: `flow_1`, `flow_2`, …"""

    def __init__(self, laws: list[ElementLaw], one: bool):
        self.laws, self.one = laws, one

    def __call__(self, x: Any) -> Any:
        import casadi

        own = {name: x[k] for k, name in enumerate(self.laws[0].variables)}
        values = [law.value(own) for law in self.laws]
        return values[0] if self.one else casadi.vertcat(*values)

    def __repr__(self) -> str:
        return f"<{', '.join(law.text for law in self.laws)}>"


class SignalMatrix:
    """Laws of signals in rows: a vector where each row has one."""

    def __init__(self, rows: list[list[TextLaw]]):
        self.rows = rows

    def __call__(self, signals: Any) -> Any:
        import casadi

        return casadi.vertcat(*(casadi.horzcat(*(casadi.SX(law(signals)) for law in row)) for row in self.rows))

    def __repr__(self) -> str:
        return f"<laws of signals: {', '.join(law.text for row in self.rows for law in row)}>"


_COMPARISON, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(6)
Text = tuple[str, int]  # and how tightly it holds together


def number_text(x: float) -> str:
    """Return the shortest text that reads back as exactly this number."""
    x = float(x)
    if not math.isfinite(x):
        raise DescriptionError(f"{x} cannot be written to a machine file: give finite numbers.")
    return str(int(x)) if x == int(x) and abs(x) < 1e15 and not (x == 0 and str(x)[0] == "-") else repr(x)


def name_text(name: str) -> str:
    """Return a name, in backquotes where it is not made of words."""
    return name if all(part.isidentifier() and part.isascii() for part in name.split(".")) else f"`{name}`"


def expression_text(x: Expression) -> str:
    """Return an expression of parameters as text, in one piece."""
    return _expression(x)[0]


def _number(x: float) -> Text:
    return number_text(x), _ATOM if x >= 0 and str(float(x))[0] != "-" else _SIGN


def _inside(part: Text, least: int) -> str:
    return part[0] if part[1] >= least else f"({part[0]})"


def _binary(operator: str, a: Text, b: Text) -> Text:
    match operator:
        case "+":
            if b[1] == _SIGN and b[0].startswith("-"):
                return f"{_inside(a, _SUM)} - {b[0][1:]}", _SUM
            return f"{_inside(a, _SUM)} + {_inside(b, _PRODUCT)}", _SUM
        case "-":
            return f"{_inside(a, _SUM)} - {_inside(b, _PRODUCT)}", _SUM
        case "*" | "/":
            return f"{_inside(a, _PRODUCT)}{operator}{_inside(b, _POWER)}", _PRODUCT
        case "<" | "<=" | "==" | "!=":
            return f"{_inside(a, _SUM)} {operator} {_inside(b, _SUM)}", _COMPARISON
    return f"{_inside(a, _ATOM)}**{_inside(b, _ATOM)}", _POWER


def _expression(x: Any) -> Text:
    return _part(x, [_expression(a) for a in x.arguments]) if isinstance(x, Expression) else _number(float(x))


def _part(x: Expression, arguments: list[Text]) -> Text:
    """Return an operation of parameters, from the texts of its arguments."""
    if isinstance(x, Parameter):
        return name_text(x.name), _ATOM
    if x.operation == "*" and x.arguments[0] == -1.0 and isinstance(x.arguments[0], float):
        return f"-{_inside(arguments[1], _POWER)}", _SIGN
    if x.operation in ("+", "*", "/", "**"):
        return _binary(x.operation, *arguments)
    name = {"arctan": "atan", "fabs": "abs"}.get(x.operation, x.operation)
    return f"{name}({arguments[0][0]})", _ATOM


class Terms:
    """Long expressions in terms of named parts, each written once: a chain of parameters stays as long as it was."""

    def __init__(self, taken: Collection[str]):
        self.named: dict[str, str] = {}  # parts as parameters of the file, `term_1: (a + b)/2`
        self._taken = taken
        self._texts: dict[Expression, Text] = {}

    def text(self, x: Expression) -> str:
        """Return an expression as text; parts of it get names if it is long."""
        if x.size <= INLINE:
            return expression_text(x)
        for part in x.parts(self._texts.__contains__):
            if part not in self._texts:
                text = _part(part, [self._texts[a] if isinstance(a, Expression) else _number(a) for a in part.arguments])
                self._texts[part] = text if len(text[0]) <= LONGEST_TERM else (self._name(text[0]), _ATOM)
        return self._texts[x][0]

    def _name(self, text: str) -> str:
        number = len(self.named) + 1
        name = next(n for k in itertools.count() if (n := f"term_{number}{'_' * k}") not in self._taken)
        self.named[name] = text
        return name


class Recorder:
    """Stands for the signals while a law is written down."""

    def __init__(self) -> None:
        self.symbols: dict[str, Any] = {}

    @property
    def time(self) -> Any:
        return self["t"]

    def __getitem__(self, name: str) -> Any:
        import casadi

        return self.symbols.setdefault(name, casadi.SX.sym(name))

    def parameter(self, name: str) -> Any:
        return self[name]


def law_text(law: Any, what: str) -> str:
    """Return a Python law of signals, or of time, as an expression."""
    if takes_time(law):
        return function_text(law, ("t",), what)

    return remembered(law, "signals", lambda: _traced(law, what))[0][0]


def function_text(function: Any, variables: tuple[str, ...], what: str) -> str:
    """Return a Python function of variables as an expression of them."""

    def law(signals: Any) -> Any:
        return function(*(signals[v] for v in variables))

    return remembered(function, f"function of {variables}", lambda: _traced(law, what))[0][0]


def remembered(law: Any, request: str, write: Callable[[], list[list[str]]]) -> list[list[str]]:
    """Return expressions of a law by rows: as they were written for the same law before, if that is on disk, else written now.

    What a law does is known without CasADi (`biela.equations.canonical`), so a machine that was saved once is saved again
    without it. A law that only CasADi can call is always written anew.
    """
    try:
        text = traced(law)
    except DescriptionError:  # it says what is wrong where it is written
        text = ""
    if not text.startswith("traced") or "vector " in text:
        return write()
    return cache.fact(f"{text} {_words_hash()}", f"words, {request}", write)  # type: ignore[no-any-return]


@functools.cache
def _words_hash() -> str:
    """Return the hash of the sources that choose the words."""
    files = (Path(__file__), Path(__file__).with_name("network_write.py"), Path(__file__).with_name("expression.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def _traced(law: Callable[[Any], Any], what: str) -> list[list[str]]:
    """Return the expression of a law of signals, by calling it with symbols; one row with one entry."""
    import casadi

    recorder = Recorder()
    try:
        with resolving(ByName(recorder.parameter)):
            value = casadi.SX(law(recorder))
    except Exception as error:  # a user's function may raise anything
        raise DescriptionError(f"{what} cannot be written as an expression: {error}") from None
    return [[symbolic_text(value, recorder.symbols, what)]]


def symbolic_text(value: Any, symbols: dict[str, Any], what: str) -> str:
    """Return a CasADi expression of named symbols as text."""
    import casadi

    names = list(symbols)
    text = _tape(casadi.Function("law", [symbols[n] for n in names], [value]), names, what)
    if len(text) > LONGEST_LAW:
        said = f"{what} becomes {len(text)} characters long as an expression"
        raise DescriptionError(f"{said}: describe it in shorter parts, as user sensors.")
    return text


def _words() -> tuple[dict[int, str], dict[int, str]]:
    """Return operations of CasADi → functions and operators of machine files."""
    import casadi as ca

    calls = {
        ca.OP_SQRT: "sqrt", ca.OP_SIN: "sin", ca.OP_COS: "cos", ca.OP_TAN: "tan", ca.OP_ASIN: "asin", ca.OP_ACOS: "acos",
        ca.OP_ATAN: "atan", ca.OP_EXP: "exp", ca.OP_LOG: "log", ca.OP_FABS: "abs", ca.OP_TANH: "tanh", ca.OP_SIGN: "sign",
        ca.OP_SINH: "sinh", ca.OP_COSH: "cosh", ca.OP_ASINH: "asinh", ca.OP_ACOSH: "acosh", ca.OP_ATANH: "atanh",
        ca.OP_ERF: "erf", ca.OP_LOG1P: "log1p", ca.OP_EXPM1: "expm1", ca.OP_FLOOR: "floor", ca.OP_CEIL: "ceil",
        ca.OP_NOT: "not", ca.OP_FMIN: "min", ca.OP_FMAX: "max", ca.OP_ATAN2: "atan2", ca.OP_HYPOT: "hypot",
        ca.OP_FMOD: "fmod", ca.OP_REMAINDER: "remainder", ca.OP_COPYSIGN: "copysign", ca.OP_AND: "and", ca.OP_OR: "or",
    }  # fmt: skip
    binary = {
        ca.OP_ADD: "+", ca.OP_SUB: "-", ca.OP_MUL: "*", ca.OP_DIV: "/", ca.OP_POW: "**", ca.OP_CONSTPOW: "**",
        ca.OP_LT: "<", ca.OP_LE: "<=", ca.OP_EQ: "==", ca.OP_NE: "!=",
    }  # fmt: skip
    return calls, binary


def _tape(f: Any, names: list[str], what: str) -> str:
    """Return the text of a CasADi function, instruction by instruction."""
    import casadi as ca

    calls, binary = _words()
    work: dict[int, Text] = {}
    chosen: dict[int, tuple[str, str]] = {}  # condition and value of "value if condition, otherwise 0"
    result = "0"
    for k in range(f.n_instructions()):
        op, inputs, outputs = f.instruction_id(k), f.instruction_input(k), f.instruction_output(k)
        if op == ca.OP_OUTPUT:
            result = work[inputs[0]][0]
            continue
        choice = None
        if op == ca.OP_CONST:
            text = _number(f.instruction_constant(k))
        elif op == ca.OP_INPUT:
            text = (name_text(names[inputs[0]]), _ATOM)
        elif op in calls:
            text = (f"{calls[op]}({', '.join(work[i][0] for i in inputs)})", _ATOM)
        elif op == ca.OP_IF_ELSE_ZERO:
            choice = (work[inputs[0]][0], work[inputs[1]][0])
            text = (f"if({choice[0]}, {choice[1]}, 0)", _ATOM)
        elif op == ca.OP_ADD and (both := _either(chosen.get(inputs[0]), chosen.get(inputs[1]))):
            text = (both, _ATOM)
        elif op in binary:
            text = _binary(binary[op], work[inputs[0]], work[inputs[1]])
        elif op == ca.OP_NEG:
            text = (f"-{_inside(work[inputs[0]], _POWER)}", _SIGN)
        elif op == ca.OP_SQ:
            text = _binary("**", work[inputs[0]], ("2", _ATOM))
        elif op == ca.OP_TWICE:
            text = _binary("*", ("2", _ATOM), work[inputs[0]])
        elif op == ca.OP_INV:
            text = _binary("/", ("1", _ATOM), work[inputs[0]])
        else:
            said = f"{what} uses an operation that machine files have no word for"
            raise DescriptionError(f"{said}; they know + - * / **, comparisons and {', '.join(FUNCTIONS)}.")
        if len(text[0]) > 40 * LONGEST_LAW:
            raise DescriptionError(f"{what} becomes too long as an expression: describe it in shorter parts, as user sensors.")
        work[outputs[0]] = text
        chosen.pop(outputs[0], None)
        if choice is not None:
            chosen[outputs[0]] = choice
    return result


def _either(a: tuple[str, str] | None, b: tuple[str, str] | None) -> str | None:
    """Return a choice between two values, which CasADi holds as a sum: (a if c, otherwise 0) + (b if not c, otherwise 0)."""
    if a is None or b is None or (b[0] != f"not({a[0]})" and a[0] != f"not({b[0]})"):
        return None
    return f"if({a[0]}, {a[1]}, {b[1]})"
