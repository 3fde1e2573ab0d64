"""The linear systems of implicit steps, (d − J) k = b, as straight-line code for the pattern of one machine's J = ∂ẋ/∂x.

Most of J is zero: q̇ = v, a pressure depends on its neighbours, nothing depends on an account of energy. The entries that are
not zero, and those that elimination fills in, are known beforehand, so that

    d − J = L U,        L with ones on its diagonal,

needs no search and no loop: every product is one instruction, done for all lanes at once. The order of the pivots, the same for
rows and columns, is that of least work (Markowitz): it finds by itself what one would do by hand, such as eliminating q first and
accounts last.

Pivots stay on the diagonal. For short steps d dominates it; where an unstable part of the machine is as fast as the step, a pivot

    u = (d − J_cc) − Σ l u

may nearly vanish. The `margin` of a factorisation, min over all pivots of |u| − TRUST·(|d| + |J_cc| + Σ |l u|), is positive where
every pivot kept its digits; it does not depend on units. Elsewhere the time loop takes factors with row exchanges.
"""

from __future__ import annotations

import casadi as ca

TRUST = 1e-3
"""Size of a trusted pivot over the sum of its terms, at least."""
MOST_PRODUCTS = 40_000
"""Products of straight-line code beyond which loops with row exchanges are the better code."""

Pattern = dict[int, set[int]]


class SparseFactors:
    """Order of elimination, and where the factors are filled.

    Attributes
    ----------
    order : pivots, in the order of their elimination
    below, right : for each pivot, the rows and columns that are eliminated later and not zero there
    """

    def __init__(self, sparsity: ca.Sparsity) -> None:
        n = sparsity.size1()
        rows: Pattern = {i: set() for i in range(n)}
        columns: Pattern = {i: set() for i in range(n)}
        for i, j in zip(*sparsity.get_triplet(), strict=True):
            if i != j:
                rows[i].add(j)
                columns[j].add(i)
        self.n = n
        self.order: list[int] = []
        self.below: dict[int, list[int]] = {}
        self.right: dict[int, list[int]] = {}
        self.work = 0
        left = set(range(n))
        while left:
            c = min(left, key=lambda k: (len(rows[k]) * len(columns[k]), k))
            self.order.append(c)
            left.remove(c)
            self.below[c], self.right[c] = sorted(columns.pop(c)), sorted(rows.pop(c))
            self.work += len(self.below[c]) * len(self.right[c])
            if self.work > MOST_PRODUCTS:
                return
            for i in self.below[c]:
                rows[i] |= set(self.right[c]) - {i}
                rows[i].discard(c)
            for j in self.right[c]:
                columns[j] |= set(self.below[c]) - {j}
                columns[j].discard(c)

    @property
    def worthwhile(self) -> bool:
        """True if straight-line code is short enough."""
        return self.work <= MOST_PRODUCTS

    def factor(self, J: ca.SX, d: ca.SX) -> tuple[ca.SX, ca.SX]:
        """Return the entries of the factors (of U, then of L, pivot after pivot; the diagonal inverted), and the margin."""
        a: dict[tuple[int, int], ca.SX] = {}
        for i, j in zip(*J.sparsity().get_triplet(), strict=True):
            a[i, j] = -J[i, j]
        size = {}
        for c in range(self.n):
            size[c] = d + ca.fabs(a[c, c]) if (c, c) in a else d
            a[c, c] = a.get((c, c), 0) + d
        margin = ca.SX(ca.inf)
        entries = []
        for c in self.order:
            margin = ca.fmin(margin, ca.fabs(a[c, c]) - TRUST * size[c])
            inverse = 1 / a[c, c]
            entries += [inverse, *(a[c, j] for j in self.right[c])]
            for i in self.below[c]:
                share = a[i, c] * inverse
                entries.append(share)
                for j in self.right[c]:
                    product = share * a[c, j]
                    a[i, j] = a.get((i, j), 0) - product
                    if i == j:
                        size[i] += ca.fabs(product)
        return ca.vertcat(*entries), margin

    @property
    def count(self) -> int:
        """Number of entries of the factors."""
        return sum(1 + len(self.below[c]) + len(self.right[c]) for c in self.order)

    def solve(self, factors: ca.SX, b: ca.SX) -> ca.SX:
        """Return k with L U k = b."""
        y = [b[i] for i in range(self.n)]
        place, k = {}, 0
        for c in self.order:
            place[c] = k
            k += 1 + len(self.right[c])
            for i in self.below[c]:
                y[i] -= factors[k] * y[c]
                k += 1
        for c in reversed(self.order):
            for k, j in enumerate(self.right[c], place[c] + 1):
                y[c] -= factors[k] * y[j]
            y[c] *= factors[place[c]]
        return ca.vertcat(*y)
