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
    """Columns of a file.

    Attributes
    ----------
    columns : label → numbers, dates (datetime64), or times of day without a date (timedelta64)
    units : label → unit, where the file says it
    unusable : label → why a column is not numbers
    notes : what was done to read the file
    """

    columns: Mapping[str, Any]
    units: Mapping[str, str] = field(default_factory=dict)
    unusable: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
