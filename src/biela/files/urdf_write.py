"""A machine → URDF: a tree of links, and its loops as <loop> elements (URDF+).

A link's frame is that of the joint that carries it. A joint with several coordinates becomes a chain of joints with links without
mass between them. A gear or a coupling of two joints becomes `mimic`, friction becomes `dynamics`, a rod a `constraint` of type
`distance`. What has no word in URDF is listed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from biela.files import robot_tree
from biela.files.robot_tree import Branch, Xml, new, value, words
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism import coupling, load
from biela.mechanism import joint as joints
from biela.mechanism.frame import Body, Frame
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parts import Joint
from biela.mechanism.shape import Ball, Box, Shape, Tube

MIN_MOMENT = 1e-12
"""Smallest moment of inertia that is written [kg·m²]."""
GRAVITY = (0.0, 0.0, -9.81)
TYPES = {robot_tree.HINGE: "continuous", "slide": "prismatic", robot_tree.BALL: "spherical", robot_tree.FREE: "floating"}
LOOPS = {
    joints.Revolute.chain: "revolute", joints.Prismatic.chain: "prismatic", joints.Spherical.chain: "spherical",
    joints.Fixed.chain: "fixed", joints.Universal.chain: "universal", joints.Cylindrical.chain: "cylindrical",
    joints.Planar.chain: "planar",
}  # fmt: skip
"""Chain of a joint that closes a loop → its word in URDF+."""


def urdf(m: Mechanism) -> tuple[str, list[str]]:
    """Return the text of a URDF file, and what of the machine is not in it."""
    writer = _Writer(m)
    writer.run()
    return '<?xml version="1.0"?>\n' + robot_tree.xml_text(writer.root) + "\n", writer.left


class _Writer:
    def __init__(self, m: Mechanism):
        self.m, self.left = m, [f"network {name!r} is not written: URDF has none." for name in m.networks]
        self.root = Xml("robot", name=m.name)
        self.roots = robot_tree.tree(m)
        self.branches = {b.link.joint.name: b for b in robot_tree.walk(self.roots)}
        self.joints: dict[str, Xml] = {}
        self.frames: dict[str, tuple[str, Pose]] = {m.ground.name: ("ground", Pose.identity())}  # body → link, X_link,body

    def run(self) -> None:
        if any(abs(value(g) - w) > 1e-12 for g, w in zip(self.m.gravity, GRAVITY, strict=True)):
            self.left.append(f"gravity {words([value(g) for g in self.m.gravity])} is not written: URDF says nothing of it.")
        new(self.root, "link", name="ground")
        for branch in self.roots:
            self.branch(branch, "ground", Pose.identity())
        for joint in self.m.topology.cut:
            self.loop(joint)
        for one in (*self.m.couplings.values(), *self.m.loads.values(), *self.m.actuators.values(), *self.m.drives.values()):
            self.thing(one)

    def branch(self, b: Branch, parent: str, X_parent: Pose) -> None:
        """Write a body on its chain of joints; `X_parent` is the pose of the parent's body in its link."""
        start = X_parent @ b.pose @ b.at  # the joint in the parent's link, all coordinates zero
        R = np.asarray(b.at.rotation, float)
        if not b.parts:
            self.joint(b.link.joint.name, "fixed", parent, b.body.name, start, None)
        for n, part in enumerate(b.parts):
            last = n == len(b.parts) - 1
            child = b.body.name if last else f"{part.name}_link"
            if not last:
                new(self.root, "link", name=child)
                if self.root.find("mujoco") is None:  # a word for MuJoCo, which accepts no link without mass
                    new(new(self.root, "mujoco"), "compiler", boundmass="1e-12", boundinertia="1e-12")
            axis = None if part.kind in (robot_tree.BALL, robot_tree.FREE) else R.T @ part.axis
            self.joint(part.name, TYPES[part.kind], parent, child, start, axis)
            parent, start = child, Pose.identity()
        for part in b.parts:
            if part.leader:
                new(self.joints[part.name], "mimic", joint=part.leader, multiplier=words(part.factor), offset="0")
        inner = b.at.inverse()  # the body in its link
        self.frames[b.body.name] = (b.body.name, inner)
        self.link(b.body, inner)
        for child_branch in b.children:
            self.branch(child_branch, b.body.name, inner)

    def link(self, body: Body, X: Pose) -> None:
        element = new(self.root, "link", name=body.name)
        mass, com, tensor = robot_tree.inertia_of(body)
        if mass or np.abs(tensor).max() > 0:
            R = np.asarray(X.rotation, float)
            I = R @ tensor @ R.T
            if np.linalg.eigvalsh(tensor)[0] < MIN_MOMENT:  # MuJoCo refuses a rod without thickness
                I = I + MIN_MOMENT * np.eye(3)
                self.left.append(f"body {body.name!r} has no inertia about some axis: {MIN_MOMENT:g} kg·m² is added.")
            inertial = new(element, "inertial")
            new(inertial, "origin", xyz=words(np.asarray(X @ com, float)), rpy="0 0 0")
            new(inertial, "mass", value=words(mass))
            pairs = [(i, j) for i in range(3) for j in range(i, 3)]
            new(inertial, "inertia", **{f"i{'xyz'[i]}{'xyz'[j]}": words(I[i, j]) for i, j in pairs})
        for shape in self.m.shapes.get(body.name, ()):
            self.visual(element, shape, X)

    def visual(self, element: Xml, shape: Shape, X: Pose) -> None:
        if isinstance(shape, Box):
            at = X @ Pose(so3.from_roll_pitch_yaw(np.array(shape.rotation)), np.array(shape.centre))
            size = {"size": words(shape.size)}
        elif isinstance(shape, Tube):
            a, b = np.array(shape.a), np.array(shape.b)
            length = float(np.linalg.norm(b - a))
            at = X @ Pose(np.asarray(so3.align((b - a) / length), float), (a + b) / 2)
            size = {"radius": words(shape.radius), "length": words(length)}
        elif isinstance(shape, Ball):
            at, size = X @ Pose(np.eye(3), np.array(shape.centre)), {"radius": words(shape.radius)}
        else:
            return
        visual = new(element, "visual")
        _origin(visual, at)
        new(new(visual, "geometry"), {Box: "box", Tube: "cylinder", Ball: "sphere"}[type(shape)], **size)

    def joint(self, name: str, kind: str, parent: str, child: str, X: Pose, axis: Any) -> None:
        element = new(self.root, "joint", name=name, type=kind)
        _origin(element, X)
        new(element, "parent", link=parent)
        new(element, "child", link=child)
        if axis is not None:
            new(element, "axis", xyz=words(axis))
        if kind == "prismatic":  # URDF asks for limits here
            new(element, "limit", lower="-1e9", upper="1e9", effort="1e9", velocity="1e9")
        self.joints[name] = element

    def loop(self, joint: Joint) -> None:
        if joint.elastic:
            return
        kind = None if joint.type.chain is None else LOOPS.get(joint.type.chain)
        if kind is None:
            said = f"joint {joint.name!r} ({joint.type.kind}) closes a loop and is not written: URDF+ has no word for it."
            self.left.append(said)
            return
        element = new(self.root, "loop", name=joint.name, type=kind)
        for tag, frame in (("predecessor", joint.parent), ("successor", joint.child)):
            self.end(element, tag, frame)
        new(element, "axis", xyz="0 0 1")

    def end(self, element: Xml, tag: str, frame: Frame) -> None:
        link, X = self.frames[frame.body.name]
        _origin(new(element, tag, link=link), X @ robot_tree.fixed(frame.pose))

    def thing(self, one: Any) -> None:
        if isinstance(one, coupling.CoordinateCoupling) and not one.curved and len(one.terms) == 2 and self.mimic(one):
            return
        name = robot_tree.coordinate(one.joint, one.coordinate, self.branches) if isinstance(one, load.JointFriction) else None
        if name is not None:
            new(self.joints[name], "dynamics", damping=words(value(one.viscous)), friction=words(value(one.coulomb)))
        elif isinstance(one, coupling.Rod):
            element = new(self.root, "constraint", name=one.name, type="distance", length=words(value(one.length)))
            self.end(element, "link1", one.a)
            self.end(element, "link2", one.b)
        else:
            self.left.append(robot_tree.unwritten(one, "URDF"))

    def mimic(self, one: coupling.CoordinateCoupling) -> bool:
        names = [robot_tree.coordinate(joint, k, self.branches) for joint, k, _ in one.terms]
        first, second = (value(f) for _, _, f in one.terms)
        if None in names or self.joints[str(names[0])].find("mimic") is not None:
            return False
        numbers = {"multiplier": words(-second / first), "offset": words(value(one.offset) / first)}
        new(self.joints[str(names[0])], "mimic", joint=str(names[1]), **numbers)
        return True


def _origin(element: Xml, X: Pose) -> None:
    angles = np.asarray(so3.roll_pitch_yaw(np.asarray(X.rotation, float)), float)
    new(element, "origin", xyz=words(np.asarray(X.position, float)), rpy=words(angles))
