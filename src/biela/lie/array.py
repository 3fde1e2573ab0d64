"""One vocabulary for numbers and for symbols.

The formulas of this folder are written once and serve two kinds of operand:

- **numbers**: numpy arrays, vectors of shape (n,), matrices (n, m); of dtype object when their entries are
  number-like expressions (anything with + − * /);
- **symbols**: CasADi `SX`, vectors n×1, matrices n×m.

A function with at least one `SX` operand returns `SX`; the others may be numpy constants. Products with constant
zeros and ones fold away, so a rotation about z costs no more than a planar rotation.
This module never imports CasADi: whoever holds an `SX` has imported it already.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

Scalar: TypeAlias = Any
"""A float, a 1×1 `SX`, or a number-like expression."""
Vector: TypeAlias = Any
"""A numpy array of shape (n,), or an n×1 `SX`."""
Matrix: TypeAlias = Any
"""A numpy array of shape (n, m), or an n×m `SX`."""


def is_symbolic(*operands: Any) -> bool:
    """Whether any operand is a CasADi `SX`. Does not import CasADi: without it nothing can be symbolic."""
    casadi = sys.modules.get("casadi")
    if casadi is None:
        return False
    symbol = casadi.SX
    return any(isinstance(operand, symbol) for operand in operands)


def _casadi() -> Any:
    return sys.modules["casadi"]


# building -----------------------------------------------------------------------------------------------------


def _numbers(values: Any) -> np.ndarray:
    array = np.asarray(values)
    return array.astype(float) if array.dtype.kind in "biu" else array


def vector(values: Any) -> Vector:
    """A vector from a sequence of scalars, an array of any shape, or an `SX` (returned as a column)."""
    if is_symbolic(values):
        return values if values.shape[1] == 1 else _casadi().vec(values)
    if isinstance(values, np.ndarray) and values.dtype != object:
        return _numbers(values).reshape(-1)
    return stack(*values)


def matrix(values: Any) -> Matrix:
    """A matrix from rows of scalars, an array, or an `SX`."""
    if is_symbolic(values) or (isinstance(values, np.ndarray) and values.dtype != object):
        return values if is_symbolic(values) else _numbers(values)
    rows = [list(row) for row in values]
    if is_symbolic(*(entry for row in rows for entry in row)):
        ca = _casadi()
        # column by column, as SX stores it: one concatenation instead of one per row
        columns = [row[j] for j in range(len(rows[0])) for row in rows]
        return ca.reshape(ca.vertcat(*columns), len(rows), len(rows[0]))
    return _numbers(rows)


def stack(*scalars: Scalar) -> Vector:
    """The vector with these entries."""
    if is_symbolic(*scalars):
        return _casadi().vertcat(*scalars)
    return _numbers(scalars)


def join(*vectors: Vector) -> Vector:
    """The vectors one under the other."""
    if is_symbolic(*vectors):
        return _casadi().vertcat(*vectors)
    return np.concatenate(vectors)


def block(rows: Sequence[Sequence[Matrix]]) -> Matrix:
    """A matrix from rows of blocks."""
    if is_symbolic(*(entry for row in rows for entry in row)):
        ca = _casadi()
        return ca.vertcat(*(ca.horzcat(*row) for row in rows))
    return np.block([list(row) for row in rows])


def zeros(*shape: int) -> np.ndarray:
    """Numeric zeros; they fold away as soon as they meet a symbol."""
    return np.zeros(shape)


def eye(n: int) -> np.ndarray:
    """Numeric identity; it folds away as soon as it meets a symbol."""
    return np.eye(n)


def entries(values: Vector | Matrix) -> list[Scalar]:
    """Scalars of a vector, or of a matrix row by row."""
    if is_symbolic(values):
        return list((values if values.shape[1] == 1 else values.T).elements())
    return list(np.asarray(values).reshape(-1))


# products -----------------------------------------------------------------------------------------------------


def matmul(a: Matrix, b: Matrix | Vector) -> Matrix | Vector:
    """a b, for any mixture of numpy and `SX`."""
    if is_symbolic(a, b):
        return _casadi().mtimes(a, b)
    return a @ b


def transpose(a: Matrix) -> Matrix:
    """aᵀ"""
    return a.T


def cross(a: Vector, b: Vector) -> Vector:
    """a × b = (a_y b_z − a_z b_y, a_z b_x − a_x b_z, a_x b_y − a_y b_x)"""
    if is_symbolic(a, b):
        return _casadi().cross(a, b)
    ax, ay, az = a
    bx, by, bz = b
    return _numbers((ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx))


def dot(a: Vector, b: Vector) -> Scalar:
    """aᵀ b"""
    if is_symbolic(a, b):
        return _casadi().dot(a, b)
    return a @ b


def outer(a: Vector, b: Vector) -> Matrix:
    """a bᵀ"""
    if is_symbolic(a, b):
        ca = _casadi()
        return ca.mtimes(ca.SX(a), ca.SX(b).T)
    return np.outer(a, b)


# elementary functions -----------------------------------------------------------------------------------------


def where(condition: Any, if_true: Any, if_false: Any) -> Any:
    """`if_true` where the scalar condition holds, else `if_false`.

    Both are evaluated, and on symbols both are differentiated: the branch not taken must stay finite.
    """
    if is_symbolic(condition, if_true, if_false):
        return _casadi().if_else(condition, if_true, if_false)
    return if_true if condition else if_false


def sin(x: Scalar) -> Scalar:
    return _casadi().sin(x) if is_symbolic(x) else np.sin(x)


def cos(x: Scalar) -> Scalar:
    return _casadi().cos(x) if is_symbolic(x) else np.cos(x)


def sqrt(x: Scalar) -> Scalar:
    return _casadi().sqrt(x) if is_symbolic(x) else np.sqrt(x)


def atan2(y: Scalar, x: Scalar) -> Scalar:
    return _casadi().atan2(y, x) if is_symbolic(y, x) else np.arctan2(y, x)


def exp(x: Scalar) -> Scalar:
    return _casadi().exp(x) if is_symbolic(x) else np.exp(x)


def tanh(x: Scalar) -> Scalar:
    return _casadi().tanh(x) if is_symbolic(x) else np.tanh(x)


def fmin(x: Scalar, y: Scalar) -> Scalar:
    return _casadi().fmin(x, y) if is_symbolic(x, y) else np.fmin(x, y)


def fmax(x: Scalar, y: Scalar) -> Scalar:
    return _casadi().fmax(x, y) if is_symbolic(x, y) else np.fmax(x, y)


def columns(*vectors: Vector) -> Matrix:
    """The matrix with these columns."""
    if is_symbolic(*vectors):
        return _casadi().horzcat(*vectors)
    return np.column_stack(vectors)
