"""Which machines need closed loops at every stage of a method, not only after each step."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from biela.simulate.compiled import Compiled

Vector = NDArray[np.float64]


def stages_disagree(functions: Compiled, t: float, x: Vector, u: Vector, p: Vector) -> bool:
    """Whether rows that repeat each other on closed loops contradict each other a straight step ahead.

    So it is in overconstrained linkages like Bennett's: the accelerations are defined on the closed loops only, and
    depend, beside them, on which of the rows are believed. See `biela.equations.redundancy`.
    """
    if functions.n_rows < 2:
        return False

    def jacobian(y: Vector) -> Vector:
        return np.asarray(functions.evaluate("constraint_jacobian", t, y, u, p)[0])

    def rank(y: Vector) -> int:
        s = np.linalg.svd(jacobian(y), compute_uv=False)
        return int(np.sum(s > 1e-7 * s[0]))

    if rank(x) == functions.n_rows:
        return False
    from biela.simulate.closure_problem import CLOSED, ClosureProblem, Held

    # a momentary singular position is no proof: look at the closed position close by where the rank is largest
    problem = ClosureProblem(functions, Held(functions.mechanism, {}, "coordinates"), t, p, CLOSED)
    rng = np.random.default_rng(5)
    n_v = functions.sizes.n_v
    near = [problem.solve(problem.moved(x, rng.normal(0.0, 0.02, n_v))) for _ in range(2)]
    x = max([x, *(attempt.x for attempt in near if attempt.residual < 1e-9)], key=rank)
    free = np.linalg.svd(jacobian(x))[2][rank(x) :]
    return any(rank(problem.moved(x, 0.1 * rng.choice((-1.0, 1.0), len(free)) @ free)) > rank(x) for _ in range(3))
