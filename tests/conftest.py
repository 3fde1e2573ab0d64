"""Shared by all tests; `sample_machines` and `closed_forms` beside this file are imported by name."""

from __future__ import annotations

import numpy as np
import pytest


@pytest.fixture
def rng() -> np.random.Generator:
    """Random numbers, the same in every run."""
    return np.random.default_rng(20)
