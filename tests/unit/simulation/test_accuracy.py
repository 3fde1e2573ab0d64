"""Every run carries an estimate of its error: runs that are too coarse are marked, with the setting that would do."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import biela
from biela import library
from biela.app.run import run as run_case
from biela.simulation.audit import DoubtWarning
from biela.simulation.batch import BatchWarning
from biela.simulation.case import Case
from biela.simulation.event import Event
from biela.simulation.formulation import AugmentedLagrangian, Penalty


def _four_bar(lengths: dict[str, float], angle: float) -> tuple[biela.Mechanism, biela.State]:
    """Crank, coupler and rocker of rods of 1 kg, 1 m apart, at rest."""
    m = biela.Mechanism("four_bar", gravity=(0, -9.81, 0))
    crank, coupler, rocker = (
        m.body(name, mass=1.0, com=(length / 2, 0, 0), inertia=biela.rod(1.0, length)) for name, length in lengths.items()
    )
    m.revolute("A", m.ground, crank)
    m.revolute("B", crank, coupler, parent_point=(lengths["crank"], 0, 0))
    m.revolute("D", m.ground, rocker, parent_point=(1.0, 0, 0))
    m.revolute("C", coupler, rocker, parent_point=(lengths["coupler"], 0, 0), child_point=(lengths["rocker"], 0, 0))
    return m, m.assemble({"A": angle}, guess={"A": angle, "D": 1.2})


@pytest.fixture(scope="module")
def four_bar() -> Case:
    """One whose motion is hard to follow: the crank passes quickly through its flat positions."""
    m, start = _four_bar({"crank": 0.2572, "coupler": 1.0444, "rocker": 0.947}, 0.9611)
    return Case.of(m, start, 10.0, name="four_bar")


@pytest.fixture(scope="module")
def truth(four_bar: Case) -> biela.History:
    return four_bar.simulate(rtol=1e-12, atol=1e-14, output_step=0.05)


def off(run: biela.History, truth: biela.History) -> float:
    """Largest error of a coordinate over its amplitude."""
    q = run.functions.layout.q
    x, sharp = run.at(truth.t).x[:, q], truth.x[:, q]  # type: ignore[union-attr]
    return float((np.abs(x - sharp) / (np.ptp(sharp, axis=0) / 2)).max())


@pytest.mark.parametrize(
    "settings",
    [{"method": "rk4", "step": 0.05}, {"method": "semi-implicit-euler", "step": 1e-3}, {"rtol": 2e-4, "atol": 2e-6}],
    ids=lambda settings: settings.get("method", "automatic"),
)
def test_coarse_runs_are_marked_when_they_end(settings: dict[str, Any], four_bar: Case, truth: biela.History) -> None:
    with pytest.warns(DoubtWarning, match="too coarse"):
        run = four_bar.simulate(output_step=0.05, **settings)
    assert off(run, truth) > 0.01
    assert run.status == "doubtful" and run.accuracy.marked and run.accuracy.text in run.notes
    assert run.accuracy.error == pytest.approx(off(run, truth), rel=0.3)


@pytest.mark.parametrize("settings", [{"method": "rk4", "step": 0.05}, {"rtol": 2e-4, "atol": 2e-6}], ids=["rk4", "automatic"])
def test_the_recommended_setting_does(settings: dict[str, Any], four_bar: Case, truth: biela.History) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        advice = dict(four_bar.simulate(output_step=0.05, **settings).accuracy.advice)
        run = four_bar.simulate(output_step=0.05, **{**settings, **advice})
    assert advice and off(run, truth) < 0.01
    assert run.status == "done" and not run.accuracy.marked


@pytest.mark.parametrize("settings", [{}, {"method": "rk4", "step": 1e-3}, {"method": "adams-bashforth", "step": 1e-3}])
def test_fine_runs_carry_an_error_that_holds(settings: dict[str, Any], four_bar: Case, truth: biela.History) -> None:
    run = four_bar.simulate(output_step=0.05, **settings)
    error = run.accuracy.error
    assert run.status == "done" and error is not None
    assert off(run, truth) < 2 * error < 0.01


def test_drift_over_many_swings_is_seen() -> None:
    """A pendulum at rtol 1e-5 loses its phase in 200 s, while its energy stays within what the tolerance explains."""
    m = library.get("pendulum").mechanism
    with pytest.warns(DoubtWarning, match="too coarse"):
        run = m.simulate({"pivot": 1.0}, 200.0, rtol=1e-5, atol=1e-7)
    sharp = m.simulate({"pivot": 1.0}, 200.0, rtol=1e-12, atol=1e-14)
    error = np.abs(run["pivot.angle"] - sharp["pivot.angle"]).max() / (np.ptp(sharp["pivot.angle"]) / 2)
    assert error > 0.03 and run.accuracy.error == pytest.approx(error, rel=0.1)
    assert run.accuracy.signal == "pivot.angle" and run.accuracy.advice == {"rtol": 1e-6}


@pytest.mark.parametrize("formulation", ["penalty", AugmentedLagrangian(1e7, 1, omega=20.0, projected=False)], ids=str)
@pytest.mark.parametrize("rtol", [1e-5, 1e-8])
def test_a_penalty_that_is_too_soft_is_marked(formulation: Any, rtol: float) -> None:
    """Its error of 1 % is the same at every tolerance, so companions with other tolerances agree with it."""
    m, start = _four_bar({"crank": 0.593, "coupler": 1.0065, "rocker": 0.6087}, 1.6625)
    sharp = m.simulate(start, 4.0, rtol=1e-12, atol=1e-14, output_step=0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = m.simulate(start, 4.0, method="rosenbrock", formulation=formulation, rtol=rtol, atol=rtol / 100, output_step=0.1)
        assert run.accuracy.error == pytest.approx(off(run, sharp), rel=0.1) and off(run, sharp) > 0.009
    assert run.status == "doubtful" and "its penalty is too soft" in run.accuracy.text
    harder = m.simulate(start, 4.0, formulation=Penalty(1e9), output_step=0.1)
    assert off(harder, sharp) < 0.001 and harder.accuracy.error == pytest.approx(off(harder, sharp), rel=0.5)
    assert not harder.accuracy.marked and harder.accuracy.text.endswith("compared with rtol=1e-07, formulation='projected'")


def test_each_machine_of_a_batch_is_compared_with_rigid_loops() -> None:
    m, start = _four_bar({"crank": 0.593, "coupler": 1.0065, "rocker": 0.6087}, 1.6625)
    starts = [start, m.assemble({"A": 1.0}, guess={"A": 1.0, "D": 1.2})]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        batch = m.simulate_batch(starts, 4.0, formulation="penalty", rtol=1e-6)
        assert batch.accuracy[0] > 0.01 > 0.001 > batch.accuracy[1]
    assert batch.status == ["doubtful", "done"] and "its penalty is too soft" in batch.reasons[0]


def test_baumgarte_that_took_another_branch_is_marked() -> None:
    """Five parallelograms pass their flat positions some ten times; at one of them Baumgarte's loops fold another way."""
    case = library.get("n-four-bar").sized(windows=5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = case.simulate(20.0, formulation="baumgarte", output_step=0.5)
    sharp = case.simulate(20.0, rtol=1e-10, atol=1e-12, output_step=0.5)
    assert np.abs(run["B0.x"] - sharp["B0.x"]).max() > 0.5  # m
    assert run.status == "doubtful" and run.accuracy.marked


def test_chaos_is_said() -> None:
    """A double pendulum forgets its start: no tolerance repeats it for a minute."""
    run = library.get("double-pendulum").simulate(100.0)
    with pytest.warns(DoubtWarning, match="depends on every digit"):
        assert run.accuracy.marked
    assert run.status == "doubtful" and not run.accuracy.advice


def test_few_outputs_are_enough(four_bar: Case) -> None:
    with pytest.warns(DoubtWarning, match="too coarse"):
        run = four_bar.simulate(method="rk4", step=0.05, output_step=10.0)
    assert run.status == "doubtful"


def test_what_cannot_be_repeated_says_so(four_bar: Case) -> None:
    seen: list[float] = []

    def note(state: biela.State) -> None:
        seen.append(state.t)

    event = Event("level", lambda s: s["D.angle"] - 1.5, "both", note)
    run = four_bar.simulate(1.0, method="rk4", step=0.01, events=[event])
    count = len(seen)
    assert run.accuracy.error is None and not run.accuracy.marked and "'level'" in run.accuracy.text
    assert "not known" in repr(run) and len(seen) == count


def test_a_run_that_stops_at_an_event_is_compared_until_there(four_bar: Case) -> None:
    event = Event("end", lambda s: s["A.angle"] + 2.0, "falling", "stop")
    fine = four_bar.simulate(events=[event])
    assert fine.status == "stopped_by_event" and fine.accuracy.error is not None and fine.accuracy.error < 1e-3


def test_batches_are_marked_machine_by_machine(four_bar: Case) -> None:
    m = four_bar.mechanism
    rest = m.assemble({"A": -1.3}, guess={"A": -1.3, "D": 1.2})  # near its equilibrium: slow, and right with long steps
    with pytest.warns(BatchWarning, match="doubtful"):
        batch = m.simulate_batch([rest, four_bar.start(), rest], 2.0, method="rk4", step=0.05)
    alone = [m.simulate(s, 2.0, method="rk4", step=0.05) for s in (rest,)]
    assert batch.status[1] == "doubtful" and "too coarse" in batch.reasons[1]
    assert batch.status[0] == batch.status[2] == alone[0].status
    assert batch.accuracy[1] > 0.01 and batch.history(1).accuracy.marked
    fine = m.simulate_batch([rest, four_bar.start()], 2.0)
    assert np.all(fine.accuracy < 1e-3) and fine.status == ["done", "done"]


def test_json_page_and_file_show_it(tmp_path: Path, four_bar: Case) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        done = run_case(four_bar, tmp_path, method="rk4", step=0.05)
    found = json.loads((tmp_path / "summary.json").read_text())["accuracy"]
    assert found["marked"] and found["error"] > 1 and 0 < found["advice"]["step"] < 0.02
    assert found["text"] in done.notes and done.summary["status"] == "doubtful"
    page = (tmp_path / "report.html").read_text()
    assert "not to be believed" in page and "steps are too coarse" in page
    saved = json.loads(biela.load(tmp_path / "result.nc").data.attrs["accuracy"])
    assert saved == found


def test_laws_of_time_that_change_together_are_no_narrow_law() -> None:
    """Knots that differ by rounding do not make a fixed step too long: nothing is estimated unasked."""
    m = biela.Mechanism("slider", gravity=(0, 0, 0))
    m.prismatic("P", m.ground, m.body("mass", mass=1.0, inertia=(1, 1, 1)), axis=(1, 0, 0))
    for k, at in enumerate((0.3, 0.1 + 0.2)):
        m.user_effort(f"push_{k}", "P", biela.table([0.0, at, 1.0], [0.0, 1.0, 0.0]))
    run = m.simulate(m.assemble({"P": 0.0}), 1.0, method="rk4", step=1e-4)
    assert run._accuracy is None and run.status == "done"
