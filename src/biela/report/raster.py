"""Triangles → pixels, with a depth buffer: pictures without a browser, a display or a graphics card."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.kernel.pointers import octets, singles
from biela.kernel.routine import Pointer, compiled, routine

Picture = NDArray[np.uint8]

COLOUR, DEPTH, CORNERS, SHADES, TARGET, WIDTH, HEIGHT, COUNT, FINE, PERCENT = range(10)
"""Words of the table that routines get: addresses of the pictures and triangles, sizes, and the light that a pixel keeps [%]."""


class Canvas:
    """Picture under construction, drawn finer than it will be: the mean of fine × fine pixels has smooth edges."""

    def __init__(self, background: Picture, fine: int):
        self._background, self._fine = np.ascontiguousarray(background), fine
        self._colour = self._background.copy()
        self._depth: NDArray[np.float32] = np.empty(background.shape[:2], np.float32)
        self.clear()

    def clear(self) -> None:
        """Remove all that is drawn."""
        self._colour[:] = self._background
        self._depth.fill(np.inf)

    def fill(self, corners: NDArray[Any], shades: NDArray[Any]) -> None:
        """Draw triangles; a nearer one covers what is behind it.

        corners : (n, 3, 3) pixel x, pixel y and distance of the corners
        shades : (n, 3) colours, 0 … 255
        """
        self._draw(self._colour, self._depth, corners, shades)

    def shadow(self, corners: NDArray[Any], part: float) -> None:
        """Darken what triangles cover, once, whatever their distance."""
        depth: NDArray[np.float32] = np.full_like(self._depth, np.inf)
        self._draw(np.empty_like(self._colour), depth, corners, np.zeros((len(corners), 3)))
        height, width = depth.shape[:2]
        _call(darken, self._colour, depth, width=width, height=height, percent=round(100 * (1 - part)))

    def picture(self) -> Picture:
        """Return the picture, in the size that was asked for."""
        height, width = self._depth.shape[0] // self._fine, self._depth.shape[1] // self._fine
        made = np.empty((height, width, 3), np.uint8)
        _call(shrink, self._colour, target=made, width=width, height=height, fine=self._fine)
        return made

    def _draw(self, colour: Picture, depth: NDArray[np.float32], corners: NDArray[Any], shades: NDArray[Any]) -> None:
        height, width = depth.shape
        given = np.ascontiguousarray(corners, np.float32), np.ascontiguousarray(shades, np.uint8)
        _call(fill, colour, depth, *given, width=width, height=height, count=len(corners))


def _call(
    routine: Any, colour: Picture, depth: Any = None, corners: Any = None, shades: Any = None, target: Any = None,
    width: int = 0, height: int = 0, count: int = 0, fine: int = 0, percent: int = 0,
) -> None:  # fmt: skip
    """Call a routine with the table of its arguments."""
    places = [0 if array is None else array.ctypes.data for array in (colour, depth, corners, shades, target)]
    table = np.array([*places, width, height, count, fine, percent], np.int64)
    routine.call(table.ctypes.data)


@compiled
def between(value: float, most: int) -> int:
    """Return the nearest pixel inside of a picture."""
    return min(max(int(value), 0), most)


@routine
def fill(run: Pointer) -> None:
    """Draw COUNT triangles into COLOUR where they are nearer than DEPTH."""
    colour, depth, width, height = octets(run[COLOUR]), singles(run[DEPTH]), run[WIDTH], run[HEIGHT]
    corner, shade = singles(run[CORNERS]), octets(run[SHADES])
    for n in range(run[COUNT]):
        at = 9 * n
        x0, y0, z0 = corner[at], corner[at + 1], corner[at + 2]
        x1, y1, z1 = corner[at + 3], corner[at + 4], corner[at + 5]
        x2, y2, z2 = corner[at + 6], corner[at + 7], corner[at + 8]
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if area == 0.0 or min(z0, z1, z2) <= 0.0:
            continue
        left, right = between(min(x0, x1, x2), width), between(max(x0, x1, x2) + 1.0, width - 1)
        top, bottom = between(min(y0, y1, y2), height), between(max(y0, y1, y2) + 1.0, height - 1)
        for j in range(top, bottom + 1):
            for i in range(left, right + 1):
                a = ((x1 - i) * (y2 - j) - (x2 - i) * (y1 - j)) / area
                b = ((x2 - i) * (y0 - j) - (x0 - i) * (y2 - j)) / area
                c = 1.0 - a - b
                if a >= 0.0 and b >= 0.0 and c >= 0.0:
                    z, pixel = a * z0 + b * z1 + c * z2, j * width + i
                    if z < depth[pixel]:
                        depth[pixel] = z
                        for k in range(3):
                            colour[3 * pixel + k] = shade[3 * n + k]


@routine
def darken(run: Pointer) -> None:
    """Leave PERCENT of the light of COLOUR where DEPTH is finite."""
    colour, depth, percent = octets(run[COLOUR]), singles(run[DEPTH]), run[PERCENT]
    for pixel in range(run[WIDTH] * run[HEIGHT]):
        if depth[pixel] < 1e30:
            for k in range(3):
                colour[3 * pixel + k] = colour[3 * pixel + k] * percent // 100


@routine
def shrink(run: Pointer) -> None:
    """Set each pixel of TARGET to the mean of FINE × FINE pixels of COLOUR."""
    colour, target, width, fine = octets(run[COLOUR]), octets(run[TARGET]), run[WIDTH], run[FINE]
    for j in range(run[HEIGHT]):
        for i in range(width):
            for k in range(3):
                total = 0
                for b in range(fine):
                    for a in range(fine):
                        total += colour[3 * ((fine * j + b) * fine * width + fine * i + a) + k]
                target[3 * (j * width + i) + k] = total // (fine * fine)
