"""The linear systems of implicit steps, (d − J) k = b with d = 1/(hγ) and the exact Jacobian J = ∂f/∂x: small and dense.

Before it is factored the system is made smaller, exactly:

- coordinates with q̇ = v: their rows read d k_q − k_v = b_q, so that k_q = (b_q + k_v)/d; what J has in their columns moves to
  the columns of v, divided by d;
- states that nothing depends on (accounts of energy and work): their columns of J vanish, so they follow from the others.

What is left is factored with row exchanges, column by column, so that all inner loops run through memory in order. Rows and
columns remember where their last entries that are not zero stand: neighbours in a network follow each other in x, so that its
factors are narrow, and the work grows with their width instead of the number of states.
"""

from __future__ import annotations

from . import record as at
from .compiled import Pointer, compiled, floats, integers


@compiled
def reduce_order(run: Pointer, lane: int) -> None:
    """ORDER of a lane: how many states are left and which; then the others that are no eliminated coordinates."""
    W, n = run[at.LANES], run[at.N_X]
    jacobian, order = floats(run[at.JAC]), integers(run[at.ORDER] + 8 * lane * (n + 1))
    first = run[at.N_Q] if run[at.N_Q] == run[at.N_V] else 0
    kept, last = 1, n
    for j in range(first, n):
        felt = j < run[at.N_Q] + run[at.N_V]
        if not felt:
            for i in range(n):
                if jacobian[(j * n + i) * W + lane] != 0.0:
                    felt = True
                    break
        if felt:
            order[kept] = j
            kept += 1
        else:
            order[last] = j
            last -= 1
    order[0] = kept - 1


@compiled
def factor(run: Pointer, lane: int, d: float) -> None:
    """LU factors, with row exchanges, of the reduced d − J in one lane; columns contiguous."""
    W, n = run[at.LANES], run[at.N_X]
    jacobian, a = floats(run[at.JAC]), floats(run[at.LU] + 8 * lane * n * (n + 1))
    row, order = integers(run[at.ROW] + 8 * lane * 4 * n), integers(run[at.ORDER] + 8 * lane * (n + 1))
    first, end = integers(run[at.ROW] + 8 * (lane * 4 + 1) * n), integers(run[at.ROW] + 8 * (lane * 4 + 2) * n)
    right = integers(run[at.ROW] + 8 * (lane * 4 + 3) * n)  # last column of a row that is not zero
    n_q, n_v = run[at.N_Q], run[at.N_V]
    tied = n_q == n_v
    reduce_order(run, lane)
    m = order[0]
    for jj in range(m):
        j = order[jj + 1]
        for ii in range(m):
            a[jj * m + ii] = -jacobian[(j * n + order[ii + 1]) * W + lane]
        if tied and j < n_q + n_v:
            for ii in range(m):
                a[jj * m + ii] -= jacobian[((j - n_q) * n + order[ii + 1]) * W + lane] / d
        a[jj * m + jj] += d
        for ii in range(m):
            if ii == jj or a[jj * m + ii] != 0.0:
                right[ii] = jj
    for c in range(m):
        top, bottom = 0, m
        while top < c and a[c * m + top] == 0.0:
            top += 1
        while bottom > c + 1 and a[c * m + bottom - 1] == 0.0:
            bottom -= 1
        first[c], end[c] = top, bottom
        best, reach = c, right[c]
        for i in range(c + 1, bottom):
            if abs(a[c * m + i]) > abs(a[c * m + best]):
                best = i
            if a[c * m + i] != 0.0 and right[i] > reach:
                reach = right[i]
        row[c] = best
        if best != c:
            for j in range(c, reach + 1):
                a[j * m + c], a[j * m + best] = a[j * m + best], a[j * m + c]
            right[best] = right[c]
        inverse = 1.0 / a[c * m + c]
        for i in range(c + 1, bottom):
            if a[c * m + i] != 0.0:
                a[c * m + i] *= inverse
                right[i] = reach
        for j in range(c + 1, reach + 1):
            share = a[j * m + c]
            if share != 0.0:
                for i in range(c + 1, bottom):
                    a[j * m + i] -= share * a[c * m + i]


@compiled
def solve(run: Pointer, lane: int, stage: int, d: float) -> None:
    """Solve with the factors of one lane, in place, for a stage of K."""
    W, n = run[at.LANES], run[at.N_X]
    a, jacobian = floats(run[at.LU] + 8 * lane * n * (n + 1)), floats(run[at.JAC])
    y = floats(run[at.LU] + 8 * (lane * n * (n + 1) + n * n))
    b = floats(run[at.K] + 8 * (stage * n * W + lane))
    row, order = integers(run[at.ROW] + 8 * lane * 4 * n), integers(run[at.ORDER] + 8 * lane * (n + 1))
    first, end = integers(run[at.ROW] + 8 * (lane * 4 + 1) * n), integers(run[at.ROW] + 8 * (lane * 4 + 2) * n)
    n_q, m = run[at.N_Q], order[0]
    tied = n_q == run[at.N_V]

    for ii in range(m):
        y[ii] = b[order[ii + 1] * W]
    if tied:
        for k in range(n_q):
            share = b[k * W] / d
            for ii in range(m):
                y[ii] += jacobian[(k * n + order[ii + 1]) * W + lane] * share

    for j in range(m):
        r = row[j]
        y[j], y[r] = y[r], y[j]
        share = y[j]
        for i in range(j + 1, end[j]):
            y[i] -= a[j * m + i] * share
    for j in range(m - 1, -1, -1):
        y[j] /= a[j * m + j]
        share = y[j]
        for i in range(first[j], j):
            y[i] -= a[j * m + i] * share

    for ii in range(m):
        b[order[ii + 1] * W] = y[ii]
    if tied:
        for k in range(n_q):
            b[k * W] = (b[k * W] + b[(n_q + k) * W]) / d
    eliminated = n_q if tied else 0
    for place in range(m + 1, n - eliminated + 1):  # the others sit at the far end of ORDER
        i = order[place + eliminated]
        total = b[i * W]
        for k in range(eliminated):
            total += jacobian[(k * n + i) * W + lane] * b[k * W]
        for jj in range(m):
            j = order[jj + 1]
            total += jacobian[(j * n + i) * W + lane] * b[j * W]
        b[i * W] = total / d
