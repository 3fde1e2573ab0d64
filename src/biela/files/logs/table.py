"""Content of a file of measurements: columns of equal length, not yet in SI units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from biela.base.dataclass import dataclass
from biela.base.errors import BielaError


class DataError(BielaError, ValueError):
    """Measured data that cannot be used as they are."""


@dataclass(frozen=True)
class LogTable:
    """Columns of a file, by their labels."""

    columns: Mapping[str, Any]  # numbers, dates (datetime64), or times of day without a date (timedelta64)
    units: Mapping[str, str] = field(default_factory=dict)  # where the file says them
    unusable: Mapping[str, str] = field(default_factory=dict)  # why a column is not numbers
    notes: tuple[str, ...] = ()  # what was done to read the file
