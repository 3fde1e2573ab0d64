"""Least squares and its statistics, physical feasibility, reduction and validation, on arms whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sympy")
pytest.importorskip("clarabel")

import biela  # noqa: E402
from biela.base.errors import DescriptionError, UnknownName  # noqa: E402
from biela.identify.feasibility import feasible_estimate, infeasible_bodies, pseudo_inertia  # noqa: E402
from biela.identify.least_squares import estimate, whiteness  # noqa: E402
from biela.identify.observation import Observation, PoorData, check, observe  # noqa: E402
from biela.identify.reduction import contribution, eliminate, khalil_dombre  # noqa: E402
from biela.identify.regressor import Regressor  # noqa: E402
from biela.identify.structure import base_parameters  # noqa: E402
from biela.identify.trajectory import Fourier  # noqa: E402
from biela.identify.validation import check_mass_matrix, mass_matrices, prediction_error, validate  # noqa: E402
from biela.state.functions import functions_of  # noqa: E402
from identification_checks import cad_error, force_error  # noqa: E402

AXES = ((0, 0, 1), (0, 1, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0), (1, 0, 0))


def make_arm(joints: int) -> Regressor:
    m = biela.Mechanism(f"arm of {joints} joints")
    inner = m.ground
    for i, axis in enumerate(AXES[:joints]):
        mass = 3.0 / (1 + i)
        link = m.body(f"link_{i + 1}", mass=mass, com=(0.18, 0.01, 0.02), inertia=(0.01 * mass, 0.02 * mass, 0.022 * mass))
        m.revolute(f"q{i + 1}", inner, link, parent_point=(0, 0, 0.2) if i == 0 else (0.4, 0, 0), axis=axis)
        m.motor(f"motor_{i + 1}", f"q{i + 1}")
        inner = link
    return Regressor(m, [f"q{i + 1}" for i in range(joints)], parameters=("inertia",))


def motion(regressor, seed, samples, amplitude=1.2, harmonics=4, frequency=0.25):
    series = Fourier(harmonics, frequency)
    t = series.times(samples)
    c = series.random(regressor.dof, np.random.default_rng(seed), -amplitude, amplitude, fill=1.0)
    return regressor.motion(*series.evaluate(c, t), t)


@pytest.fixture(scope="module")
def arm():
    regressor = make_arm(3)
    return regressor, base_parameters(regressor, confirm=False).base


@pytest.fixture(scope="module")
def noisy(arm):
    """An observation in base parameters with known noise: 0.2, 0.5 and 0.1 N·m."""
    regressor, base = arm
    where = motion(regressor, 1, 300)
    sigma = np.array([0.2, 0.5, 0.1])
    exact = regressor.predict(where)
    noise = np.random.default_rng(4).normal(size=exact.shape) * sigma
    return observe(regressor, where, exact + noise).base(base), base.combine(regressor.nominal), sigma


def test_weights_find_the_noise_of_each_channel(noisy):
    observation, truth, sigma = noisy
    found = estimate(observation, "weighted")
    assert np.allclose(found.noise, sigma, rtol=0.1)
    inside = np.abs(found.values - truth) < 3.5 * found.deviations
    assert inside.all()
    ordinary = estimate(observation)
    assert np.linalg.norm(found.values - truth) <= 1.05 * np.linalg.norm(ordinary.values - truth)
    low, high = found.interval(0.95).T
    assert np.mean((low < truth) & (truth < high)) > 0.8
    assert found.bound > np.linalg.norm(found.values - truth) / np.linalg.norm(truth)  # the condition-number bound holds
    assert "condition number" in found.table() and found.scaled_condition < 1e3


def test_covariance_agrees_with_monte_carlo(arm):
    regressor, base = arm
    where = motion(regressor, 2, 120)
    exact = regressor.predict(where)
    names = base.independent
    W = base.columns(regressor.matrix(where))

    def run(rng):
        tau = exact + rng.normal(0.0, 0.3, exact.shape)
        return estimate(Observation(W, tau, names, ("a", "b", "c"), ("N·m",) * 3)).values

    streams = np.random.SeedSequence(1).spawn(400)
    repeated = np.array([run(np.random.default_rng(stream)) for stream in streams])
    stated = estimate(
        Observation(W, exact + np.random.default_rng(0).normal(0, 0.3, exact.shape), names, ("a", "b", "c"), ("N·m",) * 3)
    )
    ratio = np.sqrt(np.diag(np.cov(repeated.T))) / stated.deviations
    assert np.all(np.abs(ratio - 1) < 0.2)  # 5 % of a deviation from 400 runs, 4 % of that of the noise, four of them each
    truth = base.combine(regressor.nominal)
    assert np.all(np.abs(repeated.mean(axis=0) - truth) < 4.5 * stated.deviations / 20)
    # variance of a predicted effort, against the scatter of the predictions
    predicted = np.einsum("nfp,kp->knf", W, repeated).std(axis=0)
    again = stated.prediction_deviation(Observation(W, exact, names, ("a", "b", "c"), ("N·m",) * 3))
    assert np.allclose(predicted, again, rtol=0.3)


def test_ridge_stays_at_the_reference_where_data_say_nothing(arm):
    regressor, base = arm
    where = motion(regressor, 3, 40, amplitude=0.01)  # hardly moves
    exact = regressor.predict(where)
    tau = exact + np.random.default_rng(1).normal(0, 0.2, exact.shape)
    truth = base.combine(regressor.nominal)
    rough = truth * (1 + np.random.default_rng(2).uniform(-0.2, 0.2, truth.shape))
    observation = observe(regressor, where, tau).base(base)
    plain, ridge = estimate(observation), estimate(observation, "ridge", reference=rough)
    assert np.abs(ridge.values - truth).max() < 0.2 * np.abs(plain.values - truth).max()
    assert estimate(observation, "ridge", reference=rough, strength=1e12).values == pytest.approx(rough, rel=1e-6)
    with pytest.raises(DescriptionError, match="needs reference values"):
        estimate(observation, "ridge")


def test_total_least_squares_corrects_noise_in_the_regressor():
    rng = np.random.default_rng(3)
    W = rng.normal(size=(4000, 1, 2))
    truth = np.array([2.0, -1.0])
    tau = (W @ truth) + rng.normal(0, 0.5, (4000, 1))
    rough = Observation(W + rng.normal(0, 0.5, W.shape), tau, ("a", "b"), ("x",), ("N",))
    ordinary, total = estimate(rough).values, estimate(rough, "total").values
    assert np.abs(ordinary - truth).max() > 0.3  # pulled towards zero
    assert np.abs(total - truth).max() < 0.6 * np.abs(ordinary - truth).max()


def test_whiteness_tells_noise_from_a_missing_effect(noisy):
    observation, *_ = noisy
    found = estimate(observation, "weighted")
    assert whiteness(found.residuals).min() > 1e-3
    friction = observation.tau + 0.8 * np.sign(np.sin(np.linspace(0, 20, observation.samples)))[:, None]
    worse = estimate(Observation(observation.W, friction, observation.names, observation.channels, observation.units))
    assert whiteness(worse.residuals).max() < 1e-6


def test_mass_matrices_are_those_of_the_machine(arm):
    regressor, base = arm
    q = np.random.default_rng(1).uniform(-2, 2, (5, 3))
    functions = functions_of(regressor.mechanism)
    for values in (regressor.nominal, base.spread(base.combine(regressor.nominal))):  # base parameters suffice
        found = mass_matrices(regressor, q, values)
        for k in range(5):
            x = np.zeros(functions.layout.n_x)
            x[:3] = q[k]
            M = functions.evaluate("mass_matrix", 0.0, x, np.zeros(3), functions.parameters)[0]
            assert np.allclose(found[k], M, atol=1e-12)


def test_feasible_estimate_has_a_mass_matrix_at_every_pose():
    """Six joints, noisy and few data: least squares gives an indefinite mass matrix in some of 10 000 poses, the feasible one in
    none, at a prediction error at most 5 % worse on data that were held back."""
    regressor = make_arm(6)
    base = base_parameters(regressor, confirm=False).base
    rng = np.random.default_rng(5)
    where, other = motion(regressor, 1, 60), motion(regressor, 2, 200)
    level = 0.25 * regressor.predict(where).std(axis=0)
    data = observe(regressor, where, regressor.predict(where) + rng.normal(size=(60, 6)) * level)
    held = observe(regressor, other, regressor.predict(other) + rng.normal(size=(200, 6)) * level)
    free = estimate(data.base(base), "weighted")
    feasible = feasible_estimate(data, regressor.columns, cad_error(regressor.nominal, 0.2, 1))
    limits = np.full(6, np.pi)
    loose = check_mass_matrix(regressor, base.spread(free.values), -limits, limits)
    tight = check_mass_matrix(regressor, feasible.values, -limits, limits)
    assert loose.indefinite > 0 and tight.indefinite == 0 and tight.poses == 10_000
    assert not infeasible_bodies(regressor.columns, feasible.values)
    errors = [validate(held.base(base), free.names, free.values).total, validate(held, feasible.names, feasible.values).total]
    assert errors[1] <= 1.05 * errors[0]


def test_exact_data_give_the_feasible_truth_back(arm):
    regressor, base = arm
    where = motion(regressor, 1, 100)
    data = observe(regressor, where, regressor.predict(where))
    found = feasible_estimate(data, regressor.columns, weights=np.ones(3))
    assert np.allclose(base.combine(found.values), base.combine(regressor.nominal), rtol=1e-5, atol=1e-7)
    assert not found.active


def test_bodies_that_cannot_be_are_named(arm):
    regressor, _ = arm
    wrong = regressor.nominal.copy()
    wrong[0] = -1.0
    wrong[regressor.names.index("link_2.Ixx")] = 10.0
    found = infeasible_bodies(regressor.columns, wrong)
    assert "its mass is negative" in found["link_1"] and "no distribution of positive mass" in found["link_2"]
    assert set(found) == {"link_1", "link_2"}
    assert np.linalg.eigvalsh(pseudo_inertia(regressor.nominal[:10]))[0] > 0


def test_khalil_dombre_keeps_what_is_known_on_a_well_conditioned_arm(noisy):
    observation, truth, _ = noisy
    found = khalil_dombre(observation, method="weighted")
    assert found.trustworthy and 0 < len(found.dropped) < len(observation.names) - 3
    before = validate(observation, observation.names, estimate(observation, "weighted").values).total
    after = validate(observation, found.names, found.values).total
    assert after < 1.2 * before  # a third of the parameters for a tenth more of error
    # what it drops is small: it contributes little to the efforts
    index = dict(zip(observation.names, contribution(observation, truth), strict=True))
    assert max(index[n] for n in found.dropped) < 0.05 * max(index[n] for n in found.names)


def test_elimination_chooses_few_parameters_with_reasons(noisy):
    observation, truth, _ = noisy
    path = eliminate(observation, contribution(observation, truth))
    sizes = [step.size for step in path.steps]
    assert sizes == sorted(sizes, reverse=True) and path.steps[0].size == len(observation.names)
    conditions = [step.condition for step in path.steps]
    assert conditions == sorted(conditions, reverse=True)
    assert path.chosen.size < len(observation.names) and "within 10 %" in path.reason and "←" in str(path)


def test_errors_by_channel_and_tables():
    tau = np.array([[3.0, 100.0], [4.0, 0.0]])
    error = prediction_error(tau, tau + [[0.0, 10.0], [0.5, 0.0]], ["force", "torque"])
    assert np.allclose(error.each, [10.0, 10.0]) and error.total == pytest.approx(20.0) and error.mean == pytest.approx(10.0)
    assert "force 10 %" in str(error)
    assert np.abs(force_error(tau, 0.05, 1) / np.where(tau == 0, 1, tau) - (tau != 0)).max() <= 0.05
    rough = cad_error(np.array([1.0, 0.0]), 0.5, 1, additive=np.array([1.0, 1.0]))
    assert rough[1] != 0.0 and cad_error(np.array([0.0]), 0.5, 1)[0] == 0.0
    # two streams: the same seed for forces and drawing errors gives different numbers
    assert not np.isclose(force_error(np.ones(3), 0.5, 1), cad_error(np.ones(3), 0.5, 1)).any()


def test_poor_data_are_refused_by_name(arm):
    regressor, base = arm
    where = motion(regressor, 1, 4)
    tau = regressor.predict(where)
    with pytest.raises(PoorData, match=r"12 equations \(4 samples of 3 channels\) for 15 parameters"):
        estimate(observe(regressor, where, tau).base(base))
    where = motion(regressor, 1, 50)
    dead = regressor.predict(where)
    dead[:, 1] = 0.0
    with pytest.raises(PoorData, match="'q2' is zero throughout"):
        estimate(observe(regressor, where, dead).base(base))
    with pytest.raises(DescriptionError, match="efforts have shape"):
        observe(regressor, where, dead[:, :2])
    dead[3, 0] = np.nan
    with pytest.raises(DescriptionError, match="effort 'q1' at sample 3 is not finite"):
        observe(regressor, where, dead)
    constant = regressor.predict(where)
    constant[:, 2] = 7.0
    findings = check(observe(regressor, where, constant))
    assert any("'q3' is constant" in f for f in findings) and any("does not show" in f for f in findings)
    with pytest.raises(UnknownName, match="no parameter 'link_9.mass'"):
        observe(regressor, where, constant).only(["link_9.mass"])


def test_a_preload_alone_is_found_and_a_law_that_is_not_linear_is_named() -> None:
    """Nothing bounds a preload: the feasible estimate is the plain one."""
    from typing import Any

    from biela.element import data, element
    from biela.mechanism.load import CoordinateLoad, Effort

    @element("false_spring")
    class FalseSpring(CoordinateLoad):
        """Claims to be linear in k."""

        k: float = data("1", linear=True)

        def act(self, at: Any, signals: Any) -> Effort:
            return Effort(-(self.k**2) * at.position)

    def machine(false: bool) -> Any:
        m: Any = biela.Mechanism("arm", gravity=(0, -9.81, 0))
        m.revolute("A", m.ground, m.body("rod", mass=1.0, com=(0.5, 0, 0), inertia=(0.1, 0.1, 0.1)))
        m.motor("M", "A")
        m.false_spring("L", "A", k=2.0) if false else m.joint_spring("L", "A", stiffness=3.0, preload=0.7)
        return m

    regressor = Regressor(machine(False), parameters=["L.preload"])
    where = motion(regressor, 1, 50)
    observation = observe(regressor, where, regressor.predict(where))
    assert feasible_estimate(observation, regressor.columns).values == pytest.approx([0.7], rel=1e-6)
    with pytest.raises(DescriptionError, match=r"not linear in 'L\.k'.*linear=True is wrong"):
        Regressor(machine(True), parameters=["L.k"]).kernel  # noqa: B018
