"""Rigid placements SE(3), their Lie algebra and its adjoint maps.

`X_AB` is the pose of frame B in frame A: a point with components r in B has components X_AB @ r in A. Twists are
V = [ω; v], wrenches F = [m; f], both angular part first, so that power is Vᵀ F. Every function takes numbers or
CasADi `SX` (see `biela.lie.array`).

The 6×6 matrices here are for reading and for checking; `biela.lie.twist` and `biela.lie.wrench` apply them with cross
products alone.

References
----------
Murray, Li & Sastry (1994), §2.3-2.4; Lynch & Park (2017), §3.3; Park (1994), J. Mech. Design 116(3)
"""

from __future__ import annotations

from typing import Any

from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.lie import array as xp
from biela.lie import so3
from biela.lie.stumpff import inverse_tangent_coefficient, stumpff


@dataclass(frozen=True, eq=False, slots=True)
class Pose:
    """Placement X_AB of a frame B in a frame A.

    Parameters
    ----------
    rotation : (3, 3) R_AB, components in B to components in A
    position : (3,) origin of B seen from the origin of A, in A [m]
    """

    rotation: xp.Matrix3
    position: xp.Vector3

    def __post_init__(self) -> None:
        object.__setattr__(self, "rotation", xp.matrix(self.rotation))
        object.__setattr__(self, "position", xp.vector(self.position))

    # numpy must not take a pose for an array of objects: `array @ pose` is an error
    __array_ufunc__ = None

    @staticmethod
    def identity() -> Pose:
        """Return the frame itself."""
        return Pose(xp.eye(3), xp.zeros(3))

    @staticmethod
    def translation(position: xp.Vector3) -> Pose:
        """Return a displacement [m] without rotation."""
        return Pose(xp.eye(3), position)

    @staticmethod
    def from_matrix(T: xp.Matrix4) -> Pose:
        """Return the pose of a 4×4 homogeneous matrix."""
        T = xp.matrix(T)
        return Pose(T[:3, :3], T[:3, 3])

    def matrix(self) -> xp.Matrix:
        """Homogeneous matrix [R p; 0 1]."""
        p = self.position if xp.is_symbolic(self.position) else self.position.reshape(3, 1)
        return xp.block([[self.rotation, p], [xp.zeros(1, 3), xp.eye(1)]])

    def inverse(self) -> Pose:
        """X_BA = (Rᵀ, −Rᵀ p)"""
        R_BA = self.rotation.T
        return Pose(R_BA, -xp.matmul(R_BA, self.position))

    def relative(self, other: Pose) -> Pose:
        """X_BC = X_AB⁻¹ X_AC: the other pose seen from this one, `X_AB.relative(X_AC)`."""
        R_BA = self.rotation.T
        return Pose(xp.matmul(R_BA, other.rotation), xp.matmul(R_BA, other.position - self.position))

    def __matmul__(self, other: Pose | xp.Vector3) -> Any:
        """X_AC = X_AB @ X_BC, or the point r_A = X_AB @ r_B."""
        if isinstance(other, Pose):
            return Pose(xp.matmul(self.rotation, other.rotation), self @ other.position)
        return xp.matmul(self.rotation, xp.vector(other)) + self.position


def hat(V: xp.Vector6) -> xp.Matrix:
    """4×4 matrix of a twist: [ω̂ v; 0 0], so that X⁻¹ dX/dt = hat(V) for the body twist V."""
    V = xp.vector(V)
    v = V[3:] if xp.is_symbolic(V) else V[3:].reshape(3, 1)
    return xp.block([[so3.hat(V[:3]), v], [xp.zeros(1, 3), xp.zeros(1, 1)]])


def vee(matrix_4x4: xp.Matrix4) -> xp.Vector:
    """Return the twist of a 4×4 matrix, inverse of `hat`."""
    return xp.join(so3.vee(matrix_4x4[:3, :3]), matrix_4x4[:3, 3])


def exp(xi: xp.Vector6) -> Pose:
    """Pose reached by following the constant body twist ξ = [w; v] for a unit of time.

    R = exp(w),   p = (1 + c_2 ŵ + c_3 ŵ²) v
    """
    xi = xp.vector(xi)
    w, v = xi[:3], xi[3:]
    _, _, c2, c3, *_ = stumpff(xp.dot(w, w))
    wv = xp.cross(w, v)
    return Pose(so3.exp(w), v + c2 * wv + c3 * xp.cross(w, wv))


def log(X: Pose) -> xp.Vector:
    """Twist ξ with exp(ξ) = X, rotation angle up to π (on symbols: below π).

    w = log(R),   v = (1 − ŵ/2 + d ŵ²) p
    """
    w, p = so3.log(X.rotation), X.position
    d, _ = inverse_tangent_coefficient(stumpff(xp.dot(w, w)))
    wp = xp.cross(w, p)
    return xp.join(w, p - 0.5 * wp + d * xp.cross(w, wp))


def Ad(X: Pose) -> xp.Matrix:
    """Adjoint: V_A = Ad(X_AB) V_B, with Ad = [R 0; p̂R R]."""
    R = X.rotation
    return xp.block([[R, xp.zeros(3, 3)], [xp.matmul(so3.hat(X.position), R), R]])


def Ad_dual(X: Pose) -> xp.Matrix:
    """Coadjoint: F_A = Ad_dual(X_AB) F_B, with Ad_dual = Ad⁻ᵀ = [R p̂R; 0 R]."""
    R = X.rotation
    return xp.block([[R, xp.matmul(so3.hat(X.position), R)], [xp.zeros(3, 3), R]])


def ad(V: xp.Vector6) -> xp.Matrix:
    """Lie bracket as a matrix: ad(V) W = [V, W], with ad = [ω̂ 0; v̂ ω̂]."""
    V = xp.vector(V)
    w, v = so3.hat(V[:3]), so3.hat(V[3:])
    return xp.block([[w, xp.zeros(3, 3)], [v, w]])


def ad_dual(V: xp.Vector6) -> xp.Matrix:
    """Dual of the bracket, acting on wrenches and momenta: ad_dual = −adᵀ = [ω̂ v̂; 0 ω̂]."""
    V = xp.vector(V)
    w, v = so3.hat(V[:3]), so3.hat(V[3:])
    return xp.block([[w, v], [xp.zeros(3, 3), w]])


def tangent(xi: xp.Vector6) -> xp.Matrix:
    """Right Jacobian of the exponential: X = exp(ξ) has the body twist T(ξ) dξ/dt.

    An element [w; v] is the dual-number rotation vector w + εv (ε² = 0), so T is the Jacobian of SO(3) and, below
    its diagonal, its derivative along v:

        T(ξ) = [T 0; Q T],   T = 1 − c_2 ŵ + c_3 ŵ²
        Q = −c_2 v̂ + c_3 (ŵv̂ + v̂ŵ) + 2(w·v)(−c_2′ ŵ + c_3′ ŵ²)

    with ŵ² = w wᵀ − (w·w) 1 and its derivative ŵv̂ + v̂ŵ = w vᵀ + v wᵀ − 2(w·v) 1.
    """
    xi = xp.vector(xi)
    w, v = xi[:3], xi[3:]
    t, s = xp.dot(w, w), xp.dot(w, v)
    _, c1, c2, c3, c4, c5, _ = stumpff(t)
    W, U, ww, wv = so3.hat(w), so3.hat(v), xp.outer(w, w), xp.outer(w, v)
    # t = w·w moves by 2 w·v; the factor 2 cancels the half in c_n′ = (n c_{n+2} − c_{n+1})/2
    c1_rate, c2_rate, c3_rate = s * (c3 - c2), s * (2 * c4 - c3), s * (3 * c5 - c4)
    T = c1 * xp.eye(3) - c2 * W + c3 * ww
    Q = c1_rate * xp.eye(3) - c2 * U - c2_rate * W + c3 * (wv + wv.T) + c3_rate * ww
    return xp.block([[T, xp.zeros(3, 3)], [Q, T]])


def tangent_inverse(xi: xp.Vector6) -> xp.Matrix:
    """T(ξ)⁻¹ by the same dual-number argument; finite for |w| < 2π.

    [S 0; P S],   S = 1 + ŵ/2 + d ŵ²,   P = v̂/2 + d (ŵv̂ + v̂ŵ) + 2(w·v) d′ ŵ²
    """
    xi = xp.vector(xi)
    w, v = xi[:3], xi[3:]
    t, s = xp.dot(w, w), 2.0 * xp.dot(w, v)
    d, slope = inverse_tangent_coefficient(stumpff(t))
    d_rate = slope * s
    W, U, ww, wv = so3.hat(w), so3.hat(v), xp.outer(w, w), xp.outer(w, v)
    S = (1.0 - d * t) * xp.eye(3) + 0.5 * W + d * ww
    P = 0.5 * U + d * (wv + wv.T) + d_rate * ww - (d * s + d_rate * t) * xp.eye(3)
    return xp.block([[S, xp.zeros(3, 3)], [P, S]])


guard(__name__)
