"""Live use: late and missing readings, snapshots, bad input by its words; what sensors can see."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biela import estimate
from biela.base.errors import DescriptionError, UnknownName
from biela.estimate.consistency import health
from biela.estimate.observability import NotObservable, observability
from biela.estimate.sensor_model import read
from biela.estimate.truth import simulate_truth
from estimation_machines import long_four_bar, long_start, oscillator, pendulum

FILTERS = ("particle", "extended", "unscented", "gauss-hermite", "error-state")


@pytest.fixture(scope="module")
def swinging() -> dict[str, Any]:
    m = pendulum(damping=0.1)
    start = m.assemble({"pivot": 1.0})
    model = estimate.Model(m, start)
    truth = simulate_truth(model, estimate.About(start), [np.random.default_rng(0)], 0.02, 60, threads=1)
    log = read(model, truth.t, truth.signals[0], np.random.default_rng(1))
    return {
        "model": model,
        "start": start,
        "log": log,
        "truth": truth,
        "prior": estimate.About(start, {"pivot": 0.1, "pivot.rate": 0.1}),
    }


def make(case: dict[str, Any], name: str, **options: Any) -> Any:
    if name == "particle":
        options = {"particles": 300, "seed": 1, "threads": 1} | options
    return estimate.make_filter(name, case["model"], case["prior"], estimate.ProcessNoise(0.3), step=0.02, **options)


@pytest.mark.parametrize("name", FILTERS)
def test_live_steps_equal_the_whole_log(swinging: dict[str, Any], name: str) -> None:
    log, live, whole = swinging["log"], make(swinging, name), make(swinging, name)
    track = whole.run(log)
    for k in range(len(log)):
        e = live.step(log.t[k], {"encoder": log.values[k, 0]})
        # a live estimate is of the particles as they are, after resampling; the track is of those before it
        shift = 0.3 * track.spread[k] if name == "particle" else 1e-12
        assert (np.abs(e.mean - track.mean[k]) <= shift).all()
        assert e.sigma("pivot") == pytest.approx(track.spread[k, 0], rel=0.3 if name == "particle" else 1e-9)
    if name == "particle":
        assert np.array_equal(live.values(), whole.values()) and np.array_equal(live.weights, whole.weights)
    assert e.state["pivot.angle"] == pytest.approx(e["pivot"], abs=0.05 if name == "particle" else 1e-12)
    low, high = e.interval("pivot")
    assert low < swinging["truth"].values[0, -1, 0] < high


@pytest.mark.parametrize("name", FILTERS)
def test_a_late_sample_is_put_where_it_belongs(swinging: dict[str, Any], name: str) -> None:
    """The reading of step 20 arrives after that of step 25: the same estimate as in order, for every filter."""
    log = swinging["log"]
    ordered, late = make(swinging, name, memory=1.0), make(swinging, name, memory=1.0)
    for k in range(30):
        ordered.step(log.t[k], {"encoder": log.values[k, 0]})
        late.step(log.t[k], {} if k == 20 else {"encoder": log.values[k, 0]})
        if k == 25:
            late.step(log.t[20], {"encoder": log.values[20, 0]})
    a, b = ordered.estimate(), late.estimate()
    tolerance = 0.2 * a.sigma("pivot") if name == "particle" else 1e-9
    assert b.mean[0] == pytest.approx(a.mean[0], abs=tolerance)
    with pytest.raises(estimate.EstimationError, match="older than the filter remembers"):
        late.step(-0.5, {"encoder": 0.0})


@pytest.mark.parametrize("name", FILTERS)
def test_missing_readings_are_predicted_through(swinging: dict[str, Any], name: str) -> None:
    filter, log = make(swinging, name), swinging["log"]
    for k in range(20):
        filter.step(log.t[k], {"encoder": log.values[k, 0]})
    before = filter.estimate().sigma("pivot")
    for k in range(20, 40):
        e = filter.step(log.t[k], {"encoder": float("nan")} if k % 2 else {})
    assert e.sigma("pivot") > before and np.isfinite(e.mean).all()
    assert abs(e["pivot"] - swinging["truth"].values[0, 39, 0]) < 4 * e.sigma("pivot")


@pytest.mark.parametrize("name", FILTERS)
def test_predict_and_update_apart_are_one_step(swinging: dict[str, Any], name: str) -> None:
    a, b, log = make(swinging, name), make(swinging, name), swinging["log"]
    kept = b.snapshot()
    a.step(log.t[0], {"encoder": log.values[0, 0]})
    for _ in range(2):
        b.restore(kept)
        b.predict(log.t[0])
        b.update({"encoder": log.values[0, 0]})
    if name != "particle":  # particles count a prediction and an update as two draws
        assert b.estimate().mean == pytest.approx(a.estimate().mean, abs=1e-12)
    assert b.t == log.t[0]


# ---------------------------------------------------------------------------------------------------------------- inputs


def driven() -> estimate.Model:
    """A wheel of inertia 1 with a motor, read by an encoder: rate = ∫ torque."""
    import biela

    m = biela.Mechanism("wheel", gravity=(0, 0, 0))
    m.revolute("A", m.ground, m.body("wheel", mass=1.0, inertia=(1.0, 1.0, 1.0)))
    m.motor("M", "A")
    m.encoder("encoder", "A", noise=1.0)
    return estimate.Model(m, m.assemble())


@pytest.mark.parametrize("name", FILTERS)
def test_inputs_hold_from_their_sample_on_and_belong_to_the_filter(name: str) -> None:
    """Torque 1 from 1 s, −2 from 3 s: rate 0, 0, 1, 2, 0; another filter on the same model knows nothing of it."""
    model = driven()
    options = {"particles": 20} if name == "particle" else {}
    prior = estimate.About(model.about)
    filter, other = (estimate.make_filter(name, model, prior, step=0.1, **options) for _ in range(2))
    rates = [filter.step(t, {}, inputs=u)["A.rate"] for t, u in ((1.0, {"M": 1.0}), (2.0, None), (3.0, {"M": -2.0}), (4.0, {}))]
    assert rates == pytest.approx([0.0, 1.0, 2.0, 0.0], abs=1e-12)
    assert other.step(4.0, {})["A.rate"] == pytest.approx(0.0, abs=1e-12) and not model.u.any()
    filter.set_inputs({"M": 0.5})
    e = filter.step(6.0, {})
    assert e["A.rate"] == pytest.approx(1.0, abs=1e-12) and e.state["A.acceleration"] == pytest.approx(0.5, abs=1e-12)


@pytest.mark.parametrize("name", FILTERS)
def test_late_samples_are_repeated_with_the_inputs_of_their_time(name: str) -> None:
    """A sample without readings comes late: repeating all inputs (changed at every step) changes nothing; a late input does."""
    model = driven()
    options = {"particles": 20} if name == "particle" else {}
    prior = estimate.About(model.about)
    ordered, late, command = (estimate.make_filter(name, model, prior, step=0.1, memory=10.0, **options) for _ in range(3))
    for k in range(1, 9):
        for filter in (ordered, late, command):
            filter.step(float(k), {}, inputs={"M": (-1.0) ** k * k} if k not in (5, 6) else None)
    late.step(2.5, {})
    assert late.estimate().mean == pytest.approx(ordered.estimate().mean, abs=1e-11)
    assert late.u == pytest.approx(ordered.u)
    command.step(5.0, {}, inputs={"M": 0.0})  # no torque from 5 s to 7 s, where there were 4
    assert command.estimate()["A.rate"] == pytest.approx(ordered.estimate()["A.rate"] - 2 * 4.0, abs=1e-11)


# ------------------------------------------------------------------------------------------------------------- bad input


def test_bad_readings_are_refused_by_name(swinging: dict[str, Any]) -> None:
    filter = make(swinging, "extended")
    with pytest.raises(UnknownName, match="no reading 'encoder_1'"):
        filter.step(0.02, {"encoder_1": 1.0})
    with pytest.raises(DescriptionError, match="reading 'encoder' is infinite"):
        filter.step(0.02, {"encoder": float("inf")})
    with pytest.raises(DescriptionError, match="give a number"):
        filter.step(0.02, {"encoder": "much"})  # type: ignore[dict-item]
    with pytest.raises(DescriptionError, match="time nan of the readings is not finite"):
        filter.predict(float("nan"))
    filter.step(0.5, {"encoder": 0.9})
    with pytest.raises(estimate.EstimationError, match="time goes backwards: the filter is at 0.5 s, the readings are of 0.3 s"):
        filter.step(0.3, {"encoder": 0.9})
    with pytest.raises(UnknownName, match="no input 'motor'"):
        filter.set_inputs({"motor": 1.0})
    with pytest.raises(UnknownName, match="filter 'extended' has no option 'particles': it takes step, .* an option of particle"):
        estimate.make_filter("extended", swinging["model"], swinging["prior"], particles=100)
    with pytest.raises(UnknownName, match="no filter 'extnded'"):
        estimate.make_filter("extnded", swinging["model"], swinging["prior"])


def test_bad_logs_are_refused(swinging: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(DescriptionError, match="time goes backwards in the log: 0.2 s is followed by 0.1 s"):
        estimate.Log.of([0.2, 0.1], {"encoder": [1.0, 1.0]})
    with pytest.raises(DescriptionError, match="reading 'encoder' at 0.1 s is infinite"):
        estimate.Log.of([0.1], {"encoder": [np.inf]})
    with pytest.raises(UnknownName, match="nothing in common"):
        make(swinging, "extended").run(estimate.Log.of([0.1], {"other": [1.0]}))
    with pytest.raises(DescriptionError, match="the log begins at -1 s"):
        make(swinging, "extended").run(estimate.Log.of([-1.0], {"encoder": [1.0]}))
    path = tmp_path / "log.csv"
    swinging["log"].save(path)
    again = estimate.Log.read(path)
    assert again.values == pytest.approx(swinging["log"].values, rel=1e-11) and again.names == ("encoder",)
    path.write_text("time,encoder\n0.1,one\n")
    with pytest.raises(ValueError, match="'encoder' holds something that is not a number: 'one' in line 2"):
        estimate.Log.read(path)


def test_covariances_must_be_positive_definite() -> None:
    m = oscillator().edit()
    with pytest.raises(DescriptionError, match="covariance of sensor 'bad' is not positive definite"):
        m.gauge("bad", "slide.position", "slide.rate", covariance=((1.0, 2.0), (2.0, 1.0)))
    m.gauge("perfect", "slide.rate")
    start = m.assemble({"slide": 0.1})
    with pytest.raises(DescriptionError, match="covariance of the readings is not positive definite: perfect"):
        estimate.make_filter("extended", estimate.Model(m, start, sensors=["ruler", "perfect"]), estimate.About(start))
    model = estimate.Model(m, start, sensors=["ruler"])
    with pytest.raises(DescriptionError, match="covariance of the prior is not positive definite"):
        estimate.make_filter("extended", model, estimate.About(start, np.diag([1.0, -1.0])))
    with pytest.raises(DescriptionError, match="covariance of the process noise is not positive definite"):
        estimate.ProcessNoise(np.array([[-1.0]])).matrix(model, 0.1)
    with pytest.raises(UnknownName, match="'slider' is not estimated"):
        estimate.make_filter("extended", model, estimate.About(start, {"slider": 1.0}))
    quiet = oscillator().edit()
    quiet.remove("ruler")
    with pytest.raises(DescriptionError, match="has no sensor with noise to read"):
        estimate.make_filter("extended", estimate.Model(quiet, quiet.assemble()), estimate.About(quiet.assemble()))


@pytest.mark.parametrize("far", [3.5, 1e200])
def test_a_reading_that_no_particle_explains(swinging: dict[str, Any], far: float) -> None:
    """50 standard deviations from every particle: the reading is named, with what the nearest particle predicts.

    The filter is then at the time of the reading, as if it had been missing; or it starts again if asked.
    """
    filter, blind = make(swinging, "particle"), make(swinging, "particle")
    with pytest.raises(
        estimate.IncompatibleReading, match=r"no particle explains the readings at 0.02 s: 'encoder' = .* reach = 20"
    ):
        filter.step(0.02, {"encoder": far})
    blind.step(0.02, {})
    assert filter.t == 0.02 and np.array_equal(filter.values(), blind.values())
    assert filter.weights == pytest.approx(blind.weights, rel=1e-12)
    filter = make(swinging, "particle", reinitialise=True)
    e = filter.step(0.02, {"encoder": far})
    assert filter.restarts == 1 and np.isfinite(e.mean).all() and np.isfinite(filter.weights).all()


def test_a_mad_sample_is_not_repeated_when_another_comes_late(swinging: dict[str, Any]) -> None:
    """With memory an unexplained sample counts as missing from then on, also when it was itself the late one."""
    log = swinging["log"]
    good, mad = make(swinging, "particle", memory=1.0), make(swinging, "particle", memory=1.0)
    for k in range(12):
        z = {} if k in (5, 8) else {"encoder": log.values[k, 0]}
        good.step(log.t[k], z)
        if k == 8:
            with pytest.raises(estimate.IncompatibleReading):
                mad.step(log.t[k], {"encoder": 40.0})
        else:
            mad.step(log.t[k], z)
    for filter in (good, mad):
        filter.step(log.t[5], {"encoder": log.values[5, 0]})
    assert mad.estimate().mean == pytest.approx(good.estimate().mean, abs=1e-12)
    with pytest.raises(estimate.IncompatibleReading):
        mad.step(log.t[9] - 0.01, {"encoder": 40.0})
    assert mad.t == log.t[11] and abs(mad.estimate()["pivot"] - swinging["truth"].values[0, 11, 0]) < 0.2


def test_how_far_a_reading_may_be(swinging: dict[str, Any]) -> None:
    """`reach` counts standard deviations of the sensor times the likelihood scale, from the nearest particle."""
    probe = make(swinging, "particle")
    probe.predict(0.02)
    highest, sigma = probe.values()[:, 0].max(), 0.05
    for scale in (1.0, 3.0):
        for reach in (4.0, 20.0):
            options = {"reach": reach, "likelihood_scale": scale}
            make(swinging, "particle", **options).step(0.02, {"encoder": highest + 0.99 * reach * scale * sigma})
            with pytest.raises(estimate.IncompatibleReading):
                make(swinging, "particle", **options).step(0.02, {"encoder": highest + 1.01 * reach * scale * sigma})
    make(swinging, "particle", reach=np.inf).step(0.02, {"encoder": 1e6})


@pytest.mark.parametrize("threads", [1, 2])
def test_a_log_goes_on_after_a_start_from_the_prior(swinging: dict[str, Any], threads: int) -> None:
    """One mad sample in the middle: skipped, a cloud from the prior in its place, and the rest of the log is filtered."""
    log, bad = swinging["log"], 25
    values = log.values.copy()
    values[bad] = 30.0
    mad = estimate.Log(log.t, log.names, values)
    with pytest.raises(estimate.IncompatibleReading, match="at 0.52 s"):
        make(swinging, "particle").run(mad)
    filter = make(swinging, "particle", reinitialise=True, threads=threads)
    filter.prior = estimate.About(swinging["start"], {"pivot": 1.0, "pivot.rate": 3.0})
    before = make(swinging, "particle").run(estimate.Log(log.t[:bad], log.names, log.values[:bad]))
    track = filter.run(mad)
    assert filter.restarts == 1 and filter.t == log.t[-1]
    assert np.array_equal(track.mean[:bad], before.mean)
    assert track.mean[bad, 0] == pytest.approx(1.0, abs=0.2) and track.spread[bad] == pytest.approx([1.0, 3.0], rel=0.15)
    assert track.innovation[bad, 0] > 25 and track.count[bad] == 0 and track.extras["evidence"][bad] == -np.inf
    assert (track.spread[bad + 1 :] > 0).all() and track.count.sum() == len(log) - 1
    error = track.mean - swinging["truth"].values[0]
    assert (np.abs(error[bad + 15 :]) < 4 * track.spread[bad + 15 :]).all() and track.spread[-1, 0] < 0.1
    live = make(swinging, "particle", reinitialise=True, threads=threads)
    live.prior = filter.prior
    for k in range(len(log)):
        live.step(log.t[k], {"encoder": values[k, 0]})
    assert live.restarts == 1 and abs(live.estimate()["pivot"] - swinging["truth"].values[0, -1, 0]) < 0.1


def test_a_prior_out_of_reach_is_refused() -> None:
    from biela.library import double_crank

    m = double_crank.build(4, 3, 1, 2)  # reaches ±48.19° only
    start = double_crank.start(m, 0.3, 1)
    model = estimate.Model(m, start, independent=["A"])
    with pytest.raises(estimate.PriorOutOfReach, match="outside the reachable set"):
        estimate.ParticleFilter(model, estimate.Uniform({"A": (1.0, 2.0)}, [start]), particles=50)
    inside = estimate.ParticleFilter(
        model, estimate.Uniform({"A": (-0.8, 0.8)}, [start, double_crank.start(m, 0.3, -1)]), particles=200
    )
    assert np.abs(inside.values()[:, 0]).max() < 0.8
    assert set(inside.cloud.signs()[:, 0]) == {-1.0, 1.0}
    with pytest.raises(DescriptionError, match=r"range of 'A' in the prior is \(2, 1\)"):
        estimate.ParticleFilter(model, estimate.Uniform({"A": (2.0, 1.0)}, [start]), particles=5)


def test_perturbations_out_of_reach_are_shortened_and_counted() -> None:
    """A rocker near its limit under strong noise: particles stay closed, on their branch, finite; never NaN."""
    from biela.library import double_crank
    from four_bar_classes import input_limits

    m = double_crank.build(4, 3, 1, 2)
    ((_, high),) = input_limits(4, 3, 1, 2)
    start = double_crank.start(m, high - 0.1, 1)
    model = estimate.Model(m, start, independent=["A"])
    filter = estimate.ParticleFilter(
        model, estimate.About(start, {"A": 0.01}), estimate.ProcessNoise(0.3, "angle_per_step"), particles=200, step=0.005, seed=3,
        likelihood_scale=1000,
    )  # fmt: skip
    for k in range(1, 6):
        e = filter.step(0.005 * k, {"gyro": 0.0})
    assert filter.recovered > 20
    assert np.isfinite(e.mean).all() and np.isfinite(filter.values()).all()
    alive = filter.weights > 0
    for x in filter.cloud.states()[alive][:20]:
        assert abs(model.functions.evaluate("closure", 0.0, x, model.u, model.p)[0]).max() < 1e-9
    assert np.abs(filter.values()[alive, 0]).max() <= high + 1e-9


@pytest.mark.parametrize(
    "bad", [{"particles": 0}, {"likelihood_scale": 0.0}, {"threshold": 2.0}, {"proposal": "guess"}, {"integrator": "euler"}]
)
def test_bad_options(swinging: dict[str, Any], bad: dict[str, Any]) -> None:
    with pytest.raises(DescriptionError):
        make(swinging, "particle", **bad)


# ----------------------------------------------------------------------------------------------- observability, health


def test_what_sensors_can_see() -> None:
    """A gyroscope on a free pendulum sees angle and rate through gravity; without gravity it cannot see the angle."""
    import biela

    def model(gravity: float) -> tuple[estimate.Model, Any]:
        m = biela.Mechanism("bar", gravity=(0, -gravity, 0))
        bar = m.body("bar", mass=1.0, com=(0.5, 0, 0), inertia=(0.1, 0.1, 0.1))
        m.revolute("A", m.ground, bar)
        m.gyroscope("gyro", bar, axes="z", noise=0.01)
        start = m.assemble({"A": 0.3})
        return estimate.Model(m, start), start

    seen = observability(*model(9.81))
    assert seen.complete and (seen.gain > 5).all()
    blind = observability(*model(0.0))
    assert not blind.complete
    assert list(blind.unseen[0]) == ["A"] and "not seen" in str(blind)
    assert blind.gain[0] == pytest.approx(1.0, abs=1e-9) and blind.gain[1] > 5
    with pytest.raises(NotObservable, match=r"the sensors do not see A \(rank 1 of 2\)"):
        blind.require()


def test_health_of_a_log(swinging: dict[str, Any]) -> None:
    m = swinging["model"]
    truth = simulate_truth(m, estimate.About(swinging["start"]), [np.random.default_rng(5)], 0.02, 600, threads=1)
    log = read(m, truth.t, truth.signals[0], np.random.default_rng(6))
    good = make(swinging, "extended")
    assert health(good.run(log)).healthy
    loud = estimate.Log(log.t, log.names, log.values + 0.2 * np.random.default_rng(7).standard_normal(log.values.shape))
    verdict = health(make(swinging, "extended").run(loud))
    assert not verdict.healthy and "as large as expected" in verdict.complaints[0] and verdict.nis["encoder"] > 5


def test_a_tempered_filter_is_healthy_on_perfect_data_and_finds_a_wrong_model() -> None:
    """The filter of the first page, readings taken five times as noisy as they are: healthy in four of five seeds or more.

    With a sensor whose offset sways slowly by 0.15 rad/s (15 σ, three times what it was told to expect) it never is.
    """
    from biela.library import double_crank

    m = double_crank.build()
    start = double_crank.start(m)
    model = estimate.Model(m, start, independent=["A"])
    prior, noise = estimate.About(start, {"A": 0.3, "A.rate": 0.1}), estimate.ProcessNoise(0.05)
    right = wrong = 0
    for seed in range(5):
        truth = simulate_truth(model, prior, [np.random.default_rng([seed, 1])], 0.006, 500, noise=noise, threads=1)
        log = read(model, truth.t, truth.signals[0], np.random.default_rng([seed, 2]))
        swaying = estimate.Log(log.t, log.names, log.values + 0.15 * np.sin(6 * log.t)[:, None])
        for data in (log, swaying):
            filter = estimate.make_filter("particle", model, prior, noise, step=0.006, likelihood_scale=5, threads=1)
            verdict = health(filter.run(data))
            if data is log:
                right += verdict.healthy
                text = str(verdict)
                assert text.startswith("the filter is healthy: " if verdict.healthy else "the filter is NOT healthy\n  - gyro: ")
            else:
                wrong += verdict.healthy
    assert right >= 4 and wrong == 0


def test_a_prior_on_the_other_branch_is_noticed() -> None:
    """Assembled without a guess the long four-bar flips: a filter would be sure of the wrong branch."""
    m = long_four_bar()
    start = long_start(m)
    model = estimate.Model(m, start, independent=["A"])
    flipped = m.assemble({"A": np.pi / 3}, guess={"A": np.pi / 3, "B": -1.5, "D": -np.radians(100)})
    assert model.closed(flipped.x)[2] != model.closed(start.x)[2]
    with pytest.warns(estimate.BranchWarning, match=r"guess=start"):
        estimate.make_filter("extended", model, estimate.About(flipped, {"A": 0.1}))
    with pytest.warns(estimate.BranchWarning):
        estimate.make_filter("particle", model, estimate.About(flipped, {"A": 0.1}), particles=10)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        estimate.make_filter("extended", model, estimate.About(start, {"A": 0.1}))
        both = estimate.Model(m, [start, flipped], independent=["A"])
        estimate.make_filter("extended", both, estimate.About(flipped, {"A": 0.1}))


# ----------------------------------------------------------------------------------------------------------- sensors


def test_sensor_errors_are_those_described() -> None:
    """Bias, drift, quantisation, delay, own rate, dropouts: each seen in many samples."""
    m = long_four_bar().edit()
    m.encoder("slow", "A", noise=0.0, resolution=0.1, rate=20.0)
    m.gauge("late", "A.rate", noise=1e-9, delay=0.05, dropout=0.25)
    m.gauge("drifting", "A.rate", noise=1e-9, bias=0.5, drift=0.3)
    m.encoder("absolute", "A", noise=1e-9, period=2 * np.pi)
    start = long_start(m)
    model = estimate.Model(m, start, sensors=["slow", "late", "drifting", "absolute"], independent=["A"])
    t = 0.01 * np.arange(1, 4001)
    signal = np.column_stack([t, np.sin(t), np.zeros(t.size), 10 * t])
    log = read(model, t, signal, np.random.default_rng(9))
    slow = log["slow"]
    assert np.isfinite(slow).mean() == pytest.approx(0.2, abs=0.001)
    seen = np.isfinite(slow)
    assert slow[seen] == pytest.approx(np.round(t[seen] / 0.1) * 0.1, abs=1e-12)
    assert np.isnan(log["late"]).mean() == pytest.approx(0.25, abs=0.03)
    ok = np.isfinite(log["late"]) & (t > 0.1)
    assert log["late"][ok] == pytest.approx(np.sin(t[ok] - 0.05), abs=1e-4)
    walk = log["drifting"] - 0.5
    assert np.diff(walk).std() == pytest.approx(0.3 * np.sqrt(0.01), rel=0.05)
    assert log["absolute"] == pytest.approx(np.mod(10 * t, 2 * np.pi), abs=1e-6)
    assert model.covariance[0, 0] == pytest.approx(0.1**2 / 12)
