"""The excavator's hydraulics at a small step and its mechanism at a large one: the next step that the source names, against the
monolithic run.

Source: as `biela.library.excavator`; the comparison is ours, the source only announces the method.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from biela.base.errors import StepTooLarge
from biela.library import excavator

EXTENSIONS = [f"{part}_cylinder.extension" for part in ("boom", "arm", "bucket")]
PRESSURES = [
    f"{part}_{name}"
    for part in ("boom", "arm", "bucket")
    for name in ("hose.pressure", "cylinder.head_pressure", "cylinder.rod_pressure")
]


def errors(run: Any, exact: Any) -> tuple[float, float]:
    """Of extensions [m], and of pressures as a share of the largest of each."""
    return (
        max(np.abs(run[n] - exact[n]).max() for n in EXTENSIONS),
        max(np.abs(run[n] - exact[n]).max() / np.abs(exact[n]).max() for n in PRESSURES),
    )


@pytest.fixture(scope="module")
def published() -> Any:
    m = excavator.published(swing=False)
    start = excavator.pose(m)
    return m, start, m.simulate(start, 10.0, method="rosenbrock", rtol=1e-10, atol=1e-12, output_step=0.01)


def test_manoeuvre_of_the_published_machine(published: Any) -> None:
    """Half a micrometre at 1 ms, and sixteen times less at half the step: the order 4 of the exchange."""
    m, start, exact = published
    found, energies = [], []
    for step in (1e-3, 5e-4):
        run = m.simulate(start, 10.0, method="multi-rate", step=step, output_step=0.01)
        assert run.steps == round(10.0 / step)
        assert run.closure_error < 1e-12
        found.append(errors(run, exact))
        energies.append(run.energy_error)
    assert found[0][0] < 1e-6
    assert found[0][1] < 1e-4
    for coarse, fine in (*zip(*found, strict=True), energies):
        assert coarse > 10 * fine
    assert energies[1] < 1e-10 * 130e3  # of the 130 kJ that the cylinders do


def test_the_step_of_the_mechanism_is_held_by_its_hydraulic_springs(published: Any) -> None:
    """ωH < 2.66 with the bucket on its oil at 270 rad/s: 9.9 ms. The poles of the throttles, 6000 1/s, do not matter."""
    m, start, _ = published
    assert m.simulate(start, 1.0, method="multi-rate", step=5e-3).energy_error < 0.1
    with pytest.raises(StepTooLarge, match=r"mechanism and its networks act on each other would grow"):
        m.simulate(start, 1.0, method="multi-rate", step=20e-3)
    with pytest.raises(StepTooLarge, match="pole at"):
        m.simulate(start, 1.0, method="rk4", step=1e-3)


def test_improved_machine_and_a_batch_of_it() -> None:
    m = excavator.improved(work=False, bucket_load=0.0)
    start = excavator.pose(m)
    options = {"method": "multi-rate", "step": 1e-3, "output_step": 0.05}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # valves reach their ends, and say so
        exact = m.simulate(start, 2.0, method="rosenbrock", rtol=1e-9, atol=1e-11, output_step=0.05)
        run = m.simulate(start, 2.0, **options)
    assert errors(run, exact)[0] < 1e-8
    batch = m.simulate_batch([start] * 3, 2.0, **options)
    for name in EXTENSIONS:
        assert np.abs(batch[name][:, 1] - run[name]).max() < 1e-10
