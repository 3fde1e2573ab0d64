"""Shared by the tests of `biela.lie`: random data, and the symbolic twin of a numeric call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import casadi as ca
import numpy as np
import pytest


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(7)


@pytest.fixture
def symbolic() -> Callable[..., np.ndarray]:
    """`symbolic(f, a, b)` = f(a, b) computed by way of SX symbols of the same shapes, as a numpy array."""

    def evaluate(function: Callable[..., Any], *values: np.ndarray) -> np.ndarray:
        symbols = [ca.SX.sym(f"x{i}", *np.shape(value)) for i, value in enumerate(values)]
        result = ca.SX(function(*symbols))
        array = np.array(ca.Function("f", symbols, [result])(*values))
        return array.reshape(-1) if array.shape[1] == 1 else array

    return evaluate


@pytest.fixture
def derivative() -> Callable[..., np.ndarray]:
    """`derivative(f, a)` = Jacobian of f at a by CasADi's automatic differentiation, entries of f column by column."""

    def evaluate(function: Callable[..., Any], value: np.ndarray) -> np.ndarray:
        symbol = ca.SX.sym("x", *np.shape(value))
        jacobian = ca.jacobian(ca.vec(function(symbol)), symbol)
        return np.array(ca.Function("J", [symbol], [jacobian])(value))

    return evaluate
