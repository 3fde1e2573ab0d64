"""OpenCRG roads (.crg) → a table of heights: a straight reference line, with slope, banking and long sections.

A curved regular grid has a reference line u with heading φ, and heights z at distances v to its left. biela takes straight lines,
in text form (`LRFI`, `LDFI`); a grid finer than the wanted step is fitted by straight pieces.

References
----------
ASAM OpenCRG 1.1, "Curved regular grid: file format"
"""

from __future__ import annotations

import math
import re
from contextlib import suppress
from pathlib import Path

import numpy as np
from scipy.linalg import solveh_banded

from biela.base.array import Array
from biela.base.errors import DescriptionError
from biela.files.document import read_text
from biela.vehicle.road import HeightTable

MAX_POINTS = 4000
"""Points of a table; each is a term in the equations of every wheel."""
NUMBERS = re.MULTILINE | re.IGNORECASE
STRAIGHT = 1e-6
"""Largest change of heading of a straight line [rad]."""


def read_crg(path: str | Path, step: float | None = None, across: float | None = None) -> HeightTable:
    """Return the heights of a road, with points `step` apart along it and `across` across it [m]; as in the file if omitted."""
    path = Path(path)
    road = _Crg(read_text(path), path.name)
    u, v, z = road.grid()
    u, z = _coarser(u, z, step)
    v, z = _coarser(v, z.T, across)
    z = z.T
    if z.size > MAX_POINTS:
        said = f"{path.name} has {len(u)} × {len(v)} points, of which a road can have {MAX_POINTS}"
        raise DescriptionError(f"{said}: give `step: 0.5 m` or `across: 0.5 m`, the distance of the points along and across it.")
    x0, y0, phi = (road.numbers.get(f"REFERENCE_LINE_START_{key}", 0.0) for key in ("X", "Y", "PHI"))
    if abs(np.sin(phi)) > STRAIGHT or np.cos(phi) < 0:
        said = f"{path.name} starts at a heading of {np.degrees(phi):.3g}°: a road of a car file runs along x"
        raise DescriptionError(f"{said}. Set REFERENCE_LINE_START_PHI to 0.")
    return HeightTable(tuple((u - u[0] + x0).tolist()), tuple(map(tuple, z.tolist())), tuple((v + y0).tolist()))


class _Crg:
    """Header and data of a file."""

    def __init__(self, text: str, name: str):
        self.name = name
        parts = re.split(r"(^\${4,}.*$)", text, maxsplit=1, flags=re.MULTILINE)
        head, mark, data = parts if len(parts) == 3 else (text, "", "")
        if not mark:
            raise DescriptionError(f"{name} is not an OpenCRG file: its data begin after a line of `$$$$`.")
        self.numbers: dict[str, float] = {}
        for key, said in re.findall(r"^\s*((?:REFERENCE_LINE|LONG_SECTION)_\w+)\s*=\s*(\S+)", head, NUMBERS):
            self.numbers[key.upper()] = self._number(said, key)
        form = re.search(r"^#:\s*(\w+)", head, re.MULTILINE)
        self.form = form[1].upper() if form else "LRFI"
        if self.form not in ("LRFI", "LDFI"):
            raise DescriptionError(f"{name} is in binary form ({self.form}): write it as text (LRFI) with the tools of OpenCRG.")
        self.columns = [line.split(",")[0].strip().lower() for line in re.findall(r"^D:(.*)$", head, re.MULTILINE)]
        start = re.search(r"^U:([^,]*),[^,]*,([^,]*),([^,\n]*)", head, re.MULTILINE)
        self.line = (self._number(start[2], "U:"), self._number(start[3], "U:")) if start else None
        self.rows = self._rows(data)

    def _number(self, text: str, key: str) -> float:
        with suppress(ValueError):
            if math.isfinite(x := float(text)):
                return x
        raise DescriptionError(f"{self.name}: {key} is {text!r}: give a finite number.")

    def _rows(self, data: str) -> Array:
        width = 20 if self.form[1] == "D" or not re.search(r"\s", data.strip()) else 0
        words: list[str] = []
        for line in data.splitlines():
            if line.startswith(("*", "$")):
                continue
            words += [line[k : k + width] for k in range(0, len(line), width)] if width and len(line.split()) < 2 else line.split()
        try:
            values = np.array([np.nan if re.fullmatch(r"\**|nan", w.strip().lower()) else float(w) for w in words if w.strip()])
        except ValueError as error:
            raise DescriptionError(f"{self.name}: {error}: give numbers after the line of `$$$$`.") from None
        if np.isinf(values).any():
            raise DescriptionError(f"{self.name} has an infinite number after the line of `$$$$`: give finite ones, or nan.")
        if not self.columns or not values.size or values.size % len(self.columns):
            said = f"{self.name} has {values.size} numbers for {len(self.columns)} channels (lines `D:`)"
            raise DescriptionError(f"{said}: each row needs one for each.")
        return values.reshape(-1, len(self.columns))

    def channel(self, word: str) -> Array | None:
        k = next((k for k, name in enumerate(self.columns) if word in name), None)
        return None if k is None else self.rows[:, k]

    def grid(self) -> tuple[Array, Array, Array]:
        """Return u, v and the heights z[u, v]."""
        start, step = self.line or (self.numbers.get(f"REFERENCE_LINE_{key}", 0.0) for key in ("START_U", "INCREMENT"))
        if not step > 0:
            raise DescriptionError(f"{self.name} has no REFERENCE_LINE_INCREMENT above zero: add it.")
        u = np.asarray(start + step * np.arange(len(self.rows)), float)
        heading = self.channel("phi")
        if heading is not None and np.nanmax(np.abs(np.diff(heading[np.isfinite(heading)])), initial=0.0) > STRAIGHT:
            said = f"the reference line of {self.name} is curved: biela reads straight ones"
            raise DescriptionError(f"{said}. Cut out a straight part with the tools of OpenCRG.")
        sections = [k for k, name in enumerate(self.columns) if "long section" in name]
        v = self._across(sections)
        order = np.argsort(v)
        v, z = v[order], self.rows[:, sections][:, order].copy()
        slope, bank = self._along("slope", "S"), self._along("banking", "B")
        base = np.concatenate([[0.0], np.cumsum(slope[1:] * np.diff(u))])  # the height of the reference line
        z += (self.numbers.get("REFERENCE_LINE_START_Z", 0.0) + base)[:, None]
        z += bank[:, None] * v[None, :]
        if np.isnan(z).any():
            raise DescriptionError(f"{self.name} has points without a height: fill them with the tools of OpenCRG.")
        return u, v, z

    def _across(self, sections: list[int]) -> Array:
        said = [re.search(r"at v\s*=\s*([-+.\deE]+)", self.columns[k]) for k in sections]
        if len(sections) < 1:
            raise DescriptionError(f"{self.name} has no long sections: add lines `D:long section at v = …,m`.")
        if all(said):
            return np.array([self._number(m[1], "v") for m in said if m])
        keys = ("LONG_SECTION_V_RIGHT", "LONG_SECTION_V_LEFT")
        if not all(key in self.numbers for key in keys):
            raise DescriptionError(f"{self.name} does not say where its long sections are: give {' and '.join(keys)}.")
        right, left = (self.numbers[key] for key in keys)
        return np.asarray(np.linspace(right, left, len(sections)), float)

    def _along(self, word: str, key: str) -> Array:
        """Return slope or banking along the road: a channel, or one number for all of it."""
        found = self.channel(word)
        constant = np.full(len(self.rows), self.numbers.get(f"REFERENCE_LINE_START_{key}", 0.0))
        return constant if found is None else np.nan_to_num(found)


def _coarser(at: Array, z: Array, step: float | None) -> tuple[Array, Array]:
    """Return the straight pieces between points a step apart that fit all rows best (least squares)."""
    if step is None or len(at) < 2 or step <= at[1] - at[0]:
        return at, z
    places = np.linspace(at[0], at[-1], max(2, round((at[-1] - at[0]) / step) + 1))
    along = (at - at[0]) / (places[1] - places[0])
    k = np.clip(along.astype(int), 0, len(places) - 2)
    right = along - k
    bands, wanted = np.zeros((2, len(places))), np.zeros((len(places), z.shape[1]))
    for place, weight in ((k, 1.0 - right), (k + 1, right)):
        np.add.at(bands[1], place, weight * weight)
        np.add.at(wanted, place, weight[:, None] * z)
    np.add.at(bands[0], k + 1, (1.0 - right) * right)
    bands[1] += 1e-12 * bands[1].max()
    return places, np.asarray(solveh_banded(bands, wanted), float)
