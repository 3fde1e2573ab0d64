"""Wrenches F = [m; f]: moment about the frame's origin, and force [N·m, N].

Transports by cross products, without any 6×6 matrix. The same functions serve momenta [N·m·s, N·s].
"""

from __future__ import annotations

from biela.base.checked import guard
from biela.lie import array as xp
from biela.lie.se3 import Pose


def to_parent(X_PC: Pose, F_C: xp.Vector6) -> xp.Vector:
    """Return the wrench in the axes and about the origin of P: Ad_dual(X_PC) F = [Rm + p × Rf; Rf]."""
    R, p = X_PC.rotation, X_PC.position
    f = xp.matmul(R, F_C[3:])
    return xp.join(xp.matmul(R, F_C[:3]) + xp.cross(p, f), f)


def to_child(X_PC: Pose, F_P: xp.Vector6) -> xp.Vector:
    """Return the wrench in the axes and about the origin of C: Ad_dual(X_PC⁻¹) F = [Rᵀ(m − p × f); Rᵀf]."""
    R_CP, p = X_PC.rotation.T, X_PC.position
    f = F_P[3:]
    return xp.join(xp.matmul(R_CP, F_P[:3] + xp.cross(f, p)), xp.matmul(R_CP, f))


def dual_bracket(V: xp.Vector6, F: xp.Vector6) -> xp.Vector:
    """ad_dual(V) F = −ad(V)ᵀ F = [ω × m + v × f; ω × f].

    Rate of a momentum F carried by a frame that moves with the twist V: Newton and Euler's M A + ad_dual(V) M V.
    """
    w, f = V[:3], F[3:]
    return xp.join(xp.cross(w, F[:3]) + xp.cross(V[3:], f), xp.cross(w, f))


def power(V: xp.Vector6, F: xp.Vector6) -> xp.Scalar:
    """Vᵀ F = ω·m + v·f [W], the same in every frame."""
    return xp.dot(V, F)


guard(__name__)
