"""Loops in URDF, as the field writes them, since URDF itself describes trees.

    a link that is the child of two joints      the second joint closes a loop: its frame is that of the child link
    <loop>, <loop_joint>                        a joint that closes a loop (URDF+); `predecessor` and `successor` (or `parent` and
                                                `child`, `link1` and `link2`) with `link` and `origin`; `axis`
    <coupling>                                  turns since the common ancestor: successor = ratio · predecessor (URDF+)
    <constraint type="…">                       of two links: a joint of that type, `distance` a rod; of joint1 and joint2: `gear`
    <ball_constraint> (Drake)                   a ball joint
    <gazebo><joint>                             a joint of SDF

References
----------
M. Chignoli et al., "URDF+: An enhanced URDF for robots with kinematic loops", arXiv 2411.19753.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.errors import BielaError
from biela.files.markup import local
from biela.files.robot import STILL, Element, number, numbers, pose, tidy, turned_frame
from biela.lie import so3
from biela.lie.se3 import Pose
from biela.mechanism import joint as joints
from biela.mechanism.frame import Body, Frame

if TYPE_CHECKING:
    from biela.files.urdf import UrdfReader

TYPES: dict[str, Any] = {
    "revolute": joints.Revolute, "continuous": joints.Revolute, "hinge": joints.Revolute, "prismatic": joints.Prismatic,
    "fixed": joints.Fixed, "weld": joints.Fixed, "spherical": joints.Spherical, "ball": joints.Spherical,
    "connect": joints.Spherical, "point": joints.Spherical, "universal": joints.Universal, "cylindrical": joints.Cylindrical,
    "planar": joints.Planar,
}  # fmt: skip
"""Types of joints that close a loop."""
ENDS = (("predecessor", "successor"), ("parent", "child"), ("link1", "link2"))


def loops(reader: UrdfReader) -> None:
    """Add what ties links besides the tree."""
    for k, element in enumerate(reader.root):
        label = element.get("name") or f"{local(element)}_{k + 1}"
        match local(element):
            case "loop" | "loop_joint":
                _closing(reader, element, label, element.get("type", "revolute"))
            case "coupling":
                _coupling(reader, element, label)
            case "constraint":
                _constraint(reader, element, label)
            case "ball_constraint":
                _drake_ball(reader, element, label)
            case "gazebo":
                _gazebo(reader, element)


def _part(element: Element, *names: str) -> Element | None:
    return next((child for child in element if local(child) in names), None)


def _named(reader: UrdfReader, link: str | None, wrong: str) -> Body:
    """Return the body of a link."""
    known = reader.robot.known("link", str(link))
    if known is None:
        raise BielaError(wrong)
    return reader.m.bodies[known]


def _ends(reader: UrdfReader, element: Element, label: str) -> list[tuple[Body, Pose]]:
    """Return both links of a loop, and the frames on them."""
    for pair in ENDS:
        parts = [_part(element, name) for name in pair]
        names = [element.get(name) if part is None else part.get("link") for name, part in zip(pair, parts, strict=True)]
        if not all(names):
            continue
        found = []
        for name, part in zip(names, parts, strict=True):
            body = reader.m.bodies[reader.robot.find("link", name, f"loop {label!r}")]
            found.append((body, STILL if part is None else _place(part, label)))
        if _part(element, "origin") is not None:  # one for both: on the first link; on the other where the drawing has it
            (a, _), (b, _) = found
            X = _place(element, label)
            found = [(a, X), (b, b.placement.inverse() @ (a.placement @ X))]
        return found
    raise BielaError(f"loop {label!r} needs two links: <predecessor link=…/> and <successor link=…/>.")


def _place(element: Element, label: str) -> Pose:
    """Return the origin of an end: a child, or attributes of its own."""
    origin = _part(element, "origin")
    origin = element if origin is None else origin
    angles = numbers(origin.get("rpy"), 3, (0, 0, 0), f"rpy of {label!r}")
    return pose(so3.from_roll_pitch_yaw(angles), numbers(origin.get("xyz"), 3, (0, 0, 0), f"xyz of {label!r}"))


def _closing(reader: UrdfReader, element: Element, label: str, kind: str) -> None:
    if kind not in TYPES:
        raise BielaError(f"loop {label!r} is of type {kind!r}: biela reads {', '.join(TYPES)}.")
    (a, X), (b, Y) = _ends(reader, element, label)
    axis = _part(element, "axis")
    z = numbers(None if axis is None else axis.get("xyz"), 3, (1, 0, 0), f"axis of {label!r}")
    if TYPES[kind] in (joints.Fixed, joints.Spherical):
        z = np.array([0.0, 0.0, 1.0])
    reader.m.joint(reader.robot.name("loop", label), TYPES[kind](), turned_frame(a, X, z), turned_frame(b, Y, z), cut=True)


def _coupling(reader: UrdfReader, element: Element, label: str) -> None:
    (a, _), (b, _) = _ends(reader, element, label)
    ratio = _part(element, "ratio")
    r = number(element.get("ratio") if ratio is None else ratio.get("value"), None, f"ratio of {label!r}")
    paths = [_path(reader, body) for body in (a, b)]
    common = [name for name in paths[0] if name in paths[1]]
    terms = [(name, f) for path, f in ((paths[1], 1.0), (paths[0], -r)) for name in path if name not in common]
    reader.m.coupling(reader.robot.name("coupling", label), terms, 0.0)


def _path(reader: UrdfReader, body: Body) -> list[str]:
    """Return joints with one coordinate between the root and a link."""
    found: list[str] = []
    while True:
        joint = next((j for j in reader.m.joints.values() if j.child.body is body and not j.cut), None)
        if joint is None or joint.parent.body.is_ground:
            return found
        if joint.type.n_v == 1:
            found.append(joint.name)
        body = joint.parent.body


def _constraint(reader: UrdfReader, element: Element, label: str) -> None:
    kind = element.get("type", "")
    if kind in ("gear", "joint", "mimic"):
        names = [reader.robot.find("joint", element.get(key), f"constraint {label!r}") for key in ("joint1", "joint2")]
        ratio, offset = (number(element.get(k), d, f"{k} of {label!r}") for k, d in (("ratio", 1.0), ("offset", 0.0)))
        reader.m.gear(reader.robot.name("gear", label), names[0], names[1], ratio, offset)
    elif kind == "distance":
        (a, X), (b, Y) = _ends(reader, element, label)
        length = numbers(element.get("length"), 1, (0.0,), f"length of {label!r}")[0]
        p, q = (Frame(body, "end", tidy(Z.position), np.eye(3)) for body, Z in ((a, X), (b, Y)))
        reader.m.rod(reader.robot.name("rod", label), p, q, float(length) or None)
    else:
        _closing(reader, element, label, kind)


def _drake_ball(reader: UrdfReader, element: Element, label: str) -> None:
    said = {local(child).rpartition("constraint_")[2]: child for child in element}
    frames = []
    for body, point in (("body_A", "p_AP"), ("body_B", "p_BQ")):
        name = said[body].get("name") if body in said else None
        own = _named(reader, name, f"ball constraint {label!r} has no {body} in the file: name two links.")
        at = numbers(said[point].get("value") if point in said else None, 3, (0, 0, 0), f"{point} of {label!r}")
        frames.append(Frame(own, "ball", tidy(at), np.eye(3)))
    reader.m.spherical(reader.robot.name("loop", label), *frames, cut=True)


def _gazebo(reader: UrdfReader, element: Element) -> None:
    """Add joints of SDF that a <gazebo> block adds; everything else in it is for the simulator."""
    for joint in (child for child in element if local(child) == "joint"):
        label, kind = str(joint.get("name")), str(joint.get("type"))
        if kind not in TYPES:
            raise BielaError(f"joint {label!r} of <gazebo> is of type {kind!r}: biela reads {', '.join(TYPES)}.")
        bodies = []
        for end in ("parent", "child"):
            name = (joint.findtext(end) or "").strip()
            bodies.append(_named(reader, name, f"joint {label!r} of <gazebo> has no {end} link in the file."))
        p = numbers(joint.findtext("pose"), 6, (0,) * 6, f"pose of joint {label!r}")
        X = pose(so3.from_roll_pitch_yaw(p[3:]), p[:3])  # in the child link
        z = numbers(joint.findtext("axis/xyz"), 3, (0, 0, 1), f"axis of joint {label!r}")
        inner = bodies[0].placement.inverse() @ (bodies[1].placement @ X)
        name = reader.robot.name("loop", label)
        reader.m.joint(name, TYPES[kind](), turned_frame(bodies[0], inner, z), turned_frame(bodies[1], X, z), cut=True)
