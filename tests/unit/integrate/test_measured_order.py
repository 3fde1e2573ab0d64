"""Every fixed-step method has the order it states: on a free machine, on a closed loop, and with quaternions."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hand_machines import forced, free_body, pendulum, pendulum_start
from scipy.integrate import solve_ivp

from biela.integrate.driver import integrate
from biela.integrate.method.adams_bashforth import AdamsBashforth
from biela.integrate.method.dormand_prince import DormandPrince
from biela.integrate.method.munthe_kaas import MuntheKaas
from biela.integrate.method.rk4 import RK4
from biela.integrate.method.rosenbrock import Rosenbrock
from biela.integrate.method.semi_implicit_euler import SemiImplicitEuler
from biela.integrate.system import Closure, Formulation

NONE = np.zeros(0)
TIGHT = Closure(position=1e-14, velocity=1e-14)
"""Corrected at every step: what is left open until the usual tolerance would show beside errors of 1e-11."""
METHODS = [RK4, AdamsBashforth, DormandPrince, SemiImplicitEuler, MuntheKaas, Rosenbrock]


def precise(rates, x0, duration):  # type: ignore[no-untyped-def]
    """End state of an independent integration, good to about 1e-13."""
    return solve_ivp(rates, (0.0, duration), x0, method="DOP853", rtol=3e-14, atol=1e-15).y[:, -1]


def measured_order(machine, method, x0, end, duration, counts, formulation):  # type: ignore[no-untyped-def]
    """Slope of the end error over the step, both logarithmic."""
    errors = []
    for count in counts:
        outcome = integrate(
            machine, method(step=duration / count), 0.0, x0, NONE, NONE, np.array([duration]), formulation=formulation,
            closure=TIGHT,
        )  # fmt: skip
        assert outcome.done
        assert outcome.steps[0] == count
        errors.append(np.abs(outcome.x[-1] - end).max())
    return -np.polyfit(np.log(counts), np.log(errors), 1)[0]


@cache
def pendulum_end(angle: float, duration: float) -> np.ndarray:
    a, w = precise(lambda t, y: [y[1], -9.81 * np.sin(y[0])], [angle, 0.0], duration)
    return np.array([np.sin(a), -np.cos(a), np.cos(a) * w, np.sin(a) * w])


@pytest.mark.parametrize("method", METHODS)
def test_free_machine(method):  # type: ignore[no-untyped-def]
    """Steps small enough for the leading error term to rule, and errors above rounding."""
    x0 = np.array([2.0, 1.5])
    end = precise(lambda t, x: [x[1], -np.sin(x[0]) - 0.1 * x[1] + np.cos(t)], x0, 4.0)
    counts = [1280, 2560] if method is AdamsBashforth else [80, 160, 320]  # its leading term rules later
    order = measured_order(forced(), method, x0, end, 4.0, counts, Formulation.PLAIN)
    assert order == pytest.approx(method.order, abs=0.2)


@pytest.mark.parametrize("formulation", [Formulation.PROJECTED, Formulation.INDEPENDENT])
@pytest.mark.parametrize("method", METHODS)
def test_closed_loop(method, formulation):  # type: ignore[no-untyped-def]
    """A small swing, for the dependent coordinate to stay the same: the error then has one smooth cause."""
    counts = [1600, 3200] if method.order == 1 else [160, 320, 400]
    order = measured_order(pendulum(), method, pendulum_start(0.7), pendulum_end(0.7, 2.0), 2.0, counts, formulation)
    assert order == pytest.approx(method.order, abs=0.2)


@pytest.mark.parametrize("method", [RK4, AdamsBashforth, DormandPrince, SemiImplicitEuler, MuntheKaas])
def test_quaternions(method):  # type: ignore[no-untyped-def]
    def rates(t, x):  # type: ignore[no-untyped-def]
        w, x_, y, z, a, b, c = x
        turn = [-x_ * a - y * b - z * c, w * a + y * c - z * b, w * b + z * a - x_ * c, w * c + x_ * b - y * a]
        return [*(0.5 * np.array(turn)), -b * c, a * c, -a * b / 3.0]

    x0 = np.array([1.0, 0.0, 0.0, 0.0, 0.5, 2.0, -0.7])
    counts = [400, 800, 1600] if method.order == 1 else [20, 40, 80]
    counts = [320, 640, 1280] if method is AdamsBashforth else counts
    order = measured_order(free_body(), method, x0, precise(rates, x0, 2.0), 2.0, counts, Formulation.PLAIN)
    assert order == pytest.approx(method.order, abs=0.2)


def test_munthe_kaas_keeps_unit_quaternions_by_itself() -> None:
    """A system without the normalising kernel: only the group keeps the length."""
    from dataclasses import replace

    machine = replace(free_body(), project=0)
    x0 = np.array([1.0, 0.0, 0.0, 0.0, 0.5, 2.0, -0.7])
    outcome = integrate(machine, MuntheKaas(step=0.05), 0.0, x0, NONE, NONE, np.array([100.0]))
    assert np.linalg.norm(outcome.x[-1, :4]) == pytest.approx(1.0, abs=1e-13)


def test_rodas5p_order_conditions() -> None:
    """Conditions of order 1-4 and the quadrature ones of order 5, from the coefficients in their original form.

    With Γ = (diag(1/γ) − C)⁻¹: α = A Γ, β = α + Γ, b = m Γ (Hairer & Wanner 1996, §IV.7).
    """
    from biela.integrate.method.rosenbrock import TABLE
    from biela.integrate.tableau import square

    STAGES, GAMMA, TIME, SLOPE = TABLE.stages, TABLE.gamma, np.array(TABLE.c), np.array(TABLE.d)
    A, C = square(TABLE.a), square(TABLE.C)
    gamma = np.linalg.inv(np.eye(STAGES) / GAMMA - C)
    alpha = A @ gamma
    beta = alpha + gamma
    b = np.append(A[-1, :-1], 1.0) @ gamma
    one = np.ones(STAGES)
    a, bb = alpha @ one, beta @ one
    np.testing.assert_allclose(a, TIME, atol=1e-12)
    np.testing.assert_allclose(gamma @ one, SLOPE, atol=1e-12)
    conditions = {
        "1": (b @ one, 1),
        "2": (b @ bb, 1 / 2),
        "3a": (b @ a**2, 1 / 3),
        "3b": (b @ beta @ bb, 1 / 6),
        "4a": (b @ a**3, 1 / 4),
        "4b": (b @ (a * (alpha @ bb)), 1 / 8),
        "4c": (b @ beta @ a**2, 1 / 12),
        "4d": (b @ beta @ beta @ bb, 1 / 24),
        "5a": (b @ a**4, 1 / 5),
        "5b": (b @ beta @ a**3, 1 / 20),
        "5c": (b @ beta @ beta @ beta @ bb, 1 / 120),
    }
    for name, (value, wanted) in conditions.items():
        assert value == pytest.approx(wanted, abs=1e-11), name


def test_rosenbrock_damps_infinitely_stiff_modes() -> None:
    """L-stability: the growth factor of ẋ = λx tends to 0 as hλ tends to −∞."""
    from biela.integrate.method.rosenbrock import TABLE
    from biela.integrate.tableau import square

    STAGES, GAMMA, A, C = TABLE.stages, TABLE.gamma, square(TABLE.a), square(TABLE.C)

    gamma = np.linalg.inv(np.eye(STAGES) / GAMMA - C)
    beta, b = A @ gamma + gamma, np.append(A[-1, :-1], 1.0) @ gamma
    for z in (-1e4, -1e6, -1e8):
        growth = 1.0 + z * b @ np.linalg.solve(np.eye(STAGES) - z * beta, np.ones(STAGES))
        assert abs(growth) < 20.0 / abs(z) + 1e-9
