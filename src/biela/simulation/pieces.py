"""Runs in pieces: adaptive methods stop and start anew where an input or a load is known to have a kink or a jump."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import Motion
from biela.runtime.system import Status
from biela.simulation.integrator.batch import integrate_batch
from biela.simulation.integrator.driver import integrate
from biela.simulation.integrator.outcome import Outcome

Vector = NDArray[np.float64]
MANY = 2000
"""More pieces than these are not worth it: steps are then as short as the pieces would be anyway."""


def breakpoints(machine: Mechanism, laws: Mapping[str, Any]) -> Vector:
    """Times at which a function of time among inputs, loads and prescribed motions is not smooth."""
    functions = [*laws.values(), *(drive.motion for drive in machine.drives.values())]
    for load in machine.loads.values():
        functions += load.functions
    times: set[float] = set()
    for f in functions:
        if isinstance(f, Motion):
            times |= set(f.breaks)
    return np.array(sorted(times))


def is_law(load: Any) -> bool:
    """Whether a load depends on time or on what a user wrote."""
    return bool(load.functions)


def in_pieces(
    integrate: Callable[..., Outcome], system: Any, method: Any, t0: float, x0: Vector, u: Vector, p: Vector, times: Vector,
    breaks: Vector, **options: Any,
) -> Outcome:  # fmt: skip
    """`integrate`, one machine or many, with the run cut at `breaks`. Fixed steps are not cut: they stay on their grid."""
    inside = breaks[(breaks > t0) & (breaks < times[-1])]
    if method.fixed_step is not None or not inside.size or inside.size > MANY:
        return integrate(system, method, t0, x0, u, p, times, **options)
    total: Outcome | None = None
    t, x = t0, x0
    for end in [*inside, times[-1]]:
        own = times[(times >= t) & (times <= end)] if total is None else times[(times > t) & (times <= end)]
        extra = not own.size or own[-1] < end
        piece = integrate(system, method, t, x, u, p, np.append(own, end) if extra else own, **options)
        if extra:  # the break itself is not an output
            piece.t, piece.x, piece.reached = piece.t[:-1], piece.x[:-1], np.minimum(piece.reached, len(own) - 1)
        total = piece if total is None else _joined(total, piece)
        done = _done(total)
        if not done.any():
            break
        # a machine that ended early goes on as a copy of another, and what it does is not kept
        t, x = float(end), piece.x_end
        if not done.all():
            x = np.where(done[:, None], x, x[done.argmax()])
    assert total is not None
    if len(total.t) < len(times):
        missing = len(times) - len(total.t)
        total.x = np.concatenate([total.x, np.full((missing, *total.x.shape[1:]), np.nan)])
        total.t = times
    return total


integrate_pieces, integrate_batch_pieces = partial(in_pieces, integrate), partial(in_pieces, integrate_batch)


def _done(outcome: Outcome) -> NDArray[np.bool_]:
    return np.array([status is Status.DONE for status in outcome.status])


def _joined(a: Outcome, b: Outcome) -> Outcome:
    """One after the other; machines that ended in a stay as they were."""
    done = _done(a)
    own = done[:, None] if len(done) > 1 else True  # the state of a single machine has no axis of machines
    return Outcome(
        t=np.concatenate([a.t, b.t]), x=np.concatenate([a.x, np.where(own, b.x, np.nan)]),
        status=tuple(y if x is Status.DONE else x for x, y in zip(a.status, b.status, strict=True)),
        reached=np.where(done, a.reached + 1 + b.reached, a.reached), t_end=np.where(done, b.t_end, a.t_end),
        x_end=np.where(own, b.x_end, a.x_end), steps=a.steps + np.where(done, b.steps, 0),
        rejected=a.rejected + np.where(done, b.rejected, 0), evaluations=a.evaluations + b.evaluations,
        max_residual=np.where(done, np.maximum(a.max_residual, b.max_residual), a.max_residual),
        moved=a.moved + np.where(done, b.moved, 0.0), events=[*a.events, *b.events], stiff=a.stiff | (done & b.stiff),
    )  # fmt: skip
