"""Every result runs again: ready machines and random ones, saved, read back and run, give the same numbers."""

from __future__ import annotations

import pytest
from read_back import random_differences, ready

from biela import library

LARGE = [name for name in library.names() if name.startswith(("excavator", "stewart", "wishbone"))]
"""Ready machines that take seconds to derive."""


@pytest.mark.parametrize("name", [name for name in library.names() if name not in LARGE])
def test_the_result_of_a_ready_machine_runs_again(name: str) -> None:
    assert not ready(name)


@pytest.mark.parametrize("name", LARGE)
def test_the_result_of_a_large_machine_runs_again(name: str) -> None:
    assert not ready(name)


@pytest.mark.parametrize("seed", range(6))
def test_results_of_random_machines_run_again(seed: int) -> None:
    assert not random_differences(seed)


@pytest.mark.parametrize("part", range(6))
def test_results_of_a_hundred_random_machines_run_again(part: int) -> None:
    assert not [line for seed in range(100 + part, 200, 6) for line in random_differences(seed)]
