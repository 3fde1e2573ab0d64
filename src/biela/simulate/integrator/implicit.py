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


# ------------------------------------------------------------------------------------------------------- four lanes at once
# Four values are read before any is written, so that the compiler may take them as one vector.


@compiled
def factor_four(run: Pointer, g: int, d0: float, d1: float, d2: float, d3: float) -> None:
    """As `factor`, for the lanes g … g + 3 together; entry i of lane l beside those of the other lanes."""
    W, n = run[at.LANES], run[at.N_X]
    jacobian, a = floats(run[at.JAC]), floats(run[at.LU] + 8 * g * n * (n + 1))
    row, order = integers(run[at.ROW] + 8 * g * n), integers(run[at.ORDER] + 8 * g * (n + 1))
    n_q, n_v = run[at.N_Q], run[at.N_V]
    tied = n_q == n_v
    reduce_order_four(run, g)
    m = order[0]
    for jj in range(m):
        j = order[jj + 1]
        for ii in range(m):
            at_j, to = (j * n + order[ii + 1]) * W + g, (jj * m + ii) * 4
            a[to] = -jacobian[at_j]
            a[to + 1] = -jacobian[at_j + 1]
            a[to + 2] = -jacobian[at_j + 2]
            a[to + 3] = -jacobian[at_j + 3]
        if tied and j < n_q + n_v:
            for ii in range(m):
                at_j, to = ((j - n_q) * n + order[ii + 1]) * W + g, (jj * m + ii) * 4
                a[to], a[to + 1], a[to + 2], a[to + 3] = (
                    a[to] - jacobian[at_j] / d0,
                    a[to + 1] - jacobian[at_j + 1] / d1,
                    a[to + 2] - jacobian[at_j + 2] / d2,
                    a[to + 3] - jacobian[at_j + 3] / d3,
                )
        to = (jj * m + jj) * 4
        a[to], a[to + 1], a[to + 2], a[to + 3] = (
            a[to] + d0,
            a[to + 1] + d1,
            a[to + 2] + d2,
            a[to + 3] + d3,
        )
    for c in range(m):
        for lane in range(4):
            best = c
            for i in range(c + 1, m):
                if abs(a[(c * m + i) * 4 + lane]) > abs(a[(c * m + best) * 4 + lane]):
                    best = i
            row[lane * n + c] = best
            if best != c:
                for j in range(m):
                    p, q = (j * m + c) * 4 + lane, (j * m + best) * 4 + lane
                    a[p], a[q] = a[q], a[p]
        to = (c * m + c) * 4
        i0, i1, i2, i3 = 1.0 / a[to], 1.0 / a[to + 1], 1.0 / a[to + 2], 1.0 / a[to + 3]
        for i in range(c + 1, m):
            to = (c * m + i) * 4
            a[to], a[to + 1], a[to + 2], a[to + 3] = (
                a[to] * i0,
                a[to + 1] * i1,
                a[to + 2] * i2,
                a[to + 3] * i3,
            )
        for j in range(c + 1, m):
            to = (j * m + c) * 4
            s0, s1, s2, s3 = a[to], a[to + 1], a[to + 2], a[to + 3]
            if s0 != 0.0 or s1 != 0.0 or s2 != 0.0 or s3 != 0.0:
                for i in range(c + 1, m):
                    to, of = (j * m + i) * 4, (c * m + i) * 4
                    a[to], a[to + 1], a[to + 2], a[to + 3] = (
                        a[to] - s0 * a[of],
                        a[to + 1] - s1 * a[of + 1],
                        a[to + 2] - s2 * a[of + 2],
                        a[to + 3] - s3 * a[of + 3],
                    )


@compiled
def reduce_order_four(run: Pointer, g: int) -> None:
    """As `reduce_order`: a state is left out only if nothing depends on it in any of the four lanes."""
    W, n = run[at.LANES], run[at.N_X]
    jacobian, order = floats(run[at.JAC]), integers(run[at.ORDER] + 8 * g * (n + 1))
    first = run[at.N_Q] if run[at.N_Q] == run[at.N_V] else 0
    kept, last = 1, n
    for j in range(first, n):
        felt = j < run[at.N_Q] + run[at.N_V]
        if not felt:
            for i in range(n):
                p = (j * n + i) * W + g
                if jacobian[p] != 0.0 or jacobian[p + 1] != 0.0 or jacobian[p + 2] != 0.0 or jacobian[p + 3] != 0.0:
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
def solve_four(run: Pointer, g: int, stage: int, d0: float, d1: float, d2: float, d3: float) -> None:
    """As `solve`, for the lanes g … g + 3 together."""
    W, n = run[at.LANES], run[at.N_X]
    a, jacobian = floats(run[at.LU] + 8 * g * n * (n + 1)), floats(run[at.JAC])
    y = floats(run[at.LU] + 8 * (g * n * (n + 1) + 4 * n * n))
    b = floats(run[at.K] + 8 * (stage * n * W + g))
    row, order = integers(run[at.ROW] + 8 * g * n), integers(run[at.ORDER] + 8 * g * (n + 1))
    n_q, m = run[at.N_Q], order[0]
    tied = n_q == run[at.N_V]

    for ii in range(m):
        of = order[ii + 1] * W
        y[4 * ii], y[4 * ii + 1], y[4 * ii + 2], y[4 * ii + 3] = b[of], b[of + 1], b[of + 2], b[of + 3]
    if tied:
        for k in range(n_q):
            s0, s1, s2, s3 = b[k * W] / d0, b[k * W + 1] / d1, b[k * W + 2] / d2, b[k * W + 3] / d3
            for ii in range(m):
                of = (k * n + order[ii + 1]) * W + g
                y[4 * ii], y[4 * ii + 1], y[4 * ii + 2], y[4 * ii + 3] = (
                    y[4 * ii] + jacobian[of] * s0,
                    y[4 * ii + 1] + jacobian[of + 1] * s1,
                    y[4 * ii + 2] + jacobian[of + 2] * s2,
                    y[4 * ii + 3] + jacobian[of + 3] * s3,
                )

    for lane in range(4):
        for i in range(m):
            r = row[lane * n + i]
            y[4 * i + lane], y[4 * r + lane] = y[4 * r + lane], y[4 * i + lane]
    for j in range(m):
        s0, s1, s2, s3 = y[4 * j], y[4 * j + 1], y[4 * j + 2], y[4 * j + 3]
        for i in range(j + 1, m):
            of = (j * m + i) * 4
            y[4 * i], y[4 * i + 1], y[4 * i + 2], y[4 * i + 3] = (
                y[4 * i] - a[of] * s0,
                y[4 * i + 1] - a[of + 1] * s1,
                y[4 * i + 2] - a[of + 2] * s2,
                y[4 * i + 3] - a[of + 3] * s3,
            )
    for j in range(m - 1, -1, -1):
        of = (j * m + j) * 4
        s0, s1, s2, s3 = y[4 * j] / a[of], y[4 * j + 1] / a[of + 1], y[4 * j + 2] / a[of + 2], y[4 * j + 3] / a[of + 3]
        y[4 * j], y[4 * j + 1], y[4 * j + 2], y[4 * j + 3] = s0, s1, s2, s3
        for i in range(j):
            of = (j * m + i) * 4
            y[4 * i], y[4 * i + 1], y[4 * i + 2], y[4 * i + 3] = (
                y[4 * i] - a[of] * s0,
                y[4 * i + 1] - a[of + 1] * s1,
                y[4 * i + 2] - a[of + 2] * s2,
                y[4 * i + 3] - a[of + 3] * s3,
            )

    for ii in range(m):
        to = order[ii + 1] * W
        b[to], b[to + 1], b[to + 2], b[to + 3] = y[4 * ii], y[4 * ii + 1], y[4 * ii + 2], y[4 * ii + 3]
    if tied:
        for k in range(n_q):
            to, of = k * W, (n_q + k) * W
            b[to] = (b[to] + b[of]) / d0
            b[to + 1] = (b[to + 1] + b[of + 1]) / d1
            b[to + 2] = (b[to + 2] + b[of + 2]) / d2
            b[to + 3] = (b[to + 3] + b[of + 3]) / d3
    eliminated = n_q if tied else 0
    for place in range(m + 1, n - eliminated + 1):
        i = order[place + eliminated]
        s0, s1, s2, s3 = b[i * W], b[i * W + 1], b[i * W + 2], b[i * W + 3]
        for k in range(eliminated + m):
            j = k if k < eliminated else order[k - eliminated + 1]
            of = (j * n + i) * W + g
            s0 += jacobian[of] * b[j * W]
            s1 += jacobian[of + 1] * b[j * W + 1]
            s2 += jacobian[of + 2] * b[j * W + 2]
            s3 += jacobian[of + 3] * b[j * W + 3]
        b[i * W], b[i * W + 1], b[i * W + 2], b[i * W + 3] = s0 / d0, s1 / d1, s2 / d2, s3 / d3
