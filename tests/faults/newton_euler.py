"""Accelerations and reactions of a machine from first principles, independent of the equations of the package.

Maximal coordinates: every body has the acceleration of its centre of mass and an angular acceleration, in ground axes, and

    m a = m g + Σ F,      I_c α + ω × I_c ω = Σ (r × F + N)                                              (1)

for each body, with the forces of the joints F = Gᵀ μ, where the rows of G are the directions in which a joint holds its two
bodies together. Written out for the joint frames P (on body a) and C (on body b), with d = p_C − p_P:

    a point is held along a direction n of P        n · d = 0
    an axis u of P stays normal to an axis w of C   u · w = 0
    a screw of lead p about z                       z · ḋ = p z · ω_rel along the axis

Differentiated twice they give G a = γ. Rows that repeat others are left out after an elimination with complete pivoting on G alone,
so that masses play no part in it. The rest is solved in extended precision, each row scaled to its largest entry.

Reference: García de Jalón & Bayo (1994), *Kinematic and Dynamic Simulation of Multibody Systems*, ch. 5
"""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal

Extended = np.longdouble
Array = NDArray[Any]
FREE: dict[str, tuple[str, str]] = {
    "Revolute": ("xyz", "tilt"), "Prismatic": ("xy", "all"), "Cylindrical": ("xy", "tilt"), "Universal": ("xyz", "cross"),
    "Spherical": ("xyz", ""), "Helical": ("xy", "tilt"), "Planar": ("z", "tilt"), "Free": ("", ""), "Fixed": ("xyz", "all"),
}  # fmt: skip
"""What each joint holds: directions of P along which the point stays, and pairs of axes of P and C that stay normal."""
PAIRS = {"tilt": [(0, 2), (1, 2)], "all": [(0, 1), (1, 2), (2, 0)], "cross": [(2, 1)], "": []}


def cross(a: Array, b: Array) -> Array:
    """a × b; numpy's takes ten times as long for three numbers."""
    (x, y, z), (u, v, w) = a, b
    return np.array([y * w - z * v, z * u - x * w, x * v - y * u], Extended)


@dataclass
class Motion:
    """How a body stands and moves, in ground axes: rotation, origin, angular velocity, velocity of the origin."""

    R: Array
    p: Array
    w: Array
    v: Array

    def point(self, r: Array) -> tuple[Array, Array, Array]:
        """Place and velocity of a point of the body, and its acceleration where the body has none."""
        arm = self.R @ r
        turning = cross(self.w, arm)
        return self.p + arm, self.v + turning, cross(self.w, turning)


@dataclass
class Rows:
    """Constraint rows: values, rates, factors of the accelerations of both bodies, what velocities contribute."""

    value: list[Any]
    rate: list[Any]
    G: list[Array]
    gamma: list[Any]


class Maximal:
    """The equations (1) of a machine whose bodies move in a given way."""

    def __init__(self, machine: Mechanism, motions: dict[str, Motion]):
        self.machine, self.motions = machine, motions
        self.bodies = [name for name in machine.bodies if name != "ground"]
        self.place = {name: 6 * k for k, name in enumerate(self.bodies)}
        zero = np.zeros(3, Extended)
        self.motions["ground"] = Motion(np.eye(3, dtype=Extended), zero, zero, zero)
        self.rows, self.owner = Rows([], [], [], []), list[str]()
        for joint in machine.joints.values():
            before = len(self.rows.G)
            self._joint(joint)
            self.owner += [joint.name] * (len(self.rows.G) - before)

    def _joint(self, joint: Any) -> None:
        kind = type(joint.type).__name__
        ends = []
        for frame in (joint.parent, joint.child):
            motion = self.motions[frame.body.name]
            axes = motion.R @ np.asarray(frame.rotation, Extended)
            ends.append((frame.body.name, motion, axes, *motion.point(np.asarray(nominal(frame.position), Extended))))
        (a, A, P, p_P, v_P, a_P), (b, B, C, p_C, v_C, a_C) = ends
        d, rate, bias = p_C - p_P, v_C - v_P, a_C - a_P
        along, pairs = FREE[kind]
        for letter in along:
            n = P[:, "xyz".index(letter)]
            self._held(a, b, n, A, d, rate, bias, p_P, p_C)
        for i, k in PAIRS[pairs]:
            u, w = P[:, i], C[:, k]
            if pairs == "all":  # relative angles that stay as they were drawn
                self._turn(a, b, u, A, B)
                continue
            self._normal(a, b, u, w, A, B)
        if kind == "Helical":
            self._screw(a, b, P[:, 2], A, B, d, rate, bias, p_P, p_C, float(nominal(joint.type.lead)))

    def _row(self, value: Any, rate: Any, parts: dict[str, tuple[Array, Array]], gamma: Any) -> None:
        row = np.zeros(6 * len(self.bodies), Extended)
        for body, (linear, angular) in parts.items():
            if body != "ground":
                at = self.place[body]
                row[at : at + 3] += linear
                row[at + 3 : at + 6] += angular
        self.rows.value.append(value)
        self.rows.rate.append(rate)
        self.rows.G.append(row)
        self.rows.gamma.append(gamma)

    def _held(self, a: str, b: str, n: Array, A: Motion, d: Array, rate: Array, bias: Array, p_P: Array, p_C: Array) -> None:
        """n · d = 0, n fixed in body a:  n · d̈ + 2 (ω × n) · ḋ + (α × n + ω × (ω × n)) · d = 0."""
        wn = cross(A.w, n)
        gamma = -(n @ bias + 2 * wn @ rate + cross(A.w, wn) @ d)
        arm_a, arm_b = p_P - A.p, p_C - self.motions[b].p
        parts = {a: (-n, -cross(arm_a, n) + cross(n, d)), b: (n, cross(arm_b, n))} if a != b else {}
        self._row(n @ d, n @ rate + wn @ d, parts, gamma)

    def _normal(self, a: str, b: str, u: Array, w: Array, A: Motion, B: Motion) -> None:
        """u · w = 0:  (u × w) · (α_a − α_b) + … = 0."""
        du, dw = cross(A.w, u), cross(B.w, w)
        normal, zero = cross(u, w), np.zeros(3, Extended)
        gamma = -(cross(A.w, du) @ w + 2 * du @ dw + u @ cross(B.w, dw))
        self._row(u @ w, du @ w + u @ dw, {a: (zero, normal), b: (zero, -normal)}, gamma)

    def _turn(self, a: str, b: str, u: Array, A: Motion, B: Motion) -> None:
        """u · (ω_b − ω_a) = 0 with u fixed in body a."""
        zero, du = np.zeros(3, Extended), cross(A.w, u)
        self._row(0.0, u @ (B.w - A.w), {a: (zero, -u), b: (zero, u)}, -du @ (B.w - A.w))

    def _screw(
        self, a: str, b: str, z: Array, A: Motion, B: Motion, d: Array, rate: Array, bias: Array, p_P: Array, p_C: Array,
        lead: float,
    ) -> None:  # fmt: skip
        """z · ḋ + (ω × z) · d − p z · (ω_b − ω_a) = 0, differentiated once."""
        wz, wr = cross(A.w, z), B.w - A.w
        gamma = -(z @ bias + 2 * wz @ rate + cross(A.w, wz) @ d - lead * wz @ wr)
        arm_a, arm_b = p_P - A.p, p_C - self.motions[b].p
        parts = {a: (-z, -cross(arm_a, z) + cross(z, d) + lead * z), b: (z, cross(arm_b, z) - lead * z)}
        self._row(0.0, z @ rate + wz @ d - lead * z @ wr, parts, gamma)

    # ------------------------------------------------------------------------------------------------------------ solution

    def _inertia(self) -> tuple[Array, Array]:
        """Mass matrix for the accelerations of the origins, and the right-hand side, both in ground axes."""
        n = 6 * len(self.bodies)
        M, f = np.zeros((n, n), Extended), np.zeros(n, Extended)
        gravity = np.asarray(nominal(self.machine.gravity), Extended)
        for name in self.bodies:
            body, motion, at = self.machine.bodies[name], self.motions[name], self.place[name]
            m = Extended(nominal(body.mass))
            arm = motion.R @ np.asarray(nominal(body.com), Extended)
            tensor = motion.R @ np.asarray(nominal(np.array(body.inertia, dtype=object)), Extended) @ motion.R.T
            hat = np.array([[0, -arm[2], arm[1]], [arm[2], 0, -arm[0]], [-arm[1], arm[0], 0]], Extended)
            lin, ang = slice(at, at + 3), slice(at + 3, at + 6)
            # force: m (a − r̂ α + ω × (ω × r)) = m g;   moment about the origin: r × that + I_c α + ω × I_c ω
            M[lin, lin], M[lin, ang] = m * np.eye(3), -m * hat
            M[ang, lin], M[ang, ang] = m * hat, tensor - m * hat @ hat
            drift = m * (gravity - cross(motion.w, cross(motion.w, arm)))
            f[lin] += drift
            f[ang] += cross(arm, drift) - cross(motion.w, tensor @ motion.w)
        return M, f

    def solve(self, extra: Array | None = None) -> Solution:
        """Accelerations [a; α] of the origins, and multipliers of the rows that are used."""
        M, f = self._inertia()
        if extra is not None:
            f = f + extra
        n = len(f)
        G = np.array(self.rows.G, Extended).reshape(-1, n)
        kept, gap = independent_rows(G)
        K = np.zeros((n + len(kept),) * 2, Extended)
        K[:n, :n], K[:n, n:], K[n:, :n] = M, G[kept].T, G[kept]
        right = np.concatenate([f, np.array(self.rows.gamma, Extended)[kept]])
        x, smallest = eliminate(K, right)
        return Solution(x[:n], dict(zip(kept, x[n:], strict=True)), len(kept) < len(G), gap, smallest)


@dataclass
class Solution:
    """What follows from (1).

    redundant : whether some rows repeat others, so that reactions are not unique
    gap : smallest ratio of a pivot that was used to the first; how far from singular the closure is
    smallest : smallest pivot of the scaled equations; zero where a motion has no inertia
    """

    accelerations: Array
    multipliers: dict[int, Any]
    redundant: bool
    gap: float
    smallest: float


def independent_rows(G: Array, limit: float = 1e-11) -> tuple[list[int], float]:
    """Rows that do not repeat others, by elimination with complete pivoting."""
    A = G / np.maximum(np.abs(G).max(axis=1, keepdims=True, initial=1e-300), 1e-300)
    rows, kept, gap = list(range(len(A))), [], 1.0
    while rows:
        sub = np.abs(A[rows])
        i, j = np.unravel_index(int(np.argmax(sub)), sub.shape) if sub.size else (0, 0)
        pivot = float(sub[i, j]) if sub.size else 0.0
        if pivot < limit:
            break
        gap = min(gap, pivot)
        row = rows.pop(int(i))
        kept.append(row)
        for other in rows:
            A[other] -= A[row] * (A[other, j] / A[row, j])
    return sorted(kept), gap


def eliminate(K: Array, right: Array) -> tuple[Array, float]:
    """Solution of K x = right by elimination with complete pivoting, rows and columns scaled, refined once."""
    size = np.sqrt(np.maximum(np.abs(K).max(axis=1), 1e-300))
    scale = 1 / size
    for _ in range(4):  # symmetric scaling to entries of size one
        scale /= np.sqrt(np.maximum(np.abs(K * scale[:, None] * scale[None, :]).max(axis=1), 1e-300))
    A, n = K * scale[:, None] * scale[None, :], len(K)
    order, columns = np.arange(n), np.arange(n)
    LU, smallest = A.copy(), np.inf
    for k in range(n):
        i, j = np.unravel_index(int(np.argmax(np.abs(LU[k:, k:]))), (n - k, n - k))
        LU[[k, k + i]], order[[k, k + i]] = LU[[k + i, k]], order[[k + i, k]]
        LU[:, [k, k + j]], columns[[k, k + j]] = LU[:, [k + j, k]], columns[[k + j, k]]
        smallest = min(smallest, float(abs(LU[k, k])))
        if smallest < 1e-17:
            return np.full(n, np.nan, Extended), 0.0
        LU[k + 1 :, k] /= LU[k, k]
        LU[k + 1 :, k + 1 :] -= np.outer(LU[k + 1 :, k], LU[k, k + 1 :])

    def once(b: Array) -> Array:
        y = b[order].copy()
        for k in range(n):
            y[k] -= LU[k, :k] @ y[:k]
        for k in reversed(range(n)):
            y[k] = (y[k] - LU[k, k + 1 :] @ y[k + 1 :]) / LU[k, k]
        x = np.empty_like(y)
        x[columns] = y
        return x

    b = right * scale
    x = once(b)
    x = x + once(b - A @ x)
    return x * scale, smallest
