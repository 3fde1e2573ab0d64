"""Motion of the links: poses, twists and accelerations, seen from the ground or from any link inwards.

For a link B carried by its parent P through a joint with motion axes S (in the axes of B):

    X_PB = X_PJ · X_J(q)                                                  (1)
    V_B  = Ad(X_BP) V_P + S v                                             (2)
    A_B  = Ad(X_BP) A_P + S v̇ + Ṡ v + ad(V_B) S v                         (3)

What is asked for is computed once and kept. Quantities "relative to" a link a treat a as fixed: loops deep inside a
machine then do not drag along the motion of everything that carries them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any

import casadi as ca
import numpy as np

from biela.base.locks import cached_property
from biela.equations.model import GROUND, MachineModel
from biela.lie import twist, wrench
from biela.lie.se3 import Pose
from biela.lie.symbol import as_symbol
from biela.mechanism.frame import Frame


class Kinematics:
    """Kinematics of a model at the symbols (q, v)."""

    def __init__(self, model: MachineModel):
        self.model = model
        self.X: list[Pose] = []  # X_PB
        self.X_J: list[Pose] = []
        self.S: list[ca.SX] = []
        self.joint_twist: list[ca.SX] = []  # S v
        self.joint_bias: list[ca.SX] = []  # Ṡ v
        for link in model.links:
            q, v = model.q[link.q], model.v[link.v]
            X_J, S, Sdot = link.type.pose(q), link.type.motion(q), link.type.motion_rate(q, v)
            if link.reversed:
                X_J, S, Sdot = _reverse(X_J, S, Sdot, v)
            self.X.append(link.X_PJ @ X_J)
            self.X_J.append(X_J)
            self.S.append(ca.SX(S))
            self.joint_twist.append(ca.SX(S) @ v if link.type.n_v else ca.SX.zeros(6))
            self.joint_bias.append(ca.SX(Sdot) @ v if link.type.n_v else ca.SX.zeros(6))
        self._poses: dict[tuple[int, int], Pose] = {}
        self._twists: dict[tuple[int, int], ca.SX] = {}
        self._biases: dict[tuple[int, int], ca.SX] = {}

    def pose(self, link: int, seen_from: int = GROUND) -> Pose:
        """Return X_aB of a link, from one of the links that carry it."""
        if link == seen_from:
            return Pose.identity()
        key = (link, seen_from)
        if key not in self._poses:
            parent = self.model.links[link].parent
            self._poses[key] = self.X[link] if parent == seen_from else self.pose(parent, seen_from) @ self.X[link]
        return self._poses[key]

    def twist(self, link: int, seen_from: int = GROUND) -> ca.SX:
        """Return V of a link relative to one that carries it, in the link's own axes (2)."""
        if link == seen_from:
            return ca.SX.zeros(6)
        key = (link, seen_from)
        if key not in self._twists:
            inner = self.twist(self.model.links[link].parent, seen_from)
            self._twists[key] = twist.to_child(self.X[link], inner) + self.joint_twist[link]
        return self._twists[key]

    def bias(self, link: int, seen_from: int = GROUND) -> ca.SX:
        """Return A of a link when all v̇ = 0 (3)."""
        if link == seen_from:
            return ca.SX.zeros(6)
        key = (link, seen_from)
        if key not in self._biases:
            inner = self.bias(self.model.links[link].parent, seen_from)
            own = self.joint_bias[link] + twist.bracket(self.twist(link, seen_from), self.joint_twist[link])
            self._biases[key] = twist.to_child(self.X[link], inner) + own
        return self._biases[key]

    def accelerations(self, vdot: ca.SX | None, ground: ca.SX) -> list[ca.SX]:
        """Return A of every link for given joint accelerations and acceleration of the ground (3)."""
        A: list[ca.SX] = []
        for i, link in enumerate(self.model.links):
            inner = ground if link.parent == GROUND else A[link.parent]
            own = self.joint_bias[i] + twist.bracket(self.twist(i), self.joint_twist[i])
            if vdot is not None and link.type.n_v:
                own = own + self.S[i] @ vdot[link.v]
            A.append(twist.to_child(self.X[i], inner) + own)
        return A

    def generalised_force(self, link: int, F: ca.SX, stop: int = GROUND) -> dict[int, ca.SX]:
        """Return the generalised force (entry of v → value) of a wrench F on a link, in the link's frame: Σ Sᵀ F, carried inwards.

        Also the Jacobian row of the motion the wrench does work on. Joints inside of `stop` are left out.
        """
        row: dict[int, ca.SX] = {}
        while link != stop:
            S = self.S[link]
            for k in range(S.shape[1]):
                row[self.model.links[link].v.start + k] = ca.dot(S[:, k], F)
            parent = self.model.links[link].parent
            if parent != stop:
                F = wrench.to_parent(self.X[link], F)
            link = parent
        return row

    def position_rate(self) -> Any:
        """Return q̇."""
        return self.model.layout.position_rate(self.model.q, self.model.v)

    def rate(self, expression: ca.SX, vdot: ca.SX) -> ca.SX:
        """Return d/dt of an expression of t, q and v."""
        m = self.model
        total = ca.jtimes(expression, m.t, ca.SX(1))
        if m.n_q:
            total = total + ca.jtimes(expression, m.q, self.position_rate())
        return total + ca.jtimes(expression, m.v, vdot) if m.n_v else total


class Pair:
    """Two frames a and b on different bodies: their relative pose and motion, seen from the innermost link they share."""

    def __init__(self, kinematics: Kinematics, a: Frame, b: Frame):
        self.kinematics = kinematics
        model = kinematics.model
        self.link_a, self.link_b = model.body_index(a), model.body_index(b)
        self.X_a, self.X_b = model.frame_pose(a), model.frame_pose(b)
        self.common = model.topology.ancestor(self.link_a, self.link_b)

    @cached_property
    def X_ab(self) -> Pose:
        """Pose of b in a."""
        k = self.kinematics
        X_ca, X_cb = k.pose(self.link_a, self.common) @ self.X_a, k.pose(self.link_b, self.common) @ self.X_b
        X_ab: Pose = X_ca.inverse() @ X_cb
        return X_ab

    @property
    def R(self) -> Any:
        """R_ab."""
        return as_symbol(self.X_ab.rotation)

    @cached_property
    def d(self) -> Any:
        """Position of b from a, in the axes of b."""
        return self.R.T @ as_symbol(self.X_ab.position)

    def _twists(self) -> tuple[Any, Any]:
        """Return V_b, and V_a in the axes of b."""
        k = self.kinematics
        V_b = twist.to_child(self.X_b, k.twist(self.link_b, self.common))
        return V_b, twist.to_child(self.X_ab, twist.to_child(self.X_a, k.twist(self.link_a, self.common)))

    @cached_property
    def twist(self) -> Any:
        """Twist of b relative to a, in the axes of b."""
        V_b, V_a = self._twists()
        return V_b - V_a

    @cached_property
    def bias(self) -> Any:
        """Time derivative of `twist` when all v̇ = 0 (eq. 34 of the tutorial): A_b − Ad A_a + ad(V_b) Ad V_a."""
        k, (V_b, V_a) = self.kinematics, self._twists()
        A_b = twist.to_child(self.X_b, k.bias(self.link_b, self.common))
        A_a = twist.to_child(self.X_ab, twist.to_child(self.X_a, k.bias(self.link_a, self.common)))
        return A_b - A_a + twist.bracket(V_b, V_a)

    def wrenches(self, F: ca.SX) -> tuple[tuple[int, ca.SX], tuple[int, ca.SX]]:
        """Return the wrench F on b (in b) and its reaction on a: (link, wrench in the link's frame) twice."""
        on_b = wrench.to_parent(self.X_b, F)
        on_a = -wrench.to_parent(self.X_a, wrench.to_parent(self.X_ab, F))
        return (self.link_b, on_b), (self.link_a, on_a)

    def row(self, F: ca.SX) -> dict[int, ca.SX]:
        """Return the Jacobian row of Fᵀ V: generalised force of the wrench F on b and its reaction on a."""
        row: dict[int, ca.SX] = {}
        for link, wrench_on in self.wrenches(F):
            for i, value in self.kinematics.generalised_force(link, wrench_on, self.common).items():
                row[i] = row.get(i, 0) + value
        return row


def _reverse(X: Pose, S: ca.SX, Sdot: ca.SX, v: ca.SX) -> tuple[Pose, ca.SX, ca.SX]:
    """Reverse a joint, as seen from its child: X⁻¹, S' = −Ad(X) S, Ṡ' = −Ad(X) (Ṡ + ad(S v) S)."""
    if not S.shape[1]:
        return X.inverse(), S, Sdot
    V, columns = ca.SX(S) @ v, list(zip(ca.horzsplit(ca.SX(S)), ca.horzsplit(ca.SX(Sdot)), strict=True))
    axes = [-twist.to_parent(X, axis) for axis, _ in columns]
    rates = [-twist.to_parent(X, rate + twist.bracket(V, axis)) for axis, rate in columns]
    return X.inverse(), ca.horzcat(*axes), ca.horzcat(*rates)


def jacobian_matrix(rows: Iterable[Any], n_v: int, units: Sequence[float] | None = None) -> ca.SX:
    """Stack Jacobian rows of constraints, each divided by its unit, to an SX with n_v columns."""
    divided = (jacobian_row(row.jacobian, n_v) / unit for row, unit in zip(rows, units or repeat(1.0), strict=False))
    return ca.vertcat(ca.SX(0, n_v), *divided)


def jacobian_row(row: dict[int, ca.SX], n_v: int) -> ca.SX:
    """Return a sparse row as an SX 1 × n_v."""
    out = ca.SX(1, n_v)
    for i, value in row.items():
        if not (isinstance(value, float | int | np.number) and value == 0) and not as_symbol(value).is_zero():
            out[0, i] = value
    return out
