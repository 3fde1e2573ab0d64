"""States that native runs leave open themselves: what a page computes of them is measured against that."""

from __future__ import annotations

import warnings
from typing import Any

TWO_LINES = ("swing_drive/oil_a.effort", "swing_drive/oil_b.effort")
STEEP = {"excavator-published": ("swing_drive/line.effort",), "excavator": TWO_LINES, "excavator-digging": TWO_LINES}
"""Pressures of the swing drive. The published one rings at 52 Hz without damping between −57 and 19 MPa: errors of all steps add up
in its phase, so that a tolerance that differs by a thousandth changes it natively by about a hundred tolerances (0.013 %); those of
the improved one by up to 10, of the one that digs by up to 21."""


def widened(name: str, case: Any, history: Any, allowed: Any) -> Any:
    """Differences that are allowed for the last states, at least three times as far as tolerances that differ by a thousandth move
    a state that is named above."""
    if name in STEEP:
        names = [entry for entry, _ in history.functions.layout.entries]
        asked = {"rtol": 1e-8, "atol": 1e-10, **case.settings}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            runs = [case.simulate(**{k: f * asked[k] for k in ("rtol", "atol")}) for f in (0.999, 1.001, 0.99)]
        for entry in map(names.index, STEEP[name]):
            spread = max(abs(run.x[-1, entry] - history.x[-1, entry]) for run in runs)
            allowed[entry] = max(allowed[entry], 3.0 * spread)
    return allowed
