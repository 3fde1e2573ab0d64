"""Types of arrays: one owner for aliases that most rooms use."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
"""An array of real numbers of any shape."""
Flags = NDArray[np.bool_]
"""An array of truth values of any shape."""
