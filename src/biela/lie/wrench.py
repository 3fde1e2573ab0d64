"""Wrenches F = [m; f]: moment about the frame's origin, and force [N·m, N].

Transports by cross products, without any 6×6 matrix. The same functions serve momenta [N·m·s, N·s].
"""

from __future__ import annotations

from biela.base.checked import guard
from biela.lie.array import Scalar, Vector, Vector6, cross, dot, join, matmul
from biela.lie.se3 import Pose


def to_parent(X_PC: Pose, F_C: Vector6) -> Vector:
    """Return the wrench in the axes and about the origin of P: Ad_dual(X_PC) F = [Rm + p × Rf; Rf]."""
    R, p = X_PC.rotation, X_PC.position
    f = matmul(R, F_C[3:])
    return join(matmul(R, F_C[:3]) + cross(p, f), f)


def to_child(X_PC: Pose, F_P: Vector6) -> Vector:
    """Return the wrench in the axes and about the origin of C: Ad_dual(X_PC⁻¹) F = [Rᵀ(m − p × f); Rᵀf]."""
    R_CP, p = X_PC.rotation.T, X_PC.position
    f = F_P[3:]
    return join(matmul(R_CP, F_P[:3] + cross(f, p)), matmul(R_CP, f))


def dual_bracket(V: Vector6, F: Vector6) -> Vector:
    """ad_dual(V) F = −ad(V)ᵀ F = [ω × m + v × f; ω × f].

    Rate of a momentum F carried by a frame that moves with the twist V: Newton and Euler's M A + ad_dual(V) M V.
    """
    w, f = V[:3], F[3:]
    return join(cross(w, F[:3]) + cross(V[3:], f), cross(w, f))


def power(V: Vector6, F: Vector6) -> Scalar:
    """Vᵀ F = ω·m + v·f [W], the same in every frame."""
    return dot(V, F)


guard(__name__)
