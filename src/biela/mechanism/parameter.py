"""Named parameters and the arithmetic that may be done with them.

A free parameter is an input of the compiled kernels: sweeps, identification and filters change it without
compiling again. Values that depend on it are kept as small expression trees,

    length = m.parameter("length", 1.2, "m")
    m.body("rod", mass=3 * length, com=(length / 2, 0, 0))

which are evaluated with numbers (the nominal values) or with symbols (when equations are derived).
"""

from __future__ import annotations

import hashlib
import math
import operator
import warnings
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

from biela.base.checked import MAX_MAGNITUDE, MIN_MAGNITUDE, Kind, guard, is_real, shown
from biela.base.errors import DescriptionError
from biela.element.role import Assumed
from biela.lie import array as xp

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {"+": operator.add, "*": operator.mul, "/": operator.truediv, "**": operator.pow}
_FUNCTIONS: dict[str, Callable[..., float]] = {
    "sqrt": math.sqrt, "sin": math.sin, "cos": math.cos, "tan": math.tan, "arctan": math.atan,
    "exp": math.exp, "log": math.log, "fabs": math.fabs,
}  # fmt: skip
_CASADI_NAMES = {"arctan": "atan"}
WRITTEN_SIZE = 300
"""Largest size of an expression that is written out in full, in messages and where machines are told apart."""
_present: ContextVar[tuple[Mapping[str, xp.Operand], Mapping[str, Parameter] | None] | None] = ContextVar("present", default=None)


@contextmanager
def resolving(values: Mapping[str, xp.Operand], own: Mapping[str, Parameter] | None = None) -> Iterator[None]:
    """While a user's function is called: parameters that meet signals become `values[name]`.

    With `own` (kept from an outer `resolving` if omitted), parameters that are not among those of the machine are refused. NumPy
    functions of signals serve as well as CasADi's; CasADi's remark about that is kept quiet.
    """
    with presenting(values, own), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"\s*casadi: a numpy function", category=FutureWarning)
        yield


@contextmanager
def presenting(values: Mapping[str, xp.Operand], own: Mapping[str, Parameter] | None = None) -> Iterator[None]:
    """As `resolving`, where no symbol of CasADi takes part."""
    outer = _present.get()
    token = _present.set((values, outer[1] if own is None and outer is not None else own))
    try:
        yield
    finally:
        _present.reset(token)


class ByName(dict[str, Any]):
    """Mapping that makes what is asked for, and has everything."""

    def __init__(self, make: Callable[[str], Any]):
        super().__init__()
        self._make = make

    def __missing__(self, name: str) -> Any:
        return self._make(name)

    def __contains__(self, name: object) -> bool:
        return True


class Expression:
    """An arithmetic expression of parameters: + − * / ** and, through numpy, sqrt sin cos tan arctan exp log fabs.

    Parts may be shared: in a chain of parameters each of which contains the one before twice, written out in full the last one
    doubles with each link. So everything here visits a part once.

    Attributes
    ----------
    size : number of operations and parameters in it when written out in full, at most `MAX_MAGNITUDE`
    """

    __slots__ = ("_nominal", "_parameters", "arguments", "operation", "size")

    def __init__(self, operation: str, *arguments: Any):
        self.operation, self.arguments = operation, arguments
        self.size: float = min(1 + sum(a.size for a in arguments if isinstance(a, Expression)), MAX_MAGNITUDE)
        self._nominal: Any = None
        self._parameters: frozenset[Parameter] | None = None

    def parts(self, closed: Callable[[Expression], bool] = lambda x: False) -> Iterator[Expression]:
        """Its parts, each once and after those that it contains, itself last; those that are closed are not looked into."""
        seen, stack = set[int](), [self]
        while stack:
            x = stack[-1]
            inner = [] if closed(x) else [a for a in x.arguments if isinstance(a, Expression) and id(a) not in seen]
            stack += reversed(inner)
            if not inner:
                stack.pop()
                if id(x) not in seen:
                    seen.add(id(x))
                    yield x

    def evaluate(self, values: Mapping[str, xp.Operand] | None = None) -> xp.Operand:
        """Value with each parameter replaced by `values[name]` (number or symbol), or by its nominal value."""
        if values is None:  # kept: nominal values never change
            for x in self.parts(lambda a: a._nominal is not None):
                if x._nominal is None:
                    x._nominal = x._combine([a._nominal if isinstance(a, Expression) else a for a in x.arguments], None)
            return self._nominal
        done: dict[int, xp.Operand] = {}
        for x in self.parts():
            done[id(x)] = x._combine([done[id(a)] if isinstance(a, Expression) else a for a in x.arguments], values)
        return done[id(self)]

    def _combine(self, arguments: list[xp.Operand], values: Mapping[str, xp.Operand] | None) -> xp.Operand:
        """Return the operation, on the values of its arguments."""
        if self.operation in OPERATORS:
            return OPERATORS[self.operation](*arguments)
        (x,) = arguments
        if isinstance(x, int | float):
            return _FUNCTIONS[self.operation](x)
        return xp.elementary(_CASADI_NAMES.get(self.operation, self.operation), x)

    def parameters(self) -> frozenset[Parameter]:
        """Return the parameters that appear in it."""
        for x in self.parts(lambda a: isinstance(a, Parameter) or a._parameters is not None):
            if not isinstance(x, Parameter) and x._parameters is None:
                inner = {a.parameters() for a in x.arguments if isinstance(a, Expression)}
                x._parameters = next(iter(inner)) if len(inner) == 1 else frozenset().union(*inner)
        return self._parameters or frozenset()

    def canonical(self) -> str:
        """Text that two expressions share only if they are the same: in full, or the digest of one that would be long."""
        if self.size <= WRITTEN_SIZE:
            return repr(self)
        done: dict[int, str] = {}
        for x in self.parts():
            inside = [done[id(a)] if isinstance(a, Expression) else repr(a) for a in x.arguments]
            done[id(x)] = repr(x) if x.size <= WRITTEN_SIZE else hashlib.sha256(f"{x.operation}({inside})".encode()).hexdigest()
        return f"expression {done[id(self)]}"

    def present(self) -> xp.Operand:
        """Return the symbol or number that it stands for while a user's function is called."""
        present = _present.get()
        if present is None:
            raise DescriptionError(f"{self!r} meets a symbol outside a law: write it inside the function you give to biela.")
        values, own = present
        for parameter in self.parameters():
            if own is not None and own.get(parameter.name) is not parameter:
                raise DescriptionError(foreign(parameter))
        return self.evaluate(values)

    def __SX__(self) -> xp.Operand:
        """As a symbol; CasADi asks for it when a parameter meets signals in a user's function."""
        import casadi

        return casadi.SX(self.present())

    def _with(self, operation: str, other: xp.Operand, swapped: bool = False) -> xp.Operand:
        """Return self ∘ other, or other ∘ self if swapped: an expression, or a symbol where the other one is a symbol."""
        if _joins(other):
            pair = (self, other if isinstance(other, Expression) else float(other))
            return Expression(operation, *(pair[::-1] if swapped else pair))
        if not _symbolic(other):
            return NotImplemented
        present = self.present()
        return OPERATORS[operation](other, present) if swapped else OPERATORS[operation](present, other)

    def __add__(self, other: xp.Operand) -> xp.Operand:
        return self if _is(other, 0) else self._with("+", other)

    __radd__ = __add__

    def __neg__(self) -> Expression:
        return Expression("*", -1.0, self)

    def __pos__(self) -> Expression:
        return self

    def __sub__(self, other: xp.Operand) -> xp.Operand:
        return self + (-other) if _joins(other) or _symbolic(other) else NotImplemented

    def __rsub__(self, other: xp.Operand) -> xp.Operand:
        return (-self) + other

    def __mul__(self, other: xp.Operand) -> xp.Operand:
        if _is(other, 0):
            return 0.0
        return self if _is(other, 1) else self._with("*", other)

    __rmul__ = __mul__

    def __truediv__(self, other: xp.Operand) -> xp.Operand:
        return self if _is(other, 1) else self._with("/", other)

    def __rtruediv__(self, other: xp.Operand) -> xp.Operand:
        return 0.0 if _is(other, 0) else self._with("/", other, swapped=True)

    def __pow__(self, other: xp.Operand) -> xp.Operand:
        return self._with("**", other)

    def __rpow__(self, other: xp.Operand) -> xp.Operand:
        return self._with("**", other, swapped=True)

    def __repr__(self) -> str:
        if self.size > WRITTEN_SIZE:
            return f"<{self.size:.3g} operations on {', '.join(sorted(p.name for p in self.parameters())[:5])}>"
        if self.operation in OPERATORS:
            a, b = (repr(x) for x in self.arguments)
            return f"({a} {self.operation} {b})"
        return f"{self.operation}({self.arguments[0]!r})"


def _unary(name: str) -> Callable[[Expression], Expression]:
    return lambda self: Expression(name, self)


for _name in _FUNCTIONS:
    setattr(Expression, _name, _unary(_name))  # numpy calls x.sqrt() for np.sqrt(x)
setattr(Expression, "__abs__", _unary("fabs"))  # noqa: B010


class Parameter(Expression):
    """A named free parameter with its nominal value and unit."""

    __slots__ = ("name", "unit", "value")

    def __init__(self, name: str, value: float, unit: str = ""):
        super().__init__("parameter")
        if not is_real(value):
            raise DescriptionError(f"parameter {name!r} is {shown(value)}: give a number, its nominal value.")
        number = float(value)
        if not abs(number) <= MAX_MAGNITUDE:
            raise DescriptionError(f"parameter {name!r} is {number}: give a finite nominal value, of size up to {MAX_MAGNITUDE:g}.")
        self.name, self.value, self.unit = name, number, unit
        self._nominal = number

    def evaluate(self, values: Mapping[str, xp.Operand] | None = None) -> xp.Operand:
        return self.value if values is None or self.name not in values else values[self.name]

    def parameters(self) -> frozenset[Parameter]:
        return frozenset((self,))

    def _combine(self, arguments: list[xp.Operand], values: Mapping[str, xp.Operand] | None) -> xp.Operand:
        return self.evaluate(values)

    def __repr__(self) -> str:
        return self.name


def _is_scalar(x: Any) -> bool:
    return isinstance(x, Expression) or _symbolic(x) or (is_real(x) and bool(abs(x) <= MAX_MAGNITUDE))


Scalar: TypeAlias = Annotated[float | Expression, Kind("a number or an expression of parameters", _is_scalar)]
"""A number or an expression of free parameters."""


def foreign(parameter: Parameter) -> str:
    """Return the message about a parameter that the machine does not have."""
    return (
        f"parameter {parameter.name!r} belongs to another mechanism: it would silently stay at {parameter.value:g}. Declare it "
        f"here with m.parameter({parameter.name!r}, …), or give the number."
    )


def parameters_in(x: object) -> Set[Parameter]:
    """Return all parameters inside a description: a number, an expression, or anything built of them."""
    if isinstance(x, Expression):
        return x.parameters()
    if isinstance(x, np.ndarray):
        return {p for e in x.flat for p in parameters_in(e)} if x.dtype == object else set()
    if isinstance(x, tuple | list):
        return {p for e in x for p in parameters_in(e)}
    return set()


def refuse_free(x: object, what: str, why: str = "it must be a number.") -> None:
    """Refuse free parameters, by name, where only numbers serve."""
    free = sorted(p.name for p in parameters_in(x))
    if free:
        noun = "parameter" if len(free) == 1 else "parameters"
        raise DescriptionError(f"{what} depends on the free {noun} {', '.join(map(repr, free))}: {why}")


def _joins(x: object) -> bool:
    """Return whether x goes into an expression tree. (Arrays do not: numpy takes their entries one by one.)"""
    if isinstance(x, Expression | float | np.floating) or (isinstance(x, int) and abs(x) <= MAX_MAGNITUDE):
        return True
    return isinstance(x, np.integer) and is_real(x)  # durations of numpy are integers, too


def _symbolic(x: object) -> bool:
    return xp.is_symbolic(x) or type(x).__module__.startswith("casadi")


def _is(x: object, number: float) -> bool:
    return not isinstance(x, Expression) and _joins(x) and bool(x == number)


def evaluate(x: Any, values: Mapping[str, xp.Operand] | None = None) -> xp.Operand:
    """Return a scalar, or nested tuples/arrays of scalars, with parameters replaced.

    Arrays come back as float arrays when every entry is a number, as symbolic matrices otherwise.
    """
    if isinstance(x, Expression):
        return x.evaluate(values)
    if isinstance(x, tuple | list):
        x = np.array(x, dtype=object)
    if isinstance(x, np.ndarray) and x.dtype == object:
        entries = [evaluate(e, values) for e in x.flat]
        if all(isinstance(e, int | float | np.number) for e in entries):
            return np.array(entries, float).reshape(x.shape)
        n = 1 if x.ndim == 1 else x.shape[1]
        return xp.stack(*entries) if n == 1 else xp.matrix([entries[k : k + n] for k in range(0, x.size, n)])
    return x


def scalar(x: Any, what: str, *, positive: bool = False, nonnegative: bool = False) -> Scalar:
    """Check a number (finite, sign) and name the culprit."""
    signed = not (positive or nonnegative)
    if type(x) in (float, int, Assumed) and abs(x) <= MAX_MAGNITUDE and (signed or x >= MIN_MAGNITUDE or (x == 0 and not positive)):
        return float(x) if type(x) is int else x  # type: ignore[no-any-return]  # nearly always; the rest says what is wrong
    if not isinstance(x, Expression):
        try:
            if not is_real(x) and not xp.is_symbolic(x):
                raise TypeError
            x = float(x)
        except (TypeError, ValueError, RuntimeError, OverflowError):
            raise DescriptionError(f"{what} is {shown(x)}: give a number or an expression of parameters.") from None
    try:
        value = nominal(x)
    except (ArithmeticError, ValueError) as error:
        raise DescriptionError(f"{what} is {x!r}, which has no value at the nominal parameters: {error}.") from None
    if not math.isfinite(value):
        raise DescriptionError(f"{what} is {value}: give a finite number.")
    if abs(value) > MAX_MAGNITUDE:
        raise DescriptionError(f"{what} is {value:g}: give a number of size up to {MAX_MAGNITUDE:g}.")
    if (positive and value < MIN_MAGNITUDE) or (nonnegative and value < 0):
        raise DescriptionError(_beyond(what, value, positive))
    noted = _noted.get()
    if noted is not None and isinstance(x, Expression) and (positive or nonnegative):
        noted.append(Bound(what, x, positive))
    return x  # type: ignore[no-any-return]


def _beyond(what: str, value: float, positive: bool) -> str:
    if 0.0 < value:
        return f"{what} is {value:g}: give a number of size from {MIN_MAGNITUDE:g} up to {MAX_MAGNITUDE:g}."
    return f"{what} is {value:g}: it must {'be above zero' if positive else 'not be negative'}."


class Bound(NamedTuple):
    """A limit of a value that depends on free parameters: it was checked at their nominal values alone."""

    what: str
    expression: Expression
    positive: bool

    def broken(self, values: Mapping[str, xp.Operand]) -> Any:
        """Mark where it does not hold, for arrays of values of the parameters; what has no value breaks it too."""
        with np.errstate(all="ignore"):
            x = np.asarray(evaluate(self.expression, values), float)
        return ~(x > 0.0) if self.positive else ~(x >= 0.0)

    def reason(self, values: Mapping[str, float]) -> str:
        """Return the reason for which one set of values is refused."""
        return _beyond(self.what, float(evaluate(self.expression, values)), self.positive)


_noted: ContextVar[list[Bound] | None] = ContextVar("noted", default=None)


@contextmanager
def noting_bounds() -> Iterator[list[Bound]]:
    """While a machine is built: the limits of values that depend on its free parameters."""
    found: list[Bound] = []
    token = _noted.set(found)
    try:
        yield found
    finally:
        _noted.reset(token)


def vector(x: Any, what: str, length: int = 3) -> tuple[Scalar, ...]:
    """Check a vector of numbers or expressions and name the culprit."""
    try:
        entries = None if isinstance(x, str | Mapping) else list(x)
    except TypeError:
        entries = None
    if entries is None:
        raise DescriptionError(f"{what} is {x!r}: give {length} numbers.")
    if len(entries) != length:
        raise DescriptionError(f"{what} has {len(entries)} entries: give {length}.")
    return tuple(scalar(e, f"entry {i + 1} of {what}") for i, e in enumerate(entries))


def nominal(x: Any) -> Any:
    """Value at the nominal parameters."""
    return evaluate(x, None)


guard(__name__, "Expression", "Parameter")
