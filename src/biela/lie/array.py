"""One vocabulary for numbers and for symbols.

The formulas of this folder are written once and serve two kinds of operand:

- **numbers**: numpy arrays, vectors of shape (n,), matrices (n, m); of dtype object when their entries are
  number-like expressions (anything with + − * /);
- **symbols**: CasADi `SX`, vectors n×1, matrices n×m; or symbols that only write down what is done to them (`traced`).

A function with at least one `SX` operand returns `SX`; the others may be numpy constants. Products with constant
zeros and ones fold away, so a rotation about z costs no more than a planar rotation.
This module never imports CasADi: whoever holds an `SX` has imported it already.
"""

from __future__ import annotations

import numbers
import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, TypeAlias

import numpy as np

from biela.base.checked import MAX_MAGNITUDE, Kind
from biela.lie.traced import FUNCTIONS, Traced


def _shaped(words: str, *shape: int) -> Kind:
    """Numbers, number-like expressions or symbols of a shape, in which −1 is any size."""

    def fits(x: Any) -> bool:
        if is_symbolic(x):
            sizes = tuple(getattr(x, "shape", shape))
            if not shape:
                return sizes in ((), (1, 1))
            return (sizes[:1] if len(shape) == 1 else sizes) == _sizes(shape, sizes)
        try:
            values = np.array(list(x) if isinstance(x, tuple) else x, dtype=object if _has_symbols(x) else None)
        except ValueError:  # rows of different lengths
            return False
        if values.dtype.kind not in "biufO" or values.shape != _sizes(shape, values.shape):
            return False
        return bool(values.dtype != object or all(map(_counts, values.flat)))

    return Kind(words, fits)


def _sizes(shape: tuple[int, ...], found: tuple[int, ...]) -> tuple[int, ...]:
    """Return a shape whose open sizes are those that were found."""
    return tuple(there if size < 0 else size for size, there in zip(shape, (*found, *shape), strict=False))


def _has_symbols(x: Any) -> bool:
    return isinstance(x, list | tuple) and any(_has_symbols(e) or is_symbolic(e) for e in x)


def _counts(x: Any) -> bool:
    """Return whether x can be added and multiplied."""
    if isinstance(x, type) or (isinstance(x, int) and abs(x) > MAX_MAGNITUDE):
        return False
    if isinstance(x, numbers.Number) and not isinstance(x, numbers.Real):  # complex numbers, and decimals, which no float takes
        return False
    casadi = sys.modules.get("casadi")
    if casadi is not None and isinstance(x, casadi.MX):  # graphs of CasADi do not mix with its symbols
        return False
    return is_symbolic(x) or all(hasattr(x, name) for name in ("__add__", "__mul__", "__truediv__", "__pow__"))


def is_operand(x: Any) -> bool:
    """Return whether x is a number, an array of numbers or a symbol."""
    if isinstance(x, np.ndarray | np.generic):
        if x.dtype.kind == "f" and x.dtype.itemsize > 8:  # CasADi crashes on long doubles
            return False
        return x.dtype.kind in "biuf" or (x.dtype == object and all(map(_counts, np.ravel(x))))
    return _counts(x)


Scalar: TypeAlias = Annotated[Any, _shaped("a number or a symbol")]
"""A float, a 1×1 `SX`, or a number-like expression."""
Vector: TypeAlias = Annotated[Any, _shaped("a vector of numbers or symbols", -1)]
"""A numpy array of shape (n,), or an n×1 `SX`."""
Matrix: TypeAlias = Annotated[Any, _shaped("a matrix of numbers or symbols", -1, -1)]
"""A numpy array of shape (n, m), or an n×m `SX`."""
Operand: TypeAlias = Annotated[Any, Kind("a number, an array of numbers or a symbol", is_operand)]
"""Argument of functions that work entry by entry: a number, an array of any shape, a symbol, a jet."""
Vector3: TypeAlias = Annotated[Any, _shaped("three numbers or symbols", 3)]
Vector4: TypeAlias = Annotated[Any, _shaped("four numbers or symbols", 4)]
Vector6: TypeAlias = Annotated[Any, _shaped("six numbers or symbols", 6)]
Vector10: TypeAlias = Annotated[Any, _shaped("ten numbers or symbols", 10)]
Matrix3: TypeAlias = Annotated[Any, _shaped("a 3×3 matrix of numbers or symbols", 3, 3)]
Matrix4: TypeAlias = Annotated[Any, _shaped("a 4×4 matrix of numbers or symbols", 4, 4)]

IDENTITY = np.eye(3).tobytes()
"""The rotation of most frames: a product with it takes CasADi as long as any other."""
NUMPY = {"acos": "arccos", "asin": "arcsin", "atan": "arctan", "atan2": "arctan2"}
"""Functions that CasADi calls by another name than NumPy."""


def is_symbolic(*operands: Any) -> bool:
    """Return whether any operand is a symbol. Does not import CasADi: without it there is no `SX`."""
    return _library(*operands) is not None


def _library(*operands: Any) -> Any:
    """Return the library for these operands: CasADi where one is an `SX`, a recorder where one is traced, None for numbers."""
    casadi = sys.modules.get("casadi")
    symbol = () if casadi is None else casadi.SX
    for operand in operands:
        if isinstance(operand, symbol):
            return casadi
        if isinstance(operand, Traced):
            return FUNCTIONS
    return None


# building -----------------------------------------------------------------------------------------------------


def _numbers(values: Any) -> np.ndarray:
    array = np.asarray(values)
    return array.astype(float) if array.dtype.kind in "biu" else array


def vector(values: Any) -> Vector:
    """Return a vector from a sequence of scalars, an array of any shape, or an `SX` (returned as a column)."""
    if isinstance(values, Traced):
        return values
    if ca := _library(values):
        return values if values.shape[1] == 1 else ca.vec(values)
    if isinstance(values, np.ndarray) and values.dtype != object:
        return _numbers(values).reshape(-1)
    return stack(*values)


def matrix(values: Any) -> Matrix:
    """Return a matrix from rows of scalars, an array, or an `SX`."""
    if is_symbolic(values) or (isinstance(values, np.ndarray) and values.dtype != object):
        return values if is_symbolic(values) else _numbers(values)
    rows = [list(row) for row in values]
    if ca := _library(*(entry for row in rows for entry in row)):
        # column by column, as SX stores it: one concatenation instead of one per row
        columns = [row[j] for j in range(len(rows[0])) for row in rows]
        return ca.reshape(ca.vertcat(*columns), len(rows), len(rows[0]))
    return _numbers(rows)


def stack(*scalars: Scalar) -> Vector:
    """Return the vector with these entries."""
    if ca := _library(*scalars):
        return ca.vertcat(*scalars)
    return _numbers(scalars)


def join(*vectors: Vector) -> Vector:
    """Return the vectors one under the other."""
    if ca := _library(*vectors):
        return ca.vertcat(*vectors)
    return np.concatenate(vectors)


def block(rows: Sequence[Sequence[Matrix]]) -> Matrix:
    """Return a matrix from rows of blocks."""
    if ca := _library(*(entry for row in rows for entry in row)):
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
    if ca := _library(a, b):
        if isinstance(a, np.ndarray) and a.shape == (3, 3) and a.tobytes() == IDENTITY:
            if ca is not FUNCTIONS and b.is_dense():
                return b
        return ca.mtimes(a, b)
    return a @ b


def cross(a: Vector, b: Vector) -> Vector:
    """a × b = (a_y b_z − a_z b_y, a_z b_x − a_x b_z, a_x b_y − a_y b_x)"""
    if ca := _library(a, b):
        return ca.cross(a, b)
    ax, ay, az = a
    bx, by, bz = b
    return _numbers((ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx))


def dot(a: Vector, b: Vector) -> Scalar:
    """aᵀ b"""
    if ca := _library(a, b):
        return ca.dot(a, b)
    return a @ b


def outer(a: Vector, b: Vector) -> Matrix:
    """a bᵀ"""
    if ca := _library(a, b):
        return ca.mtimes(ca.SX(a), ca.SX(b).T)
    return np.outer(a, b)


# elementary functions -----------------------------------------------------------------------------------------


def where(condition: Any, if_true: Any, if_false: Any) -> Any:
    """`if_true` where the scalar condition holds, else `if_false`.

    Both are evaluated, and on symbols both are differentiated: the branch not taken must stay finite.
    """
    if ca := _library(condition, if_true, if_false):
        return ca.if_else(condition, if_true, if_false)
    return if_true if condition else if_false


def elementary(name: str, *operands: Scalar) -> Scalar:
    """Return an elementary function by the name that it has in CasADi."""
    library = _library(*operands)
    if library is not None:
        return getattr(library, name)(*operands)
    operands = tuple(float(x) if type(x) in (int, Fraction) else x for x in operands)  # NumPy takes up to 64 bits
    try:
        return getattr(np, NUMPY.get(name, name))(*operands)
    except (TypeError, AttributeError):  # a parameter that only a symbol can stand for, inside a law
        if not any(hasattr(x, "present") for x in operands):
            raise
    return elementary(name, *(x.present() if hasattr(x, "present") else x for x in operands))


sin, cos, sqrt, exp, log, tanh, sign, fabs = (
    partial(elementary, name) for name in ("sin", "cos", "sqrt", "exp", "log", "tanh", "sign", "fabs")
)
atan2, fmin, fmax = (partial(elementary, name) for name in ("atan2", "fmin", "fmax"))


def derivative(y: Scalar, x: Scalar) -> Scalar:
    """dy/dx, where x is a symbol and y an expression of it."""
    library = _library(x)
    return library.jacobian(y if is_symbolic(y) or library is FUNCTIONS else library.SX(y), x)


def columns(*vectors: Vector) -> Matrix:
    """Return the matrix with these columns."""
    if ca := _library(*vectors):
        return ca.horzcat(*vectors)
    return np.column_stack(vectors)
