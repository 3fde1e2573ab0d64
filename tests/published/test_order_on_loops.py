"""Measured order of every fixed-step method on machines with closed loops: within 0.2 of the stated one."""

from __future__ import annotations

import numpy as np
import pytest

from biela import library
from biela.mechanism.mechanism import Mechanism
from biela.state.state import State

DURATION = {"slider-crank": 0.02, "four-bar": 0.6, "stewart-gough": 0.2}
ORDER = {
    "rk4": 4, "munthe-kaas": 4, "adams-bashforth": 4, "semi-implicit-euler": 1, "dormand-prince": 5, "rosenbrock": 5,
}  # fmt: skip
CASES = [
    ("slider-crank", "rk4", (50, 100, 200)),
    ("slider-crank", "munthe-kaas", (50, 100, 200)),
    ("slider-crank", "adams-bashforth", (200, 400)),
    ("slider-crank", "semi-implicit-euler", (1000, 2000)),
    ("slider-crank", "rosenbrock", (40, 80, 160)),
    ("four-bar", "dormand-prince", (60, 120, 180, 240)),
    ("stewart-gough", "rk4", (20, 40, 80)),
    ("stewart-gough", "munthe-kaas", (20, 40, 80)),
    ("stewart-gough", "adams-bashforth", (80, 160)),
    ("stewart-gough", "semi-implicit-euler", (100, 200)),
    ("stewart-gough", "dormand-prince", (20, 40, 80)),
]
"""Machine, method, numbers of steps; 21 coordinates with a quaternion and five loops in the platform."""


@pytest.fixture(scope="module")
def machines() -> dict[str, tuple[Mechanism, State, np.ndarray]]:
    """Each machine with its start and a reference solution."""
    out = {}
    for name, duration in DURATION.items():
        ready = library.get(name)
        m = ready.build()
        start = ready.start(m)
        exact = m.simulate(start, duration, rtol=1e-13, atol=1e-15, output_step=duration / 5)
        out[name] = (m, start, exact.x)
    return out


@pytest.mark.parametrize("formulation", ["projected", "independent"])
@pytest.mark.parametrize(("name", "method", "counts"), CASES, ids=[f"{n}-{m}" for n, m, _ in CASES])
def test_order(machines, name: str, method: str, counts: tuple[int, ...], formulation: str) -> None:  # type: ignore[no-untyped-def]
    m, start, exact = machines[name]
    duration, n = DURATION[name], m.topology.n_q + m.topology.n_v
    errors = []
    for count in counts:
        run = m.simulate(start, duration, method=method, step=duration / count, output_step=duration / 5, formulation=formulation)
        assert run.closure_error < 1e-10
        errors.append(np.sqrt(np.mean((run.x - exact)[:, :n] ** 2)))
    slope = -np.polyfit(np.log(counts), np.log(errors), 1)[0]
    assert slope == pytest.approx(ORDER[method], abs=0.2)


@pytest.mark.parametrize("method", ["dormand-prince", "rosenbrock", "cvode-bdf", "cvode-adams"])
def test_error_falls_with_the_tolerance(machines, method: str) -> None:  # type: ignore[no-untyped-def]
    m, start, exact = machines["slider-crank"]
    n = m.topology.n_q + m.topology.n_v
    errors = []
    for rtol in (1e-5, 1e-7, 1e-9):
        run = m.simulate(start, 0.02, method=method, rtol=rtol, atol=rtol / 100, output_step=0.004)
        assert np.abs(run["machine.closure_error"]).max() < 1e-10
        errors.append(np.abs(run.x - exact)[:, :n].max())
    assert errors[0] > 5 * errors[1] > 25 * errors[2]
    assert errors[2] < 1e-4
