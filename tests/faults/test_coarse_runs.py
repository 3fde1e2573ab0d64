"""Runs with coarse settings say so: none is off by more than 1 % of an amplitude in silence."""

from __future__ import annotations

from collections import Counter

import pytest
from coarse_runs import silent_in_batches, verdicts


def test_a_sample_of_settings() -> None:
    assert not silent(20, 5)


@pytest.mark.parametrize("seed", range(6, 9))
def test_many_settings(seed: int) -> None:
    assert not silent(100, seed)


@pytest.mark.parametrize("seed", range(9, 11))
def test_every_machine_of_a_batch(seed: int) -> None:
    assert not silent_in_batches(5, seed)


def silent(count: int, seed: int) -> list[str]:
    """Runs that are off without a word; false alarms are rare."""
    found, counts = [], Counter[str]()
    for name, setting, verdict in verdicts(count, seed):
        counts[verdict.word] += 1
        if verdict.word == "silent":
            found.append(f"{name}, {setting}: {verdict}")
    assert counts["false alarm"] <= 0.05 * count, counts
    return found
