"""How two engines' answers are compared."""

from __future__ import annotations

import numpy as np
from machine_data import Array


def relative_error(found: Array, expected: Array) -> float:
    """Largest difference over the largest expected value; NaN counts as infinite."""
    assert found.shape == expected.shape
    error = np.abs(found - expected).max(initial=0.0) / np.abs(expected).max(initial=1e-300)
    return float(error) if np.isfinite(error) else np.inf
