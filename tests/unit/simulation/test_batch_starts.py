"""Start states of a batch: each machine is as consistent as a single one must be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError, InconsistentStart


def four_bar() -> biela.Mechanism:
    m = biela.Mechanism("four-bar", gravity=(0, -9.81, 0))
    L = m.parameter("crank_length", 0.4, "m")
    crank = m.body("crank", mass=0.4, com=(0.2, 0, 0), inertia=biela.rod(0.4, 0.4))
    coupler = m.body("coupler", mass=1.0, com=(0.5, 0, 0), inertia=biela.rod(1.0, 1.0))
    rocker = m.body("rocker", mass=0.8, com=(0.4, 0, 0), inertia=biela.rod(0.8, 0.8))
    m.revolute("A", m.ground, crank)
    m.revolute("B", crank, coupler, parent_point=(L, 0, 0))
    m.revolute("C", coupler, rocker, parent_point=(1.0, 0, 0), child_point=(0.8, 0, 0))
    m.revolute("D", m.ground, rocker, parent_point=(1.0, 0, 0))
    return m


LENGTHS = [0.3, 0.35, 0.4]


def test_one_start_for_other_lengths_is_refused() -> None:
    m = four_bar()
    with pytest.raises(InconsistentStart, match="machine 0 of the batch"):
        m.simulate_batch(m.assemble({"A": 1.0}), 0.1, parameters={"crank_length": LENGTHS})


def test_coordinates_are_assembled_for_each_machine() -> None:
    m = four_bar()
    batch = m.simulate_batch({"A": 1.0}, 0.5, parameters={"crank_length": LENGTHS})
    for k, length in enumerate(LENGTHS):
        alone = m.simulate({"A": 1.0}, 0.5, parameters={"crank_length": length})
        assert batch["A.angle"][-1, k] == pytest.approx(alone["A.angle"][-1], abs=1e-10)


def test_states_bring_their_parameters() -> None:
    m = four_bar()
    states = [m.assemble({"A": 1.0}, parameters={"crank_length": length}) for length in LENGTHS]
    batch = m.simulate_batch(states, 0.5)
    assert batch.p[:, 0] == pytest.approx(LENGTHS)
    assert batch["machine.closure_error"].max() < 1e-10


@pytest.mark.parametrize(
    ("start", "options", "message"),
    [
        ("nonsense", {}, "start is 'nonsense': give real numbers or a State"),
        (np.zeros((2, 3)), {}, "of shape"),
        (None, {"duration": 0.0}, "duration is 0.0"),
        (None, {"duration": float("nan")}, "duration is nan"),
        (None, {"method": "cvode-bdf"}, "runs one machine at a time"),
        (None, {"parameters": {"crank_length": [0.3, float("nan")]}}, "NaN"),
    ],
)
def test_bad_batches_are_refused_in_words(start: object, options: dict[str, object], message: str) -> None:
    with pytest.raises(DescriptionError, match=message):
        four_bar().simulate_batch(start, **{"duration": 0.1, **options})


def test_few_machines_wait_for_no_compiler_and_have_the_same_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small batch begins interpreted, as a single run does; a large one is compiled first."""
    m = four_bar()
    m.simulate({"A": 1.0}, 0.01)
    compiled: list[int] = []
    monkeypatch.setattr("biela.kernel.native.compile_modules", _counting(compiled))
    monkeypatch.setenv("BIELA_CACHE", "off")
    quick = four_bar().simulate_batch({"A": 1.0}, 0.2, parameters={"crank_length": LENGTHS})
    begun = len(compiled)  # the interpreter itself, where this process has not used it yet
    monkeypatch.setattr("biela.simulation.plan.QUICK_BATCH", 0)
    slow = four_bar().simulate_batch({"A": 1.0}, 0.2, parameters={"crank_length": LENGTHS})
    assert begun <= 1 < 3 <= len(compiled) - begun
    assert np.array_equal(quick.x, slow.x)


def _counting(counted: list[int]) -> Callable[..., list[bytes]]:
    from biela.kernel.native import compile_modules

    def compile_and_count(texts: Sequence[str], *options: Any) -> list[bytes]:
        counted.append(len(texts))
        return compile_modules(texts, *options)

    return compile_and_count
