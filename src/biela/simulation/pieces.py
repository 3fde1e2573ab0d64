"""Runs in pieces: adaptive methods stop and start anew where an input or a load is known to have a kink or a jump."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.integrate.batch import integrate_batch
from biela.integrate.outcome import Outcome, done_machines, joined
from biela.mechanism.load.user import takes_time
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import Motion
from biela.mechanism.motion.base import sampled
from biela.network.time_functions import time_functions
from biela.simulation.choice import EVEN, whole_steps
from biela.simulation.singular import integrate_through

Vector = NDArray[np.float64]
SAMPLES, INSIDE = 20_000, 8
"""Times at which a user's function is sampled in search of pulses, and how many of them at least in each step."""
SHARP, RARE, FEW = 0.01, 20.0, 100
"""A pulse is larger than this part of the function's range, and than this number of times what is usual in a step. A function with
more pulses than a few is a fast one."""
MANY = 2000
"""More pieces than these are not worth it: steps are then as short as the pieces would be anyway."""


def breakpoints(machine: Mechanism, laws: Mapping[str, Any], span: tuple[float, float, float] | None = None) -> Vector:
    """Times at which a function of time among inputs, loads, networks and prescribed motions is not smooth; with a span, its
    beginning, end and longest step, also those of pulses that steps may miss."""
    functions = [*laws.values(), *(drive.motion for drive in machine.drives.values())]
    for load in machine.loads.values():
        functions += load.functions
    functions += (f for attached in machine.networks.values() for f in time_functions(attached.network))
    times: set[float] = set()
    for f in functions:
        if isinstance(f, Motion):
            times |= set(f.breaks)
        elif span is not None and takes_time(f):
            times |= set(pulses(f, *span))
    return np.array(sorted(times))


def pulses(f: Any, begin: float, end: float, longest: float) -> list[float]:
    """Beginning, peak and end of what a user's function of time does within a step of the longest size and rarely elsewhere, as a
    short pulse: the stages of a step may all miss it. Sampled, so that a pulse shorter than the samples are apart stays hidden."""
    steps = min(int(np.ceil((end - begin) / longest)), SAMPLES // INSIDE)
    t = np.linspace(begin, end, steps * max(INSIDE, SAMPLES // steps) + 1)
    try:
        x = sampled(f, t)[0]
    except Exception:  # a user's function, of a vector for instance, may raise anything when called with an array of times
        return []
    if x.shape != t.shape or not np.all(np.isfinite(x)):
        return []
    # in each step, what is left beyond the straight line from its beginning to its end
    inside = (len(t) - 1) // steps
    rows = x[np.arange(steps)[:, None] * inside + np.arange(inside + 1)]
    line = rows[:, :1] + (rows[:, -1:] - rows[:, :1]) * np.linspace(0, 1, inside + 1)
    beyond = np.abs(rows - line)
    largest = beyond.max(axis=1)
    found = np.flatnonzero((largest > SHARP * np.ptp(x)) & (largest > RARE * np.median(largest)))
    if not 0 < found.size <= FEW:
        return []
    places: list[int] = []
    for k in found:
        own = np.flatnonzero(beyond[k] > 1e-3 * largest[k]) + k * inside
        places += [int(own[0]) - 1, int(beyond[k].argmax()) + int(k) * inside, int(own[-1]) + 1]
    return [float(t[i]) for i in sorted(set(places)) if 0 < i < len(t) - 1]


def is_law(load: Any) -> bool:
    """Whether a load depends on time or on what a user wrote."""
    return bool(load.functions)


def in_pieces(
    integrate: Callable[..., Outcome], system: Any, method: Any, t0: float, x0: Vector, u: Vector, p: Vector, times: Vector,
    breaks: Vector, **options: Any,
) -> Outcome:  # fmt: skip
    """`integrate`, one machine or many, with the run cut at `breaks`. Fixed steps are not cut there: they stay on their grid, which
    changes where outputs are not equally spaced."""
    inside = breaks[(breaks > t0) & (breaks < times[-1])]
    pieces = [(float(end), method) for end in [*(inside if inside.size <= MANY else ()), times[-1]]]
    if method.fixed_step is not None:
        pieces = _even(method, t0, times)
    if len(pieces) == 1:
        return integrate(system, pieces[0][1], t0, x0, u, p, times, **options)
    total: Outcome | None = None
    t, x = t0, x0
    for end, method in pieces:
        own = times[(times >= t) & (times <= end)] if total is None else times[(times > t) & (times <= end)]
        extra = not own.size or own[-1] < end
        piece = integrate(system, method, t, x, u, p, np.append(own, end) if extra else own, **options)
        if extra:  # the break itself is not an output
            piece.t, piece.x, piece.reached = piece.t[:-1], piece.x[:-1], np.minimum(piece.reached, len(own) - 1)
        total = piece if total is None else joined(total, piece)
        done = done_machines(total)
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


def _even(method: Any, t0: float, times: Vector) -> list[tuple[float, Any]]:
    """Ends of the stretches in which outputs are equally spaced, each with steps that suit it."""
    ends = times[times > t0]
    intervals = np.diff(ends, prepend=t0)
    last = np.append(np.abs(np.diff(intervals)) > EVEN * intervals[:-1], True)
    if last.sum() == 1:
        return [(float(times[-1]), method)]
    return [(float(ends[k]), replace(method, step=whole_steps(float(intervals[k]), method.step))) for k in np.flatnonzero(last)]


integrate_pieces, integrate_batch_pieces = partial(in_pieces, integrate_through), partial(in_pieces, integrate_batch)
