"""Numbers over time inside a page: rows of one length, each different one once, deflated.

The bit patterns of 32-bit floats change little from one output to the next. Their differences along each row, byte plane by byte
plane, deflate to less than half of the floats. `web/src/data.ts` reads them back, bit by bit.
"""

from __future__ import annotations

import base64
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

FAST = 1
"""Level of deflation: the higher ones take twice the time for a twentieth of the size."""


def encode(x: Any) -> str:
    """Numbers as base64 of little-endian 32-bit floats."""
    return base64.b64encode(np.ascontiguousarray(x, dtype="<f4").tobytes()).decode()


class Rows:
    """Rows of a table under construction; equal rows have one place."""

    def __init__(self, columns: int):
        self.columns = columns
        self._rows: dict[bytes, int] = {}

    def add(self, values: Any) -> int:
        """Place of a row."""
        row = np.ascontiguousarray(values, dtype="<f4")
        assert row.shape == (self.columns,)
        return self._rows.setdefault(row.tobytes(), len(self._rows))

    def add_all(self, values: NDArray[Any]) -> list[int]:
        """Places of the columns of a table whose first axis is time."""
        flat = np.ascontiguousarray(values.reshape(self.columns, -1).T, dtype="<f4")
        return [self.add(row) for row in flat]

    def packed(self) -> dict[str, Any]:
        """The table as text."""
        bits = np.frombuffer(b"".join(self._rows), dtype="<u4").reshape(-1, self.columns)
        steps = bits.copy()
        steps[:, 1:] -= bits[:, :-1]
        planes = np.ascontiguousarray(steps.view(np.uint8).reshape(-1, 4).T)
        deflate = zlib.compressobj(FAST, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
        text = base64.b64encode(deflate.compress(planes.tobytes()) + deflate.flush()).decode()
        return {"rows": len(bits), "columns": self.columns, "text": text}


def unpacked(packed: dict[str, Any]) -> NDArray[np.float32]:
    """The rows of a packed table; what the page does."""
    raw = zlib.decompress(base64.b64decode(packed["text"]), -zlib.MAX_WBITS)
    planes = np.frombuffer(raw, np.uint8).reshape(4, -1)
    steps = np.ascontiguousarray(planes.T).view("<u4").reshape(packed["rows"], packed["columns"])
    return np.cumsum(steps, axis=1, dtype=np.uint32).view("<f4")
