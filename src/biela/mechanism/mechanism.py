"""A machine described: bodies, joints, couplings, loads, actuators, drives, sensors."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np

from biela.errors import DescriptionError, DuplicateName, FrozenMechanism, UnknownName, nearest
from biela.lie import so3
from biela.lie.inertia import SpatialInertia
from biela.lie.se3 import Pose
from biela.mechanism import joint as joints
from biela.mechanism.actuator import Actuator, Drive, JointActuator, LineActuator
from biela.mechanism.coupling import LinearCoupling, PairCoupling, PointOnCurve, PointOnLine, PointOnSurface, Rod
from biela.mechanism.frame import Body, Frame, rotation_matrix
from biela.mechanism.joint import JointType
from biela.mechanism.load import AppliedWrench, Bushing, Friction, JointSpring, Spring, Stop, UserEffort, UserForce
from biela.mechanism.load.bushing import six
from biela.mechanism.load.spring_damper import Law
from biela.mechanism.motion import function
from biela.mechanism.parameter import Expression, Parameter, Scalar, nominal, scalar, vector
from biela.mechanism.sensor import DistanceSensor, FrameSensor, Sensor, UserSensor
from biela.mechanism.topology import Topology, spanning_tree

if TYPE_CHECKING:
    from biela.analysis.check import Check
    from biela.analysis.linearise import Linearisation
    from biela.simulate.batch import Batch
    from biela.simulate.history import History
    from biela.simulate.state import State

Load = Spring | JointSpring | Bushing | Friction | Stop | AppliedWrench | UserEffort | UserForce
Coupling = PairCoupling | LinearCoupling
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Joint:
    """A joint between a frame on its parent body and a frame on its child body; see `biela.mechanism.joint`."""

    name: str
    type: JointType
    parent: Frame
    child: Frame
    cut: bool | None = None  # True: close the loop here; False: never; None: biela chooses

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
        if not 0 <= which < len(names):
            raise DescriptionError(f"{what}: joint {self.name!r} has coordinates 0 to {len(names) - 1}, not {which}.")
        return which

    def __repr__(self) -> str:
        return f"<{self.type.kind} {self.name!r}: {self.parent.body.name} → {self.child.body.name}>"


class Mechanism:
    """A machine: add bodies, joints and loads, then use it. It freezes on first use; `edit()` gives an open copy.

    Parameters
    ----------
    name : what to call it
    gravity : acceleration of gravity in ground axes [m/s²]; entries may be free parameters
    """

    def __init__(self, name: str, gravity: Any = (0.0, 0.0, -9.81)):
        self.name = name
        self.gravity = vector(gravity, f"gravity of {name!r}")
        self.ground = Body("ground", is_ground=True)
        self.bodies: dict[str, Body] = {"ground": self.ground}
        self.joints: dict[str, Joint] = {}
        self.couplings: dict[str, Coupling] = {}
        self.loads: dict[str, Load] = {}
        self.actuators: dict[str, Actuator] = {}
        self.drives: dict[str, Drive] = {}
        self.sensors: dict[str, Sensor] = {}
        self.parameters: dict[str, Parameter] = {}
        self._frozen = False

    # ------------------------------------------------------------------------------------------ parameters and bodies

    def parameter(self, name: str, value: float, unit: str = "") -> Parameter:
        """Declare a free parameter; use it, or arithmetic with it, wherever a number is asked for."""
        return self._add(self.parameters, Parameter(name, value, unit))

    def body(
        self,
        name: str,
        mass: Scalar = 0.0,
        com: Any = (0.0, 0.0, 0.0),
        inertia: Any = None,
        *,
        principal_axes: Any = None,
        position: Any = (0.0, 0.0, 0.0),
        rotation: Any = None,
    ) -> Body:
        """Add a rigid body.

        Parameters
        ----------
        mass : [kg]
        com : centre of mass in the body frame [m]
        inertia : about the centre of mass [kg·m²]: a 3×3 tensor, or three principal moments; none for a point mass
        principal_axes : rotation of the axes in which `inertia` is given (3×3, or roll-pitch-yaw); the body's if omitted
        position, rotation : where the body frame stands in the drawing pose; the world frame if omitted
        """
        what = f"body {name!r}"
        tensor = _tensor(inertia, principal_axes, what)
        mass = scalar(mass, f"mass of {what}", nonnegative=True)
        com = vector(com, f"centre of mass of {what}")
        try:
            SpatialInertia(nominal(mass), nominal(com), nominal(tensor)).check()
        except ValueError as error:
            raise DescriptionError(f"inertia of {what}: {error}") from None
        R = np.eye(3) if rotation is None else rotation_matrix(rotation, what)
        placement = Pose(R, np.array(vector(position, f"position of {what}"), dtype=object))
        return self._add(self.bodies, Body(name, mass, com, tuple(map(tuple, tensor.tolist())), placement))

    # --------------------------------------------------------------------------------------------------------- joints

    def revolute(self, name: str, parent: Any, child: Any, **where: Any) -> Joint:
        """Turns about one axis; see `joint` for the ways to say where."""
        return self.joint(name, joints.Revolute(), parent, child, **where)

    def prismatic(self, name: str, parent: Any, child: Any, **where: Any) -> Joint:
        """Slides along one axis."""
        return self.joint(name, joints.Prismatic(), parent, child, **where)

    def cylindrical(self, name: str, parent: Any, child: Any, **where: Any) -> Joint:
        """Turns about an axis and slides along it."""
        return self.joint(name, joints.Cylindrical(), parent, child, **where)

    def universal(self, name: str, parent: Any, child: Any, **where: Any) -> Joint:
        """Two crossed axes: `axis` fixed in the parent, then `second_axis` fixed in the child."""
        return self.joint(name, joints.Universal(), parent, child, **where)

    def spherical(self, name: str, parent: Any, child: Any, **where: Any) -> Joint:
        """Turns freely about a point."""
        return self.joint(name, joints.Spherical(), parent, child, **where)

    def helical(self, name: str, parent: Any, child: Any, *, lead: Scalar, **where: Any) -> Joint:
        """A screw; `lead` is the advance per radian [m/rad] (pitch / 2π)."""
        return self.joint(name, joints.Helical(scalar(lead, f"lead of joint {name!r}")), parent, child, **where)

    def planar(self, name: str, parent: Any, child: Any, **where: Any) -> Joint:
        """Slides in a plane with normal `axis` and turns about it."""
        return self.joint(name, joints.Planar(), parent, child, **where)

    def free(self, name: str, parent: Any, child: Any, **where: Any) -> Joint:
        """No constraint: a body that flies."""
        return self.joint(name, joints.Free(), parent, child, **where)

    def fixed(self, name: str, parent: Any, child: Any, **where: Any) -> Joint:
        """A weld."""
        return self.joint(name, joints.Fixed(), parent, child, **where)

    def joint(
        self,
        name: str,
        type: JointType,
        parent: Body | Frame | str,
        child: Body | Frame | str,
        *,
        point: Any = None,
        axis: Any = None,
        second_axis: Any = None,
        parent_point: Any = None,
        child_point: Any = None,
        parent_axis: Any = None,
        child_axis: Any = None,
        cut: bool | None = None,
    ) -> Joint:
        """Add a joint of a given type. Its axis is the z axis of both joint frames. Three ways to place it:

        - in the drawing pose: one `point` [m] and one `axis`, in world coordinates (the coordinate is then zero there);
        - on each body: `parent_point`, `child_point` and `axis` (same components on both bodies, or `parent_axis` and
          `child_axis`);
        - by frames: pass frames instead of bodies (their z axes, or the `axis` given in them, become the joint axis).
        """
        what = f"joint {name!r}"
        P, C = self._frame(parent, what), self._frame(child, what)
        if P.body is C.body:
            raise DescriptionError(f"{what} ties body {P.body.name!r} to itself: a joint needs two different bodies.")
        if point is not None and any(x is not None for x in (parent_point, child_point, parent_axis, child_axis)):
            raise DescriptionError(f"{what}: give either one point in the drawing pose or a point on each body, not both.")
        if point is not None:
            R = _axes(axis, second_axis, what)
            at = np.array(vector(point, f"point of {what}"), dtype=object)
            frames = [
                Frame(F.body, name, tuple(B.rotation.T @ (at - B.position)), _snap(B.rotation.T @ R))
                for F in (P, C)
                for B in (F.body.placement,)
            ]
        else:
            frames = [
                Frame(
                    F.body,
                    name,
                    tuple((F.pose @ np.array(vector(place if place is not None else (0, 0, 0), f"point of {what}"), dtype=object))),
                    _snap(F.rotation @ _axes(own if own is not None else axis, second_axis, what)),
                )
                for F, place, own in ((P, parent_point, parent_axis), (C, child_point, child_axis))
            ]
        return self._add(self.joints, Joint(name, type, frames[0], frames[1], cut))

    # ------------------------------------------------------------------------------------------------------ couplings

    def rod(self, name: str, a: Any, b: Any, length: Scalar | None = None) -> Rod:
        """Massless rod of constant length between two points; the length of the drawing pose if omitted."""
        A, B = self._pair(a, b, f"rod {name!r}")
        if length is None:
            gap = _in_drawing(B) - _in_drawing(A)
            length = np.sqrt(gap @ gap)
        return self._add(self.couplings, Rod(name, A, B, scalar(length, f"length of rod {name!r}", positive=True)))

    def gear(self, name: str, driver: Joint | str, driven: Joint | str, ratio: Scalar, offset: Scalar = 0.0) -> LinearCoupling:
        """Gear pair: angle of `driven` = ratio · angle of `driver` + offset (negative ratio: outside gears)."""
        return self.coupling(name, [(driven, 1.0), (driver, -ratio)], offset)

    def rack_and_pinion(self, name: str, pinion: Joint | str, rack: Joint | str, radius: Scalar, offset: Scalar = 0.0) -> LinearCoupling:
        """Position of the rack = radius [m] · angle of the pinion + offset."""
        return self.coupling(name, [(rack, 1.0), (pinion, -radius)], offset)

    def coupling(self, name: str, terms: Any, offset: Scalar = 0.0) -> LinearCoupling:
        """Σ factor · coordinate = offset; `terms` are (joint, factor) or (joint, coordinate, factor)."""
        what = f"coupling {name!r}"
        full: list[tuple[str, int, Scalar]] = []
        for term in terms:
            which, factor = (None, term[1]) if len(term) == 2 else (term[1], term[2])
            joint = self._joint(term[0], what)
            if joint.type.quaternion is not None:
                raise DescriptionError(f"{what}: joint {joint.name!r} is {joint.type.kind}; it has no single angle to couple.")
            full.append((joint.name, joint.coordinate(which, what), scalar(factor, f"factor of {what}")))
        return self._add(self.couplings, LinearCoupling(name, tuple(full), scalar(offset, f"offset of {what}")))

    def point_on_line(self, name: str, line: Any, point: Any) -> PointOnLine:
        """A point stays on the z axis of a frame."""
        return self._add(self.couplings, PointOnLine(name, *self._pair(line, point, f"coupling {name!r}")))

    def point_on_plane(self, name: str, plane: Any, point: Any) -> PointOnSurface:
        """A point stays in the x-y plane of a frame."""
        return self._add(self.couplings, PointOnSurface(name, *self._pair(plane, point, f"coupling {name!r}")))

    def point_on_surface(self, name: str, frame: Any, point: Any, surface: Callable[[Any, Any, Any], Any]) -> PointOnSurface:
        """A point stays on f(x, y, z) = 0, drawn in a frame; f should be a length."""
        return self._add(self.couplings, PointOnSurface(name, *self._pair(frame, point, f"coupling {name!r}"), surface))

    def point_on_curve(self, name: str, frame: Any, point: Any, first: Callable[..., Any], second: Callable[..., Any]) -> PointOnCurve:
        """A point stays on the curve f = g = 0, drawn in a frame."""
        return self._add(self.couplings, PointOnCurve(name, *self._pair(frame, point, f"coupling {name!r}"), (first, second)))

    # ---------------------------------------------------------------------------------------------------------- loads

    def spring(
        self, name: str, a: Any, b: Any, stiffness: Scalar = 0.0, damping: Scalar = 0.0, free_length: Scalar = 0.0,
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
            raise DescriptionError(f"spring {name!r}: joint {J.name!r} is {J.type.kind}; use m.bushing for a rotational spring there.")
        return self._add(self.loads, JointSpring(name, J.name, i, _law(name, stiffness, damping, rest, preload, curve)))

    def bushing(self, name: str, a: Any, b: Any, stiffness: Any, damping: Any = 0.0, free: Any = ()) -> Bushing:
        """Six springs and dampers between two frames, angular first; `free` lists directions that carry nothing (0 to 5)."""
        what = f"bushing {name!r}"
        k = tuple(scalar(x, f"stiffness of {what}", nonnegative=True) for x in six(stiffness, f"stiffness of {what}"))
        c = tuple(scalar(x, f"damping of {what}", nonnegative=True) for x in six(damping, f"damping of {what}"))
        free = tuple(free)
        if any(i not in range(6) for i in free):
            raise DescriptionError(f"{what}: free directions are numbers 0 to 5 (angular x y z, linear x y z), not {free!r}.")
        return self._add(self.loads, Bushing(name, *self._pair(a, b, what), k, c, tuple(i in free for i in range(6))))

    def friction(
        self, name: str, joint: Joint | str, viscous: Scalar = 0.0, coulomb: Scalar = 0.0, static: Scalar | None = None,
        stribeck_speed: Scalar = 0.1, smoothing: Scalar = 1e-3, coordinate: str | int | None = None,
    ) -> Friction:  # fmt: skip
        """Viscous + smooth Coulomb/Stribeck friction on a joint coordinate; see `Friction`."""
        J, i = self._coordinate(joint, coordinate, f"friction {name!r}")
        for value, label in ((viscous, "viscous"), (coulomb, "coulomb"), (static or 0.0, "static")):
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
            raise DescriptionError(f"stop {name!r}: lower limit {nominal(lower):g} is not below the upper one {nominal(upper):g}.")
        scalar(stiffness, f"stiffness of stop {name!r}", positive=True)
        scalar(damping, f"damping of stop {name!r}", nonnegative=True)
        return self._add(self.loads, Stop(name, J.name, i, lower, upper, stiffness, damping))

    def wrench(
        self, name: str, at: Any, force: Any = (0.0, 0.0, 0.0), moment: Any = (0.0, 0.0, 0.0),
        axes: Literal["frame", "ground"] = "ground",
    ) -> AppliedWrench:  # fmt: skip
        """Force [N] and moment [N·m] on a body; entries are numbers, functions of time `lambda t: …`, or functions of
        signals `lambda s: …` (any other name of the argument)."""
        what = f"wrench {name!r}"
        entries = [tuple(x if callable(x) and not isinstance(x, Expression) else scalar(x, what) for x in v) for v in (force, moment)]
        if any(len(v) != 3 for v in entries):
            raise DescriptionError(f"{what}: force and moment have three components each.")
        if axes not in ("frame", "ground"):
            raise DescriptionError(f"{what}: axes are 'frame' or 'ground', not {axes!r}.")
        return self._add(self.loads, AppliedWrench(name, self._frame(at, what), entries[0], entries[1], axes))

    def user_effort(self, name: str, joint: Joint | str, law: Callable[[Any], Any], coordinate: str | int | None = None) -> UserEffort:
        """Effort on a joint coordinate, any expression of the signals: `lambda s: -k * s["A.angle"] ** 3`."""
        J, i = self._coordinate(joint, coordinate, f"effort {name!r}")
        return self._add(self.loads, UserEffort(name, J.name, i, _callable(law, name)))

    def user_force(self, name: str, a: Any, b: Any, law: Callable[[Any], Any]) -> UserForce:
        """Tension between two points, any expression of the signals; positive pulls them together."""
        return self._add(self.loads, UserForce(name, *self._pair(a, b, f"force {name!r}"), _callable(law, name)))

    # --------------------------------------------------------------------------------- actuators, drives and sensors

    def motor(self, name: str, joint: Joint | str, coordinate: str | int | None = None) -> JointActuator:
        """An input: effort on a joint coordinate [N·m or N]."""
        J, i = self._coordinate(joint, coordinate, f"motor {name!r}")
        return self._add(self.actuators, JointActuator(name, J.name, i, J.type.efforts[i].unit))

    def thruster(self, name: str, a: Any, b: Any) -> LineActuator:
        """An input: thrust between two points [N]; positive pushes them apart."""
        return self._add(self.actuators, LineActuator(name, *self._pair(a, b, f"thruster {name!r}")))

    def drive(self, joint: Joint | str, motion: Any, coordinate: str | int | None = None, name: str | None = None) -> Drive:
        """Prescribe a joint coordinate as a function of time; the driving effort becomes the signal `name.effort`."""
        J, i = self._coordinate(joint, coordinate, "drive")
        if J.type.quaternion is not None:
            raise DescriptionError(f"drive of joint {J.name!r}: a {J.type.kind} joint has no single coordinate to prescribe.")
        name = name or f"{J.name}_drive"
        if any(d.joint == J.name and d.coordinate == i for d in self.drives.values()):
            raise DescriptionError(f"joint {J.name!r} is driven twice: remove one drive.")
        return self._add(self.drives, Drive(name, J.name, i, function(motion, f"motion of drive {name!r}")))

    def point_sensor(self, name: str, at: Any) -> FrameSensor:
        """Position, velocity and acceleration of a point, in ground axes."""
        return self._add(self.sensors, FrameSensor(name, self._frame(at, f"sensor {name!r}"), "point"))

    def gyroscope(self, name: str, at: Any) -> FrameSensor:
        """Angular velocity in the axes of the frame."""
        return self._add(self.sensors, FrameSensor(name, self._frame(at, f"sensor {name!r}"), "gyroscope"))

    def accelerometer(self, name: str, at: Any) -> FrameSensor:
        """Acceleration minus gravity in the axes of the frame."""
        return self._add(self.sensors, FrameSensor(name, self._frame(at, f"sensor {name!r}"), "accelerometer"))

    def distance_sensor(self, name: str, a: Any, b: Any) -> DistanceSensor:
        """Distance between two points and its rate."""
        return self._add(self.sensors, DistanceSensor(name, *self._pair(a, b, f"sensor {name!r}")))

    def user_sensor(self, name: str, law: Callable[[Any], Any], unit: str = "") -> UserSensor:
        """Any expression of the signals, as signal `name.value`."""
        return self._add(self.sensors, UserSensor(name, _callable(law, name), unit))

    # ----------------------------------------------------------------------------------------------------------- state

    @cached_property
    def topology(self) -> Topology:
        """Spanning tree and cut joints. Asking for it freezes the mechanism."""
        self._frozen = True
        return spanning_tree(self)

    def edit(self) -> Mechanism:
        """An open copy: change it, and use it as a new machine."""
        twin = copy.copy(self)
        for store in ("bodies", "joints", "couplings", "loads", "actuators", "drives", "sensors", "parameters"):
            setattr(twin, store, dict(getattr(self, store)))
        twin._frozen = False
        for derived in ("topology", "_compiled", "_canonical"):
            twin.__dict__.pop(derived, None)
        return twin

    def remove(self, name: str) -> None:
        """Take an object (joint, coupling, load, actuator, drive, sensor) out again."""
        self._refuse_if_frozen()
        for store in (self.joints, self.couplings, self.loads, self.actuators, self.drives, self.sensors):
            if name in store:
                del store[name]  # type: ignore[attr-defined]
                return
        raise UnknownName(f"{self.name!r} has no object {name!r} to remove.{nearest(name, self.names())}")

    def names(self) -> list[str]:
        """Names of all objects."""
        return [n for store in self._stores() for n in store]

    def loaded_joints(self) -> set[str]:
        """Joints that carry a load, an actuator, a drive or a coupling of coordinates."""
        objects = [*self.loads.values(), *self.actuators.values(), *self.drives.values()]
        busy = {o.joint for o in objects if hasattr(o, "joint")}
        return busy | {t[0] for c in self.couplings.values() if isinstance(c, LinearCoupling) for t in c.terms}

    def __repr__(self) -> str:
        moving = len(self.bodies) - 1
        return f"<Mechanism {self.name!r}: {moving} bodies, {len(self.joints)} joints, {len(self.loads)} loads>"

    # ------------------------------------------------------------------------- doors to the algorithms, one line each

    def check(self, q: Any = None) -> Check:
        """Mobility, loops, redundancy and suspicious data in plain words; see `biela.check`."""
        from biela.analysis.check import check

        return check(self, q)

    def assemble(self, coordinates: Mapping[str, Any] | None = None, **options: Any) -> State:
        """A state with all loops closed; see `biela.assemble`."""
        from biela.simulate.assemble import assemble

        return assemble(self, coordinates, **options)

    def branches(self, coordinates: Mapping[str, Any] | None = None, **options: Any) -> list[State]:
        """All assemblies found at given coordinates; see `biela.branches`."""
        from biela.simulate.assemble import branches

        return branches(self, coordinates, **options)

    def equilibrium(self, start: Any = None, **options: Any) -> Any:
        """Static equilibrium; see `biela.equilibrium`."""
        from biela.simulate.equilibrium import equilibrium

        return equilibrium(self, start, **options)

    def simulate(self, start: Any = None, duration: float = 10.0, **options: Any) -> History:
        """Run the machine; see `biela.simulate`."""
        from biela.simulate.run import simulate

        return simulate(self, start, duration, **options)

    def simulate_batch(self, start: Any = None, duration: float = 10.0, **options: Any) -> Batch:
        """Run many at once; see `biela.simulate_batch`."""
        from biela.simulate.batch import simulate_batch

        return simulate_batch(self, start, duration, **options)

    def linearise(self, state: Any = None, **options: Any) -> Linearisation:
        """A, B, C, D in independent coordinates; see `biela.linearise`."""
        from biela.analysis.linearise import linearise

        return linearise(self, state, **options)

    def inverse_dynamics(self, motion: Mapping[str, Any], duration: float, **options: Any) -> History:
        """Efforts that produce a motion of the driven joints; see `biela.inverse_dynamics`."""
        from biela.simulate.inverse import inverse_dynamics

        return inverse_dynamics(self, motion, duration, **options)

    # -------------------------------------------------------------------------------------------------------- internal

    def _stores(self) -> list[dict[str, Any]]:
        stores = [self.bodies, self.joints, self.couplings, self.loads, self.actuators, self.drives, self.sensors, self.parameters]
        return stores  # type: ignore[return-value]

    def _refuse_if_frozen(self) -> None:
        if self._frozen:
            raise FrozenMechanism(f"{self.name!r} is already in use and cannot change: take a copy with m.edit() and change that.")

    def _add(self, store: dict[str, Any], thing: T) -> T:
        self._refuse_if_frozen()
        name: str = thing.name  # type: ignore[attr-defined]
        if not isinstance(name, str) or not name or not all(part.isidentifier() for part in name.split("-")):
            raise DescriptionError(f"{name!r} is not a name: use letters, digits and underscores, not starting with a digit.")
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
        if self.bodies.get(where.body.name) is not where.body:
            raise UnknownName(f"{what}: body {where.body.name!r} belongs to another mechanism.")
        return where

    def _pair(self, a: Any, b: Any, what: str) -> tuple[Frame, Frame]:
        A, B = self._frame(a, what), self._frame(b, what)
        if A.body is B.body:
            raise DescriptionError(f"{what} has both ends on body {A.body.name!r}: it would do nothing.")
        return A, B

    def _joint(self, joint: Joint | str, what: str) -> Joint:
        name = joint.name if isinstance(joint, Joint) else joint
        if name not in self.joints:
            raise UnknownName(f"{what}: no joint {name!r}.{nearest(str(name), list(self.joints))}")
        return self.joints[name]

    def _coordinate(self, joint: Joint | str, which: str | int | None, what: str) -> tuple[Joint, int]:
        J = self._joint(joint, what)
        return J, J.coordinate(which, what)


def _callable(law: Any, name: str) -> Callable[[Any], Any]:
    if not callable(law) or isinstance(law, Expression):
        raise DescriptionError(f"law of {name!r} is {law!r}: give a function of the signals, such as lambda s: -2 * s[…].")
    return law  # type: ignore[no-any-return]


def _law(name: str, stiffness: Scalar, damping: Scalar, rest: Scalar, preload: Scalar, curve: Any) -> Law:
    scalar(stiffness, f"stiffness of spring {name!r}", nonnegative=True)
    scalar(damping, f"damping of spring {name!r}", nonnegative=True)
    scalar(rest, f"rest position of spring {name!r}")
    scalar(preload, f"preload of spring {name!r}")
    return Law(stiffness, damping, rest, preload, None if curve is None else function(curve, f"curve of spring {name!r}"))


def _tensor(inertia: Any, axes: Any, what: str) -> Any:
    if inertia is None:
        return np.zeros((3, 3), dtype=object)
    tensor = np.array(inertia, dtype=object)
    if tensor.shape == (3,):
        tensor = np.diag(tensor)
    if tensor.shape != (3, 3):
        raise DescriptionError(f"inertia of {what}: give a 3×3 tensor or three principal moments, not shape {tensor.shape}.")
    for x in tensor.flat:
        scalar(x, f"inertia of {what}")
    if axes is not None:
        R = rotation_matrix(axes, f"principal axes of {what}")
        tensor = R @ tensor @ R.T
    return tensor


def _axes(axis: Any, second: Any, what: str) -> Any:
    """Rotation whose z column is the axis; its y column the second axis where one is given."""
    z = np.array([0.0, 0.0, 1.0]) if axis is None else np.asarray(nominal(vector(axis, f"axis of {what}")), float)
    if np.linalg.norm(z) < 1e-12:
        raise DescriptionError(f"axis of {what} is zero: give a direction.")
    if second is None:
        return so3.align(z / np.linalg.norm(z))
    z = z / np.linalg.norm(z)
    y = np.asarray(nominal(vector(second, f"second axis of {what}")), float)
    if np.linalg.norm(y) < 1e-12 or abs(y @ z) > 1e-9 * np.linalg.norm(y):
        raise DescriptionError(f"second axis of {what} must be a direction at right angles to the first.")
    y = y / np.linalg.norm(y)
    return np.column_stack([np.cross(y, z), y, z])


def _snap(R: Any) -> Any:
    """Round entries within 1e-15 of 0 and ±1, so that a tilted plane stays a plane in the equations."""
    R = np.array(R, float)
    for value in (-1.0, 0.0, 1.0):
        R[np.abs(R - value) < 1e-15] = value
    return R


def _in_drawing(frame: Frame) -> Any:
    """Position of a frame in the drawing pose."""
    return frame.body.placement @ np.array(frame.position, dtype=object)
