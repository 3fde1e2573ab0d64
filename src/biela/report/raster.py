"""Triangles → pixels, with a depth buffer: pictures without a browser, a display or a graphics card."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


class Canvas:
    """A picture under construction, drawn finer than it will be: the mean of fine × fine pixels has smooth edges."""

    def __init__(self, background: Picture, fine: int):
        self._background, self._fine = background, fine
        self._colour, self._depth = background.copy(), np.empty(background.shape[:2], np.float32)
        self.clear()

    def clear(self) -> None:
        """Nothing is drawn."""
        self._colour[:] = self._background
        self._depth.fill(np.inf)

    def fill(self, corners: NDArray[Any], shades: NDArray[Any]) -> None:
        """Draw triangles; a nearer one covers what is behind it.

        corners : (n, 3, 3) pixel x, pixel y and distance of the corners
        shades : (n, 3) colours, 0 … 255
        """
        _compiled()[0](self._colour, self._depth, corners.astype(np.float32), shades.astype(np.uint8))

    def shadow(self, corners: NDArray[Any], part: float) -> None:
        """Darken what triangles cover, once, whatever their distance."""
        depth = np.full_like(self._depth, np.inf)
        _compiled()[0](
            np.empty_like(self._colour), depth, corners.astype(np.float32), np.zeros((len(corners), 3), np.uint8)
        )
        _compiled()[1](self._colour, depth, np.float32(1 - part))

    def picture(self) -> Picture:
        """What is drawn, in the size that was asked for."""
        made: Picture = _compiled()[2](self._colour, self._fine)
        return made


@cache
def _compiled() -> Any:
    from numba import njit

    from biela.kernel import numba_settings  # noqa: F401 (no cached code from the present folder)

    @njit(cache=True, fastmath=True)  # type: ignore[untyped-decorator]
    def fill(colour: Any, depth: Any, corners: Any, shades: Any) -> None:
        height, width = depth.shape
        for n in range(len(corners)):
            x0, y0, z0 = corners[n, 0]
            x1, y1, z1 = corners[n, 1]
            x2, y2, z2 = corners[n, 2]
            area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
            if area == 0.0 or min(z0, z1, z2) <= 0.0:
                continue
            left, right = max(0, int(min(x0, x1, x2))), min(width - 1, int(max(x0, x1, x2)) + 1)
            top, bottom = max(0, int(min(y0, y1, y2))), min(height - 1, int(max(y0, y1, y2)) + 1)
            for j in range(top, bottom + 1):
                for i in range(left, right + 1):
                    a = ((x1 - i) * (y2 - j) - (x2 - i) * (y1 - j)) / area
                    b = ((x2 - i) * (y0 - j) - (x0 - i) * (y2 - j)) / area
                    c = np.float32(1.0) - a - b
                    if a >= 0.0 and b >= 0.0 and c >= 0.0:
                        z = a * z0 + b * z1 + c * z2
                        if z < depth[j, i]:
                            depth[j, i] = z
                            colour[j, i, 0] = shades[n, 0]
                            colour[j, i, 1] = shades[n, 1]
                            colour[j, i, 2] = shades[n, 2]

    @njit(cache=True)  # type: ignore[untyped-decorator]
    def darken(colour: Any, depth: Any, part: Any) -> None:
        for j in range(depth.shape[0]):
            for i in range(depth.shape[1]):
                if depth[j, i] < np.inf:
                    for k in range(3):
                        colour[j, i, k] = np.uint8(colour[j, i, k] * part)

    @njit(cache=True)  # type: ignore[untyped-decorator]
    def smaller(colour: Any, fine: Any) -> Any:
        height, width = colour.shape[0] // fine, colour.shape[1] // fine
        out = np.empty((height, width, 3), np.uint8)
        for j in range(height):
            for i in range(width):
                for k in range(3):
                    total = 0
                    for b in range(fine):
                        for a in range(fine):
                            total += colour[fine * j + b, fine * i + a, k]
                    out[j, i, k] = total // (fine * fine)
        return out

    return fill, darken, smaller
