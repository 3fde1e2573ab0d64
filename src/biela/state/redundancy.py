"""Which machines need closed loops at every stage of a method, not only after each step."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from biela.state.functions import MachineFunctions

Vector = NDArray[np.float64]


def stages_disagree(functions: MachineFunctions, t: float, x: Vector, u: Vector, p: Vector) -> bool:
    """Whether rows that repeat each other on closed loops contradict each other a straight step ahead.

    So it is in overconstrained linkages like Bennett's: the accelerations are defined on the closed loops only, and
    depend, beside them, on which of the rows are believed. See `biela.equations.redundancy`.
    """
    around = _Around(functions, t, x, u, p)
    return around.repeated and around.disagree()


def rows_repeat(functions: MachineFunctions, t: float, x: Vector, u: Vector, p: Vector) -> bool:
    """Whether rows depend on each other here and wherever the loops are closed nearby.

    A penalty on such rows, unlike a row that is skipped, always acts a little where the loops gape.
    """
    return _Around(functions, t, x, u, p).repeated


class _Around:
    """Ranks of the constraint Jacobian at a closed position, beside it, and a straight step ahead of it."""

    def __init__(self, functions: MachineFunctions, t: float, x: Vector, u: Vector, p: Vector):
        self._functions, self._at = functions, (t, u, p)
        self.x = x
        self.repeated = functions.n_rows > 1 and self._rank(x) < functions.n_rows
        if not self.repeated:
            return
        from biela.state.closing import CLOSED, ClosureProblem, Held

        # a momentary singular position is no proof: look at the closed position close by where the rank is largest
        self._problem = ClosureProblem(functions, Held(functions.mechanism, {}, "coordinates"), t, p, CLOSED)
        self._rng = np.random.default_rng(5)
        n_v = functions.layout.n_v
        near = [self._problem.solve(self._problem.moved(x, self._rng.normal(0.0, 0.02, n_v))) for _ in range(2)]
        self.x = max([x, *(attempt.x for attempt in near if attempt.residual < 1e-9)], key=self._rank)
        self.repeated = self._rank(self.x) < functions.n_rows

    def disagree(self) -> bool:
        """Whether the rank rises a straight step ahead."""
        rank = self._rank(self.x)
        free = np.linalg.svd(self._jacobian(self.x))[2][rank:]
        steps = (0.1 * self._rng.choice((-1.0, 1.0), len(free)) @ free for _ in range(3))
        return any(self._rank(self._problem.moved(self.x, step)) > rank for step in steps)

    def _jacobian(self, x: Vector) -> Vector:
        t, u, p = self._at
        return np.asarray(self._functions.evaluate("constraint_jacobian", t, x, u, p)[0])

    def _rank(self, x: Vector) -> int:
        s = np.linalg.svd(self._jacobian(x), compute_uv=False)
        return int(np.sum(s > 1e-7 * s[0]))
