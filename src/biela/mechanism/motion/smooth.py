"""Jumps of a motion, in its value or in its velocity."""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, warn
from biela.mechanism.motion.base import Function, Motion, Values, sampled

SAMPLES = 2001
"""Times at which a user's function is sampled to find jumps."""
ROUNDING = 1e-9
"""Jumps up to this part of the largest value count as rounding."""


class VelocityJump(UserWarning):
    """A prescribed motion changes its velocity in no time: the effort would be infinite there."""


@dataclass(frozen=True)
class Jump:
    """A jump of the value (order 0) or of the velocity (order 1) at a time [s]."""

    time: float
    order: int
    size: float


def jumps(f: Function, begin: float, end: float, values: Values = None) -> list[Jump]:
    """Jumps of value and velocity between two times, both excluded.

    At its breaks a motion is compared with itself a hair earlier. A function of a user has no known breaks: it is sampled,
    and its differences are compared with the integral of its derivatives.
    """
    if not isinstance(f, Motion):
        return _searched(f, begin, end, values)
    found = []
    times = [t for t in f.breaks if begin < t < end]
    if times:
        before, after = (sampled(f, [np.nextafter(t, side) for t in times], values) for side in (-np.inf, np.inf))
        overall = sampled(f, np.linspace(begin, end, 65), values)
        for order in (0, 1):
            scale = ROUNDING * (1e-300 + max(float(np.abs(p[order]).max()) for p in (before, after, overall)))
            gaps = after[order] - before[order]
            found += [Jump(t, order, float(g)) for t, g in zip(times, gaps, strict=True) if abs(g) > scale]
    return sorted(found, key=lambda j: (j.order, j.time))


def _searched(f: Any, begin: float, end: float, values: Any) -> list[Jump]:
    t, found = np.linspace(begin, end, SAMPLES), []
    levels, h = sampled(f, t, values), t[1] - t[0]
    for order in (0, 1):
        if not np.all(np.isfinite(levels[order + 1])):
            continue
        defect = np.diff(levels[order]) - 0.5 * h * (levels[order + 1][1:] + levels[order + 1][:-1])
        usual = float(np.median(np.abs(defect))) + ROUNDING * float(np.abs(levels[order]).max(initial=0.0))
        k = int(np.abs(defect).argmax())
        size, change = abs(defect[k]), float(np.abs(np.diff(levels[order])).max())
        if size > max(1e3 * usual, 0.25 * change) and _stays(f, t[k], t[k + 1], order, size, values):
            found.append(Jump(float(0.5 * (t[k] + t[k + 1])), order, float(defect[k])))
    return found[:1]


def _stays(f: Any, begin: float, end: float, order: int, size: float, values: Any) -> bool:
    """Return whether what looks like a jump is as large in a short piece of the interval; a quick change spreads over it."""
    for _ in range(3):
        t = np.linspace(begin, end, 41)
        level, slope = sampled(f, t, values)[order : order + 2]
        defect = np.abs(np.diff(level) - 0.5 * (t[1] - t[0]) * (slope[1:] + slope[:-1]))
        k = int(defect.argmax())
        if defect[k] < 0.4 * size:
            return False
        begin, end = t[k], t[k + 1]
    return True


def warn_of_jumps(f: Any, what: str, begin: float, end: float, values: Values = None) -> list[str]:
    """Refuse a motion whose value jumps; warn of one whose velocity does. What was warned of, in words."""
    said = []
    for jump in jumps(f, begin, end, values):
        if jump.order == 0:
            raise DescriptionError(
                f"{what} jumps by {jump.size:.3g} at t = {jump.time:.6g} s: nothing can follow it. Join its parts, or use "
                "motion.spline or motion.quintic between them."
            )
        said.append(
            f"{what} changes its velocity by {jump.size:.3g} at t = {jump.time:.6g} s in no time: the effort there is an impulse, "
            "which is left out. Round the corner with motion.spline, motion.cubic or motion.trapezoid."
        )
    for text in said[:1]:
        warn(text + (f" ({len(said) - 1} more such corners.)" if len(said) > 1 else ""), VelocityJump)
    return said
