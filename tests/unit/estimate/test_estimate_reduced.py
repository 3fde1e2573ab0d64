"""Equations in independent coordinates: against the equations of all coordinates, and every derivative against differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from biela import estimate
from biela.base.errors import DescriptionError, UnknownName
from biela.state.functions import functions_of
from biela.state.state import State
from estimation_machines import crank_model, five_bar, five_bar_start, long_four_bar, long_start, spinning_gyro

Array = NDArray[np.float64]


def moving(name: str) -> tuple[estimate.Model, State]:
    if name == "four-bar":
        m = long_four_bar()
        return estimate.Model(m, long_start(m), independent=["A"]), long_start(m).with_rates({"A": 1.3})
    if name == "five-bar":
        m = five_bar()
        return estimate.Model(m, five_bar_start(m), independent=["A", "E"]), five_bar_start(m).with_rates({"A": 1.0, "E": -0.7})
    m = spinning_gyro()
    start = m.assemble({"ball": (0.8, 0.36, 0.48, 0.0)}, rates={"ball": (0.5, -1.0, 2.0)})
    return estimate.Model(m, start), start


@pytest.fixture(scope="module", params=["four-bar", "five-bar", "spherical"])
def case(request: Any) -> tuple[estimate.Model, State]:
    return moving(request.param)


def at(model: estimate.Model, x: Array, delta: Array) -> Array:
    """x ⊕ δ, closed."""
    moved = np.ravel(model.kernel("move")(0.0, x, model.u, model.p, delta))
    return model.closed(moved)[0]


def test_rates_equal_those_of_all_coordinates(case: tuple[estimate.Model, State]) -> None:
    model, state = case
    full = np.ravel(functions_of(model.mechanism).evaluate("rates", *state.arguments())[0])
    x, xdot, gap = (np.ravel(v) for v in model.kernel("stage")(0.0, state.x, model.u, model.p))
    n_q, free = model.functions.layout.n_q, list(model.chart.independent)
    assert gap[0] < 1e-12
    assert x == pytest.approx(state.x, abs=1e-12)
    assert xdot[:n_q] == pytest.approx(full[:n_q], abs=1e-10)
    assert xdot[n_q:][free] == pytest.approx(full[n_q:][free], rel=1e-9, abs=1e-9)


def test_accelerations_and_reactions_read_by_sensors_are_those_of_all_coordinates() -> None:
    """An IMU at the coupler: angular rates, and specific force, through the reduced equations and through the full ones."""
    model, state = moving("four-bar")
    y = model.measured(state.x)
    for channel, value in zip(model.channels, y, strict=True):
        assert value == pytest.approx(state[channel.signal], rel=1e-9, abs=1e-9), channel.name


def test_move_and_difference_are_inverse(case: tuple[estimate.Model, State]) -> None:
    model, state = case
    rng = np.random.default_rng(2)
    for size in (1e-3, 0.05):
        delta = size * rng.standard_normal(model.n)
        x = at(model, state.x, delta)
        back = np.ravel(model.kernel("difference")(0.0, x, model.u, model.p, state.x))
        assert back == pytest.approx(delta, abs=1e-12)
        residual, rate, _, _ = functions_of(model.mechanism).evaluate("closure", 0.0, x, model.u, model.p) if model.chart.rows else (  # noqa: E501
            np.zeros(1), np.zeros(1), 0, 0
        )  # fmt: skip
        assert np.abs(residual).max(initial=0.0) < 1e-10 and np.abs(rate).max(initial=0.0) < 1e-10


def test_transition_matrix_is_the_derivative_along_the_manifold(case: tuple[estimate.Model, State]) -> None:
    """∂ξ̇/∂ξ by central differences of closed, perturbed states."""
    model, state = case
    A = np.asarray(model.kernel("linear")(0.0, state.x, model.u, model.p)).reshape(model.n, model.n)
    n_q, free, k, h = model.functions.layout.n_q, list(model.chart.independent), model.k, 1e-5

    def rates(x: Array) -> Array:
        return np.ravel(model.kernel("stage")(0.0, x, model.u, model.p)[1])[n_q:][free]

    for j in range(model.n):
        step = np.zeros(model.n)
        step[j] = h
        slope = (rates(at(model, state.x, step)) - rates(at(model, state.x, -step))) / (2 * h)
        assert A[k:, j] == pytest.approx(slope, rel=2e-6, abs=2e-6)
    if not model.tangent.any():
        assert A[:k] == pytest.approx(np.hstack([np.zeros((k, k)), np.eye(k)]), abs=0)


def test_rotation_errors_turn_against_the_body() -> None:
    """δθ̇ = −ω × δθ + δω for the spherical joint."""
    model, state = moving("spherical")
    A = np.asarray(model.kernel("linear")(0.0, state.x, model.u, model.p)).reshape(6, 6)
    w = state.v
    cross = np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
    assert A[:3] == pytest.approx(np.hstack([-cross, np.eye(3)]), abs=1e-12)


def test_measurement_matrix_is_the_derivative_along_the_manifold(case: tuple[estimate.Model, State]) -> None:
    model, state = case
    y, H = model.kernel("measure_linear")(0.0, state.x, model.u, model.p)
    H, h = np.asarray(H).reshape(len(model.channels), model.n), 1e-5
    assert np.ravel(y) == pytest.approx(model.measured(state.x), abs=1e-12)
    for j in range(model.n):
        step = np.zeros(model.n)
        step[j] = h
        slope = (model.measured(at(model, state.x, step)) - model.measured(at(model, state.x, -step))) / (2 * h)
        assert H[:, j] == pytest.approx(slope, rel=2e-6, abs=5e-6)


def test_parameters_move_the_dependent_coordinates_with_them() -> None:
    """∂ξ̇/∂(length of the coupler) with the loop kept closed, by differences of machines of other lengths."""
    import biela
    from biela.library.parts import slender_rod

    m = biela.Mechanism("four-bar", gravity=(0, -9.81, 0))
    size = m.parameter("size", 1.0, "m")
    crank, rocker = slender_rod(m, "crank", 0.4, 0.4), slender_rod(m, "rocker", 0.8, 0.8)
    coupler = m.body("coupler", mass=size, com=(0.5 * size, 0, 0), inertia=(0, 0.1, 0.1))
    m.revolute("A", m.ground, crank)
    m.revolute("B", crank, coupler, parent_point=(0.4, 0, 0))
    m.revolute("C", coupler, rocker, parent_point=(size, 0, 0), child_point=(0.8, 0, 0))
    m.revolute("D", m.ground, rocker, parent_point=(1, 0, 0))
    m.gyroscope("gyro", rocker, axes="z", noise=0.01)
    start = m.assemble({"A": 1.0}, guess={"B": -0.6, "D": 1.7}, rates={"A": 2.0})
    model = estimate.Model(m, start, independent=["A"], estimate=["size"])
    assert model.names == ("A", "A.rate", "size")
    A = np.asarray(model.kernel("linear")(0.0, start.x, model.u, model.p)).reshape(3, 3)
    H = np.asarray(model.kernel("measure_linear")(0.0, start.x, model.u, model.p)[1]).reshape(1, 3)

    def other(p: float) -> tuple[float, float]:
        x, _, _ = model.closed(start.x, p=np.array([p]))
        n_q, i = model.functions.layout.n_q, model.chart.independent[0]
        return np.ravel(model.kernel("stage")(0.0, x, model.u, [p])[1])[n_q + i], model.measured(x, p=np.array([p]))[0]

    (a1, y1), (a0, y0) = other(1 + 1e-5), other(1 - 1e-5)
    assert A[1, 2] == pytest.approx((a1 - a0) / 2e-5, rel=1e-6)
    assert H[0, 2] == pytest.approx((y1 - y0) / 2e-5, rel=1e-6)


def test_signs_tell_the_branches_apart() -> None:
    model, up, down = crank_model()
    assert model.closed(up.x)[2].tolist() == [1.0]
    assert model.closed(down.x)[2].tolist() == [-1.0]


def test_choice_of_coordinates_is_checked() -> None:
    m = long_four_bar()
    start = long_start(m)
    with pytest.raises(UnknownName, match="no tree coordinate 'crank'"):
        estimate.Model(m, start, independent=["crank"])
    with pytest.raises(DescriptionError, match="moves in 1 independent coordinates; `independent` names 2"):
        estimate.Model(m, start, independent=["A", "B"])
    with pytest.raises(UnknownName, match="no sensor 'giro'"):
        estimate.Model(m, start, sensors=["giro"])
    with pytest.raises(UnknownName, match="no free parameter 'mass'"):
        estimate.Model(m, start, estimate=["mass"])
    wrong = m.edit()
    wrong.gauge("cell", "A.pressure", noise=1.0)
    with pytest.raises(UnknownName, match=r"sensor 'cell' reads 'A.pressure', which is not a signal"):
        estimate.Model(wrong, long_start(wrong))
