"""Bodies and the frames drawn on them."""

from __future__ import annotations

from dataclasses import field
from typing import Any, NoReturn, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from biela.base.array import Array
from biela.base.checked import guard, shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, FrozenMechanism, unknown
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism.parameter import Scalar, nominal, parameters_in, refuse_free, vector

IN_USE = "is already in use and cannot change: take a copy with m.edit() and change that."
FIXED = "axes and rotations are fixed when the equations are derived. Give numbers, or let a joint with a drive turn it."
K = TypeVar("K")
V = TypeVar("V")


class Lock:
    """Shared by a mechanism and its bodies: open while the machine is described, closed from its first use on."""

    def __init__(self, machine: str):
        self.machine, self.closed = machine, False

    def refuse(self) -> None:
        """Raise if closed."""
        if self.closed:
            raise FrozenMechanism(f"{self.machine!r} {IN_USE}")


class Store(dict[K, V]):
    """Parts of a machine by name; one that is not there is named, with those that resemble it."""

    def __missing__(self, name: object) -> NoReturn:
        raise unknown("part", name, [str(known) for known in self])


class Sealed(Store[K, V]):
    """Parts that can be read only."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise FrozenMechanism(f"the mechanism {IN_USE}")

    __setitem__ = __delitem__ = update = setdefault = pop = popitem = clear = __ior__ = _refuse  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return Sealed, (), dict(self)

    def __setstate__(self, items: dict[K, V]) -> None:
        dict.update(self, items)


def refuse_bad_name(name: object) -> None:
    """Names are identifiers, with dashes allowed between the parts."""
    if not isinstance(name, str) or not name or not all(part.isidentifier() for part in name.split("-")):
        raise DescriptionError(f"{shown(name)} is not a name: use letters, digits and underscores, not starting with a digit.")


def rounded(R: ArrayLike) -> Array:
    """Return a rotation with entries within 1e-15 of 0 and ±1 rounded, so that a tilted plane stays a plane in the equations."""
    R = np.array(R, float)
    for value in (-1.0, 0.0, 1.0):
        R[np.abs(R - value) < 1e-15] = value
    return R


def direction(x: object, what: str) -> Array:
    """Return a vector of numbers: free parameters are refused, since directions are fixed when the equations are derived."""
    entries = vector(x, what)
    refuse_free(entries, what, FIXED)
    return np.array(entries, float)


def rotation_matrix(rotation: object, what: str) -> Array:
    """Return a 3×3 rotation from a matrix or from roll, pitch, yaw angles; refuses anything else."""
    try:
        entries = np.array(rotation, dtype=object)
        R = np.full(1, np.nan) if parameters_in(entries) else np.asarray(entries, float)
    except Exception:  # whatever numpy makes of objects of users
        entries, R = np.zeros(1), np.full(1, np.nan)
    refuse_free(entries, f"rotation of {what}", FIXED)
    if R.shape == (3,) and np.all(np.isfinite(R)):
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
    rotation: Array = field(default_factory=lambda: np.eye(3))

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
    lock: Lock = field(default_factory=lambda: Lock("the mechanism"), compare=False)

    def frame(self, name: str, position: Any = (0.0, 0.0, 0.0), rotation: Any = None) -> Frame:
        """Draw a frame on the body, at `position` [m], turned by `rotation` (matrix, or roll-pitch-yaw [rad])."""
        self.lock.refuse()
        refuse_bad_name(name)
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
        return "<Ground>" if self.is_ground else f"<Body {self.name!r}: {float(nominal(self.mass)):.6g} kg>"


guard(__name__)
