"""Levenberg-Marquardt on a manifold: how loops are closed, quadratic near a solution, also where rows are redundant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.rank import ASSEMBLED

Array = NDArray[np.float64]
CRAWL = 10
"""Steps, none of them cut, after which the sum of squares is compared"""
FALL = 0.02
"""What has come nearer by less than this part of the sum of squares has come to a least distance: on the way to a solution, also
to a double one, the sum falls to a sixteenth with every step"""
DIGITS = 1e-6
"""The same where the least distance itself is wanted: its first digits stand"""


class DampedSteps:
    """Minimum-norm Levenberg-Marquardt steps from one point, through the singular values, so that redundant rows do no harm."""

    def __init__(self, J: Array, r: Array):
        U, self.s, Vt = np.linalg.svd(J, full_matrices=False)
        self.V, self.along = Vt.T, U.T @ r
        self.counts = self.s > ASSEMBLED * (self.s[0] if self.s.size else 1.0)

    def step(self, damping: float) -> Array:
        """With this damping."""
        return -(self.V @ (np.where(self.counts, self.s / (self.s**2 + damping * damping), 0.0) * self.along))


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
    damping = 1e-3
    far = float(np.abs(r).max(initial=0.0))
    fall = DIGITS if patient else FALL
    mark, since = float(r @ r), 0  # sum of squares, and how many steps ago
    for _ in range(iterations + int(min(8 * far, 2000))):  # a step is half a radian, or half a size, at most
        worst = float(np.abs(r).max()) if r.size else 0.0
        if worst <= tolerance:
            break
        improved, steps = False, DampedSteps(J, r)
        for trials in range(12):
            step = steps.step(damping * min(1.0, worst))
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
        if not improved or (norm < 0.5 and since >= CRAWL and r @ r > (1 - fall) * mark):
            break
        if norm >= 0.5 or since >= CRAWL:
            mark, since = float(r @ r), 0
    return x, r
