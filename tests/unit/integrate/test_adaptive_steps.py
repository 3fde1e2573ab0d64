"""Error control: errors follow the tolerance, outputs lie on the constraints, trouble is named."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hand_machines import oscillator, pendulum, pendulum_start, van_der_pol
from scipy.integrate import solve_ivp

from biela.integrate.driver import integrate
from biela.integrate.method.cvode import CVODE
from biela.integrate.method.dormand_prince import DormandPrince
from biela.integrate.method.rk4 import RK4
from biela.integrate.method.rosenbrock import Rosenbrock
from biela.integrate.system import Closure, Formulation, Status

NONE, ONE = np.zeros(0), np.ones(1)
TIMES = np.linspace(0.0, 2.0, 41)
SWING = solve_ivp(
    lambda t, y: [y[1], -9.81 * np.sin(y[0])], (0, 2), [1.0, 0.0], method="DOP853", rtol=3e-14, atol=1e-15, t_eval=TIMES
).y
PATH = np.array([np.sin(SWING[0]), -np.cos(SWING[0]), np.cos(SWING[0]) * SWING[1], np.sin(SWING[0]) * SWING[1]]).T


@pytest.mark.parametrize("formulation", [Formulation.PROJECTED, Formulation.INDEPENDENT])
@pytest.mark.parametrize("method", [DormandPrince, Rosenbrock])
def test_error_falls_with_the_tolerance(method, formulation):  # type: ignore[no-untyped-def]
    errors = []
    for tolerance in (1e-5, 1e-7, 1e-9, 1e-11):
        outcome = integrate(
            pendulum(), method(rtol=tolerance, atol=tolerance), 0.0, pendulum_start(1.0), NONE, NONE, TIMES,
            formulation=formulation,
        )  # fmt: skip
        assert outcome.done
        assert outcome.max_residual[0] < 1e-10
        assert np.abs(0.5 * ((outcome.x[:, :2] ** 2).sum(axis=1) - 1.0)).max() < 1e-10
        errors.append(np.abs(outcome.x - PATH).max())
    assert errors[-1] < 1e-9
    assert all(after < 0.1 * before for before, after in zip(errors[:-1], errors[1:], strict=True))


@pytest.mark.parametrize("kind", ["bdf", "adams"])
def test_cvode_is_closed_at_every_output(kind):  # type: ignore[no-untyped-def]
    errors = []
    for tolerance in (1e-6, 1e-10):
        method = CVODE(kind, rtol=tolerance, atol=tolerance)
        outcome = integrate(pendulum(), method, 0.0, pendulum_start(1.0), NONE, NONE, TIMES)
        assert outcome.done
        assert outcome.max_residual[0] < 1e-10
        assert np.abs(0.5 * ((outcome.x[:, :2] ** 2).sum(axis=1) - 1.0)).max() < 1e-10
        errors.append(np.abs(outcome.x - PATH).max())
    assert errors[1] < 1e-6
    assert errors[1] < 1e-2 * errors[0]


def test_outputs_do_not_change_the_steps() -> None:
    few, many = (
        integrate(pendulum(), DormandPrince(), 0.0, pendulum_start(1.0), NONE, NONE, np.linspace(0.0, 2.0, n)) for n in (2, 2001)
    )
    assert few.steps[0] == many.steps[0]
    np.testing.assert_array_equal(few.x[-1], many.x[-1])


def test_extra_states_count_only_when_asked() -> None:
    """The integral of a fast oscillation, with weights for it alone, needs its own steps."""
    start, times = np.array([1.0, 0.0, 0.0]), np.array([10.0])
    plain = integrate(oscillator(), DormandPrince(), 0.0, start, NONE, ONE, times)
    method = DormandPrince(rtol=1e-4, atol=1e-4, weights=np.array([0.0, 0.0, 1.0]))
    told = integrate(oscillator(), method, 0.0, start, NONE, ONE, times)
    assert plain.done
    assert told.done
    assert told.steps[0] < plain.steps[0]
    assert plain.x[-1, 2] == pytest.approx(np.sin(10.0), abs=1e-7)


def test_stiffness_is_noticed() -> None:
    start, mu, times = np.array([2.0, 0.0]), np.array([1000.0]), np.array([10.0])
    explicit = integrate(van_der_pol(), DormandPrince(rtol=1e-5, atol=1e-7), 0.0, start, NONE, mu, times)
    assert explicit.done
    assert explicit.stiff
    implicit = integrate(van_der_pol(), Rosenbrock(rtol=1e-5, atol=1e-7), 0.0, start, NONE, mu, times)
    assert implicit.done
    assert not implicit.stiff
    assert implicit.steps[0] < 0.02 * explicit.steps[0]
    np.testing.assert_allclose(implicit.x[-1], explicit.x[-1], rtol=1e-4)


def test_a_smooth_machine_is_not_stiff() -> None:
    outcome = integrate(pendulum(), DormandPrince(), 0.0, pendulum_start(3.0), NONE, NONE, np.array([20.0]))
    assert outcome.done
    assert not outcome.stiff


def test_relaxation_oscillation_against_cvode() -> None:
    start, mu, times = np.array([2.0, 0.0]), np.array([100.0]), np.array([100.0, 200.0])
    ours = integrate(van_der_pol(), Rosenbrock(rtol=1e-8, atol=1e-10), 0.0, start, NONE, mu, times)
    theirs = integrate(van_der_pol(), CVODE("bdf", rtol=1e-10, atol=1e-12), 0.0, start, NONE, mu, times)
    assert ours.done
    assert theirs.done
    np.testing.assert_allclose(ours.x, theirs.x, rtol=2e-5, atol=1e-8)


def test_step_budget() -> None:
    method = DormandPrince(max_steps=50)
    outcome = integrate(pendulum(), method, 0.0, pendulum_start(1.0), NONE, NONE, np.linspace(0.0, 100.0, 101))
    assert outcome.status == (Status.TOO_MANY_STEPS,)
    assert 0.0 < outcome.t_end[0] < 100.0
    assert np.all(np.isfinite(outcome.x[: outcome.reached[0] + 1]))
    assert np.all(np.isnan(outcome.x[outcome.reached[0] + 1 :]))


def test_unreachable_tolerance() -> None:
    method = DormandPrince(rtol=0.0, atol=1e-30, max_steps=100_000)
    outcome = integrate(pendulum(), method, 0.0, pendulum_start(1.0), NONE, NONE, np.array([1.0]))
    assert outcome.status in ((Status.STEP_TOO_SMALL,), (Status.TOO_MANY_STEPS,))


@pytest.mark.parametrize("method", [RK4(step=0.25), DormandPrince(), Rosenbrock(), CVODE("bdf")])
def test_explosion_is_named(method):  # type: ignore[no-untyped-def]
    """q̈ = −ω² q with ω² = −1e6 grows a thousandfold every few milliseconds."""
    start = np.array([1.0, 0.0, 0.0])
    outcome = integrate(
        oscillator(), method, 0.0, start, NONE, np.array([-1e6]), np.linspace(0.0, 10.0, 41),
        formulation=Formulation.PLAIN,
    )  # fmt: skip
    assert outcome.status[0] in (Status.NOT_FINITE, Status.STEP_TOO_SMALL)
    assert outcome.t_end[0] < 10.0
    assert np.all(np.isfinite(outcome.x_end))
    assert np.all(np.isfinite(outcome.x[: outcome.reached[0] + 1]))


def test_lost_closure() -> None:
    """A projection that does nothing cannot close anything."""
    from hand_machines import kernel

    def idle(arg, res, i, W):  # type: ignore[no-untyped-def]
        for j in range(4):
            res[0][j * W + i] = arg[1][j * W + i]

    function = kernel(idle, 1)
    machine = replace(pendulum(), project=function.address("routine"), owner=(pendulum(), function))
    outcome = integrate(machine, RK4(step=0.05), 0.0, pendulum_start(1.0), NONE, NONE, np.array([10.0]))
    assert outcome.status == (Status.CLOSURE_LOST,)
    loose = integrate(
        machine, RK4(step=0.05), 0.0, pendulum_start(1.0), NONE, NONE, np.array([1.0]),
        closure=Closure(position=1.0, velocity=1.0),
    )  # fmt: skip
    assert loose.done


def test_bad_input_is_refused() -> None:
    start = pendulum_start(1.0)
    with pytest.raises(ValueError, match="whole number of steps"):
        integrate(pendulum(), RK4(step=0.3), 0.0, start, NONE, NONE, np.array([1.0]))
    with pytest.raises(ValueError, match="must increase"):
        integrate(pendulum(), RK4(step=0.1), 0.0, start, NONE, NONE, np.array([1.0, 0.5]))
    with pytest.raises(ValueError, match="shape"):
        integrate(pendulum(), RK4(step=0.1), 0.0, start[:3], NONE, NONE, np.array([1.0]))
    with pytest.raises(ValueError, match="NaN"):
        integrate(pendulum(), RK4(step=0.1), 0.0, start * np.nan, NONE, NONE, np.array([1.0]))
    with pytest.raises(ValueError, match="must be positive"):
        integrate(pendulum(), RK4(step=-0.1), 0.0, start, NONE, NONE, np.array([1.0]))
    with pytest.raises(ValueError, match="jacobian"):
        integrate(replace(pendulum(), jacobian=0), Rosenbrock(), 0.0, start, NONE, NONE, np.array([1.0]))
    with pytest.raises(ValueError, match="reconstruct"):
        machine = replace(pendulum(), reconstruct=0)
        integrate(machine, DormandPrince(), 0.0, start, NONE, NONE, TIMES, formulation=Formulation.INDEPENDENT)
