"""Trials of filters and identifications: they resume to the same digits, fail one by one, and their intervals cover."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biela import estimate, identify
from biela.base.errors import BielaError
from biela.estimate.experiment import Experiment
from biela.study.filters import FilterRow, FilterStudy, summaries, table
from biela.study.trials import Trials, each, run_trials
from biela.study.vary import StudyError
from estimation_machines import crank_model


def test_an_interrupted_study_of_a_filter_resumes_to_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, up, down = crank_model()
    prior = estimate.Uniform({"A": (0, 2 * np.pi)}, [up, down], estimate.half_turn())
    made: list[float] = []

    def experiment(count: float) -> Experiment:
        def filter(seed: int, x0: Any) -> estimate.ParticleFilter:
            return estimate.ParticleFilter(
                model, prior, estimate.ProcessNoise(0.02, "angle_per_step"), particles=int(count), step=0.006, likelihood_scale=10,
                seed=seed, threads=1,
            )  # fmt: skip

        made.append(count)
        return Experiment(model, prior, filter, 0.006, 30)

    def rows(study: FilterStudy) -> list[str]:
        return [str({k: v for k, v in vars(row).items() if k != "cpu"}) for row in study.run(threads=1)]

    monkeypatch.setattr("biela.study.trials.TRIALS_PER_BLOCK", 8)
    whole = rows(FilterStudy(experiment, (10, 20), tries=8, seed=3))

    def stops(count: float) -> Experiment:
        if count == 20:
            raise KeyboardInterrupt
        return experiment(count)

    with pytest.raises(KeyboardInterrupt):
        FilterStudy(stops, (10, 20), tries=8, seed=3, folder=tmp_path).run(threads=1)
    made.clear()
    assert rows(FilterStudy(experiment, (10, 20), tries=8, seed=3, folder=tmp_path)) == whole and made == [20]
    found = FilterStudy(experiment, (10, 20), tries=8, seed=3, folder=tmp_path).run()
    assert [s.tries for s in summaries(found)] == [8, 8] and "circular %" in table(found, "N") and made == [20]
    with pytest.raises(StudyError, match=r"another study. It differs in values: \[10.0, 20.0\] was"):
        FilterStudy(experiment, (10, 30), tries=8, seed=3, folder=tmp_path).run()


def test_a_filter_that_fails_has_not_converged() -> None:
    nan = float("nan")
    good = FilterRow(1.0, 0, True, True, 0.1, 0.2, 0.3, 1.0, 0.4, 2, 5.0, 1.0, 1.0, 0.1)
    bad = FilterRow(1.0, 1, False, False, *[nan] * 10)
    (s,) = summaries([good, bad])
    assert (s.tries, s.linear, s.median_error, s.resamplings) == (2, 0.5, 0.1, 2.0)


def test_intervals_of_an_identification_cover_the_truth(tmp_path: Path) -> None:
    """τ = J q̈ + d q̇ + m g l cos q, with noise: 95 % intervals over 600 seeds, whose share has a deviation of 0.9 %."""
    truth = np.array([0.3, 0.05, 4.0])
    q = np.random.default_rng(1).normal(size=(40, 3))
    W = np.stack([q[:, 0], q[:, 1], np.cos(q[:, 2])], axis=1)[:, None, :]

    def trial(noise: float, rng: np.random.Generator) -> dict[str, float]:
        tau = W @ truth + noise * rng.standard_normal((40, 1))
        found = identify.estimate(identify.Observation(W, tau, ("J", "d", "mgl"), ("motor",), ("N m",)))
        low, high = found["J"] + 1.96 * found.deviations[0] * np.array([-1, 1])
        return {"error": found["J"] - 0.3, "inside": float(low <= 0.3 <= high)}

    trials = Trials(each(trial), ("error", "inside"), (0.01, 0.1), tries=600, seed=4, name="noise")
    frame, failed = run_trials(trials, tmp_path)
    assert len(frame) == 1200 and not failed
    for _, group in frame.groupby("noise"):
        assert 0.92 < group["inside"].mean() < 0.98
    spread = frame.groupby("noise")["error"].std()
    assert spread[0.1] / spread[0.01] == pytest.approx(10.0, rel=0.1)
    again, _ = run_trials(trials, tmp_path, threads=1)
    assert again.equals(frame)


def test_a_trial_that_fails_is_a_result() -> None:
    def trial(value: float, rng: np.random.Generator) -> dict[str, float]:
        if rng.random() < 0.5:
            raise BielaError("lost")
        return {"x": value}

    frame, failed = run_trials(Trials(each(trial), ("x",), (1.0, 2.0), tries=20))
    assert set(failed.values()) == {"lost"} and list(np.flatnonzero(np.isnan(frame["x"]))) == sorted(failed)
    assert 5 < len(failed) < 35 and frame["x"][~np.isnan(frame["x"])].isin([1.0, 2.0]).all()
    with pytest.raises(StudyError, match="stand twice"):
        Trials(each(trial), ("x",), (1.0, 1.0))
