"""A lane computes what a single run computes, and nothing that depends on its neighbours."""

from __future__ import annotations

import numpy as np
import pytest
from hand_machines import forced, free_body, oscillator, pendulum, pendulum_start

from biela.integrate.batch import Portions, integrate_batch
from biela.integrate.driver import integrate
from biela.integrate.method.adams_bashforth import AdamsBashforth
from biela.integrate.method.cvode import CVODE
from biela.integrate.method.dormand_prince import DormandPrince
from biela.integrate.method.munthe_kaas import MuntheKaas
from biela.integrate.method.rk4 import RK4
from biela.integrate.method.rosenbrock import Rosenbrock
from biela.integrate.method.semi_implicit_euler import SemiImplicitEuler
from biela.integrate.system import Formulation, Status

NONE = np.zeros(0)
TIMES = np.linspace(0.0, 2.0, 9)
ANGLES = np.array([0.3, 1.0, 2.0, 2.9])
STARTS = np.array([pendulum_start(a) for a in ANGLES])
CLOSED = [RK4(step=0.01), AdamsBashforth(step=0.01), DormandPrince(), Rosenbrock(), SemiImplicitEuler(step=1e-3)]


@pytest.mark.parametrize("formulation", [Formulation.PROJECTED, Formulation.INDEPENDENT])
@pytest.mark.parametrize("method", CLOSED)
def test_lanes_equal_single_runs(method, formulation):  # type: ignore[no-untyped-def]
    together = integrate(pendulum(4), method, 0.0, STARTS.T, NONE, NONE, TIMES, formulation=formulation)
    assert together.done
    for lane, start in enumerate(STARTS):
        alone = integrate(pendulum(), method, 0.0, start, NONE, NONE, TIMES, formulation=formulation)
        assert alone.steps[0] == together.steps[lane]
        np.testing.assert_allclose(together.x[:, :, lane], alone.x, atol=1e-12, rtol=1e-12)


@pytest.mark.parametrize("method", CLOSED)
def test_a_lane_does_not_see_its_neighbours(method):  # type: ignore[no-untyped-def]
    order = [2, 0, 3, 1]
    a = integrate(pendulum(4), method, 0.0, STARTS.T, NONE, NONE, TIMES)
    b = integrate(pendulum(4), method, 0.0, STARTS[order].T, NONE, NONE, TIMES)
    np.testing.assert_array_equal(a.x[:, :, order], b.x)
    np.testing.assert_array_equal(a.steps[order], b.steps)


def test_quaternion_lanes() -> None:
    starts = np.array([[1.0, 0, 0, 0, 0.1 * k, 2.0, 0.3] for k in range(4)])
    method = MuntheKaas(step=0.01)
    together = integrate(free_body(4), method, 0.0, starts.T, NONE, NONE, TIMES)
    for lane, start in enumerate(starts):
        alone = integrate(free_body(), method, 0.0, start, NONE, NONE, TIMES)
        np.testing.assert_allclose(together.x[:, :, lane], alone.x, atol=1e-12)


@pytest.mark.parametrize("method", [RK4(step=0.01), DormandPrince(), Rosenbrock()])
def test_batch_is_independent_of_everything_else(method):  # type: ignore[no-untyped-def]
    starts = np.array([pendulum_start(a) for a in np.linspace(0.1, 3.0, 11)])
    whole = integrate_batch(pendulum(4), method, 0.0, starts, NONE, NONE, TIMES, threads=2)
    assert whole.done
    assert whole.x.shape == (9, 11, 4)
    assert whole.max_residual.max() < 1e-10
    for threads, part in ((1, slice(0, 11)), (3, slice(3, 8)), (1, slice(10, 11))):
        again = integrate_batch(pendulum(4), method, 0.0, starts[part], NONE, NONE, TIMES, threads)
        np.testing.assert_array_equal(again.x, whole.x[:, part])
        np.testing.assert_array_equal(again.steps, whole.steps[part])


def test_batch_with_parameters_of_each_machine() -> None:
    squares = np.array([[1.0], [4.0], [9.0], [16.0], [25.0]])
    method, starts = DormandPrince(rtol=1e-10, atol=1e-12), np.tile([1.0, 0.0, 0.0], (5, 1))
    outcome = integrate_batch(oscillator(4), method, 0.0, starts, NONE, squares, TIMES, formulation=Formulation.PLAIN)
    np.testing.assert_allclose(outcome.x[:, :, 0], np.cos(np.sqrt(squares[:, 0]) * TIMES[:, None]), atol=1e-7)
    assert len(set(outcome.steps)) > 1


@pytest.mark.parametrize("method", [RK4(step=0.01), DormandPrince(rtol=1e-10, atol=1e-12)])
def test_terminal_events_of_each_machine(method):  # type: ignore[no-untyped-def]
    """q = cos ωt vanishes first at π/(2ω); the machines that never do go on to the end."""
    squares = np.array([[1.0], [4.0], [0.25], [16.0], [25.0]])
    outcome = integrate_batch(
        oscillator(4), method, 0.0, np.tile([1.0, 0.0, 0.0], (5, 1)), NONE, squares, np.linspace(0.0, 2.0, 5),
        formulation=Formulation.PLAIN, directions=[-1, -1],
    )  # fmt: skip
    stopped = np.array([s is Status.STOPPED_BY_EVENT for s in outcome.status])
    assert list(stopped) == [True, True, False, True, True]
    np.testing.assert_allclose(outcome.t_end[stopped], 0.5 * np.pi / np.sqrt(squares[stopped, 0]), atol=1e-7)
    assert outcome.t_end[2] == 2.0


def test_one_bad_machine_does_not_spoil_the_others() -> None:
    squares = np.array([[1.0], [-1e6], [4.0], [9.0]])
    starts = np.tile([1.0, 0.0, 0.0], (4, 1))
    outcome = integrate_batch(oscillator(4), RK4(step=0.25), 0.0, starts, NONE, squares, TIMES, formulation=Formulation.PLAIN)
    good = [0, 2, 3]
    alone = integrate_batch(
        oscillator(4), RK4(step=0.25), 0.0, starts[good], NONE, squares[good], TIMES, formulation=Formulation.PLAIN
    )
    assert outcome.status[1] is Status.NOT_FINITE
    assert np.all(np.isnan(outcome.x[-1, 1]))
    assert np.all(np.isfinite(outcome.x_end[1]))
    np.testing.assert_array_equal(outcome.x[:, good], alone.x)


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("elapsed", [1e-6, 0.05, 10.0])
def test_every_machine_is_handed_out_once(workers: int, elapsed: float) -> None:
    """In whole groups of lanes; while portions are quickly done they grow, so that a thousand groups take few of them."""
    waiting, lanes, count = Portions(4001, 4, workers), 4, 4001
    portions = list(iter(lambda: waiting.take(elapsed), None))
    firsts, lasts = (np.array(ends) for ends in zip(*portions, strict=True))
    np.testing.assert_array_equal(firsts, [0, *lasts[:-1]])
    assert lasts[-1] == count
    assert np.all((lasts - firsts)[:-1] % lanes == 0)
    assert (len(portions) < 60) == (elapsed == 1e-6)


def test_a_group_begins_without_traces_of_the_one_before() -> None:
    """The same machine in the first group and, behind machines that exploded or stopped at an event, in the third."""
    squares = np.array([[4.0]] * 4 + [[-1e6]] * 2 + [[25.0]] * 2 + [[4.0]] * 3)
    starts = np.array([[1.0, 0.0, 0.0]] * 6 + [[-1.0, 0.0, 0.0]] * 2 + [[1.0, 0.0, 0.0]] * 3)
    for method in (RK4(step=0.01), DormandPrince(), Rosenbrock()):
        outcome = integrate_batch(
            oscillator(4), method, 0.0, starts, NONE, squares, TIMES, threads=1, formulation=Formulation.PLAIN,
            directions=[1, 1], terminal=[True, False],
        )  # fmt: skip
        assert Status.STOPPED_BY_EVENT in outcome.status[6:8]
        np.testing.assert_array_equal(outcome.x[:, 8:], outcome.x[:, :3])
        for name in ("steps", "rejected", "reached", "t_end", "max_residual", "moved", "stiff"):
            np.testing.assert_array_equal(getattr(outcome, name)[8:], getattr(outcome, name)[:3])


def test_bad_batches_are_refused() -> None:
    with pytest.raises(ValueError, match="one machine at a time"):
        integrate_batch(forced(), CVODE("adams"), 0.0, np.zeros((3, 2)), NONE, NONE, TIMES)
    with pytest.raises(ValueError, match="shape"):
        integrate_batch(forced(), RK4(step=0.25), 0.0, np.zeros((3, 5)), NONE, NONE, TIMES)
    with pytest.raises(ValueError, match="lanes"):
        integrate(pendulum(4), RK4(step=0.25), 0.0, STARTS[0], NONE, NONE, TIMES)
