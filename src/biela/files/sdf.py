"""SDF (Gazebo) → machine. Links and joints form a graph, so loops need no tag of their own.

A pose is relative to the model unless `relative_to` names a link, joint or frame; a joint stands in its child link by default and
its axis is given in the frame of the joint (or in `expressed_in`). Links that no joint holds fly, unless the model is static.
Whatever is not read is listed.

References
----------
http://sdformat.org/spec
"""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.errors import BielaError
from biela.files.markup import not_imported
from biela.files.reflected import Reflected
from biela.files.robot import STILL, Element, Limit, Robot, number, numbers, pose, tidy, turned_frame, turned_tensor
from biela.lie import quaternion, so3
from biela.lie.se3 import Pose
from biela.mechanism import joint as joints
from biela.mechanism.frame import Body, Frame

TYPES: dict[str, Any] = {
    "revolute": joints.Revolute, "continuous": joints.Revolute, "prismatic": joints.Prismatic, "ball": joints.Spherical,
    "universal": joints.Universal, "fixed": joints.Fixed, "revolute2": joints.Universal, "screw": joints.Helical,
}  # fmt: skip
_TAGS = {
    "contacts between bodies": "collision self_collide contact", "settings of a simulator": "physics plugin enable_wind ode",
    "pictures only": "material light cast_shadows transparency laser_retro visibility_flags gui scene visual",
}  # fmt: skip
REASONS = {f"<{tag}>": why for why, tags in _TAGS.items() for tag in tags.split()}
"""Tag → why it is not imported."""


class SdfReader:
    """Reads an <sdf> element with one model, or with a world that contains one."""

    def __init__(self, robot: Robot, root: Element):
        self.robot, self.m, self.root = robot, robot.m, root
        models = [*root.findall("model"), *root.findall("world/model")]
        if len(models) != 1:
            raise BielaError(f"the file has {len(models)} models: biela reads files with one.")
        root.seen("version")
        self.model = models[0].seen("canonical_link", "placement_frame")
        self.m.name = str(self.model.get("name") or "robot")
        self.world = root.find("world")
        self.things = {str(e.get("name")): e for tag in ("link", "joint", "frame") for e in self.model.findall(tag)}
        self.known: dict[str, Pose] = {"__model__": STILL, "": STILL}
        self.open: list[str] = []

    def run(self) -> None:
        for tag in ("include", "model"):
            if self.model.find(tag) is not None:
                raise BielaError(f"<{tag}> inside a model is not read: write the model as one plain file.")
        gravity = None if self.world is None else self.world.findtext("gravity")
        self.m.set_gravity(tidy(numbers(gravity, 3, (0, 0, -9.8), "gravity")[:3]))
        self.base = self._own_pose(self.model)
        for link in self.model.findall("link"):
            self._link(link)
        static = (self.model.findtext("static") or "false").strip() in ("true", "1")
        joints = self.model.findall("joint")
        if static and joints:
            for joint in joints:
                joint.skip()
            names = ", ".join(repr(joint.get("name")) for joint in joints)
            said = f"its links are fixed where they are drawn; not imported: joints {names}. Remove <static> to let them move."
            self.robot.left.append(f"the model is static, so that {said}")
            joints = []
        for joint in joints:
            self._joint(joint)
        for joint in joints:
            self._mimic(joint)
        self._hold(static)
        self.robot.add_limits(Reflected(self.m))
        for frame in self.model.findall("frame"):
            frame.skip()  # places that others refer to
        self.robot.left += not_imported(self.root, REASONS)

    def _own_pose(self, element: Element) -> Pose:
        part = element.find("pose")
        said = None if part is None or not (part.text or "").strip() else part.text
        values = numbers(said, 6, (0,) * 6, f"pose of {element.get('name')!r}", 7)
        if part is not None and part.get("rotation_format") == "quat_xyzw":
            x, y, z, w = numbers(part.text, 7, None, "pose")[3:7]
            return pose(quaternion.to_matrix(np.array([w, x, y, z])), values[:3])
        scale = np.pi / 180 if part is not None and part.get("degrees") == "true" else 1.0
        return pose(so3.from_roll_pitch_yaw(values[3:6] * scale), values[:3])

    def at(self, name: str) -> Pose:
        """Return the pose of a link, joint or frame in the model."""
        if name in self.known:
            return self.known[name]
        if name not in self.things:
            raise BielaError(f"a pose refers to {name!r}, which is not in the model.")
        if name in self.open:
            circle = " → ".join([*self.open, name])
            raise BielaError(f"poses refer to each other in a circle: {circle}. Give one of them in the model.")
        self.open.append(name)
        element = self.things[name]
        part = element.find("pose")
        base = "" if part is None else part.get("relative_to", "")
        if not base:
            base = (element.findtext("child") or "").strip() if element.tag == "joint" else element.get("attached_to", "")
        self.known[name] = self.at(base) @ self._own_pose(element)
        self.open.pop()
        return self.known[name]

    def _link(self, link: Element) -> None:
        name = str(link.get("name"))
        inertial = link.find("inertial")

        def said(key: str, default: float) -> float:
            text = None if inertial is None else inertial.findtext(key)
            return number(text, default, f"{key.rpartition('/')[2]} of link {name!r}")

        mass, X = said("mass", 1.0), STILL if inertial is None else self._own_pose(inertial)
        moments = [said(f"inertia/{k}", float(k[1] == k[2])) for k in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")]
        com = tidy(X.position)
        inertia = turned_tensor(moments, X.rotation)
        body = self.robot.body("link", name, self.base @ self.at(name), mass=mass, com=com, inertia=inertia)
        for visual in link.findall("visual"):
            self.robot.look(body, visual, self._own_pose(visual), lambda shape, key: shape.findtext(key))
        for sensor in link.findall("sensor"):
            self._sensor(body, sensor)
        if (link.findtext("gravity") or "true").strip() in ("false", "0") and mass:
            weight = mass * np.array([float(x) for x in self.m.gravity])  # type: ignore[arg-type]
            lift = self.robot.name("lift", f"{body.name}_lift")
            self.m.wrench(lift, Frame(body, "com", com, np.eye(3)), tidy(-weight))

    def _body(self, joint: Element, end: str) -> Body:
        name = (joint.findtext(end) or joint.findtext(f"{end}/link_name") or "").strip()
        if name in ("world", "__root__"):
            return self.m.ground
        known = self.robot.known("link", name)
        if known is None:
            raise BielaError(f"joint {joint.get('name')!r} has no {end} link {name!r} in the file.")
        return self.m.bodies[known]

    def _joint(self, joint: Element) -> None:
        label, kind = str(joint.get("name")), str(joint.get("type"))
        if kind == "gearbox":
            self.robot.left.append(f"joint {label!r} of type 'gearbox' is not imported: give <mimic>.")
            return
        if kind not in TYPES:
            raise BielaError(f"joint {label!r} is of type {kind!r}: biela reads {', '.join(TYPES)}.")
        parent, child = (self._body(joint, end) for end in ("parent", "child"))
        X = self.base @ self.at(label)
        z = self._axis(joint, "axis") if kind not in ("fixed", "ball") else np.array([0.0, 0.0, 1.0])
        frames = [self._frame(body, X, z) for body in (parent, child)]
        if kind == "screw":  # `screw_thread_pitch` is metres per turn, the older `thread_pitch` minus radians per metre
            new, old = joint.findtext("screw_thread_pitch"), joint.findtext("thread_pitch")
            lead = number(new, 1.0, f"screw_thread_pitch of {label!r}") / (2 * np.pi)
            if new is None and old is not None:
                lead = -1.0 / number(old, None, f"thread_pitch of {label!r}")
            type_ = joints.Helical(lead)
        else:
            type_ = TYPES[kind]()
        if kind in ("universal", "revolute2"):
            y = self._axis(joint, "axis2")
            if abs(z @ y) > 1e-9:
                raise BielaError(f"the axes of joint {label!r} are not at right angles: give two that are.")
            R = np.column_stack([np.cross(y, z), y, z])
            frames = [self._frame(body, X @ pose(R, np.zeros(3)), np.array([0.0, 0.0, 1.0])) for body in (parent, child)]
        name = self.robot.name("joint", label)
        self.m.joint(name, type_, *frames)
        self._loads(joint, name, kind)

    def _frame(self, body: Body, X: Pose, z: Array) -> Frame:
        return turned_frame(body, X if body.is_ground else body.placement.inverse() @ X, z)

    def _axis(self, joint: Element, tag: str) -> Array:
        label = str(joint.get("name"))
        part = joint.find(f"{tag}/xyz")
        z = numbers(None if part is None else part.text, 3, (0, 0, 1), f"{tag} of joint {label!r}")[:3]
        if part is not None and (base := part.get("expressed_in", "")):
            z = self.at(label).rotation.T @ (self.at(base).rotation @ z)
        length = float(np.linalg.norm(z))
        if length < 1e-12:
            raise BielaError(f"{tag} of joint {label!r} is zero: give a direction.")
        return np.asarray(z / length)

    def _loads(self, joint: Element, name: str, kind: str) -> None:
        for part in joint.findall("axis"):
            keys = ("damping", "friction", "spring_stiffness", "spring_reference")
            values = [number(part.findtext(f"dynamics/{key}"), 0.0, f"{key} of joint {name!r}") for key in keys]
            if self.m.joints[name].type.n_v != 1:
                if any(values):
                    self.robot.left.append(f"not imported: <dynamics> of the {kind} joint {name!r}.")
                continue
            damping, friction, stiffness, rest = values
            if damping or friction:
                self.m.friction(self.robot.name("friction", f"{name}_friction"), name, viscous=damping, coulomb=friction)
            if stiffness:
                self.m.joint_spring(self.robot.name("spring", f"{name}_spring"), name, stiffness=stiffness, rest=rest)
            self._limit(part, name, kind)
            if start := part.findtext("initial_position"):
                self.robot.start[name] = number(start, None, f"initial_position of joint {name!r}")

    def _limit(self, part: Element, name: str, kind: str) -> None:
        """Note end stops; an `inf`, or a number from 1e16 on, does not limit."""
        ends = []
        for key, none in (("lower", -np.inf), ("upper", np.inf)):
            text = (part.findtext(f"limit/{key}") or "").strip()
            value = none if not text or "inf" in text.lower() else number(text, None, f"{key} of joint {name!r}")
            ends.append(value if abs(value) < 1e16 else none)
        given = part.findtext("limit/stiffness")
        stiffness = number(given, None, f"stiffness of joint {name!r}") if given else None
        if kind != "continuous" and ends[0] < ends[1] and np.isfinite(ends).any():
            self.robot.limits[name] = Limit(ends[0], ends[1], stiffness=stiffness)

    def _sensor(self, body: Body, sensor: Element) -> None:
        """Add an inertial measurement unit; others stay unread, and are listed."""
        if sensor.attributes.get("type") != "imu":
            return
        X = self._own_pose(sensor)
        at = Frame(body, "sensor", tidy(X.position), np.asarray(X.rotation, float))
        name = self.robot.name("sensor", str(sensor.get("name") or f"{body.name}_imu"))
        rate = number(sensor.seen("type").findtext("update_rate") or None, 0.0, f"update_rate of {name!r}")
        errors: dict[str, Any] = {"rate": rate} if rate > 0 else {}
        self.m.imu(name, at, **errors)

    def _mimic(self, joint: Element) -> None:
        mimic = joint.find("axis/mimic")
        if mimic is None:
            return
        driven, leader = (self.robot.known("joint", str(n)) for n in (joint.get("name"), mimic.get("joint")))
        if leader is None or driven is None:
            raise BielaError(f"joint {joint.get('name')!r} mimics {mimic.get('joint')!r}, which is not in the file.")
        given = (("multiplier", 1.0), ("offset", 0.0), ("reference", 0.0))
        ratio, offset, reference = (number(mimic.findtext(k), d, f"{k} of {driven!r}") for k, d in given)
        name = self.robot.name("gear", f"{driven}_mimic")
        self.m.coupling(name, [(driven, 1.0), (leader, -ratio)], offset - ratio * reference)

    def _hold(self, static: bool) -> None:
        """Fix a static model; let every part that no joint holds to the world fly."""
        held = {self.m.ground.name}
        ties = [(j.parent.body.name, j.child.body.name) for j in self.m.joints.values()]
        for name in list(self.m.bodies):
            while grown := {b for pair in ties if held & set(pair) for b in pair} - held:
                held |= grown
            if name not in held:
                body = self.m.bodies[name]
                label = self.robot.name("joint", f"{name}_{'base' if static else 'free'}")
                at = Frame(self.m.ground, "start", tidy(body.placement.position), np.asarray(body.placement.rotation, float))
                (self.m.fixed if static else self.m.free)(label, at, body)
                held.add(name)
