"""Operators of symbols that are called directly give the expressions that CasADi's own functions give."""

from __future__ import annotations

import operator
from typing import Any

import casadi
import numpy as np
import pytest

from biela.lie.operators import OPERATORS, as_symbol

FUNCTIONS = {"add": casadi.plus, "sub": casadi.minus, "mul": casadi.times, "truediv": casadi.rdivide}
x, column, row = casadi.SX.sym("x"), casadi.SX.sym("c", 3), casadi.SX(1, 3)
row[0, 1] = x
OTHERS = [x * x, 2.0, 3, -0.0, 0, float("inf"), True, column, column[1], row, casadi.SX(3, 1), casadi.SX(1, 1),
          np.float64(0.3), np.array([1.0, 2.0, 3.0]), casadi.DM([4, 5, 6])]  # fmt: skip


def outcome(call: Any, *operands: Any) -> Any:
    """The expression with its sparsity, or the kind of what is raised."""
    try:
        found = call(*operands)
    except Exception as error:  # sizes that do not fit
        return type(error)
    return type(found), str(found), found.sparsity().repr() if isinstance(found, casadi.SX) else None


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("other", OTHERS, ids=repr)
def test_an_operator_is_what_casadi_says(name: str, other: Any) -> None:
    symbolic, own = getattr(operator, name), FUNCTIONS[name]
    for symbol in (x, column, row):
        assert outcome(symbolic, symbol, other) == outcome(own, symbol, other)
        assert outcome(getattr(operator, f"i{name}"), symbol, other) == outcome(own, symbol, other)
        if not isinstance(other, casadi.DM):  # whose own operator is asked first
            assert outcome(symbolic, other, symbol) == outcome(own, other, symbol)


def test_other_kinds_of_symbols_are_left_to_casadi() -> None:
    m = casadi.MX.sym("m")
    assert isinstance(m + 1.0, casadi.MX) and isinstance(2 * casadi.DM(3), casadi.DM)
    with pytest.raises(TypeError, match="unsupported operand"):
        x + m


def test_shapes_are_those_of_casadi() -> None:
    for symbol in (x, column, row, casadi.SX(0, 4), casadi.SX.sym("m", 2, 5).T):
        assert symbol.shape == (symbol.size1(), symbol.size2()) and type(symbol.shape) is tuple
        assert symbol.shape == symbol.sparsity().shape and {type(n) for n in symbol.shape} == {int}


def test_a_symbol_stays_itself() -> None:
    assert as_symbol(x) is x and isinstance(as_symbol(2.0), casadi.SX) and as_symbol(np.ones(3)).shape == (3, 1)
