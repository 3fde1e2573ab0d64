"""Through given points: straight lines (tables), cubic splines with continuous acceleration, quintic splines."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import field
from typing import Any, Literal, get_args

import numpy as np

from biela.base.array import Array
from biela.base.checked import real_array, shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element.declaration import function_element
from biela.element.role import Role, choice, count
from biela.lie.array import Operand
from biela.mechanism.motion.base import Motion, Values
from biela.mechanism.motion.pieces import piecewise

Ends = Literal["rest", "natural", "smooth", "periodic"]
ENDS = get_args(Ends)


class _ThroughPoints(Motion):
    """Motion that rests before its first break and after its last one."""

    @property
    def end(self) -> float:
        return self.breaks[-1]


@function_element("motions", "table", x=Role("fixed list", "any"), y=Role("fixed list", "any"))
@dataclass(frozen=True)
class Table(_ThroughPoints):
    """Straight lines through the points (x, y); constant beyond both ends."""

    x: Sequence[float]
    y: Sequence[float]

    def __post_init__(self) -> None:
        X, Y = _points(self.x, self.y, "table", 2)
        object.__setattr__(self, "x", tuple(X.tolist()))
        object.__setattr__(self, "y", tuple(Y.tolist()))

    def __call__(self, t: Operand, values: Values = None) -> Operand:
        spans = zip(self.x[:-1], self.x[1:], self.y[:-1], self.y[1:], strict=True)
        return piecewise(t, self.x, [[y0, (y1 - y0) / (x1 - x0)] for x0, x1, y0, y1 in spans])

    @property
    def breaks(self) -> tuple[float, ...]:
        return tuple(self.x)


@function_element(
    "motions", "spline", t=Role("fixed list", "s"), y=Role("fixed list", "y"), degree=count(), ends=choice(*ENDS)
)  # fmt: skip
@dataclass(frozen=True)
class Spline(_ThroughPoints):
    """A smooth curve through the points (t, y): a spline of degree 3 or 5; constant beyond both ends.

    On each interval of length h, Hermite's polynomial of the values and of the first (cubic), or first and second (quintic),
    derivatives at its ends. Those follow from the continuity of the second derivative (acceleration), or of the third and fourth.

    `ends`: "rest" (velocity, and for a quintic acceleration, zero at both ends), "natural" (the highest derivatives zero
    instead), "smooth" (derivatives of the polynomial through the first and last points: for data), "periodic".
    """

    t: Sequence[float]
    y: Sequence[float]
    degree: int = field(default=3, kw_only=True)
    ends: Ends = field(default="rest", kw_only=True)
    rows: tuple[tuple[float, ...], ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.degree, int) or self.degree not in (3, 5):
            raise DescriptionError(f"spline: the degree is 3 or 5, not {shown(self.degree)}.")
        if not isinstance(self.ends, str) or self.ends not in ENDS:
            raise DescriptionError(f"spline: ends are {', '.join(ENDS[:-1])} or {ENDS[-1]}, not {shown(self.ends)}.")
        T, Y = _points(self.t, self.y, "spline", 2 if self.ends == "rest" else 3)
        if self.ends == "periodic" and abs(Y[0] - Y[-1]) > 1e-12 * (1.0 + float(np.abs(Y).max())):
            raise DescriptionError(
                f"spline: a periodic one ends where it began, not at {Y[-1]:g} after {Y[0]:g}. Repeat the first value at the end."
            )
        object.__setattr__(self, "t", tuple(T.tolist()))
        object.__setattr__(self, "y", tuple(Y.tolist()))
        object.__setattr__(self, "rows", tuple(map(tuple, _pieces(T, Y, self.degree, self.ends).tolist())))

    def __call__(self, t: Operand, values: Values = None) -> Operand:
        return piecewise(t, self.t, self.rows)

    @property
    def breaks(self) -> tuple[float, ...]:
        return tuple(self.t)


table, spline = Table, Spline


def _points(x: Any, y: Any, what: str, least: int) -> tuple[Array, Array]:
    try:
        X, Y = real_array(x, what), real_array(y, what)
    except DescriptionError:
        X = Y = np.zeros(0)
    if X.ndim != 1 or X.shape != Y.shape or X.size < least or not (np.all(np.isfinite(X)) and np.all(np.isfinite(Y))):
        points = {2: "two points", 3: "three points"}[least]
        raise DescriptionError(f"{what}: give two equally long lists of finite numbers, {points} at least.")
    if np.any(np.diff(X) <= 0):
        raise DescriptionError(f"{what}: the first column must increase from point to point.")
    return X, Y


def _pieces(t: Array, y: Array, degree: int, ends: str) -> Array:
    """Coefficients of each piece of a spline of degree 2 m + 1; the unknowns are the derivatives 1 … m at each point, in turn.

    A piece is Hermite's polynomial of the values and these derivatives at its ends. Its derivatives m + 1 … 2 m at both ends are
    linear in them; they must agree from piece to piece.
    """
    n, m, h, dy = len(t), degree // 2, np.diff(t), np.diff(y)
    powers = np.arange(degree + 1)

    def derivative(order: int, s: int) -> Array:
        """Factors of the coefficients in a derivative at the beginning (0) or end (1) of a unit piece."""
        return np.array([math.perm(k, order) * (s or k == order) for k in powers], float)

    ends_of = np.array([derivative(order, s) for s in (0, 1) for order in range(m + 1)])
    hermite = np.round(2 * np.linalg.inv(ends_of)) / 2  # value and derivatives at both ends → coefficients, whole or half numbers
    A, b = _Banded(m * n, 2 * m - 1), np.zeros(m * n)

    def put(row: int, piece: int, order: int, s: int, sign: float) -> None:
        """Add ± a derivative of a piece at its beginning or end to an equation."""
        weights = sign * (derivative(order, s) @ hermite).reshape(2, m + 1)
        b[row] -= weights[1, 0] * dy[piece] / h[piece] ** order
        for point in (0, 1):
            for k in range(1, m + 1):
                A.add(row, m * (piece + point) + k - 1, weights[point, k] / h[piece] ** (order - k))

    for j in range(m):
        order, last = m + 1 + j, m * (n - 1) + j
        for k in range(1, n - 1):
            put(m * k + j, k - 1, order, 1, 1.0)
            put(m * k + j, k, order, 0, -1.0)
        if ends == "periodic":
            A.add(j, j, 1.0)
            A.add(j, last, -1.0)
            put(last, n - 2, order, 1, 1.0)
            put(last, 0, order, 0, -1.0)
        elif ends == "natural":
            put(j, 0, order, 0, 1.0)
            put(last, n - 2, order, 1, 1.0)
        else:
            for row, k in ((j, 0), (last, n - 1)):
                A.add(row, row, 1.0)
                b[row] = _end_derivatives(t, y, k)[j] if ends == "smooth" else 0.0
    slopes, scale = A.solve(b).reshape(n, m), h[:, None] ** powers
    own = np.column_stack([0.0 * dy, slopes[:-1], dy, slopes[1:]]) * np.tile(scale[:, : m + 1], 2)
    rows = own @ hermite.T / scale
    rows[:, 0] = y[:-1]
    return rows


def _end_derivatives(t: Array, y: Array, k: int) -> Array:
    """First and second derivative at the first or last point, of the polynomial through the (up to) six points next to it."""
    near = slice(0, 6) if k == 0 else slice(-6, None)
    scale = float(t[near][-1] - t[near][0])
    s = (t[near] - t[k]) / scale
    c = np.linalg.solve(np.vander(s, increasing=True), y[near])
    return np.array([c[1] / scale, 2 * c[2] / scale**2 if len(c) > 2 else 0.0])


class _Banded:
    """A square matrix with a band, and entries far from it where a spline is periodic."""

    def __init__(self, n: int, width: int):
        self.n, self.width, self.entries = n, width, defaultdict[tuple[int, int], float](float)

    def add(self, i: int, j: int, value: float) -> None:
        self.entries[i, j] += value

    def solve(self, b: Array) -> Array:
        if self.n > 200 and all(abs(i - j) <= self.width for i, j in self.entries):
            from scipy.linalg import solve_banded

            band, (i, j) = np.zeros((2 * self.width + 1, self.n)), np.array(list(self.entries)).T
            band[self.width + i - j, j] = list(self.entries.values())
            return np.asarray(solve_banded((self.width, self.width), band, b))
        A = np.zeros((self.n, self.n))
        A[tuple(zip(*self.entries, strict=True))] = list(self.entries.values())
        return np.asarray(np.linalg.solve(A, b), np.float64)
