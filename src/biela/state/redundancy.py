"""Which machines need closed loops at every stage of a method, not only after each step."""

from __future__ import annotations

import numpy as np

from biela.base.array import Array
from biela.base.rank import SEARCHED, contradict_ahead, rank
from biela.state.closing import ClosureProblem
from biela.state.functions import MachineFunctions


def stages_disagree(functions: MachineFunctions, t: float, x: Array, u: Array, p: Array) -> bool:
    """Whether rows that repeat each other on closed loops contradict each other a straight step ahead.

    So it is in overconstrained linkages like Bennett's: the accelerations are defined on the closed loops only, and
    depend elsewhere on which of the rows are believed. See `biela.equations.redundancy`.
    """
    around = _Around(functions, t, x, u, p)
    return around.repeated and around.disagree()


def rows_repeat(functions: MachineFunctions, t: float, x: Array, u: Array, p: Array) -> bool:
    """Whether rows depend on each other here and wherever the loops are closed nearby.

    A penalty on such rows, unlike a row that is skipped, always acts a little where the loops gape.
    """
    return _Around(functions, t, x, u, p).repeated


class _Around:
    """Ranks of the constraint Jacobian at a closed position, next to it, and a straight step ahead of it."""

    def __init__(self, functions: MachineFunctions, t: float, x: Array, u: Array, p: Array):
        self._functions, self._at = functions, (t, u, p)
        self.x = x
        self.repeated = functions.n_rows > 1 and self._rank(x) < functions.n_rows
        if not self.repeated:
            return
        # a momentary singular position proves nothing: look at the closed position close by where the rank is largest
        self._problem, self._rng = ClosureProblem(functions, t, p), np.random.default_rng(5)
        self.x = max([x, *self._problem.nearby(x, self._rng, 2)], key=self._rank)
        self.repeated = self._rank(self.x) < functions.n_rows

    def disagree(self) -> bool:
        """Whether the rank rises a straight step ahead."""
        return contradict_ahead(self._jacobian, self._problem.moved, self.x, self._rng)

    def _jacobian(self, x: Array) -> Array:
        t, u, p = self._at
        return np.asarray(self._functions.evaluate("constraint_jacobian", t, x, u, p)[0])

    def _rank(self, x: Array) -> int:
        return rank(self._jacobian(x), SEARCHED)
