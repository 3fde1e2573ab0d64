"""Events are found where they are; blocks of steps leave no trace; an interruption keeps what was computed."""

from __future__ import annotations

import numpy as np
import pytest
from hand_machines import oscillator, pendulum, pendulum_start

from biela.integrate.driver import integrate
from biela.integrate.method.adams_bashforth import AdamsBashforth
from biela.integrate.method.cvode import CVODE
from biela.integrate.method.dormand_prince import DormandPrince
from biela.integrate.method.rk4 import RK4
from biela.integrate.method.rosenbrock import Rosenbrock
from biela.integrate.system import Formulation, Status

NONE, ONE = np.zeros(0), np.ones(1)
START = np.array([1.0, 0.0, 0.0])
PRECISE = [RK4(step=1e-3), AdamsBashforth(step=1e-3), DormandPrince(rtol=1e-12, atol=1e-13), Rosenbrock(rtol=1e-12, atol=1e-13)]


def oscillate(method, times, **options):  # type: ignore[no-untyped-def]
    return integrate(oscillator(), method, 0.0, START, NONE, ONE, times, formulation=Formulation.PLAIN, **options)


@pytest.mark.parametrize("method", PRECISE)
def test_every_event_is_located(method):  # type: ignore[no-untyped-def]
    """q = cos t vanishes at odd multiples of π/2; the second function at t = 1.25."""
    outcome = oscillate(method, np.linspace(0.0, 10.0, 11), terminal=[False, False])
    assert outcome.done
    assert [e.index for e in outcome.events] == [1, 0, 0, 0]
    expected = [1.25, *(np.pi * np.array([0.5, 1.5, 2.5]))]
    np.testing.assert_allclose([e.time for e in outcome.events], expected, atol=1e-10)
    np.testing.assert_allclose(outcome.x[:, 0], np.cos(outcome.t), atol=1e-10)


@pytest.mark.parametrize("method", [*PRECISE, CVODE("adams", rtol=1e-12, atol=1e-13)])
def test_terminal_event_in_one_direction(method):  # type: ignore[no-untyped-def]
    outcome = oscillate(method, np.linspace(0.0, 10.0, 11), directions=[1, 0], terminal=[True, False])
    assert outcome.status == (Status.STOPPED_BY_EVENT,)
    assert outcome.t_end[0] == pytest.approx(1.5 * np.pi, abs=1e-9)
    assert outcome.reached[0] == 4
    assert outcome.x_end[0] == pytest.approx(0.0, abs=1e-9)
    assert [e.index for e in outcome.events] == [1, 0]


@pytest.mark.parametrize("method", [*PRECISE, CVODE("adams", rtol=1e-12, atol=1e-13)])
def test_event_changes_the_state(method):  # type: ignore[no-untyped-def]
    """A wall at q = 0: the motion is |cos t|, and the fixed grid of outputs stays."""

    def bounce(index, t, x, lane):  # type: ignore[no-untyped-def]
        return np.array([x[0], -x[1], x[2]]) if index == 0 else None

    times = np.linspace(0.0, 10.0, 101)
    outcome = oscillate(method, times, directions=[-1, 0], on_event=bounce)
    assert outcome.done
    assert [e.index for e in outcome.events] == [1, 0, 0, 0]
    np.testing.assert_allclose(outcome.x[:, 0], np.abs(np.cos(times)), atol=1e-9)


def test_event_that_starts_at_zero_does_not_fire() -> None:
    start = np.array([0.0, 1.0, 0.0])
    outcome = integrate(
        oscillator(), DormandPrince(), 0.0, start, NONE, ONE, np.array([1.0]), formulation=Formulation.PLAIN,
        directions=[0, 0],
    )  # fmt: skip
    assert outcome.done
    assert not outcome.events


@pytest.mark.parametrize("formulation", [Formulation.PROJECTED, Formulation.INDEPENDENT])
@pytest.mark.parametrize("method", [RK4(step=1e-3), DormandPrince(rtol=1e-10, atol=1e-12)])
def test_event_state_is_on_the_constraints(method, formulation):  # type: ignore[no-untyped-def]
    times = np.array([5.0])
    outcome = integrate(pendulum(), method, 0.0, pendulum_start(1.0), NONE, NONE, times, formulation=formulation, directions=[0])
    assert outcome.status == (Status.STOPPED_BY_EVENT,)
    x, y, u, v = outcome.x_end
    assert abs(x) < 1e-10
    assert 0.5 * (x * x + y * y) == pytest.approx(0.5, abs=1e-10)
    assert 0.5 * (u * u + v * v) + 9.81 * y == pytest.approx(-9.81 * np.cos(1.0), abs=1e-8)


@pytest.mark.parametrize("method", [RK4(step=1e-2), AdamsBashforth(step=1e-2), DormandPrince(), Rosenbrock()])
@pytest.mark.parametrize("formulation", [Formulation.PROJECTED, Formulation.INDEPENDENT])
def test_block_size_leaves_no_trace(method, formulation):  # type: ignore[no-untyped-def]
    runs = [
        integrate(
            pendulum(), method, 0.0, pendulum_start(1.0), NONE, NONE, np.linspace(0.0, 3.0, 7), formulation=formulation,
            block=block, directions=[0], terminal=[False],
        )
        for block in (1, 7, 20_000)
    ]  # fmt: skip
    for run in runs:
        assert run.done
        np.testing.assert_array_equal(run.x, runs[0].x)
        assert run.steps[0] == runs[0].steps[0]
        assert run.evaluations == runs[0].evaluations
        assert [(e.time, e.index) for e in run.events] == [(e.time, e.index) for e in runs[0].events]


@pytest.mark.parametrize("method", [RK4(step=1e-2), DormandPrince(), CVODE("bdf")])
def test_interruption_keeps_the_part_computed(method):  # type: ignore[no-untyped-def]
    def impatient(t, steps):  # type: ignore[no-untyped-def]
        if t > 5.0:
            raise KeyboardInterrupt

    times = np.linspace(0.0, 100.0, 1001)
    outcome = oscillate(method, times, progress=impatient, block=10)
    assert outcome.status == (Status.INTERRUPTED,)
    assert 5.0 < outcome.t_end[0] < 20.0
    reached = outcome.reached[0]
    assert times[reached] <= outcome.t_end[0] < times[reached + 1] + 1e-9
    assert np.all(np.isnan(outcome.x[reached + 1 :]))
    np.testing.assert_allclose(outcome.x[: reached + 1, 0], np.cos(times[: reached + 1]), atol=1e-5)


def test_progress_moves_forward() -> None:
    seen: list[float] = []
    oscillate(RK4(step=1e-3), np.array([10.0]), progress=lambda t, steps: seen.append(t), block=1000)
    assert len(seen) >= 5
    assert seen == sorted(seen)
