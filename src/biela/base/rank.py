"""Rank, null spaces and choices of rows and columns: decided here for all rooms, with numbers.

The constraint Jacobian G of closed loops may have rows that repeat each other. They do so on closed loops only, and loops are
never closed exactly: where they gape by δ, a singular value that should vanish is of the size of δ. So what counts as zero
depends on how well the loops are closed where G is taken, and there are three thresholds, as parts of the largest singular value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from biela.base.array import Array

ASSEMBLED = 1e-9
"""Zero at assembled states, whose loops are closed to 1e-12."""
ALONG_A_RUN = 1e-8
"""Zero at states of runs and paths, whose loops a projection keeps closed to about 1e-10; rows in lengths of the machine."""
SEARCHED = 1e-6
"""Zero at positions that a quick search has closed to 1e-9."""
TINY = 1e-300
"""Keeps a quotient finite where everything is zero."""


def rank(G: Array, zero: float = ASSEMBLED) -> int:
    """Numerical rank: singular values above `zero` times the largest."""
    s = np.linalg.svd(G, compute_uv=False) if G.size else np.zeros(0)
    return int(np.sum(s > zero * max(float(s[0]), TINY))) if s.size else 0


def null_space(G: Array, zero: float = ASSEMBLED, of_rank: int | None = None) -> Array:
    """Orthonormal columns N with G N = 0; of a stack of matrices a stack, with the largest rank among them unless it is given."""
    *samples, rows, n = G.shape
    if not rows or not n:
        return np.broadcast_to(np.eye(n), (*samples, n, n))
    _, s, Vt = np.linalg.svd(G)
    if of_rank is None:
        of_rank = int((s > zero * np.maximum(s[..., :1], TINY)).sum(axis=-1).max())
    return np.asarray(np.swapaxes(Vt[..., of_rank:, :], -1, -2))


def conditioning(G: Array, of_rank: int) -> float:
    """Smallest of the singular values that should not vanish, as a part of the largest."""
    s = np.linalg.svd(G, compute_uv=False)
    return float(s[of_rank - 1] / max(s[0], TINY)) if s.size >= of_rank > 0 else float(of_rank == 0)


def independent_in_order(rows: Array, zero: float = ASSEMBLED) -> list[int]:
    """Rows that do not depend on the rows before them (Gram-Schmidt, twice for the digits)."""
    largest = float(np.abs(rows).max()) if rows.size else 0.0
    return [i for i, rest in enumerate(remainders(rows, zero)) if rest > zero * max(largest, TINY)]


def remainders(rows: Array, zero: float = ASSEMBLED) -> list[float]:
    """Return the norm of what each row has beyond the span of the independent rows before it."""
    basis, count, found = np.empty_like(rows, float), 0, []
    largest = float(np.abs(rows).max()) if rows.size else 0.0
    for row in rows:
        rest, before = row.astype(float), basis[:count]
        for _ in range(2):
            rest = rest - (before @ rest) @ before
        norm = float(np.linalg.norm(rest))
        if norm > zero * max(largest, TINY) and count < rows.shape[1]:
            basis[count] = rest / norm
            count += 1
        found.append(norm)
    return found


def pivoted_columns(G: Array, count: int | None = None, zero: float = ASSEMBLED) -> list[int]:
    """Columns that span all of them, each time the first of which most remains (Gram-Schmidt with pivots).

    `count` of them, or as many as there are until what remains is `zero` of the first. The compiled loop of independent
    coordinates chooses in the same way.
    """
    rest, first = G.astype(float), 0.0
    chosen: list[int] = []
    while len(chosen) < (min(G.shape) if count is None else count):
        sizes = np.linalg.norm(rest, axis=0)
        sizes[chosen] = -1.0
        k = int(sizes.argmax())
        if count is None and sizes[k] <= zero * max(first, TINY):
            break
        first = max(first, float(sizes[k]))
        chosen.append(k)
        direction = rest[:, k] / max(float(sizes[k]), TINY)
        rest = rest - np.outer(direction, direction @ rest)
    return chosen


def least_solution(A: Array, b: Array) -> Array:
    """Return the smallest v of those with the least |A v − b|: redundant rows do no harm."""
    return np.asarray(np.linalg.lstsq(A, b, rcond=ASSEMBLED)[0])


def contradict_ahead(jacobian: Callable[[Any], Array], move: Callable[[Any, Array], Any], x: Any, rng: np.random.Generator) -> bool:
    """Return whether rows that repeat each other at a closed position disagree a straight step ahead, where the rank rises."""
    here, free = rank(jacobian(x), SEARCHED), null_space(jacobian(x), SEARCHED)
    steps = (free @ (0.1 * rng.choice((-1.0, 1.0), free.shape[1])) for _ in range(3))
    return any(rank(jacobian(move(x, step)), SEARCHED) > here for step in steps)
