"""URDF → machine. A joint's frame is the child link's frame at coordinate zero; its axis is given in it.

The root link is fixed to the ground. Damping and friction become friction loads, limits of position stops, `mimic` a gear; boxes,
cylinders and spheres are drawn. Loops are written in several ways: see `urdf_loop`. Whatever is not read is listed.

References
----------
http://wiki.ros.org/urdf/XML
"""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.base.errors import BielaError
from biela.files.markup import not_imported
from biela.files.reflected import Reflected
from biela.files.robot import STILL, Element, Limit, Robot, number, numbers, pose, tidy, turned_frame, turned_tensor
from biela.files.urdf_loop import loops
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism import joint as joints

TYPES: dict[str, Any] = {
    "revolute": joints.Revolute, "continuous": joints.Revolute, "prismatic": joints.Prismatic, "fixed": joints.Fixed,
    "floating": joints.Free, "planar": joints.Planar, "spherical": joints.Spherical,
}  # fmt: skip
REASONS = {
    "<collision>": "contacts between bodies", "<material>": "pictures only", "<visual>": "pictures only",
    "<mujoco>": "how another program compiles the file",
}  # fmt: skip
"""Tag → why it is not imported."""


class UrdfReader:
    """Reads a <robot> element; gravity is (0, 0, −9.81) m/s², of which URDF says nothing."""

    def __init__(self, robot: Robot, root: Element):
        self.robot, self.m, self.root = robot, robot.m, root
        root.seen("version")
        self.links: dict[str, Element] = {}
        for link in root.findall("link"):
            if (name := str(link.get("name"))) in self.links:
                raise BielaError(f"two links are called {name!r}: give each its own name.")
            self.links[name] = link
        self.joints = root.findall("joint")

    def run(self) -> None:
        children: dict[str, list[Element]] = {}
        carried: set[str] = set()
        closing: list[Element] = []
        for joint in self.joints:
            parent, child = (self._end(joint, end) for end in ("parent", "child"))
            if child in carried:
                closing.append(joint)
            else:
                carried.add(child)
                children.setdefault(parent, []).append(joint)
        roots = [name for name in self.links if name not in carried]
        if len(roots) != 1:
            found = ", ".join(map(repr, roots)) or "none"
            raise BielaError(f"the robot has {len(roots)} root links ({found}): all links but one must be the child of a joint.")
        self._body(roots[0], STILL)
        base = self.robot.name("link", roots[0])
        self.m.fixed(self.robot.name("joint", f"{base}_base"), self.m.ground, base)
        self.robot.left.append(f"the root link {roots[0]!r} is fixed to the ground: URDF does not say whether it flies.")
        waiting = [roots[0]]
        while waiting:
            for joint in children.get(waiting.pop(), []):
                self._joint(joint)
                waiting.append(self._end(joint, "child"))
        if apart := [name for name in self.links if self.robot.known("link", name) is None]:
            names = ", ".join(map(repr, apart[:6]))
            said = f"links {names} hang on each other in a circle, not on the root link {roots[0]!r}"
            raise BielaError(f"{said}: URDF describes trees. Use a machine file for loops.")
        for joint in closing:
            self._joint(joint, cut=True)
        for joint in self.joints:
            self._mimic(joint)
        loops(self)
        self.robot.add_limits(Reflected(self.m))
        for material in self.root.findall("material"):
            material.skip()
        self.robot.left += not_imported(self.root, REASONS)

    def _end(self, joint: Element, end: str) -> str:
        element = joint.find(end)
        name = "" if element is None else str(element.get("link"))
        if name not in self.links:
            raise BielaError(f"joint {joint.get('name')!r} has no {end} link {name!r} in the file.")
        return name

    def _body(self, name: str, placement: Pose) -> None:
        link = self.links[name].seen()
        data: dict[str, Any] = {}
        inertial = link.find("inertial")
        if inertial is not None:
            X, mass, tensor = _origin(inertial, f"inertial of link {name!r}"), inertial.find("mass"), inertial.find("inertia")
            data["mass"] = number(None if mass is None else mass.get("value"), None, f"mass of link {name!r}")
            data["com"], keys = tidy(X.position), ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
            moments = [0.0] * 6 if tensor is None else [number(tensor.get(k), 0.0, f"{k} of link {name!r}") for k in keys]
            data["inertia"] = turned_tensor(moments, X.rotation)
        body = self.robot.body("link", name, placement, **data)
        for visual in link.findall("visual"):
            at = _origin(visual, f"visual of {body.name!r}")
            self.robot.look(body, visual, at, lambda shape, key: shape.get(key), self._colour(visual))

    def _joint(self, joint: Element, cut: bool | None = None) -> None:
        label, kind = str(joint.get("name")), str(joint.get("type"))
        if kind not in TYPES:
            raise BielaError(f"joint {label!r} is of type {kind!r}: biela reads {', '.join(TYPES)}.")
        X = _origin(joint, f"joint {label!r}")
        parent = self.m.bodies[self.robot.name("link", self._end(joint, "parent"))]
        if not cut:
            self._body(self._end(joint, "child"), parent.placement @ X)
        child = self.m.bodies[self.robot.name("link", self._end(joint, "child"))]
        axis = joint.find("axis")
        z = numbers(None if axis is None else axis.get("xyz"), 3, (1, 0, 0), f"axis of joint {label!r}")
        if kind in ("fixed", "floating", "spherical"):
            z = np.array([0.0, 0.0, 1.0])
        name = self.robot.name("joint", label)
        self.m.joint(name, TYPES[kind](), turned_frame(parent, X, z), turned_frame(child, STILL, z), cut=cut)
        self._loads(joint, name, kind)

    def _loads(self, joint: Element, name: str, kind: str) -> None:
        dynamics, limit = joint.find("dynamics"), joint.find("limit")
        if dynamics is not None and kind in ("revolute", "continuous", "prismatic"):
            damping, friction = (number(dynamics.get(k), 0.0, f"{k} of joint {name!r}") for k in ("damping", "friction"))
            if damping or friction:
                self.m.friction(self.robot.name("friction", f"{name}_friction"), name, viscous=damping, coulomb=friction)
        if limit is not None and kind in ("revolute", "prismatic"):
            low, high = (number(limit.get(k), 0.0, f"{k} of joint {name!r}") for k in ("lower", "upper"))
            if low < high:
                self.robot.limits[name] = Limit(low, high)

    def _mimic(self, joint: Element) -> None:
        mimic = joint.find("mimic")
        if mimic is None:
            return
        label, leader = str(joint.get("name")), str(mimic.get("joint"))
        if leader not in {str(j.get("name")) for j in self.joints}:
            raise BielaError(f"joint {label!r} mimics {leader!r}, which is not in the file.")
        ratio, offset = (number(mimic.get(k), d, f"{k} of joint {label!r}") for k, d in (("multiplier", 1.0), ("offset", 0.0)))
        driver, driven = self.robot.name("joint", leader), self.robot.name("joint", label)
        self.m.coupling(self.robot.name("gear", f"{driven}_mimic"), [(driven, 1.0), (driver, -ratio)], offset)

    def _colour(self, visual: Element) -> str | None:
        material = visual.find("material")
        if material is None:
            return None
        alike = [material, *(e for e in reversed(self.root.findall("material")) if e.get("name") == material.get("name"))]
        colour = next((found for e in alike[:2] if (found := e.find("color")) is not None), None)
        if colour is None:
            return None
        rgb = np.clip(numbers(colour.get("rgba"), 3, (0.5, 0.5, 0.5), "colour", 4)[:3], 0, 1)
        return "#" + "".join(f"{round(255 * c):02x}" for c in rgb)


def _origin(element: Element, what: str) -> Pose:
    origin = element.find("origin")
    if origin is None:
        return STILL
    angles = numbers(origin.get("rpy"), 3, (0, 0, 0), f"rpy of {what}")
    return pose(so3.from_roll_pitch_yaw(angles), numbers(origin.get("xyz"), 3, (0, 0, 0), f"xyz of {what}"))
