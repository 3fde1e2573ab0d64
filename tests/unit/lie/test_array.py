"""Numbers and symbols behind one vocabulary."""

from __future__ import annotations

import subprocess
import sys

import casadi as ca
import numpy as np
import pytest

from biela.lie import array


def test_importing_lie_loads_neither_casadi_nor_scipy():
    code = "import sys, biela.lie; print(sorted({'casadi', 'scipy'} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_is_symbolic():
    assert array.is_symbolic(1.0, ca.SX.sym("x"))
    assert not array.is_symbolic(1.0, np.eye(3))


def test_integers_become_floats():
    assert array.vector((1, 0, 0)).dtype == float
    assert array.matrix([[1, 0], [0, 1]]).dtype == float
    assert array.vector(np.array([[1], [2]])).shape == (2,)


def test_sequences_of_symbols_become_columns():
    x = ca.SX.sym("x")
    assert array.vector((0.0, x, 1.0)).shape == (3, 1)
    assert array.vector(np.array([0.0, x, 1.0], dtype=object)).shape == (3, 1)
    assert array.vector(ca.SX.sym("y", 1, 3)).shape == (3, 1)
    m = array.matrix([[x, 0.0], [2.0, 1.0]])
    assert m.shape == (2, 2)
    assert array.is_symbolic(m)
    assert ca.is_equal(m[0, 0], x)
    assert [float(e) for e in array.entries(array.matrix([[ca.SX(1), 2.0], [3.0, 4.0]]))] == [1, 2, 3, 4]


@pytest.mark.parametrize("name", ["cross", "dot", "outer"])
def test_products_of_vectors_with_mixed_operands(name, rng, symbolic):
    a, b = rng.normal(size=(2, 3))
    operation = getattr(array, name)
    expected = np.atleast_1d(operation(a, b))
    for mixed in (symbolic(operation, a, b), symbolic(lambda x: operation(x, b), a), symbolic(lambda y: operation(a, y), b)):
        np.testing.assert_allclose(mixed, expected, rtol=1e-15, atol=1e-15)


def test_products_of_matrices_with_mixed_operands(rng, symbolic):
    a, b, v = rng.normal(size=(3, 3)), rng.normal(size=(3, 3)), rng.normal(size=3)
    np.testing.assert_allclose(symbolic(lambda x: array.matmul(a, x), b), a @ b, rtol=1e-14)
    np.testing.assert_allclose(symbolic(lambda x: array.matmul(x, b), a), a @ b, rtol=1e-14)
    np.testing.assert_allclose(symbolic(lambda x: array.matmul(a, x), v), a @ v, rtol=1e-14)
    np.testing.assert_allclose(symbolic(lambda x: array.matmul(x, v), a), a @ v, rtol=1e-14)


def test_constants_fold_on_symbols():
    x = ca.SX.sym("x", 3)
    assert ca.is_equal(array.matmul(np.eye(3), x), x)
    assert ca.is_equal(array.dot(np.array([0.0, 1.0, 0.0]), x), x[1])
    assert array.cross(np.zeros(3), x).is_zero()
    assert ca.is_equal(array.zeros(3) + x, x)


def test_where(symbolic):
    assert array.where(True, 1.0, 2.0) == 1.0
    np.testing.assert_array_equal(symbolic(lambda x: array.where(x < 0, 1.0, 2.0), np.array([3.0])), [2.0])
