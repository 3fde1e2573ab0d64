"""Spatial inertia of a rigid body, and the central tensors of simple solids.

Values may be numbers, CasADi `SX`, or any number-like expressions (a mass that is a named parameter): the formulas only
add, multiply and divide, and keep arrays on the left so that numpy passes each entry to the expression.
Masses [kg], lengths [m], tensors [kg·m²].
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from biela.base.checked import guard, is_real, shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.lie import so3
from biela.lie.se3 import Pose

Axis = Literal["x", "y", "z"]


@dataclass(frozen=True, eq=False, slots=True)
class SpatialInertia:
    """Mass distribution of a body B, in the frame of B.

    Parameters
    ----------
    mass : m [kg]
    com : (3,) centre of mass c from the origin of B, in B [m]
    tensor : (3, 3) inertia I_c about the centre of mass, in the axes of B [kg·m²]
    """

    mass: xp.Scalar
    com: xp.Vector3
    tensor: xp.Matrix3

    def __post_init__(self) -> None:
        object.__setattr__(self, "com", xp.vector(self.com))
        object.__setattr__(self, "tensor", xp.matrix(self.tensor))

    @staticmethod
    def zero() -> SpatialInertia:
        """Return a body without mass."""
        return SpatialInertia(0.0, xp.zeros(3), xp.zeros(3, 3))

    @staticmethod
    def from_parameters(parameters: xp.Vector10) -> SpatialInertia:
        """From the ten numbers of `parameters()`, in which the equations of motion are linear."""
        m, mx, my, mz, xx, xy, xz, yy, yz, zz = xp.entries(xp.vector(parameters))
        first, about_origin = xp.stack(mx, my, mz), xp.matrix([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        if _is_zero(m):
            if xp.is_symbolic(first) or np.any(first != 0.0):
                raise DescriptionError("mass is zero but the first moment m c is not: there is no centre of mass")
            return SpatialInertia(m, xp.zeros(3), about_origin)
        com = first / m
        return SpatialInertia(m, com, about_origin - _steiner(m, com))

    def parameters(self) -> xp.Vector:
        """[m, m c_x, m c_y, m c_z, I_xx, I_xy, I_xz, I_yy, I_yz, I_zz], with I about the frame's origin."""
        m, c = self.mass, self.com
        xx, xy, xz, _, yy, yz, _, _, zz = xp.entries(self.tensor + _steiner(m, c))
        return xp.join(xp.stack(m), c * m, xp.stack(xx, xy, xz, yy, yz, zz))

    def matrix(self) -> xp.Matrix:
        """6×6 mass matrix about the frame's origin.

            M = ⎡ I_c − m ĉĉ   m ĉ ⎤
                ⎣   −m ĉ       m 1 ⎦

        Kinetic energy is Vᵀ M V/2.
        """
        m, c = self.mass, self.com
        coupling = so3.hat(c) * m
        return xp.block([[self.tensor + _steiner(m, c), coupling], [-coupling, xp.eye(3) * m]])

    def apply(self, V: xp.Vector6) -> xp.Vector:
        """M V: the momentum of the body moving with twist V, or the inertial wrench of an acceleration.

        f = m (v + ω × c),   m_o = I_c ω + c × f
        """
        w, c = V[:3], self.com
        f = (V[3:] + xp.cross(w, c)) * self.mass
        return xp.join(xp.matmul(self.tensor, w) + xp.cross(c, f), f)

    def moved(self, X_AB: Pose) -> SpatialInertia:
        """Describe the body in a frame A, where its own frame B has the pose X_AB."""
        R = X_AB.rotation
        return SpatialInertia(self.mass, X_AB @ self.com, xp.matmul(R, xp.matmul(self.tensor, R.T)))

    def __add__(self, other: SpatialInertia) -> SpatialInertia:
        """Two bodies, described in the same frame, welded into one."""
        m1, m2 = self.mass, other.mass
        m = m1 + m2
        if _is_zero(m):
            return SpatialInertia(m, xp.zeros(3), self.tensor + other.tensor)
        com = (self.com * m1 + other.com * m2) / m
        between = _steiner(m1 * m2 / m, other.com - self.com)
        return SpatialInertia(m, com, self.tensor + other.tensor + between)

    def check(self, tolerance: float = 2e-5) -> None:
        """Raise `ValueError`, saying why, if no real body has this inertia (numbers only).

        A real body has m ≥ 0 and a symmetric tensor whose principal moments are non-negative and obey
        I_1 + I_2 ≥ I_3 (equality: all mass in a plane). The tolerance is relative to the largest moment,
        loose enough for a flat body printed with six digits (three roundings, 1.5e-5 at worst).
        """
        # float() of an SX symbol would return NaN, so symbols are refused first
        if xp.is_symbolic(self.mass, self.com, self.tensor):
            raise DescriptionError("check() needs numbers: give the symbols their values first")
        mass = float(self.mass)
        com = np.asarray(self.com, dtype=float)
        tensor = np.asarray(self.tensor, dtype=float)
        if com.shape != (3,) or tensor.shape != (3, 3):
            raise DescriptionError(f"com must have shape (3,) and tensor (3, 3), not {com.shape} and {tensor.shape}")
        for name, value in (("mass", mass), ("centre of mass", com), ("inertia tensor", tensor)):
            if not np.all(np.isfinite(value)):
                raise DescriptionError(f"{name} is not finite: {value}")
        if mass < 0.0:
            raise DescriptionError(f"mass is negative: {mass} kg")
        slack = tolerance * float(np.max(np.abs(tensor)))
        if np.max(np.abs(tensor - tensor.T)) > slack:
            raise DescriptionError(f"inertia tensor is not symmetric:\n{tensor}")
        diagonal = np.diag(tensor)
        moments = np.sort(diagonal) if not np.any(tensor - np.diag(diagonal)) else np.linalg.eigvalsh(0.5 * (tensor + tensor.T))
        shown = ", ".join(f"{moment:.6g}" for moment in moments)
        if moments[0] < -slack:
            raise DescriptionError(f"inertia tensor has a negative principal moment: {shown} kg·m².")
        if moments[0] + moments[1] < moments[2] - slack:
            raise DescriptionError(
                f"principal moments {shown} kg·m² violate the triangle inequality: the largest exceeds the sum of the "
                "other two, which no body can have. Is the tensor really about the centre of mass?"
            )

    def nearest(self) -> SpatialInertia:
        """Return the possible inertia nearest to this one: the same mass and centre, the tensor changed least (numbers only).

        A tensor is possible if J = ½ tr(I) 1 − I has no negative eigenvalue: those of J are ∫ x² dm along the principal axes, and
        I_1 = J_2 + J_3, …. Of all such tensors the one with the least-squares J ≥ 0 in the same axes changes least.
        """
        tensor = np.asarray(self.tensor, float)
        moments, R = np.linalg.eigh((tensor + tensor.T) / 2)
        A = np.ones((3, 3)) - np.eye(3)  # moments of inertia from those along the axes
        best, least = np.zeros(3), np.inf
        for used in ([i for i in range(3) if mask >> i & 1] for mask in range(8)):  # which of them are not zero
            along = np.zeros(3)
            if used:
                along[used] = np.linalg.lstsq(A[:, used], moments, rcond=None)[0]
            gap = float(np.linalg.norm(A @ along - moments))
            if along.min() >= 0.0 and gap < least:
                best, least = A @ along, gap
        return SpatialInertia(self.mass, self.com, (R * best) @ R.T)


# central tensors of uniform solids -------------------------------------------------------------------------------


def point() -> xp.Matrix:
    """Zeros: all the mass in one point."""
    return xp.zeros(3, 3)


def rod(mass: xp.Scalar, length: xp.Scalar, axis: Axis = "x") -> xp.Matrix:
    """Slender rod along an axis: m l²/12 across it, zero about it."""
    _not_negative(mass=mass, length=length)
    return _axisymmetric(0.0, mass * (length * length) / 12, axis)


def box(mass: xp.Scalar, size: xp.Vector3) -> xp.Matrix:
    """Solid box with edges a, b, c along x, y, z: I_xx = m (b² + c²)/12, ..."""
    try:
        edges = [] if isinstance(size, str | bytes | bytearray | Mapping) else xp.entries(xp.vector(size))
    except (TypeError, ValueError):
        edges = []
    if len(edges) != 3:
        raise DescriptionError(f"size is {shown(size)}: give the three edges of the box.")
    a, b, c = edges
    _not_negative(mass=mass, a=a, b=b, c=c)
    aa, bb, cc = a * a, b * b, c * c
    return _diagonal(mass * (bb + cc) / 12, mass * (aa + cc) / 12, mass * (aa + bb) / 12)


def cylinder(mass: xp.Scalar, radius: xp.Scalar, length: xp.Scalar, axis: Axis = "z") -> xp.Matrix:
    """Solid cylinder: m r²/2 about its axis, m (3 r² + l²)/12 across it."""
    _not_negative(mass=mass, radius=radius, length=length)
    rr = radius * radius
    return _axisymmetric(mass * rr / 2, mass * (3 * rr + length * length) / 12, axis)


def hollow_cylinder(
    mass: xp.Scalar, inner_radius: xp.Scalar, outer_radius: xp.Scalar, length: xp.Scalar, axis: Axis = "z"
) -> xp.Matrix:
    """Tube: m (r² + R²)/2 about its axis, m (3 (r² + R²) + l²)/12 across it."""
    _not_negative(mass=mass, inner_radius=inner_radius, outer_radius=outer_radius, length=length)
    rr = inner_radius * inner_radius + outer_radius * outer_radius
    return _axisymmetric(mass * rr / 2, mass * (3 * rr + length * length) / 12, axis)


def sphere(mass: xp.Scalar, radius: xp.Scalar) -> xp.Matrix:
    """Solid sphere: 2 m r²/5 about every axis."""
    _not_negative(mass=mass, radius=radius)
    moment = 2 * mass * (radius * radius) / 5
    return _diagonal(moment, moment, moment)


def _steiner(mass: xp.Scalar, offset: xp.Vector) -> xp.Matrix:
    """Parallel-axis term −m ĉĉ = m (c·c 1 − c cᵀ)."""
    return (xp.eye(3) * xp.dot(offset, offset) - xp.outer(offset, offset)) * mass


def _is_zero(mass: xp.Scalar) -> bool:
    return isinstance(mass, (int, float, np.number)) and mass == 0.0


def _diagonal(x: xp.Scalar, y: xp.Scalar, z: xp.Scalar) -> xp.Matrix:
    return xp.matrix([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]])


def _axisymmetric(axial: xp.Scalar, across: xp.Scalar, axis: Axis) -> xp.Matrix:
    if not isinstance(axis, str) or axis not in ("x", "y", "z"):
        raise DescriptionError(f"axis must be 'x', 'y' or 'z', not {shown(axis)}")
    return _diagonal(*(axial if name == axis else across for name in "xyz"))


def _not_negative(**values: xp.Scalar) -> None:
    """Refuse what is not a number, and numbers that are negative or not finite; symbols and expressions pass."""
    for name, value in values.items():
        number = is_real(value) or isinstance(value, bool)
        if (number and not 0 <= value < np.inf) or not (number or xp.is_symbolic(value) or hasattr(value, "evaluate")):
            raise DescriptionError(f"{name} must be a number not below zero, it is {shown(value)}")


guard(__name__)
