"""States that native runs leave open themselves: what a page computes of them is measured against that."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

TWO_LINES = ("swing_drive/oil_a.effort", "swing_drive/oil_b.effort")
STEEP = {"excavator-published": ("swing_drive/line.effort",), "excavator": TWO_LINES, "excavator-digging": TWO_LINES}
"""Pressures of the swing drive. The published one rings at 52 Hz without damping between −57 and 19 MPa: errors of all steps add up
in its phase, so that a tolerance that differs by a thousandth changes it natively by about a hundred tolerances (0.013 %); those of
the improved one by up to 10, of the one that digs by up to 21."""


def nearby(asked: Mapping[str, float], simulate: Callable[..., Any]) -> list[Any]:
    """The run with tolerances that differ by up to a hundredth."""
    asked = {"rtol": 1e-8, "atol": 1e-10, **asked}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [simulate(**{k: f * asked[k] for k in ("rtol", "atol")}) for f in (0.999, 1.001, 0.99, 1.0001, 1.005)]


def widened(name: str, asked: Mapping[str, float], simulate: Callable[..., Any], history: Any, allowed: Any) -> Any:
    """Differences that are allowed for states at the last output or at all of them, at least three times as far as tolerances that
    differ by a thousandth move a state that is named above.

    simulate : repeats the run with other `rtol` and `atol`, those `asked` for times a factor
    allowed : (n_x,) for the last output, or (n, n_x) for all
    """
    if name in STEEP:
        names = [entry for entry, _ in history.functions.layout.entries]
        runs = nearby(asked, simulate)
        where = -1 if allowed.ndim == 1 else slice(None)
        for entry in map(names.index, STEEP[name]):
            spread = max(abs(run.x[where, entry] - history.x[where, entry]).max() for run in runs)
            allowed[..., entry] = np.maximum(allowed[..., entry], 3.0 * spread)
    return allowed
