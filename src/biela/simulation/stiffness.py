"""The default method: dormand-prince until a machine proves stiff, then rosenbrock.

An explicit method shows by its own steps whether stability holds them back: it estimates h|λ| of the fastest mode in each of them.
Model and request alone decide, so that a run repeats to the last digit, and machines that are not stiff pay nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.integrate.outcome import Outcome, joined
from biela.integrate.system import Status
from biela.simulation.pieces import integrate_pieces
from biela.simulation.prepare import PreparedRun
from biela.simulation.singular import until
from biela.simulation.stability import decays_within

Vector = NDArray[np.float64]
LARGEST = 150
"""States of a machine up to which its Jacobian is worth compiling unasked."""


def integrate_or_yield(ready: PreparedRun, x: Vector, u: Vector, p: Vector, **options: Any) -> Outcome:
    """Integrate a prepared run; where its method yields, another one goes on from there."""
    total: Outcome | None = None
    t, times = ready.t0, ready.times
    while True:
        piece = integrate_pieces(
            ready.system, ready.method, t, x, u, p, times, ready.breaks, formulation=ready.kept, closure=ready.closure,
            passing=ready.passing, **options,
        )  # fmt: skip
        if piece.status[0] is not Status.STIFF:
            return piece if total is None else joined(total, piece)
        t, x = float(piece.t_end[0]), np.array(piece.x_end)
        piece = until(piece, t, x)
        total = piece if total is None else joined(total, piece)
        times = times[times > t]
        mean_step = (t - ready.t0) / max(int(piece.steps[0]), 1)
        stiff = bool(np.any(piece.stiff)) or decays_within(ready.functions, t, x, u, p, mean_step)
        if stiff and ready.functions.layout.n_x <= LARGEST:
            ready.change_method("rosenbrock", x, u, p)
            ready.yielded = t
            total = replace(total, stiff=np.array([False]), suspect=np.array([False]))
        else:
            ready.method = replace(ready.method, yields=False)
