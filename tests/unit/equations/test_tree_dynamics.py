"""Mass matrix, inverse and forward dynamics of trees: against energies, against each other, against Lagrange."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from biela.equations.forward_dynamics import ConstrainedSolver, tree_forward_dynamics
from biela.equations.inverse_dynamics import inverse_dynamics
from biela.lie import quaternion, so3
from biela.lie.inertia import SpatialInertia
from biela.lie.se3 import Pose
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from sample_machines import GRAVITY, KINDS, TYPES, Equations, add_body, add_joint, random_pose, random_tree

SEEDS = range(4)
MOVING = tuple(kind for kind in KINDS if kind != "fixed")


def tree(seed: int) -> tuple[Mechanism, Equations, np.ndarray]:
    """A tree of all joint types, in random directions, with efforts on all joints, at a random state."""
    order = np.random.default_rng(seed).permutation(KINDS)
    m = random_tree(order, seed)
    e = Equations(m)
    return m, e, e.random_state(np.random.default_rng(seed + 100))


def body_inertia(body: object) -> SpatialInertia:
    return SpatialInertia(*(nominal(getattr(body, k)) for k in ("mass", "com", "inertia")))


@pytest.mark.parametrize("seed", SEEDS)
def test_mass_matrix_is_that_of_the_kinetic_energy(seed: int) -> None:
    """½ vᵀ M v = Σ ½ Vᵀ M_B V over the bodies as the user described them; symmetric and positive definite."""
    m, e, x = tree(seed)
    M = e("mass_matrix", x)[0]
    assert pytest.approx(M.T, abs=0) == M
    assert np.linalg.eigvalsh(M).min() > 1e-4
    twists = e("bodies", x)[0][12:18].T
    bodies = [link.body for link in m.topology.links]
    energy = sum(0.5 * V @ body_inertia(b).matrix() @ V for V, b in zip(twists, bodies, strict=True))
    v = x[e.n_q : e.n_q + e.n_v]
    assert 0.5 * v @ M @ v == pytest.approx(energy, rel=1e-12)
    assert e.values(["machine.kinetic_energy"], x)["machine.kinetic_energy"] == pytest.approx(energy, rel=1e-12)
    # every entry of M: the energy of any velocity, not only of this one
    rng = np.random.default_rng(seed)
    for _ in range(5):
        x[e.n_q : e.n_q + e.n_v] = w = rng.normal(size=e.n_v)
        assert 0.5 * w @ M @ w == pytest.approx(e.values(["machine.kinetic_energy"], x)["machine.kinetic_energy"], rel=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_gravity_energy_is_weight_times_height(seed: int) -> None:
    m, e, x = tree(seed)
    motion = e("bodies", x)[0]
    energy = 0.0
    for i, link in enumerate(m.topology.links):
        centre = motion[:9, i].reshape(3, 3).T @ np.array(link.body.com) + motion[9:12, i]
        energy -= link.body.mass * np.dot(GRAVITY, centre)
    assert e.values(["machine.gravity_energy"], x)["machine.gravity_energy"] == pytest.approx(energy, rel=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_articulated_bodies_and_the_mass_matrix_give_the_same_accelerations(seed: int) -> None:
    _, e, x = tree(seed)
    d, rng = e.dynamics, np.random.default_rng(seed)
    efforts = ca.DM(rng.normal(size=e.n_v))
    applied = {i: ca.DM(rng.normal(size=6)) for i in range(len(e.model.links))}
    recursive = tree_forward_dynamics(d.kinematics, efforts, applied)
    h, _ = inverse_dynamics(d.kinematics, None, applied)
    force = [efforts[i] - h[i] for i in range(e.n_v)]
    direct = ca.vertcat(*ConstrainedSolver(d.mass_matrix, []).accelerations(force, [])[0])
    a = e.value(recursive, x)
    assert a == pytest.approx(e.value(direct, x), rel=1e-10, abs=1e-10)
    # and the inverse dynamics of these accelerations gives the efforts back
    assert e.value(inverse_dynamics(d.kinematics, ca.DM(a), applied)[0], x) == pytest.approx(np.array(efforts).ravel(), abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_inverse_dynamics_is_linear_in_the_accelerations_with_slope_mass_matrix(seed: int) -> None:
    _, e, x = tree(seed)
    M = e("mass_matrix", x)[0]
    zero = e("inverse_dynamics", x, np.zeros(e.n_v))[0]
    columns = [e("inverse_dynamics", x, unit)[0] - zero for unit in np.eye(e.n_v)]
    assert np.array(columns).T == pytest.approx(M, abs=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_lagrange_equations(seed: int) -> None:
    """d/dt ∂T/∂q̇ − ∂T/∂q + ∂U/∂q = τ, differentiated symbolically; joints whose rates are q̇."""
    kinds = np.random.default_rng(seed).permutation([k for k in MOVING if k not in ("spherical", "free")])
    e = Equations(random_tree(kinds, seed))
    x = e.random_state(np.random.default_rng(seed))
    q, v = e.model.q, e.model.v
    T, U = e.dynamics.kinetic_energy, e.dynamics.gravity_energy
    vdot = np.random.default_rng(seed + 1).normal(size=e.n_v)
    momentum = ca.gradient(T, v)
    left = ca.jtimes(momentum, q, v) + ca.jtimes(momentum, v, ca.DM(vdot)) - ca.gradient(T, q) + ca.gradient(U, q)
    assert e("inverse_dynamics", x, vdot)[0] == pytest.approx(e.value(left, x), rel=1e-10, abs=1e-10)


# a joint with several freedoms is a chain of joints with one: bodies without mass stand between them
COMPOSITES = {
    "cylindrical": ("Rz", "Pz"),
    "universal": ("Rz", "Ry"),
    "spherical": ("Rz", "Ry", "Rx"),
    "planar": ("Px", "Py", "Rz"),
    "free": ("Px", "Py", "Pz", "Rz", "Ry", "Rx"),
}


@pytest.mark.parametrize("kind", COMPOSITES)
@pytest.mark.parametrize("backwards", [False, True])
def test_joints_with_several_freedoms_are_chains_of_simple_ones(kind: str, backwards: bool) -> None:
    """The same two bodies with the joint and with its chain: same motion, so same accelerations of points."""
    points = []
    for chain in ((kind,), COMPOSITES[kind]):
        rng = np.random.default_rng(8)
        m = Mechanism("composite", gravity=GRAVITY)
        first, second = add_body(m, "first", rng), add_body(m, "second", rng)
        add_joint(m, "revolute", "hinge", m.ground, first, (random_pose(rng), random_pose(rng)))
        X, Y = random_pose(rng), random_pose(rng)
        frame, other = first.frame("joint", X.position, X.rotation), second.frame("joint", Y.position, Y.rotation)
        between(m, chain, frame, other, backwards)
        for k, name in enumerate("abc"):
            m.point_sensor(name, second.point(name, np.eye(3)[k]))
        e = Equations(m)
        x = same_motion(e, kind, chain)
        s = e.signals(x)
        points.append({key: s[key] for key in s if key.split(".")[0] in "abc"} | {"T": s["machine.kinetic_energy"]})
    for key, value in points[0].items():
        assert points[1][key] == pytest.approx(value, rel=1e-9, abs=1e-9), key


def between(m: Mechanism, chain: tuple[str, ...], a: object, b: object, backwards: bool) -> None:
    """A joint, or a chain of simple ones, from frame a to frame b (or from b to a)."""
    if backwards:
        a, b = b, a
    if len(chain) == 1:
        m.joint("joint", TYPES[chain[0]], a, b)
        return
    here = a
    for i, step in enumerate(chain):
        there = b if i == len(chain) - 1 else m.body(f"between_{i}")
        axis = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}[step[1]]
        (m.revolute if step[0] == "R" else m.prismatic)(f"step_{i}", here, there, axis=axis)
        here = there


def same_motion(e: Equations, kind: str, chain: tuple[str, ...]) -> np.ndarray:
    """The state with given simple coordinates and rates, in either description."""
    rng = np.random.default_rng(9)
    n = len(COMPOSITES[kind])
    hinge, theta, rate = rng.normal(size=2), rng.uniform(-0.8, 0.8, n), rng.normal(size=n)
    places = {link.joint.name: link for link in e.model.topology.links}
    x = np.zeros(e.n_q + e.n_v + 1)
    x[places["hinge"].q], x[e.n_q + places["hinge"].v.start] = hinge[0], hinge[1]
    if len(chain) > 1:
        for i in range(n):
            link = places[f"step_{i}"]
            x[link.q], x[e.n_q + link.v.start] = theta[i], rate[i]
        return x
    link = places["joint"]
    q, v = theta, rate
    if kind in ("spherical", "free"):
        a, da = theta[-3:], rate[-3:]
        R = so3.rotation_z(a[0]) @ so3.rotation_y(a[1]) @ so3.rotation_x(a[2])
        (s2, s3), (c2, c3) = np.sin(a[1:]), np.cos(a[1:])
        w = np.array([[-s2, 0, 1], [c2 * s3, c3, 0], [c2 * c3, -s3, 0]]) @ da
        q, v = quaternion.from_matrix(R), w
        if kind == "free":
            q, v = np.concatenate([q, theta[:3]]), np.concatenate([w, R.T @ rate[:3]])
    x[link.q] = q
    x[e.n_q + link.v.start : e.n_q + link.v.stop] = v
    return x


def test_a_screw_is_a_cylinder_with_its_advance_geared_to_its_turn() -> None:
    results = []
    for screw in (True, False):
        rng = np.random.default_rng(10)
        m = Mechanism("screw", gravity=GRAVITY)
        body = add_body(m, "nut", rng)
        X, Y = random_pose(rng), random_pose(rng)
        a, b = m.ground.frame("a", X.position, X.rotation), body.frame("b", Y.position, Y.rotation)
        if screw:
            m.helical("joint", a, b, lead=0.21)
        else:
            m.cylindrical("joint", a, b)
            m.coupling("thread", [("joint", "position", 1.0), ("joint", "angle", -0.21)])
        e = Equations(m)
        x = np.array([0.7, 1.3, 0.0]) if screw else np.array([0.7, 0.21 * 0.7, 1.3, 0.21 * 1.3, 0.0, 0.0])
        results.append(e("accelerations", x[: e.n_q + e.n_v + e.model.s.numel()])[0])
    assert results[1] == pytest.approx([results[0][0], 0.21 * results[0][0]], rel=1e-12)


def test_double_pendulum_closed_form() -> None:
    """Two uniform rods in a vertical plane: textbook equations (Goldstein, ch. 1, in absolute angles)."""
    m = Mechanism("double pendulum", gravity=(0, -9.81, 0))
    l, mass = (0.8, 1.3), (1.7, 0.9)
    inner, here = m.ground, (0.0, 0.0, 0.0)
    for i in range(2):
        I = mass[i] * l[i] ** 2 / 12  # noqa: E741
        rod = m.body(f"rod_{i}", mass=mass[i], com=(0, -l[i] / 2, 0), inertia=(I, 0, I))
        m.revolute(f"hinge_{i}", inner, rod, parent_point=here)
        inner, here = rod, (0.0, -l[i], 0.0)
    e = Equations(m)
    a, w, g = np.array([0.7, -1.9]), np.array([1.1, -2.3]), 9.81  # absolute angles from the vertical, rates
    x = np.array([a[0], a[1] - a[0], w[0], w[1] - w[0], 0.0])
    got = np.cumsum(e("accelerations", x)[0])
    c, s = np.cos(a[0] - a[1]), np.sin(a[0] - a[1])
    M = np.array([[(mass[0] / 3 + mass[1]) * l[0] ** 2, mass[1] * l[0] * l[1] * c / 2],
                  [mass[1] * l[0] * l[1] * c / 2, mass[1] * l[1] ** 2 / 3]])  # fmt: skip
    f = -np.array([mass[1] * l[0] * l[1] / 2 * s * w[1] ** 2 + (mass[0] / 2 + mass[1]) * g * l[0] * np.sin(a[0]),
                   -mass[1] * l[0] * l[1] / 2 * s * w[0] ** 2 + mass[1] / 2 * g * l[1] * np.sin(a[1])])  # fmt: skip
    assert got == pytest.approx(np.linalg.solve(M, f), rel=1e-12)


def test_free_body_obeys_euler() -> None:
    """I ω̇ + ω × I ω = 0 about the centre of mass, whatever the origin and axes of the body frame."""
    rng = np.random.default_rng(11)
    m = Mechanism("body", gravity=(0, 0, 0))
    body = add_body(m, "body", rng)
    add_joint(m, "free", "flight", m.ground, body, (random_pose(rng), Pose.identity()))
    e = Equations(m)
    x = e.random_state(rng)
    w, v = x[7:10], x[10:13]
    a = e("accelerations", x)[0]
    I, c = nominal(body.inertia), np.array(body.com)  # noqa: E741
    assert I @ a[:3] == pytest.approx(-np.cross(w, I @ w), abs=1e-12)
    centre = a[3:] + np.cross(w, v) + np.cross(a[:3], c) + np.cross(w, np.cross(w, c))
    assert centre == pytest.approx(np.zeros(3), abs=1e-12)
