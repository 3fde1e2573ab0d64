"""A machine → MJCF, so that MuJoCo runs it: a tree of bodies, loops as equality constraints.

| here | in MJCF |
|---|---|
| joints of the tree | hinges, slides, balls, free joints; several on one body where a joint has several coordinates |
| a ball, weld or hinge that closes a loop | `connect`, `weld`, two `connect` on the axis |
| another joint that closes a loop | a body of 1e-9 of the mass on that joint, welded |
| gear, rack and pinion, coupling; rod; cam that is a polynomial | `equality/joint` or `equality/tendon` |
| spring, joint spring, friction, motor | tendon, stiffness, damping and friction loss, `motor` |
| frames, shapes | sites, geoms without contact |
| the start | keyframe `start` |

MuJoCo's constraints are soft; `solref` is set to four time steps. What has no word in MJCF is listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.files import robot_tree
from biela.files.robot_tree import Branch, Xml, new, value, words
from biela.lie import quaternion, so3
from biela.lie.se3 import Pose
from biela.mechanism import actuator, coupling, load, servo
from biela.mechanism.frame import Body, Frame
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.parts import Joint
from biela.mechanism.shape import Ball, Box, Shape, Tube
from biela.state.state import State

STEP = 5e-4
"""Time step of the written model [s]."""


def mjcf(m: Mechanism, start: State | None = None) -> tuple[str, list[str]]:
    """Return the text of an MJCF file, with a state as the keyframe "start", and what of the machine is not in it."""
    writer = _Writer(m)
    writer.run(start)
    return robot_tree.xml_text(writer.root) + "\n", writer.left


class _Writer:
    def __init__(self, m: Mechanism):
        self.m, self.left = m, [f"network {name!r} is not written: MJCF has none." for name in m.networks]
        self.root = Xml("mujoco", model=m.name)
        new(self.root, "compiler", angle="radian", inertiafromgeom="false", autolimits="true")
        new(self.root, "option", gravity=words([value(g) for g in m.gravity]), timestep=words(STEP), integrator="RK4")
        new(new(self.root, "default"), "equality", solref=f"{words(4 * STEP)} 1")
        self.world = new(self.root, "worldbody")
        self.sections: dict[str, Xml] = {}
        self.roots = robot_tree.tree(m)
        self.order = robot_tree.walk(self.roots)
        self.branches = {b.link.joint.name: b for b in self.order}
        self.poses = robot_tree.zero_poses(self.roots, m.ground.name)
        self.elements: dict[str, Xml] = {m.ground.name: self.world}
        self.joints: dict[str, Xml] = {}
        self.carriers = False
        self.sites: set[str] = set()

    def section(self, name: str) -> Xml:
        return self.sections.setdefault(name, Xml(name))

    def run(self, start: State | None) -> None:
        for branch in self.roots:
            self.body(self.world, branch)
        for body in self.m.bodies.values():
            for name, frame in body.frames.items():
                self.site(frame, f"{body.name}_{name}")
        for joint in self.m.topology.cut:
            self.loop(joint)
        for one in (*self.m.couplings.values(), *self.m.loads.values(), *self.m.actuators.values(), *self.m.drives.values()):
            self.thing(one)
        self.root.extend(self.sections[name] for name in ("tendon", "equality", "actuator") if name in self.sections)
        if start is not None:
            self.key(start)

    def body(self, inside: Xml, branch: Branch) -> None:
        body = branch.body
        element = new(inside, "body", name=body.name, **_where(branch.pose))
        self.elements[body.name] = element
        for part in branch.parts:
            if part.kind == robot_tree.FREE:
                new(element, "freejoint", name=part.name)
                continue
            at = words(branch.at.position)
            axis = {} if part.kind == robot_tree.BALL else {"axis": words(part.axis)}
            self.joints[part.name] = new(element, "joint", name=part.name, type=part.kind, pos=at, **axis)
        self.follow(branch.parts)
        self.inertial(element, body, bool(branch.parts))
        for shape in self.m.shapes.get(body.name, ()):
            self.geom(element, shape)
        for child in branch.children:
            self.body(element, child)

    def follow(self, parts: Iterable[robot_tree.JointPart]) -> None:
        """Tie the parts of a joint that follow others, as the slide of a screw does."""
        for part in parts:
            if part.leader:
                ratio = words([0, part.factor, 0, 0, 0])
                new(self.section("equality"), "joint", joint1=part.name, joint2=part.leader, polycoef=ratio)

    def inertial(self, element: Xml, body: Body, moving: bool) -> None:
        mass, com, I = robot_tree.inertia_of(body)
        smallest = float(np.linalg.eigvalsh(I)[0])
        if moving and (mass < 1e-14 or smallest < 1e-14):
            self.root.find("compiler").attrib.update(boundmass="1e-12", boundinertia="1e-12")  # type: ignore[union-attr]
            self.left.append(f"body {body.name!r} has no mass or inertia: MuJoCo gets 1e-12 kg or kg·m².")
        if mass or moving:
            tensor = {"fullinertia": words(I[(0, 1, 2, 0, 0, 1), (0, 1, 2, 1, 2, 2)])}
            if smallest < 1e-14:
                values, R = np.linalg.eigh(I)
                R[:, 2] *= np.sign(np.linalg.det(R))
                tensor = {"diaginertia": words(np.clip(values, 0, None)), "quat": words(quaternion.from_matrix(R))}
            new(element, "inertial", pos=words(com), mass=words(mass), **tensor)

    def geom(self, element: Xml, shape: Shape) -> None:
        common = {"contype": "0", "conaffinity": "0", "mass": "0"}
        if isinstance(shape, Box):
            turn = words(quaternion.from_matrix(np.asarray(so3.from_roll_pitch_yaw(np.array(shape.rotation)), float)))
            half = words(np.array(shape.size) / 2)
            new(element, "geom", type="box", pos=words(shape.centre), size=half, quat=turn, **common)
        elif isinstance(shape, Tube):
            new(element, "geom", type="cylinder", fromto=words([*shape.a, *shape.b]), size=words(shape.radius), **common)
        elif isinstance(shape, Ball):
            new(element, "geom", type="sphere", pos=words(shape.centre), size=words(shape.radius), **common)

    def site(self, frame: Frame, name: str) -> str:
        name = name if name not in self.sites else f"{name}_{len(self.sites)}"
        self.sites.add(name)
        new(self.elements[frame.body.name], "site", name=name, **_where(robot_tree.fixed(frame.pose)))
        return name

    def loop(self, joint: Joint) -> None:
        if joint.elastic:
            return
        ends = ((joint.parent, f"{joint.name}_parent"), (joint.child, f"{joint.name}_child"))
        a, b = (self.site(frame, name) for frame, name in ends)
        ties, parts = self.section("equality"), robot_tree.parts_of(joint)
        kinds = [part.kind for part in parts]
        if not parts or kinds in ([robot_tree.BALL], [robot_tree.HINGE]):
            new(ties, "connect" if parts else "weld", name=joint.name, site1=a, site2=b)
        else:
            self.carried(joint, parts, b)
        if kinds == [robot_tree.HINGE]:  # a second point of the axis
            apart = Pose(np.eye(3), self.size() * parts[0].axis)
            a, b = (self.site(_moved(frame, apart), f"{name}_2") for frame, name in ends)
            new(ties, "connect", name=f"{joint.name}_2", site1=a, site2=b)

    def carried(self, joint: Joint, parts: list[robot_tree.JointPart], end: str) -> None:
        """Write a small body on the joint, welded to what the joint ties."""
        mass = 1e-9 * max(sum(value(b.mass) for b in self.m.bodies.values()), 1e-3)
        X = robot_tree.fixed(joint.parent.pose)
        element = new(self.elements[joint.parent.body.name], "body", name=f"{joint.name}_carrier", **_where(X))
        for part in parts:
            axes = {} if part.kind == robot_tree.BALL else {"axis": words(part.axis)}
            name = part.name if len(parts) > 1 else f"{joint.name}_{joint.type.coordinates[part.coordinate].name}"
            new(element, "joint", name=name, type=part.kind, **axes)
        self.follow(parts)
        new(element, "inertial", pos="0 0 0", mass=words(mass), diaginertia=words([mass * self.size() ** 2] * 3))
        new(element, "site", name=f"{joint.name}_carrier_site")
        new(self.section("equality"), "weld", name=joint.name, site1=f"{joint.name}_carrier_site", site2=end)
        self.left.append(f"joint {joint.name!r} closes a loop through a body of {mass:.1g} kg, which MJCF needs.")
        self.carriers = True

    def size(self) -> float:
        """Return a length of the machine [m]."""
        lengths = [float(np.linalg.norm(np.asarray(p.position, float))) for b in self.order for p in (b.pose, b.at)]
        return max([x for x in lengths if x > 0] or [0.1]) / 2

    def thing(self, one: Any) -> None:
        """Write a coupling, load, actuator or drive, if MJCF has a word for it."""
        writers: dict[type, Callable[[Any], bool]] = {
            coupling.Cam: self.cam, coupling.CoordinateCoupling: self.coupled, coupling.Rod: self.rod,
            load.LineSpring: self.spring, servo.JointServo: self.servo,
        }  # fmt: skip
        on_joint: dict[type, Callable[[Any, str], bool]] = {
            load.JointSpring: self.joint_spring, load.JointFriction: self.friction, load.Rotor: self.rotor, load.Stop: self.stop,
            actuator.JointActuator: self.motor,
        }  # fmt: skip
        write = next((w for kind, w in writers.items() if isinstance(one, kind)), None)
        load_on = next((w for kind, w in on_joint.items() if isinstance(one, kind)), None)
        name = self.axis(one.joint, one.coordinate) if load_on else None
        if not ((write and write(one)) or (load_on and name and load_on(one, name))):
            self.left.append(robot_tree.unwritten(one, "MJCF"))

    def axis(self, joint: str, k: int) -> str | None:
        return robot_tree.coordinate(joint, k, self.branches)

    def coupled(self, one: coupling.CoordinateCoupling) -> bool:
        terms = [(str(self.axis(joint, k)), value(f)) for joint, k, f in one.terms if self.axis(joint, k)]
        offset = value(one.offset)
        if len(terms) < len(one.terms):
            return False
        if len(terms) <= 2:
            second = {"joint2": terms[1][0]} if len(terms) == 2 else {}
            ratio = -terms[1][1] / terms[0][1] if second else 0.0
            poly = words([offset / terms[0][1], ratio, 0, 0, 0])
            new(self.section("equality"), "joint", name=one.name, joint1=terms[0][0], polycoef=poly, **second)
            return True
        self.train(one.name, terms)
        new(self.section("equality"), "tendon", name=f"{one.name}_tie", tendon1=one.name, polycoef=words([offset, 0, 0, 0, 0]))
        return True

    def train(self, name: str, terms: list[tuple[str, float]]) -> None:
        """Write a tendon whose length is a sum of coordinates times factors."""
        tendon = new(self.section("tendon"), "fixed", name=name)
        for joint, factor in terms:
            new(tendon, "joint", joint=joint, coef=words(factor))

    def cam(self, one: coupling.Cam) -> bool:
        names = [self.axis(joint, k) for joint, k, _ in one.terms]
        x = np.linspace(-1, 1, 9)
        y = np.array([float(one.curve(float(e))) for e in x])
        c = np.polynomial.polynomial.polyfit(x, y, 4)
        if None in names or np.abs(np.polynomial.polynomial.polyval(x, c) - y).max() > 1e-12 * max(1.0, np.abs(y).max()):
            return False
        c[np.abs(c) < 1e-13 * max(1.0, np.abs(c).max())] = 0.0
        new(self.section("equality"), "joint", name=one.name, joint1=str(names[0]), joint2=str(names[1]), polycoef=words(c))
        return True

    def line(self, one: coupling.Rod | load.LineSpring, **more: str) -> str:
        tendon = new(self.section("tendon"), "spatial", name=one.name, **more)
        for frame, end in ((one.a, "a"), (one.b, "b")):
            new(tendon, "site", site=self.site(frame, f"{one.name}_{end}"))
        return str(one.name)

    def rod(self, one: coupling.Rod) -> bool:
        gap = value(one.length) - robot_tree.length_of(one.a, one.b, self.poses)
        name = self.line(one)
        new(self.section("equality"), "tendon", name=f"{one.name}_tie", tendon1=name, polycoef=words([gap, 0, 0, 0, 0]))
        return True

    def spring(self, one: load.LineSpring) -> bool:
        k, free = value(one.stiffness), value(one.free_length)
        rest = free - value(one.preload) / k if k else free
        if one.curve is not None or (value(one.preload) and not k) or rest < 0:
            return False
        self.line(one, stiffness=words(k), damping=words(value(one.damping)), springlength=words(rest))
        return True

    def joint_spring(self, one: load.JointSpring, name: str) -> bool:
        k = value(one.stiffness)
        if one.curve is not None or (value(one.preload) and not k) or "stiffness" in self.joints[name].attrib:
            return False
        rest = value(one.rest) - (value(one.preload) / k if k else 0.0)
        self.joints[name].attrib.update(stiffness=words(k), springref=words(rest))
        self.increase(name, "damping", value(one.damping))
        return True

    def friction(self, one: load.JointFriction, name: str) -> bool:
        self.increase(name, "damping", value(one.viscous))
        if value(one.coulomb):
            self.joints[name].attrib["frictionloss"] = words(value(one.coulomb))
            self.left.append(f"friction {one.name!r} is written as friction loss, which MuJoCo computes in its own way.")
        return True

    def increase(self, joint: str, key: str, by: float) -> None:
        """Add to a number of a joint."""
        if by:
            self.joints[joint].attrib[key] = words(float(self.joints[joint].attrib.get(key, "0")) + by)

    def rotor(self, one: load.Rotor, name: str) -> bool:
        self.increase(name, "armature", value(one.inertia))
        return True

    def stop(self, one: load.Stop, name: str) -> bool:
        if None in one.limits or "range" in self.joints[name].attrib:
            return False
        self.joints[name].attrib["range"] = words([value(end) for end in one.limits])
        self.left.append(f"stop {one.name!r} is written as a range, which MuJoCo makes soft in its own way.")
        return True

    def servo(self, one: servo.JointServo) -> bool:
        terms = [(str(self.axis(joint, k)), value(f)) for joint, k, f in one.terms if self.axis(joint, k)]
        if len(terms) < len(one.terms):
            return False
        where = {"joint": terms[0][0], "gear": words(terms[0][1])}
        if len(terms) > 1:
            where = {"tendon": f"{one.name}_train"}
            self.train(where["tendon"], terms)
        bias = words([value(one.offset), -value(one.stiffness), -value(one.damping)])
        law = {"gainprm": words(value(one.gain)), "biastype": "affine", "biasprm": bias}
        for key, low, high in (("ctrlrange", one.input_lower, one.input_upper), ("forcerange", one.force_lower, one.force_upper)):
            if (low is None) != (high is None):
                return False
            law |= {} if low is None else {key: words([value(low), value(high)])}
        new(self.section("actuator"), "general", name=one.name, **where, **law)
        return True

    def motor(self, one: actuator.JointActuator, name: str) -> bool:
        new(self.section("actuator"), "motor", name=one.name, joint=name)
        return True

    def key(self, start: State) -> None:
        """Write the keyframe, in MuJoCo's order: bodies as they stand in the file, a carrier at the end of its parent's joints."""
        if self.carriers:
            self.left.append("the start is not written: set the joints of the bodies that close loops first.")
            return
        qpos: list[float] = []
        qvel: list[float] = []
        for b in self.order:
            q, v = start.q[b.link.q], start.v[b.link.v]
            for part in b.parts:
                if part.kind == robot_tree.FREE:
                    _free(start, b, qpos, qvel)
                elif part.kind == robot_tree.BALL:
                    _ball(b, q, v, qpos, qvel)
                else:
                    k = part.coordinate
                    qpos.append(part.factor * float(q[k]))
                    turned = b.link.joint.type.quaternion is not None  # a slide of a free joint: rates in the axes of its parent
                    qvel.append(part.factor * float((quaternion.to_matrix(q[:4]) @ v[3:6])[k - 4] if turned else v[k]))
        new(new(self.root, "keyframe"), "key", name="start", qpos=words(qpos), qvel=words(qvel))


def _where(X: Pose) -> dict[str, str]:
    R = np.asarray(X.rotation, float)
    turn = {} if np.allclose(R, np.eye(3), atol=1e-15) else {"quat": words(quaternion.from_matrix(R))}
    return {"pos": words(np.asarray(X.position, float)), **turn}


def _moved(frame: Frame, by: Pose) -> Frame:
    X = robot_tree.fixed(frame.pose) @ by
    return Frame(frame.body, frame.name, tuple(map(float, X.position)), np.asarray(X.rotation, float))


def _ball(b: Branch, q: Array, v: Array, qpos: list[float], qvel: list[float]) -> None:
    """Append quaternion and rates of a ball, in the axes of the outer body."""
    R, turn = np.asarray(b.at.rotation, float), np.asarray(q[:4], float)
    w = np.asarray(v[:3], float)
    if b.link.reversed:
        w, turn = -np.asarray(quaternion.to_matrix(turn), float) @ w, np.asarray(quaternion.conjugate(turn), float)
    qpos += [float(turn[0]), *map(float, R @ turn[1:4])]
    qvel += list(map(float, R @ w))


def _free(start: State, b: Branch, qpos: list[float], qvel: list[float]) -> None:
    """Append the pose of the body in the ground; velocity in ground axes, angular velocity in its own."""
    name = b.body.name
    values = start.values(*(f"{name}.{s}" for s in ("x", "y", "z", "roll", "pitch", "yaw")))
    R = np.asarray(so3.from_roll_pitch_yaw(np.array(values[3:])), float)
    qpos += [*values[:3], *map(float, quaternion.from_matrix(R))]
    rates = start.values(*(f"{name}.{s}_{a}" for s in ("velocity", "rate") for a in "xyz"))
    qvel += [*rates[:3], *map(float, R.T @ np.array(rates[3:]))]
