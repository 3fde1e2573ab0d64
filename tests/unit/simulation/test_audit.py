"""Runs whose energy or loops are off by more than their tolerances explain are marked; others are not.

That no ready machine is doubted with its own settings is held by `tests/unit/library/test_every_machine.py`.
"""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

import biela
from biela import library
from biela.base.errors import SimulationError
from biela.report.page import PageSubject, write_page
from biela.simulation.audit import DoubtWarning
from biela.simulation.batch import BatchWarning
from biela.simulation.watch import WatchWarning


def doubted(run: biela.History, text: str) -> None:
    """Marked everywhere."""
    assert run.status == "doubtful"
    assert run.summary()["status"] == "doubtful"
    assert any("the run is doubtful" in note and text in note for note in run.summary()["notes"])


def ball(stiffness: float = 1e6) -> biela.Mechanism:
    m = biela.Mechanism("ball on a stop", gravity=(0, 0, -9.81))
    m.prismatic("height", m.ground, m.body("ball", mass=1.0))
    m.stop("floor", "height", lower=0.0, stiffness=stiffness)
    return m


def test_ball_on_a_stop_with_a_step_that_jumps_into_it() -> None:
    m = ball()
    with pytest.warns(DoubtWarning, match=r"'ball on a stop': the run is doubtful: the energy balance is off by .* too large"):
        run = m.simulate({"height": 1.0}, 5.0, method="rk4", step=0.01)
    assert issubclass(DoubtWarning, WatchWarning)
    doubted(run, "take a smaller step")
    fine = m.simulate({"height": 1.0}, 5.0)
    assert fine.status == "done" and not fine.notes
    assert fine["height.position"].max() < 1.0 + 1e-5


def test_heavy_top_with_semi_implicit_euler(tmp_path: Path) -> None:
    with pytest.warns(DoubtWarning, match="energy balance"):
        run = library.get("heavy-top").simulate(method="semi-implicit-euler", step=1e-3)
    doubted(run, "another method")
    text = write_page(run, tmp_path / "report.html", PageSubject("top")).read_text("utf-8")
    assert '<div class="answer bad"><b>✗ The run reached its end, but is not to be believed' in text


def test_bricard_with_cvode_at_a_loose_tolerance() -> None:
    """Its rows contradict each other where the loop gapes; with rates from closed loops alone it is not 0.3 m off any more."""
    case = library.get("bricard")
    run, sharp = case.simulate(method="cvode-bdf", rtol=1e-4, atol=1e-6), case.simulate()
    assert run.status == "done" and np.abs(run.x[-1] - sharp.x[-1]).max() < 100 * 1e-4


@pytest.mark.parametrize("rtol", [1e-3, 1e-4])
def test_baumgarte_through_flat_positions_at_a_loose_tolerance(rtol: float) -> None:
    """Its end was silently wrong by 1 J. It is refused, or, where rounding carries it through, says where it lost its digits."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DoubtWarning)
        try:
            run = library.get("double-four-bar").simulate(rtol=rtol, atol=rtol / 100, formulation="baumgarte")
            said = " ".join(run.notes)
        except SimulationError as error:
            said = str(error)
    assert "singular position" in said and "formulation='projected'" in said


@pytest.mark.parametrize(
    ("rtol", "duration"), [(1e-3, 0.2), (1e-5, 0.2), (1e-8, 0.2), (1e-11, 0.2), (1e-7, 200.0), (1e-8, 200.0), (1e-11, 200.0)]
)
def test_honest_errors_are_not_doubted(rtol: float, duration: float) -> None:
    """Short and long runs, loose and tight, with many outputs and with one, of a machine that moves and one that stands."""
    m = library.get("pendulum").mechanism
    joint = next(iter(m.joints))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for start in ({joint: 1.0}, {joint: -np.pi / 2}, {joint: -np.pi / 2 + 1e-4}):
            for output_step in (None, duration):
                run = m.simulate(start, duration, rtol=rtol, atol=rtol / 100, output_step=output_step)
                assert run.status == "done" and not run.notes


def test_batch_marks_what_a_single_run_marks() -> None:
    m = ball()
    with pytest.warns(BatchWarning, match=r"2 of 3 machines are not done \(2 doubtful\); the first is machine 0: the run"):
        batch = m.simulate_batch([m.assemble({"height": h}) for h in (1.0, 200.0, 2.0)], 5.0, method="rk4", step=0.01)
    assert batch.status == ["doubtful", "done", "doubtful"]
    assert "energy balance" in batch.reasons[0] and not batch.reasons[1]
    assert batch.history(0).notes == [batch.reasons[0]]


def test_batch_passes_flat_positions_as_a_single_run_does() -> None:
    """At this tolerance a batch once said done at 4e-9 rad, where a single run was refused."""
    case = library.get("double-four-bar")
    start = case.start()
    options = {"rtol": 1e-9, "atol": 1e-11}
    alone = case.mechanism.simulate(start, 2.0, **options)
    assert alone["pivot_0.angle"][-1] == pytest.approx(-4.770237, abs=1e-6)
    batch = case.mechanism.simulate_batch([start] * 3, 2.0, **options)
    assert batch.status == ["done"] * 3 and not batch.notes
    assert np.abs(batch["pivot_0.angle"][-1] - alone["pivot_0.angle"][-1]).max() < 1e-7


def light_arm(mass: float, friction: float) -> biela.Mechanism:
    """An arm of next to no mass that a motor pushes through a thick oil: it holds 1e-11 J, and passes on 0.1 J."""
    m = biela.Mechanism("light arm", gravity=(0, 0, 0))
    m.revolute("A", m.ground, m.body("arm", mass=mass, com=(0.1, 0, 0), inertia=(1e-3 * mass,) * 3))
    m.motor("motor", "A")
    m.friction("oil", "A", viscous=friction)
    return m


@pytest.mark.parametrize("mass", [1e-6, 1e-9])
def test_arms_of_next_to_no_mass_are_not_doubted(mass: float, tmp_path: Path) -> None:
    """Without inertia the rate is u / c; the run has it, and its balance is off by what its tolerance makes of 0.1 J."""
    m = light_arm(mass, 10.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error", DoubtWarning)
        run = m.simulate({"A": 0.0}, 2.0, inputs={"motor": biela.sine(1.0, period=0.5)})
    assert run.status == "done"
    assert run["A.rate"] == pytest.approx(0.1 * np.sin(4 * np.pi * run.t), abs=1e-6)
    assert "not to be believed" not in write_page(run, tmp_path / "report.html", PageSubject("arm")).read_text("utf-8")
