"""Gaussian elimination over numbers of many digits: rank, dependencies between columns, and systems of equations."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.dataclass import dataclass
from biela.base.errors import BielaError

MpNumber = Any
"""A number of `mpmath`, which has no types."""
MpArray = NDArray[MpNumber]
"""An array of multi-precision numbers."""
MARGIN = 15
"""Digits lost at most between the precision of the numbers and that of a pivot which is zero."""

GUARD = 64
"""Bits below the last digit of a number in which errors of an elimination may grow"""


class UnclearRank(BielaError):
    """Even many digits show no gap."""


@dataclass
class EchelonForm:
    """Rows of W after elimination with complete pivoting."""

    rows: MpArray
    order: list[int]  # columns, pivots first
    pivots: list[MpNumber]
    zero: list[bool]
    scale: MpArray

    def beta(self, rank: int) -> tuple[MpArray, list[int], list[int]]:
        """Return β of W_2 = W_1 β, the columns of W_1 and those of W_2 (without those that are zero)."""
        first, rest = self.order[:rank], [k for k in self.order[rank:] if not self.zero[k]]
        U = self.rows[:rank][:, first]
        B = self.rows[:rank][:, rest].copy()
        for i in reversed(range(rank)):  # back substitution
            B[i] = (B[i] - (U[i, i + 1 :] @ B[i + 1 :] if i + 1 < rank else 0)) / U[i, i]
        for i, a in enumerate(first):
            for j, b in enumerate(rest):
                B[i, j] = B[i, j] * self.scale[b] / self.scale[a]
        return B, first, rest


def echelon(W: MpArray, scaled: bool = True) -> EchelonForm:
    """Eliminate with complete pivoting, by default with columns scaled to one.

    It calculates with integers, multiples of a unit far below the last digit of the smallest number: as no factor is above one,
    an error of one unit does not grow, and integers are ten times faster than `mpmath` numbers.
    """
    import mpmath

    (n, m), one = W.shape, mpmath.mpf(1)
    largest = [max(abs(x) for x in W[:, k]) for k in range(m)]
    zero = [x <= (max(largest) or one) * mpmath.mpf(10) ** (MARGIN - mpmath.mp.dps) for x in largest]
    scale = np.array([x if scaled and not z else one for x, z in zip(largest, zero, strict=True)], dtype=object)
    A, unit = _integers(W / scale)
    bits = mpmath.mp.prec + GUARD
    order = sorted(range(m), key=lambda k: zero[k])
    live = sum(not z for z in zero)
    pivots = []
    for k in range(min(n, live)):
        part = np.abs(A[k:][:, order[k:live]])
        row, column = (int(at) for at in np.unravel_index(int(part.argmax()), part.shape))
        pivots.append(part[row, column])
        if part[row, column] == 0:
            break
        A[[k, row + k]] = A[[row + k, k]]
        order[k], order[column + k] = order[column + k], order[k]
        columns = order[k + 1 : live]
        if not columns:
            break
        factors = (A[k + 1 :, order[k]] << bits) // A[k, order[k]]
        A[k + 1 :, columns] -= factors[:, None] * A[k, columns] >> bits
        A[k + 1 :, order[k]] = 0
    first = mpmath.mpf(pivots[0]) if pivots else one
    rows = np.array([[mpmath.ldexp(mpmath.mpf(x), unit) for x in row] for row in A[: len(pivots)]], dtype=object)
    return EchelonForm(rows.reshape(-1, m), order, [mpmath.mpf(p) / first for p in pivots], zero, scale)


def _integers(A: MpArray) -> tuple[MpArray, int]:
    """Return numbers as multiples of 2^unit, `GUARD` bits below the last digit of the smallest one that counts."""
    import mpmath
    from mpmath.libmp import to_fixed

    prec = mpmath.mp.prec
    sizes = [mpmath.mag(x) for x in A.ravel() if x]
    high = max(sizes, default=0)
    unit = max(min(sizes, default=0), high - prec) - prec - GUARD
    return np.array([[int(to_fixed(x._mpf_, -unit)) for x in row] for row in A], dtype=object).reshape(A.shape), unit


def many(x: Fraction) -> MpNumber:
    """Return a fraction in the present number of digits."""
    import mpmath

    return mpmath.mpf(x.numerator) / x.denominator


def solve(A: MpArray, b: MpArray) -> MpArray:
    """Return x with A x = b, by elimination with partial pivoting."""
    n = len(A)
    M = np.concatenate([A, b.reshape(n, -1)], axis=1)
    for k in range(n):
        i = k + int(np.abs(M[k:, k]).argmax())
        if M[i, k] == 0:
            raise UnclearRank("a system of equations is singular: a state at a dead point.")
        M[[k, i]] = M[[i, k]]
        for row in range(k + 1, n):
            if M[row, k] != 0:
                M[row, k:] = M[row, k:] - M[k, k:] * (M[row, k] / M[k, k])
    x = M[:, n:]
    for k in reversed(range(n)):
        x[k] = (x[k] - (M[k, k + 1 : n] @ x[k + 1 :] if k + 1 < n else 0)) / M[k, k]
    return x.reshape(b.shape)
