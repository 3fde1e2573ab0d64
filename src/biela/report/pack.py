"""Numbers over time inside a page: rows of one length, each different one once, deflated; see `biela.base.packing`."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.packing import deflated, inflated


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
