"""Compiled steppers against their plain twins, to rounding."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hand_machines import forced, free_body
from stepper_twins import adams_bashforth, dormand_prince, munthe_kaas, rk4, rosenbrock, semi_implicit_euler
from stepper_twins import multi_rate as multi_rate_twin
from test_multi_rate import driven_four_bar

from biela.integrate.driver import integrate
from biela.integrate.method import rodas3
from biela.integrate.method.adams_bashforth import AdamsBashforth
from biela.integrate.method.dormand_prince import DormandPrince
from biela.integrate.method.multi_rate import MultiRate
from biela.integrate.method.munthe_kaas import MuntheKaas
from biela.integrate.method.rk4 import RK4
from biela.integrate.method.rosenbrock import TABLE, Rosenbrock
from biela.integrate.method.semi_implicit_euler import SemiImplicitEuler
from biela.integrate.system import Formulation, system_of
from biela.state.functions import functions_of

NONE, H, STEPS = np.zeros(0), 0.1, 10
START = np.array([2.0, 1.5])


def f(t, x):  # type: ignore[no-untyped-def]
    """Forced oscillator."""
    return np.array([x[1], -np.sin(x[0]) - 0.1 * x[1] + np.cos(t)])


def jacobian(t, x):  # type: ignore[no-untyped-def]
    return np.array([[0, 1], [-np.cos(x[0]), -0.1]]), np.array([0, -np.sin(t)])


def compiled(method, times=(STEPS * H,), machine=None, x0=START):  # type: ignore[no-untyped-def]
    outcome = integrate(machine or forced(), method, 0.0, x0, NONE, NONE, np.array(times), formulation=Formulation.PLAIN)
    assert outcome.done
    return outcome.x


def repeated(step):  # type: ignore[no-untyped-def]
    x = START
    for k in range(STEPS):
        x = step(k * H, x)
    return x


def test_rk4() -> None:
    np.testing.assert_allclose(compiled(RK4(step=H))[-1], repeated(lambda t, x: rk4(f, t, x, H)), rtol=1e-14)


def test_dormand_prince() -> None:
    twin = repeated(lambda t, x: dormand_prince(f, t, x, H)[0])
    np.testing.assert_allclose(compiled(DormandPrince(step=H))[-1], twin, rtol=1e-14)


def test_dormand_prince_inside_a_step() -> None:
    """One adaptive step, accepted at a loose tolerance: result and continuous extension."""
    times = np.array([0.3, 0.5, 0.9, 1.0]) * H
    found = compiled(DormandPrince(rtol=0.1, atol=0.1, first_step=H), times)
    end, error, inside = dormand_prince(f, 0.0, START, H)
    assert np.abs(error).max() < 0.1
    np.testing.assert_allclose(found, [inside(t / H) for t in times], rtol=1e-14)
    np.testing.assert_allclose(found[-1], end, rtol=1e-14)


def test_the_error_of_dormand_prince_decides_between_accepting_and_rejecting() -> None:
    """A tolerance a little above the error of the twin accepts the step, one a little below rejects it."""
    error = dormand_prince(f, 0.0, START, 1.0)[1]
    size = np.sqrt(np.mean(error**2))
    for factor, rejected in ((1.01, 0), (0.99, 1)):
        method = DormandPrince(rtol=0.0, atol=factor * size, first_step=1.0)
        outcome = integrate(forced(), method, 0.0, START, NONE, NONE, np.array([1.0]), formulation=Formulation.PLAIN)
        assert outcome.rejected[0] == rejected


def test_adams_bashforth() -> None:
    twin = adams_bashforth(f, 0.0, START, H, STEPS)
    np.testing.assert_allclose(compiled(AdamsBashforth(step=H))[-1], twin, rtol=1e-14)


def test_semi_implicit_euler() -> None:
    twin = repeated(lambda t, x: semi_implicit_euler(f, t, x, H, 1))
    np.testing.assert_allclose(compiled(SemiImplicitEuler(step=H))[-1], twin, rtol=1e-14)


def test_munthe_kaas() -> None:
    """A free body with inertias 1, 2, 3, without the kernel that would keep its quaternion of unit length."""
    q, w = np.array([1.0, 0.0, 0.0, 0.0]), np.array([0.5, 2.0, -0.7])
    found = compiled(MuntheKaas(step=H), machine=replace(free_body(), project=0), x0=np.concatenate([q, w]))[-1]
    for _ in range(STEPS):
        q, w = munthe_kaas(lambda q, w: np.array([-w[1] * w[2], w[0] * w[2], -w[0] * w[1] / 3]), q, w, H)
    np.testing.assert_allclose(found, np.concatenate([q, w]), rtol=0, atol=1e-14)


def test_rosenbrock() -> None:
    twin = repeated(lambda t, x: rosenbrock(f, *jacobian(t, x), t, x, H, TABLE)[0])
    np.testing.assert_allclose(compiled(Rosenbrock(step=H))[-1], twin, rtol=1e-12)


def test_the_error_of_rosenbrock_decides_between_accepting_and_rejecting() -> None:
    error = rosenbrock(f, *jacobian(0.0, START), 0.0, START, 1.0, TABLE)[1]
    size = np.sqrt(np.mean(error**2))
    for factor, rejected in ((1.01, 0), (0.99, 1)):
        method = Rosenbrock(rtol=0.0, atol=factor * size, first_step=1.0)
        outcome = integrate(forced(), method, 0.0, START, NONE, NONE, np.array([1.0]), formulation=Formulation.PLAIN)
        assert outcome.rejected[0] == rejected


@pytest.mark.parametrize("passes", [1, 2])
def test_multi_rate(passes: int) -> None:
    """A motor with inductance turns a four-bar by a shaft that gives: mechanism and network apart, one step and then another."""
    m = driven_four_bar(stiffness=400.0)
    start = m.assemble({"A": 1.0}, guess={"A": 1.0, "B": -0.6, "D": 1.7})
    functions = functions_of(m)
    u, p, step = np.zeros(len(m.actuators)), functions.parameters, 1e-3
    method = MultiRate(step=step, substeps=3, passes=passes)
    system = system_of(functions, MultiRate.kernels)
    assert system.networks is not None

    def vectors(name, *arguments):  # type: ignore[no-untyped-def]
        result = functions[name](*arguments)
        return [np.ravel(part) for part in result] if isinstance(result, list | tuple) else np.ravel(result)

    def network_jacobian(t, z, y, rate):  # type: ignore[no-untyped-def]
        J, f_t, _ = vectors("network_jacobian", t, z, u, p, y, rate)
        # the kernel gives J column by column, or as the matrix itself
        full = np.asarray(functions["network_jacobian"](t, z, u, p, y, rate)[0])
        return (full if full.ndim == 2 else J.reshape(len(z), len(z)).T), f_t

    machine = SimpleNamespace(
        n_v=functions.layout.n_v, n_z=system.networks.n_x, motion=lambda t, x: vectors("motion", t, x, u, p),
        interface=lambda t, x, a: vectors("interface", t, x, u, p, a),
        networks=lambda t, z, y, rate: vectors("network_rates", t, z, u, p, y), network_jacobian=network_jacobian,
    )  # fmt: skip
    found = integrate(
        system, method, 0.0, start.x, u, p, step * np.arange(1, 3), formulation=Formulation.PLAIN
    ).x  # fmt: skip
    x = start.x
    for k in range(2):
        x = multi_rate_twin(machine, k * step, x, step, 3, passes, rodas3.TABLE)
        np.testing.assert_allclose(found[k], x, rtol=1e-10, atol=1e-12)
