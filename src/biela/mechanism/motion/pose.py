"""Motion of a frame: its position and orientation as functions of time."""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.checked import checked, real_array, shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.lie import quaternion, so3
from biela.mechanism.motion.base import Function, Values, call, sampled
from biela.mechanism.motion.elementary import function
from biela.mechanism.motion.jet import Jet


@checked
@dataclass(frozen=True)
class PoseMotion:
    """Components of the position [m] and roll, pitch, yaw [rad] of a frame; None where it may be what it likes.

    R = R_z(yaw) R_y(pitch) R_x(roll) base. If any of the angles is given, the whole orientation is.
    """

    position: tuple[Function | None, Function | None, Function | None]
    angles: tuple[Function, Function, Function] | None
    base: tuple[tuple[float, ...], ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    seen_from: Any = None

    @property
    def functions(self) -> dict[str, Function]:
        """Prescribed functions by name."""
        given = dict(zip("xyz", self.position, strict=True))
        given |= dict(zip(("roll", "pitch", "yaw"), self.angles or (None,) * 3, strict=True))
        return {name: f for name, f in given.items() if f is not None}

    def place(self, t: Array, values: Values = None) -> list[tuple[Array, Array, Array]]:
        """Value, rate and acceleration of each prescribed component of the position."""
        return [sampled(f, t, values) for f in self.position if f is not None]

    def orientation(self, t: Array, values: Values = None) -> tuple[Array, Array, Array]:
        """R (n, 9), column by column; ω and ω̇ (n, 3) in the axes of the frame:  ω̂ = Rᵀ Ṙ,  ω̇ = (Rᵀ R̈)∨ without its even part."""
        if self.angles is None:
            raise DescriptionError("this motion of a frame leaves its orientation free: prescribe roll, pitch or yaw.")
        t = np.atleast_1d(real_array(t, "times of a pose")).ravel()
        roll, pitch, yaw = (Jet(*sampled(f, t, values)) for f in self.angles)
        entries, base = _rotation(roll, pitch, yaw), np.array(self.base)
        levels = ([[np.broadcast_to(getattr(e, k), t.shape) for e in row] for row in entries] for k in ("x", "v", "a"))
        R, R1, R2 = (np.einsum("ijn,jk->nik", np.array(rows), base) for rows in levels)
        spin, turn = np.einsum("nji,njk->nik", R, R1), np.einsum("nji,njk->nik", R, R2)
        return R.transpose(0, 2, 1).reshape(len(t), 9), _vee(spin), _vee(turn)


def _rotation(roll: Any, pitch: Any, yaw: Any) -> list[list[Any]]:
    """R_z(yaw) R_y(pitch) R_x(roll), entry by entry."""
    (cr, sr), (cp, sp), (cy, sy) = ((np.cos(a), np.sin(a)) for a in (roll, pitch, yaw))
    return [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]


def _vee(M: Array) -> Array:
    return 0.5 * np.stack([M[:, 2, 1] - M[:, 1, 2], M[:, 0, 2] - M[:, 2, 0], M[:, 1, 0] - M[:, 0, 1]], axis=1)


def pose(
    *, x: Any = None, y: Any = None, z: Any = None, roll: Any = None, pitch: Any = None, yaw: Any = None,
    orientation: Any = None, seen_from: Any = None,
) -> PoseMotion:  # fmt: skip
    """Prescribe how a frame moves, by numbers or functions of time; what is left out is free.

    Parameters
    ----------
    x, y, z : position of its origin [m]
    roll, pitch, yaw : orientation [rad]; those left out are zero as soon as one is given
    orientation : a rotation matrix (or roll, pitch, yaw) that is kept, or that the angles turn further
    seen_from : the frame in whose axes all this is, the ground's if omitted
    """
    place = tuple(None if f is None else function(f, f"{c} of a pose") for c, f in zip("xyz", (x, y, z), strict=True))
    given = (roll, pitch, yaw)
    base = np.eye(3) if orientation is None else rotation(orientation)
    angles = None
    if orientation is not None or any(f is not None for f in given):
        angles = tuple(function(0.0 if f is None else f, "an angle of a pose") for f in given)
    if angles is None and not any(f is not None for f in place):
        raise DescriptionError("pose: nothing is prescribed. Give some of x, y, z, roll, pitch, yaw, orientation.")
    return PoseMotion(place, angles, tuple(map(tuple, base.tolist())), seen_from)  # type: ignore[arg-type]


def rotation(given: Any) -> Array:
    """Return a rotation matrix from a matrix, from roll, pitch and yaw [rad], or from a quaternion (scalar first)."""
    try:
        R: Array = real_array(given, "orientation")
    except DescriptionError:
        what = f"{shown(given)} is not an orientation"
        raise DescriptionError(f"{what}: give a rotation matrix, three angles or a quaternion.") from None
    if R.shape == (3,):
        return np.asarray(so3.from_roll_pitch_yaw(R), float)
    if R.shape == (4,) and np.linalg.norm(R) > 0:
        return np.asarray(quaternion.to_matrix(R / np.linalg.norm(R)), float)
    if R.shape != (3, 3) or np.abs(R.T @ R - np.eye(3)).max() > 1e-9 or np.linalg.det(R) < 0:
        raise DescriptionError("an orientation is a right-handed rotation matrix, three angles or a quaternion (w, x, y, z).")
    return R


def at_rest(p: PoseMotion, t: float) -> tuple[tuple[float | None, ...], Array | None]:
    """Position and rotation matrix at a time."""
    place = tuple(None if f is None else float(np.asarray(call(f, t))) for f in p.position)
    return place, None if p.angles is None else p.orientation(np.array([t]))[0].reshape(3, 3).T
