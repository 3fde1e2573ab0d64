"""Levenberg-Marquardt on a manifold: how loops are closed, quadratic near a solution, also where rows are redundant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.rank import ASSEMBLED

STEPS_COMPARED = 10
"""Number of steps, none of them cut, after which the sum of squares is compared."""
LEAST_FALL, LEAST_FALL_PATIENT = 0.02, 1e-6
"""Relative fall of the sum of squares below which the search ends at a least distance; where that distance itself is wanted, to its
first digits. On the way to a solution, also to a double one, the sum falls to a sixteenth with every step."""


def _damped_steps(J: Array, r: Array) -> Callable[[float], Array]:
    """Return damping → minimum-norm step from one point, through the singular values, so that redundant rows do no harm."""
    U, s, Vt = np.linalg.svd(J, full_matrices=False)
    along, counts = U.T @ r, s > ASSEMBLED * (s[0] if s.size else 1.0)
    return lambda damping: -(Vt.T @ (np.where(counts, s / (s**2 + damping * damping), 0.0) * along))


def levenberg_marquardt(
    measure: Callable[[Any], tuple[Array, Array]],
    move: Callable[[Any, Array], Any],
    start: Any,
    tolerance: float,
    iterations: int = 200,
    patient: bool = True,
) -> tuple[Any, Array]:
    """Return the point nearby where the residuals vanish, or are least.

    Parameters
    ----------
    measure : point → (residuals, their Jacobian along the tangent), angles in radians and lengths in sizes of the machine
    move : (point, step) → point ⊕ step
    tolerance : largest residual at which to stop
    patient : whether to go on where residuals hardly fall any more, to the first digits of the least ones

    Returns
    -------
    the last point, and its residuals: what remains if there is no solution nearby
    """
    x, (r, J) = start, measure(start)
    damping, far, fall = 1e-3, float(np.abs(r).max(initial=0.0)), LEAST_FALL_PATIENT if patient else LEAST_FALL
    mark, since = float(r @ r), 0  # sum of squares, and how many steps ago
    for _ in range(iterations + int(min(8 * far, 2000))):  # a step is half a radian, or half a size, at most
        worst = float(np.abs(r).max()) if r.size else 0.0
        if worst <= tolerance:
            break
        improved, step_with = False, _damped_steps(J, r)
        for trials in range(12):
            step = step_with(damping * min(1.0, worst))
            norm = float(np.abs(step).max())
            step *= min(1.0, 0.5 / norm) if norm > 0 else 1.0
            trial = move(x, step)
            r_new, J_new = measure(trial)
            if np.all(np.isfinite(r_new)) and r_new @ r_new < r @ r:
                x, r, J, improved = trial, r_new, J_new, True
                if not trials:  # what was too little is not tried again at once
                    damping = max(damping / 10, 1e-12)
                break
            damping = max(damping * 10, 1e-9)
        since += 1
        if not improved or (norm < 0.5 and since >= STEPS_COMPARED and r @ r > (1 - fall) * mark):
            break
        if norm >= 0.5 or since >= STEPS_COMPARED:
            mark, since = float(r @ r), 0
    return x, r
