"""Joint types: motion axes, their rates, and the two descriptions (tree and closing) of the same joint.

Source of the tables: tutorial on parallel robots by Lie groups, tables 1 to 4 with their misprints corrected; the
corrections are what these tests would catch.
"""

from __future__ import annotations

import numpy as np
import pytest

from biela.lie import quaternion, se3, so3
from biela.lie.se3 import Pose
from biela.mechanism.joint import JointType
from sample_machines import KINDS, LEAD, TYPES, random_coordinates

H = 1e-5
"""Step of central differences; their error is of the order of H² and of 1e-16/H."""


def numeric_twist(before: Pose, now: Pose, after: Pose) -> np.ndarray:
    """(X⁻¹ dX)ᵛ from poses at −H, 0 and H."""
    return np.asarray(se3.vee(now.inverse().matrix() @ (after.matrix() - before.matrix()) / (2 * H)))


def moved(kind: JointType, q: np.ndarray, xi: np.ndarray) -> np.ndarray:
    return np.asarray(kind.retract(q, xi), float)


@pytest.mark.parametrize("name", KINDS)
def test_motion_axes_are_the_derivative_of_the_pose(name: str, rng: np.random.Generator) -> None:
    kind = TYPES[name]
    for _ in range(5):
        q = random_coordinates(kind, rng)
        S = np.asarray(kind.motion(q), float)
        for k, direction in enumerate(H * np.eye(kind.n_v)):
            poses = (kind.pose(moved(kind, q, -direction)), kind.pose(q), kind.pose(moved(kind, q, direction)))
            assert numeric_twist(*poses) == pytest.approx(S[:, k], abs=1e-9)


@pytest.mark.parametrize("name", KINDS)
def test_rate_of_the_motion_axes(name: str, rng: np.random.Generator) -> None:
    kind = TYPES[name]
    for _ in range(5):
        q, v = random_coordinates(kind, rng), rng.normal(size=kind.n_v)
        ahead, behind = (np.asarray(kind.motion(moved(kind, q, s * H * v)), float) for s in (1, -1))
        assert np.asarray(kind.motion_rate(q, v)) == pytest.approx((ahead - behind) / (2 * H), abs=1e-8)


@pytest.mark.parametrize("name", KINDS)
def test_coordinate_rates_move_the_pose_at_the_joint_twist(name: str, rng: np.random.Generator) -> None:
    """q̇ = position_rate(q, v) and V = S v describe the same motion: the quaternion rate included."""
    kind = TYPES[name]
    q, v = random_coordinates(kind, rng), rng.normal(size=kind.n_v)
    qdot = np.asarray(kind.position_rate(q, v), float)
    poses = [kind.pose(q + s * H * qdot) for s in (-1, 0, 1)]
    assert numeric_twist(*poses) == pytest.approx(np.asarray(kind.motion(q), float) @ v, abs=1e-8)


def test_planar_axes_are_those_of_the_corrected_table(rng: np.random.Generator) -> None:
    """Misprint E7: constant columns, in another order, are not the derivatives of x and y."""
    q, v = rng.normal(size=3), rng.normal(size=3)
    s, c = np.sin(q[2]), np.cos(q[2])
    expected = np.array([[0, 0, 0, c, -s, 0], [0, 0, 0, s, c, 0], [0, 0, 1, 0, 0, 0]]).T
    rate = v[2] * np.array([[0, 0, 0, -s, -c, 0], [0, 0, 0, c, -s, 0], [0, 0, 0, 0, 0, 0]]).T
    assert TYPES["planar"].motion(q) == pytest.approx(expected, abs=1e-15)
    assert TYPES["planar"].motion_rate(q, v) == pytest.approx(rate, abs=1e-15)


def euler_axes(theta: np.ndarray, *, misprinted: bool = False) -> np.ndarray:
    """Columns of the spherical joint R_z R_y R_x in Euler angles, tutorial's table 2, corrected (E6) or not."""
    (s2, s3), (c2, c3) = np.sin(theta[1:]), np.cos(theta[1:])
    return np.array([[-s2, c2 if misprinted else c2 * s3, c2 * c3], [0, c3, -s3], [1, 0, 0]]).T


def test_spherical_rates_agree_with_the_euler_angle_table(rng: np.random.Generator) -> None:
    """biela holds a quaternion; the angular rate of the tutorial's Euler angles must be the same vector."""
    theta, rate = rng.uniform(-1, 1, 3), rng.normal(size=3)

    def q(angles: np.ndarray) -> np.ndarray:
        R = so3.rotation_z(angles[0]) @ so3.rotation_y(angles[1]) @ so3.rotation_x(angles[2])
        return np.asarray(quaternion.from_matrix(R))

    qdot = (q(theta + H * rate) - q(theta - H * rate)) / (2 * H)
    w = euler_axes(theta) @ rate
    assert TYPES["spherical"].position_rate(q(theta), w) == pytest.approx(qdot, abs=1e-9)
    wrong = euler_axes(theta, misprinted=True) @ rate
    assert np.abs(np.asarray(TYPES["spherical"].position_rate(q(theta), wrong)) - qdot).max() > 1e-3


@pytest.mark.parametrize("name", KINDS)
def test_closure_vanishes_exactly_where_the_joint_can_be(name: str, rng: np.random.Generator) -> None:
    """Residuals are zero at pose(q) for any q; each freedom taken away is seen by some row."""
    kind = TYPES[name]
    for _ in range(5):
        q = random_coordinates(kind, rng)
        X = kind.pose(q)
        R, d = X.rotation, X.rotation.T @ X.position
        assert np.abs(np.array(kind.closure(R, d, q), float)).max(initial=0.0) < 1e-14
        S = np.asarray(kind.motion(q), float).reshape(6, -1)
        taken = np.linalg.svd(S)[0][:, kind.n_v :]  # twists that the joint does not allow
        for direction in taken.T:
            Y = X @ se3.exp(1e-4 * direction)
            rest = kind.closure(Y.rotation, Y.rotation.T @ Y.position, q)
            assert np.abs(np.array(rest, float)).max() > 1e-5
    assert len(kind.closure_rows) == 6 - kind.n_v


@pytest.mark.parametrize("name", KINDS)
def test_measured_coordinates_are_the_ones_of_the_pose(name: str, rng: np.random.Generator) -> None:
    """measure(pose(q)) = q, through several turns when the hint is near."""
    kind = TYPES[name]
    for turns in (-3, 0, 5):
        q = random_coordinates(kind, rng)
        hint = q.copy()
        for k in kind.hinted:
            if kind.quaternion is None:
                q[k] += 2 * np.pi * turns
                hint[k] = q[k] + rng.uniform(-2, 2)
        X = kind.pose(q)
        measured = kind.measure(X.rotation, X.rotation.T @ X.position, hint)
        assert np.asarray(measured, float) == pytest.approx(q, abs=1e-12)


def test_measured_quaternion_keeps_the_sign_of_its_hint(rng: np.random.Generator) -> None:
    for _ in range(10):
        q = rng.normal(size=4)
        q /= np.linalg.norm(q)
        nearby = np.asarray(quaternion.product(q, quaternion.exp(rng.uniform(-1, 1, 3))))
        R = quaternion.to_matrix(q)
        for sign in (1.0, -1.0):
            measured = TYPES["spherical"].measure(R, np.zeros(3), 1.7 * sign * nearby)
            assert np.asarray(measured) == pytest.approx(sign * q, abs=1e-12)


@pytest.mark.parametrize("name", ["spherical", "free"])
def test_conjugate_is_a_left_inverse_of_the_motion_axes(name: str, rng: np.random.Generator) -> None:
    kind = TYPES[name]
    q = random_coordinates(kind, rng)
    X = kind.pose(q)
    K = np.asarray(kind.conjugate(X.rotation, X.rotation.T @ X.position, q))
    assert K @ np.asarray(kind.motion(q), float) == pytest.approx(np.eye(kind.n_v), abs=1e-15)


@pytest.mark.parametrize("name", KINDS)
def test_tangent_rate_inverts_the_retraction(name: str, rng: np.random.Generator) -> None:
    """q ⊕ ξ(t) moves at η when ξ̇ = tangent_rate(ξ, η)."""
    kind = TYPES[name]
    q = random_coordinates(kind, rng)
    xi, eta = rng.normal(size=kind.n_v), rng.normal(size=kind.n_v)
    slope = np.asarray(kind.tangent_rate(xi, eta), float)
    poses = [kind.pose(moved(kind, q, xi + s * H * slope)) for s in (-1, 0, 1)]
    S = np.asarray(kind.motion(moved(kind, q, xi)), float).reshape(6, -1)
    assert numeric_twist(*poses) == pytest.approx(S @ eta, abs=1e-8)


def test_a_screw_advances_by_its_lead() -> None:
    X = TYPES["helical"].pose(np.array([4 * np.pi]))
    assert X.position == pytest.approx([0, 0, 4 * np.pi * LEAD], abs=1e-15)
    assert pytest.approx(np.eye(3), abs=1e-15) == X.rotation


@pytest.mark.parametrize("name", KINDS)
def test_neutral_coordinates_bring_the_frames_together(name: str) -> None:
    X = TYPES[name].pose(TYPES[name].neutral())
    assert np.asarray(X.matrix(), float) == pytest.approx(np.eye(4), abs=0)
