"""Through given points: straight lines (tables), cubic splines with continuous acceleration, quintic splines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from biela.base.checked import real_array, shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.element.declaration import function_element
from biela.element.role import Role, choice, count
from biela.lie.array import Operand
from biela.mechanism.motion.base import Motion, Values
from biela.mechanism.motion.pieces import piecewise

Array = NDArray[np.float64]
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
        solve = _cubic if self.degree == 3 else _quintic
        object.__setattr__(self, "t", tuple(T.tolist()))
        object.__setattr__(self, "y", tuple(Y.tolist()))
        object.__setattr__(self, "rows", tuple(map(tuple, solve(T, Y, self.ends).tolist())))

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


def _cubic(t: Array, y: Array, ends: str) -> Array:
    """Coefficients of each piece; the unknowns are the slopes m at the points:

    m_k-1/h_k-1 + 2 (1/h_k-1 + 1/h_k) m_k + m_k+1/h_k = 3 (d_k-1/h_k-1 + d_k/h_k),   d_k = (y_k+1 − y_k)/h_k
    """
    n, h = len(t), np.diff(t)
    d = np.diff(y) / h
    A, b = _Banded(n, 1), np.zeros(n)
    for k in range(1, n - 1):
        A.add(k, k - 1, 1 / h[k - 1])
        A.add(k, k, 2 / h[k - 1] + 2 / h[k])
        A.add(k, k + 1, 1 / h[k])
        b[k] = 3 * (d[k - 1] / h[k - 1] + d[k] / h[k])
    if ends == "periodic":
        A.add(0, 0, 1.0)
        A.add(0, n - 1, -1.0)
        for k, factor in ((0, 2 / h[0]), (1, 1 / h[0]), (n - 1, 2 / h[-1]), (n - 2, 1 / h[-1])):
            A.add(n - 1, k, factor)
        b[n - 1] = 3 * (d[0] / h[0] + d[-1] / h[-1])
    else:
        for k, inner, near in ((0, 1, 0), (n - 1, n - 2, -1)):
            A.add(k, k, 2.0 if ends == "natural" else 1.0)
            if ends == "natural":
                A.add(k, inner, 1.0)
                b[k] = 3 * d[near]
            elif ends == "smooth":
                b[k] = _end_derivatives(t, y, k)[0]
    m = A.solve(b)
    return np.column_stack([y[:-1], m[:-1], (3 * d - 2 * m[:-1] - m[1:]) / h, (m[:-1] + m[1:] - 2 * d) / h**2])


def _quintic(t: Array, y: Array, ends: str) -> Array:
    """Coefficients of each piece; the unknowns are slope m and second derivative a at each point, in turn.

    Third and fourth derivative of the Hermite quintic at both ends of a piece are linear in (y, m, a) there; they must
    agree from piece to piece.
    """
    n, h = len(t), np.diff(t)
    A, b = _Banded(2 * n, 3), np.zeros(2 * n)

    def put(row: int, k: int, third: bool, at_end: bool, sign: float) -> None:
        """Add ± the third or fourth derivative of piece k at its beginning or end to an equation."""
        weights = _HERMITE[(third, at_end)]
        power = 3 if third else 4
        for (value, slope, second), point in zip(weights, (k, k + 1), strict=True):
            b[row] -= sign * value * y[point] / h[k] ** power
            A.add(row, 2 * point, sign * slope / h[k] ** (power - 1))
            A.add(row, 2 * point + 1, sign * second / h[k] ** (power - 2))

    for k in range(1, n - 1):
        for third in (True, False):
            row = 2 * k + (0 if third else 1)
            put(row, k - 1, third, True, 1.0)
            put(row, k, third, False, -1.0)
    if ends == "periodic":
        for part in (0, 1):
            A.add(part, part, 1.0)
            A.add(part, 2 * n - 2 + part, -1.0)
            put(2 * n - 2 + part, n - 2, part == 0, True, 1.0)
            put(2 * n - 2 + part, 0, part == 0, False, -1.0)
    else:
        for k, piece, at_end in ((0, 0, False), (n - 1, n - 2, True)):
            if ends == "natural":
                put(2 * k, piece, True, at_end, 1.0)
                put(2 * k + 1, piece, False, at_end, 1.0)
                continue
            A.add(2 * k, 2 * k, 1.0)
            A.add(2 * k + 1, 2 * k + 1, 1.0)
            if ends == "smooth":
                b[2 * k : 2 * k + 2] = _end_derivatives(t, y, k)
    solution = A.solve(b)
    m, a = solution[0::2], solution[1::2]
    gap = y[1:] - y[:-1] - m[:-1] * h - 0.5 * a[:-1] * h**2
    delta, epsilon = (m[1:] - m[:-1] - a[:-1] * h) * h, (a[1:] - a[:-1]) * h**2
    return np.column_stack([
        y[:-1], m[:-1], 0.5 * a[:-1],
        (10 * gap - 4 * delta + 0.5 * epsilon) / h**3,
        (-15 * gap + 7 * delta - epsilon) / h**4,
        (6 * gap - 3 * delta + 0.5 * epsilon) / h**5,
    ])  # fmt: skip


_HERMITE = {
    # derivative (third, else fourth) at the beginning or end of a unit piece: factors of y, m, a at its two points
    (True, False): ((-60.0, -36.0, -9.0), (60.0, -24.0, 3.0)),
    (True, True): ((-60.0, -24.0, -3.0), (60.0, -36.0, 9.0)),
    (False, False): ((360.0, 192.0, 36.0), (-360.0, 168.0, -24.0)),
    (False, True): ((-360.0, -168.0, -24.0), (360.0, -192.0, 36.0)),
}


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
        self.n, self.width = n, width
        self.entries: dict[tuple[int, int], float] = {}

    def add(self, i: int, j: int, value: float) -> None:
        self.entries[i, j] = self.entries.get((i, j), 0.0) + value

    def solve(self, b: Array) -> Array:
        if self.n > 200 and all(abs(i - j) <= self.width for i, j in self.entries):
            from scipy.linalg import solve_banded

            band = np.zeros((2 * self.width + 1, self.n))
            for (i, j), value in self.entries.items():
                band[self.width + i - j, j] = value
            return np.asarray(solve_banded((self.width, self.width), band, b))
        A = np.zeros((self.n, self.n))
        for place, value in self.entries.items():
            A[place] = value
        return np.asarray(np.linalg.solve(A, b), np.float64)
