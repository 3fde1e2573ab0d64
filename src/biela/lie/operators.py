"""CasADi's operators between symbols, called directly.

Each operator of `SX` in Python asks of both operands whether they are numbers, arrays or sparse matrices before it finds that they
are symbols, which takes ten times as long as the operation. `SX.binary` is the same operation for operands that are known to be
symbols: importing this module lets the operators call it where both operands are `SX`, or the other one is a Python number; for
anything else they are as before. Deriving a machine takes some ten thousand operations.

Products of matrices and stacks have no such way. A third of their time is the question for the shape, several times per call, which
is therefore answered by one function of CasADi instead of three in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import casadi
from casadi import SX

OPERATORS = {"add": casadi.OP_ADD, "sub": casadi.OP_SUB, "mul": casadi.OP_MUL, "truediv": casadi.OP_DIV}


def as_symbol(value: Any) -> Any:
    """A value as `SX`: itself where it is one. CasADi would copy it, and first ask what it is."""
    return value if type(value) is SX else SX(value)


def _direct(number: int, usual: Callable[[Any, Any], Any], turned: bool) -> Callable[[Any, Any], Any]:
    """An operator of `SX`, and what it was for other operands; `turned`: the symbol stands on the right."""

    def operator(self: Any, other: Any) -> Any:
        kind = type(other)
        if kind is float or kind is int:
            other = SX(float(other))
        elif kind is not SX:
            return usual(self, other)
        return SX.binary(number, other, self) if turned else SX.binary(number, self, other)

    return operator


for _name, _number in OPERATORS.items():
    for _prefix in ("", "r", "i"):
        _key = f"__{_prefix}{_name}__"
        setattr(SX, _key, _direct(_number, getattr(SX, _key), turned=_prefix == "r"))

SX.shape = property(casadi._casadi.GenSX_size)  # type: ignore[attr-defined, method-assign, assignment]
