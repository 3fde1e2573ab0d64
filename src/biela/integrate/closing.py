"""Closing loops in compiled code: Newton's method in all lanes at once, and the choice of dependent coordinates.

A lane is touched only when it needs it itself, so that its result never depends on its neighbours.
"""

from __future__ import annotations

from typing import Any

from biela.base.rank import ASSEMBLED
from biela.integrate.access import Pointer, compiled, floats, integers


@compiled
def take_result(run: Pointer, flags: int, source: int, target: int, size: int, lanes: int) -> None:
    """Copy one field to another, of `size` entries per lane, in the lanes whose flag is set."""
    a, b, flag = floats(run, source), floats(run, target), integers(run, flags)
    for lane in range(lanes):  # one after the other: stores under a mask take long on some processors
        if flag[lane] != 0:
            for i in range(size):
                b[i * lanes + lane] = a[i * lanes + lane]


def newton_in_lanes(at: Any, measure: Any, decide: Any, correct: Any) -> Any:
    """Make a compiled function `close(run, most, kernel, row)`, which corrects XS until no lane is open, `most` times at most.

    measure(run, iteration, kernel, row) : finds how far XS is from the constraints
    decide(run, iteration, most)         : sets TODO in the lanes that go on; how many these are, 0 after the last iteration
    correct(run)                         : a better state to XN, which is taken in those lanes

    `kernel` and `row` are passed on, for callers with kernels and results of their choice.
    """

    @compiled
    def close(run: Pointer, most: int, kernel: int, row: int) -> None:
        for iteration in range(most + 1):
            measure(run, iteration, kernel, row)
            if decide(run, iteration, most) == 0:
                return
            correct(run)
            take_result(run, at.TODO, at.XN, at.XS, run[at.N_X], run[at.LANES])

    return close


@compiled
def orthogonalise(
    jacobian: Pointer, m: int, n: int, lane: int, lanes: int, among: Pointer, anew: int, a: Pointer, chosen: Pointer
) -> tuple[int, float]:
    """Orthogonalise one lane of a matrix (m, n), column by column, with column pivoting (modified Gram-Schmidt).

    `chosen` marks the columns taken: among those marked, or `anew` among all. `a` is scratch for the matrix. Returns the rank and
    the smallest pivot.
    """
    for i in range(m * n):
        a[i] = jacobian[i * lanes + lane]
    for j in range(n):
        chosen[j] = 0

    first = pivot = 0.0
    rank = 0
    while rank < min(m, n):
        # the column with the largest remainder
        best, c = 0.0, -1
        for j in range(n):
            if chosen[j] == 0 and (anew or among[j * lanes + lane] > 0.5):
                norm = 0.0
                for i in range(m):
                    norm += a[j * m + i] ** 2
                if norm > best:
                    best, c = norm, j
        best = best**0.5
        if c < 0 or best <= ASSEMBLED * first:
            break
        first = max(first, best)
        pivot = best
        rank += 1
        chosen[c] = 1
        # what it spans is removed from the others
        for j in range(n):
            if chosen[j] == 0:
                dot = 0.0
                for i in range(m):
                    dot += a[c * m + i] * a[j * m + i]
                dot /= best * best
                for i in range(m):
                    a[j * m + i] -= dot * a[c * m + i]
    return rank, pivot
