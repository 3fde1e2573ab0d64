"""Rotations SO(3): R_AB maps components in frame B to components in frame A.

Every function takes numbers or CasADi `SX` (see `biela.lie.array`). Rotation vectors w = θ u are in rad.

References
----------
Murray, Li & Sastry (1994), §2.2; Park & Chung (2005), IEEE Trans. Robotics 21(5); Lynch & Park (2017), §3.2
"""

from __future__ import annotations

from functools import lru_cache
from math import pi

import numpy as np

from biela.base.checked import guard
from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.lie import quaternion
from biela.lie.stumpff import circular, inverse_tangent_coefficient, stumpff


def hat(a: xp.Vector3) -> xp.Matrix:
    """Skew matrix of a vector: hat(a) b = a × b.

        ⎡  0   −a_z   a_y ⎤
        ⎢  a_z   0   −a_x ⎥
        ⎣ −a_y  a_x    0  ⎦

    Its inverse is `vee`.
    """
    x, y, z = xp.entries(a)
    return xp.matrix([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def vee(skew: xp.Matrix3) -> xp.Vector:
    """Return the vector of a skew matrix, inverse of `hat`: reads the entries (z,y), (x,z), (y,x)."""
    return xp.stack(skew[2, 1], skew[0, 2], skew[1, 0])


def exp(w: xp.Vector3) -> xp.Matrix:
    """Rotation matrix of a rotation vector (Rodrigues).

        R = 1 + (sin θ/θ) ŵ + ((1 − cos θ)/θ²) ŵ²,   θ = |w|

    written as cos θ 1 + c_1 ŵ + c_2 w wᵀ, which needs no matrix product.
    """
    w = xp.vector(w)
    c0, c1, c2 = circular(xp.dot(w, w))
    return c0 * xp.eye(3) + c1 * hat(w) + c2 * xp.outer(w, w)


def log(R: xp.Matrix3) -> xp.Vector:
    """Rotation vector of a rotation matrix, |w| ≤ π.

    On numbers it goes through the quaternion and is accurate for every angle; at exactly half a turn, where ±w are the
    same rotation, the first non-zero component is positive. On symbols it holds for |w| < π.
    """
    return quaternion.log(quaternion.from_matrix(R))


def tangent(w: xp.Vector3) -> xp.Matrix:
    """Right Jacobian of the exponential: body angular velocity from the rate of the rotation vector.

        R = exp(w):   Rᵀ dR/dt = hat(T(w) dw/dt),    T(w) = 1 − c_2 ŵ + c_3 ŵ²

    with c_2 = (1 − cos θ)/θ², c_3 = (θ − sin θ)/θ³; since ŵ² = w wᵀ − θ² 1 this is c_1 1 − c_2 ŵ + c_3 w wᵀ.
    T(−w) = T(w)ᵀ is the left Jacobian (angular velocity in fixed axes).
    """
    w = xp.vector(w)
    _, c1, c2, c3, *_ = stumpff(xp.dot(w, w))
    return c1 * xp.eye(3) - c2 * hat(w) + c3 * xp.outer(w, w)


def tangent_inverse(w: xp.Vector3) -> xp.Matrix:
    """T(w)⁻¹ = 1 + ŵ/2 + d ŵ²,  d = (1 − θ/2 cot θ/2)/θ²:  dw/dt = T(w)⁻¹ ω_body. Finite for |w| < 2π."""
    w = xp.vector(w)
    t = xp.dot(w, w)
    d, _ = inverse_tangent_coefficient(stumpff(t))
    return (1.0 - d * t) * xp.eye(3) + 0.5 * hat(w) + d * xp.outer(w, w)


def rotation_x(angle: xp.Scalar) -> xp.Matrix:
    """Rotation about x by an angle [rad]; exact zeros and ones for numeric quarter turns."""
    c, s = _cosine_sine(angle)
    return xp.matrix([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def rotation_y(angle: xp.Scalar) -> xp.Matrix:
    """Rotation about y by an angle [rad]; exact zeros and ones for numeric quarter turns."""
    c, s = _cosine_sine(angle)
    return xp.matrix([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])


def rotation_z(angle: xp.Scalar) -> xp.Matrix:
    """Rotation about z by an angle [rad]; exact zeros and ones for numeric quarter turns."""
    c, s = _cosine_sine(angle)
    return xp.matrix([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def about(axis: xp.Vector3, angle: xp.Scalar) -> xp.Matrix:
    """Rotation by an angle [rad] about an axis.

        R = cos θ 1 + sin θ â + (1 − cos θ) a aᵀ

    A numeric axis may have any length (not zero) and coordinate axes give the elementary rotations, exact zeros
    included; a symbolic axis must be a unit vector.
    """
    axis = xp.vector(axis)
    if not xp.is_symbolic(axis):
        axis = _unit(axis)
        for k, elementary in enumerate((rotation_x, rotation_y, rotation_z)):
            if abs(axis[k]) == 1.0:
                return elementary(axis[k] * angle)
    c, s = _cosine_sine(angle)
    return c * xp.eye(3) + s * hat(axis) + (1.0 - c) * xp.outer(axis, axis)


def align(axis: xp.Vector3) -> xp.Matrix:
    """Return a rotation whose z column is the given direction (numbers only).

    The x column is as close as possible to the coordinate axis most nearly normal to the direction (the first if
    several are equally near). The result is the same on every computer, the identity for z, and consists of exact 0 and
    ±1 for every coordinate direction.

    Examples
    --------
    >>> align((1.0, 0.0, 0.0))
    array([[0., 0., 1.],
           [1., 0., 0.],
           [0., 1., 0.]])
    """
    return np.array(_aligned(tuple(_unit(xp.vector(axis)).tolist())))


@lru_cache(maxsize=256)
def _aligned(axis: tuple[float, ...]) -> xp.Matrix:
    """`align` for a unit vector: machines have many joints, and few directions."""
    z = np.array(axis)
    k = int(np.argmin(np.abs(z)))
    x = _unit(xp.eye(3)[k] - z[k] * z)
    # adding zero turns −0 into 0
    return np.column_stack([x, np.cross(z, x), z]) + 0.0


def roll_pitch_yaw(R: xp.Matrix3) -> xp.Vector:
    """Angles (roll, pitch, yaw) [rad] with R = R_z(yaw) R_y(pitch) R_x(roll), |pitch| ≤ π/2.

    At pitch = ±π/2 only yaw ∓ roll is defined: on numbers the roll is then taken as zero; on symbols the
    derivatives are not defined there.
    """
    cosine = xp.sqrt(R[0, 0] * R[0, 0] + R[1, 0] * R[1, 0])
    pitch = xp.atan2(-R[2, 0], cosine)
    if not xp.is_symbolic(R) and cosine < 1e-12:
        return xp.stack(0.0, pitch, xp.atan2(-R[0, 1], R[1, 1]))
    return xp.stack(xp.atan2(R[2, 1], R[2, 2]), pitch, xp.atan2(R[1, 0], R[0, 0]))


def from_roll_pitch_yaw(angles: xp.Vector3) -> xp.Matrix:
    """R = R_z(yaw) R_y(pitch) R_x(roll) from the vector (roll, pitch, yaw) [rad], as in URDF."""
    roll, pitch, yaw = xp.entries(xp.vector(angles))
    return xp.matmul(rotation_z(yaw), xp.matmul(rotation_y(pitch), rotation_x(roll)))


def _cosine_sine(angle: xp.Scalar) -> tuple[xp.Scalar, xp.Scalar]:
    # a floating-point quarter turn means an exact quarter turn: otherwise cos(π/2) = 6e-17 would keep terms
    # that are zero in every expression downstream
    if isinstance(angle, (int, float)):
        quarters = round(angle / (pi / 2)) if abs(angle) < 1e6 else None
        if quarters is not None and quarters * (pi / 2) == angle:
            return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[quarters % 4]
    return xp.cos(angle), xp.sin(angle)


def _unit(axis: xp.Vector) -> xp.Vector:
    """Return the direction of a numeric vector; exact for coordinate directions of any length."""
    axis = np.asarray(axis, dtype=float)
    if axis.shape != (3,):
        raise DescriptionError(f"an axis has three components, this one has shape {axis.shape}")
    largest = np.max(np.abs(axis))
    if not np.isfinite(largest) or largest == 0.0:
        raise DescriptionError(f"{axis} is not an axis: give three finite numbers, not all zero")
    axis = axis / largest
    return axis / np.sqrt(axis @ axis)


guard(__name__)
