"""Limits, steps and ramps; those without corners let implicit methods keep their order and their step."""

from __future__ import annotations

from biela.lie import array as xp
from biela.lie.array import Operand


def clip(x: Operand, low: Operand = 0.0, high: Operand = 1.0) -> Operand:
    """Return x cut off at `low` and `high`."""
    return xp.fmin(xp.fmax(x, low), high)


def positive(x: Operand) -> Operand:
    """Return max(x, 0); its derivative at zero is the mean of both sides."""
    return 0.5 * (x + xp.fabs(x))


def step(x: Operand) -> Operand:
    """Return h(x): 0 below 0, 1 above 1, s² (3 − 2 s) between; ½ at ½."""
    s = clip(x)
    return s * s * (3 - 2 * s)


def ramp(x: Operand, width: float) -> Operand:
    """Return max(x, 0) without its corner: x²/2w up to w, then x − w/2."""
    s = clip(x, 0.0, width)
    return s * (x - 0.5 * s) / width


def between(x: Operand, width: float = 0.02) -> Operand:
    """Return x cut off at 0 and 1, each corner rounded over `width`; exactly x from w/2 to 1 − w/2."""
    return ramp(x + 0.5 * width, width) - ramp(x + 0.5 * width - 1.0, width)
