"""Statistics of clouds, proposals, implicit steps: what a filter's numbers rest on."""

from __future__ import annotations

import numpy as np
import pytest

from biela import estimate
from biela.estimate.sensor_model import read
from biela.estimate.statistics import circular_mean, credible_interval, modes, to_turn, wilson_interval, wrapped
from biela.estimate.truth import simulate_truth
from biela.mechanism.mechanism import Mechanism
from estimation_machines import five_bar, five_bar_start, long_four_bar, long_start, oscillator, pendulum


def test_angles_are_wrapped_to_half_open_turns() -> None:
    assert to_turn(-2 * np.pi) == 0.0 and to_turn(-1e-20) == 0.0 and to_turn(2 * np.pi) == 0.0
    assert (to_turn(np.linspace(-50, 50, 10_001)) < 2 * np.pi).all()
    assert wrapped(np.pi) == np.pi and wrapped(-np.pi) == np.pi
    assert np.abs(wrapped(np.linspace(-50, 50, 999)) - np.angle(np.exp(1j * np.linspace(-50, 50, 999)))).max() < 1e-12


def test_circular_mean_of_a_cloud_that_straddles_zero() -> None:
    angles = np.radians([350.0, 10.0, 20.0])
    assert circular_mean(angles, [1, 1, 1]) == pytest.approx(np.radians(6.67), abs=2e-3)


def test_modes_and_intervals_of_two_bells() -> None:
    rng = np.random.default_rng(1)
    v = np.concatenate([rng.normal(0.1, 0.1, 3000), rng.normal(3.0, 0.1, 1000)])
    found = modes(v, np.ones(v.size), angle=True, width=0.1)
    assert found[0] == pytest.approx((0.1, 0.75), abs=0.04) and found[1] == pytest.approx((3.0, 0.25), abs=0.04)
    low, high = credible_interval(rng.normal(0.0, 0.2, 20_000), np.ones(20_000), 0.95, angle=True)
    assert (low, high) == pytest.approx((-0.392, 0.392), abs=0.03)
    assert credible_interval([0.0, 1.0, 2.0], [0.01, 0.98, 0.01], 0.9) == (1.0, 1.0)
    assert wilson_interval(50, 100) == pytest.approx((0.404, 0.596), abs=1e-3)


def test_copies_spread_and_keep_mean_and_covariance() -> None:
    """After one resampling the copies have spread along the cloud's own directions; the cloud is as wide as before."""
    m = oscillator()
    start = m.assemble({"slide": 0.2})
    model = estimate.Model(m, start)
    prior = estimate.About(start, np.array([[0.01, 0.009], [0.009, 0.01]]))
    plain, spread = (
        estimate.ParticleFilter(model, prior, step=0.01, particles=4000, seed=2, threshold=1.0, **options)  # type: ignore[arg-type]
        for options in ({"proposal": "bootstrap"}, {})
    )
    for filter in (plain, spread):
        filter.step(0.01, {"ruler": 0.2})
    assert len(np.unique(plain.values()[:, 0])) < 0.7 * 4000
    assert len(np.unique(spread.values()[:, 0])) == 4000
    before, after = np.cov(plain.values().T), np.cov(spread.values().T)
    assert after == pytest.approx(before, rel=0.08)
    assert spread.values().mean(axis=0) == pytest.approx(plain.values().mean(axis=0), abs=0.002)


class TwoBells(estimate.Prior):
    """Slide at −1 or 1, narrow bells of equal weight."""

    def draw(self, model: estimate.Model, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        x = np.repeat(model.about.x[None, :], count, axis=0)
        return x, np.stack([rng.choice([-1.0, 1.0], count), np.zeros(count)], axis=1) + 0.02 * rng.standard_normal((count, 2))


def test_two_modes_stay_two_modes() -> None:
    """A sensor of slide² cannot tell two modes; resampled 40 times, each stays as narrow as the readings make it."""
    m = oscillator().edit()
    m.user_sensor("size", law=lambda s: s["slide.position"] ** 2, unit="m", noise=0.05)
    model = estimate.Model(m, m.assemble({"slide": 0.0}), sensors=["size"])
    filter = estimate.ParticleFilter(model, TwoBells(), particles=1000, seed=3, threshold=1.0)
    for _ in range(40):
        filter.update({"size": 1.0})
    assert filter.resamplings >= 40
    values, w = filter.values()[:, 0], filter.weights
    assert 0.2 < w[values > 0].sum() < 0.8
    exact = (0.02**-2 + 40 * 2.0**2 / 0.05**2) ** -0.5
    for side in (-1, 1):
        own = np.sign(values) == side
        assert abs(np.average(values[own], weights=w[own]) - side) < 4 * exact
        assert values[own].std() == pytest.approx(exact, rel=0.35)


def test_implicit_steps_are_of_order_two_and_stable_beyond_explicit_ones() -> None:
    m = long_four_bar()
    start = long_start(m).with_rates({"A": 1.0})
    model = estimate.Model(m, start, independent=["A"], sensors=["gyro"])

    def end(h: float, integrator: str) -> float:
        filter = estimate.ParticleFilter(model, estimate.About(start), particles=1, step=h, integrator=integrator)
        for k in range(round(1 / h)):
            filter.predict((k + 1) * h)
        return float(filter.values()[0, 1])

    exact = end(0.001, "rk4")
    errors = [abs(end(h, "implicit") - exact) for h in (0.02, 0.01, 0.005)]
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.25) and errors[1] / errors[2] == pytest.approx(4, rel=0.2)
    stiff = oscillator().edit()
    stiff.joint_spring("hard", "slide", damping=2e4)  # time constant 0.1 ms
    begin = stiff.assemble({"slide": 0.1})
    fast = estimate.Model(stiff, begin)
    prior = estimate.About(begin, {"slide": 0.01})
    log = estimate.Log.of(0.01 * np.arange(1, 51), {"ruler": np.full(50, 0.1)})
    for name in ("extended", "unscented", "particle"):
        options = {"particles": 100} if name == "particle" else {}
        filter = estimate.make_filter(name, fast, prior, estimate.ProcessNoise(0.1), step=0.01, integrator="implicit", **options)
        track = filter.run(log)
        assert np.abs(track.mean[-1, 0] - 0.1) < 0.02 and np.abs(track.mean[-1, 1]) < 0.01


def test_two_freedoms_on_any_number_of_threads() -> None:
    """A five-bar: particles stay closed and on their branch; threads change nothing."""
    m = five_bar()
    start = five_bar_start(m)
    model = estimate.Model(m, start, independent=["A", "E"])
    prior, noise = (estimate.About(start, {"A": 0.1, "E": 0.1}), estimate.ProcessNoise(np.array([[0.04, 0.01], [0.01, 0.09]])))
    log = estimate.Log.of(0.005 * np.arange(1, 41), {"left": np.linspace(0, 0.2, 40), "right": np.linspace(0, -0.1, 40)})
    found = []
    for threads in (1, 2):
        filter = estimate.ParticleFilter(
            model, prior, noise, particles=333, step=0.005, likelihood_scale=10, seed=3, threads=threads, reach=np.inf
        )
        filter.run(log)
        found.append(filter.values())
    assert np.array_equal(*found)
    worst = max(np.abs(model.functions.evaluate("closure", 0.0, x, model.u, model.p)[0]).max() for x in filter.cloud.states())
    assert worst < 1e-10
    assert noise.covariance(model, 0.01)[2:, 2:] == pytest.approx(np.array([[0.04, 0.01], [0.01, 0.09]]) * 0.01)


def test_a_rocker_starts_anywhere_in_its_two_ranges_on_both_branches() -> None:
    """Closed-form limits as prior: two intervals, two branches, found and filled without being told a single state."""
    from biela.library import double_crank
    from four_bar_classes import input_limits

    limits = input_limits(4, 4, 3, 2)
    m = double_crank.build(4, 4, 3, 2)
    middle = 0.5 * sum(limits[0])
    model = estimate.Model(m, [double_crank.start(m, a, b) for a in (middle, -middle) for b in (1, -1)], independent=["A"])
    filter = estimate.ParticleFilter(model, estimate.Uniform({"A": limits}), particles=600, seed=4)
    angles, signs = filter.values()[:, 0], filter.cloud.signs()[:, 0]
    inside = [(low <= angles) & (angles <= high) for low, high in limits]
    assert (inside[0] | inside[1]).all()
    for here in inside:
        for sign in (-1.0, 1.0):
            assert 100 < (here & (signs == sign)).sum() < 200
    # uniform: a Kolmogorov-Smirnov distance that 600 draws exceed once in a thousand runs
    low, high = limits[0]
    own = np.sort(angles[inside[0]])
    distance = np.abs((own - low) / (high - low) - (np.arange(own.size) + 0.5) / own.size).max()
    assert distance < 1.95 / np.sqrt(own.size)


def test_particles_count_turns_as_kalman_filters_do() -> None:
    """A pendulum that goes over the top four times: both filters give the coordinate of the machine, not wrapped."""
    m = pendulum()
    start = m.assemble({"pivot": 0.0}, rates={"pivot": 12.0})
    model = estimate.Model(m, start)
    prior = estimate.About(start, {"pivot": 0.05, "pivot.rate": 0.05})
    truth = simulate_truth(model, estimate.About(start), [np.random.default_rng(0)], 0.01, 250, threads=1)
    log = read(model, truth.t, truth.signals[0], np.random.default_rng(1))
    noise = estimate.ProcessNoise(0.2)
    kalman = estimate.ExtendedKalmanFilter(model, prior, noise, step=0.01)
    cloud = estimate.ParticleFilter(model, prior, noise, particles=300, step=0.01, seed=2, threads=1)
    tracks = [f.run(log) for f in (kalman, cloud)]
    assert truth.values[0, -1, 0] > 20.0
    for track in tracks:
        assert np.abs(track["pivot"] - truth.values[0, :, 0]).max() < 0.2
    assert abs(cloud.estimate()["pivot"] - kalman.estimate()["pivot"]) < 0.1


def test_sigma_points_of_a_stiff_machine_have_a_jacobian_each() -> None:
    """A damping known to 50 %: points with other time constants than the mean go where explicit steps of 0.1 ms lead them."""
    m = Mechanism("stiff", gravity=(0, 0, 0))
    damping = m.parameter("c", 3000.0, "N*s/m")
    block = m.body("block", mass=2.0)
    m.prismatic("slide", m.ground, block, axis=(1, 0, 0))
    m.joint_spring("spring", "slide", stiffness=5e3, damping=damping)
    m.encoder("ruler", "slide", noise=0.002)
    start = m.assemble({"slide": 0.1})
    model = estimate.Model(m, start, estimate=["c"])
    t = 0.01 * np.arange(1, 101)
    noise = 0.002 * np.random.default_rng(1).standard_normal(100)
    log = estimate.Log.of(t, {"ruler": 0.1 * np.exp(-t * 5e3 / 3e3) + noise})
    prior = estimate.About(start, {"slide": 0.01, "slide.rate": 0.05, "c": 1600.0})
    exact, implicit = (
        estimate.UnscentedKalmanFilter(model, prior, estimate.ProcessNoise(1.0), step=h, integrator=how).run(log)
        for h, how in ((1e-4, "rk4"), (0.01, "implicit"))
    )
    assert implicit["c"][-1] == pytest.approx(exact["c"][-1], rel=2e-3)
    assert implicit.sigma("c")[-1] == pytest.approx(exact.sigma("c")[-1], rel=0.01)


def test_a_stop_that_is_reached_within_a_sample_is_not_missed() -> None:
    """A block leaves a hard stop after 3 ms: samples of 20 ms lead a mean, and true runs, where the simulation goes."""
    m = Mechanism("stopped", gravity=(0, 0, 0))
    m.prismatic("slide", m.ground, m.body("block", mass=1.0), axis=(1, 0, 0))
    m.stop("stop", "slide", upper=0.0, stiffness=1e6, damping=0.2)
    m.encoder("ruler", "slide", noise=1e-3)
    start = m.assemble({"slide": -0.1}).with_rates({"slide": 1.0})
    model = estimate.Model(m, start)
    exact = m.simulate(start, duration=0.2, rtol=1e-10, atol=1e-12)
    end = np.array([exact["slide.position"][-1], exact["slide.rate"][-1]])
    assert end[1] < -0.5
    mean = estimate.ExtendedKalmanFilter(
        model, estimate.About(start, {"slide": 1e-3, "slide.rate": 1e-3}), step=0.02, integrator="implicit"
    )
    for k in range(10):
        mean.predict(0.02 * (k + 1))
    assert np.abs(model.values(mean.mean[: model.n_x]) - end).max() < 2e-3
    wide = estimate.About(start, {"slide": 0.02, "slide.rate": 0.3})

    def run(count: int) -> object:
        return simulate_truth(model, wide, [np.random.default_rng(k) for k in range(count)], 0.02, 10, integrator="implicit")

    several, alone = run(3), run(1)
    assert np.array_equal(several.values[0], alone.values[0])
    for begin, found in zip(several.start, several.values[:, -1], strict=True):
        own = m.simulate(model.state(begin), duration=0.2, rtol=1e-10, atol=1e-12)
        assert found[0] == pytest.approx(own["slide.position"][-1], abs=1e-3)


def test_states_of_networks_walk_by_a_part_of_their_value() -> None:
    from biela.library import motor_four_bar

    m = motor_four_bar.build()
    model = estimate.Model(m, motor_four_bar.start(m), sensors=[])
    k, n_s = 2 * model.k, len(model.chart.states)
    assert n_s > 0
    values = np.abs(model.values(model.about.x))[k : k + n_s]
    P = estimate.ProcessNoise(states=0.05).covariance(model, 0.01)
    assert np.diag(P)[k : k + n_s] == pytest.approx((0.05 * np.maximum(values, 1e-3)) ** 2 * 0.01)
    assert not P[:k].any()
