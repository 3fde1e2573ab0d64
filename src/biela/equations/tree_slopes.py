"""Slopes of the inverse dynamics of a tree: M, ∂τ/∂q and ∂τ/∂v in closed form.

All vectors are in one frame O, so that those of different links are multiplied without transport. For joint i with axis S on
link i, V_P and A_P the motion of its parent, and I, B and the momentum rate f summed over link i and all links beyond it:

    Ψ̇ᵢ = ad(V_P) Sᵢ,      Ψ̈ᵢ = ad(A_P) Sᵢ + ad(V_P) Ψ̇ᵢ                                                      (1)

    ∂τᵢ/∂qⱼ = Sᵢᵀ (2 B Ψ̇ⱼ + I Ψ̈ⱼ)                ∂τᵢ/∂vⱼ = 2 Sᵢᵀ (B Sⱼ + I Ψ̇ⱼ)      j = i, or nearer to the ground   (2)
    ∂τⱼ/∂qᵢ = Sⱼᵀ (2 B Ψ̇ᵢ + I Ψ̈ᵢ + ad*(Sᵢ) f)      ∂τⱼ/∂vᵢ = 2 Sⱼᵀ (B Sᵢ + I Ψ̇ᵢ)                                      (3)
    Mᵢⱼ = Sᵢᵀ I Sⱼ                                                                                           (4)

B is the half of İ that acts on the right. With points r of mass dm that move at ṙ,

    B = ∫ [r̂; 1] [−ṙ̂, 0] dm:     B [ω; v] = [(tr Q) ω − Q ω;  ω × p],     Q = ∫ ṙ rᵀ dm,   p = ∫ ṙ dm              (5)

so that B is twelve numbers, which are added like masses, and depends on ω alone. For twelve joints these are less than half as many
operations as automatic differentiation needs.

References
----------
Singh, Russell & Wensing (2022), Efficient Analytical Derivatives of Rigid-Body Dynamics using Spatial Vector Algebra
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import casadi as ca

from biela.equations.kinematics import Kinematics
from biela.equations.mass_matrix import SparseRows
from biela.equations.model import GROUND, clean
from biela.lie import twist, wrench
from biela.lie.se3 import Pose


class TreeSlopes:
    """Tree whose joints have one coordinate each, at the symbols (q, v); see `has_slopes`.

    Attributes
    ----------
    mass : lower triangle of M
    bias : (n_v,) efforts at v̇ = 0: gravity and inertia, without loads
    """

    def __init__(self, kinematics: Kinematics):
        self.model = model = kinematics.model
        # O is where the first joint is on the ground: a planar machine, however it is tilted, moves in the plane of its x and y
        to_origin = model.links[0].X_PJ.inverse()
        poses: list[Pose] = []
        for i, link in enumerate(model.links):
            inner = clean(to_origin @ link.X_PJ) if link.parent == GROUND else poses[link.parent] @ link.X_PJ
            poses.append(inner @ kinematics.X_J[i] if i else kinematics.X_J[0])
        self.ground = ca.vertcat(ca.SX.zeros(3), -ca.SX(to_origin.rotation) @ model.gravity)
        self.own = [link.inertia.to_parent(X) for link, X in zip(model.links, poses, strict=True)]
        self.S: list[Any] = [twist.to_parent(X, kinematics.S[i][:, 0]) if i in self else None for i, X in enumerate(poses)]
        self.first: list[Any] = []  # Ψ̇ (1)
        self.V: list[ca.SX] = []
        for i, link in enumerate(model.links):
            V_P = ca.SX.zeros(6) if link.parent == GROUND else self.V[link.parent]
            self.first.append(twist.bracket(V_P, self.S[i]) if i in self else None)
            self.V.append(V_P + self.S[i] * model.v[link.v.start] if i in self else V_P)
        momenta = [own.apply(V) for own, V in zip(self.own, self.V, strict=True)]
        self.gyroscopic = [wrench.dual_bracket(V, carried) for V, carried in zip(self.V, momenta, strict=True)]
        Q = []  # (5)
        for own, V in zip(self.own, self.V, strict=True):
            spread = ca.trace(own.tensor) / 2 * ca.SX.eye(3) - own.tensor  # ∫ r rᵀ dm
            Q.append(V[3:] @ own.moment.T + ca.skew(V[:3]) @ spread)
        self.inertia = self._inwards(self.own)
        self.B = [  # twice the three columns that are not zero
            2 * ca.vertcat(ca.trace(q) * ca.SX.eye(3) - q, -ca.skew(p[3:]))
            for q, p in zip(self._inwards(Q), self._inwards(momenta), strict=True)
        ]
        self.carried: list[Any] = [self.inertia[i].apply(self.S[i]) if i in self else None for i in range(len(poses))]
        self.mass: SparseRows = [{} for _ in range(model.n_v)]
        for i, j in self._pairs():
            a, b = self._entry(i), self._entry(j)
            _put(self.mass, max(a, b), min(a, b), ca.dot(self.carried[i], self.S[j]))  # (4)
        for k, inertia in model.rotors.items():
            self.mass[k][k] = self.mass[k].get(k, 0) + inertia
        forces = self._forces(self._accelerations(None))
        self.bias = ca.vertcat(*(ca.dot(self.S[i], forces[i]) for i in sorted(self, key=self._entry)))

    def __contains__(self, link: int) -> bool:
        return self.model.links[link].type.n_v > 0

    def __iter__(self) -> Iterator[int]:
        """Return the iterate over the links that have a joint of their own."""
        return (i for i in range(len(self.model.links)) if i in self)

    def slopes(self, vdot: ca.SX) -> tuple[SparseRows, SparseRows]:
        """Return ∂τ/∂q and ∂τ/∂v at given joint accelerations; entries that are always zero are missing."""
        by_q: SparseRows = [{} for _ in range(self.model.n_v)]
        by_v: SparseRows = [{} for _ in range(self.model.n_v)]
        A = self._accelerations(vdot)
        forces = self._forces(A)
        left, twice, second, outer_q, outer_v = {}, {}, {}, {}, {}
        for i in self:
            S, first, parent = self.S[i], self.first[i], self.model.links[i].parent
            V_P, A_P = (ca.SX.zeros(6), self.ground) if parent == GROUND else (self.V[parent], A[parent])
            left[i], twice[i] = self.B[i].T @ S, 2 * first
            second[i] = twist.bracket(A_P, S) + twist.bracket(V_P, first)  # (1)
            outer_q[i] = self.B[i] @ first[:3] + self.inertia[i].apply(second[i]) + wrench.dual_bracket(S, forces[i])
            outer_v[i] = self.B[i] @ S[:3] + self.inertia[i].apply(twice[i])
        for i, j in self._pairs():
            a, b = self._entry(i), self._entry(j)
            _put(by_q, a, b, ca.dot(left[i], self.first[j][:3]) + ca.dot(self.carried[i], second[j]))  # (2)
            _put(by_v, a, b, ca.dot(left[i], self.S[j][:3]) + ca.dot(self.carried[i], twice[j]))
            if i != j:
                _put(by_q, b, a, ca.dot(self.S[j], outer_q[i]))  # (3)
                _put(by_v, b, a, ca.dot(self.S[j], outer_v[i]))
        return by_q, by_v

    def _entry(self, link: int) -> int:
        """Return the place of a link's joint in v."""
        return int(self.model.links[link].v.start)

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """Yield every joint with itself and with all joints between it and the ground."""
        for i in self:
            j = i
            while j != GROUND:
                if j in self:
                    yield i, j
                j = self.model.links[j].parent

    def _inwards(self, parts: list[Any]) -> list[Any]:
        """Return for each link the sum over it and all links beyond it."""
        total = list(parts)
        for i in reversed(range(len(total))):
            parent = self.model.links[i].parent
            if parent != GROUND:
                total[parent] = total[parent] + total[i]
        return total

    def _accelerations(self, vdot: ca.SX | None) -> list[ca.SX]:
        A: list[ca.SX] = []
        for i, link in enumerate(self.model.links):
            inner = self.ground if link.parent == GROUND else A[link.parent]
            if i in self:
                inner = inner + self.first[i] * self.model.v[self._entry(i)]
                inner = inner if vdot is None else inner + self.S[i] * vdot[self._entry(i)]
            A.append(inner)
        return A

    def _forces(self, A: list[ca.SX]) -> list[ca.SX]:
        """Return f of each joint: momentum rates of its link and all links beyond it."""
        return self._inwards([own.apply(a) + g for own, a, g in zip(self.own, A, self.gyroscopic, strict=True)])


def has_slopes(kinematics: Kinematics) -> bool:
    """Return whether the formulas hold: every joint has at most one coordinate, with an axis that is fixed in its link."""
    links, S = kinematics.model.links, kinematics.S
    if any(link.type.n_v > 1 or link.type.n_q != link.type.n_v for link in links):
        return False
    return kinematics.model.n_v > 0 and not ca.depends_on(ca.horzcat(*S), kinematics.model.q)


def _put(rows: SparseRows, i: int, j: int, value: ca.SX) -> None:
    if not ca.SX(value).is_zero():
        rows[i][j] = value
