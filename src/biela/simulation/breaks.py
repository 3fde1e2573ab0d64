"""Times at which a function of time is known not to be smooth: adaptive methods stop and start anew there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.mechanism.load.user import takes_time
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import Motion
from biela.mechanism.motion.base import sampled
from biela.network.made import time_functions

SAMPLES, SAMPLES_PER_STEP = 20_000, 8
"""Times at which a user's function is sampled in search of pulses, and least number of them in each step."""
SHARP, RARE, MOST_PULSES = 0.01, 20.0, 100
"""A pulse is larger than `SHARP` times the function's range, and than `RARE` times the median of all steps. A function with more
pulses than `MOST_PULSES` is a fast one."""


def breakpoints(machine: Mechanism, laws: Mapping[str, Any], span: tuple[float, float, float] | None = None) -> Array:
    """Return times at which a function of time among inputs, loads, networks and prescribed motions is not smooth; with a span, its
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
    """Return beginning, peak and end of short pulses: what a user's function of time does within a step of the longest size, and
    rarely elsewhere. The stages of a step may all miss it. A pulse shorter than the samples are apart stays hidden."""
    steps = min(int(np.ceil((end - begin) / longest)), SAMPLES // SAMPLES_PER_STEP)
    t = np.linspace(begin, end, steps * max(SAMPLES_PER_STEP, SAMPLES // steps) + 1)
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
    if not 0 < found.size <= MOST_PULSES:
        return []
    places: list[int] = []
    for k in found:
        own = np.flatnonzero(beyond[k] > 1e-3 * largest[k]) + k * inside
        places += [int(own[0]) - 1, int(beyond[k].argmax()) + int(k) * inside, int(own[-1]) + 1]
    return [float(t[i]) for i in sorted(set(places)) if 0 < i < len(t) - 1]


def is_law(load: Any) -> bool:
    """Return whether a load depends on time or on what a user wrote."""
    return bool(load.functions)
