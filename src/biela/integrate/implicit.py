"""The linear systems of implicit steps, (d − J) k = b with d = 1/(hγ) and the exact Jacobian J = ∂f/∂x.

A machine brings kernels that factor and solve all lanes at once, in the order that suits its pattern and without row exchanges
(see `biela.equations.sparse_factors`). Lanes in which a pivot of theirs lost its digits, and machines too large for them, are
PIVOTED: they take the dense factors with row exchanges below, lane by lane.

Before it is factored, such a system is made smaller, exactly:

- coordinates with q̇ = v: their rows read d k_q − k_v = b_q, so that k_q = (b_q + k_v)/d; what J has in their columns moves to
  the columns of v, divided by d;
- states that nothing depends on (accounts of energy and work): their columns of J vanish, so they follow from the others.

What is left is factored with row exchanges, column by column, so that all inner loops run through memory in order. Rows and
columns remember where their last entries that are not zero stand: neighbours in a network follow each other in x, so that its
factors are narrow, and the work grows with their width instead of the number of states.
"""

from __future__ import annotations

from biela.integrate.access import Pointer, call_kernel, compiled, floats, integer_part, integers, part
from biela.integrate.run_record import at


@compiled
def factor_lanes(run: Pointer) -> None:
    """Factor d − J in all LIVE lanes, with the d of each in D."""
    live, pivoted = integers(run, at.LIVE, at.PIVOTED)
    d, margin = floats(run, at.D, at.MARGIN)
    if run[at.FACTORS]:
        call_kernel(run, at.FACTORS, at.ARG_FACTORS, at.TO_FACTORS)
    for lane in range(run[at.LANES]):
        pivoted[lane] = live[lane] != 0 and (run[at.FACTORS] == 0 or not margin[lane] > 0.0)
        if pivoted[lane] != 0:
            factor(run, lane, d[lane])


@compiled
def solve_lanes(run: Pointer, field: int, table: int, stage: int) -> None:
    """Solve for a part of a vector from the right-hand side B; `table` holds the addresses of its parts."""
    d, pivoted = floats(run, at.D), integers(run, at.PIVOTED)
    if run[at.FACTORS]:
        call_kernel(run, at.SOLUTION, at.ARG_SOLUTION, table, stage)
    for lane in range(run[at.LANES]):
        if pivoted[lane] != 0:
            solve(run, lane, part(run, field, stage), d[lane])


@compiled
def reduce_order(run: Pointer, lane: int) -> None:
    """Set ORDER of a lane: how many states are left and which; then the others that are not eliminated coordinates."""
    W, n = run[at.LANES], run[at.N_X]
    jacobian, order = floats(run, at.JAC), integer_part(run, at.ORDER, lane)
    first = run[at.N_Q] if run[at.N_Q] == run[at.N_V] else 0
    kept, last = 1, n
    for j in range(first, n):
        felt = j < run[at.EXTRA]
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
    """Factor the reduced d − J of one lane as LU, with row exchanges; columns contiguous."""
    W, n = run[at.LANES], run[at.N_X]
    jacobian, a, order = floats(run, at.JAC), part(run, at.LU, lane), integer_part(run, at.ORDER, lane)
    row, right = integer_part(run, at.EXCHANGED, lane), integer_part(run, at.RIGHT, lane)
    first, end = integer_part(run, at.TOP, lane), integer_part(run, at.BOTTOM, lane)
    n_q = run[at.N_Q]
    tied = n_q == run[at.N_V]
    reduce_order(run, lane)
    m = order[0]
    for jj in range(m):
        j = order[jj + 1]
        for ii in range(m):
            a[jj * m + ii] = -jacobian[(j * n + order[ii + 1]) * W + lane]
        if tied and j < run[at.EXTRA]:
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
def solve(run: Pointer, lane: int, k: Pointer, d: float) -> None:
    """Solve with the dense factors of one lane: k, from B."""
    W, n, n_q, order = run[at.LANES], run[at.N_X], run[at.N_Q], integer_part(run, at.ORDER, lane)
    a, y, row = part(run, at.LU, lane), part(run, at.SOLVED, lane), integer_part(run, at.EXCHANGED, lane)
    first, end, m = integer_part(run, at.TOP, lane), integer_part(run, at.BOTTOM, lane), order[0]
    jacobian, b = floats(run, at.JAC, at.B)
    tied = n_q == run[at.N_V]

    for ii in range(m):
        y[ii] = b[order[ii + 1] * W + lane]
    if tied:
        for j in range(n_q):
            share = b[j * W + lane] / d
            for ii in range(m):
                y[ii] += jacobian[(j * n + order[ii + 1]) * W + lane] * share

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
        k[order[ii + 1] * W + lane] = y[ii]
    if tied:
        for j in range(n_q):
            k[j * W + lane] = (b[j * W + lane] + k[(n_q + j) * W + lane]) / d
    eliminated = n_q if tied else 0
    for place in range(m + 1, n - eliminated + 1):  # the others sit at the far end of ORDER
        i = order[place + eliminated]
        total = b[i * W + lane]
        for j in range(eliminated):
            total += jacobian[(j * n + i) * W + lane] * k[j * W + lane]
        for jj in range(m):
            j = order[jj + 1]
            total += jacobian[(j * n + i) * W + lane] * k[j * W + lane]
        k[i * W + lane] = total / d
