"""Filters against exact solutions, their own statistics, and a wrong model of a four-bar."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from biela import estimate
from biela.base.errors import DescriptionError
from biela.estimate.consistency import consistency
from biela.estimate.experiment import Experiment
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth
from estimation_machines import long_four_bar, long_start, oscillator, pendulum, spinning_gyro

Array = NDArray[np.float64]
STEP = 0.02


def rk4_matrix(A: Array, h: float) -> Array:
    """The Runge-Kutta step of a linear system: exp(hA) to fourth order."""
    hA = h * A
    return np.eye(len(A)) + hA + hA @ hA / 2 + hA @ hA @ hA / 6 + hA @ hA @ hA @ hA / 24


def exact_kalman(z: Array, x: Array, P: Array, F: Array, Q: Array, H: Array, R: Array) -> tuple[Array, Array]:
    """The textbook, for one reading that may be missing."""
    means, covariances = [], []
    for reading in z:
        x, P = F @ x, F @ P @ F.T + Q
        if np.isfinite(reading):
            S = H @ P @ H.T + R
            K = P @ H.T @ np.linalg.inv(S)
            x, P = x + K @ (np.array([reading]) - H @ x), (np.eye(2) - K @ H) @ P
        means.append(x)
        covariances.append(P)
    return np.array(means), np.array(covariances)


@pytest.fixture(scope="module")
def linear() -> dict[str, Any]:
    m = oscillator()
    start = m.assemble({"slide": 0.3})
    model = estimate.Model(m, start)
    noise = estimate.ProcessNoise(2.0)
    prior = estimate.About(start, np.array([[0.0016, 0.002], [0.002, 0.04]]))
    truth = simulate_truth(model, prior, [np.random.default_rng(3)], STEP, 150, noise=noise)
    log = read(model, truth.t, truth.signals[0], np.random.default_rng(4))
    z = log.values.copy()
    z[::7] = np.nan  # some samples are missing
    A = np.array([[0, 1], [-50 / 2, -1.5 / 2]])
    Q = noise.covariance(model, STEP)
    means, covariances = exact_kalman(
        z[:, 0], np.array([0.3, 0.0]), np.array([[0.0016, 0.002], [0.002, 0.04]]), rk4_matrix(A, STEP), Q, np.array([[1.0, 0.0]]),
        np.array([[0.02**2]]),
    )  # fmt: skip
    return {
        "model": model,
        "prior": prior,
        "noise": noise,
        "log": estimate.Log(truth.t, log.names, z),
        "mean": means,
        "P": covariances,
    }


@pytest.mark.parametrize("name", ["extended", "unscented", "error-state"])
def test_on_a_linear_machine_every_kalman_filter_is_the_exact_one(linear: dict[str, Any], name: str) -> None:
    track = estimate.make_filter(name, linear["model"], linear["prior"], linear["noise"], step=STEP).run(linear["log"])
    assert np.abs(track.mean - linear["mean"]).max() < 1e-11
    assert np.abs(track.covariance - linear["P"]).max() < 1e-12
    assert track.count.tolist() == [0 if k % 7 == 0 else 1 for k in range(150)]


@pytest.mark.parametrize("resampling", ["systematic", "stratified", "residual", "multinomial"])
def test_on_a_linear_machine_particles_are_exact_within_their_number(linear: dict[str, Any], resampling: str) -> None:
    """Errors of mean and spread, in standard deviations, fall as 1/√N with a factor of about 2 (mean) and 1.2 (spread)."""
    sigma = np.sqrt(np.diagonal(linear["P"], axis1=1, axis2=2))
    for N in (400, 4000):
        filter = estimate.make_filter(
            "particle", linear["model"], linear["prior"], linear["noise"], particles=N, step=STEP, seed=8, resampling=resampling
        )
        track = filter.run(linear["log"])
        assert np.sqrt(np.mean(((track.mean - linear["mean"]) / sigma) ** 2)) < 3 / np.sqrt(N)
        assert np.sqrt(np.mean((track.spread / sigma - 1) ** 2)) < 2 / np.sqrt(N)
        assert filter.lost == filter.recovered == 0
    exact = estimate.make_filter("extended", linear["model"], linear["prior"], linear["noise"], step=STEP).run(linear["log"])
    seen = np.isfinite(linear["log"].values[:, 0])
    assert track.innovation[seen] == pytest.approx(exact.innovation[seen], abs=0.01)
    assert track.expected_spread == pytest.approx(exact.expected_spread, rel=0.15)
    assert np.isnan(track.innovation[~seen]).all()


def test_a_noise_model_means_the_same_at_any_step(linear: dict[str, Any]) -> None:
    """Two steps of h spread as one of 2h: Q(2h) = F Q(h) Fᵀ + Q(h) for free motion; angle_per_step does not."""
    model = linear["model"]
    F = np.array([[1.0, STEP], [0.0, 1.0]])
    for kind, same in (("acceleration", True), ("angle_per_step", False)):
        noise = estimate.ProcessNoise(0.4, kind)  # type: ignore[arg-type]
        Q1, Q2 = noise.covariance(model, STEP), noise.covariance(model, 2 * STEP)
        assert np.allclose(F @ Q1 @ F.T + Q1, Q2, rtol=1e-12) is same


def consistent(name: str, runs: int) -> tuple[Any, list[Any]]:
    """NEES of a pendulum whose truth is drawn from the filter's own noise model."""
    m = pendulum(damping=0.1)
    start = m.assemble({"pivot": 1.0})
    model, noise, prior = (
        estimate.Model(m, start),
        estimate.ProcessNoise(0.3),
        estimate.About(start, {"pivot": 0.1, "pivot.rate": 0.1}),
    )
    experiment = Experiment(
        model, prior, lambda seed, x0: estimate.make_filter(name, model, prior, noise, step=STEP), STEP, 200, truth_noise=noise
    )
    trials = experiment.run(runs, seed=12, threads=1)
    return consistency(np.array([trial.nees for trial in trials]), 2), trials


@pytest.mark.parametrize("name", ["extended", "unscented"])
def test_pendulum_filters_know_how_good_they_are(name: str) -> None:
    """200 runs: mean NEES inside its 95 % band at 90 % of the times or more, its time average within 5 % of the two dimensions."""
    result, trials = consistent(name, 200)
    assert result.inside >= 0.90
    assert result.time_average == pytest.approx(2.0, rel=0.05)
    nis = np.array([trial.nis for trial in trials])
    assert nis.mean() == pytest.approx(1.0, rel=0.03)


def wrong_model(sensor: str, name: str, seeds: int) -> Array:
    """Crank-angle RMSE over the last 5 s: model gravity 8.81 instead of 9.81, start angle π/16 too large."""
    true, wrong = long_four_bar(), long_four_bar(8.81)
    start, wrong_start = long_start(true), long_start(wrong, np.pi / 3 + np.pi / 16)
    truth = estimate.Model(true, start, independent=["A"], sensors=[sensor])
    model = estimate.Model(wrong, wrong_start, independent=["A"], sensors=[sensor])
    prior = estimate.About(wrong_start, {"A": np.pi / 16, "A.rate": 0.1})
    noise = estimate.ProcessNoise(TUNING)
    experiment = Experiment(
        truth, estimate.About(start, {}), lambda seed, x0: estimate.make_filter(name, model, prior, noise, step=0.005), 0.005, 2000
    )
    return np.array([trial.rmse(0, since=5.0) for trial in experiment.run(seeds, seed=20, threads=1)])


TUNING = 0.3
"""Process noise of the wrong model [rad/s^1.5], one for both sensors: about the acceleration that 1 m/s² of gravity is worth."""


@pytest.mark.parametrize("name", ["extended", "unscented"])
@pytest.mark.parametrize(("sensor", "median", "worst"), [("gyro", 0.001, 0.002), ("encoder", 0.008, 0.012)])
def test_a_wrong_model_follows_the_four_bar(name: str, sensor: str, median: float, worst: float) -> None:
    errors = wrong_model(sensor, name, 40)
    assert np.median(errors) < median
    assert errors.max() < worst


def test_without_readings_the_wrong_model_is_off_by_radians() -> None:
    true, wrong = long_four_bar(), long_four_bar(8.81)
    a = true.simulate(long_start(true), 10.0, method="rk4", step=0.005)["A.angle"]
    b = wrong.simulate(long_start(wrong, np.pi / 3 + np.pi / 16), 10.0, method="rk4", step=0.005)["A.angle"]
    assert np.sqrt(np.mean((a - b)[1000:] ** 2)) > 1.0


def test_error_state_filter_follows_rotations() -> None:
    """A top about a point: orientation from two marks and a gyroscope; NEES of all six dimensions, no quaternion in sight."""
    m = spinning_gyro()
    start = m.assemble({"ball": (0.8, 0.36, 0.48, 0.0)}, rates={"ball": (0.5, -1.0, 2.0)})
    model = estimate.Model(m, start)
    sigma = dict.fromkeys(model.names[:3], 0.2) | dict.fromkeys(model.names[3:], 0.3)
    noise, prior = estimate.ProcessNoise(0.2), estimate.About(start, sigma)
    values = []
    for seed in range(24):
        rng = np.random.default_rng(seed)
        truth = simulate_truth(model, prior, [rng], 0.01, 100, noise=noise, keep_states=True)
        log = read(model, truth.t, truth.signals[0], rng)
        filter = estimate.make_filter("error-state", model, prior, noise, step=0.01)
        row = []
        for k in range(len(log)):
            e = filter.step(log.t[k], dict(zip(log.names, log.values[k], strict=True)))
            d = np.ravel(model.kernel("difference")(0.0, truth.states[0, k], model.u, model.p, e.state.x))
            row.append(d @ np.linalg.solve(e.covariance, d))
            assert np.linalg.norm(e.state.q) == pytest.approx(1.0, abs=1e-12)
        values.append(row)
    result = consistency(np.array(values), 6)
    assert result.time_average == pytest.approx(6.0, rel=0.1)
    assert result.inside >= 0.85
    unscented = estimate.make_filter("unscented", model, prior, noise, step=0.01).run(log)
    again = estimate.make_filter("error-state", model, prior, noise, step=0.01).run(log)
    assert np.nanmax(np.abs(unscented.mean - again.mean)[50:]) < 0.03
    with pytest.raises(DescriptionError, match="use filter='error-state'"):
        estimate.make_filter("extended", model, prior, noise)


def test_an_unknown_length_is_found_with_the_state() -> None:
    """Pendulum with an encoder whose length is 20 % longer than thought."""
    m = pendulum()
    start = m.assemble({"pivot": 1.0})
    rod = m.edit()
    true = estimate.Model(rod, rod.assemble({"pivot": 1.0}), parameters={"length": 1.2})
    truth = simulate_truth(true, estimate.About(rod.assemble({"pivot": 1.0})), [np.random.default_rng(1)], 0.01, 800)
    log = read(true, truth.t, truth.signals[0], np.random.default_rng(2))
    model = estimate.Model(m, start, estimate=["length"])
    prior = estimate.About(start, {"pivot": 0.05, "pivot.rate": 0.05, "length": 0.2})
    for name, options in (("extended", {}), ("unscented", {}), ("particle", {"particles": 1500, "seed": 1})):
        filter = estimate.make_filter(name, model, prior, estimate.ProcessNoise(0.01), step=0.01, **options)
        track = filter.run(log)
        e = filter.estimate()
        assert e["length"] == pytest.approx(1.2, abs=5 * e.sigma("length") + 1e-3), name
        assert e.sigma("length") < 0.02, name
        assert abs(track["pivot"][-1] - truth.values[0, -1, 0]) < 0.03


def test_an_unknown_force_is_found_from_two_sensors_of_different_rates() -> None:
    """A torque that jumps from 0 to 2 N·m: gyroscope at 100 Hz, encoder at 10 Hz, the torque a parameter with a random walk."""
    import biela

    m = biela.Mechanism("loaded pendulum", gravity=(0, -9.81, 0))
    m.parameter("torque", 0.0, "N·m")
    bob = m.body("bob", mass=1.0)
    m.revolute("pivot", m.ground, bob, child_point=(0, 1, 0))
    m.joint_spring("damper", "pivot", damping=0.3)
    m.user_effort("load", "pivot", lambda s: s.parameter("torque"))
    m.gyroscope("gyro", bob, axes="z", noise=0.01)
    m.encoder("encoder", "pivot", noise=0.02, rate=10.0)
    start = m.assemble({"pivot": 0.5})
    first = estimate.Model(m, start)
    before = simulate_truth(first, estimate.About(start), [np.random.default_rng(0)], 0.01, 300, threads=1)
    second = estimate.Model(m, start, parameters={"torque": 2.0})
    middle = second.state(before.end[0])
    after = simulate_truth(second, estimate.About(middle), [np.random.default_rng(0)], 0.01, 300, threads=1)
    t = 0.01 * np.arange(1, 601)
    log = read(first, t, np.concatenate([before.signals[0], after.signals[0]]), np.random.default_rng(3))
    assert np.isfinite(log["gyro"]).all() and np.isfinite(log["encoder"]).sum() == 60
    model = estimate.Model(m, start, estimate=["torque"])
    prior = estimate.About(start, {"pivot": 0.1, "pivot.rate": 0.1, "torque": 0.5})
    noise = estimate.ProcessNoise(0.02, parameters={"torque": 1.0})
    for name in ("extended", "unscented", "error-state"):
        track = estimate.make_filter(name, model, prior, noise, step=0.01).run(log)
        torque, sigma = track["torque"], track.sigma("torque")
        assert abs(torque[290:300].mean()) < 3 * sigma[295]
        assert torque[-10:].mean() == pytest.approx(2.0, abs=3 * sigma[-1]) and sigma[-1] < 0.4
        assert abs(track["pivot"][-1] - after.values[0, -1, 0]) < 0.03
        assert set(track.count) == {1, 2}
