"""Excitation: derivatives against differences, criteria, limits at and between samples, better than chance."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sympy")

import biela  # noqa: E402
from biela import library  # noqa: E402
from biela.base.errors import DescriptionError, UnknownName  # noqa: E402
from biela.identify.design import (
    Design,  # noqa: E402
    Limits,
    criterion,  # noqa: E402
)
from biela.identify.excitation import NoExcitation, _starts, design_excitation  # noqa: E402
from biela.identify.regressor import Regressor  # noqa: E402
from biela.identify.sensitivity import Sensitivity  # noqa: E402
from biela.identify.structure import base_parameters  # noqa: E402
from biela.identify.trajectory import Fourier, Quintic, Spline  # noqa: E402

FAMILIES = (Fourier(3, 0.2), Spline(5.0, 9), Quintic(5.0, 6))


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: type(f).__name__)
def test_trajectories_differentiate_exactly(family, rng):
    c = rng.normal(size=(2, family.size))
    t, h = np.linspace(0.3, 4.6, 40), 1e-5
    q, v, a = family.evaluate(c, t)
    ahead, behind = family.evaluate(c, t + h), family.evaluate(c, t - h)
    assert np.allclose((ahead[0] - behind[0]) / (2 * h), v, rtol=1e-6, atol=1e-6)
    assert np.allclose((ahead[1] - behind[1]) / (2 * h), a, rtol=1e-6, atol=1e-5)
    assert np.allclose(family.basis(t)[0] @ family.constant(), 1.0)
    drawn = family.random(2, rng, [-0.5, 1.0], [0.5, 3.0], fill=0.8)
    q = family.evaluate(drawn, np.linspace(0, family.duration, 2000))[0]
    assert np.allclose(np.abs(q - [0, 2]).max(axis=0), [0.4, 0.8], rtol=0.02)


@pytest.mark.parametrize("name", ["condition", "scaled", "A", "D", "E"])
@pytest.mark.parametrize("power", [None, 3.0])
def test_criteria_have_exact_gradients(name, power, rng):
    W, direction = rng.normal(size=(2, 30, 5)) * [1, 10, 0.1, 3, 1]
    h = 1e-6
    value, gradient = criterion(W, name, power)
    slope = (criterion(W + h * direction, name, power)[0] - criterion(W - h * direction, name, power)[0]) / (2 * h)
    assert slope == pytest.approx(float((gradient * direction).sum()), rel=1e-5)
    s = np.linalg.svd(W, compute_uv=False)
    plain = {"condition": np.log(s[0] / s[-1]), "A": np.log((s**-2).sum()), "D": -2 * np.log(s).sum(), "E": -2 * np.log(s[-1])}
    if name in plain and power is None:
        assert value == pytest.approx(plain[name])
    if name in ("condition", "scaled"):
        assert criterion(W, name, 60.0)[0] == pytest.approx(criterion(W, name)[0], rel=0.05)


@pytest.fixture(scope="module")
def five_bar():
    machine = library.get("five-bar").build(gravity=(0, -9.81, 0))
    machine.joint_spring("coil", "left_shoulder", stiffness=0.05, damping=0.002)
    start = library.get("five-bar").start(library.get("five-bar").build())
    guess = {"left_shoulder": 2.09, "right_shoulder": 1.05, "left_elbow": -1.3, "right_elbow": 1.3}
    assert start is not None
    regressor = Regressor(
        machine, ["left_shoulder", "right_shoulder"], parameters=("inertia",), channels=["left_motor", "right_motor"], start=guess
    )
    return regressor, base_parameters(regressor, confirm=False).base


def test_sensitivities_through_the_loops(five_bar, rng):
    """∂/∂(q, v, a) of any function of W and of the known efforts, against central differences, loops solved each time."""
    regressor, _ = five_bar
    tool = Sensitivity(regressor)
    q = rng.uniform([1.8, 0.7], [2.4, 1.3], (6, 2))
    v, a = rng.normal(size=(2, 6, 2))
    motion = regressor.motion(q, v, a)
    W, known, stacked = tool.forward(motion)
    W_bar, known_bar = rng.normal(size=W.shape), rng.normal(size=known.shape)
    gradients = tool.gradient(motion, stacked, W, known, W_bar, known_bar)

    def value(*where):
        m = regressor.motion(*where)
        return sum(
            (part * bar).reshape(len(m), -1).sum(axis=1) for part, bar in zip(regressor.model(m), (W_bar, known_bar), strict=True)
        )

    h = 1e-6
    for which, gradient in enumerate(gradients):
        for k in range(2):
            up, down = [q.copy(), v.copy(), a.copy()], [q.copy(), v.copy(), a.copy()]
            up[which][:, k] += h
            down[which][:, k] -= h
            slope = (value(*up) - value(*down)) / (2 * h)
            assert np.allclose(slope, gradient[:, k], rtol=1e-5, atol=1e-6 * np.abs(gradient).max())


def test_limits_of_effort_and_dead_points_have_exact_gradients(five_bar, rng):
    regressor, base = five_bar
    limits = Limits(([1.7, 0.6], [2.5, 1.4]), effort=[0.05, 0.04], singularity=0.02)
    design = Design(regressor, base, Fourier(3, 0.5), limits, samples=25)
    x = design.trajectory.random(2, rng, design.lower, design.upper).ravel()
    direction = rng.normal(size=x.size) * 0.1
    h = 1e-6
    for function in (lambda y: design.objective(y), lambda y: design.constraints(y)):
        _, J = function(x)
        slope = (np.asarray(function(x + h * direction)[0]) - np.asarray(function(x - h * direction)[0])) / (2 * h)
        assert np.allclose(slope, np.asarray(J) @ direction, rtol=1e-4)


def test_experiment_for_a_machine_with_loops_respects_all_limits(five_bar):
    regressor, base = five_bar
    free = Limits(([1.7, 0.6], [2.5, 1.4]), velocity=6.0, acceleration=40.0)
    loose = design_excitation(regressor, base, Fourier(2, 0.5), free, samples=30, starts=3, runs=1, iterations=12)
    design = Design(regressor, base, Fourier(2, 0.5), free, samples=30)
    peak = np.abs(regressor.predict(design.motion(loose.coefficients.ravel()))).max(axis=0)
    tight = Limits(free.position, 6.0, 40.0, effort=0.8 * peak, singularity=0.01)
    held = design_excitation(regressor, base, Fourier(2, 0.5), tight, samples=30, starts=3, runs=1, iterations=25)
    excess = Design(regressor, base, Fourier(2, 0.5), tight, samples=30).violations(held.coefficients.ravel())
    assert set(excess) == {"position", "velocity", "acceleration", "effort", "singularity"} and max(excess.values()) <= 0.0
    assert loose.scaled_condition < min(loose.starts) / 3
    assert held.scaled_condition > loose.scaled_condition  # limits have their price
    table = held.table(30)
    assert list(table.columns[:3]) == ["time", "left_shoulder.position", "left_shoulder.rate"] and len(table) == 30


def three_joint_arm() -> Regressor:
    m = biela.Mechanism("three-joint arm")
    inner = m.ground
    for i, (axis, point) in enumerate((((0, 0, 1), (0, 0, 0.3)), ((0, 1, 0), (0, 0, 0.2)), ((0, 1, 0), (0.5, 0, 0)))):
        link = m.body(f"link_{i + 1}", mass=4.0 - i, com=(0.2, 0.02, 0.03), inertia=(0.03, 0.1, 0.11))
        m.revolute(f"q{i + 1}", inner, link, parent_point=point, axis=axis)
        inner = link
    return Regressor(m, ["q1", "q2", "q3"], parameters=("inertia",))


def test_three_joint_arm_gets_below_100_and_half_the_median():
    regressor = three_joint_arm()
    base = base_parameters(regressor, confirm=False).base
    limits = Limits(([-2.5] * 3, [2.5] * 3), velocity=4.0, acceleration=12.0, effort=[40.0, 80.0, 40.0])
    found = design_excitation(
        regressor, base, Fourier(5, 0.2), limits, samples=120, criterion="condition", starts=20, runs=1, iterations=60
    )
    design = Design(regressor, base, Fourier(5, 0.2), limits, samples=120)
    drawn = [design.conditions(x)[0] for _, x in _starts(design, 20, 1)]
    assert found.condition < 100 and found.condition <= 0.5 * np.median(drawn)
    assert max(design.violations(found.coefficients.ravel()).values()) <= 0.0


def test_impossible_or_senseless_requests_are_named(five_bar):
    regressor, base = five_bar
    free = Limits(([1.7, 0.6], [2.5, 1.4]))
    with pytest.raises(DescriptionError, match="limits of 'right_shoulder': 1.4 is not below 0.6"):
        Design(regressor, base, Fourier(3, 0.5), Limits(([1.7, 1.4], [2.5, 0.6])))
    with pytest.raises(DescriptionError, match="limits of 'left_shoulder': nan is not below 2.5, or not finite"):
        Design(regressor, base, Fourier(3, 0.5), Limits(([np.nan, 0.6], [2.5, 1.4])))
    with pytest.raises(DescriptionError, match="largest velocity of an experiment: -1.0 is not above zero"):
        Design(regressor, base, Fourier(3, 0.5), Limits(free.position, velocity=-1.0))
    with pytest.raises(UnknownName, match="fixed motion of 'elbow'"):
        Design(regressor, base, Fourier(3, 0.5), free, fixed={"elbow": None})
    one = Limits(([0.6], [1.4]))
    for fixed, words in ((lambda t: 1 / 0, "ZeroDivisionError"), (lambda t: (t, t), "ValueError: not enough values")):
        with pytest.raises(DescriptionError, match=rf"your function fixed\['left_shoulder'\] fails: {words}"):
            design_excitation(regressor, base, Fourier(2, 0.5), one, samples=20, fixed={"left_shoulder": fixed}, starts=1)
    with pytest.raises(DescriptionError, match="2 samples give 4 equations for 11 parameters"):
        Design(regressor, base, Fourier(3, 0.5), free, samples=2)
    with pytest.raises(NoExcitation, match="effort is exceeded by .* Widen that limit"):
        hard = Limits(free.position, effort=1e-6)  # the arms alone weigh more
        design_excitation(regressor, base, Fourier(2, 0.5), hard, samples=20, starts=1, runs=1, iterations=6)
    with pytest.raises(DescriptionError, match="at least one harmonic"):
        Fourier(0, 1.0)
