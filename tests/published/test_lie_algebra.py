"""Algebra, joints, open chains and closures of the tutorial on parallel robots, with its tolerances (checks 1 to 4).

"Inverse dynamics of parallel robots: a tutorial with Lie algebra", Revista Iberoamericana de Automática e Informática
industrial: (8)-(18), (39), Tables 1 to 4.
"""

from __future__ import annotations

import numpy as np
import pytest
from lie_tutorial import Ad, ad, homogeneous, inverse

from biela.lie import twist, wrench
from biela.lie.se3 import Pose
from biela.mechanism.joint import JointType
from sample_machines import TYPES, Equations, random_coordinates, random_loop, random_pose

SEVEN = ("revolute", "prismatic", "cylindrical", "universal", "spherical", "helical", "planar")
SIX = ("revolute", "prismatic", "cylindrical", "universal", "helical", "planar")


def tilde(V: np.ndarray) -> np.ndarray:
    (a, b, c), v = V[:3], V[3:]
    return np.array([[0, -c, b, v[0]], [c, 0, -a, v[1]], [-b, a, 0, v[2]], [0, 0, 0, 0]])


def vee(S: np.ndarray) -> np.ndarray:
    return np.array([S[2, 1], S[0, 2], S[1, 0], S[0, 3], S[1, 3], S[2, 3]])


def matrix(X: Pose) -> np.ndarray:
    return homogeneous(np.asarray(X.rotation, float), np.asarray(X.position, float))


def test_identities() -> None:
    """Ad, Ad*, ad, ad* on random data, and biela's maps against the matrices, to 1e-12 (check 1)."""
    rng = np.random.default_rng(1)
    for _ in range(20):
        X, Y = random_pose(rng), random_pose(rng)
        A, B = Ad(matrix(X)), Ad(matrix(Y))
        U, V, W = rng.normal(size=(3, 6))
        dual = np.linalg.inv(A).T
        assert np.array([twist.to_parent(X, e) for e in np.eye(6)]).T == pytest.approx(A, abs=1e-12)
        assert np.array([twist.to_child(X, e) for e in np.eye(6)]).T == pytest.approx(np.linalg.inv(A), abs=1e-12)
        assert np.array([wrench.to_parent(X, e) for e in np.eye(6)]).T == pytest.approx(dual, abs=1e-12)
        assert A.T @ dual == pytest.approx(np.eye(6), abs=1e-12)
        assert Ad(matrix(X @ Y)) == pytest.approx(A @ B, abs=1e-12)
        bracket = tilde(V) @ tilde(W) - tilde(W) @ tilde(V)
        assert twist.bracket(V, W) == pytest.approx(vee(bracket), abs=1e-12)
        assert ad(V) @ W == pytest.approx(vee(bracket), abs=1e-12) and ad(V) @ V == pytest.approx(np.zeros(6), abs=1e-12)
        jacobi = ad(U) @ ad(V) @ W + ad(V) @ ad(W) @ U + ad(W) @ ad(U) @ V
        assert jacobi == pytest.approx(np.zeros(6), abs=1e-12)
        assert wrench.dual_bracket(V, W) == pytest.approx(-ad(V).T @ W, abs=1e-12)
        F = rng.normal(size=6)
        assert twist.to_parent(X, V) @ wrench.to_parent(X, F) == pytest.approx(V @ F, abs=1e-12)  # power


def stepped(kind: JointType, q: np.ndarray, v: np.ndarray, h: float) -> np.ndarray:
    """Coordinates a time h later."""
    return np.asarray(kind.retract(q, h * v), float)


@pytest.mark.parametrize("name", SEVEN)
def test_joint_library(name: str) -> None:
    """S against (T⁻¹ ∂T)∨ and Ṡ against its slope, by central differences, to 1e-7 (check 2)."""
    kind, rng, h = TYPES[name], np.random.default_rng(2), 1e-6
    for _ in range(5):
        q, v = random_coordinates(kind, rng), rng.normal(size=kind.n_v)
        T = matrix(kind.pose(q))
        for k, e in enumerate(np.eye(kind.n_v)):
            slope = (matrix(kind.pose(stepped(kind, q, e, h))) - matrix(kind.pose(stepped(kind, q, -e, h)))) / (2 * h)
            assert np.asarray(kind.motion(q), float)[:, k] == pytest.approx(vee(inverse(T) @ slope), abs=1e-7)
        ahead, behind = (np.asarray(kind.motion(stepped(kind, q, s * v, h)), float) for s in (1, -1))
        assert np.asarray(kind.motion_rate(q, v), float) == pytest.approx((ahead - behind) / (2 * h), abs=1e-7)


def chain(q: list[np.ndarray], v: list[np.ndarray], fixed: list[np.ndarray]) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Poses T_0,i and relative twists S_i θ̇_i of a chain of the six joints, with constant offsets between them."""
    T, here = [], np.eye(4)
    for name, offset, own in zip(SIX, fixed, q, strict=True):
        here = here @ offset @ matrix(TYPES[name].pose(own))
        T.append(here)
    return T, [np.asarray(TYPES[n].motion(a), float) @ b for n, a, b in zip(SIX, q, v, strict=True)]


def test_acceleration_of_an_open_chain() -> None:
    """A_n by (11), by the pairwise sum (16)-(18) and by differencing V_n agree to 1e-6 (check 3)."""
    rng = np.random.default_rng(3)
    kinds = [TYPES[name] for name in SIX]
    fixed = [matrix(random_pose(rng)) for _ in SIX]
    q, v, a = ([rng.uniform(-1, 1, kind.n_v) for kind in kinds] for _ in range(3))

    def velocity(h: float) -> np.ndarray:
        moved = [x + h * b + 0.5 * h * h * c for x, b, c in zip(q, v, a, strict=True)]
        T, own = chain(moved, [b + h * c for b, c in zip(v, a, strict=True)], fixed)
        return sum((Ad(inverse(T[-1]) @ X) @ S for X, S in zip(T, own, strict=True)), np.zeros(6))

    T, own = chain(q, v, fixed)
    V, bodies = np.zeros(6), []
    previous = np.eye(4)
    for X, S in zip(T, own, strict=True):
        V = Ad(inverse(X) @ previous) @ V + S
        bodies.append(V)
        previous = X
    to_tip = [Ad(inverse(T[-1]) @ X) for X in T]
    linear = [np.asarray(k.motion(x), float) @ c for k, x, c in zip(kinds, q, a, strict=True)]
    rates = [np.asarray(k.motion_rate(x, b), float) @ b for k, x, b in zip(kinds, q, v, strict=True)]
    body = sum(to_tip[i] @ (linear[i] + rates[i] + ad(bodies[i]) @ own[i]) for i in range(6))  # (11)
    pairwise = sum(to_tip[i] @ (linear[i] + rates[i]) for i in range(6))
    for i in range(5):  # later joints inside: plus
        inner = sum((Ad(inverse(T[i]) @ T[j]) @ own[j] for j in range(i + 1, 6)), np.zeros(6))
        pairwise = pairwise + to_tip[i] @ ad(own[i]) @ inner
    h = 1e-5
    assert body == pytest.approx((velocity(h) - velocity(-h)) / (2 * h), abs=1e-6)
    assert pairwise == pytest.approx(body, abs=1e-12)


@pytest.mark.parametrize("kind", SEVEN)
def test_constraint_gradient_off_the_manifold(kind: str) -> None:
    """Φ_θ of each cut joint against differences with the loop open, to 1e-7 (check 4)."""
    m = random_loop(("universal", "planar", "prismatic", kind), 7, cut=3).mechanism
    e, rng, h = Equations(m), np.random.default_rng(4), 1e-5
    for _ in range(3):
        x = e.random_state(rng)
        residual, _, G, _ = e("closure", x)
        assert np.abs(np.atleast_1d(residual)).max() > 1e-2
        columns = []
        for direction in h * np.eye(e.n_v):
            ahead, behind = (np.atleast_1d(e("closure", e.moved(x, s * direction))[0]) for s in (1, -1))
            columns.append((ahead - behind) / (2 * h))
        assert np.reshape(G, (-1, e.n_v)) == pytest.approx(np.array(columns).T, abs=1e-7)
