"""Quaternions against rotation matrices."""

from __future__ import annotations

import numpy as np
import pytest

from biela.lie import quaternion, so3


def random_unit(rng: np.random.Generator) -> np.ndarray:
    return quaternion.normalise(rng.normal(size=4))


def test_product_follows_the_matrices(rng):
    p, q = random_unit(rng), random_unit(rng)
    R = quaternion.to_matrix(p) @ quaternion.to_matrix(q)
    np.testing.assert_allclose(quaternion.to_matrix(quaternion.product(p, q)), R, atol=1e-14)


def test_group_axioms(rng):
    p, q, r = (random_unit(rng) for _ in range(3))
    product = quaternion.product
    np.testing.assert_allclose(product(product(p, q), r), product(p, product(q, r)), atol=1e-15)
    np.testing.assert_allclose(product(q, quaternion.conjugate(q)), [1, 0, 0, 0], atol=1e-15)
    np.testing.assert_allclose(quaternion.to_matrix(quaternion.conjugate(q)), quaternion.to_matrix(q).T, atol=1e-15)


def test_matrix_round_trip_everywhere(rng):
    for k in range(200):
        q = rng.normal(size=4)
        if k % 4 == 0:
            q[0] *= 1e-9  # near half a turn
        q = quaternion.normalise(q)
        back = quaternion.from_matrix(quaternion.to_matrix(q))
        assert back[0] >= 0.0
        np.testing.assert_allclose(back * np.sign(back @ q), q, atol=1e-14)


@pytest.mark.parametrize("angle", [0.0, 1e-9, 1e-3, 0.0199, 0.0201, 0.3, 2.0, 3.0, np.pi])
def test_exponential_and_logarithm(angle, rng):
    u = rng.normal(size=3)
    w = angle * u / np.linalg.norm(u) * np.sign(u[0])
    q = quaternion.exp(w)
    assert q @ q == pytest.approx(1.0, abs=1e-15)
    np.testing.assert_allclose(quaternion.to_matrix(q), so3.exp(w), atol=1e-14)
    np.testing.assert_allclose(quaternion.log(q), w, atol=1e-14)
    np.testing.assert_allclose(np.abs(quaternion.log(-q)), np.abs(w), atol=1e-14)


def test_logarithm_takes_the_shorter_way(rng, symbolic):
    w = np.array([0.3, -0.2, 0.5])
    for scale in (1e-4, 1.0):
        q = -quaternion.exp(scale * w)
        np.testing.assert_allclose(quaternion.log(q), scale * w, atol=1e-15)
        np.testing.assert_allclose(symbolic(quaternion.log, q), scale * w, atol=1e-15)


def test_rate_is_the_derivative(rng):
    q, w = random_unit(rng), rng.normal(size=3)
    h = 1e-5
    forward = quaternion.product(q, quaternion.exp(h * w))
    backward = quaternion.product(q, quaternion.exp(-h * w))
    np.testing.assert_allclose(quaternion.rate(q, w), (forward - backward) / (2 * h), atol=1e-9)
    np.testing.assert_allclose(quaternion.rate(q, w), quaternion.product(q, [0, *w]) / 2, atol=1e-15)


def test_symbols_equal_numbers(rng, symbolic):
    p, q = random_unit(rng), random_unit(rng)
    w = rng.normal(size=3)
    q = q * np.sign(q[0])
    for function in (quaternion.conjugate, quaternion.to_matrix, quaternion.log, quaternion.normalise):
        np.testing.assert_allclose(symbolic(function, q), function(q), atol=1e-14)
    np.testing.assert_allclose(symbolic(quaternion.product, p, q), quaternion.product(p, q), atol=1e-15)
    np.testing.assert_allclose(symbolic(quaternion.rate, p, w), quaternion.rate(p, w), atol=1e-15)
    np.testing.assert_allclose(symbolic(quaternion.exp, w), quaternion.exp(w), atol=1e-15)
    R = so3.exp(w)
    np.testing.assert_allclose(symbolic(quaternion.from_matrix, R), quaternion.from_matrix(R), atol=1e-14)


def test_derivatives_at_zero(derivative):
    np.testing.assert_allclose(derivative(quaternion.exp, np.zeros(3)), np.vstack([np.zeros(3), np.eye(3) / 2]), atol=1e-15)
    jacobian = derivative(quaternion.log, np.array([1.0, 0, 0, 0]))
    np.testing.assert_allclose(jacobian, np.hstack([np.zeros((3, 1)), 2 * np.eye(3)]), atol=1e-15)


def test_derivative_of_the_logarithm_at_half_a_turn_is_finite(derivative):
    assert np.isfinite(derivative(quaternion.log, np.array([0.0, 0.6, 0.8, 0.0]))).all()


@pytest.mark.parametrize("q", [np.zeros(4), np.full(4, np.nan)])
def test_no_direction(q):
    with pytest.raises(ValueError, match="no direction"):
        quaternion.normalise(q)
