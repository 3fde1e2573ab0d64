"""Spatial inertia: against sums over particles, transport, combination, validation."""

from __future__ import annotations

from fractions import Fraction

import casadi as ca
import numpy as np
import pytest

from biela.base.errors import DescriptionError
from biela.lie import inertia, se3, so3
from biela.lie.inertia import SpatialInertia
from biela.lie.se3 import Pose


def cloud(rng: np.random.Generator, n: int = 12) -> tuple[np.ndarray, np.ndarray]:
    return rng.uniform(0.1, 1.0, size=n), rng.normal(size=(n, 3))


def of_particles(masses: np.ndarray, points: np.ndarray) -> SpatialInertia:
    m = masses.sum()
    c = masses @ points / m
    tensor = -sum(mi * so3.hat(r) @ so3.hat(r) for mi, r in zip(masses, points - c, strict=True))
    return SpatialInertia(m, c, tensor)


@pytest.fixture
def body(rng):
    return of_particles(*cloud(rng))


@pytest.fixture
def X(rng):
    return Pose(so3.exp(rng.normal(size=3)), rng.normal(size=3))


def test_matrix_gives_the_kinetic_energy_of_the_particles(rng):
    masses, points = cloud(rng)
    M = of_particles(masses, points).matrix()
    V = rng.normal(size=6)
    velocities = V[3:] + np.cross(V[:3], points)
    of_the_particles = (masses * (velocities**2).sum(axis=1)).sum() / 2
    assert float(V @ M @ V) / 2 == pytest.approx(of_the_particles, rel=1e-13)
    np.testing.assert_allclose(M, M.T, atol=1e-14)


def test_apply_is_the_product_with_the_matrix(body, rng, symbolic):
    V = rng.normal(size=6)
    np.testing.assert_allclose(body.apply(V), body.matrix() @ V, atol=1e-12)
    np.testing.assert_allclose(symbolic(body.apply, V), body.matrix() @ V, atol=1e-12)


def test_moved_is_congruence_with_the_adjoint(body, X):
    """M_A = Ad(X_BA)ᵀ M_B Ad(X_BA), which holds the parallel-axis theorem."""
    A = se3.Ad(X.inverse())
    np.testing.assert_allclose(body.moved(X).matrix(), A.T @ body.matrix() @ A, atol=1e-12)


def test_moved_is_the_cloud_moved(rng, X):
    masses, points = cloud(rng)
    moved = of_particles(masses, points @ X.rotation.T + X.position)
    np.testing.assert_allclose(of_particles(masses, points).moved(X).parameters(), moved.parameters(), atol=1e-12)


def test_parallel_axis_of_a_rod():
    """A rod about its end: m l²/3."""
    rod = SpatialInertia(2.0, (1.5, 0, 0), inertia.rod(2.0, 3.0))
    np.testing.assert_allclose(rod.matrix()[:3, :3], np.diag([0, 6.0, 6.0]), atol=1e-14)


def test_sum_is_the_union_of_the_clouds(rng):
    masses, points = cloud(rng)
    parts = of_particles(masses[:5], points[:5]) + of_particles(masses[5:], points[5:])
    np.testing.assert_allclose(parts.parameters(), of_particles(masses, points).parameters(), atol=1e-12)
    np.testing.assert_allclose((parts + SpatialInertia.zero()).parameters(), parts.parameters(), atol=1e-12)
    assert (SpatialInertia.zero() + SpatialInertia.zero()).mass == 0.0


def test_parameters_round_trip_and_add(body, rng):
    phi = body.parameters()
    assert phi.shape == (10,)
    np.testing.assert_allclose(SpatialInertia.from_parameters(phi).matrix(), body.matrix(), atol=1e-12)
    other = of_particles(*cloud(rng))
    np.testing.assert_allclose((body + other).parameters(), phi + other.parameters(), atol=1e-12)


def test_parameters_are_ordered_as_said():
    phi = SpatialInertia.from_parameters([2, 0, 0, 0, 1, 0.1, 0.2, 3, 0.3, 5])
    np.testing.assert_allclose(phi.tensor, [[1, 0.1, 0.2], [0.1, 3, 0.3], [0.2, 0.3, 5]])


def test_parameters_without_mass():
    assert SpatialInertia.from_parameters(np.zeros(10)).mass == 0.0
    with pytest.raises(ValueError, match="first moment"):
        SpatialInertia.from_parameters([0, 1, 0, 0, 0, 0, 0, 0, 0, 0])


def test_symbols_equal_numbers(body, X, rng, symbolic):
    V = rng.normal(size=6)
    m, c, tensor = np.array([body.mass]), body.com, body.tensor
    np.testing.assert_allclose(symbolic(lambda *a: SpatialInertia(*a).matrix(), m, c, tensor), body.matrix(), atol=1e-12)
    np.testing.assert_allclose(symbolic(lambda *a: SpatialInertia(*a).apply(V), m, c, tensor), body.apply(V), atol=1e-12)
    moved = symbolic(lambda *a: SpatialInertia(*a).moved(X).parameters(), m, c, tensor)
    np.testing.assert_allclose(moved, body.moved(X).parameters(), atol=1e-12)
    both = symbolic(lambda *a: (SpatialInertia(*a) + body).parameters(), m, c, tensor)
    np.testing.assert_allclose(both, 2 * body.parameters(), atol=1e-12)
    back = symbolic(lambda p: SpatialInertia.from_parameters(p).matrix(), body.parameters())
    np.testing.assert_allclose(back, body.matrix(), atol=1e-12)
    # only the mass symbolic, the rest numbers
    mass_only = symbolic(lambda x: SpatialInertia(x, c, tensor).matrix(), m)
    np.testing.assert_allclose(mass_only, body.matrix(), atol=1e-12)


def test_momentum_of_a_planar_body_stays_planar():
    w, vx, vy = (ca.SX.sym(name) for name in ("w", "vx", "vy"))
    body = SpatialInertia(1.0, (0.5, 0, 0), inertia.rod(1.0, 1.0))
    momentum = body.apply(ca.vertcat(0, 0, w, vx, vy, 0))
    assert momentum[:2].is_zero()
    assert momentum[5].is_zero()


# solids ----------------------------------------------------------------------------------------------------------


def test_solids():
    np.testing.assert_allclose(inertia.rod(12.0, 2.0), np.diag([0, 4.0, 4.0]))
    np.testing.assert_allclose(inertia.rod(12.0, 2.0, axis="y"), np.diag([4.0, 0, 4.0]))
    np.testing.assert_allclose(inertia.box(12.0, (1, 2, 3)), np.diag([13.0, 10.0, 5.0]))
    np.testing.assert_allclose(inertia.cylinder(12.0, 1.0, 2.0), np.diag([7.0, 7.0, 6.0]))
    np.testing.assert_allclose(inertia.cylinder(12.0, 1.0, 2.0, axis="x"), np.diag([6.0, 7.0, 7.0]))
    np.testing.assert_allclose(inertia.hollow_cylinder(12.0, 1.0, 2.0, 3.0), np.diag([24.0, 24.0, 30.0]))
    np.testing.assert_allclose(inertia.sphere(5.0, 1.0), 2 * np.eye(3))
    np.testing.assert_array_equal(inertia.point(), np.zeros((3, 3)))


def test_a_box_is_two_half_boxes():
    half = SpatialInertia(1.0, (0.5, 0, 0), inertia.box(1.0, (1, 2, 3)))
    mirrored = SpatialInertia(1.0, (-0.5, 0, 0), inertia.box(1.0, (1, 2, 3)))
    np.testing.assert_allclose((half + mirrored).tensor, inertia.box(2.0, (2, 2, 3)), atol=1e-14)


def test_a_full_cylinder_is_a_core_in_a_tube():
    core, tube = inertia.cylinder(1.0, 1.0, 3.0), inertia.hollow_cylinder(3.0, 1.0, 2.0, 3.0)
    np.testing.assert_allclose(core + tube, inertia.cylinder(4.0, 2.0, 3.0), atol=1e-14)


@pytest.mark.parametrize(
    ("solid", "arguments"),
    [
        (inertia.rod, (2.0, 3.0)),
        (inertia.cylinder, (2.0, 0.5, 3.0)),
        (inertia.hollow_cylinder, (2.0, 0.5, 0.7, 3.0)),
        (inertia.sphere, (2.0, 0.5)),
        (lambda m, a, b, c: inertia.box(m, (a, b, c)), (2.0, 0.5, 0.6, 0.7)),
    ],
)
def test_solids_of_symbols_and_of_expressions(solid, arguments, symbolic):
    expected = solid(*arguments)
    SpatialInertia(arguments[0], (0, 0, 0), expected).check()
    np.testing.assert_allclose(symbolic(solid, *(np.array([a]) for a in arguments)), expected, rtol=1e-14)
    # fractions stand for any number-like expression: nothing may be forced to float
    exact = solid(*(Fraction(a).limit_denominator() for a in arguments))
    np.testing.assert_allclose(exact.astype(float), expected, rtol=1e-14)
    assert exact.dtype == object
    assert isinstance(exact[1, 1], Fraction)


def test_inertia_with_expressions():
    body = SpatialInertia(Fraction(2), (Fraction(1, 2), 0, 0), inertia.rod(Fraction(2), Fraction(1)))
    expected = SpatialInertia(2.0, (0.5, 0, 0), inertia.rod(2.0, 1.0))
    np.testing.assert_allclose(body.matrix().astype(float), expected.matrix(), atol=1e-14)
    np.testing.assert_allclose(body.parameters().astype(float), expected.parameters(), atol=1e-14)
    np.testing.assert_allclose((body + body).parameters().astype(float), 2 * expected.parameters(), atol=1e-14)


def test_bad_solids():
    with pytest.raises(ValueError, match="axis"):
        inertia.rod(1.0, 1.0, axis="w")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="length"):
        inertia.rod(1.0, -1.0)
    with pytest.raises(ValueError, match="radius"):
        inertia.sphere(1.0, np.nan)


# validation --------------------------------------------------------------------------------------------------------


def test_real_bodies_pass(body, rng):
    body.check()
    SpatialInertia.zero().check()
    R = so3.exp(rng.normal(size=3))
    SpatialInertia(1.0, (0, 0, 0), R @ np.diag([0.0, 1.0, 1.0]) @ R.T).check()
    # flat plates, their moments printed with six digits
    for a, b in rng.uniform(0.1, 10.0, size=(200, 2)):
        printed = [float(f"{moment:.5e}") for moment in (a, b, a + b)]
        SpatialInertia(1.0, (0, 0, 0), np.diag(printed)).check()
    # the worst case: each rounding against the inequality
    SpatialInertia(1.0, (0, 0, 0), np.diag([0.500000, 0.500000, 1.00001])).check()


@pytest.mark.parametrize(
    ("mass", "com", "tensor", "reason"),
    [
        (-1.0, (0, 0, 0), np.eye(3), "mass is negative"),
        (np.nan, (0, 0, 0), np.eye(3), "mass is not finite"),
        (1.0, (0, np.inf, 0), np.eye(3), "centre of mass is not finite"),
        (1.0, (0, 0, 0), np.diag([1, np.nan, 1]), "tensor is not finite"),
        (1.0, (0, 0, 0), [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]], "not symmetric"),
        (1.0, (0, 0, 0), np.diag([-0.1, 1, 1]), "negative principal moment"),
        (1.0, (0, 0, 0), [[1, 1.5, 0], [1.5, 1, 0], [0, 0, 1]], "negative principal moment"),
        (1.0, (0, 0, 0), np.diag([1, 1, 2.1]), "triangle inequality"),
        (1.0, (0, 0), np.eye(3), "shape"),
    ],
)
def test_impossible_bodies_are_named(mass, com, tensor, reason):
    with pytest.raises(ValueError, match=reason):
        SpatialInertia(mass, com, tensor).check()


def test_check_needs_numbers():
    with pytest.raises(DescriptionError, match="needs numbers"):
        SpatialInertia(ca.SX.sym("m"), (0, 0, 0), np.eye(3)).check()


@pytest.mark.parametrize("seed", range(20))
def test_nearest_possible_inertia_changes_least(seed):
    """Against many possible tensors: none is nearer; a possible one is its own nearest."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(3, 3))
    given = SpatialInertia(1.5, (0.1, 0.2, 0.3), A + A.T)
    found = given.nearest()
    found.check(1e-9)
    assert found.mass == 1.5 and np.array_equal(found.com, given.com)
    least = np.linalg.norm(found.tensor - given.tensor)
    again = found.nearest()
    assert again.tensor == pytest.approx(found.tensor, abs=1e-12)
    moments, R = np.linalg.eigh(found.tensor)
    for _ in range(300):
        spread = rng.normal(size=3) * 10.0 ** rng.uniform(-4, 0)
        along = np.abs(0.5 * moments.sum() - moments + spread)
        turn = so3.exp(rng.normal(size=3) * 10.0 ** rng.uniform(-4, 0)) @ R
        other = turn @ np.diag(along.sum() - along) @ turn.T
        assert np.linalg.norm(other - given.tensor) >= least - 1e-9
    real = SpatialInertia(1.0, (0, 0, 0), np.diag([1.0, 2.0, 2.5]))
    assert real.nearest().tensor == pytest.approx(real.tensor)
