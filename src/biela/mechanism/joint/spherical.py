"""Spherical joint: turns freely about a common point. Configuration: unit quaternion; velocity: body angular rate."""

from __future__ import annotations

import numpy as np

from biela.element.declaration import element
from biela.lie import array as xp
from biela.lie import quaternion, so3
from biela.lie.se3 import Pose
from biela.mechanism.joint.base import JointType, Quantity, Stage


def measured_quaternion(R: xp.Matrix3, hint: xp.Vector) -> xp.Vector:
    """Return the quaternion of R whose sign continues from `hint`: hint ∘ δ, where δ is the small turn from hint to R.

    Exact for any δ short of half a turn; no branch is crossed while the hint follows the motion.
    """
    hint = quaternion.normalise(hint)
    D = quaternion.to_matrix(hint).T @ R
    w = 0.5 * xp.sqrt(xp.fmax(1.0 + D[0, 0] + D[1, 1] + D[2, 2], 1e-12))
    delta = [w, *((D[2, 1] - D[1, 2]) / (4 * w), (D[0, 2] - D[2, 0]) / (4 * w), (D[1, 0] - D[0, 1]) / (4 * w))]
    return quaternion.product(hint, xp.stack(*delta))


@element("spherical", noun="joint")
class Spherical(JointType):
    """Turns freely about a point: q = (w, x, y, z), R = R(q), v = ω in the axes of C, q̇ = ½ q ∘ (0, ω)."""

    look = "ball"
    chain = (Stage("ball", "z", 0),)
    free_directions = (0, 1, 2)
    coordinates = tuple(Quantity(f"quaternion_{k}", "1") for k in "wxyz")
    rates = tuple(Quantity(f"rate_{k}", "rad/s") for k in "xyz")
    efforts = tuple(Quantity(f"effort_{k}", "N·m") for k in "xyz")
    closure_rows = ("x", "y", "z")
    closure_units = ("m", "m", "m")
    hinted = (0, 1, 2, 3)
    quaternion = 0

    def pose(self, q: xp.Vector) -> Pose:
        return Pose(quaternion.to_matrix(q), np.zeros(3))

    def motion(self, q: xp.Vector) -> xp.Matrix:
        return np.vstack([np.eye(3), np.zeros((3, 3))])

    def position_rate(self, q: xp.Vector, v: xp.Vector) -> xp.Vector:
        return quaternion.rate(q, v)

    def retract(self, q: xp.Vector, xi: xp.Vector) -> xp.Vector:
        return quaternion.product(q, quaternion.exp(xi))

    def difference(self, q: xp.Vector, origin: xp.Vector) -> xp.Vector:
        return quaternion.log(quaternion.product(quaternion.conjugate(origin), q))

    def tangent_rate(self, xi: xp.Vector, eta: xp.Vector) -> xp.Vector:
        return so3.tangent_inverse(xi) @ eta

    def closure(self, R: xp.Matrix3, d: xp.Vector3, q: xp.Vector) -> list[xp.Operand]:
        return [d[0], d[1], d[2]]

    def measure(self, R: xp.Matrix3, d: xp.Vector3, hint: xp.Vector) -> xp.Vector:
        return measured_quaternion(R, hint)

    def conjugate(self, R: xp.Matrix3, d: xp.Vector3, q: xp.Vector) -> xp.Matrix:
        return np.hstack([np.eye(3), np.zeros((3, 3))])
