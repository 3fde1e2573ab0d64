"""Tasks: outputs of joints and frames, and their targets at any times, from motions given by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, UnknownName, nearest
from biela.mechanism.actuator import JointActuator, LineActuator
from biela.mechanism.frame import Frame
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import sampled, warn_of_jumps
from biela.mechanism.motion.elementary import function
from biela.mechanism.motion.pose import PoseMotion
from biela.mechanism.servo import ServoLaw
from biela.mechanism.task import JointOutput, OrientationOutput, Output, PointOutput
from biela.state.held import Held


@dataclass(frozen=True)
class Told:
    """One entry of a motion: a name, its outputs, and their functions."""

    name: str
    outputs: tuple[Output, ...]
    motion: Any


class Task:
    """A motion of joints and frames.

    Parameters
    ----------
    motion : joint (or `joint.coordinate`) → function of time; body, `body.frame` or point sensor → `motion.pose(…)`
    values : of free parameters
    """

    def __init__(self, mechanism: Mechanism, motion: Mapping[str, Any], values: Mapping[str, float] | None = None):
        if not isinstance(motion, Mapping) or not motion:
            raise DescriptionError("a motion names what moves: {'A': motion.sine(0.5, 2.0)}, or {'platform': motion.pose(z=…)}.")
        self.mechanism, self.values = mechanism, dict(values or {})
        self.prescribed = [self._entry(str(name), value) for name, value in motion.items()]
        self.outputs = tuple(output for entry in self.prescribed for output in entry.outputs)

    def _entry(self, name: str, value: Any) -> Told:
        if isinstance(value, PoseMotion):
            return Told(name, pose_outputs(self.mechanism, name, value), value)
        base = name.partition(".")[0]
        if base not in self.mechanism.joints and (base in self.mechanism.bodies or name in self.mechanism.sensors):
            raise DescriptionError(f"motion of {name!r}: it is a place, not a joint; prescribe it with motion.pose(x=…, y=…, …).")
        joint, quantities = Held.find(self.mechanism, name, "coordinates")
        if joint.type.quaternion is not None:
            raise DescriptionError(
                f"motion of {name!r}: a {joint.type.kind} joint is prescribed by the pose of its body: "
                f"{{{joint.child.body.name!r}: motion.pose(…)}}."
            )
        if len(quantities) != 1:
            labels = ", ".join(f"{joint.name}.{q.name}" for _, q in quantities)
            raise DescriptionError(f"motion of {name!r}: it has {len(quantities)} coordinates. Tell them one by one: {labels}.")
        return Told(name, (JointOutput(joint.name, quantities[0][0]),), function(value, f"motion of {name!r}"))

    @property
    def joints(self) -> dict[str, Any]:
        """Prescribed joints → their functions."""
        return {entry.name: entry.motion for entry in self.prescribed if not isinstance(entry.motion, PoseMotion)}

    @property
    def poses(self) -> dict[str, PoseMotion]:
        """Prescribed frames → their motions."""
        return {entry.name: entry.motion for entry in self.prescribed if isinstance(entry.motion, PoseMotion)}

    def corners(self, begin: float, end: float) -> list[str]:
        """Warn of velocities that jump; refuse values that do."""
        functions: list[tuple[str, Any]] = []
        for name, motion in ((entry.name, entry.motion) for entry in self.prescribed):
            own = motion.functions if isinstance(motion, PoseMotion) else {"motion": motion}
            functions += [(f"{part} of {name!r}", f) for part, f in own.items()]
        return [text for what, f in functions for text in warn_of_jumps(f, what, begin, end, self.values)]

    def targets(self, t: Array) -> tuple[Array, Array, Array]:
        """Return prescribed values of the outputs, with rates and accelerations (orientations: ω, ω̇)."""
        found: list[tuple[Array, Array, Array]] = []
        for motion in (entry.motion for entry in self.prescribed):
            if isinstance(motion, PoseMotion):
                found += motion.place(t, self.values)
                found += [motion.orientation(t, self.values)] if motion.angles is not None else []
            else:
                found.append(sampled(motion, t, self.values))
        y, rate, curve = (np.hstack([part.reshape(len(t), -1) for part in parts]) for parts in zip(*found, strict=True))
        return y, rate, curve


def pose_outputs(mechanism: Mechanism, frame: Any, motion: PoseMotion) -> tuple[Output, ...]:
    """Return the outputs that a motion of a frame prescribes."""
    F = frame_of(mechanism, frame)
    base = frame_of(mechanism, mechanism.ground if motion.seen_from is None else motion.seen_from)
    outputs: list[Output] = [PointOutput(F, k, base) for k, f in enumerate(motion.position) if f is not None]
    return (*outputs, OrientationOutput(F, base)) if motion.angles is not None else tuple(outputs)


def frame_of(mechanism: Mechanism, where: Any) -> Frame:
    """Return a frame given as a body, a frame, `body`, `body.frame`, or the name of a sensor at one."""
    if isinstance(where, str) and where in mechanism.sensors and hasattr(mechanism.sensors[where], "frame"):
        frame: Frame = mechanism.sensors[where].frame  # type: ignore[attr-defined]
        return frame
    if isinstance(where, str) and where.partition(".")[0] not in mechanism.bodies:
        known = [*mechanism.bodies, *(n for n, s in mechanism.sensors.items() if hasattr(s, "frame")), *mechanism.joints]
        raise UnknownName(f"no body, frame or sensor {where!r}.{nearest(where, known)}")
    return mechanism._frame(where, "the frame")


def release(mechanism: Mechanism, motion: Mapping[str, Any]) -> list[str]:
    """Remove from an open copy the drives whose coordinates a motion prescribes, which would carry its load, and servos, whose
    efforts are asked for. Return a note on each, and on drives that stay."""
    notes = []
    for servo in [a for a in mechanism.actuators.values() if isinstance(a, ServoLaw)]:
        mechanism.remove(servo.name)
        notes.append(f"servo {servo.name!r} of the machine is left out: its effort is what the motion asks for")
    for name in motion if isinstance(motion, Mapping) else ():
        if str(name).partition(".")[0] in mechanism.joints:
            joint, quantities = Held.find(mechanism, name, "coordinates")
            own = [d for d in mechanism.drives.values() if d.joint == joint.name]
            for drive in (d for d in own if d.coordinate in [k for k, _ in quantities]):
                mechanism.remove(drive.name)
                notes.append(f"the motion of {name!r} takes the place of drive {drive.name!r} of the machine")
    return notes + [
        f"drive {drive.name!r} of the machine still moves joint {drive.joint!r}: it carries its part of the load, see "
        f"{drive.name}.effort"
        for drive in mechanism.drives.values()
    ]


def driven(mechanism: Mechanism) -> dict[str, Any]:
    """Return the motion that the drives of a machine prescribe: joint and coordinate → function of time."""
    found = {}
    for drive in mechanism.drives.values():
        own = mechanism.joints[drive.joint].type.coordinates
        found[drive.joint if len(own) == 1 else f"{drive.joint}.{own[drive.coordinate].name}"] = drive.motion
    return found


def actuate(mechanism: Mechanism, actuated: Sequence[str] | None, task: Task) -> list[str]:
    """Return the inputs that supply the effort; motors `JOINT_drive` are added to an open copy for joints named.

    Default: the prescribed joints, if there are any; otherwise all motors and thrusters of the machine.
    """
    if isinstance(actuated, str):
        raise DescriptionError(f"actuated is {actuated!r}: give a list of joints or actuators, [{actuated!r}].")
    mechanical = [n for n, a in mechanism.actuators.items() if isinstance(a, JointActuator | LineActuator)]
    if actuated is None:
        actuated = list(task.joints) if not task.poses else mechanical
        if not actuated:
            raise DescriptionError(
                f"{mechanism.name!r} has no motors: say which joints supply the effort, actuated=[…], such as "
                f"{list(mechanism.joints)[:3]}."
            )
    names = []
    for name in actuated:
        if name in mechanical:
            names.append(name)
        elif name in mechanism.actuators:
            raise DescriptionError(f"{name!r} is an input of a network, not an effort on the machine: actuate the joint it drives.")
        elif name.partition(".")[0] in mechanism.joints:
            joint, quantities = Held.find(mechanism, name, "rates" if "." not in name else "coordinates")
            if "." not in name and len(quantities) != 1:
                labels = ", ".join(f"{joint.name}.{q.name}" for q in joint.type.coordinates)
                raise DescriptionError(f"actuated: {name!r} has {len(quantities)} coordinates. Name them one by one: {labels}.")
            label = name.replace(".", "_") + "_drive"
            mechanism.motor(label, joint, quantities[0][0])
            names.append(label)
        else:
            raise UnknownName(f"actuated: no joint or actuator {name!r}.{nearest(name, [*mechanism.joints, *mechanical])}")
    if len(set(names)) < len(names):
        raise DescriptionError(f"actuated: {max(names, key=names.count)!r} is named twice.")
    return names
