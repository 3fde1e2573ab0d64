"""A machine described: bodies, joints, couplings, loads, actuators, drives, sensors."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

import biela.mechanism.servo  # noqa: F401 (declares its elements)
from biela.base.checked import guard, shown
from biela.base.door import Door
from biela.base.errors import DescriptionError, UnknownName, count, nearest
from biela.base.session import derived
from biela.element.declaration import declared
from biela.lie.inertia import SpatialInertia
from biela.lie.se3 import Pose
from biela.mechanism.actuator import PrescribedMotion
from biela.mechanism.argument import text
from biela.mechanism.frame import Body, Frame, Sealed, Store, rotation_matrix
from biela.mechanism.load import Contact
from biela.mechanism.mesh import Mesh
from biela.mechanism.motion import function
from biela.mechanism.parameter import Parameter, Scalar, foreign, nominal, parameters_in, scalar, vector
from biela.mechanism.parts import STORES, Joint, Triple, rebound
from biela.mechanism.port import Attachment
from biela.mechanism.shape import Shape, Telescope
from biela.mechanism.topology import Topology, spanning_tree
from biela.mechanism.verbs import Verbs

if TYPE_CHECKING:
    from biela.simulation.batch import simulate_batch as _simulate_batch
    from biela.simulation.check import check as _check
    from biela.simulation.inverse import inverse_dynamics as _inverse_dynamics
    from biela.simulation.inverse_kinematics import inverse_kinematics as _inverse_kinematics
    from biela.simulation.run import simulate as _simulate
    from biela.state.assemble import assemble as _assemble
    from biela.state.branches import branches as _branches
    from biela.state.equilibrium import equilibria as _equilibria
    from biela.state.equilibrium import equilibrium as _equilibrium
    from biela.state.linearise import linearise as _linearise


class Mechanism(Verbs):
    """A machine: add bodies, joints and loads, then use it. It freezes on first use; `edit()` gives an open copy.

    Parameters
    ----------
    name : what to call it
    gravity : acceleration of gravity in ground axes [m/s²]; for a free one declare a parameter and use `set_gravity`
    """

    file_text: str = ""
    """The file that describes the machine, where that is not a machine file: a car is described by its car file."""

    # ------------------------------------------------------------------------------------------ parameters and bodies

    def parameter(self, name: str, value: float, unit: str = "") -> Parameter:
        """Declare a free parameter; use it, or arithmetic with it, wherever a number is asked for, and inside laws.

        Axes and rotations are the exception: they are fixed when the equations are derived.
        """
        return self._add(self.parameters, Parameter(name, value, text(unit, f"unit of parameter {name!r}")))

    def schedule(self, parameter: Parameter | str, share: Any) -> None:
        """Let a mass follow time: wherever the parameter is used, it counts as value × share(t). Or let it follow a state of a
        network, given by its name, `"earth/fill.value"`: what a machine gathers depends on what it does.

        For what is picked up or dropped: matter joins and leaves with the velocity of the body it is on, so that
        M(t) v̇ + h = τ holds without a thrust, and the energy ∂H/∂t that it takes along counts as work. The parameter may stand
        in masses only: lengths that change by themselves would need a drive.
        """
        self._lock.refuse()
        name = parameter.name if isinstance(parameter, Parameter) else parameter
        if not isinstance(name, str) or name not in self.parameters:
            raise UnknownName(f"schedule: no parameter {shown(name)}.{nearest(name, list(self.parameters))}")
        for body in self.bodies.values():
            frames = [frame.position for frame in body.frames.values()]
            if self.parameters[name] in parameters_in((body.com, np.asarray(body.placement.position, dtype=object), frames)):
                raise DescriptionError(f"schedule of {name!r}: it is a length of body {body.name!r}; only masses can change.")
        self.schedules[name] = share if isinstance(share, str) else function(share, f"schedule of {name!r}")

    def set_gravity(self, gravity: Triple) -> None:
        """Acceleration of gravity in ground axes [m/s²]; entries may be expressions of the machine's parameters.

        g = m.parameter("g", 9.81, "m/s²");  m.set_gravity((0, -g, 0))
        """
        self._lock.refuse()
        self.gravity = vector(gravity, f"gravity of {self.name!r}")

    def body(
        self, name: str, mass: Scalar = 0.0, com: Triple = (0.0, 0.0, 0.0), inertia: Any = None, *,
        principal_axes: Any = None, position: Triple = (0.0, 0.0, 0.0), rotation: Any = None,
        impossible: bool | Literal["nearest"] = False,
    ) -> Body:  # fmt: skip
        """Add a rigid body.

        Parameters
        ----------
        mass : [kg]
        com : centre of mass in the body frame [m]
        inertia : about the centre of mass [kg·m²]: a 3×3 tensor, or three principal moments; none for a point mass
        principal_axes : rotation of the axes in which `inertia` is given (3×3, or roll-pitch-yaw); the body's if omitted
        position, rotation : pose of the body frame in the drawing pose; the world frame if omitted
        impossible : accept an inertia that no real body has, to repeat published data that do; or take the "nearest" possible one
        """
        what = f"body {name!r}"
        tensor = _tensor(inertia, principal_axes, what)
        mass, com = scalar(mass, f"mass of {what}", nonnegative=True), vector(com, f"centre of mass of {what}")
        tensor = _possible(mass, com, tensor, what, impossible)
        R = np.eye(3) if rotation is None else rotation_matrix(rotation, what)
        placement = Pose(R, np.array(vector(position, f"position of {what}"), dtype=object))
        inertia = tuple(map(tuple, tensor.tolist()))
        return self._add(self.bodies, Body(name, mass, com, inertia, placement, lock=self._lock))

    def drive(
        self, joint: Joint | str, motion: Any, coordinate: str | int | None = None, name: str | None = None
    ) -> PrescribedMotion:
        """Prescribe a joint coordinate as a function of time; the driving effort becomes the signal `name.effort`."""
        name = f"{self._joint(joint, 'drive').name}_drive" if name is None else name
        given = {"joint": joint, "motion": motion, "coordinate": coordinate}
        return self._declare(declared("drives")["drive"], name, given)  # type: ignore[no-any-return]

    def contact(self, law: Contact) -> Contact:
        """Contact of a body with its surroundings (a tyre, a foot): a law of the pose and velocity of its frame."""
        if not isinstance(law, Contact):
            raise DescriptionError(f"{shown(law)} is not a contact: give an object of a class derived from `Contact`.")
        return self._add(self.loads, replace(law, frame=self._frame(law.frame, f"contact {law.name!r}")))

    # -------------------------------------------------------------------------------------------------------- pictures

    def draw(self, name: Body | str, *shapes: Shape) -> None:
        """Draw shapes in pictures: on a body, or a `Telescope` on a line element (`"boom_cylinder"`) or on the line port of a
        network (`"hydraulics/boom"`). See `biela.mechanism.shape`; the equations know nothing of it."""
        self._lock.refuse()
        name = name.name if isinstance(name, Body) else text(name, "what to draw")
        lines = [f"{a.prefix}{p.name}" for a in self.networks.values() for p in a.ports]
        known = [*self.bodies, *self.couplings, *self.loads, *self.actuators, *lines]
        if name not in known:
            raise UnknownName(f"{self.name!r} has nothing called {name!r} to draw.{nearest(name, known)}")
        for shape in shapes:
            if not isinstance(shape, Shape):
                raise DescriptionError(f"{shown(shape)} is not a shape to draw {name!r} with: see biela.mechanism.shape.")
            if isinstance(shape, Mesh):
                shape.refuse_many()
            if isinstance(shape, Telescope) == (name in self.bodies):
                raise DescriptionError(
                    f"a {type(shape).__name__.lower()} cannot be drawn on {name!r}: bodies take boxes, prisms, tubes, "
                    "balls and meshes, lines take telescopes."
                )
        self.shapes[name] = (*self.shapes.get(name, ()), *shapes)

    # ------------------------------------------------------------------------------------------------------- networks

    def attach(
        self, network: Any, ports: Mapping[str, Any] | None = None, *, name: str | None = None,
        prefix: str | None = None,
    ) -> Attachment:  # fmt: skip
        """Attach a power network (see `biela.network`): its states, energies and signals become the machine's.

        Parameters
        ----------
        ports : exposed port → where: a joint (`"A"`, or `("A", "angle")` where it has several coordinates), a line `(a, b)`
            between two points, a frame or body, or a `BodyPort(…)`. The network takes the flow there and returns an effort
        prefix : before the names of its signals and inputs; `name/` if omitted
        """
        self._lock.refuse()
        if not hasattr(network, "attach_to"):
            raise DescriptionError(f"{shown(network)} is not a network: give a `biela.network.Network`.")
        return network.attach_to(self, ports, name, prefix)  # type: ignore[no-any-return]

    # ----------------------------------------------------------------------------------------------------------- state

    @property
    def topology(self) -> Topology:
        """Spanning tree and cut joints. Asking for it freezes the mechanism."""
        return _topology(self)

    def edit(self) -> Mechanism:
        """Return an open copy that shares nothing with this machine: change it, and use it as a new one.

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
            setattr(twin, store, Store({name: rebound(x, twin.bodies) for name, x in getattr(self, store).items()}))
        twin.shapes, twin.schedules = dict(self.shapes), dict(self.schedules)
        return twin

    def remove(self, name: str) -> None:
        """Take an object (joint, coupling, load, actuator, drive, sensor, network) out again."""
        self._lock.refuse()
        text(name, "the name of what to remove")
        for kind, things in (("body", self.bodies), ("parameter", self.parameters)):
            if name in things:
                raise DescriptionError(
                    f"{name!r} is a {kind}: others may be attached to it, so it stays. Describe the machine without it instead."
                )
        for store in self._stores():
            if name in store:
                del store[name]
                for label in [k for k, a in self.actuators.items() if getattr(a, "network", None) == name]:
                    del self.actuators[label]
                return
        raise UnknownName(f"{self.name!r} has no object {name!r} to remove.{nearest(str(name), self.names())}")

    def names(self) -> list[str]:
        """Return names of all objects."""
        return [n for store in self._stores() for n in store]

    def coordinate_names(self) -> list[str]:
        """Return the names of the coordinates of all joints, as signals: 'A.angle'."""
        return [f"{joint.name}.{c.name}" for joint in self.joints.values() for c in joint.type.coordinates]

    def loaded_joints(self) -> set[str]:
        """Joints that carry a load, an actuator, a drive or a coupling of coordinates."""
        ports = [port for network in self.networks.values() for port in network.ports]
        objects = [*self.loads.values(), *self.actuators.values(), *self.drives.values(), *ports]
        busy = {o.joint for o in objects if hasattr(o, "joint")}
        return busy | {t[0] for c in self.couplings.values() for t in c.terms}

    def __repr__(self) -> str:
        moving = count(len(self.bodies) - 1, "body", "bodies")
        return f"<Mechanism {self.name!r}: {moving}, {count(len(self.joints), 'joint')}, {count(len(self.loads), 'load')}>"

    _repr_html_ = Door("biela.report.notebook", "machine_html")

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_"):
            self._lock.refuse()
            if name == "name":
                self._lock.machine = value
        super().__setattr__(name, value)

    def __copy__(self) -> Mechanism:
        return self.edit()

    # ------------------------------------------------------------------------------------------ doors to the algorithms

    if TYPE_CHECKING:  # a machine is the first argument of each of these functions
        check = _check
        assemble = _assemble
        branches = _branches
        equilibrium = _equilibrium
        equilibria = _equilibria
        linearise = _linearise
        simulate = _simulate
        simulate_batch = _simulate_batch
        inverse_kinematics = _inverse_kinematics
        inverse_dynamics = _inverse_dynamics
    else:
        check = Door("biela.simulation.check")
        assemble = Door("biela.state.assemble")
        branches = Door("biela.state.branches")
        equilibrium = Door("biela.state.equilibrium")
        equilibria = Door("biela.state.equilibrium")
        linearise = Door("biela.state.linearise")
        simulate = Door("biela.simulation.run")
        simulate_batch = Door("biela.simulation.batch")
        inverse_kinematics = Door("biela.simulation.inverse_kinematics")
        inverse_dynamics = Door("biela.simulation.inverse")


def _parameters(x: Any) -> Set[Parameter]:
    """Return all parameters in a part of a description."""
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


@derived
def _topology(m: Mechanism) -> Topology:
    """Refuse what refers to joints or parameters that the machine does not have, grow the tree, and freeze the machine."""
    ports = [port for network in m.networks.values() for port in network.ports]
    stores = (m.loads, m.actuators, m.drives, m.couplings)
    for thing in (*(x for store in stores for x in store.values()), *ports):  # its joint may have been removed
        own = [thing.joint] if hasattr(thing, "joint") else [term[0] for term in getattr(thing, "terms", ())]
        for joint in own:
            if joint not in m.joints:
                raise UnknownName(f"{thing.name!r} sits on joint {joint!r}, which is not there: remove it too.")
    for owner, x in (("gravity", m.gravity), *((repr(n), x) for store in m._stores() for n, x in store.items())):
        for parameter in sorted(_parameters(x), key=lambda p: p.name):
            if m.parameters.get(parameter.name) is not parameter:
                raise DescriptionError(f"{owner}: {foreign(parameter)}")
    tree = spanning_tree(m)
    if not m._lock.closed:
        for store in STORES:
            setattr(m, store, Sealed(getattr(m, store)))
        for body in m.bodies.values():
            object.__setattr__(body, "frames", Sealed(body.frames))
        m._lock.closed = True
    return tree


ACCEPT = "Set `impossible` to `nearest` to take them, or to `true` to keep what is given."
"""Remedy where no body can have an inertia."""


def _possible(mass: Any, com: Any, tensor: Any, what: str, impossible: Any) -> Any:
    """Return the tensor of a body if one can have it, or if that is accepted; else the nearest one where it is asked for."""
    if impossible is not False and impossible is not True and impossible != "nearest":
        raise DescriptionError(f"impossible of {what} is {impossible!r}: give true, false or 'nearest'.")
    own = SpatialInertia(nominal(mass), nominal(com), nominal(tensor))
    try:
        if impossible is not True:
            own.check()
    except ValueError as error:
        if own.mass < 0 or not np.all(np.isfinite(np.asarray(own.tensor, float))):
            raise DescriptionError(f"inertia of {what}: {error}") from None
        if impossible == "nearest" and not parameters_in(tensor):
            return np.array(np.asarray(own.nearest().tensor, float), dtype=object)
        raise DescriptionError(f"inertia of {what}: {error} {nearest_possible(own)} {ACCEPT}") from None
    return tensor


def nearest_possible(inertia: SpatialInertia) -> str:
    """Sentence that names the nearest possible inertia."""
    moments = np.linalg.eigvalsh(np.asarray(inertia.nearest().tensor, float))
    return f"The nearest possible principal moments are {', '.join(f'{abs(moment):.4g}' for moment in moments)} kg·m²."


def _tensor(inertia: Any, axes: Any, what: str) -> Any:
    if inertia is None:
        return np.zeros((3, 3), dtype=object)
    try:
        tensor = np.array(inertia, dtype=object)
    except ValueError:
        raise DescriptionError(f"inertia of {what}: give a 3×3 tensor or three principal moments.") from None
    tensor = np.diag(tensor) if tensor.shape == (3,) else tensor
    if tensor.shape != (3, 3):
        raise DescriptionError(f"inertia of {what}: give a 3×3 tensor or three principal moments, not shape {tensor.shape}.")
    for x in tensor.flat:
        scalar(x, f"inertia of {what}")
    if axes is not None:
        R = rotation_matrix(axes, f"principal axes of {what}")
        tensor = R @ tensor @ R.T
    return tensor


guard(__name__)
