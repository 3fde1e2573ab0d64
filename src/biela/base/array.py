"""Types of arrays: one owner for aliases that most rooms use."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
"""Real numbers."""
ComplexArray = NDArray[np.complex128]
Integers = NDArray[np.int64]
Indices = NDArray[np.intp]
"""Integers as NumPy returns them from `argsort`, `flatnonzero`, `searchsorted`."""
Flags = NDArray[np.bool_]
AnyArray = NDArray[Any]
"""Values of any type."""
