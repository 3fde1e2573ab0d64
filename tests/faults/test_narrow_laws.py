"""Forces that act in a short part of the way: no adaptive method leaps over them, by default."""

from __future__ import annotations

import pytest
from narrow_laws import cases, missed


def test_a_sample_of_narrow_laws() -> None:
    assert not missed(cases(12, 1))


@pytest.mark.slow(15)
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_narrow_laws(seed: int) -> None:
    assert not missed(cases(100, seed))
