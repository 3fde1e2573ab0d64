"""Resolution of the numbers printed in a file, and the gap of a loop that it explains."""

from __future__ import annotations

import re
from statistics import median

ROUNDED_DIGITS = 4
"""Numbers with fewer significant digits are taken for exact: 0.35, 12.5."""
NUMBERS_IN_A_LOOP = 10.0
"""Rounding of a loop, over that of one number: some ten numbers add up in it."""
MIN_ROUNDING, MAX_ROUNDING = 1e-9, 1e-4
"""Bounds of what is taken for rounding, as parts of a machine's size; a larger gap is a real one."""
_NUMBER = re.compile(r"(?<![\w.])[-+]?(\d*)\.?(\d*)(?:[eE]([-+]?\d{1,3}))?(?![\w.])")


def resolution(text: str) -> float:
    """Return the unit of the last printed digit, of most of the long numbers in a text; 0 where there are none."""
    units = []
    for whole, part, exponent in _NUMBER.findall(text):
        if len((whole + part).lstrip("0")) >= ROUNDED_DIGITS and part:
            units.append(int(exponent or 0) - len(part))
    return 10.0 ** median(units) if units else 0.0


def rounding(text: str, size: float) -> float:
    """Return the gap of a loop that the printed digits explain, in sizes of the machine and radians."""
    return min(max(MIN_ROUNDING, NUMBERS_IN_A_LOOP * resolution(text) / min(size, 1.0)), MAX_ROUNDING)
