"""Articulated inertia: the inertia of a link together with everything hinged to it. Symmetric 6×6, stored as three blocks.

I_A = ⎡ A   B ⎤      A, C symmetric; [angular; linear]
      ⎣ Bᵀ  C ⎦
"""

from __future__ import annotations

import casadi as ca

from biela.base.dataclass import dataclass
from biela.equations.inertia import InertialParameters, symmetric
from biela.lie.se3 import Pose


@dataclass(frozen=True)
class Articulated:
    """Blocks A, B, C of a symmetric 6×6 inertia."""

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
        """Return the express it in the parent's frame, X = (R, p): rotate the blocks, then shift,

        C' = C,   B' = B + p̂ C,   A' = A − B p̂ + p̂ Bᵀ − p̂ C p̂ = A − B p̂ + p̂ B'ᵀ
        """
        R, p = ca.SX(X.rotation), ca.skew(ca.SX(X.position))
        A, B, C = symmetric(R @ self.A @ R.T), R @ self.B @ R.T, symmetric(R @ self.C @ R.T)
        shifted = B + p @ C
        return Articulated(symmetric(A - B @ p + p @ shifted.T), shifted, C)

    def __add__(self, other: Articulated) -> Articulated:
        return Articulated(self.A + other.A, self.B + other.B, self.C + other.C)
