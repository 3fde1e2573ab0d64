"""Piecewise polynomials: between two knots a polynomial, before the first and after the last knot at rest.

f(t) = Σ_j c_kj (t − t_k)^j        for t_k ≤ t < t_k+1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np

from biela.lie import array as xp
from biela.mechanism.motion.jet import Jet

_met: ContextVar[list[tuple[xp.Operand, tuple[float, ...]]] | None] = ContextVar("curves met", default=None)


@contextmanager
def curves_met() -> Iterator[list[tuple[xp.Operand, tuple[float, ...]]]]:
    """Collect the argument and the knots of every curve that is called with symbols inside."""
    found: list[tuple[xp.Operand, tuple[float, ...]]] = []
    token = _met.set(found)
    try:
        yield found
    finally:
        _met.reset(token)


def piecewise(t: xp.Operand, knots: Sequence[float], rows: Sequence[Sequence[xp.Operand]]) -> xp.Operand:
    """Value at t: a number, an array, a symbol or a jet. `rows` are the coefficients c_k of each piece.

    The coefficients are chosen first and the polynomial is evaluated once: derivatives of symbols and jets are those of
    the piece, also exactly on a knot, where the later piece counts (at the last knot the earlier one).
    """
    size = max(len(row) for row in rows)
    pieces = [[*row, *[0.0] * (size - len(row))] for row in rows]
    last = _at(pieces[-1], knots[-1] - knots[-2])
    still = [0.0] * (size - 1)
    pieces = [[pieces[0][0], *still], *pieces, [last, *still]]
    origins = [knots[0], *knots]
    if xp.is_symbolic(t, *(c for row in pieces for c in row)):
        if (met := _met.get()) is not None:
            met.append((t, tuple(map(float, knots))))
        chosen, origin = list(pieces[0]), origins[0]
        for k, row in enumerate(pieces[1:]):
            after = t >= knots[k] if k < len(knots) - 1 else t > knots[k]
            origin = xp.where(after, origins[k + 1], origin)
            chosen = [xp.where(after, new, old) for new, old in zip(row, chosen, strict=True)]
        return _at(chosen, t - origin)
    time = np.asarray(t.x if isinstance(t, Jet) else t, float)
    place = np.searchsorted(np.asarray(knots, float), time, side="right")
    place = np.where(time == knots[-1], len(knots) - 1, place)
    table = np.asarray(pieces, float)[place]
    return _at([table[..., j] for j in range(size)], t - np.asarray(origins)[place])


def _at(coefficients: Sequence[xp.Operand], s: xp.Operand) -> xp.Operand:
    result: xp.Operand = coefficients[-1] + 0.0 * s
    for c in coefficients[-2::-1]:
        result = result * s + c
    return result
