"""Expressions of free parameters: arithmetic on nominal values and on symbols."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import Expression, evaluate, nominal, vector


@pytest.fixture
def ab() -> tuple[Expression, Expression]:
    m = Mechanism("m")
    return m.parameter("a", 2.0), m.parameter("b", 5.0, "m")


def test_arithmetic(ab: tuple[Expression, Expression]) -> None:
    a, b = ab
    cases = {
        a + b: 7.0,
        a - b: -3.0,
        1 - a: -1.0,
        a * b: 10.0,
        3 * a: 6.0,
        a / b: 0.4,
        1 / b: 0.2,
        a**3: 8.0,
        -a: -2.0,
        +a: 2.0,
        abs(-a): 2.0,
        np.sqrt(a): np.sqrt(2),
        np.sin(a): np.sin(2),
        np.cos(a): np.cos(2),
        np.tan(a): np.tan(2),
        np.arctan(a): np.arctan(2),
        np.exp(a): np.exp(2),
        np.log(a): np.log(2),
        (a + 1) * (b - 2) / 3: 3.0,
    }
    symbols = {"a": ca.SX.sym("a"), "b": ca.SX.sym("b")}
    for expression, value in cases.items():
        assert nominal(expression) == pytest.approx(value)
        f = ca.Function("f", list(symbols.values()), [ca.SX(evaluate(expression, symbols))])
        assert float(f(2.0, 5.0)) == pytest.approx(value)
        assert evaluate(expression, {"a": 2.0, "b": 5.0}) == pytest.approx(value)


def test_neutral_operations_leave_no_trace(ab: tuple[Expression, Expression]) -> None:
    a, _ = ab
    assert a + 0 is a
    assert 0 + a is a
    assert 1 * a is a
    assert a / 1 is a
    assert 0 * a == 0.0


@pytest.mark.parametrize("side", ["left", "right"])
def test_arithmetic_with_arrays(ab: tuple[Expression, Expression], side: str) -> None:
    """numpy arrays on either side: entry by entry."""
    a, _ = ab
    x = np.array([1.0, 2.0, 4.0])
    pairs = {
        "+": (a + x, x + a, x + 2),
        "*": (a * x, x * a, x * 2),
        "-": (a - x, x - a, (2 - x) if side == "left" else x - 2),
        "/": (a / x, x / a, 2 / x if side == "left" else x / 2),
    }
    for left, right, expected in pairs.values():
        assert nominal(left if side == "left" else right) == pytest.approx(expected)
    assert nominal(a * np.eye(3)) == pytest.approx(2 * np.eye(3))


def test_vectors_mix_numbers_and_parameters(ab: tuple[Expression, Expression]) -> None:
    a, b = ab
    v = vector((1, a, a * b), "test")
    assert nominal(v) == pytest.approx([1, 2, 10])
    assert {p.name for e in v if isinstance(e, Expression) for p in e.parameters()} == {"a", "b"}
    symbolic = evaluate(v, {"a": ca.SX.sym("a"), "b": ca.SX.sym("b")})
    assert symbolic.shape == (3, 1)
