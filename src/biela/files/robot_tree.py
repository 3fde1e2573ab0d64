"""Tree that the writers of URDF and MJCF share: the spanning tree of a machine as hinges, slides and balls, one after the other.

    X_inner,outer = X₀ · E₁(q₁) E₂(q₂) …          each E a turn about or a shift along an axis drawn on the outer body

A joint whose child is the inner body is written in reverse: the same elements in the opposite order, about the opposite axes, so
that every coordinate keeps its sign.
"""

from __future__ import annotations

import re
from dataclasses import field, replace
from typing import Any
from xml.etree import ElementTree

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.files.law import number_text
from biela.lie.se3 import Pose
from biela.mechanism.frame import Body, Frame
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parameter import nominal
from biela.mechanism.parts import Joint
from biela.mechanism.topology import Link

Xml = ElementTree.Element
HINGE, SLIDE, BALL, FREE = "hinge", "slide", "ball", "free"
IMPOSSIBLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 has no way to write (https://www.w3.org/TR/xml/#charsets)."""


@dataclass(frozen=True)
class JointPart:
    """A hinge, slide, ball or free joint of the tree."""

    name: str
    kind: str
    axis: Array  # in the frame of the outer body
    coordinate: int  # of the joint of the machine
    leader: str = ""  # part that it follows, as the slide of a screw follows its hinge
    factor: float = 1.0  # motion per unit of the leader


@dataclass(frozen=True)
class Branch:
    """A body of the tree with what carries it."""

    link: Link
    pose: Pose  # X_inner,outer where all coordinates are zero
    at: Pose  # X_outer,joint: where the joint stands on the body
    parts: tuple[JointPart, ...]
    children: list[Branch] = field(default_factory=list)

    @property
    def body(self) -> Body:
        return self.link.body


def fixed(X: Pose) -> Pose:
    """Return a pose with numbers for free parameters."""
    return Pose(np.asarray(X.rotation, float), np.array([float(nominal(x)) for x in np.asarray(X.position, dtype=object)]))


def tree(m: Mechanism) -> list[Branch]:
    """Return the branches that stand on the ground."""
    made: list[Branch] = []
    roots: list[Branch] = []
    for link in m.topology.links:
        joint = link.joint
        inner, outer = (joint.child, joint.parent) if link.reversed else (joint.parent, joint.child)
        at = fixed(outer.pose)
        branch = Branch(link, fixed(inner.pose) @ at.inverse(), at, tuple(_parts(link, at)))
        made.append(branch)
        (roots if link.parent < 0 else made[link.parent].children).append(branch)
    return roots


def _parts(link: Link, at: Pose) -> list[JointPart]:
    joint = link.joint
    if link.parent < 0 and joint.type.n_v == 6:
        return [JointPart(joint.name, FREE, np.zeros(3), 0)]
    parts = parts_of(joint)
    sign = -1.0 if link.reversed else 1.0
    R = np.asarray(at.rotation, float)
    return [replace(part, axis=sign * R @ part.axis) for part in (parts[::-1] if link.reversed else parts)]


def parts_of(joint: Joint) -> list[JointPart]:
    """Return the hinges, slides and balls of a joint from its parent to its child, with axes in the joint frame."""
    chain, names = joint.type.chain, [c.name for c in joint.type.coordinates]
    if chain is None:
        raise DescriptionError(f"joint {joint.name!r} is {joint.type.kind}: robot files have no word for it.")
    made: list[JointPart] = []
    for kind, axis, k, factor in chain:
        leader = next((part.name for part in made if part.coordinate == k), "")
        label = "ball" if kind == BALL else {HINGE: "turn", SLIDE: "advance"}[kind] if leader else names[k]
        name = joint.name if len(chain) == 1 else f"{joint.name}_{label}"
        made.append(JointPart(name, kind, np.eye(3)["xyz".index(axis)], k, leader, value(factor)))
    return made


def coordinate(joint: str, k: int, branches: dict[str, Branch]) -> str | None:
    """Return the name of the hinge or slide that is a coordinate of a joint; None for joints that close a loop, and for balls."""
    parts = branches[joint].parts if joint in branches else ()
    return next((p.name for p in parts if p.coordinate == k and not p.leader and p.kind in (HINGE, SLIDE)), None)


def walk(branches: list[Branch]) -> list[Branch]:
    """Return all branches, each followed by what it carries."""
    return [b for branch in branches for b in (branch, *walk(branch.children))]


def zero_poses(roots: list[Branch], ground: str) -> dict[str, Pose]:
    """Return poses of all bodies in the ground where all coordinates are zero."""
    poses = {ground: Pose.identity()}
    waiting = [(branch, ground) for branch in roots]
    while waiting:
        branch, inner = waiting.pop()
        poses[branch.body.name] = poses[inner] @ branch.pose
        waiting += [(child, branch.body.name) for child in branch.children]
    return poses


def length_of(a: Frame, b: Frame, poses: dict[str, Pose]) -> float:
    """Return the distance of two frames in given poses of their bodies."""
    p, q = (np.asarray((poses[f.body.name] @ fixed(f.pose)).position, float) for f in (a, b))
    return float(np.linalg.norm(p - q))


def value(x: Any) -> float:
    """Return a number, that of a free parameter being its nominal one."""
    return float(nominal(x))


def new(inside: Xml, tag: str, **attributes: str) -> Xml:
    """Return a new element at the end of another one."""
    return ElementTree.SubElement(inside, tag, attributes)


def unwritten(one: Any, format_: str) -> str:
    """Return the remark on an element that a format has no word for."""
    word = getattr(type(one), "word", "motion").replace("_", " ")
    return f"{word} {one.name!r} is not written: {format_} has no word for it."


def words(x: Any) -> str:
    """Return numbers in a row, each as short as it can be without loss."""
    return " ".join(number_text(float(e) + 0.0) for e in np.asarray(x, float).ravel())


def inertia_of(body: Body) -> tuple[float, Array, Array]:
    """Return mass, centre of mass and central tensor, as numbers."""
    tensor = np.array([[value(x) for x in row] for row in body.inertia])
    return value(body.mass), np.array([value(x) for x in body.com]), tensor


def xml_text(root: Xml) -> str:
    """Return the text of a tree, indented; a character that XML cannot write becomes �."""
    for element in root.iter():
        for name, value in element.attrib.items():
            element.attrib[name] = IMPOSSIBLE.sub("�", value)
        if element.text:
            element.text = IMPOSSIBLE.sub("�", element.text)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode")
