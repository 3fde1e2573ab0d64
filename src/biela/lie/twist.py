"""Twists V = [ω; v]: angular velocity, and velocity of the body point at the frame's origin [rad/s, m/s].

Transports by cross products, without any 6×6 matrix. The same functions serve accelerations and joint axes.
"""

from __future__ import annotations

from biela.base.checked import guard
from biela.lie import array as xp
from biela.lie.se3 import Pose


def to_parent(X_PC: Pose, V_C: xp.Vector6) -> xp.Vector:
    """Return the twist in the axes and at the origin of P: Ad(X_PC) V = [Rω; Rv + p × Rω]."""
    R, p = X_PC.rotation, X_PC.position
    w = xp.matmul(R, V_C[:3])
    return xp.join(w, xp.matmul(R, V_C[3:]) + xp.cross(p, w))


def to_child(X_PC: Pose, V_P: xp.Vector6) -> xp.Vector:
    """Return the twist in the axes and at the origin of C: Ad(X_PC⁻¹) V = [Rᵀω; Rᵀ(v + ω × p)]."""
    R_CP, p = X_PC.rotation.T, X_PC.position
    w = V_P[:3]
    return xp.join(xp.matmul(R_CP, w), xp.matmul(R_CP, V_P[3:] + xp.cross(w, p)))


def bracket(V: xp.Vector6, W: xp.Vector6) -> xp.Vector:
    """Lie bracket ad(V) W = [ω_V × ω_W; v_V × ω_W + ω_V × v_W]."""
    w_V, w_W = V[:3], W[:3]
    return xp.join(xp.cross(w_V, w_W), xp.cross(V[3:], w_W) + xp.cross(w_V, W[3:]))


guard(__name__)
