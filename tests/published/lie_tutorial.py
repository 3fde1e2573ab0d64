"""The tutorial's own method, written out in NumPy: an oracle that shares nothing with biela's equations.

"Inverse dynamics of parallel robots: a tutorial with Lie algebra", Revista Iberoamericana de Automática e Informática
industrial. Equation numbers are the article's, its misprints corrected. Any machine of joints without quaternions will do:

    position      Δθ_pas = −Φ_pas# Φ                                              (31)
    velocity      θ̇_pas = −Φ_pas# Φ_act θ̇_act                                     (32)
    acceleration  θ̈_pas = Φ_pas# (γ − Φ_act θ̈_act)                                (36)
    efforts       τ = Σ J_iᵀ (M_i A_i + ad*(V_i) M_i V_i − F_i)                    (42)

Twists and wrenches angular first. `Faults` switches on the errors that the tests must notice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from biela.mechanism.mechanism import Mechanism

Array = NDArray[np.float64]
x, y, z = np.eye(3)

RECIPES: dict[str, list[tuple[Array, ...]]] = {
    # Table 4, corrected and completed: linear rows (u_n,), angular rows (u_m, u_n)
    "revolute": [(x,), (y,), (z,), (z, y), (z, x)],
    "prismatic": [(x,), (y,), (z, y), (z, x), (y, x)],
    "cylindrical": [(x,), (y,), (z, y), (z, x)],
    "spherical": [(x,), (y,), (z,)],
    "planar": [(z,), (z, y), (z, x)],
    "universal": [(x,), (y,), (z,), (z, y)],
}
PLANE = [(x,), (y,)]
"""Rows of a revolute joint that are left in a planar loop."""


@dataclass(frozen=True)
class Faults:
    """Errors on purpose; as published by misprint, or as easily made."""

    rho_sign: float = -1.0  # +1: erratum E1
    velocity_term: float = 1.0  # 0: A_c of the bodies dropped
    gamma_velocity: float = 1.0  # 0: A_c in γ dropped
    axis_rate: float = 1.0  # 2: Ṡ counted twice, erratum E2
    gyroscopic: float = 1.0  # 0: ad* dropped
    gravity_sign: float = 1.0
    linear_slot: bool = False  # erratum E5: the wrench of an angular row among the forces
    closure_bias: Callable[[str, Array], float] | None = None  # factor of A_c in γ, by joint and rates: E3, E4


@dataclass
class Kinematic:
    """Everything at one instant."""

    T: list[Array]
    J: list[Array]  # of the tree, 6 × n
    V: list[Array]
    Ac: list[Array]
    Phi: Array
    Phi_theta: Array
    gamma: Array


@dataclass
class Trajectory:
    t: Array
    theta: Array
    rate: Array
    acceleration: Array
    efforts: Array
    energy: Array
    names: list[str] = field(default_factory=list)

    def __getitem__(self, name: str) -> Array:
        return self.theta[:, self.names.index(name)]


class Tutorial:
    """A machine solved by the tutorial's equations."""

    def __init__(
        self,
        mechanism: Mechanism,
        active: Sequence[str],
        rows: Mapping[str, list[tuple[Array, ...]]] | None = None,
        faults: Faults | None = None,
    ):
        self.m, self.faults = mechanism, faults or Faults()
        self.links = mechanism.topology.links
        self.cut = mechanism.topology.cut
        assert not any(link.reversed or link.joint.type.quaternion is not None for link in self.links)
        self.rows = dict(rows or {})
        self.n = mechanism.topology.n_v
        self.names = [link.joint.name for link in self.links for _ in range(link.joint.type.n_v)]
        self.act = [self.names.index(name) for name in active]
        self.pas = [k for k in range(self.n) if k not in self.act]
        self.gravity = np.array(mechanism.gravity, float)

    # ------------------------------------------------------------------------------------------------- kinematics

    def at(self, q: Array, v: Array) -> Kinematic:
        T, J, V, Ac = [], [], [], []
        for link in self.links:
            joint, kind = link.joint, link.joint.type
            T_pj, T_jc = homogeneous(joint.parent.rotation, joint.parent.position), kind.pose(q[link.q])
            T_child = homogeneous(joint.child.rotation, joint.child.position)
            step = T_pj @ homogeneous(T_jc.rotation, T_jc.position) @ inverse(T_child)
            S = Ad(T_child) @ np.asarray(kind.motion(q[link.q]), float)  # (6, n) in the body's own frame
            S_dot = Ad(T_child) @ np.asarray(kind.motion_rate(q[link.q], v[link.v]), float) * self.faults.axis_rate
            up = Ad(inverse(step))
            T.append(step if link.parent < 0 else T[link.parent] @ step)
            own = np.zeros((6, self.n))
            own[:, link.v] = S
            J.append(own if link.parent < 0 else up @ J[link.parent] + own)
            twist = S @ v[link.v]
            V.append(twist if link.parent < 0 else up @ V[link.parent] + twist)
            bias = S_dot @ v[link.v] + ad(V[-1]) @ twist  # (11)
            Ac.append(bias if link.parent < 0 else up @ Ac[link.parent] + bias)
        Phi, G, gamma = self._closures(v, T, J, V, Ac)
        return Kinematic(T, J, V, Ac, Phi, G, gamma)

    def _closures(self, v: Array, T: list[Array], J: list[Array], V: list[Array], Ac: list[Array]) -> tuple[Array, Array, Array]:
        Phi, G, gamma = [], [], []
        index = self.m.topology.index
        for joint in self.cut:
            ends = []
            for frame in (joint.parent, joint.child):  # m, n
                i, X = index[frame.body.name], homogeneous(frame.rotation, frame.position)
                if i < 0:
                    ends.append((X, np.zeros((6, self.n)), np.zeros(6), np.zeros(6)))
                else:
                    wrong = self.faults.closure_bias
                    A_i = Ac[i] * (wrong(self.links[i].joint.name, v) if wrong else 1.0)
                    ends.append((T[i] @ X, *(Ad(inverse(X)) @ what for what in (J[i], V[i], A_i))))
            (T_m, J_m, V_m, A_m), (T_n, J_n, V_n, A_n) = ends
            T_nm = inverse(T_n) @ T_m
            across = Ad(T_nm)
            V_rel = V_n - across @ V_m
            A_rel = A_n - across @ A_m + ad(V_n) @ across @ V_m  # (34)
            d = T_n[:3, :3].T @ (T_n[:3, 3] - T_m[:3, 3])
            for row in self.rows.get(joint.name, RECIPES[joint.type.kind]):
                u_n = row[-1]
                if len(row) == 1:  # linear (20), with its exact covector off the manifold
                    d_rate = V_rel[3:] - cross(V_rel[:3], d)
                    phi, C = u_n @ d, np.r_[cross(u_n, d), u_n]
                    C_rate = np.r_[cross(u_n, d_rate), np.zeros(3)]
                else:  # angular (26), the covector in the angular slot (E5)
                    w = T_nm[:3, :3] @ row[0]
                    phi, C = u_n @ w, np.r_[cross(u_n, w), np.zeros(3)]
                    C_rate = np.r_[cross(u_n, -cross(V_rel[:3], w)), np.zeros(3)]
                    C = np.roll(C, 3) if self.faults.linear_slot else C
                Phi.append(phi)
                G.append(C @ (J_n - across @ J_m))  # (28)
                gamma.append(-(self.faults.gamma_velocity * (C @ A_rel) + C_rate @ V_rel))  # (35)
        return np.array(Phi), np.array(G), np.array(gamma)

    def close(self, q: Array, iterations: int = 30) -> tuple[Array, int]:
        """Newton-Raphson on the passive variables (31); the number of corrections it took."""
        q = q.copy()
        for k in range(iterations):
            state = self.at(q, np.zeros(self.n))
            if np.abs(state.Phi).max() < 1e-13:
                return q, k
            q[self.pas] -= np.linalg.pinv(state.Phi_theta[:, self.pas], rcond=1e-9) @ state.Phi
        raise AssertionError("Newton-Raphson did not converge")

    def rho(self, state: Kinematic) -> Array:
        """θ̇_pas = ρ θ̇_act (44)."""
        G = state.Phi_theta
        return self.faults.rho_sign * np.linalg.pinv(G[:, self.pas], rcond=1e-9) @ G[:, self.act]

    # --------------------------------------------------------------------------------------------------- dynamics

    def mass(self, k: int) -> Array:
        """(38)."""
        body = self.links[k].body
        m, c, I = float(body.mass), hat(np.array(body.com, float)), np.array(body.inertia, float)  # noqa: E741
        return np.block([[I - m * c @ c, m * c], [-m * c, m * np.eye(3)]])

    def efforts(self, q: Array, v: Array, a: Array) -> Array:
        """(42), with the weight as applied wrench."""
        state = self.at(q, v)
        map_ = np.zeros((self.n, len(self.act)))
        map_[self.act] = np.eye(len(self.act))
        map_[self.pas] = self.rho(state)
        tau = np.zeros(len(self.act))
        for k, link in enumerate(self.links):
            M, V = self.mass(k), state.V[k]
            A = state.J[k] @ a + self.faults.velocity_term * state.Ac[k]
            f = self.faults.gravity_sign * float(link.body.mass) * state.T[k][:3, :3].T @ self.gravity
            weight = np.r_[cross(np.array(link.body.com, float), f), f]
            F = M @ A - self.faults.gyroscopic * ad(V).T @ M @ V - weight
            tau += (state.J[k] @ map_).T @ F
        return tau

    def energy(self, q: Array, v: Array) -> float:
        state = self.at(q, v)
        total = 0.0
        for k, link in enumerate(self.links):
            centre = state.T[k] @ np.r_[np.array(link.body.com, float), 1.0]
            total += 0.5 * state.V[k] @ self.mass(k) @ state.V[k] - float(link.body.mass) * self.gravity @ centre[:3]
        return float(total)

    def run(self, motion: Callable[[float], tuple[Array, Array, Array]], t: Array, guess: Array) -> Trajectory:
        """Position → velocity → acceleration → efforts at every sample, each warm-started from the one before."""
        q, out = guess.copy(), []
        for time in t:
            position, rate, acceleration = motion(float(time))
            q[self.act] = position
            q, _ = self.close(q)
            still = self.at(q, np.zeros(self.n))
            G = still.Phi_theta
            back = np.linalg.pinv(G[:, self.pas], rcond=1e-9)
            v, a = np.zeros(self.n), np.zeros(self.n)
            v[self.act], a[self.act] = rate, acceleration
            v[self.pas] = -back @ G[:, self.act] @ v[self.act]  # (32)
            gamma = self.at(q, v).gamma
            a[self.pas] = back @ (gamma - G[:, self.act] @ a[self.act])  # (36)
            out.append((q.copy(), v, a, self.efforts(q, v, a), self.energy(q, v)))
        columns = [np.array(column) for column in zip(*out, strict=True)]
        return Trajectory(np.asarray(t), *columns, self.names)


def hat(a: Array) -> Array:
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def cross(a: Array, b: Array) -> Array:
    """Of three numbers each; numpy's takes ten times as long, since it takes arrays of any shape."""
    return hat(a) @ b


def homogeneous(R: Array, r: Sequence[float] | Array) -> Array:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, np.array(r, float)
    return T


def inverse(T: Array) -> Array:
    return homogeneous(T[:3, :3].T, -T[:3, :3].T @ T[:3, 3])


def Ad(T: Array) -> Array:
    """(8)."""
    R, r = T[:3, :3], T[:3, 3]
    return _lower(R, hat(r) @ R)


def ad(V: Array) -> Array:
    """(14); ad* = −adᵀ (39)."""
    return _lower(hat(V[:3]), hat(V[3:]))


def _lower(A: Array, B: Array) -> Array:
    """[[A, 0], [B, A]]."""
    out = np.zeros((6, 6))
    out[:3, :3] = out[3:, 3:] = A
    out[3:, :3] = B
    return out
