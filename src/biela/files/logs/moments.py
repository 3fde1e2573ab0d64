"""Moments in time as texts: dates, and times of day without a date, of which nobody recorded the day."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

_DAY_FIRST = re.compile(r"\s*\d{1,2}\.\d{1,2}\.\d{2,4}|\s*(1[3-9]|2\d|3[01])/\d{1,2}/\d{2,4}")
"""Dates that begin with the day: 1.3.2024 and 13/3/2024 (3/4/2024 is taken as 4 March)."""
_DATED = re.compile(r"[A-Za-z]{3}|(?<![.,\d])\d{4}|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
"""Pattern of a text with a date: the name of a month, a year, or three numbers."""
_OF_DAY = r"(?P<h>\d{1,3}):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d)(?:[.,](?P<f>\d{1,9}))?)?\s*(?:(?P<half>[AaPp])\.?[Mm]\.?|Z)?"
"""12:30, 12:30:05.2, 1:30:05 PM."""
HALF_DAY, DAY = np.timedelta64(12, "h"), np.timedelta64(24, "h")


def moments_of(texts: Any, missing: Any) -> Any:
    """Return moments of a column of texts, NaT where they are missing; None where some are not moments.

    Dates are datetime64; times of day, as well as hours that were counted (`27:15:00`), are timedelta64 since midnight.
    """
    import pandas as pd

    parts = texts.str.extract(f"^{_OF_DAY}$")
    if not parts["h"][~missing].isna().any():
        return _of_day(parts)
    if not texts[~missing].str.contains(_DATED).all():
        return None  # pandas would add the day of today
    day_first = bool(texts.str.match(_DAY_FIRST).any())
    moments = pd.to_datetime(texts.mask(missing), errors="coerce", utc=True, format="mixed", dayfirst=day_first)
    return None if moments[~missing].isna().any() else moments.to_numpy("datetime64[ns]")


def _of_day(parts: Any) -> Any:
    """Return the time since midnight; 12 AM is midnight, and 12 PM noon."""
    there = parts["h"].notna().to_numpy()
    hours, minutes, seconds = (parts[part].fillna("0").to_numpy(int) for part in "hms")
    half = parts["half"].str.upper()
    hours = np.where(half.notna(), hours % 12, hours) + 12 * (half == "P").to_numpy()
    since = ((hours * 60 + minutes) * 60 + seconds) * 10**9 + parts["f"].fillna("").str.ljust(9, "0").to_numpy(int)
    return np.where(there, since.astype("timedelta64[ns]"), np.timedelta64("NaT", "ns"))


def counted(moments: Any) -> tuple[Any, str, bool]:
    """Return seconds from the first moment on, NaN where one is missing; the first one in words; whether midnight passes.

    A time of day that falls by more than half a day is one of the next day.
    """
    there = np.flatnonzero(~np.isnat(moments))
    first = moments[there[0]]
    if moments.dtype.kind == "M":
        return (moments - first) / np.timedelta64(1, "s"), str(first)[:23], False
    nights = np.zeros(len(moments), int)
    nights[there[1:]] = np.diff(moments[there]) < -HALF_DAY
    days = np.cumsum(nights)
    seconds = int(first // np.timedelta64(1, "s"))
    fraction = f"{int(first // np.timedelta64(1, 'ns')) % 10**9:09d}".rstrip("0")
    said = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{'.' * bool(fraction)}{fraction}"
    return (moments - first + days * DAY) / np.timedelta64(1, "s"), said, bool(days[-1])
