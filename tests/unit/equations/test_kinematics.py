"""Poses, twists and accelerations of open chains, against formulas written out here."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from biela.lie import se3, twist
from biela.lie.se3 import Pose
from biela.mechanism.mechanism import Mechanism
from sample_machines import KINDS, Equations, chain_pose, random_tree

H = 1e-5


def body_poses(m: Mechanism, q: np.ndarray) -> dict[str, Pose]:
    """Poses of all bodies of a tree by multiplying along the branches, as a user would."""
    poses = {"ground": Pose.identity()}
    for link in m.topology.links:
        joint = link.joint
        X = chain_pose(joint, q[link.q])
        if link.reversed:
            poses[joint.parent.body.name] = poses[joint.child.body.name] @ X.inverse()
        else:
            poses[joint.child.body.name] = poses[joint.parent.body.name] @ X
    return poses


def body_twist(e: Equations, x: np.ndarray, body: int) -> np.ndarray:
    return e("bodies", x)[0][12:18, body]


@pytest.mark.parametrize("seed", [1, 2])
def test_poses_of_bodies_follow_their_joints(seed: int) -> None:
    """Forwards and backwards joints of all kinds; the user's body frames, not the internal ones."""
    m = random_tree(KINDS, seed)
    e = Equations(m)
    x = e.random_state(np.random.default_rng(seed))
    expected = body_poses(m, x[: e.n_q])
    motion = e("bodies", x)[0]
    for i, link in enumerate(m.topology.links):
        X = expected[link.body.name]
        assert motion[:9, i].reshape(3, 3).T == pytest.approx(X.rotation, abs=1e-13)
        assert motion[9:12, i] == pytest.approx(X.position, abs=1e-13)


@pytest.mark.parametrize("seed", [3, 4])
def test_twists_are_derivatives_of_poses(seed: int) -> None:
    m = random_tree(KINDS, seed)
    e = Equations(m)
    x = e.random_state(np.random.default_rng(seed))
    v = x[e.n_q : e.n_q + e.n_v]
    before, now, after = (body_poses(m, e.moved(x, s * H * v)[: e.n_q]) for s in (-1, 0, 1))
    for i, link in enumerate(m.topology.links):
        name = link.body.name
        rate = (after[name].matrix() - before[name].matrix()) / (2 * H)
        expected = se3.vee(now[name].inverse().matrix() @ rate)
        assert body_twist(e, x, i) == pytest.approx(expected, abs=1e-7)


def along(x: np.ndarray, e: Equations, vdot: np.ndarray, h: float) -> np.ndarray:
    """The state after a time h at constant joint accelerations, exact to second order in h."""
    v = slice(e.n_q, e.n_q + e.n_v)
    out = e.moved(x, h * x[v] + 0.5 * h * h * vdot)
    out[v] = x[v] + h * vdot
    return out


@pytest.mark.parametrize("backwards", [False, True])
def test_three_formulas_for_the_acceleration_of_a_chain(backwards: bool) -> None:
    """Eq. (11), its pairwise form (16)-(18), and the differentiated twist, on a chain of all joint types.

    Seen from joint to joint: S, Ṡ and the poses between joints are taken from the joint types, the sums are written
    out here, and the recursion of the library must agree with all three.
    """
    m = random_tree(("revolute", "universal", "planar", "spherical", "cylindrical", "helical", "prismatic", "free"), 5,
                    backwards=backwards, chain=True)  # fmt: skip
    e = Equations(m)
    rng = np.random.default_rng(5)
    x, vdot = e.random_state(rng), rng.normal(size=e.n_v)
    v = x[e.n_q : e.n_q + e.n_v]
    k = e.dynamics.kinematics
    S = [e.value(k.S[i], x).reshape(6, -1) for i in range(len(m.topology.links))]
    Sdot_v = [e.value(k.joint_bias[i], x) for i in range(len(S))]
    X = [Pose(e.value(X.rotation, x), e.value(X.position, x)) for X in k.X]
    n = len(S)

    def Ad(to: int, of: int) -> np.ndarray:
        """Ad(X_to,of) for links of the chain, to ≥ of or to < of."""
        pose = Pose.identity()
        for link in range(min(to, of) + 1, max(to, of) + 1):
            pose = pose @ X[link]
        return np.asarray(se3.Ad(pose if to < of else pose.inverse()))

    step = [S[i] @ v[link.v] for i, link in enumerate(m.topology.links)]
    twists = [sum(Ad(i, j) @ step[j] for j in range(i + 1)) for i in range(n)]
    tip = n - 1
    linear = sum(Ad(tip, i) @ S[i] @ vdot[link.v] for i, link in enumerate(m.topology.links))
    eleven = linear + sum(Ad(tip, i) @ (Sdot_v[i] + twist.bracket(twists[i], step[i])) for i in range(n))
    pairwise = linear + sum(Ad(tip, i) @ Sdot_v[i] for i in range(n))
    for i in range(n - 1):
        outer = sum(Ad(i, j) @ step[j] for j in range(i + 1, n))
        pairwise = pairwise + Ad(tip, i) @ twist.bracket(step[i], outer)

    def link_twist(y: np.ndarray) -> np.ndarray:
        return e.value(k.twist(tip), y)

    differentiated = (link_twist(along(x, e, vdot, H)) - link_twist(along(x, e, vdot, -H))) / (2 * H)
    library = e.value(k.accelerations(ca.DM(vdot), ca.SX.zeros(6))[tip], x)
    assert library == pytest.approx(eleven, abs=1e-11)
    assert library == pytest.approx(pairwise, abs=1e-11)
    assert library == pytest.approx(differentiated, abs=1e-6)
    assert e.value(k.bias(tip), x) == pytest.approx(eleven - linear, abs=1e-11)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("backwards", [False, True])
def test_axes_of_a_joint_inside_a_machine(kind: str, backwards: bool) -> None:
    """S and Ṡ of a tree joint, also seen from its child: the twist and its rate by central differences."""
    m = random_tree((kind,), 6, backwards=backwards)
    e = Equations(m)
    rng = np.random.default_rng(6)
    x, vdot = e.random_state(rng), rng.normal(size=e.n_v)
    k = e.dynamics.kinematics
    ahead, behind = (e.value(k.twist(0), along(x, e, vdot, s * H)) for s in (1, -1))
    A = e.value(k.accelerations(ca.DM(vdot), ca.SX.zeros(6))[0], x)
    assert (ahead - behind) / (2 * H) == pytest.approx(A, abs=1e-7)


def test_relative_motion_forgets_what_carries_both() -> None:
    """A loop inside a moving machine: the motion of one link seen from another does not contain their carrier's."""
    m = random_tree(("free", "revolute", "universal"), 7, chain=True)
    e = Equations(m)
    k = e.dynamics.kinematics
    inner = m.topology.index["body_0"]
    outer = m.topology.index["body_2"]
    carrier = set(ca.symvar(ca.vertcat(e.model.q[m.topology.links[inner].q], e.model.v[m.topology.links[inner].v])))
    seen = ca.symvar(ca.vertcat(k.twist(outer, inner), k.bias(outer, inner), ca.SX(k.pose(outer, inner).position)))
    assert not {s.name() for s in seen} & {s.name() for s in carrier}
    # and it is the difference of the two absolute twists
    x = e.random_state(np.random.default_rng(7))
    X = Pose(e.value(k.pose(outer, inner).rotation, x), e.value(k.pose(outer, inner).position, x))
    expected = e.value(k.twist(outer), x) - twist.to_child(X, e.value(k.twist(inner), x))
    assert e.value(k.twist(outer, inner), x) == pytest.approx(expected, abs=1e-12)
