"""Poses and their Lie algebra: group axioms, adjoint identities, tangent maps."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from biela.lie import se3, so3
from biela.lie.se3 import Pose


def random_pose(rng: np.random.Generator) -> Pose:
    return Pose(so3.exp(rng.normal(size=3)), rng.normal(size=3))


def random_element(rng: np.random.Generator, angle: float) -> np.ndarray:
    w, v = rng.normal(size=(2, 3))
    return np.concatenate([angle * w / np.linalg.norm(w), v])


def assert_close(actual: Pose, expected: Pose, tolerance: float = 1e-12) -> None:
    np.testing.assert_allclose(actual.matrix(), expected.matrix(), atol=tolerance)


def test_group_axioms(rng):
    X, Y, Z = (random_pose(rng) for _ in range(3))
    assert_close((X @ Y) @ Z, X @ (Y @ Z))
    assert_close(X @ X.inverse(), Pose.identity())
    assert_close(X.inverse() @ X, Pose.identity())
    assert_close(X @ Pose.identity(), X)
    assert_close(X.relative(Y), X.inverse() @ Y)
    np.testing.assert_allclose((X @ Y).matrix(), X.matrix() @ Y.matrix(), atol=1e-14)


def test_pose_moves_points(rng):
    X, r = random_pose(rng), rng.normal(size=3)
    np.testing.assert_allclose(X @ r, X.rotation @ r + X.position, atol=1e-15)
    np.testing.assert_allclose(Pose.translation((1, 2, 3)) @ (1, 0, 0), [2, 2, 3])
    assert_close(Pose.from_matrix(X.matrix()), X)


def test_array_times_pose_is_an_error():
    with pytest.raises(TypeError):
        np.eye(3) @ Pose.identity()


def test_constant_and_symbolic_poses_mix(rng):
    X, Y = random_pose(rng), random_pose(rng)
    R, p = ca.SX.sym("R", 3, 3), ca.SX.sym("p", 3)
    symbol = Pose(R, p)
    for expression, expected in (
        (X @ symbol, X @ Y),
        (symbol @ X, Y @ X),
        (X.relative(symbol), X.relative(Y)),
        (symbol.relative(X), Y.relative(X)),
        (symbol.inverse(), Y.inverse()),
        (Pose(R, np.ones(3)) @ X, Pose(Y.rotation, np.ones(3)) @ X),
        (Pose(np.eye(3), p) @ X, Pose.translation(Y.position) @ X),
        (Pose.from_matrix(symbol.matrix()), Y),
    ):
        function = ca.Function("f", [R, p], [expression.matrix()])
        np.testing.assert_allclose(np.array(function(Y.rotation, Y.position)), expected.matrix(), atol=1e-14)


def test_a_planar_chain_stays_planar_on_symbols():
    a, b = ca.SX.sym("a"), ca.SX.sym("b")
    X = Pose(so3.rotation_z(a), np.zeros(3)) @ Pose(so3.rotation_z(b), (1.0, 0.0, 0.0)) @ Pose.translation((1, 0, 0))
    assert X.position[2].is_zero()
    assert X.rotation[2, :2].is_zero()
    assert ca.is_equal(X.rotation[2, 2], ca.SX(1))


@pytest.mark.parametrize("angle", [0.0, 1e-9, 1e-3, 0.5, 0.99, 1.01, 2.0, 3.0, np.pi - 1e-9])
def test_exponential_and_logarithm(angle, rng):
    xi = random_element(rng, angle)
    np.testing.assert_allclose(se3.log(se3.exp(xi)), xi, atol=1e-12)


def test_exponential_of_a_pure_translation():
    np.testing.assert_array_equal(se3.exp([0, 0, 0, 1, 2, 3]).matrix(), Pose.translation((1, 2, 3)).matrix())


def test_exponential_is_the_matrix_exponential(rng):
    scipy_linalg = pytest.importorskip("scipy.linalg")
    xi = random_element(rng, 2.2)
    np.testing.assert_allclose(se3.exp(xi).matrix(), scipy_linalg.expm(se3.hat(xi)), atol=1e-13)


# spec: algebra identities on random data, all below 1e-12 ------------------------------------------------------


def test_adjoint_identities(rng):
    for _ in range(20):
        X, Y = random_pose(rng), random_pose(rng)
        np.testing.assert_allclose(se3.Ad(X).T @ se3.Ad_dual(X), np.eye(6), atol=1e-12)
        np.testing.assert_allclose(se3.Ad(X @ Y), se3.Ad(X) @ se3.Ad(Y), atol=1e-12)
        np.testing.assert_allclose(se3.Ad_dual(X @ Y), se3.Ad_dual(X) @ se3.Ad_dual(Y), atol=1e-12)
        np.testing.assert_allclose(se3.Ad(X.inverse()), np.linalg.inv(se3.Ad(X)), atol=1e-12)


def test_adjoint_is_conjugation(rng):
    X, V = random_pose(rng), rng.normal(size=6)
    conjugated = X.matrix() @ se3.hat(V) @ X.inverse().matrix()
    np.testing.assert_allclose(se3.vee(conjugated), se3.Ad(X) @ V, atol=1e-12)


def test_bracket_identities(rng):
    U, V, W = rng.normal(size=(3, 6))
    commutator = se3.hat(V) @ se3.hat(W) - se3.hat(W) @ se3.hat(V)
    np.testing.assert_allclose(se3.ad(V) @ W, se3.vee(commutator), atol=1e-12)
    np.testing.assert_allclose(se3.ad(V) @ W, -se3.ad(W) @ V, atol=1e-12)
    np.testing.assert_array_equal(se3.ad_dual(V), -se3.ad(V).T)
    jacobi = se3.ad(U) @ se3.ad(V) @ W + se3.ad(V) @ se3.ad(W) @ U + se3.ad(W) @ se3.ad(U) @ V
    np.testing.assert_allclose(jacobi, np.zeros(6), atol=1e-12)


def test_adjoint_preserves_the_bracket(rng):
    X, (V, W) = random_pose(rng), rng.normal(size=(2, 6))
    A = se3.Ad(X)
    np.testing.assert_allclose(A @ (se3.ad(V) @ W), se3.ad(A @ V) @ (A @ W), atol=1e-12)


def test_power_is_invariant(rng):
    X, V, F = random_pose(rng), rng.normal(size=6), rng.normal(size=6)
    assert (se3.Ad(X) @ V) @ (se3.Ad_dual(X) @ F) == pytest.approx(V @ F, abs=1e-12)


def test_adjoint_of_the_exponential_is_the_exponential_of_the_bracket(rng):
    scipy_linalg = pytest.importorskip("scipy.linalg")
    V = rng.normal(size=6)
    np.testing.assert_allclose(se3.Ad(se3.exp(V)), scipy_linalg.expm(se3.ad(V)), atol=1e-12)


# tangent maps --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("angle", [0.0, 1e-6, 0.3, 0.99, 1.01, 2.0, 3.1, 5.0])
def test_tangent_is_the_body_twist_of_the_exponential(angle, rng):
    xi, rate = random_element(rng, angle), rng.normal(size=6)
    h = 1e-5
    X_dot = (se3.exp(xi + h * rate).matrix() - se3.exp(xi - h * rate).matrix()) / (2 * h)
    twist = se3.vee(se3.exp(xi).inverse().matrix() @ X_dot)
    np.testing.assert_allclose(se3.tangent(xi) @ rate, twist, atol=2e-9)
    np.testing.assert_allclose(se3.tangent(xi) @ se3.tangent_inverse(xi), np.eye(6), atol=1e-11)


def test_tangent_is_the_series_of_the_bracket(rng):
    """T(ξ) = Σ (−ad ξ)ᵏ/(k + 1)!"""
    xi = random_element(rng, 0.9)
    total, term = np.zeros((6, 6)), np.eye(6)
    for k in range(40):
        total += term
        term = term @ -se3.ad(xi) / (k + 2)
    np.testing.assert_allclose(se3.tangent(xi), total, atol=1e-14)


@pytest.mark.parametrize("function", [se3.tangent, se3.tangent_inverse, se3.ad, se3.ad_dual, se3.hat])
def test_symbols_equal_numbers(function, rng, symbolic):
    for angle in (0.0, 1e-5, 0.5, 1.5, 3.0):
        xi = random_element(rng, angle)
        np.testing.assert_allclose(symbolic(function, xi), function(xi), atol=1e-13)


def test_symbolic_maps_of_a_pose_equal_numbers(rng, symbolic):
    X = random_pose(rng)
    for function in (se3.Ad, se3.Ad_dual, se3.log):
        value = symbolic(lambda R, p, f=function: f(Pose(R, p)), X.rotation, X.position)
        np.testing.assert_allclose(value, function(X), atol=1e-13)
    xi = random_element(rng, 1.3)
    np.testing.assert_allclose(symbolic(lambda x: se3.exp(x).matrix(), xi), se3.exp(xi).matrix(), atol=1e-14)


def test_derivatives_at_zero_are_finite_and_right(derivative):
    zero = np.zeros(6)
    generators = np.column_stack([se3.hat(e).T.reshape(-1) for e in np.eye(6)])
    np.testing.assert_allclose(derivative(lambda x: se3.exp(x).matrix(), zero), generators, atol=1e-15)
    np.testing.assert_allclose(derivative(lambda x: se3.log(se3.exp(x)), zero), np.eye(6), atol=1e-15)
    brackets = np.column_stack([se3.ad(e).T.reshape(-1) for e in np.eye(6)])
    np.testing.assert_allclose(derivative(se3.tangent, zero), -brackets / 2, atol=1e-15)
    np.testing.assert_allclose(derivative(se3.tangent_inverse, zero), brackets / 2, atol=1e-15)
