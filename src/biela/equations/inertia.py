"""Spatial inertia as the ten numbers in which the equations of motion are linear: mass, first moment, second moment.

    m,   h = m c,   I = tensor about the frame's origin;      M V = [I ω + h × v;  m v − h × ω]

`biela.lie.inertia` describes a body as an engineer does (centre of mass, central tensor). In the form used here, bodies are
combined by adding their numbers, and the regressor is a derivative.
"""

from __future__ import annotations

from typing import Any

import casadi as ca

from biela.base.dataclass import dataclass
from biela.lie.inertia import SpatialInertia
from biela.lie.se3 import Pose
from biela.lie.symbol import as_symbol


@dataclass(frozen=True)
class InertialParameters:
    """Mass m, first moment h, tensor I about the origin of the frame it is expressed in."""

    mass: ca.SX
    moment: ca.SX
    tensor: ca.SX

    @staticmethod
    def of(inertia: SpatialInertia) -> InertialParameters:
        """Convert from the engineer's description."""
        return InertialParameters.from_parameters(ca.SX(inertia.parameters()))

    @staticmethod
    def from_parameters(p: ca.SX) -> InertialParameters:
        """Make from [m, h, I_xx, I_xy, I_xz, I_yy, I_yz, I_zz]."""
        tensor = ca.vertcat(ca.horzcat(p[4], p[5], p[6]), ca.horzcat(p[5], p[7], p[8]), ca.horzcat(p[6], p[8], p[9]))
        return InertialParameters(p[0], p[1:4], tensor)

    def parameters(self) -> ca.SX:
        """Return [m, h, I_xx, I_xy, I_xz, I_yy, I_yz, I_zz]."""
        I = self.tensor  # noqa: E741
        return ca.vertcat(self.mass, self.moment, I[0, 0], I[0, 1], I[0, 2], I[1, 1], I[1, 2], I[2, 2])

    def apply(self, V: ca.SX) -> ca.SX:
        """Return M V: momentum of a twist, or inertial wrench of an acceleration."""
        w, v = V[:3], V[3:]
        return ca.vertcat(self.tensor @ w + ca.cross(self.moment, v), self.mass * v - ca.cross(self.moment, w))

    def to_parent(self, X_PC: Pose) -> InertialParameters:
        """Express the body in frame P, where its own frame C has the pose X_PC = (R, p).

        h_P = R h + m p,     I_P = R I Rᵀ − ĥ' p̂ − p̂ ĥ' − m p̂ p̂     with h' = R h
        """
        R, p = as_symbol(X_PC.rotation), as_symbol(X_PC.position)
        h = R @ self.moment
        I = symmetric(R @ self.tensor @ R.T)  # noqa: E741
        # −â b̂ = (a·b) 1 − b aᵀ ; both products summed, with a = h' + m p / 2
        a = h + 0.5 * self.mass * p
        outer = a @ p.T
        shift = 2.0 * ca.dot(a, p) * ca.SX.eye(3) - outer - outer.T
        return InertialParameters(self.mass, h + self.mass * p, symmetric(I + shift))

    def __add__(self, other: InertialParameters) -> InertialParameters:
        return InertialParameters(self.mass + other.mass, self.moment + other.moment, self.tensor + other.tensor)


def symmetric(A: ca.SX) -> Any:
    """Keep the upper triangle and mirror it, so that the lower one costs nothing."""
    return ca.triu2symm(ca.triu(ca.densify(as_symbol(A))))


@dataclass(frozen=True)
class Articulated:
    """Articulated inertia: that of a link together with everything hinged to it. Symmetric 6×6, stored as three blocks.

    I_A = ⎡ A   B ⎤      A, C symmetric; [angular; linear]
          ⎣ Bᵀ  C ⎦
    """

    A: ca.SX
    B: ca.SX
    C: ca.SX

    @staticmethod
    def of(inertia: InertialParameters) -> Articulated:
        """Return that of a rigid body: B = ĥ, C = m 1."""
        return Articulated(inertia.tensor, ca.skew(inertia.moment), inertia.mass * ca.SX.eye(3))

    def apply(self, V: ca.SX) -> ca.SX:
        """Return I_A V."""
        w, v = V[:3], V[3:]
        return ca.vertcat(self.A @ w + self.B @ v, self.B.T @ w + self.C @ v)

    def minus(self, U: list[list[ca.SX]], D: list[ca.SX]) -> Articulated:
        """Return I_A − Σ_k u_k u_kᵀ / d_k: without the joint's own directions of motion."""
        A, B, C = self.A, self.B, self.C
        for u, d in zip(U, D, strict=True):
            u6 = ca.vertcat(*u)
            over = u6 / d
            A = symmetric(A - over[:3] @ u6[:3].T)
            B = B - over[:3] @ u6[3:].T
            C = symmetric(C - over[3:] @ u6[3:].T)
        return Articulated(A, B, C)

    def to_parent(self, X: Pose) -> Articulated:
        """Express it in the parent's frame, X = (R, p): rotate the blocks, then shift,

        C' = C,   B' = B + p̂ C,   A' = A − B p̂ + p̂ Bᵀ − p̂ C p̂ = A − B p̂ + p̂ B'ᵀ
        """
        R, p = ca.SX(X.rotation), ca.skew(ca.SX(X.position))
        A, B, C = symmetric(R @ self.A @ R.T), R @ self.B @ R.T, symmetric(R @ self.C @ R.T)
        shifted = B + p @ C
        return Articulated(symmetric(A - B @ p + p @ shifted.T), shifted, C)

    def __add__(self, other: Articulated) -> Articulated:
        return Articulated(self.A + other.A, self.B + other.B, self.C + other.C)
