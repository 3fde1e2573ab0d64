"""Rotations: group axioms, exponential and logarithm, tangent maps."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from biela.lie import so3


def random_rotation_vector(rng: np.random.Generator, angle: float) -> np.ndarray:
    u = rng.normal(size=3)
    return angle * u / np.linalg.norm(u)


def test_hat_is_the_cross_product_and_vee_undoes_it(rng):
    a, b = rng.normal(size=(2, 3))
    np.testing.assert_allclose(so3.hat(a) @ b, np.cross(a, b), atol=1e-15)
    np.testing.assert_array_equal(so3.vee(so3.hat(a)), a)


@pytest.mark.parametrize("angle", [0.0, 1e-9, 1e-4, 0.05, 0.0999, 0.1001, 0.5, 1.0, 2.0, 3.0, np.pi - 1e-4])
def test_exponential_is_a_rotation_and_logarithm_undoes_it(angle, rng):
    for _ in range(20):
        w = random_rotation_vector(rng, angle)
        R = so3.exp(w)
        np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-14)
        assert np.linalg.det(R) == pytest.approx(1.0, abs=1e-14)
        np.testing.assert_allclose(so3.log(R), w, atol=1e-12, rtol=1e-12)


@pytest.mark.parametrize("gap", [1e-6, 1e-8, 1e-12, 1e-15, 0.0])
def test_logarithm_near_half_a_turn(gap, rng):
    for u in [*np.eye(3), *(random_rotation_vector(rng, 1.0) for _ in range(20))]:
        R = so3.exp((np.pi - gap) * u)
        w = so3.log(R)
        assert np.linalg.norm(w) == pytest.approx(np.pi - gap, abs=1e-14)
        np.testing.assert_allclose(so3.exp(w), R, atol=1e-14)


def test_logarithm_of_an_exact_half_turn_has_a_positive_leading_component():
    np.testing.assert_allclose(so3.log(np.diag([1.0, -1.0, -1.0])), [np.pi, 0, 0])
    np.testing.assert_allclose(so3.log(np.diag([-1.0, -1.0, 1.0])), [0, 0, np.pi])
    np.testing.assert_array_equal(so3.log(np.eye(3)), np.zeros(3))


def test_exponential_of_parallel_vectors_adds(rng):
    w = rng.normal(size=3)
    np.testing.assert_allclose(so3.exp(0.3 * w) @ so3.exp(0.9 * w), so3.exp(1.2 * w), atol=1e-15)


@pytest.mark.parametrize("angle", [1e-8, 0.01, 0.5, 0.99, 1.01, 2.0, 3.1, 5.0])
def test_tangent_is_the_body_rate_of_the_exponential(angle, rng):
    w, rate = random_rotation_vector(rng, angle), rng.normal(size=3)
    h = 1e-5
    R_dot = (so3.exp(w + h * rate) - so3.exp(w - h * rate)) / (2 * h)
    np.testing.assert_allclose(so3.vee(so3.exp(w).T @ R_dot), so3.tangent(w) @ rate, atol=1e-9)
    np.testing.assert_allclose(so3.tangent(w) @ so3.tangent_inverse(w), np.eye(3), atol=1e-12)
    # the left Jacobian is the transpose, and differs by the rotation
    np.testing.assert_allclose(so3.tangent(-w), so3.exp(w) @ so3.tangent(w), atol=1e-13)


@pytest.mark.parametrize("function", [so3.exp, so3.tangent, so3.tangent_inverse, so3.hat, so3.from_roll_pitch_yaw])
def test_symbols_equal_numbers(function, rng, symbolic):
    for angle in (0.0, 1e-5, 0.09, 0.7, 1.2, 3.0):
        w = random_rotation_vector(rng, angle)
        np.testing.assert_allclose(symbolic(function, w), function(w), atol=1e-14)


@pytest.mark.parametrize("function", [so3.log, so3.roll_pitch_yaw])
def test_symbols_equal_numbers_of_a_matrix(function, rng, symbolic):
    for angle in (0.0, 1e-5, 0.0199, 0.0201, 0.7, 2.0, 3.0):
        R = so3.exp(random_rotation_vector(rng, angle))
        np.testing.assert_allclose(symbolic(function, R), function(R), atol=1e-13)


def test_derivatives_at_zero_are_finite_and_right(derivative):
    zero = np.zeros(3)
    generators = np.column_stack([so3.hat(e).T.reshape(-1) for e in np.eye(3)])
    np.testing.assert_allclose(derivative(so3.exp, zero), generators, atol=1e-15)
    np.testing.assert_allclose(derivative(so3.tangent, zero), -generators / 2, atol=1e-15)
    np.testing.assert_allclose(derivative(so3.tangent_inverse, zero), generators / 2, atol=1e-15)
    np.testing.assert_allclose(derivative(lambda w: so3.log(so3.exp(w)), zero), np.eye(3), atol=1e-15)


def test_second_derivatives_at_zero_are_finite_and_right():
    """exp(w) = 1 + ŵ + ŵ²/2 + ..., so the Hessian of R_xx is that of −(y² + z²)/2."""
    w = ca.SX.sym("w", 3)
    hessian, _ = ca.hessian(so3.exp(w)[0, 0], w)
    np.testing.assert_allclose(np.array(ca.Function("H", [w], [hessian])(np.zeros(3))), np.diag([0, -1, -1]), atol=1e-15)


def test_derivative_of_the_logarithm_is_the_inverse_tangent(rng, derivative):
    """d/dδ log(R exp(δ)) = T⁻¹(w) at δ = 0."""
    w = random_rotation_vector(rng, 1.7)
    R = so3.exp(w)
    jacobian = derivative(lambda d: so3.log(ca.mtimes(R, so3.exp(d))), np.zeros(3))
    np.testing.assert_allclose(jacobian, so3.tangent_inverse(w), atol=1e-12)


@pytest.mark.parametrize(("k", "rotation"), list(enumerate([so3.rotation_x, so3.rotation_y, so3.rotation_z])))
def test_elementary_rotations(k, rotation, symbolic):
    axis = np.eye(3)[k]
    np.testing.assert_allclose(rotation(0.7), so3.exp(0.7 * axis), atol=1e-15)
    np.testing.assert_allclose(so3.about(-3 * axis, 0.7), rotation(-0.7), atol=1e-15)
    np.testing.assert_allclose(symbolic(rotation, np.array([0.7])), rotation(0.7), atol=1e-15)
    for quarters in range(-5, 6):
        R = rotation(quarters * (np.pi / 2))
        assert set(np.abs(R).reshape(-1)) == {0.0, 1.0}
        np.testing.assert_allclose(R, so3.exp(quarters * np.pi / 2 * axis), atol=1e-14)


def test_rotation_about_any_axis(rng, symbolic):
    axis = rng.normal(size=3)
    unit = axis / np.linalg.norm(axis)
    np.testing.assert_allclose(so3.about(axis, 1.1), so3.exp(1.1 * unit), atol=1e-15)
    np.testing.assert_allclose(symbolic(lambda a: so3.about(axis, a), np.array([1.1])), so3.exp(1.1 * unit), atol=1e-15)
    np.testing.assert_allclose(symbolic(lambda u: so3.about(u, 1.1), unit), so3.exp(1.1 * unit), atol=1e-15)


def test_rotation_about_a_coordinate_axis_stays_planar_on_symbols():
    R = so3.about((0, 0, 2), ca.SX.sym("angle"))
    assert ca.is_equal(R[2, 2], ca.SX(1))
    assert R[0, 2].is_zero()
    assert R[2, 0].is_zero()


def test_align(rng):
    for axis in rng.normal(size=(50, 3)):
        R = so3.align(axis)
        np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-15)
        assert np.linalg.det(R) == pytest.approx(1.0)
        np.testing.assert_allclose(R[:, 2], axis / np.linalg.norm(axis), atol=1e-15)


@pytest.mark.parametrize("scale", [1.0, -1.0, 3.0, 0.1, -1e-200, 1e200])
@pytest.mark.parametrize("k", range(3))
def test_align_is_exact_for_coordinate_axes(k, scale):
    R = so3.align(scale * np.eye(3)[k])
    assert set(np.abs(R).reshape(-1)) == {0.0, 1.0}
    assert not np.signbit(R[R == 0.0]).any()
    np.testing.assert_array_equal(R[:, 2], np.sign(scale) * np.eye(3)[k])
    assert np.linalg.det(R) == 1.0


def test_align_keeps_z():
    np.testing.assert_array_equal(so3.align((0, 0, 1)), np.eye(3))


@pytest.mark.parametrize("axis", [(0, 0, 0), (0, np.nan, 1), (np.inf, 0, 0), (1, 0)])
def test_no_axis(axis):
    with pytest.raises(ValueError, match="axis"):
        so3.align(axis)
    with pytest.raises(ValueError, match="axis"):
        so3.about(axis, 1.0)


def test_roll_pitch_yaw(rng):
    for angles in rng.uniform([-np.pi, -1.5, -np.pi], [np.pi, 1.5, np.pi], size=(50, 3)):
        R = so3.from_roll_pitch_yaw(angles)
        np.testing.assert_allclose(so3.roll_pitch_yaw(R), angles, atol=1e-12)
    R = so3.rotation_z(0.3) @ so3.rotation_y(0.2) @ so3.rotation_x(0.1)
    np.testing.assert_allclose(so3.roll_pitch_yaw(R), [0.1, 0.2, 0.3], atol=1e-15)


@pytest.mark.parametrize("pitch", [np.pi / 2, -np.pi / 2])
def test_roll_pitch_yaw_at_gimbal_lock(pitch):
    R = so3.from_roll_pitch_yaw((0.4, pitch, -1.1))
    angles = so3.roll_pitch_yaw(R)
    assert angles[0] == 0.0
    np.testing.assert_allclose(so3.from_roll_pitch_yaw(angles), R, atol=1e-12)
