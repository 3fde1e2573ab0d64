"""Every method and formulation knows of singular positions: it passes them on the right branch, says so, or refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_flat_positions import exact

import biela
from biela import library
from biela.base.errors import SimulationError
from biela.library import n_four_bar


@pytest.fixture(scope="module")
def windows() -> biela.Mechanism:
    return n_four_bar.build(2)


@pytest.mark.parametrize("formulation", ["projected", "independent"])
@pytest.mark.parametrize("method", ["cvode-bdf", "cvode-adams"])
def test_cvode_is_led_across(windows: biela.Mechanism, method: str, formulation: str) -> None:
    """Without that, BDF ends 4.8 rad off, and Adams with an error or on another branch."""
    start = n_four_bar.start(windows)
    run = windows.simulate(start, 4.0, method=method, formulation=formulation, output_step=0.1)  # type: ignore[arg-type]
    assert run.status == "done"
    assert abs(run["pivot_0.angle"][-1] - exact(2, 4.0)) < 100 * 1e-8
    assert np.abs(run["pivot_2.angle"] - run["pivot_0.angle"]).max() < 1e-8
    assert any("passed at t = 0.7" in note and "by steps of dormand-prince" in note for note in run.notes)
    assert np.allclose(run.t, np.linspace(0, 4, 41)) and np.all(np.isfinite(run.x))


@pytest.mark.parametrize("method", ["dormand-prince", "rosenbrock", "cvode-bdf"])
def test_a_penalty_refuses(windows: biela.Mechanism, method: str) -> None:
    """One passage is enough for it to go on 0.02 rad and more aside."""
    with pytest.raises(SimulationError, match="singular position at t = 0.7.*'penalty' .* Use formulation='projected'"):
        windows.simulate(n_four_bar.start(windows), 1.0, method=method, formulation="penalty")


def test_so_does_each_machine_of_a_batch(windows: biela.Mechanism) -> None:
    start = n_four_bar.start(windows)
    with pytest.warns(UserWarning, match="1 of 1 machines are not done"):
        batch = windows.simulate_batch([start], 1.0, formulation="penalty")
    assert batch.status == ["refused"] and "singular position at t = 0.7" in batch.reasons[0]


@pytest.mark.parametrize("formulation", ["baumgarte", "independent"])
def test_a_batch_says_what_a_run_says(windows: biela.Mechanism, formulation: str) -> None:
    start = n_four_bar.start(windows)
    (one,) = windows.simulate(start, 1.0, formulation=formulation).notes  # type: ignore[arg-type]
    many = windows.simulate_batch([start, start], 1.0, formulation=formulation).notes  # type: ignore[arg-type]
    assert "loses digits" in one and many == [f"2 of 2 machines; the first is machine 0: {one}"]


@pytest.mark.parametrize("method", [{}, {"method": "rosenbrock"}, {"method": "rk4", "step": 5e-3}])
def test_few_outputs_do_not_hide_a_singular_position(windows: biela.Mechanism, method: dict[str, Any]) -> None:
    """Another branch was taken between two outputs, without a word."""
    start = n_four_bar.start(windows)
    with pytest.raises(SimulationError, match="singular position at t = 0.7"):
        windows.simulate(start, 10.0, output_step=5.0, formulation="penalty", **method)
    with pytest.warns(UserWarning, match="2 of 2 machines are not done"):
        batch = windows.simulate_batch([start] * 2, 10.0, output_step=5.0, formulation="penalty", **method)
    assert batch.status == ["refused"] * 2 and batch.x.shape[0] == 3


def test_looking_closer_changes_nothing(windows: biela.Mechanism) -> None:
    """Outputs that nobody asked for are only looked at."""
    start = n_four_bar.start(windows)
    few = windows.simulate(start, 0.5, output_step=0.25, formulation="baumgarte")
    many = windows.simulate(start, 0.5, output_step=0.5 / 1024, formulation="baumgarte")
    assert few.t.tolist() == [0.0, 0.25, 0.5] and np.abs(few.x - many.x[::512]).max() < 1e-14
    assert few.steps == many.steps


def test_cvode_refuses_where_nothing_closes_the_loops(windows: biela.Mechanism) -> None:
    with pytest.raises(SimulationError, match="singular position"):
        windows.simulate(n_four_bar.start(windows), 2.0, method="cvode-bdf", formulation="baumgarte")


def test_formulations_that_lose_digits_say_so(windows: biela.Mechanism) -> None:
    for formulation in ("independent", "baumgarte"):
        run = windows.simulate(n_four_bar.start(windows), 1.0, formulation=formulation)  # type: ignore[arg-type]
        assert any("came through a singular position near t = 0.71" in note for note in run.notes)


@pytest.mark.parametrize("formulation", ["independent", "baumgarte", "penalty"])
def test_loops_that_stay_clear_of_them_are_left_alone(formulation: str) -> None:
    """The four-bar swings through positions where its links nearly line up."""
    run = library.get("four-bar").simulate(formulation=formulation, rtol=1e-6)
    assert run.status == "done" and not run.notes


@pytest.fixture(scope="module")
def bennett() -> tuple[biela.Case, biela.History]:
    """The machine, and its motion to many digits."""
    case = library.get("bennett")
    return case, case.simulate(5.0, rtol=1e-11, atol=1e-13, output_step=0.1)


@pytest.mark.parametrize("method", ["rosenbrock", "cvode-bdf", "cvode-adams"])
def test_overconstrained_loops_are_closed_at_every_stage(method: str, bennett: tuple[biela.Case, biela.History]) -> None:
    """Bennett's rows contradict each other where the loop gapes: of the largest value 1 000 rtol and more without that."""
    case, sharp = bennett
    run = case.simulate(5.0, method=method, output_step=0.1)
    assert (np.abs(run.x - sharp.x) / np.maximum(1, np.abs(sharp.x).max(axis=0))).max() < 100 * 1e-8
