"""A machine described: bodies, joints, couplings, loads, actuators, drives, sensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, TypeVar, Unpack

import numpy as np
from numpy.typing import NDArray

from biela.errors import DescriptionError, DuplicateName, UnknownName, count, nearest
from biela.lie import so3
from biela.lie.inertia import SpatialInertia
from biela.lie.se3 import Pose
from biela.mechanism import joint as joints
from biela.mechanism.actuator import Actuator, Drive, JointActuator, LineActuator
from biela.mechanism.coupling import (
    AngularClosure,
    LinearClosure,
    LinearCoupling,
    PairCoupling,
    PointOnCurve,
    PointOnLine,
    PointOnSurface,
    Rod,
)
from biela.mechanism.frame import Body, Frame, Lock, Sealed, direction, refuse_bad_name, rotation_matrix, rounded
from biela.mechanism.joint import JointType
from biela.mechanism.load import (
    AppliedWrench,
    Blade,
    Bushing,
    Contact,
    Footing,
    Friction,
    JointSpring,
    Spring,
    Stop,
    UserEffort,
    UserForce,
)
from biela.mechanism.load.bushing import six
from biela.mechanism.load.spring_damper import Law
from biela.mechanism.motion import function
from biela.mechanism.parameter import Expression, Parameter, Scalar, foreign, nominal, parameters_in, scalar, vector
from biela.mechanism.port import Attachment, attach
from biela.mechanism.rolling import Grip, Rolling, Skate
from biela.mechanism.sensor import (
    DistanceSensor,
    Errors,
    FrameSensor,
    Imperfect,
    Sensor,
    SignalSensor,
    UserSensor,
    checked_axes,
)
from biela.mechanism.shape import Shape, Telescope
from biela.mechanism.topology import Topology, spanning_tree

if TYPE_CHECKING:
    from biela.analysis.check import Check
    from biela.analysis.linearise import Linearisation
    from biela.simulate.batch import Batch
    from biela.simulate.equilibrium import Equilibrium
    from biela.simulate.history import History
    from biela.simulate.inverse import InverseRun
    from biela.simulate.state import State

Load = Spring | JointSpring | Bushing | Friction | Stop | AppliedWrench | UserEffort | UserForce | Contact
Coupling = PairCoupling | LinearCoupling
Place: TypeAlias = Body | Frame | str
"""A body (its own frame), a frame or point on it, or the name of either: "crank", "crank.tip"."""
Triple: TypeAlias = Sequence[Scalar] | NDArray[Any]
"""Three numbers or expressions of parameters."""
T = TypeVar("T")
STORES = ("bodies", "joints", "couplings", "loads", "actuators", "drives", "sensors", "parameters", "networks")
RESERVED = ("machine", "time", "t")
"""Names that signals already have: `machine.energy`, `time`."""


class Where(TypedDict, total=False):
    """Where a joint is; see `Mechanism.joint`."""

    point: Triple | None
    axis: Triple | None
    second_axis: Triple | None
    parent_point: Triple | None
    child_point: Triple | None
    parent_axis: Triple | None
    child_axis: Triple | None
    cut: bool | None


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
        names = (
            [c.name for c in self.type.coordinates]
            if self.type.quaternion is None
            else [r.name for r in self.type.rates]
        )
        if which is None:
            if len(names) == 1:
                return 0
            raise DescriptionError(
                f"{what}: joint {self.name!r} has several coordinates; say which: {', '.join(names)}."
            )
        if isinstance(which, str):
            if which not in names:
                raise UnknownName(f"{what}: joint {self.name!r} has no coordinate {which!r}.{nearest(which, names)}")
            return names.index(which)
        if not isinstance(which, int | np.integer) or isinstance(which, bool) or not 0 <= which < len(names):
            raise DescriptionError(f"{what}: joint {self.name!r} has coordinates 0 to {len(names) - 1}, not {which!r}.")
        return int(which)

    def __repr__(self) -> str:
        return f"<{self.type.kind} {self.name!r}: {self.parent.body.name} → {self.child.body.name}>"


class Mechanism:
    """A machine: add bodies, joints and loads, then use it. It freezes on first use; `edit()` gives an open copy.

    Parameters
    ----------
    name : what to call it
    gravity : acceleration of gravity in ground axes [m/s²]; for a free one declare a parameter and use `set_gravity`
    """

    def __init__(self, name: str, gravity: Triple = (0.0, 0.0, -9.81)):
        if not isinstance(name, str):
            raise DescriptionError(f"{name!r} is not a name of a mechanism: give some text.")
        self._lock = Lock(name)
        self._origins: tuple[Lock, ...] = ()  # of the machines this one was copied from
        self.name = name
        self.gravity = vector(gravity, f"gravity of {name!r}")
        self.ground = Body("ground", is_ground=True, lock=self._lock)
        self.bodies: dict[str, Body] = {"ground": self.ground}
        self.joints: dict[str, Joint] = {}
        self.couplings: dict[str, Coupling] = {}
        self.loads: dict[str, Load] = {}
        self.actuators: dict[str, Actuator] = {}
        self.drives: dict[str, Drive] = {}
        self.sensors: dict[str, Sensor] = {}
        self.parameters: dict[str, Parameter] = {}
        self.networks: dict[str, Attachment] = {}
        self.shapes: dict[str, tuple[Shape, ...]] = {}
        self.schedules: dict[str, Any] = {}

    # ------------------------------------------------------------------------------------------ parameters and bodies

    def parameter(self, name: str, value: float, unit: str = "") -> Parameter:
        """Declare a free parameter; use it, or arithmetic with it, wherever a number is asked for, and inside laws.

        Axes and rotations are the exception: they are fixed when the equations are derived.
        """
        return self._add(self.parameters, Parameter(name, value, _text(unit, f"unit of parameter {name!r}")))

    def schedule(self, parameter: Parameter | str, share: Any) -> None:
        """Let a mass follow time: wherever the parameter stands, its value × share(t) is meant. Or let it follow a state of a
        network, given by its name, `"earth/fill.value"`: what a machine gathers depends on what it does.

        For what is picked up or dropped: matter joins and leaves with the velocity of the body it is on, so that
        M(t) v̇ + h = τ holds without a thrust, and the energy ∂H/∂t that it takes along counts as work. The parameter may stand
        in masses only: lengths that change by themselves would need a drive.
        """
        self._refuse_if_frozen()
        name = parameter.name if isinstance(parameter, Parameter) else parameter
        if name not in self.parameters:
            raise UnknownName(f"schedule: no parameter {name!r}.{nearest(str(name), list(self.parameters))}")
        for body in self.bodies.values():
            frames = [frame.position for frame in body.frames.values()]
            if self.parameters[name] in parameters_in(
                (body.com, np.asarray(body.placement.position, dtype=object), frames)
            ):
                raise DescriptionError(
                    f"schedule of {name!r}: it is a length of body {body.name!r}; only masses can change."
                )
        self.schedules[name] = share if isinstance(share, str) else function(share, f"schedule of {name!r}")

    def set_gravity(self, gravity: Triple) -> None:
        """Acceleration of gravity in ground axes [m/s²]; entries may be expressions of the machine's parameters.

        g = m.parameter("g", 9.81, "m/s²");  m.set_gravity((0, -g, 0))
        """
        self._refuse_if_frozen()
        self.gravity = vector(gravity, f"gravity of {self.name!r}")

    def body(
        self,
        name: str,
        mass: Scalar = 0.0,
        com: Triple = (0.0, 0.0, 0.0),
        inertia: Any = None,
        *,
        principal_axes: Any = None,
        position: Triple = (0.0, 0.0, 0.0),
        rotation: Any = None,
        impossible: bool = False,
    ) -> Body:
        """Add a rigid body.

        Parameters
        ----------
        mass : [kg]
        com : centre of mass in the body frame [m]
        inertia : about the centre of mass [kg·m²]: a 3×3 tensor, or three principal moments; none for a point mass
        principal_axes : rotation of the axes in which `inertia` is given (3×3, or roll-pitch-yaw); the body's if omitted
        position, rotation : where the body frame stands in the drawing pose; the world frame if omitted
        impossible : accept an inertia that no real body has, to repeat published data that do
        """
        what = f"body {name!r}"
        tensor = _tensor(inertia, principal_axes, what)
        mass = scalar(mass, f"mass of {what}", nonnegative=True)
        com = vector(com, f"centre of mass of {what}")
        try:
            if not impossible:
                SpatialInertia(nominal(mass), nominal(com), nominal(tensor)).check()
        except ValueError as error:
            raise DescriptionError(f"inertia of {what}: {error}") from None
        R = np.eye(3) if rotation is None else rotation_matrix(rotation, what)
        placement = Pose(R, np.array(vector(position, f"position of {what}"), dtype=object))
        inertia = tuple(map(tuple, tensor.tolist()))
        return self._add(self.bodies, Body(name, mass, com, inertia, placement, lock=self._lock))

    # --------------------------------------------------------------------------------------------------------- joints

    def revolute(self, name: str, parent: Place, child: Place, **where: Unpack[Where]) -> Joint:
        """Turns about one axis; see `joint` for the ways to say where."""
        return self.joint(name, joints.Revolute(), parent, child, **where)

    def prismatic(self, name: str, parent: Place, child: Place, **where: Unpack[Where]) -> Joint:
        """Slides along one axis."""
        return self.joint(name, joints.Prismatic(), parent, child, **where)

    def cylindrical(self, name: str, parent: Place, child: Place, **where: Unpack[Where]) -> Joint:
        """Turns about an axis and slides along it."""
        return self.joint(name, joints.Cylindrical(), parent, child, **where)

    def universal(self, name: str, parent: Place, child: Place, **where: Unpack[Where]) -> Joint:
        """Two crossed axes: `axis` fixed in the parent, then `second_axis` fixed in the child."""
        return self.joint(name, joints.Universal(), parent, child, **where)

    def spherical(self, name: str, parent: Place, child: Place, **where: Unpack[Where]) -> Joint:
        """Turns freely about a point."""
        return self.joint(name, joints.Spherical(), parent, child, **where)

    def helical(self, name: str, parent: Place, child: Place, *, lead: Scalar, **where: Unpack[Where]) -> Joint:
        """A screw; `lead` is the advance per radian [m/rad] (pitch / 2π)."""
        return self.joint(name, joints.Helical(scalar(lead, f"lead of joint {name!r}")), parent, child, **where)

    def planar(self, name: str, parent: Place, child: Place, **where: Unpack[Where]) -> Joint:
        """Slides in a plane with normal `axis` and turns about it."""
        return self.joint(name, joints.Planar(), parent, child, **where)

    def free(self, name: str, parent: Place, child: Place, **where: Unpack[Where]) -> Joint:
        """No constraint: a body that flies."""
        return self.joint(name, joints.Free(), parent, child, **where)

    def fixed(self, name: str, parent: Place, child: Place, **where: Unpack[Where]) -> Joint:
        """A weld."""
        return self.joint(name, joints.Fixed(), parent, child, **where)

    def joint(
        self,
        name: str,
        type: JointType,
        parent: Place,
        child: Place,
        *,
        point: Triple | None = None,
        axis: Triple | None = None,
        second_axis: Triple | None = None,
        parent_point: Triple | None = None,
        child_point: Triple | None = None,
        parent_axis: Triple | None = None,
        child_axis: Triple | None = None,
        cut: bool | None = None,
    ) -> Joint:
        """Add a joint of a given type. Its axis is the z axis of both joint frames. Three ways to place it:

        - in the drawing pose: one `point` [m] and one `axis`, in world coordinates (the coordinate is then zero there);
        - on each body: `parent_point`, `child_point` and `axis` (same components on both bodies, or `parent_axis` and
          `child_axis`);
        - by frames: pass frames instead of bodies (their z axes, or the `axis` given in them, become the joint axis).
        """
        what = f"joint {name!r}"
        if not isinstance(type, JointType):
            raise DescriptionError(f"{what}: {type!r} is no type of joint: use m.revolute, m.prismatic, …")
        if not (cut is None or isinstance(cut, bool)):
            raise DescriptionError(f"{what}: cut is True, False or None, not {cut!r}.")
        P, C = self._frame(parent, what), self._frame(child, what)
        if P.body is C.body:
            raise DescriptionError(f"{what} ties body {P.body.name!r} to itself: a joint needs two different bodies.")
        if parent_axis is not None and child_axis is not None and axis is not None:
            raise DescriptionError(f"{what}: give either axis, or parent_axis and child_axis, not all three.")
        if point is None:
            places = ((P, parent_point, parent_axis), (C, child_point, child_axis))
            frames = [
                self._joint_frame(F, name, r, own if own is not None else axis, second_axis) for F, r, own in places
            ]
        else:
            if any(x is not None for x in (parent_point, child_point, parent_axis, child_axis)):
                raise DescriptionError(
                    f"{what}: give either one point in the drawing pose or a point on each body, not both."
                )
            if any(F.name != "origin" or F.body.frames.get("origin") is F for F in (P, C)):
                raise DescriptionError(
                    f"{what}: give either a point in the drawing pose, with bodies, or frames on the bodies, not both."
                )
            R = _axes(axis, second_axis, what)
            at = np.array(vector(point, f"point of {what}"), dtype=object)
            frames = [
                Frame(F.body, name, tuple(B.rotation.T @ (at - B.position)), rounded(B.rotation.T @ R))
                for F in (P, C)
                for B in (F.body.placement,)
            ]
        return self._add(self.joints, Joint(name, type, frames[0], frames[1], cut))

    @staticmethod
    def _joint_frame(F: Frame, name: str, point: Any, axis: Any, second_axis: Any) -> Frame:
        """Frame of a joint on one of its bodies, from a point and an axis given in frame F."""
        r = np.array(vector((0, 0, 0) if point is None else point, f"point of joint {name!r}"), dtype=object)
        return Frame(F.body, name, tuple(F.pose @ r), rounded(F.rotation @ _axes(axis, second_axis, f"joint {name!r}")))

    # ------------------------------------------------------------------------------------------------------ couplings

    def rod(self, name: str, a: Place, b: Place, length: Scalar | None = None) -> Rod:
        """Massless rod of constant length between two points; the length of the drawing pose if omitted."""
        A, B = self._pair(a, b, f"rod {name!r}")
        if length is None:
            gap = _in_drawing(B) - _in_drawing(A)
            length = np.sqrt(gap @ gap)
        return self._add(self.couplings, Rod(name, A, B, scalar(length, f"length of rod {name!r}", positive=True)))

    def gear(
        self, name: str, driver: Joint | str, driven: Joint | str, ratio: Scalar, offset: Scalar = 0.0
    ) -> LinearCoupling:
        """Gear pair: angle of `driven` = ratio · angle of `driver` + offset (negative ratio: outside gears).

        Signal `name.effort`: what the pair exerts on the driven joint [N·m].
        """
        return self.coupling(name, [(driven, 1.0), (driver, -scalar(ratio, f"ratio of gear {name!r}"))], offset)

    def rack_and_pinion(
        self, name: str, pinion: Joint | str, rack: Joint | str, radius: Scalar, offset: Scalar = 0.0
    ) -> LinearCoupling:
        """Position of the rack = radius [m] · angle of the pinion + offset. Signal `name.effort`: force on the rack [N]."""
        return self.coupling(
            name, [(rack, 1.0), (pinion, -scalar(radius, f"radius of rack and pinion {name!r}"))], offset
        )

    def coupling(self, name: str, terms: Sequence[tuple[Any, ...]], offset: Scalar = 0.0) -> LinearCoupling:
        """Σ factor · coordinate = offset; `terms` are (joint, factor) or (joint, coordinate, factor).

        Signal `name.effort`: what it exerts on the first of its coordinates.
        """
        what = f"coupling {name!r}"
        full: list[tuple[str, int, Scalar]] = []
        for term in _list(terms, f"terms of {what}"):
            if not isinstance(term, tuple | list) or len(term) not in (2, 3):
                raise DescriptionError(
                    f"{what}: {term!r} is no term: give (joint, factor) or (joint, coordinate, factor)."
                )
            which, factor = (None, term[1]) if len(term) == 2 else (term[1], term[2])
            joint = self._joint(term[0], what)
            if joint.type.quaternion is not None:
                raise DescriptionError(
                    f"{what}: joint {joint.name!r} is {joint.type.kind}; it has no single angle to couple."
                )
            full.append((joint.name, joint.coordinate(which, what), scalar(factor, f"factor of {what}")))
        if not full:
            raise DescriptionError(f"{what} has no terms: give (joint, factor) for each coordinate.")
        return self._add(self.couplings, LinearCoupling(name, tuple(full), scalar(offset, f"offset of {what}")))

    def point_on_line(self, name: str, line: Place, point: Place) -> PointOnLine:
        """A point stays on the z axis of a frame."""
        return self._add(self.couplings, PointOnLine(name, *self._pair(line, point, f"coupling {name!r}")))

    def point_on_plane(self, name: str, plane: Place, point: Place) -> PointOnSurface:
        """A point stays in the x-y plane of a frame."""
        return self._add(self.couplings, PointOnSurface(name, *self._pair(plane, point, f"coupling {name!r}")))

    def point_on_surface(
        self, name: str, frame: Place, point: Place, surface: Callable[[Any, Any, Any], Any]
    ) -> PointOnSurface:
        """A point stays on f(x, y, z) = 0, drawn in a frame; f should be a length."""
        pair = self._pair(frame, point, f"coupling {name!r}")
        return self._add(self.couplings, PointOnSurface(name, *pair, _shape(surface, name)))

    def point_on_curve(
        self, name: str, frame: Place, point: Place, first: Callable[..., Any], second: Callable[..., Any]
    ) -> PointOnCurve:
        """A point stays on the curve f = g = 0, drawn in a frame."""
        pair = self._pair(frame, point, f"coupling {name!r}")
        return self._add(self.couplings, PointOnCurve(name, *pair, (_shape(first, name), _shape(second, name))))

    def linear_closure(self, name: str, a: Place, b: Place, direction: Triple) -> LinearClosure:
        """Along a direction fixed in b, b stays level with a: one of the two rows that all joints are made of."""
        what = f"coupling {name!r}"
        along = _unit(direction, f"direction of {what}")
        return self._add(self.couplings, LinearClosure(name, *self._pair(a, b, what), along))

    def angular_closure(
        self, name: str, a: Place, b: Place, a_direction: Triple, b_direction: Triple
    ) -> AngularClosure:
        """A direction fixed in a and one fixed in b stay at right angles: the other row that joints are made of."""
        what = f"coupling {name!r}"
        ends = _unit(a_direction, f"a_direction of {what}"), _unit(b_direction, f"b_direction of {what}")
        return self._add(self.couplings, AngularClosure(name, *self._pair(a, b, what), *ends))

    def rolling(
        self,
        name: str,
        plane: Place,
        wheel: Place,
        radius: Scalar,
        *,
        axis: Triple = (0.0, 1.0, 0.0),
        grip: Grip = "both",
        supported: bool = True,
    ) -> Rolling:
        """A wheel rolls on the x-y plane of a frame without sliding; its centre is the point `wheel`, its axis fixed there.

        Turning forwards about its axis it moves along axis × normal. The constraint is one of velocities: every place and
        direction on the plane can be reached, none of them sideways.

        Parameters
        ----------
        grip : "both"; "along" where it may slide sideways (rollers of a track), "across" where it may spin
        supported : False where something else keeps its height

        Signals `name.force_x` …: force of the plane on the wheel, in the wheel's axes [N].
        """
        what = f"rolling {name!r}"
        if grip not in ("both", "along", "across"):
            raise DescriptionError(f"{what}: grip is 'both', 'along' or 'across', not {grip!r}.")
        r = scalar(radius, f"radius of {what}", positive=True)
        along = _unit(axis, f"axis of {what}")
        return self._add(
            self.couplings, Rolling(name, *self._pair(plane, wheel, what), r, along, grip, bool(supported))
        )

    def skate(self, name: str, plane: Place, blade: Place, direction: Triple = (1.0, 0.0, 0.0)) -> Skate:
        """A blade, or the middle of a track: a point moves along a direction fixed in its body, never across it.

        Signals `name.force_x` …: force of the plane on the blade, in its own axes [N].
        """
        what = f"skate {name!r}"
        along = _unit(direction, f"direction of {what}")
        return self._add(self.couplings, Skate(name, *self._pair(plane, blade, what), along))

    # ---------------------------------------------------------------------------------------------------------- loads

    def spring(
        self, name: str, a: Place, b: Place, stiffness: Scalar = 0.0, damping: Scalar = 0.0, free_length: Scalar = 0.0,
        preload: Scalar = 0.0, curve: Any = None,
    ) -> Spring:  # fmt: skip
        """Spring-damper between two points [N/m, N·s/m, m, N]; `curve` is tension against elongation, T(l − l₀)."""
        A, B = self._pair(a, b, f"spring {name!r}")
        return self._add(self.loads, Spring(name, A, B, _law(name, stiffness, damping, free_length, preload, curve)))

    def joint_spring(
        self, name: str, joint: Joint | str, stiffness: Scalar = 0.0, damping: Scalar = 0.0, rest: Scalar = 0.0,
        preload: Scalar = 0.0, curve: Any = None, coordinate: str | int | None = None,
    ) -> JointSpring:  # fmt: skip
        """Spring-damper on a joint coordinate: effort = −[preload + k (x − rest) + c ẋ]."""
        J, i = self._coordinate(joint, coordinate, f"spring {name!r}")
        if J.type.quaternion is not None and (stiffness != 0 or preload != 0 or curve is not None):
            raise DescriptionError(
                f"spring {name!r}: joint {J.name!r} is {J.type.kind}; use m.bushing for a rotational spring there."
            )
        return self._add(self.loads, JointSpring(name, J.name, i, _law(name, stiffness, damping, rest, preload, curve)))

    def bushing(self, name: str, a: Place, b: Place, stiffness: Any, damping: Any = 0.0, free: Any = ()) -> Bushing:
        """Six springs and dampers between two frames, angular first; `free` lists directions that carry nothing (0 to 5)."""
        what = f"bushing {name!r}"
        k = tuple(scalar(x, f"stiffness of {what}", nonnegative=True) for x in six(stiffness, f"stiffness of {what}"))
        c = tuple(scalar(x, f"damping of {what}", nonnegative=True) for x in six(damping, f"damping of {what}"))
        free = _list(free, f"free directions of {what}")
        if any(not isinstance(i, int | np.integer) or isinstance(i, bool) or i not in range(6) for i in free):
            raise DescriptionError(
                f"{what}: free directions are numbers 0 to 5 (angular x y z, linear x y z), not {free!r}."
            )
        return self._add(self.loads, Bushing(name, *self._pair(a, b, what), k, c, tuple(i in free for i in range(6))))

    def friction(
        self, name: str, joint: Joint | str, viscous: Scalar = 0.0, coulomb: Scalar = 0.0, static: Scalar | None = None,
        stribeck_speed: Scalar = 0.1, smoothing: Scalar = 1e-3, coordinate: str | int | None = None,
    ) -> Friction:  # fmt: skip
        """Viscous + smooth Coulomb/Stribeck friction on a joint coordinate; see `Friction`."""
        J, i = self._coordinate(joint, coordinate, f"friction {name!r}")
        for value, label in ((viscous, "viscous"), (coulomb, "coulomb"), (0.0 if static is None else static, "static")):
            scalar(value, f"{label} coefficient of friction {name!r}", nonnegative=True)
        for value, label in ((stribeck_speed, "stribeck_speed"), (smoothing, "smoothing")):
            scalar(value, f"{label} of friction {name!r}", positive=True)
        return self._add(self.loads, Friction(name, J.name, i, viscous, coulomb, static, stribeck_speed, smoothing))

    def stop(
        self, name: str, joint: Joint | str, lower: Scalar | None = None, upper: Scalar | None = None, *, stiffness: Scalar,
        damping: Scalar = 0.0, coordinate: str | int | None = None,
    ) -> Stop:  # fmt: skip
        """Compliant end stops of a joint coordinate; see `Stop`."""
        J, i = self._coordinate(joint, coordinate, f"stop {name!r}")
        if lower is None and upper is None:
            raise DescriptionError(f"stop {name!r} has no limit: give lower, upper or both.")
        for value, label in ((lower, "lower"), (upper, "upper")):
            if value is not None:
                scalar(value, f"{label} limit of stop {name!r}")
        if lower is not None and upper is not None and nominal(lower) >= nominal(upper):
            raise DescriptionError(
                f"stop {name!r}: lower limit {nominal(lower):g} is not below the upper one {nominal(upper):g}."
            )
        scalar(stiffness, f"stiffness of stop {name!r}", positive=True)
        scalar(damping, f"damping of stop {name!r}", nonnegative=True)
        return self._add(self.loads, Stop(name, J.name, i, lower, upper, stiffness, damping))

    def wrench(
        self, name: str, at: Place, force: Any = (0.0, 0.0, 0.0), moment: Any = (0.0, 0.0, 0.0),
        axes: Literal["frame", "ground"] = "ground",
    ) -> AppliedWrench:  # fmt: skip
        """Force [N] and moment [N·m] on a body; entries are numbers, functions of time (the argument is called `t` or
        `time`), or functions of signals (any other name of the argument, `lambda s: -2 * s["A.rate"]`)."""
        what = f"wrench {name!r}"
        entries = [_components(v, f"{label} of {what}") for v, label in ((force, "force"), (moment, "moment"))]
        if not isinstance(axes, str) or axes not in ("frame", "ground"):
            raise DescriptionError(f"{what}: axes are 'frame' or 'ground', not {axes!r}.")
        return self._add(self.loads, AppliedWrench(name, self._frame(at, what), entries[0], entries[1], axes))

    def user_effort(
        self, name: str, joint: Joint | str, law: Callable[[Any], Any], coordinate: str | int | None = None
    ) -> UserEffort:
        """Effort on a joint coordinate, any expression of the signals: `lambda s: -k * s["A.angle"] ** 3`.

        A function whose argument is called `t` or `time` receives the time instead.
        """
        J, i = self._coordinate(joint, coordinate, f"effort {name!r}")
        return self._add(self.loads, UserEffort(name, J.name, i, _callable(law, name)))

    def user_force(self, name: str, a: Place, b: Place, law: Callable[[Any], Any]) -> UserForce:
        """Tension between two points, any expression of the signals; positive pulls them together.

        A function whose argument is called `t` or `time` receives the time instead.
        """
        return self._add(self.loads, UserForce(name, *self._pair(a, b, f"force {name!r}"), _callable(law, name)))

    def contact(self, law: Contact) -> Contact:
        """Contact of a body with its surroundings (a tyre, a foot): a law that sees how its frame stands and moves."""
        if not isinstance(law, Contact):
            raise DescriptionError(f"{law!r} is no contact: give an object of a class derived from `Contact`.")
        return self._add(self.loads, replace(law, frame=self._frame(law.frame, f"contact {law.name!r}")))

    def blade(
        self, name: str, at: Place, *, width: Scalar, density: Scalar, cohesion: Scalar, friction_angle: Scalar,
        tool_friction: Scalar, adhesion: Scalar = 0.0, surcharge: Scalar = 0.0, thickness: Scalar = 0.02,
        gravity: Scalar = 9.81, smoothing: Scalar = 0.01, surface: Place = "ground",
    ) -> Blade:  # fmt: skip
        """A blade or bucket that cuts soil (fundamental equation of earth moving); for equations and signs see `Blade`.

        Parameters
        ----------
        at : frame at the middle of the cutting edge: x along the blade and out of the edge, y along the edge, z out of its face
        width, thickness : of the edge [m]
        density, cohesion, friction_angle : ρ [kg/m³], c [Pa] and φ [rad] of the soil
        tool_friction, adhesion : δ [rad] and c_a [Pa] between soil and blade
        surcharge : q on the surface [Pa]
        gravity : that makes the soil heavy [m/s²]
        smoothing : speed v₀ of the blade at which the soil resists nearly in full [m/s]
        surface : frame on the ground: its origin lies on the surface of the soil, its z axis is the normal
        """
        what = f"blade {name!r}"
        above = {"width": width, "density": density, "friction_angle": friction_angle, "thickness": thickness,
                 "smoothing": smoothing}  # fmt: skip
        others = {"cohesion": cohesion, "tool_friction": tool_friction, "adhesion": adhesion, "surcharge": surcharge,
                  "gravity": gravity}  # fmt: skip
        data = {key: scalar(x, f"{key} of {what}", positive=True) for key, x in above.items()}
        data |= {key: scalar(x, f"{key} of {what}", nonnegative=True) for key, x in others.items()}
        for key in ("friction_angle", "tool_friction"):
            if nominal(data[key]) > np.pi / 3:
                raise DescriptionError(
                    f"{key} of {what} is {nominal(data[key]):g} rad: soils have less than 60°. Multiply degrees by biela.deg."
                )
        return self._add(self.loads, Blade(name, self._frame(at, what), surface=self._surface(surface, what), **data))

    def footing(
        self, name: str, at: Place, *, stiffness: Scalar, damping: Scalar = 0.0, friction: Scalar = 0.0,
        smoothing: Scalar = 1e-3, surface: Place = "ground",
    ) -> Footing:  # fmt: skip
        """A point that stands on compliant ground: spring and damper that only push, and friction; see `Footing`.

        Parameters
        ----------
        at : the point that touches the ground
        stiffness, damping : k [N/m], and e [s/m] of k δ (1 + 3/2 e δ̇)
        friction : μ [1];  smoothing : sliding speed v₀ below which it is viscous [m/s]
        surface : frame on the ground: its origin lies on the plane, its z axis is the normal
        """
        what = f"footing {name!r}"
        scalar(stiffness, f"stiffness of {what}", positive=True)
        scalar(smoothing, f"smoothing of {what}", positive=True)
        for key, x in (("damping", damping), ("friction", friction)):
            scalar(x, f"{key} of {what}", nonnegative=True)
        plane = self._surface(surface, what)
        return self._add(
            self.loads, Footing(name, self._frame(at, what), stiffness, plane, damping, friction, smoothing)
        )

    def _surface(self, where: Place, what: str) -> Frame:
        """A frame on the ground, whose z axis is the normal of a surface."""
        frame = self._frame(where, f"surface of {what}")
        if not frame.body.is_ground:
            raise DescriptionError(f"surface of {what} is on body {frame.body.name!r}: it must be on the ground.")
        return frame

    # --------------------------------------------------------------------------------- actuators, drives and sensors

    def motor(self, name: str, joint: Joint | str, coordinate: str | int | None = None) -> JointActuator:
        """An input: effort on a joint coordinate [N·m or N]."""
        J, i = self._coordinate(joint, coordinate, f"motor {name!r}")
        return self._add(self.actuators, JointActuator(name, J.name, i, J.type.efforts[i].unit))

    def thruster(self, name: str, a: Place, b: Place) -> LineActuator:
        """An input: thrust between two points [N]; positive pushes them apart."""
        return self._add(self.actuators, LineActuator(name, *self._pair(a, b, f"thruster {name!r}")))

    def drive(
        self, joint: Joint | str, motion: Any, coordinate: str | int | None = None, name: str | None = None
    ) -> Drive:
        """Prescribe a joint coordinate as a function of time; the driving effort becomes the signal `name.effort`."""
        J, i = self._coordinate(joint, coordinate, "drive")
        if J.type.quaternion is not None:
            raise DescriptionError(
                f"drive of joint {J.name!r}: a {J.type.kind} joint has no single coordinate to prescribe."
            )
        name = f"{J.name}_drive" if name is None else name
        if any(d.joint == J.name and d.coordinate == i for d in self.drives.values()):
            raise DescriptionError(f"joint {J.name!r} is driven twice: remove one drive.")
        return self._add(self.drives, Drive(name, J.name, i, function(motion, f"motion of drive {name!r}")))

    def point_sensor(self, name: str, at: Place, axes: str = "xyz", **errors: Unpack[Imperfect]) -> FrameSensor:
        """Position, velocity and acceleration of a point, in ground axes; for the errors of sensors see `Errors`."""
        return self._add(self.sensors, self._at_frame(name, at, "point", axes, errors))

    def position_sensor(self, name: str, at: Place, axes: str = "xyz", **errors: Unpack[Imperfect]) -> FrameSensor:
        """Position of a point in ground axes, as satellites or a camera give it."""
        return self._add(self.sensors, self._at_frame(name, at, "position", axes, errors))

    def gyroscope(self, name: str, at: Place, axes: str = "xyz", **errors: Unpack[Imperfect]) -> FrameSensor:
        """Angular velocity in the axes of the frame."""
        return self._add(self.sensors, self._at_frame(name, at, "gyroscope", axes, errors))

    def accelerometer(self, name: str, at: Place, axes: str = "xyz", **errors: Unpack[Imperfect]) -> FrameSensor:
        """Acceleration minus gravity in the axes of the frame."""
        return self._add(self.sensors, self._at_frame(name, at, "accelerometer", axes, errors))

    def imu(self, name: str, at: Place, axes: str = "xyz", **errors: Unpack[Imperfect]) -> FrameSensor:
        """Gyroscope and accelerometer in one: rates first, then accelerations; errors have one entry for all, or for each."""
        return self._add(self.sensors, self._at_frame(name, at, "imu", axes, errors))

    def _at_frame(self, name: str, at: Place, kind: Any, axes: str, errors: Any) -> FrameSensor:
        count = len(checked_axes(axes, name)) * (2 if kind == "imu" else 1)
        return FrameSensor(name, self._frame(at, f"sensor {name!r}"), kind, axes, Errors.of(name, count, errors))

    def distance_sensor(self, name: str, a: Place, b: Place, **errors: Unpack[Imperfect]) -> DistanceSensor:
        """Distance between two points and its rate: a cable, a laser."""
        own = Errors.of(name, 1, errors)
        return self._add(self.sensors, DistanceSensor(name, *self._pair(a, b, f"sensor {name!r}"), own))

    def user_sensor(
        self, name: str, law: Callable[[Any], Any], unit: str = "", **errors: Unpack[Imperfect]
    ) -> UserSensor:
        """Any expression of the signals, accelerations and reactions too, as signal `name.value`."""
        own = Errors.of(name, 1, errors)
        return self._add(
            self.sensors, UserSensor(name, _callable(law, name), _text(unit, f"unit of sensor {name!r}"), own)
        )

    def encoder(
        self, name: str, joint: Joint | str, coordinate: str | int | None = None, *, period: float = 0.0,
        **errors: Unpack[Imperfect],
    ) -> SignalSensor:  # fmt: skip
        """Coordinate of a joint; `period` is the turn after which an absolute one begins anew [rad], 0 if turns are counted."""
        J, i = self._coordinate(joint, coordinate, f"sensor {name!r}")
        if J.type.quaternion is not None:
            raise DescriptionError(f"sensor {name!r}: a {J.type.kind} joint has no single angle to read.")
        turn = scalar(period, f"period of sensor {name!r}", nonnegative=True)
        signal = f"{J.name}.{J.type.coordinates[i].name}"
        return self._add(
            self.sensors, SignalSensor(name, (signal,), "encoder", nominal(turn), Errors.of(name, 1, errors))
        )

    def gauge(self, name: str, *signals: str, kind: str = "signal", **errors: Unpack[Imperfect]) -> SignalSensor:
        """Measures signals by name: pressures, flows, forces and moments of joints (a load cell), speeds."""
        for signal in signals:
            _text(signal, f"signal of sensor {name!r}")
        if not signals:
            raise DescriptionError(f"sensor {name!r} reads nothing: name its signals, such as 'boom/head.pressure'.")
        own = Errors.of(name, len(signals), errors)
        return self._add(self.sensors, SignalSensor(name, signals, kind, 0.0, own))

    def pressure_sensor(self, name: str, signal: str, **errors: Unpack[Imperfect]) -> SignalSensor:
        """A pressure of a network [Pa]."""
        return self.gauge(name, signal, kind="pressure", **errors)

    def flow_sensor(self, name: str, signal: str, **errors: Unpack[Imperfect]) -> SignalSensor:
        """A flow of a network [m³/s]."""
        return self.gauge(name, signal, kind="flow", **errors)

    def load_cell(
        self, name: str, joint: Joint | str, quantity: str = "force_on_child_x", **errors: Unpack[Imperfect]
    ) -> SignalSensor:
        """A force or moment that a joint carries: any of its signals of reaction or effort."""
        return self.gauge(name, f"{self._joint(joint, f'sensor {name!r}').name}.{quantity}", kind="force", **errors)

    # -------------------------------------------------------------------------------------------------------- pictures

    def draw(self, name: Body | str, *shapes: Shape) -> None:
        """How something looks in pictures: shapes on a body, or a `Telescope` on a line element (`"boom_cylinder"`) or on the line
        port of a network (`"hydraulics/boom"`). See `biela.mechanism.shape`; the equations know nothing of it."""
        self._refuse_if_frozen()
        name = name.name if isinstance(name, Body) else _text(name, "what to draw")
        lines = [f"{a.prefix}{p.name}" for a in self.networks.values() for p in a.ports]
        known = [*self.bodies, *self.couplings, *self.loads, *self.actuators, *lines]
        if name not in known:
            raise UnknownName(f"{self.name!r} has nothing called {name!r} to draw.{nearest(name, known)}")
        for shape in shapes:
            if not isinstance(shape, Shape):
                raise DescriptionError(f"{shape!r} is no shape to draw {name!r} with: see biela.mechanism.shape.")
            if isinstance(shape, Telescope) == (name in self.bodies):
                raise DescriptionError(
                    f"a {type(shape).__name__.lower()} cannot be drawn on {name!r}: bodies take boxes, prisms, tubes and balls, "
                    "lines take telescopes."
                )
        self.shapes[name] = (*self.shapes.get(name, ()), *shapes)

    # ------------------------------------------------------------------------------------------------------- networks

    def attach(
        self,
        network: Any,
        ports: Mapping[str, Any] | None = None,
        *,
        name: str | None = None,
        prefix: str | None = None,
    ) -> Attachment:
        """Attach a power network (see `biela.network`): its states, energies and signals become the machine's.

        Parameters
        ----------
        ports : exposed port → where: a joint (`"A"`, or `("A", "angle")` where it has several coordinates), a line `(a, b)`
            between two points, a frame or body, or a `BodyPort(…)`. The network takes the flow there and returns an effort
        prefix : before the names of its signals and inputs; `name/` if omitted
        """
        self._refuse_if_frozen()
        return attach(self, network, ports, name, prefix)

    # ----------------------------------------------------------------------------------------------------------- state

    @cached_property
    def topology(self) -> Topology:
        """Spanning tree and cut joints. Asking for it freezes the mechanism."""
        self._refuse_dangling()
        self._refuse_foreign_parameters()
        tree = spanning_tree(self)
        if not self._lock.closed:
            for store in STORES:
                setattr(self, store, Sealed(getattr(self, store)))
            for body in self.bodies.values():
                object.__setattr__(body, "frames", Sealed(body.frames))
            self._lock.closed = True
        return tree

    def edit(self) -> Mechanism:
        """An open copy that shares nothing with this machine: change it, and use it as a new one.

        Bodies and frames of this machine, given to the copy's methods, stand for its own of the same name.
        """
        twin = Mechanism(self.name)
        twin._origins = (*self._origins, self._lock)
        twin.gravity = self.gravity
        for name, body in self.bodies.items():
            own = replace(body, frames={}, lock=twin._lock)
            own.frames.update({k: Frame(own, k, f.position, f.rotation) for k, f in body.frames.items()})
            twin.bodies[name] = own
        twin.ground = twin.bodies["ground"]
        for store in STORES[1:]:
            setattr(twin, store, {name: _rebound(x, twin.bodies) for name, x in getattr(self, store).items()})
        twin.shapes, twin.schedules = dict(self.shapes), dict(self.schedules)
        return twin

    def remove(self, name: str) -> None:
        """Take an object (joint, coupling, load, actuator, drive, sensor, network) out again."""
        self._refuse_if_frozen()
        _text(name, "the name of what to remove")
        for kind, things in (("body", self.bodies), ("parameter", self.parameters)):
            if name in things:
                raise DescriptionError(
                    f"{name!r} is a {kind}: other objects may stand on it, so it stays. Describe the machine without it instead."
                )
        for store in (
            self.joints,
            self.couplings,
            self.loads,
            self.actuators,
            self.drives,
            self.sensors,
            self.networks,
        ):
            if name in store:
                del store[name]  # type: ignore[attr-defined]
                for label in [k for k, a in self.actuators.items() if getattr(a, "network", None) == name]:
                    del self.actuators[label]
                return
        raise UnknownName(f"{self.name!r} has no object {name!r} to remove.{nearest(str(name), self.names())}")

    def names(self) -> list[str]:
        """Names of all objects."""
        return [n for store in self._stores() for n in store]

    def loaded_joints(self) -> set[str]:
        """Joints that carry a load, an actuator, a drive or a coupling of coordinates."""
        ports = [port for network in self.networks.values() for port in network.ports]
        objects = [*self.loads.values(), *self.actuators.values(), *self.drives.values(), *ports]
        busy = {o.joint for o in objects if hasattr(o, "joint")}
        return busy | {t[0] for c in self.couplings.values() if isinstance(c, LinearCoupling) for t in c.terms}

    def __repr__(self) -> str:
        moving = count(len(self.bodies) - 1, "body", "bodies")
        return (
            f"<Mechanism {self.name!r}: {moving}, {count(len(self.joints), 'joint')}, {count(len(self.loads), 'load')}>"
        )

    def _repr_html_(self) -> str:
        """A picture and the parts, in notebooks."""
        from biela.report.notebook import machine_html

        return machine_html(self)

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_"):
            self._lock.refuse()
            if name == "name":
                self._lock.machine = value
        super().__setattr__(name, value)

    def __copy__(self) -> Mechanism:
        return self.edit()

    def __getstate__(self) -> dict[str, Any]:
        """Without what can be derived again: compiled functions are not copied and not written to files."""
        derived = ("topology", "_compiled", "_canonical", "_attached")
        return {k: v for k, v in self.__dict__.items() if k not in derived}

    # ------------------------------------------------------------------------- doors to the algorithms, one line each

    def check(self, state: State | Mapping[str, Any] | None = None) -> Check:
        """Mobility, loops, redundancy and suspicious data in plain words; see `biela.check`."""
        from biela.analysis.check import check

        return check(self, state)

    def assemble(self, coordinates: Mapping[str, Any] | None = None, **options: Any) -> State:
        """A state with all loops closed; see `biela.assemble`."""
        from biela.simulate.assemble import assemble

        return assemble(self, coordinates, **options)

    def branches(self, coordinates: Mapping[str, Any] | None = None, **options: Any) -> list[State]:
        """All assemblies found at given coordinates; see `biela.simulate.branches`."""
        from biela.simulate.assemble import branches

        return branches(self, coordinates, **options)

    def equilibrium(self, start: State | Mapping[str, Any] | None = None, **options: Any) -> Equilibrium:
        """Static equilibrium; see `biela.equilibrium`."""
        from biela.simulate.equilibrium import equilibrium

        return equilibrium(self, start, **options)

    def equilibria(self, **options: Any) -> list[Equilibrium]:
        """Different equilibria, from many starts; see `biela.simulate.equilibria`."""
        from biela.simulate.equilibrium import equilibria

        return equilibria(self, **options)

    def simulate(
        self, start: State | Mapping[str, Any] | None = None, duration: float = 10.0, **options: Any
    ) -> History:
        """Run the machine; see `biela.simulate`."""
        from biela.simulate.run import simulate

        return simulate(self, start, duration, **options)

    def simulate_batch(self, start: Any = None, duration: float = 10.0, **options: Any) -> Batch:
        """Run many at once; see `biela.simulate_batch`."""
        from biela.simulate.batch import simulate_batch

        return simulate_batch(self, start, duration, **options)

    def linearise(self, state: State | Mapping[str, Any] | None = None, **options: Any) -> Linearisation:
        """A, B, C, D in independent coordinates; see `biela.linearise`."""
        from biela.analysis.linearise import linearise

        return linearise(self, state, **options)

    def inverse_kinematics(self, frame: Any, position: Any = None, orientation: Any = None, **options: Any) -> State:
        """A state with a frame at a pose; see `biela.simulate.inverse_kinematics`."""
        from biela.simulate.inverse_kinematics import inverse_kinematics

        return inverse_kinematics(self, frame, position, orientation, **options)

    def inverse_dynamics(self, motion: Mapping[str, Any], duration: float, **options: Any) -> InverseRun:
        """Efforts that make joints or frames move as told; see `biela.inverse_dynamics`."""
        from biela.simulate.inverse import inverse_dynamics

        return inverse_dynamics(self, motion, duration, **options)

    # -------------------------------------------------------------------------------------------------------- internal

    def _stores(self) -> list[dict[str, Any]]:
        return [getattr(self, store) for store in STORES]

    def _refuse_if_frozen(self) -> None:
        self._lock.refuse()

    def _refuse_dangling(self) -> None:
        """Everything that sits on a joint must find it, also after some were removed."""
        ports = [port for network in self.networks.values() for port in network.ports]
        for thing in (
            *self.loads.values(),
            *self.actuators.values(),
            *self.drives.values(),
            *ports,
            *self.couplings.values(),
        ):
            own = [thing.joint] if hasattr(thing, "joint") else [term[0] for term in getattr(thing, "terms", ())]
            for joint in own:
                if joint not in self.joints:
                    raise UnknownName(f"{thing.name!r} sits on joint {joint!r}, which is not there: remove it too.")

    def _refuse_foreign_parameters(self) -> None:
        """A parameter of another machine would silently be a constant."""
        for owner, x in (
            ("gravity", self.gravity),
            *((repr(n), x) for store in self._stores() for n, x in store.items()),
        ):
            for parameter in sorted(_parameters(x), key=lambda p: p.name):
                if self.parameters.get(parameter.name) is not parameter:
                    raise DescriptionError(f"{owner}: {foreign(parameter)}")

    def _add(self, store: dict[str, Any], thing: T) -> T:
        self._refuse_if_frozen()
        name: str = thing.name  # type: ignore[attr-defined]
        refuse_bad_name(name)
        if name in RESERVED:
            raise DescriptionError(f"{name!r} is a name that signals already have: choose another name.")
        if any(name in other for other in self._stores()):
            raise DuplicateName(f"{self.name!r} already has an object {name!r}: choose another name.")
        store[name] = thing
        return thing

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
            return _rebound(where, self.bodies)  # type: ignore[no-any-return]
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


def _callable(law: Any, name: str) -> Callable[[Any], Any]:
    if not callable(law) or isinstance(law, Expression):
        raise DescriptionError(
            f"law of {name!r} is {law!r}: give a function of the signals, such as lambda s: -2 * s[…]."
        )
    return law  # type: ignore[no-any-return]


def _shape(f: Any, name: str) -> Callable[[Any, Any, Any], Any]:
    if not callable(f) or isinstance(f, Expression):
        raise DescriptionError(
            f"coupling {name!r}: {f!r} is no surface: give a function of x, y, z that is zero on it."
        )
    return f  # type: ignore[no-any-return]


def _components(v: Any, what: str) -> tuple[Any, ...]:
    """Three components, each a number or a function."""
    if callable(v) and not isinstance(v, Expression):
        raise DescriptionError(f"{what} is one function: give three components, such as (0, lambda t: 5 * t, 0).")
    entries = _list(v, what)
    if len(entries) != 3:
        raise DescriptionError(f"{what} has {len(entries)} components: give three.")
    return tuple(x if callable(x) and not isinstance(x, Expression) else scalar(x, what) for x in entries)


def _list(x: Any, what: str) -> tuple[Any, ...]:
    if isinstance(x, str | Mapping):
        raise DescriptionError(f"{what}: {x!r} is not a list.")
    try:
        return tuple(x)
    except TypeError:
        raise DescriptionError(f"{what}: {x!r} is not a list.") from None


def _text(x: Any, what: str) -> str:
    if not isinstance(x, str):
        raise DescriptionError(f"{what} is {x!r}: give some text.")
    return x


def _rebound(x: Any, bodies: Mapping[str, Body]) -> Any:
    """A part of a description, moved to bodies of the same names on another machine."""
    if isinstance(x, Frame):
        body = bodies[x.body.name]
        drawn = x.body.frames.get(x.name) is x and x.name in body.frames
        return body.frames[x.name] if drawn else Frame(body, x.name, x.position, x.rotation)
    if isinstance(x, tuple):
        return tuple(_rebound(e, bodies) for e in x)
    if is_dataclass(x) and not isinstance(x, type):
        old = {f.name: getattr(x, f.name) for f in fields(x)}
        new = {k: _rebound(v, bodies) for k, v in old.items() if isinstance(v, Frame | tuple)}
        return replace(x, **new)
    return x


def _parameters(x: Any) -> set[Parameter]:
    """All parameters in a part of a description."""
    if isinstance(x, Parameter):
        return {x}
    if isinstance(x, Body):
        frames = [frame.position for frame in x.frames.values()]
        return parameters_in((x.mass, x.com, x.inertia, np.asarray(x.placement.position, dtype=object), frames))
    if isinstance(x, Frame):
        return parameters_in(x.position)
    if isinstance(x, tuple):
        return {p for e in x for p in _parameters(e)}
    if is_dataclass(x) and not isinstance(x, type):
        return {p for f in fields(x) for p in _parameters(getattr(x, f.name))}
    return parameters_in(x)


def _law(name: str, stiffness: Scalar, damping: Scalar, rest: Scalar, preload: Scalar, curve: Any) -> Law:
    scalar(stiffness, f"stiffness of spring {name!r}", nonnegative=True)
    scalar(damping, f"damping of spring {name!r}", nonnegative=True)
    scalar(rest, f"rest position of spring {name!r}")
    scalar(preload, f"preload of spring {name!r}")
    return Law(
        stiffness, damping, rest, preload, None if curve is None else function(curve, f"curve of spring {name!r}")
    )


def _tensor(inertia: Any, axes: Any, what: str) -> Any:
    if inertia is None:
        return np.zeros((3, 3), dtype=object)
    try:
        tensor = np.array(inertia, dtype=object)
    except ValueError:
        raise DescriptionError(f"inertia of {what}: give a 3×3 tensor or three principal moments.") from None
    if tensor.shape == (3,):
        tensor = np.diag(tensor)
    if tensor.shape != (3, 3):
        raise DescriptionError(
            f"inertia of {what}: give a 3×3 tensor or three principal moments, not shape {tensor.shape}."
        )
    for x in tensor.flat:
        scalar(x, f"inertia of {what}")
    if axes is not None:
        R = rotation_matrix(axes, f"principal axes of {what}")
        tensor = R @ tensor @ R.T
    return tensor


def _axes(axis: Any, second: Any, what: str) -> Any:
    """Rotation whose z column is the axis; its y column the second axis where one is given."""
    z = np.array([0.0, 0.0, 1.0]) if axis is None else direction(axis, f"axis of {what}")
    if np.linalg.norm(z) < 1e-12:
        raise DescriptionError(f"axis of {what} is zero: give a direction.")
    if second is None:
        return so3.align(z / np.linalg.norm(z))
    z = z / np.linalg.norm(z)
    y = direction(second, f"second axis of {what}")
    if np.linalg.norm(y) < 1e-12 or abs(y @ z) > 1e-9 * np.linalg.norm(y):
        raise DescriptionError(f"second axis of {what} must be a direction at right angles to the first.")
    y = y / np.linalg.norm(y)
    return np.column_stack([np.cross(y, z), y, z])


def _unit(v: Any, what: str) -> tuple[float, ...]:
    """A direction of unit length."""
    d = direction(v, what)
    size = float(np.linalg.norm(d))
    if not np.isfinite(size) or size == 0.0:
        raise DescriptionError(f"{what} is {v!r}: give a direction, which is not zero.")
    return tuple(float(x) for x in (d if abs(size - 1.0) < 1e-12 else d / size))


def _in_drawing(frame: Frame) -> Any:
    """Position of a frame in the drawing pose."""
    return frame.body.placement @ np.array(frame.position, dtype=object)
