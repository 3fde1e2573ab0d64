"""Four-bars, single and in a row: end positions of long runs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from biela.library import four_bar, n_four_bar


def test_four_bar_after_ten_seconds() -> None:
    """B from a Lagrangian in the crank angle, integrated to 1e-13."""
    m = four_bar.build()
    start = four_bar.start(m)
    B, D = np.array([start["coupler.x"], start["coupler.y"]]), np.array([1.0, 0.0])
    C = D + 0.8 * np.array([np.cos(start["D.angle"]), np.sin(start["D.angle"])])
    assert (D - B)[0] * (C - B)[1] - (D - B)[1] * (C - B)[0] > 0  # above the line BD
    run = m.simulate(start, 10.0, method="rk4", step=1e-3)
    assert (run["coupler.x"][-1], run["coupler.y"][-1]) == pytest.approx((0.36408574, -0.16565498), abs=2e-8)
    assert run.closure_error < 1e-10


@pytest.mark.parametrize("step", [1.25e-3, 1e-3, 0.625e-3])
def test_double_four_bar_passes_its_flat_positions(step: float) -> None:
    """González et al. (2006), problem A02, through ten singular positions with the uprights parallel."""
    m = n_four_bar.build()
    run = m.simulate(n_four_bar.start(m), 10.0, method="rk4", step=step)
    assert (run["B0.x"][-1], run["B0.y"][-1]) == pytest.approx((0.328458111533, 0.944518538181), abs=1e-5)
    flat = np.sum(np.diff(np.sign(np.sin(run["pivot_0.angle"]))) != 0)
    assert flat == 10
    for pivot in ("pivot_1", "pivot_2"):
        assert np.abs(run[f"{pivot}.angle"] - run["pivot_0.angle"]).max() < 1e-6
    assert run.closure_error < 1e-10


@pytest.mark.parametrize("formulation", ["projected", "independent"])
def test_double_four_bar_with_the_default_method(formulation: str) -> None:
    m = n_four_bar.build()
    run = m.simulate(n_four_bar.start(m), 10.0, formulation=formulation)
    assert (run["B0.x"][-1], run["B0.y"][-1]) == pytest.approx((0.328458111533, 0.944518538181), abs=1e-5)
    assert run.closure_error < 1e-10


def test_row_of_five_moves_like_a_pendulum() -> None:
    """(4N + 1)/3 θ̈ = −(3N + 1)/2 (g/l) cos θ while the uprights are parallel; N = 5, l = 0.5."""
    m = n_four_bar.build(windows=5, length=0.5)
    start = n_four_bar.start(m)
    run = m.simulate(start, 3.0, method="rk4", step=1e-3)
    factor = -(16 / 2) / (21 / 3) * 9.81 / 0.5
    twin = solve_ivp(lambda t, y: [y[1], factor * np.cos(y[0])], (0, 3), [np.pi / 2, -2.0], method="DOP853", rtol=1e-12, atol=1e-12)
    assert run["pivot_0.angle"][-1] == pytest.approx(twin.y[0, -1], abs=1e-7)
    assert start["B5.velocity_x"] == pytest.approx(1.0, abs=1e-12)
