"""Steps, ramps and limits without corners, so that implicit methods keep their order and their step."""

from __future__ import annotations

from typing import Any

from biela.lie import array as xp


def step(x: Any) -> Any:
    """h(x): 0 below 0, 1 above 1, s² (3 − 2 s) between; ½ at ½."""
    s = xp.fmin(xp.fmax(x, 0.0), 1.0)
    return s * s * (3 - 2 * s)


def ramp(x: Any, width: float) -> Any:
    """max(x, 0) without its corner: x²/2w up to w, then x − w/2."""
    s = xp.fmin(xp.fmax(x, 0.0), width)
    return s * (x - 0.5 * s) / width


def between(x: Any, width: float = 0.02) -> Any:
    """x cut off at 0 and 1, each corner rounded over `width`; exactly x from w/2 to 1 − w/2."""
    return ramp(x + 0.5 * width, width) - ramp(x + 0.5 * width - 1.0, width)
