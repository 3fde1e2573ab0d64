"""Expressions written down as text while they are computed: what a function does, without a symbolic library.

A traced symbol stands where a CasADi `SX` will stand when equations are derived. Each operation becomes one line of its tape,

    0 = symbol('A.angle',())
    1 = multiply(2.0,%0)
    2 = sin(%1)

so two functions with the same tape make the same calls on the same operands, and derive the same expression. The tape keys
what was derived before, and a process that finds it there never imports CasADi.

A traced symbol has no value and no shape: what asks for either (a branch, `float`, `len`) raises `TypeError`, and the caller
traces the function with CasADi instead. So do operations that are not listed here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

UFUNCS = frozenset(
    "absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh ceil copysign cos cosh divide equal exp expm1 fabs floor "
    "fmax fmin fmod greater greater_equal hypot less less_equal log log10 log1p logical_and logical_not logical_or matmul maximum "
    "minimum multiply negative not_equal positive power sign sin sinh sqrt square subtract tan tanh".split()
)
"""Functions of NumPy that CasADi knows too."""
CASADI = frozenset(
    "acos asin atan atan2 cos cross dot exp fabs fmax fmin horzcat if_else jacobian log mtimes norm_2 reshape sign sin "
    "sqrt tan tanh vec vertcat".split()
)
"""Functions of CasADi that `biela.lie.array` calls."""


class TextTape:
    """The lines of one function. An operation that was noted before is the line it has."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def symbol(self, name: str, *shape: int) -> Traced:
        """Return a free variable; the shape is that of the matrix it stands for."""
        return self._line(f"symbol({name!r},{shape})")

    def note(self, operation: str, *operands: Any) -> Traced:
        """Return the result of an operation."""
        return self._line(f"{operation}({','.join(map(self.text, operands))})")

    def _line(self, line: str) -> Traced:
        return Traced(self, self._places.setdefault(line, len(self._places)))

    def text(self, x: Any) -> str:
        """Return an operand: a line of the tape, a finite number, or an array or sequence of them."""
        if isinstance(x, Traced):
            if x._tape is not self:
                raise TypeError("symbols of two functions meet")
            return f"%{x._place}"
        if isinstance(x, bool | int | float | np.number | np.bool_):
            if x != x:
                raise TypeError("NaN in a function")  # whoever traces with CasADi finds out and says why
            return repr(float(x))
        if isinstance(x, np.ndarray | tuple | list):
            shape = x.shape if isinstance(x, np.ndarray) else type(x).__name__
            return f"{shape}[{','.join(map(self.text, x.flat if isinstance(x, np.ndarray) else x))}]"
        if hasattr(x, "present"):  # an expression of parameters
            return self.text(x.present())
        raise TypeError(f"{x!r} is neither a number nor a symbol")

    def __str__(self) -> str:
        return ";".join(self._places)


class Traced:
    """A symbol, or the result of an operation."""

    __slots__ = ("_place", "_tape")
    __hash__ = None  # type: ignore[assignment]
    __iter__ = None

    def __init__(self, tape: TextTape, place: int) -> None:
        self._tape, self._place = tape, place

    def __array_ufunc__(self, ufunc: Any, method: str, *operands: Any, **options: Any) -> Traced:
        if ufunc.__name__ not in UFUNCS or method != "__call__" or options or len(operands) != ufunc.nin:
            raise TypeError(f"{ufunc.__name__} is not traced")
        return self._tape.note(ufunc.__name__, *operands)

    def __getitem__(self, key: Any) -> Traced:
        parts = key if isinstance(key, tuple) else (key,)
        if not all(isinstance(part, int | slice) for part in parts):
            raise TypeError(f"index {key!r} is not traced")
        return self._tape._line(f"item(%{self._place},{key!r})")

    @property
    def T(self) -> Traced:
        return self._tape.note("transpose", self)

    def __bool__(self) -> bool:
        raise TypeError("a branch on a symbol")

    def __neg__(self) -> Traced:
        return self._tape.note("negative", self)

    def __pos__(self) -> Traced:
        return self

    def __abs__(self) -> Traced:
        return self._tape.note("absolute", self)


def _operator(operation: str, reflected: bool) -> Callable[[Traced, Any], Traced]:
    def operate(self: Traced, other: Any) -> Traced:
        return self._tape.note(operation, other, self) if reflected else self._tape.note(operation, self, other)

    return operate


for _name, _operation in {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "pow": "power", "matmul": "matmul", "lt": "less",
    "le": "less_equal", "gt": "greater", "ge": "greater_equal", "eq": "equal", "ne": "not_equal",
}.items():  # fmt: skip
    setattr(Traced, f"__{_name}__", _operator(_operation, reflected=False))
    if len(_name) > 2:  # comparisons have no reflected form
        setattr(Traced, f"__r{_name}__", _operator(_operation, reflected=True))


class Vocabulary:
    """Functions under the names that they have in CasADi."""

    def __getattr__(self, name: str) -> Callable[..., Traced]:
        if name not in CASADI:
            raise TypeError(f"{name} is not traced")

        def call(*operands: Any) -> Traced:
            tape = next(x._tape for x in operands if isinstance(x, Traced))
            return tape.note(name, *operands)

        return call


FUNCTIONS = Vocabulary()
