"""MJCF (MuJoCo) → machine. Bodies nest in each other; joints on a body act one after the other between it and its parent:

    X_parent,body = X₀ J₁ J₂ …,      J = T(pos) · turn or shift along axis · T(−pos)

so that a body with several joints hangs on a chain of bodies without mass. `equality/connect` becomes a ball joint and
`equality/weld` a fixed joint that close a loop, exactly; `equality/joint` a coupling or a cam, `equality/tendon` a coupling or a
rod; a spatial tendon between two sites a spring. Masses come from `inertial`, or from the
geoms. Soft constraints, contacts, other tendons, armature and limits are listed as not taken over.

References
----------
MuJoCo documentation, "XML reference" and "Computation": https://mujoco.readthedocs.io
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from biela.errors import BielaError
from biela.files.geom import Geom, combined
from biela.files.mjcf_key import read_key
from biela.files.mjcf_tendon import equality, tendon
from biela.files.robot import Element, Robot, numbers, pose, tidy, turned_frame, unit
from biela.lie import quaternion, so3
from biela.lie.se3 import Pose
from biela.mechanism.frame import Body, Frame

STILL = pose(np.eye(3), np.zeros(3))
SILENT = {
    "worldbody",
    "compiler",
    "option",
    "default",
    "equality",
    "actuator",
    "asset",
    "visual",
    "statistic",
    "size",
    "tendon",
    "keyframe",
}
Attributes = dict[str, str]


class MjcfReader:
    """Reads a <mujoco> element."""

    def __init__(self, robot: Robot, root: Element):
        self.robot, self.m, self.root = robot, robot.m, root
        compiler: Attributes = {}
        for element in root.findall("compiler"):
            compiler |= element.attrib
        self.angle = 1.0 if compiler.get("angle", "degree") == "radian" else np.pi / 180
        self.sequence = compiler.get("eulerseq", "xyz")
        if sorted(self.sequence.lower()) != ["x", "y", "z"]:
            raise BielaError(f"eulerseq of <compiler> is {self.sequence!r}: give x, y and z in some order.")
        self.from_geoms = compiler.get("inertiafromgeom", "auto")
        for key in ("settotalmass", "boundmass", "boundinertia", "balanceinertia", "fusestatic", "inertiagrouprange"):
            if compiler.get(key, "false") not in ("false", "0", "-1"):
                robot.left.append(f"{key} of <compiler> is not taken over.")
        self.classes: dict[str, dict[str, Attributes]] = {"main": {}}
        for element in root.findall("default"):
            self._class(element, "main", {})
        self.sites: dict[str, tuple[Body, Pose]] = {}
        self.tendons: dict[str, Element] = {}
        self.order: list[tuple[str, str]] = []  # joints with their kinds, in the order of MuJoCo's coordinates
        self.unnamed = 0

    # -------------------------------------------------------------------------------------------------------------- order

    def run(self) -> None:
        for tag in ("include", "replicate", "attach", "composite", "flexcomp"):
            if next(self.root.iter(tag), None) is not None:
                raise BielaError(
                    f"<{tag}> is not read: let MuJoCo write the model as one plain file first (mj_saveLastXML)."
                )
        for option in self.root.findall("option"):
            if "gravity" in option.attrib:
                self.m.set_gravity(tidy(numbers(option.get("gravity"), 3, None, "gravity")))
        for world in self.root.findall("worldbody"):
            for child, childclass, X in self._inside(world, "main", STILL):
                if child.tag == "body":
                    self._body(child, self.m.ground, childclass, X)
                elif child.tag == "site":
                    self._site(child, self.m.ground, childclass, X)
                elif child.tag == "geom":
                    self.robot.left.append("shapes of the world are not drawn.")
        for section in self.root.findall("tendon"):
            for element in section:
                tendon(self, element)
        for section in self.root.findall("equality"):
            for k, element in enumerate(section):
                self._equality(element, k)
        for section in self.root.findall("actuator"):
            for element in section:
                self._actuator(element)
        read_key(self)
        for tag in sorted({e.tag for e in self.root} - SILENT):
            self.robot.left.append(f"<{tag}> is not taken over.")

    def _class(self, element: Element, name: str, above: dict[str, Attributes]) -> None:
        name = element.get("class", name)
        own = {tag: dict(values) for tag, values in above.items()}
        for child in element:
            if child.tag != "default":
                own[child.tag] = {**own.get(child.tag, {}), **child.attrib}
        self.classes[name] = own
        for child in element.findall("default"):
            self._class(child, str(child.get("class")), own)

    def _with_defaults(self, element: Element, childclass: str) -> Attributes:
        name = element.get("class", childclass)
        if name not in self.classes:
            raise BielaError(f"there is no default class {name!r}.")
        return {**self.classes[name].get(element.tag, {}), **element.attrib}

    def _inside(self, element: Element, childclass: str, X: Pose) -> Iterator[tuple[Element, str, Pose]]:
        """What is in a body, with <frame> taken apart."""
        for child in element:
            if child.tag == "frame":
                yield from self._inside(
                    child, child.get("childclass", childclass), X @ self._pose(child.attrib, "frame")
                )
            else:
                yield child, childclass, X

    # ------------------------------------------------------------------------------------------------------------- bodies

    def _body(self, element: Element, parent: Body, childclass: str, outer: Pose) -> None:
        self.unnamed += 1
        label = element.get("name", f"body_{self.unnamed}")
        childclass = element.get("childclass", childclass)
        X = outer @ self._pose(element.attrib, f"body {label!r}")
        content = list(self._inside(element, childclass, STILL))
        moving = [(c, k, Y) for c, k, Y in content if c.tag in ("joint", "freejoint")]
        name, placement = self.robot.name("body", label), parent.placement @ X
        # every joint but the last ends on a body without mass
        carrier, step = parent, X
        for i, (joint, own, Y) in enumerate(moving):
            last = i == len(moving) - 1
            if last:
                carrier_next = self.robot.body("body", label, placement, **self._mass(content, label))
            else:
                carrier_next = self.robot.body("body", f"{name}_part_{i + 1}", placement)
            self._joint(
                joint,
                own,
                Y,
                carrier,
                carrier_next,
                step,
                f"{name}_joint" if len(moving) == 1 else f"{name}_joint_{i + 1}",
            )
            carrier, step = carrier_next, STILL
        if not moving:
            carrier = self.robot.body("body", label, placement, **self._mass(content, label))
            welded = Frame(parent, "weld", tidy(X.position), np.asarray(X.rotation, float))
            self.m.fixed(self.robot.name("joint", f"{name}_weld"), welded, carrier)
        if element.get("mocap", "false") == "true":
            self.robot.left.append(f"body {label!r} is moved from outside (mocap): here it stands.")
        for child, own, Y in content:
            if child.tag == "body":
                self._body(child, carrier, own, Y)
            elif child.tag == "site":
                self._site(child, carrier, own, Y)
            elif child.tag == "geom":
                shape = self._geom(child, own, Y).shape()
                if shape is not None:
                    self.robot.draw(carrier, shape)
                else:
                    self.robot.left.append(
                        f"geoms of type {self._with_defaults(child, own).get('type')!r} are not drawn."
                    )

    def _mass(self, content: list[tuple[Element, str, Pose]], label: str) -> dict[str, Any]:
        inertial = next((c for c, _, _ in content if c.tag == "inertial"), None)
        if inertial is not None and self.from_geoms != "true":
            what = f"inertial of body {label!r}"
            X = self._pose(inertial.attrib, what)
            R = np.asarray(X.rotation, float)
            if "fullinertia" in inertial.attrib:
                xx, yy, zz, xy, xz, yz = numbers(inertial.get("fullinertia"), 6, None, what)[:6]
                tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            else:
                tensor = np.diag(numbers(inertial.get("diaginertia"), 3, (0, 0, 0), what)[:3])
            turned = R @ tensor @ R.T
            mass = float(numbers(inertial.get("mass"), 1, None, f"mass of body {label!r}")[0])
            return {"mass": mass, "com": tidy(X.position), "inertia": (turned + turned.T) / 2}
        if self.from_geoms == "false":
            return {}
        geoms = [self._geom(c, own, Y) for c, own, Y in content if c.tag == "geom"]
        for geom in geoms:
            if not geom.solid:
                self.robot.left.append(
                    f"the mass of a {geom.kind} of body {label!r} is not taken over: give the body <inertial>."
                )
        return combined([geom for geom in geoms if geom.solid])

    def _geom(self, element: Element, childclass: str, X: Pose) -> Geom:
        a = self._with_defaults(element, childclass)
        return Geom.read(a, X @ self._pose(a, "geom"), X)

    def _site(self, element: Element, body: Body, childclass: str, X: Pose) -> None:
        a = self._with_defaults(element, childclass)
        Y = X @ self._pose(a, "site")
        label = a.get("name")
        if label is None:
            return
        self.sites[label] = (body, Y)
        body.frame(self.robot.name("site", label), tidy(Y.position), np.asarray(Y.rotation, float))

    # ------------------------------------------------------------------------------------------------------------- joints

    def _joint(
        self, element: Element, childclass: str, Y: Pose, parent: Body, child: Body, X: Pose, otherwise: str
    ) -> None:
        free = element.tag == "freejoint"
        a = {"type": "free", **element.attrib} if free else self._with_defaults(element, childclass)
        label, kind = a.get("name", otherwise), a.get("type", "hinge")
        name = self.robot.name("joint", label)
        axis = np.asarray(Y.rotation, float) @ numbers(a.get("axis"), 3, (0, 0, 1), f"axis of joint {label!r}")[:3]
        at = pose(np.eye(3), Y @ numbers(a.get("pos"), 3, (0, 0, 0), f"pos of joint {label!r}")[:3])
        if kind in ("ball", "free"):
            axis = np.array([0.0, 0.0, 1.0])
        if kind == "free":
            at = STILL
        kinds = {"hinge": self.m.revolute, "slide": self.m.prismatic, "ball": self.m.spherical, "free": self.m.free}
        if kind not in kinds:
            raise BielaError(f"joint {label!r} is of type {kind!r}: biela reads {', '.join(kinds)}.")
        kinds[kind](name, turned_frame(parent, X @ at, axis), turned_frame(child, at, axis))
        self.order.append((name, kind))
        self._passive(name, kind, a)

    def _passive(self, name: str, kind: str, a: Attributes) -> None:
        def value(key: str) -> float:
            return float(numbers(a.get(key), 1, (0.0,), f"{key} of joint {name!r}")[0])

        unit = self.angle if kind == "hinge" else 1.0
        single = kind in ("hinge", "slide")
        stiffness, damping, dry = value("stiffness"), value("damping"), value("frictionloss")
        if single and stiffness:
            rest = (value("springref") - value("ref")) * unit
            self.m.joint_spring(self.robot.name("spring", f"{name}_spring"), name, stiffness=stiffness, rest=rest)
        if single and (damping or dry):
            self.m.friction(self.robot.name("friction", f"{name}_friction"), name, viscous=damping, coulomb=dry)
        if not single and (stiffness or damping or dry):
            self.robot.left.append(f"stiffness, damping and friction of the {kind} joint {name!r} are not taken over.")
        if value("armature"):
            self.robot.left.append(
                f"armature of joint {name!r} is not taken over: give the rotor as a body and a gear."
            )
        if single and value("ref"):
            self.robot.left.append(f"joint {name!r} counts from where the file draws it: its ref is not taken over.")
        if "range" in a and a.get("limited", "auto") != "false":
            self.robot.left.append(f"range of joint {name!r} is not taken over: a stop needs a stiffness.")

    # ------------------------------------------------------------------------------------------------- loops and actuators

    def _equality(self, element: Element, k: int) -> None:
        a = {**self.classes["main"].get("equality", {}), **element.attrib}
        label = a.get("name", f"{element.tag}_{k + 1}")
        if a.get("active", "true") == "false":
            self.robot.left.append(f"{element.tag} {label!r} is not active: it is not taken over.")
            return
        match element.tag:
            case "connect":
                first, second = self._connected(a, label)
                self.m.spherical(self.robot.name("loop", label), first, second, cut=True)
            case "weld":
                first, second = self._welded(a, label)
                self.m.fixed(self.robot.name("loop", label), first, second, cut=True)
            case "joint":
                self._coupled(a, label)
            case "tendon":
                equality(self, a, label)
            case _:
                self.robot.left.append(
                    f"equality {label!r} of kind {element.tag!r} is not taken over: bodies are rigid."
                )

    def _ends(self, a: Attributes, label: str) -> tuple[Body, Body]:
        found = []
        for key in ("body1", "body2"):
            name = a.get(key, "world")
            known = self.robot.known("body", name)
            if name != "world" and known is None:
                raise BielaError(f"{label!r} names body {name!r}, which is not in the file.")
            found.append(self.m.ground if known is None else self.m.bodies[known])
        return found[0], found[1]

    def _at_sites(self, a: Attributes, label: str) -> tuple[Frame, Frame] | None:
        if "site1" not in a:
            return None
        frames = []
        for key in ("site1", "site2"):
            if a.get(key) not in self.sites:
                raise BielaError(f"{label!r} names site {a.get(key)!r}, which is not in the file.")
            body, X = self.sites[str(a[key])]
            frames.append(Frame(body, "site", tidy(X.position), np.asarray(X.rotation, float)))
        return frames[0], frames[1]

    def _connected(self, a: Attributes, label: str) -> tuple[Frame, Frame]:
        sites = self._at_sites(a, label)
        if sites is not None:
            return sites
        first, second = self._ends(a, label)
        anchor = numbers(a.get("anchor"), 3, None, f"anchor of {label!r}")[:3]
        other = second.placement.inverse() @ (first.placement @ anchor)
        return Frame(first, "anchor", tidy(anchor), np.eye(3)), Frame(second, "anchor", tidy(other), np.eye(3))

    def _welded(self, a: Attributes, label: str) -> tuple[Frame, Frame]:
        sites = self._at_sites(a, label)
        if sites is not None:
            return sites
        first, second = self._ends(a, label)
        X = first.placement.inverse() @ second.placement
        relative = numbers(a.get("relpose"), 7, (0, 1, 0, 0, 0, 0, 0), f"relpose of {label!r}")
        if np.abs(relative[3:7]).max() > 0:
            X = pose(quaternion.to_matrix(unit(relative[3:7], f"relpose of {label!r}")), relative[:3])
        return Frame(first, "weld", tidy(X.position), np.asarray(X.rotation, float)), second.origin

    def _coupled(self, a: Attributes, label: str) -> None:
        c = np.zeros(5)
        given = numbers(a.get("polycoef"), 1, (0, 1, 0, 0, 0), f"polycoef of {label!r}", 5)
        c[: len(given)] = given[:5]
        terms: list[tuple[Any, ...]] = []
        for key, factor in (("joint1", 1.0), ("joint2", -c[1])):
            if key in a:
                known = self.robot.known("joint", a[key])
                if known is None:
                    raise BielaError(f"{label!r} names joint {a[key]!r}, which is not in the file.")
                terms.append((known, factor))
        name = self.robot.name("coupling", label)
        if len(terms) == 2 and np.abs(c[2:]).max() > 0:
            self.m.cam(name, terms[1][0], terms[0][0], lambda x: sum(float(k) * x**n for n, k in enumerate(c) if k))
        else:
            self.m.coupling(name, terms, float(c[0]))

    def _actuator(self, element: Element) -> None:
        a = self._with_defaults(element, "main")
        joint = self.robot.known("joint", a.get("joint", ""))
        label = a.get("name", f"{a.get('joint', 'actuator')}_{element.tag}")
        if element.tag not in ("motor", "general") or joint is None or self.m.joints[joint].type.n_v != 1:
            self.robot.left.append(f"actuator {label!r} ({element.tag}) is not taken over.")
            return
        self.m.motor(self.robot.name("motor", label), joint)
        gear = numbers(a.get("gear"), 1, (1.0,), f"gear of {label!r}", 6)[0]
        if gear != 1.0 or element.tag == "general":
            self.robot.left.append(
                f"gear and gains of actuator {label!r} are not taken over: its input is the joint's effort."
            )

    # ------------------------------------------------------------------------------------------------------- orientations

    def _pose(self, a: Attributes, what: str) -> Pose:
        return pose(self._rotation(a, what), numbers(a.get("pos"), 3, (0, 0, 0), f"pos of {what}")[:3])

    def _rotation(self, a: Attributes, what: str) -> Any:
        if "quat" in a:
            q = numbers(a["quat"], 4, None, f"quat of {what}")[:4]
            return quaternion.to_matrix(unit(q, f"quat of {what}"))
        if "axisangle" in a:
            *axis, angle = numbers(a["axisangle"], 4, None, f"axisangle of {what}")[:4]
            return so3.about(unit(axis, f"axisangle of {what}"), angle * self.angle)
        if "euler" in a:
            angles = numbers(a["euler"], 3, None, f"euler of {what}")[:3] * self.angle
            R = np.eye(3)
            for letter, angle in zip(self.sequence, angles, strict=False):
                turn = {"x": so3.rotation_x, "y": so3.rotation_y, "z": so3.rotation_z}[letter.lower()](float(angle))
                R = R @ turn if letter.islower() else turn @ R
            return R
        if "xyaxes" in a:
            axes = numbers(a["xyaxes"], 6, None, f"xyaxes of {what}")
            x = unit(axes[:3], f"x axis of {what}")
            y = unit(axes[3:6], f"y axis of {what}")
            y = unit(y - (x @ y) * x, f"y axis of {what}, across its x axis,")
            return np.column_stack([x, y, np.cross(x, y)])
        if "zaxis" in a:
            z = numbers(a["zaxis"], 3, None, f"zaxis of {what}")[:3]
            return shortest_turn(unit(z, f"zaxis of {what}"))
        return np.eye(3)


def shortest_turn(z: Any) -> Any:
    """The smallest rotation that takes the z axis to `z`."""
    axis = np.cross([0.0, 0.0, 1.0], z)
    sine = float(np.linalg.norm(axis))
    if sine < 1e-12:
        return np.eye(3) if z[2] > 0 else np.diag([1.0, -1.0, -1.0])
    return so3.about(axis / sine, float(np.arctan2(sine, z[2])))
