"""Bodies and the frames drawn on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.errors import DescriptionError
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism.parameter import Scalar, vector

Matrix = NDArray[np.float64]


def rotation_matrix(rotation: Any, what: str) -> Matrix:
    """A 3×3 rotation from a matrix or from roll, pitch, yaw angles; refuses anything else."""
    R = np.asarray(rotation, float)
    if R.shape == (3,):
        R = np.asarray(so3.from_roll_pitch_yaw(R), float)
    if R.shape != (3, 3) or not np.all(np.isfinite(R)):
        raise DescriptionError(f"rotation of {what}: give a 3×3 rotation matrix, or roll, pitch and yaw in radians.")
    if np.abs(R.T @ R - np.eye(3)).max() > 1e-9 or np.linalg.det(R) < 0:
        raise DescriptionError(f"rotation of {what} is not a rotation: its columns must be orthonormal and right-handed.")
    return R


@dataclass(frozen=True, eq=False)
class Frame:
    """A named frame F fixed to a body B: pose X_BF. As a point, only its origin counts."""

    body: Body
    name: str
    position: tuple[Scalar, ...] = (0.0, 0.0, 0.0)
    rotation: Matrix = field(default_factory=lambda: np.eye(3))

    @property
    def pose(self) -> Pose:
        """X_BF; the position may hold expressions of parameters."""
        return Pose(self.rotation, np.array(self.position, dtype=object))

    def __repr__(self) -> str:
        return f"<Frame {self.name!r} on {self.body.name!r} at {self.position}>"


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body: mass, centre of mass and central inertia tensor in its own frame.

    `placement` is the pose of the body frame in the drawing, X_WB; joints given by one point and axis in the
    drawing refer to it. It is the world frame unless said otherwise.
    """

    name: str
    mass: Scalar = 0.0
    com: tuple[Scalar, ...] = (0.0, 0.0, 0.0)
    inertia: tuple[tuple[Scalar, ...], ...] = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    placement: Pose = field(default_factory=Pose.identity)
    is_ground: bool = False
    frames: dict[str, Frame] = field(default_factory=dict, compare=False)

    def frame(self, name: str, position: Any = (0.0, 0.0, 0.0), rotation: Any = None) -> Frame:
        """Draw a frame on the body, at `position` [m], turned by `rotation` (matrix, or roll-pitch-yaw [rad])."""
        if name in self.frames:
            raise DescriptionError(f"body {self.name!r} already has a frame {name!r}: choose another name.")
        what = f"frame {name!r} on body {self.name!r}"
        R = np.eye(3) if rotation is None else rotation_matrix(rotation, what)
        self.frames[name] = Frame(self, name, vector(position, f"position of {what}"), R)
        return self.frames[name]

    def point(self, name: str, position: Any) -> Frame:
        """Mark a point of the body, in its own axes [m]."""
        return self.frame(name, position)

    @property
    def origin(self) -> Frame:
        """The body frame itself."""
        return Frame(self, "origin")

    def __repr__(self) -> str:
        return f"<Body {self.name!r}>" if not self.is_ground else "<Ground>"
