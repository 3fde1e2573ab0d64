"""Curves of a page that is not about one run: signals over time, with bands and dots; and numbers as text inside pages."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array
from biela.base.packing import deflated, inflated
from biela.element.display import choice_of
from biela.report.scene import Scene, poses
from biela.simulation.history import History

MAX_POINTS = 4_000
"""Maximum number of points of a curve inside a page."""


def curves_data(
    t: Array, signals: Mapping[str, tuple[Array, str]], plots: Sequence[Mapping[str, Any]], axis: str = "s",
    machine: History | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return the data with which a page draws curves, and a machine next to them.

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


def encode(x: Any) -> str:
    """Return numbers as base64 of little-endian 32-bit floats."""
    return base64.b64encode(np.ascontiguousarray(x, dtype="<f4").tobytes()).decode()


class Rows:
    """Rows of a table under construction; equal rows have one place."""

    def __init__(self, columns: int):
        self.columns = columns
        self._rows: dict[bytes, int] = {}

    def add(self, values: Any) -> int:
        """Add a row; return its place."""
        row = np.ascontiguousarray(values, dtype="<f4")
        assert row.shape == (self.columns,)
        return self._rows.setdefault(row.tobytes(), len(self._rows))

    def add_all(self, values: NDArray[Any]) -> list[int]:
        """Add the columns of a table whose first axis is time; return their places."""
        flat = np.ascontiguousarray(values.reshape(self.columns, -1).T, dtype="<f4")
        return [self.add(row) for row in flat]

    def packed(self) -> dict[str, Any]:
        """Return the table as text."""
        return packed(np.frombuffer(b"".join(self._rows), dtype="<f4").reshape(-1, self.columns))


def packed(table: NDArray[Any]) -> dict[str, Any]:
    """Return rows of 32-bit floats as text."""
    bits = np.ascontiguousarray(table, "<f4").view("<u4")
    return {"rows": len(bits), "columns": bits.shape[1], "text": deflated(bits)}


def unpacked(table: dict[str, Any]) -> NDArray[np.float32]:
    """Return the rows of a packed table, as the page does."""
    return inflated(table["text"], table["rows"], table["columns"]).view("<f4")
