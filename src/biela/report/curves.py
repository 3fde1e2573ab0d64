"""Curves of a page that is not about one run: signals over time, with bands and dots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.element.display import choice_of
from biela.report.pack import Rows
from biela.report.scene import Scene, poses
from biela.simulation.history import History

Array = NDArray[np.float64]
MAX_POINTS = 4_000
"""Maximum number of points of a curve inside a page."""


def curves_data(
    t: Array, signals: Mapping[str, tuple[Array, str]], plots: Sequence[Mapping[str, Any]], axis: str = "s",
    machine: History | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return what a page needs to draw curves, and a machine next to them.

    t : abscissa of all signals
    signals : name → values and unit
    plots : title, signals; also bands (signal → signal of its half width), dots (signals without a line) and group
    axis : unit of the abscissa
    machine : the machine at every t, which moves with the curves; or at one instant, where it stands still
    """
    every = max(1, -(-len(t) // MAX_POINTS))
    rows = Rows(len(t[::every]))
    view: dict[str, Any] = {"poses": [], "scales": {}}
    if machine is not None:
        scene = Scene(machine)
        placed = poses(scene.sketch)
        view["scene"] = scene.data()
        if len(placed) == len(t) > 1:
            view["poses"] = rows.add_all(placed[::every])
            view["scales"] = {str(k): rows.add(size[::every]) for k, size in scene.scales().items()}
        else:
            view["pose"] = placed[0].ravel().tolist()
    return {
        "start": 0.0, "t": rows.add(t[::every]), "names": list(signals), "units": [unit for _, unit in signals.values()],
        "rows": [rows.add(values[::every]) for values, _ in signals.values()], "reactions": None, **view,
        "plots": list(plots), "left_out": 0, "table": rows.packed(), "axis": axis, **choice_of(),
    }  # fmt: skip
