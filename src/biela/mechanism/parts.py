"""The parts of a machine by name, places as users write them, and joints with their frames on both bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeAlias, TypeVar

import numpy as np

from biela.base.array import AnyArray, Array
from biela.base.checked import guard, is_text, shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, DuplicateName, UnknownName, nearest
from biela.base.session import Session
from biela.element.declaration import Declaration
from biela.element.role import Assumed
from biela.element.uses import who
from biela.lie import so3
from biela.mechanism.actuator import Actuator, PrescribedMotion
from biela.mechanism.argument import Arguments
from biela.mechanism.coupling import Coupling
from biela.mechanism.frame import Body, Frame, Lock, Store, direction, refuse_bad_name, rounded
from biela.mechanism.joint import JointType
from biela.mechanism.load import Load
from biela.mechanism.parameter import Parameter, Scalar, vector
from biela.mechanism.port import Attachment
from biela.mechanism.sensor import Sensor
from biela.mechanism.shape import Shape

Place: TypeAlias = Body | Frame | str
"""A body (its own frame), a frame or point on it, or the name of either: "crank", "crank.tip"."""
Triple: TypeAlias = Sequence[Scalar] | AnyArray
"""Three numbers or expressions of parameters."""
T = TypeVar("T")
STORES = ("bodies", "joints", "couplings", "loads", "actuators", "drives", "sensors", "parameters", "networks")
RESERVED = ("machine", "time", "t")
"""Names that signals already have: `machine.energy`, `time`."""
DOWN = (0.0, 0.0, Assumed(-9.81))
"""Gravity where none is given [m/s²]."""


@dataclass(frozen=True, eq=False)
class Joint:
    """A joint between a frame on its parent body and a frame on its child body; see `biela.mechanism.joint`."""

    name: str
    type: JointType
    parent: Frame
    child: Frame
    cut: bool | None = None  # True: close the loop here; False: never; None: biela chooses
    elastic: bool = False  # True: constrains nothing itself, a bushing of the same name does; it still measures

    def coordinate(self, which: str | int | None, what: str) -> int:
        """Index of a rate (and its effort) of this joint, by name or number."""
        names = [c.name for c in self.type.coordinates] if self.type.quaternion is None else [r.name for r in self.type.rates]
        if which is None:
            if len(names) == 1:
                return 0
            raise DescriptionError(f"{what}: joint {self.name!r} has several coordinates; say which: {', '.join(names)}.")
        if isinstance(which, str):
            if which not in names:
                raise UnknownName(f"{what}: joint {self.name!r} has no coordinate {which!r}.{nearest(which, names)}")
            return names.index(which)
        if not isinstance(which, int | np.integer) or isinstance(which, bool) or not 0 <= which < len(names):
            raise DescriptionError(f"{what}: joint {self.name!r} has coordinates 0 to {len(names) - 1}, not {which!r}.")
        return int(which)

    def __repr__(self) -> str:
        return f"<{self.type.kind} {self.name!r}: {self.parent.body.name} → {self.child.body.name}>"


class Parts:
    """The parts of a machine; `Mechanism` adds the methods.

    Parameters
    ----------
    name : what to call it
    gravity : acceleration of gravity in ground axes [m/s²]
    """

    def __init__(self, name: str, gravity: Triple = DOWN):
        if not is_text(name) or not name.strip():
            raise DescriptionError(f"{shown(name)} is not a name of a mechanism: give some text.")
        self._lock = Lock(name)
        self._origins: tuple[Lock, ...] = ()  # of the machines this one was copied from
        self._session = Session()
        self.name = name
        self.gravity = vector(gravity, f"gravity of {name!r}")
        self.ground = Body("ground", is_ground=True, lock=self._lock)
        self.bodies: dict[str, Body] = Store({"ground": self.ground})
        self.joints: dict[str, Joint] = Store()
        self.couplings: dict[str, Coupling] = Store()
        self.loads: dict[str, Load] = Store()
        self.actuators: dict[str, Actuator] = Store()
        self.drives: dict[str, PrescribedMotion] = Store()
        self.sensors: dict[str, Sensor] = Store()
        self.parameters: dict[str, Parameter] = Store()
        self.networks: dict[str, Attachment] = Store()
        self.shapes: dict[str, tuple[Shape, ...]] = {}
        self.schedules: dict[str, Any] = {}

    def _stores(self) -> list[dict[str, Any]]:
        return [getattr(self, store) for store in STORES]

    def _add(self, store: dict[str, Any], thing: T) -> T:
        self._lock.refuse()
        name: str = thing.name  # type: ignore[attr-defined]
        refuse_bad_name(name)
        if name in RESERVED:
            raise DescriptionError(f"{name!r} is a name that signals already have: choose another name.")
        if any(name in other for other in self._stores()):
            raise DuplicateName(f"{self.name!r} already has an object {name!r}: choose another name.")
        store[name] = thing
        return thing

    def _declare(self, declaration: Declaration, name: str, given: Mapping[str, Any]) -> Any:
        """Add an element; its arguments are checked by their roles."""
        arguments = Arguments(self, declaration, name)
        thing = declaration.cls(name, **arguments.fields(given))
        if thing.ends and thing.ends[0].body is thing.ends[1].body:
            raise DescriptionError(f"{arguments.what} has both ends on body {thing.ends[0].body.name!r}: it would do nothing.")
        if not declaration.own:
            for flaw in thing.flaws():
                raise DescriptionError(f"{who(thing)}: {flaw.rstrip('.')}.")
        return self._add(getattr(self, declaration.section), thing.checked(self))

    def _frame(self, where: Any, what: str) -> Frame:
        if isinstance(where, str):
            body, _, frame = where.partition(".")
            if body not in self.bodies:
                raise UnknownName(f"{what}: no body {body!r}.{nearest(body, list(self.bodies))}")
            found = self.bodies[body]
            if frame and frame not in found.frames:
                raise UnknownName(f"{what}: body {body!r} has no frame {frame!r}.{nearest(frame, list(found.frames))}")
            where = found.frames[frame] if frame else found
        if isinstance(where, Body):
            where = where.origin
        if not isinstance(where, Frame):
            raise DescriptionError(f"{what}: {where!r} is neither a body nor a frame.")
        own = self.bodies.get(where.body.name)
        if own is not where.body:
            if own is None or where.body.lock not in self._origins:
                raise UnknownName(f"{what}: body {where.body.name!r} belongs to another mechanism.")
            return rebound(where, self.bodies)  # type: ignore[no-any-return]
        return where

    def _pair(self, a: Place, b: Place, what: str) -> tuple[Frame, Frame]:
        A, B = self._frame(a, what), self._frame(b, what)
        if A.body is B.body:
            raise DescriptionError(f"{what} has both ends on body {A.body.name!r}: it would do nothing.")
        return A, B

    def _joint(self, joint: Joint | str, what: str) -> Joint:
        name = joint.name if isinstance(joint, Joint) else joint
        if not isinstance(name, str):
            raise DescriptionError(f"{what}: {joint!r} is neither a joint nor the name of one.")
        if name not in self.joints:
            raise UnknownName(f"{what}: no joint {name!r}.{nearest(name, list(self.joints))}")
        if isinstance(joint, Joint) and joint.child.body.lock not in (self._lock, *self._origins):
            raise UnknownName(f"{what}: joint {name!r} belongs to another mechanism.")
        return self.joints[name]

    def _coordinate(self, joint: Joint | str, which: str | int | None, what: str) -> tuple[Joint, int]:
        J = self._joint(joint, what)
        return J, J.coordinate(which, what)

    def joint(
        self, name: str, type: JointType, parent: Place, child: Place, *, point: Triple | None = None,
        axis: Triple | None = None, second_axis: Triple | None = None, parent_point: Triple | None = None,
        child_point: Triple | None = None, parent_axis: Triple | None = None, child_axis: Triple | None = None,
        cut: bool | None = None,
    ) -> Joint:  # fmt: skip
        """Add a joint of a given type. Its axis is the z axis of both joint frames. Three ways to place it:

        - in the drawing pose: one `point` [m] and one `axis`, in world coordinates (the coordinate is then zero there);
        - on each body: `parent_point`, `child_point` and `axis` (same components on both bodies, or `parent_axis` and
          `child_axis`);
        - by frames: pass frames instead of bodies (their z axes, or the `axis` given in them, become the joint axis).
        """
        what = f"joint {name!r}"
        if not isinstance(type, JointType):
            raise DescriptionError(f"{what}: {type!r} is not a type of joint: use m.revolute, m.prismatic, …")
        if not (cut is None or isinstance(cut, bool)):
            raise DescriptionError(f"{what}: cut is True, False or None, not {cut!r}.")
        P, C = self._frame(parent, what), self._frame(child, what)
        if P.body is C.body:
            raise DescriptionError(f"{what} ties body {P.body.name!r} to itself: a joint needs two different bodies.")
        if parent_axis is not None and child_axis is not None and axis is not None:
            raise DescriptionError(f"{what}: give either axis, or parent_axis and child_axis, not all three.")
        frames: list[Frame] = []
        if point is None:
            places = ((P, parent_point, parent_axis), (C, child_point, child_axis))
            for F, r, own in places:
                at = np.array(vector((0, 0, 0) if r is None else r, f"point of {what}"), dtype=object)
                axes = axes_of(own if own is not None else axis, second_axis, what)
                frames.append(Frame(F.body, name, tuple(F.pose @ at), rounded(F.rotation @ axes)))
        else:
            if any(x is not None for x in (parent_point, child_point, parent_axis, child_axis)):
                raise DescriptionError(f"{what}: give either one point in the drawing pose or a point on each body, not both.")
            if any(F.name != "origin" or F.body.frames.get("origin") is F for F in (P, C)):
                raise DescriptionError(
                    f"{what}: give either a point in the drawing pose, with bodies, or frames on the bodies, not both."
                )
            R = axes_of(axis, second_axis, what)
            at = np.array(vector(point, f"point of {what}"), dtype=object)
            for body, B in ((F.body, F.body.placement) for F in (P, C)):
                frames.append(Frame(body, name, tuple(B.rotation.T @ (at - B.position)), rounded(B.rotation.T @ R)))
        return self._add(self.joints, Joint(name, type, frames[0], frames[1], cut))


def axes_of(axis: Triple | None, second: Triple | None, what: str) -> Array:
    """Rotation whose z column is the axis; its y column the second axis where one is given."""
    z = np.array([0.0, 0.0, 1.0]) if axis is None else direction(axis, f"axis of {what}")
    if np.linalg.norm(z) < 1e-12:
        raise DescriptionError(f"axis of {what} is zero: give a direction.")
    z = z / np.linalg.norm(z)
    if second is None:
        return np.asarray(so3.align(z))
    y = direction(second, f"second axis of {what}")
    if np.linalg.norm(y) < 1e-12 or abs(y @ z) > 1e-9 * np.linalg.norm(y):
        raise DescriptionError(f"second axis of {what} must be a direction at right angles to the first.")
    y = y / np.linalg.norm(y)
    return np.column_stack([np.cross(y, z), y, z])


def rebound(x: Any, bodies: Mapping[str, Body]) -> Any:
    """Return a part of a description, moved to bodies of the same names on another machine."""
    if isinstance(x, Frame):
        body = bodies[x.body.name]
        drawn = x.body.frames.get(x.name) is x and x.name in body.frames
        return body.frames[x.name] if drawn else Frame(body, x.name, x.position, x.rotation)
    if isinstance(x, tuple):
        return tuple(rebound(e, bodies) for e in x)
    if is_dataclass(x) and not isinstance(x, type):
        old = {f.name: getattr(x, f.name) for f in fields(x)}
        new = {k: rebound(v, bodies) for k, v in old.items() if isinstance(v, Frame | tuple)}
        return replace(x, **new)
    return x


guard(__name__)
