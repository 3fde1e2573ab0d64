"""Random consistent motion of a machine: states spread around a start, for decisions about rank."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from biela.base.errors import LoopNotClosed
from biela.state.closing import ClosureProblem
from biela.state.consistent_motion import ClosedLoops, ConsistentMotion


def random_motion(loops: ClosedLoops, samples: int, seed: int, spread: float, rate: float) -> ConsistentMotion:
    """States reached from the start along random tangents (`spread` [rad, m] wide), closed again, with random velocities and
    accelerations of the independent coordinates (`rate` [rad/s, m/s] and its square wide).

    Unlike a trajectory it needs no independent *positions*, so that it serves joints with quaternions as well.
    """
    rng = np.random.default_rng(seed)
    functions = loops.functions
    problem = ClosureProblem(functions, 0.0, loops.p, tolerance=1e-13)
    found: list[NDArray[np.float64]] = []
    width = spread
    attempts = 0
    while len(found) < samples:
        attempts += 1
        if attempts > 40 * samples:
            raise LoopNotClosed(
                f"{functions.mechanism.name!r} hardly moves: no {samples} closed positions within {spread:g} rad of the start."
            )
        if attempts % (4 * samples) == 0:
            width *= 0.5
        x = problem.moved(loops.start, rng.uniform(-width, width, loops.n_v))
        attempt = problem.solve(x)
        if attempt.residual > 1e-11:
            continue
        if loops.dependent:
            if np.linalg.cond(loops.dependent_jacobian(attempt.x[None])[0]) > 1e6:  # near a dead point: another one
                continue
        found.append(attempt.x)
    x = np.array(found)
    x[:, loops.layout.v] = 0.0
    if loops.dependent:
        x = loops._refined(x)
    dof = len(loops.places.v)
    v = rng.uniform(-rate, rate, (samples, dof))
    a = rng.uniform(-(rate**2), rate**2, (samples, dof))
    return loops.at(x, v, a, np.zeros(samples))
