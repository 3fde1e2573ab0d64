"""The compiled filters equal the textbook's, written in NumPy (`textbook_filters.py`), step by step and to rounding."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import textbook_filters as textbook
from biela import estimate
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth
from estimation_machines import five_bar, five_bar_start, long_four_bar, long_start, pendulum, spinning_gyro
from textbook_filters import Belief, Machine

Array = NDArray[np.float64]
STEP, STEPS, PARTS = 0.01, 25, 2
SMALL = 2e-10
"""Of an entry or a covariance, relative to the largest of its kind: 25 steps with loops closed to 1e-12."""


@cache
def case(name: str) -> tuple[estimate.Model, estimate.About, estimate.ProcessNoise, estimate.Log]:
    """A moving machine with a prior, noise, and a log in which readings are missing."""
    if name == "four-bar":
        m = long_four_bar()
        start = long_start(m).with_rates({"A": 1.0})
        model = estimate.Model(m, start, independent=["A"])
    elif name == "five-bar":
        m = five_bar()
        start = five_bar_start(m).with_rates({"A": 1.0, "E": -0.7})
        model = estimate.Model(m, start, independent=["A", "E"])
    elif name == "unknown length":
        m = pendulum()
        start = m.assemble({"pivot": 1.0})
        model = estimate.Model(m, start, estimate=["length"])
    else:
        m = spinning_gyro()
        start = m.assemble({"ball": (0.8, 0.36, 0.48, 0.0)}, rates={"ball": (0.5, -1.0, 2.0)})
        model = estimate.Model(m, start)
    rng = np.random.default_rng(8)
    A = rng.standard_normal((model.n, model.n))
    prior = estimate.About(start, 0.002 * (A @ A.T + np.eye(model.n)))
    noise = estimate.ProcessNoise(0.2, parameters={"length": 0.1} if model.estimated else {})
    truth = simulate_truth(model, estimate.About(start), [rng], STEP, STEPS, noise=noise, threads=1)
    log = read(model, truth.t, truth.signals[0], rng)
    values = log.values.copy()
    values[::4, 0] = np.nan
    values[6] = np.nan
    return model, prior, noise, estimate.Log(log.t, log.names, values)


def by_the_book(name: str, machine: str, implicit: bool) -> tuple[Array, Array, Belief]:
    """Means and covariances after each sample, and the last belief."""
    model, prior, noise, log = case(machine)
    book, R, Q = Machine(model), model.covariance, noise.covariance(model, STEP)
    x, P = prior.gaussian(model)
    belief, t, means, covariances = Belief(x, model.p.copy(), P), 0.0, [], []
    for now, z in zip(log.t, log.values, strict=True):
        if name == "unscented":
            belief = textbook.unscented_predict(book, belief, t, now - t, Q, PARTS)
        elif name == "gauss-hermite":
            belief = textbook.gauss_hermite_predict(book, belief, t, now - t, Q, PARTS)
        else:
            belief = textbook.extended_predict(book, belief, t, now - t, Q, PARTS, implicit)
        if np.isfinite(z).any():
            if name == "unscented":
                belief = textbook.unscented_update(book, belief, now, z, R)
            elif name == "gauss-hermite":
                belief = textbook.gauss_hermite_update(book, belief, now, z, R)
            elif name == "error-state" and machine == "top":
                belief = textbook.error_state_update(book, belief, now, z, R, [0])
            else:
                belief = textbook.extended_update(book, belief, now, z, R)
        t = float(now)
        means.append(model.values(belief.x, belief.p))
        covariances.append(belief.P)
    return np.array(means), np.array(covariances), belief


def close(a: Array, b: Array) -> bool:
    return not b.size or bool(np.nanmax(np.abs(a - b)) <= SMALL * max(1.0, float(np.nanmax(np.abs(b)))))


@pytest.mark.parametrize("name, machine, integrator", [
    ("extended", "four-bar", "rk4"), ("extended", "five-bar", "rk4"), ("extended", "unknown length", "rk4"),
    ("extended", "four-bar", "implicit"), ("error-state", "top", "rk4"), ("error-state", "five-bar", "rk4"),
    ("unscented", "four-bar", "rk4"), ("unscented", "five-bar", "rk4"), ("unscented", "unknown length", "rk4"),
    ("unscented", "top", "rk4"), ("gauss-hermite", "five-bar", "rk4"), ("gauss-hermite", "unknown length", "rk4"),
    ("gauss-hermite", "top", "rk4"),
])  # fmt: skip
def test_a_kalman_filter_is_that_of_the_textbook(name: str, machine: str, integrator: str) -> None:
    model, prior, noise, log = case(machine)
    filter: Any = estimate.make_filter(name, model, prior, noise, step=STEP / PARTS, integrator=integrator)
    track = filter.run(log)
    means, covariances, last = by_the_book(name, machine, integrator == "implicit")
    assert close(track.mean, means)
    assert np.abs(track.covariance - covariances).max() <= SMALL * np.abs(covariances).max()
    assert close(filter.estimate().state.q, last.x[: model.functions.layout.n_q])


@pytest.mark.parametrize("machine, implicit", [("five-bar", False), ("unknown length", False), ("four-bar", True)])
def test_a_particle_step_is_that_of_the_textbook(machine: str, implicit: bool) -> None:
    """Motion, noise, weights, resampling and jitter of every particle, with random numbers from outside."""
    model, prior, noise, log = case(machine)
    N, w = 13, noise.matrix(model, STEP).shape[1]
    jitter = {name: 0.003 * (i + 1) for i, name in enumerate(model.names)}
    filter = estimate.ParticleFilter(
        model, prior, noise, particles=N, step=STEP, jitter=jitter, proposal="bootstrap", reach=np.inf, seed=2,
        likelihood_scale=3.0, integrator="implicit" if implicit else "rk4",
    )  # fmt: skip
    rng = np.random.default_rng(1)
    normals, jitters = rng.standard_normal((STEPS, N, w)), rng.standard_normal((STEPS, N, model.n))
    uniforms = rng.random(STEPS)
    book, L = Machine(model), noise.matrix(model, STEP)
    X = list(zip(filter.cloud.states(), filter.cloud.parameters(), strict=True))
    logs, t, resamplings = np.zeros(N), 0.0, 0
    for k, now in enumerate(log.t):
        z = np.where(np.isfinite(log.values[k]), log.values[k], 0.1)  # what is missing is covered above
        sample = estimate.Log(log.t[k : k + 1], log.names, z[None, :])
        part = slice(k, k + 1)
        filter.run(sample, normals=normals[part], jitter_normals=jitters[part], uniforms=uniforms[part])
        matrix = None
        if implicit:
            heaviest = int(np.argmax(logs))
            matrix = book.jacobian(t, *X[heaviest])
        X, logs = textbook.particle_step(book, X, logs, t, STEP, z, 9 * model.covariance, L, normals[k], matrix)
        if textbook.effective_part(logs) < 0.5:
            index = textbook.systematic(logs, uniforms[k])
            spread = np.diag(list(jitter.values()))
            X = [book.add(now, *X[j], spread @ n) for j, n in zip(index, jitters[k], strict=True)]
            logs, resamplings = np.zeros(N), resamplings + 1
        assert np.abs(filter.cloud.log_weights - logs).max() < 1e-7 * max(1.0, np.abs(logs).max())
        layout = model.functions.layout
        moving = slice(layout.v.stop)  # not the hints, which count turns and are followed to first order only
        assert close(filter.cloud.states()[:, moving], np.array([x[moving] for x, _ in X]))
        assert close(filter.cloud.parameters(), np.array([p for _, p in X]))
        t = float(now)
    assert filter.resamplings == resamplings > 1
