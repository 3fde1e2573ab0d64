"""The cheap transports against the 6×6 matrices they stand for."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from biela.lie import se3, so3, twist, wrench
from biela.lie.se3 import Pose


@pytest.fixture
def X(rng):
    return Pose(so3.exp(rng.normal(size=3)), rng.normal(size=3))


@pytest.fixture
def V(rng):
    return rng.normal(size=6)


@pytest.fixture
def F(rng):
    return rng.normal(size=6)


def shift_twist(V, p):
    """The same motion read at the point p, same axes: [ω; v + ω × p]."""
    return twist.to_child(Pose.translation(p), V)


def shift_wrench(F, p):
    """The same wrench taken about the point p, same axes: [m − p × f; f]."""
    return wrench.to_child(Pose.translation(p), F)


def rotate(R, V):
    """The same twist or wrench at the same point in other axes."""
    return np.concatenate([R @ V[:3], R @ V[3:]])


def test_transports_of_twists(X, V):
    np.testing.assert_allclose(twist.to_parent(X, V), se3.Ad(X) @ V, atol=1e-12)
    np.testing.assert_allclose(twist.to_child(X, V), se3.Ad(X.inverse()) @ V, atol=1e-12)
    np.testing.assert_allclose(twist.to_child(X, twist.to_parent(X, V)), V, atol=1e-12)


def test_transports_of_wrenches(X, F):
    np.testing.assert_allclose(wrench.to_parent(X, F), se3.Ad_dual(X) @ F, atol=1e-12)
    np.testing.assert_allclose(wrench.to_child(X, F), se3.Ad_dual(X.inverse()) @ F, atol=1e-12)
    np.testing.assert_allclose(wrench.to_child(X, wrench.to_parent(X, F)), F, atol=1e-12)


def test_brackets(V, F, rng):
    W = rng.normal(size=6)
    np.testing.assert_allclose(twist.bracket(V, W), se3.ad(V) @ W, atol=1e-12)
    np.testing.assert_allclose(wrench.dual_bracket(V, F), se3.ad_dual(V) @ F, atol=1e-12)
    np.testing.assert_array_equal(twist.bracket(V, V), np.zeros(6))
    # the pairing of the two: (ad(V) W)ᵀ F = −Wᵀ ad_dual(V) F
    assert twist.bracket(V, W) @ F == pytest.approx(-W @ wrench.dual_bracket(V, F), abs=1e-12)


def test_power_is_the_same_in_every_frame(X, V, F, rng):
    power = wrench.power(V, F)
    assert wrench.power(twist.to_parent(X, V), wrench.to_parent(X, F)) == pytest.approx(power, abs=1e-12)
    assert wrench.power(twist.to_child(X, V), wrench.to_child(X, F)) == pytest.approx(power, abs=1e-12)
    p = rng.normal(size=3)
    assert wrench.power(shift_twist(V, p), shift_wrench(F, p)) == pytest.approx(power, abs=1e-12)
    R = X.rotation
    assert wrench.power(rotate(R, V), rotate(R, F)) == pytest.approx(power, abs=1e-12)


def test_shift_then_rotate_is_the_transport(X, V, F):
    R, p = X.rotation, X.position
    np.testing.assert_allclose(rotate(R.T, shift_twist(V, p)), twist.to_child(X, V), atol=1e-14)
    np.testing.assert_allclose(rotate(R.T, shift_wrench(F, p)), wrench.to_child(X, F), atol=1e-14)


def test_signs_of_the_shifts():
    """Turning about z, the point at x moves along y; a force along y at x turns about z."""
    np.testing.assert_array_equal(shift_twist(np.array([0, 0, 1.0, 0, 0, 0]), np.array([2.0, 0, 0])), [0, 0, 1, 0, 2, 0])
    force_at_x = np.array([0, 0, 0, 0, 1.0, 0])
    np.testing.assert_array_equal(shift_wrench(force_at_x, np.array([-2.0, 0, 0])), [0, 0, 2, 0, 1, 0])


@pytest.mark.parametrize("function", [twist.to_parent, twist.to_child, wrench.to_parent, wrench.to_child])
def test_transports_on_symbols(function, X, V, symbolic):
    expected = function(X, V)
    value = symbolic(lambda R, p, x: function(Pose(R, p), x), X.rotation, X.position, V)
    np.testing.assert_allclose(value, expected, atol=1e-14)
    # a constant pose with a symbolic vector, and the other way round
    np.testing.assert_allclose(symbolic(lambda x: function(X, x), V), expected, atol=1e-14)
    np.testing.assert_allclose(symbolic(lambda R: function(Pose(R, X.position), V), X.rotation), expected, atol=1e-14)


@pytest.mark.parametrize("function", [twist.bracket, wrench.dual_bracket, wrench.power])
def test_products_on_symbols(function, V, F, symbolic):
    expected = np.atleast_1d(function(V, F))
    np.testing.assert_allclose(symbolic(function, V, F), expected, atol=1e-14)
    np.testing.assert_allclose(symbolic(lambda x: function(x, F), V), expected, atol=1e-14)


def test_planar_twists_stay_planar_and_cheap():
    """About z only: to the child costs one planar rotation of v plus two products, nothing out of plane."""
    angle, w, vx, vy = (ca.SX.sym(name) for name in ("angle", "w", "vx", "vy"))
    X = Pose(so3.rotation_z(angle), np.array([1.0, 0.0, 0.0]))
    V = ca.vertcat(0, 0, w, vx, vy, 0)
    child = twist.to_child(X, V)
    assert child[:2].is_zero()
    assert child[5].is_zero()
    assert ca.is_equal(child[2], w)
    assert ca.Function("f", [angle, w, vx, vy], [child]).n_nodes() < 30
