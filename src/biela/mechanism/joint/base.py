"""Base of joint types: the facts that each says about itself.

A joint ties a frame P (on its parent body) to a frame C (on its child body). Its type fixes, in textbook symbols,

    X_PC = pose(q)                     relative pose
    V    = S(q) v                      twist of C relative to P, in the axes of C, [angular; linear]
    q̇    = position_rate(q, v)
    Φ    = closure(R, d)               residuals that vanish when the pose is one the joint allows
    q    = measure(R, d, hint)         coordinates of a given pose

where, for the last two, R = R_PC and d is the position of C seen from P *in the axes of C*. The first three serve a
joint inside the tree, the last two a joint that closes a loop; both descriptions are of the same joint.
All functions work on numbers and on CasADi symbols.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

import numpy as np

from biela.base.array import Array
from biela.base.checked import guard
from biela.base.dataclass import dataclass
from biela.element.declaration import MakeSymbol
from biela.element.role import Datum, data, data_of, direction, flag, place, vector
from biela.lie import array as xp
from biela.lie.se3 import Pose
from biela.mechanism.attached import Signals

if TYPE_CHECKING:
    from biela.mechanism.frame import Frame
    from biela.mechanism.load.bushing import Bushing


@dataclass(frozen=True)
class Placement:
    """Place of a joint: the data of all joints, besides those of their type. See `Mechanism.joint`."""

    parent: Any = data(place())
    child: xp.Vector3 = data(place())
    point: Any = data(vector("m"), default=None, kw_only=True, about="in the drawing pose, world axes")
    axis: Any = data(direction(), default=None, kw_only=True, about="of the joint; z if omitted")
    second_axis: Any = data(direction(), default=None, kw_only=True, about="at right angles to the first")
    parent_point: Any = data(vector("m"), default=None, kw_only=True, about="on the parent, its axes")
    child_point: Any = data(vector("m"), default=None, kw_only=True, about="on the child, its axes")
    parent_axis: Any = data(direction(), default=None, kw_only=True, about="in the axes of the parent")
    child_axis: Any = data(direction(), default=None, kw_only=True, about="in the axes of the child")
    cut: Any = data(flag(), default=None, kw_only=True, about="true: close a loop here; false: never")


class Quantity(NamedTuple):
    """Name and unit of a coordinate, a rate or an effort."""

    name: str
    unit: str


class Stage(NamedTuple):
    """Hinge, slide or ball of the chain that a joint is equal to.

    Attributes
    ----------
    axis : of the joint frame, about which it turns or along which it slides; of no meaning for a ball
    coordinate : entry of q that it follows; the first of the four of a ball
    factor : angle [rad] or distance [m] per unit of the coordinate; 1 for the first stage of a coordinate
    """

    kind: Literal["hinge", "slide", "ball"]
    axis: Literal["x", "y", "z"]
    coordinate: int
    factor: Any = 1.0


X, Y, Z = np.eye(3)


def angle_about_z(R: xp.Matrix3) -> Any:
    """Angle θ of R = R_z(θ); the nearest one if R also tilts."""
    return xp.atan2(R[1, 0], R[0, 0])


def follow(angle: xp.Operand, hint: xp.Operand | None) -> Any:
    """Return the angle that differs from `angle` by whole turns and is nearest to `hint`: turns are counted by the hint."""
    if hint is None:
        return angle
    return hint + xp.atan2(xp.sin(angle - hint), xp.cos(angle - hint))


def turn(hint: Any, entry: int) -> Any:
    """Return one entry of the hint; None where there is no hint."""
    return None if hint is None else hint[entry]


def angular(u_m: xp.Vector3, u_n: xp.Vector3, R: xp.Matrix3) -> Any:
    """Angular primitive: direction u_m fixed in P stays orthogonal to u_n fixed in C (eq. 26 of the tutorial)."""
    return xp.dot(u_n, xp.matmul(R.T, u_m))


@dataclass(frozen=True)
class JointType(ABC):
    """A kind of joint; see the module's text for the meaning of each function."""

    section: ClassVar[str] = "joints"
    home: ClassVar[str] = "biela.mechanism.mechanism"
    word: ClassVar[str] = ""
    common: ClassVar[tuple[Datum, ...]] = data_of(Placement)
    look: ClassVar[str] = "nothing"  # how it is drawn: "pin", "screw", "slide", "ball", "plane", "weld" or "nothing"
    free_directions: ClassVar[tuple[int, ...] | None] = None  # [angular x y z, linear x y z]; None: no compliant form
    coordinates: ClassVar[tuple[Quantity, ...]]  # one for each entry of q
    rates: ClassVar[tuple[Quantity, ...]]  # one for each entry of v
    efforts: ClassVar[tuple[Quantity, ...]]  # conjugate to the rates
    closure_rows: ClassVar[tuple[str, ...]]
    closure_units: ClassVar[tuple[str, ...]]  # of the residuals: "m" or "rad"
    hinted: ClassVar[tuple[int, ...]] = ()  # entries of q whose measurement needs a hint (turns, quaternion sign)
    quaternion: ClassVar[int | None] = None  # where in q a unit quaternion starts
    lead: ClassVar[Any] = None  # of a screw about z, the advance per radian

    @property
    def kind(self) -> str:
        """The word that it was declared with."""
        return self.word

    @property
    def n_q(self) -> int:
        return len(self.coordinates)

    @property
    def n_v(self) -> int:
        return len(self.rates)

    @property
    def chain(self) -> tuple[Stage, ...] | None:
        """Hinges, slides and balls that allow, one after the other from P to C, the same motion; None if there are none.

        X_PC = E₁(q) E₂(q) …: robot formats write a joint so, and what it does to a direction follows from it.
        """
        return None

    @property
    def slides(self) -> bool:
        """True if it slides and cannot turn."""
        return bool(self.chain) and all(stage.kind == "slide" for stage in self.chain or ())

    @property
    def axial(self) -> bool:
        """True if z is the only direction of its frames that matters: it turns about z, if at all."""
        return bool(self.chain) and all(s.kind == "slide" or (s.kind, s.axis) == ("hinge", "z") for s in self.chain or ())

    @property
    def in_plane(self) -> bool:
        """True if it turns about z and keeps its place along z: its bodies move in planes normal to z."""
        turns = any(stage.kind == "hinge" for stage in self.chain or ())
        return turns and self.axial and all((s.kind, s.axis) != ("slide", "z") for s in self.chain or ())

    def compliant(self, name: str, parent: Frame, child: Frame, stiffness: Any, damping: Any) -> Bushing | None:
        """Return the bushing that can replace it: stiff and damped [angular x y z; linear x y z] where it does not move.

        None for types without `free_directions` that do not say it themselves.
        """
        if self.free_directions is None:
            return None
        from biela.mechanism.load.bushing import Bushing

        return Bushing(name, parent, child, stiffness, damping, self.free_directions)

    def remark(self, name: str) -> str:
        """Return the remark of `check` on a joint of this type; nothing for most."""
        return ""

    def expressions(self, symbol: MakeSymbol, signals: Signals) -> list[xp.Operand]:
        """Return its kinematics, as expressions of new symbols, for the cache."""
        q, v, R, d = symbol("q", self.n_q), symbol("v", self.n_v), symbol("R", 3, 3), symbol("d", 3)
        X = self.pose(q)
        maps = [X.rotation, X.position, self.motion(q), self.motion_rate(q, v), self.position_rate(q, v), self.retract(q, v)]
        maps += [self.difference(q, symbol("origin", self.n_q)), self.tangent_rate(v, symbol("eta", self.n_v))]
        return [*maps, self.measure(R, d, q), *self.closure(R, d, q), self.conjugate(R, d, q)]

    def neutral(self) -> Array:
        """Return the coordinates at which the frames P and C coincide."""
        q = np.zeros(self.n_q)
        if self.quaternion is not None:
            q[self.quaternion] = 1.0
        return q

    @abstractmethod
    def pose(self, q: xp.Vector) -> Pose:
        """X_PC."""

    @abstractmethod
    def motion(self, q: xp.Vector) -> xp.Matrix:
        """S(q), 6 × n_v, in the axes of C."""

    def motion_rate(self, q: xp.Vector, v: xp.Vector) -> xp.Matrix:
        """Ṡ(q, v); zero unless the columns of S move in C."""
        return np.zeros((6, self.n_v))

    def position_rate(self, q: xp.Vector, v: xp.Vector) -> xp.Vector:
        """q̇; equal to v unless the configuration is a quaternion."""
        return v

    def retract(self, q: xp.Vector, xi: xp.Vector) -> xp.Vector:
        """q ⊕ ξ: the configuration reached from q by moving for one unit of time at the constant velocity ξ."""
        return q + xi

    def difference(self, q: xp.Vector, origin: xp.Vector) -> xp.Vector:
        """q ⊖ q₀: the ξ with q₀ ⊕ ξ = q."""
        return q - origin

    def tangent_rate(self, xi: xp.Vector, eta: xp.Vector) -> xp.Vector:
        """ξ̇ for which q ⊕ ξ(t) has velocity η (the inverse tangent map of the exponential)."""
        return eta

    @abstractmethod
    def closure(self, R: xp.Matrix3, d: xp.Vector3, q: xp.Vector) -> list[xp.Operand]:
        """Residuals Φ [m or rad]; `q` are the measured coordinates, for joints that need them (helical)."""

    @abstractmethod
    def measure(self, R: xp.Matrix3, d: xp.Vector3, hint: xp.Vector | None) -> xp.Vector:
        """Coordinates of the pose; the entries named in `hinted` continue from `hint`, or count no turns without one."""

    def conjugate(self, R: xp.Matrix3, d: xp.Vector3, q: xp.Vector) -> xp.Matrix | None:
        """K with q̇-like rates v = K V for the twist V of C relative to P: a left inverse of S, 6 columns.

        None for types whose rates are the derivatives of the measured coordinates; those follow by differentiation.
        """
        return None


guard(__name__)
