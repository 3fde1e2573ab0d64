"""Tables of 32-bit numbers, and long texts, as short texts for pages and files.

The bit patterns of neighbouring numbers differ little. Their differences along each row, byte plane by byte plane, deflate to less
than half of the numbers. `web/src/data.ts` reads them back, bit by bit.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

FAST_LEVEL = 1
"""Level of deflation: the higher ones take twice the time for a twentieth of the size."""


def deflated(table: ArrayLike) -> str:
    """Rows of 32-bit numbers, (rows, columns), as text."""
    import numpy as np

    bits = np.ascontiguousarray(table).view("<u4")
    steps = bits.copy()
    steps[:, 1:] -= bits[:, :-1]
    planes = np.ascontiguousarray(steps.view(np.uint8).reshape(-1, 4).T)
    return shortened(planes.tobytes(), FAST_LEVEL)


def shortened(content: str | bytes, level: int = zlib.Z_BEST_COMPRESSION) -> str:
    """Return a text or bytes, deflated, in the letters of base 64."""
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    deflate = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    return base64.b64encode(deflate.compress(data) + deflate.flush()).decode()


def inflated(text: str, rows: int, columns: int) -> NDArray[np.uint32]:
    """Return the bit patterns of a deflated table, (rows, columns).

    Raises
    ------
    ValueError : if the text is not a table of that size; no more memory is taken than such a table needs
    """
    import numpy as np

    size = 4 * rows * columns
    try:
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        raw = inflate.decompress(base64.b64decode(text, validate=True), size + 1)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise ValueError(f"it cannot be unpacked ({error})") from None
    if len(raw) != size:
        raise ValueError("it has another number of values than it says")
    steps = np.ascontiguousarray(np.frombuffer(raw, np.uint8).reshape(4, -1).T).view("<u4").reshape(rows, columns)
    return np.cumsum(steps, axis=1, dtype=np.uint32)
