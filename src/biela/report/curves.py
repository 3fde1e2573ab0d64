"""Curves of a page that is not about one run: signals over time, with bands and dots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.element.display import choice_of
from biela.report.pack import Rows

Array = NDArray[np.float64]
MOST = 4_000
"""Points of a curve inside a page."""


def curves_data(
    t: Array, signals: Mapping[str, tuple[Array, str]], plots: Sequence[Mapping[str, Any]], axis: str = "s"
) -> dict[str, Any]:
    """What a page needs to draw curves.

    Parameters
    ----------
    t : abscissa of all signals
    signals : name → values and unit
    plots : title, signals; also bands (signal → signal of its half width), dots (signals without a line) and group
    axis : unit of the abscissa
    """
    every = max(1, -(-len(t) // MOST))
    rows = Rows(len(t[::every]))
    return {
        "start": 0.0, "t": rows.add(t[::every]), "names": list(signals), "units": [unit for _, unit in signals.values()],
        "rows": [rows.add(values[::every]) for values, _ in signals.values()], "poses": [], "reactions": None, "scales": {},
        "plots": list(plots), "left_out": 0, "table": rows.packed(), "axis": axis, **choice_of(),
    }  # fmt: skip
