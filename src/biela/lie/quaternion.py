"""Unit quaternions q = (w, x, y, z), scalar first: q = (cos θ/2, u sin θ/2) turns by θ about u.

q and −q are the same rotation. Every function takes numbers or CasADi `SX` (see `biela.lie.array`).

References
----------
Shepperd (1978), J. Guidance and Control 1(3); Solà (2017), *Quaternion kinematics for the error-state Kalman filter*
"""

from __future__ import annotations

import numpy as np

from biela.base.checked import guard
from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.lie.stumpff import circular


def product(p: xp.Vector4, q: xp.Vector4) -> xp.Vector:
    """p ∘ q: first q, then p (as the rotation matrices multiply)."""
    pw, px, py, pz = xp.entries(p)
    qw, qx, qy, qz = xp.entries(q)
    return xp.stack(
        pw * qw - px * qx - py * qy - pz * qz,
        pw * qx + px * qw + py * qz - pz * qy,
        pw * qy - px * qz + py * qw + pz * qx,
        pw * qz + px * qy - py * qx + pz * qw,
    )


def conjugate(q: xp.Vector4) -> xp.Vector:
    """(w, −x, −y, −z): the inverse rotation."""
    w, x, y, z = xp.entries(q)
    return xp.stack(w, -x, -y, -z)


def normalise(q: xp.Vector4) -> xp.Vector:
    """q/|q|. A numeric quaternion of zero length is refused."""
    q = xp.vector(q)
    length = xp.sqrt(xp.dot(q, q))
    if not xp.is_symbolic(q) and not length > 0.0:
        raise DescriptionError(f"quaternion {q} has no direction: give four numbers, not all zero")
    return q / length


def to_matrix(q: xp.Vector4) -> xp.Matrix:
    """Rotation matrix of a unit quaternion, polynomial in q (no division).

        ⎡ 1 − 2(y² + z²)   2(xy − wz)       2(xz + wy)     ⎤
        ⎢ 2(xy + wz)       1 − 2(x² + z²)   2(yz − wx)     ⎥
        ⎣ 2(xz − wy)       2(yz + wx)       1 − 2(x² + y²) ⎦

    A quaternion off unit length by ε gives a matrix off orthogonality by about 2ε.
    """
    w, x, y, z = xp.entries(q)
    x2, y2, z2 = x + x, y + y, z + z
    wx, wy, wz = w * x2, w * y2, w * z2
    xx, xy, xz = x * x2, x * y2, x * z2
    yy, yz, zz = y * y2, y * z2, z * z2
    return xp.matrix(
        [[1.0 - (yy + zz), xy - wz, xz + wy], [xy + wz, 1.0 - (xx + zz), yz - wx], [xz - wy, yz + wx, 1.0 - (xx + yy)]]
    )


def from_matrix(R: xp.Matrix3) -> xp.Vector:
    """Unit quaternion of a rotation matrix, scalar part ≥ 0.

    On numbers: Shepperd's choice of the largest component, accurate for every rotation. On symbols the near-identity form

        w = √(1 + tr R)/2,   (x, y, z) = (R_zy − R_yz, R_xz − R_zx, R_yx − R_xy)/(4 w)

    smooth for rotations below half a turn; meant for small relative rotations, such as the error of a closing joint.
    """
    if xp.is_symbolic(R):
        w = 0.5 * xp.sqrt(1.0 + R[0, 0] + R[1, 1] + R[2, 2])
        scale = 0.25 / w
        return xp.stack(w, scale * (R[2, 1] - R[1, 2]), scale * (R[0, 2] - R[2, 0]), scale * (R[1, 0] - R[0, 1]))

    # 4 q qᵀ is linear in R; its column with the largest diagonal entry, normalised, is q
    R = np.asarray(R, dtype=float)
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = R
    outer = np.array(
        [
            [1 + xx + yy + zz, zy - yz, xz - zx, yx - xy],
            [zy - yz, 1 + xx - yy - zz, xy + yx, xz + zx],
            [xz - zx, xy + yx, 1 - xx + yy - zz, yz + zy],
            [yx - xy, xz + zx, yz + zy, 1 - xx - yy + zz],
        ]
    )
    q = normalise(outer[np.argmax(np.diag(outer))])
    return _first_positive(q)


def exp(w: xp.Vector3) -> xp.Vector:
    """Quaternion of the rotation vector w = θ u [rad]: (cos θ/2, (w/2) sin(θ/2)/(θ/2)). Smooth at zero."""
    half = 0.5 * xp.vector(w)
    cosine, sinc, _ = circular(xp.dot(half, half))
    x, y, z = xp.entries(half)
    return xp.stack(cosine, sinc * x, sinc * y, sinc * z)


def log(q: xp.Vector4) -> xp.Vector:
    """Rotation vector of a unit quaternion, the shorter way round: |w| ≤ π. Smooth for |w| < π.

    w = 2 atan2(n, w)/n · (x, y, z),  n = |(x, y, z)|; near n = 0 the series of atan(r)/r with r = n/w.
    """
    q = xp.vector(q)
    if not xp.is_symbolic(q):
        q = _first_positive(q)
    w, x, y, z = xp.entries(q)
    n2 = x * x + y * y + z * z
    scale = 2.0 * _atan_quotient(n2, w)
    return xp.stack(scale * x, scale * y, scale * z)


def rate(q: xp.Vector4, w_body: xp.Vector3) -> xp.Vector:
    """dq/dt = ½ q ∘ (0, ω), with the angular velocity ω in body axes [rad/s]."""
    w, x, y, z = xp.entries(q)
    a, b, c = xp.entries(0.5 * xp.vector(w_body))
    return xp.stack(-x * a - y * b - z * c, w * a + y * c - z * b, w * b + z * a - x * c, w * c + x * b - y * a)


def _atan_quotient(n2: xp.Scalar, w: xp.Scalar) -> xp.Scalar:
    """atan(n/w)/n with n = √n2 ≥ 0; for w < 0 the quotient of −q, so that the shorter turn is taken."""
    small = n2 < 1e-4 * (w * w)
    # each branch gets harmless numbers where the other one applies
    inverse = 1.0 / xp.where(small, w, 1.0)
    r2 = xp.where(small, n2, 0.0) * (inverse * inverse)
    series = inverse * (1.0 - r2 * (1 / 3 - r2 * (1 / 5 - r2 * (1 / 7 - r2 * (1 / 9)))))
    n = xp.sqrt(xp.where(small, 1.0, n2))
    sign = xp.where(w < 0.0, -1.0, 1.0)
    return xp.where(small, series, sign * xp.atan2(n, sign * w) / n)


def _first_positive(q: xp.Vector4) -> xp.Vector:
    """Return the one of ±q whose first non-zero component is positive."""
    leading = next((component for component in q if component != 0.0), 1.0)
    return -q if leading < 0.0 else q


guard(__name__)
