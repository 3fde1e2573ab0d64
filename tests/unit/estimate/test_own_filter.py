"""A filter in a file of one's own: declared once, known by name in Python, in experiments and on the command line."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from biela import estimate
from biela.base.errors import DescriptionError, UnknownName
from biela.estimate.consistency import health
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth
from biela.library import double_crank
from command_line import biela_command
from estimation_machines import pendulum

ITERATED = '''
"""Iterated extended Kalman filter: the update is repeated about the corrected mean (Bell & Cathey 1993)."""

import numpy as np

from biela import estimate


@estimate.filter("iterated")
class IteratedKalmanFilter(estimate.Estimator):
    def __init__(self, model, prior, noise=None, *, iterations=3, step=0.01, t=0.0, memory=0.0):
        super().__init__(model, t, memory)
        self.inner = estimate.ExtendedKalmanFilter(model, prior, noise, step=step, t=t)
        self.iterations = iterations

    def propagate(self, t):
        self.inner.predict(t)

    def correct(self, z):
        model, there = self.model, np.isfinite(z)
        n_x, start, P = model.n_x, self.inner.mean.copy(), self.inner.covariance.copy()
        total = np.zeros(model.n)
        for _ in range(self.iterations):
            x, p = self.inner.mean[:n_x], self.inner.mean[n_x:]
            y, H = model.measured_linear(x, self.t, p)
            H, nu = H[there], model.innovation(z, y)[there]
            S = H @ P @ H.T + model.covariance[np.ix_(there, there)]
            K = np.linalg.solve(S, H @ P).T
            total = K @ (nu + H @ total)                                    # δ = K (ν + H δ)
            moved = np.ravel(model.kernel("move")(self.t, start[:n_x], model.u, start[n_x:], total))
            self.inner.mean[:n_x] = model.closed(moved, self.t)[0]
        self.inner.covariance[:] = P - K @ S @ K.T

    def estimate(self):
        return self.inner.estimate()
'''


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The file, imported as a user's script imports it."""
    path = tmp_path_factory.mktemp("own") / "my_filters.py"
    path.write_text(ITERATED)
    spec = importlib.util.spec_from_file_location("my_filters", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def swinging() -> tuple[estimate.Model, estimate.About, estimate.Log, np.ndarray]:
    m = pendulum(damping=0.1)
    start = m.assemble({"pivot": 1.0})
    model, prior = estimate.Model(m, start), estimate.About(start, {"pivot": 0.1, "pivot.rate": 0.1})
    truth = simulate_truth(model, prior, [np.random.default_rng(1)], 0.01, 200, noise=estimate.ProcessNoise(0.05))
    return model, prior, read(model, truth.t, truth.signals[0], np.random.default_rng(2)), truth.values[0]


def test_it_is_made_by_name_and_follows_the_machine(own: ModuleType) -> None:
    """On a pendulum whose angle is read itself the update is linear: the iterated filter is the extended one."""
    model, prior, log, truth = swinging()
    noise = estimate.ProcessNoise(0.05)
    track = estimate.make_filter("iterated", model, prior, noise, iterations=2).run(log)
    plain = estimate.make_filter("extended", model, prior, noise).run(log)
    assert np.abs(track.mean - plain.mean).max() < 1e-9
    assert np.abs(track.covariance - plain.covariance).max() < 1e-9
    assert track.nis == pytest.approx(plain.nis, abs=1e-9) and track.count.tolist() == plain.count.tolist()
    assert np.abs(track.innovation - plain.innovation).max() < 1e-9
    assert health(track).healthy and np.abs(track["pivot"] - truth[:, 0])[50:].max() < 0.1


def test_live_steps_and_experiments_take_it_too(own: ModuleType) -> None:
    model, prior, log, _ = swinging()
    live = estimate.make_filter("iterated", model, prior)
    whole = estimate.make_filter("iterated", model, prior).run(log)
    for k in range(50):
        e = live.step(log.t[k], {"encoder": log.values[k, 0]})
        assert e.mean == pytest.approx(whole.mean[k], abs=1e-12)
    trials = estimate.Experiment(model, prior, lambda seed, start: estimate.make_filter("iterated", model, prior), 0.01, 50).run(2)
    assert all(trial.converged() and trial.nees.size == 50 for trial in trials)


def test_lists_and_errors_name_it(own: ModuleType) -> None:
    model, prior, _, _ = swinging()
    assert {"extended", "error-state", "gauss-hermite", "unscented", "particle", "iterated"} <= set(estimate.filters())
    assert estimate.filters()["iterated"].__name__ == "IteratedKalmanFilter"
    with pytest.raises(UnknownName, match="Did you mean 'iterated'"):
        estimate.make_filter("itrated", model, prior)
    with pytest.raises(UnknownName, match="has no option 'particles': it takes iterations, step, t, memory"):
        estimate.make_filter("iterated", model, prior, particles=3)
    with pytest.raises(estimate.EstimationError, match="cannot go back in time: leave out memory"):
        estimate.make_filter("iterated", model, prior, memory=1.0).step(0.01, {"encoder": 1.0})


def test_the_command_line_finds_it(own: ModuleType, tmp_path: Path) -> None:
    m = double_crank.build()
    start = double_crank.start(m, 1.0, 1)
    model = estimate.Model(m, start)
    truth = simulate_truth(model, estimate.About(start), [np.random.default_rng(0)], 0.01, 60)
    read(model, truth.t, truth.signals[0], np.random.default_rng(1)).save(tmp_path / "log.csv")
    words = ["estimate", "double-crank", str(tmp_path / "log.csv"), "--out", str(tmp_path / "out"), "--filter"]
    own_file = str(own.__file__)
    assert biela_command(*words, "iterated", "--uses", own_file).exit_code == 0
    assert (tmp_path / "out" / "report.html").exists()
    refused = biela_command(*words, "iterate")
    assert refused.exit_code != 0 and "Did you mean 'iterated'" in refused.output.replace("\n", " ")


def test_what_is_not_a_filter_or_takes_the_name_of_another_is_refused() -> None:
    with pytest.raises(DescriptionError, match="must be a class derived from Estimator"):
        estimate.filter("number")(int)  # type: ignore[type-var]
    with pytest.raises(DescriptionError, match="there is a filter 'extended' already"):

        @estimate.filter("extended")
        class Mine(estimate.ExtendedKalmanFilter):
            pass
