"""The excavator a second time, written whole in one file: projected Newton-Euler in 12 coordinates, 34 states.

Nothing of biela's equations is used, and nothing of its library's numbers: positions are written as the source writes them, and
velocities, accelerations and constraint Jacobians are derived from them symbolically. Twelve coordinates

    q = [x₂, y₂, z₂, φ₂, θ₂, ψ₂, ψ₃, θ₄, θ₅, θ₆, θ₇, θ₈]

with six constraints that park the base and two that close the four-bar; L = [∂r_G/∂q; Ḡ] maps q̇ to the velocities of mass
centres (ground axes) and the angular velocities (body axes),

    M = Lᵀ M̂ L,   Q = Lᵀ Q̂ + Σ (∂ℓ/∂q)ᵀ F,   Q_v = Lᵀ (Q̂_v − M̂ (∂(L q̇)/∂q) q̇)
    [M C_qᵀ; C_q 0] [q̈; λ] = [Q + Q_v; −(C_q q̇)_q q̇ − 2α C_q q̇ − β² C]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

MASS = [13019.89, 17506.977, 3029.87, 1274.076, 1139.118, 96.438, 255.775]
TENSOR = [
    (18921.239, 21975.593, 38119.584, 0, 0, 0),
    (15918.865, 30432.515, 40501.375, -1068.892, -1490.856, 476.218),
    (494.064, 10285.189, 10008.860, 0, -125.700, 0),
    (161.665, 1766.645, 1687.027, 0, -219.003, 0),
    (388.548, 387.406, 304.194, 0, -85.207, 0),
    (4.571, 6.318, 10.422, 0, 0, 0),
    (6.882, 22.575, 26.464, 0, 0, 0),
]
G = 9.81
Q_START = np.array([0, 0, 0, 0, 0, 0, 0, -0.552058, 1.451729, 0.004501, -1.326772, 1.971396])
Q_END = np.array([0, 0, 0, 0, 0, 0, 0, -0.96809, 1.04279, -1.03414, -2.10852, 2.48187])

# cylinders: boom (a pair), arm, bucket
COUNT = np.array([2.0, 1.0, 1.0])
A1 = np.pi / 4 * np.array([0.3, 0.2, 0.2]) ** 2
A2 = np.pi / 4 * (np.array([0.3, 0.2, 0.2]) ** 2 - np.array([0.2, 0.14, 0.14]) ** 2)
STROKE, DEAD, ETA = 1.7, 1.7, 0.7
HOSE_AREA = np.pi / 4 * 0.01**2
V_H1, V_H2, V_H3 = (HOSE_AREA * np.array(x) for x in ((4, 6, 8), (2, 4, 6), (8, 10, 14)))
B_OIL, B_HOSE, B_WALL = 1860e6, 350e6, 21000e6
P_PUMP, P_TANK = 36e6, 0.1e6
CV1, CV2 = 5e-6, 2e-6
Q_C = np.pi / 4 * 0.01 * 32e-6 * 2400
PRESSURES = np.array([15.54, 15.54, 25.73, 13.90, 13.90, 29.46, 15.04, 15.04, 30.13, 2.0]) * 1e6
X_START, X_END = np.array([0.7307, 1.5027, 0.7072]), np.array([1.3, 1.0, 0.1])
KP, KD = np.array([3, 1.5, 5.0]), np.array([0.2, 0.08, 0.2])
DURATION = np.array([2.0, 2.5, 3.0])
# swing
C_H, K_T, P_SET, P_0, V_MOTOR, RATIO = 8.125e-13, 1.85e-9, 30e6, 2e6, 90e-6, 120.0
PUMP_GAIN = 71e-6 * 28.0 / 43.62e-3
KD_SWING = 200.0


def about(axis: str, a: Any) -> Any:
    """Rotation about a local axis."""
    c, s = ca.cos(a), ca.sin(a)
    rows = {
        "x": [[1, 0, 0], [0, c, -s], [0, s, c]],
        "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
        "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]],
    }
    return ca.vertcat(*(ca.horzcat(*row) for row in rows[axis]))


def at(x: float, z: float) -> Any:
    return ca.SX(ca.vertcat(x, 0, z))


def orifice(cv: float, dp: Any) -> Any:
    """Square root, with the cubic through the origin below the transition at Re = 2400."""
    dp_c = (Q_C / cv) ** 2
    s = ca.fabs(dp) / dp_c
    inside = Q_C * (s + s**2 / 2 - s**3 / 2)
    return ca.sign(dp) * ca.if_else(s < 1, inside, cv * ca.sqrt(ca.fmax(ca.fabs(dp), dp_c)))


@dataclass
class ByHand:
    """Right-hand side of the whole machine.

    friction : "literal" ẋ N (1−η), "absolute" ẋ |N| (1−η), "tanh" |N| (1−η) tanh(ẋ/v₀), with N = A₁p₂ − A₂p₃
    swing : whether the swing drive acts; otherwise the swing is free and no torque acts on it
    extra : mass added to the bucket at its mass centre [kg]
    base : x, y, z, φ, θ, ψ of the undercarriage
    """

    friction: str = "literal"
    swing: bool = False
    alpha: float = 100.0
    beta: float = 100.0
    closed_loop: bool = True
    hydraulics: bool = True
    leakage: float = 0.0
    extra: float = 0.0
    base: Any = field(default_factory=lambda: np.zeros(6))

    def __post_init__(self) -> None:
        q, v, p = ca.SX.sym("q", 12), ca.SX.sym("v", 12), ca.SX.sym("p", 10)
        r, rd, w_ref = ca.SX.sym("r", 3), ca.SX.sym("rd", 3), ca.SX.sym("w")
        mass = [*MASS[:4], MASS[4] + self.extra, *MASS[5:]]
        r_g, A, points = self.positions(q)
        H = ca.vertcat(*(ca.jacobian(x, q) for x in r_g))
        G_bar = ca.vertcat(*(self.turning(a, q) for a in A))
        L = ca.vertcat(H, G_bar)
        M_hat = ca.diagcat(*(m * ca.SX.eye(3) for m in mass), *(self.tensor(t) for t in TENSOR))
        omega = ca.reshape(G_bar @ v, 3, 7)
        Q_v_hat = [-ca.cross(omega[:, i], self.tensor(TENSOR[i]) @ omega[:, i]) for i in range(7)]
        weight = [ca.vertcat(0, 0, -m * G) for m in mass]
        bias = ca.jtimes(L @ v, q, v)
        C = ca.vertcat(q[:6] - ca.DM(self.base), points["loop"])
        C_q = ca.jacobian(C, q)
        C_d = -ca.jtimes(C_q @ v, q, v) - 2 * self.alpha * (C_q @ v) - self.beta**2 * C
        lengths = ca.vertcat(*(ca.norm_2(b - a) for a, b in points["cylinders"]))
        J = ca.jacobian(lengths, q)
        x, xd = lengths - DEAD, J @ v
        U = KP * (r - x) + KD * (rd - xd) if self.closed_loop else ca.SX.zeros(3)
        force, p_dot, powers = self.circuits(x, xd, p, U)
        x_s = KD_SWING * (w_ref - v[6])
        torque = RATIO * (p[9] - P_0) * V_MOTOR / (2 * ca.pi) if self.swing else ca.SX(0)
        flow = PUMP_GAIN * x_s - ca.fmax(p[9] - P_SET, 0) * K_T - RATIO * v[6] / (2 * ca.pi) * V_MOTOR
        flow = flow - self.leakage * (p[9] - P_0)
        p_dot = ca.vertcat(p_dot, flow / C_H if self.swing else 0)
        if not self.hydraulics:
            force, p_dot, torque = ca.SX.zeros(3), ca.SX.zeros(10), ca.SX(0)
        Q_cyl = J.T @ (COUNT * force)
        Q_swing = ca.vertcat(ca.SX.zeros(6), torque, ca.SX.zeros(5))
        Q_hat = ca.vertcat(*weight, ca.SX.zeros(21))
        Q_grav, Q_v = L.T @ Q_hat, L.T @ (ca.vertcat(ca.SX.zeros(21), *Q_v_hat) - M_hat @ bias)
        M = L.T @ M_hat @ L
        energy = ca.dot(v, M @ v) / 2 + sum(m * G * x[2] for m, x in zip(mass, r_g, strict=True))
        inputs = [q, v, p, r, rd, w_ref]
        self.parts = ca.Function("parts", inputs, [M, Q_grav + Q_v + Q_cyl + Q_swing, C_q, C_d, p_dot])
        self.outputs = ca.Function("outputs", inputs, [x, xd, U, force, x_s, torque, energy, C, Q_v, Q_grav, Q_cyl, powers])
        self.lengths = ca.Function("lengths", [q], [x, J])
        self.closure = ca.Function("closure", [q], [C])
        self.places = ca.Function("places", [q], list(points["named"].values()) + r_g)
        self.place_names = [*points["named"], *(f"G{i}" for i in range(2, 9))]
        self.all_loop = ca.Function("all_loop", [q], [points["loop_3"]])

    # ------------------------------------------------------------------------------------------------------- mechanism

    @staticmethod
    def tensor(t: Any) -> Any:
        xx, yy, zz, xy, xz, yz = t
        return ca.SX(ca.DM([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))

    @staticmethod
    def turning(A: Any, q: Any) -> Any:
        """Ḡ with ω̄ = Ḡ q̇, from ω̄~ = Aᵀ Ȧ."""
        rates = ca.SX.sym("rates", 12)
        A_dot = ca.reshape(ca.jtimes(ca.vec(A), q, rates), 3, 3)
        W = A.T @ A_dot
        return ca.jacobian(ca.vertcat(W[2, 1], W[0, 2], W[1, 0]), rates)

    @staticmethod
    def positions(q: Any) -> tuple[list[Any], list[Any], dict[str, Any]]:
        A2 = about("z", q[5]) @ about("x", q[3]) @ about("y", q[4])
        A3 = A2 @ about("z", q[6])
        A4 = A3 @ about("y", q[7])
        A5 = A4 @ about("y", q[8])
        A6, A7 = A5 @ about("y", q[9]), A5 @ about("y", q[10])
        A8 = A7 @ about("y", q[11])
        r2 = q[:3]
        a = r2 + A2 @ at(0, 0.630)
        r3 = a - A3 @ at(1.538, -0.638)
        b = r3 + A3 @ at(1.394, 0.182)
        r4 = b - A4 @ at(-3.036, -0.547)
        c = r4 + A4 @ at(3.341, -0.425)
        r5 = c - A5 @ at(-0.801, -0.306)
        d, e = r5 + A5 @ at(2.243, -0.297), r5 + A5 @ at(1.804, -0.242)
        r6 = d - A6 @ at(-0.837, 0.196)
        r7 = e - A7 @ at(-0.487, 0)
        pcc8 = r7 + A7 @ at(0.324, 0)
        r8 = pcc8 - A8 @ at(-0.428, 0)
        f6, f8 = r6 + A6 @ at(-0.512, 0.611), r8 + A8 @ at(0.285, 0)
        gap = A3.T @ (f6 - f8)
        pcp3, pcp4 = r3 + A3 @ at(2.834, -0.240), r4 + A4 @ at(-0.677, 0.357)
        pcb4, pcb5, pcc5 = r4 + A4 @ at(0.413, 0.690), r5 + A5 @ at(-1.969, 0.109), r5 + A5 @ at(-0.407, 0.580)
        named = {"A": a, "B": b, "C": c, "D": d, "E": e, "F": f6, "PCP3": pcp3, "PCP4": pcp4, "PCB4": pcb4, "PCB5": pcb5,
                 "PCC5": pcc5, "PCC8": pcc8}  # fmt: skip
        points = {
            "loop": ca.vertcat(gap[0], gap[2]),
            "loop_3": gap,
            "cylinders": [(pcp3, pcp4), (pcb4, pcb5), (pcc5, pcc8)],
            "named": named,
        }
        return [r2, r3, r4, r5, r6, r7, r8], [A2, A3, A4, A5, A6, A7, A8], points

    # ------------------------------------------------------------------------------------------------------ hydraulics

    def circuits(self, x: Any, xd: Any, p: Any, U: Any) -> tuple[Any, Any, Any]:
        """Force of each cylinder, rates of nine pressures, and powers: pump − tank, orifices, friction, compression, rod."""
        force, rates, powers = [], [], []
        for i in range(3):
            p1, p2, p3 = p[3 * i], p[3 * i + 1], p[3 * i + 2]
            net = A1[i] * p2 - A2[i] * p3
            friction = {
                "literal": xd[i] * net * (1 - ETA),
                "absolute": xd[i] * ca.fabs(net) * (1 - ETA),
                "tanh": ca.fabs(net) * (1 - ETA) * ca.tanh(xd[i] / 0.01),
            }[self.friction]
            force.append(net - friction)
            u = U[i]
            opens = u > 0
            q_a1 = ca.if_else(opens, u * orifice(CV1, P_PUMP - p1), u * orifice(CV1, p1 - P_TANK))
            q_b1 = ca.if_else(opens, u * orifice(CV1, p3 - P_TANK), u * orifice(CV1, P_PUMP - p3))
            q_a2 = orifice(CV2, p1 - p2)
            v1, v2, v3 = V_H1[i], V_H2[i] + A1[i] * x[i], V_H3[i] + A2[i] * (STROKE - x[i])
            be1 = 1 / (1 / B_OIL + 1 / B_HOSE)
            be2 = 1 / (1 / B_OIL + A1[i] * x[i] / v2 / B_WALL + V_H2[i] / v2 / B_HOSE)
            be3 = 1 / (1 / B_OIL + A2[i] * (STROKE - x[i]) / v3 / B_WALL + V_H3[i] / v3 / B_HOSE)
            own = [be1 / v1 * (q_a1 - q_a2), be2 / v2 * (q_a2 - A1[i] * xd[i]), be3 / v3 * (A2[i] * xd[i] - q_b1)]
            rates += own
            # pump gives p_p times what leaves it, tank takes p_T times what enters it
            supply = ca.if_else(opens, P_PUMP * q_a1 - P_TANK * q_b1, -P_PUMP * q_b1 + P_TANK * q_a1)
            valve = ca.if_else(opens, (P_PUMP - p1) * q_a1 + (p3 - P_TANK) * q_b1, (P_TANK - p1) * q_a1 + (p3 - P_PUMP) * q_b1)
            loss = valve + (p1 - p2) * q_a2
            squeeze = p1 * (v1 / be1) * own[0] + p2 * (v2 / be2) * own[1] + p3 * (v3 / be3) * own[2]
            powers.append(COUNT[i] * ca.vertcat(supply, loss, friction * xd[i], squeeze, force[-1] * xd[i]))
        return ca.vertcat(*force), ca.vertcat(*rates), ca.horzcat(*powers)

    # ------------------------------------------------------------------------------------------------------------- run

    def reference(self, t: float) -> tuple[Any, Any, float]:
        """Cubic point-to-point references from t = 1 s; trapezoid of the swing speed, 0-2-8-10 s."""
        s = np.clip((t - 1.0) / DURATION, 0, 1)
        r = X_START + (X_END - X_START) * (3 * s**2 - 2 * s**3)
        rd = (X_END - X_START) * (6 * s - 6 * s**2) / DURATION
        return r, rd, float(np.interp(t, [0, 2, 8, 10], [0, 0.4, 0.4, 0]))

    def accelerations(self, t: float, q: Any, v: Any, p: Any, reference: Any = None) -> tuple[Any, Any, Any]:
        """q̈, λ, ṗ."""
        M, Q, C_q, C_d, p_dot = (x.full() for x in self.parts(q, v, p, *(reference or self.reference(t))))
        n = len(C_q)
        K = np.block([[M, C_q.T], [C_q, np.zeros((n, n))]])
        solution = np.linalg.solve(K, np.concatenate([Q, C_d]).ravel())
        return solution[:12], solution[12:], p_dot.ravel()

    def rates(self, t: float, X: Any, reference: Any = None) -> Any:
        q, v, p = X[:12], X[12:24], X[24:]
        vdot, _, p_dot = self.accelerations(t, q, v, p, reference)
        return np.concatenate([v, vdot, p_dot])

    def closed_pose(self, x: Any, guess: Any) -> Any:
        """Coordinates with given extensions, loop closed, base parked."""
        q = np.array(guess, float)
        f = ca.Function("f", [z := ca.SX.sym("z", 12)], [ca.vertcat(self.closure(z), self.lengths(z)[0] - x)])
        J = ca.Function("J", [z], [ca.jacobian(f(z), z)])
        for _ in range(30):  # the swing stays: least-norm step
            step = np.linalg.lstsq(J(q).full(), f(q).full().ravel(), rcond=None)[0]
            q -= step
            if np.abs(step).max() < 1e-14:
                break
        return q

    def holding_forces(self, q: Any) -> Any:
        """Axial force of each cylinder group that holds the machine at rest, and λ."""
        zero = np.zeros(12)
        bare = ByHand(hydraulics=False, extra=self.extra, base=self.base)
        M, Q, C_q, _, _ = (x.full() for x in bare.parts(q, zero, PRESSURES, X_START, np.zeros(3), 0))
        J = self.lengths(q)[1].full()
        solution = np.linalg.lstsq(np.hstack([J.T, -C_q.T]), -Q.ravel(), rcond=None)[0]
        return solution[:3], solution[3:]

    def start(self, level: str = "rod") -> Any:
        """The printed extensions, at rest, with piston-side pressures that hold the machine; rod sides as printed."""
        q = self.closed_pose(X_START, Q_START + np.concatenate([self.base, np.zeros(6)]))
        F = self.holding_forces(q)[0] / COUNT
        p = PRESSURES.copy()
        p[1:9:3] = (F + A2 * p[2:9:3]) / A1
        p[0:9:3] = p[1:9:3]
        return np.concatenate([q, np.zeros(12), p])
