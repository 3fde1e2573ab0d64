"""MJCF (MuJoCo) → machine. Bodies nest in each other; joints on a body act one after the other between it and its parent:

    X_parent,body = X₀ J₁ J₂ …,      J = T(pos) · turn or shift along axis · T(−pos)

so that a body with several joints hangs on a chain of bodies without mass. `equality` constraints become joints that close a loop,
couplings or rods, exactly; tendons springs; armature rotors; limits stops; actuators motors and servos. Masses come from
`inertial`, or from the geoms. Whatever is not read is listed.

References
----------
MuJoCo documentation, "XML reference" and "Computation": https://mujoco.readthedocs.io
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from biela.base.errors import BielaError
from biela.files.markup import Markup, not_imported
from biela.files.mjcf import actuator, equality, joint, sensor, tendon
from biela.files.mjcf.geom import Geom, combined, shortest_turn
from biela.files.mjcf.mesh import Matter, Meshes
from biela.files.mjcf.settings import REASONS, Classes, MjcfSettings, expanded
from biela.files.reflected import Reflected
from biela.files.robot import STILL, Robot, number, numbers, pose, tidy, turned_tensor, unit
from biela.lie import quaternion, so3
from biela.lie.se3 import Pose
from biela.mechanism.frame import Body, Frame

SECTIONS = ("asset", "worldbody", "tendon", "equality", "actuator", "sensor", "keyframe")
"""Parts of a file that are read element by element."""
Content = list[tuple[Markup, str, Pose]]
"""Content of a body: elements with the default class that holds there, and the pose of the <frame> they are in."""


class MjcfReader:
    """Reads a <mujoco> element."""

    def __init__(self, robot: Robot, root: Markup):
        robot.text += expanded(root, robot.file)
        self.robot, self.m, self.root = robot, robot.m, root.seen()
        for tag in ("replicate", "attach", "composite", "flexcomp"):
            if next(root.iter(tag), None) is not None:
                raise BielaError(f"<{tag}> is not read: let MuJoCo write the model as one plain file first (mj_saveLastXML).")
        self.settings, self.classes = MjcfSettings(root), Classes(root)
        self.meshes = Meshes(self.settings, robot.file)
        self.sites: dict[str, Frame] = {}
        self.frames: dict[tuple[str, str], Frame] = {}  # (kind, name) → frame, of what sensors look at
        self.tendons: dict[str, tendon.Tendon] = {}
        self.joints: dict[str, joint.MjcfJoint] = {}  # by the name here
        self.order: list[tuple[str, str]] = []  # joints with their kinds, in the order of MuJoCo's coordinates
        self.actuators: list[actuator.MjcfActuator | None] = []
        self.masses: dict[int, dict[str, Any]] = {}  # of each <body>
        self.gravcomp: dict[str, float] = {}
        self.immersed: list[Body] = []
        self.unnamed = 0

    def run(self) -> None:
        self.m.set_gravity(self.settings.gravity)
        for section in self.root:
            if section.tag in SECTIONS:
                section.seen()
        for mesh in self.root.findall("asset/mesh"):
            self.meshes.add(self.classes.of(mesh))
        worlds = [(world, list(self._inside(world, "main", STILL))) for world in self.root.findall("worldbody")]
        for _, content in worlds:
            self._weigh(content)
        total = sum(own.get("mass", 0.0) for own in self.masses.values())
        if self.settings.total > 0 and total > 0:
            factor = self.settings.total / total
            for own in filter(None, self.masses.values()):
                own |= {"mass": factor * own["mass"], "inertia": factor * np.asarray(own["inertia"])}
        for world, content in worlds:
            self.frames["body", "world"] = self.frames["xbody", "world"] = self.m.ground.origin
            self._content(world, content, self.m.ground, "main")
        for element in self._all("tendon"):
            tendon.read(self, element)
        for section in self.root.findall("equality"):
            for k, element in enumerate(section):
                equality.read(self, element, k)
        self.actuators = [actuator.read(self, element) for element in self._all("actuator")]
        seen = Reflected(self.m)
        joint.add_loads(self, seen)
        tendon.add_springs(self)
        actuator.add(self, seen)
        self._add_surroundings()
        for element in self._all("sensor"):
            sensor.read(self, element)
        sensor.read_key(self)
        self.robot.add_limits(seen)
        for mesh in self.meshes.elements.values():
            mesh.skip()  # what bodies needed of it was read
        self.robot.left += not_imported(self.root, REASONS)

    def _all(self, section: str) -> list[Markup]:
        return [element for part in self.root.findall(section) for element in part]

    def _inside(self, element: Markup, childclass: str, X: Pose) -> Iterator[tuple[Markup, str, Pose]]:
        """Yield the content of a body, with <frame> taken apart."""
        for child in element:
            if child.tag == "frame":
                inner = child.seen().attributes.get("childclass", childclass)
                yield from self._inside(child, inner, X @ self.pose(child, "frame"))
            else:
                yield child, childclass, X

    def _weigh(self, content: Content) -> None:
        """Compute the masses of all bodies: they are needed before the first body is made, where the file gives their sum."""
        for element, childclass, _ in content:
            if element.tag == "body":
                inside = list(self._inside(element, element.attributes.get("childclass", childclass), STILL))
                self.masses[id(element)] = self._bounded(self._mass(inside, element.attributes.get("name", "without a name")))
                self._weigh(inside)

    def _mass(self, content: Content, label: str) -> dict[str, Any]:
        inertial = next((c for c, _, _ in content if c.tag == "inertial"), None)
        if inertial is not None and self.settings.from_geoms != "true":
            what = f"inertial of body {label!r}"
            X = self.pose(inertial, what)
            full = "fullinertia" in inertial
            moments = numbers(inertial.get("fullinertia" if full else "diaginertia"), 6 if full else 3, (0, 0, 0), what)
            inertia = turned_tensor([*moments, 0.0, 0.0, 0.0][:6], X.rotation)
            mass = number(inertial.get("mass"), None, f"mass of body {label!r}")
            return {"mass": mass, "com": tidy(X.position), "inertia": inertia}
        if inertial is not None:
            inertial.skip()  # the file wants the geoms instead
        if self.settings.from_geoms == "false":
            return {}
        geoms = []
        for element, own, Y in content:
            if element.tag == "geom":
                group = numbers(self.classes.of(element, own).attributes.get("group"), 1, (0,), "group of a geom")[0]
                if self.settings.groups[0] <= group <= self.settings.groups[1]:
                    geoms.append(self._geom(element, own, Y, label))
        return combined(geoms)

    def _bounded(self, own: dict[str, Any]) -> dict[str, Any]:
        """Return masses and moments as the compiler bounds and balances them."""
        s = self.settings
        if not (s.least_mass or s.least_inertia or s.balance) or (not own and not (s.least_mass or s.least_inertia)):
            return own
        values, R = np.linalg.eigh(np.asarray(own.get("inertia", np.zeros((3, 3))), float))
        values = np.maximum(values, s.least_inertia)
        if s.balance and values[0] + values[1] < values[2]:
            values = np.full(3, values.mean())
        mass, com = max(own.get("mass", 0.0), s.least_mass), own.get("com", (0.0, 0.0, 0.0))
        return {"mass": mass, "com": com, "inertia": (R * values) @ R.T}

    def _geom(self, element: Markup, childclass: str, X: Pose, label: str) -> Geom:
        a = self.classes.of(element, childclass)
        if a.attributes.get("shellinertia") == "true" and a.attributes.get("type") == "ellipsoid":
            self.robot.left.append("shells of ellipsoids are summed over their surface; MuJoCo approximates them.")
        return Geom.read(a, X @ self.pose(a, "geom"), X, self._matter(a, label))

    def _matter(self, a: Markup, label: str) -> Matter | None:
        """Return the spread of the mass of a mesh; None for other geoms, for one without mass, and for a mesh that is not read."""
        kind = a.get("type") or "sphere"
        massless = any(key in a and a.attributes[key].strip() in ("0", "0.0", "0.") for key in ("mass", "density"))
        if "mesh" not in a or massless or self.settings.from_geoms == "false":
            return None
        if kind != "mesh":
            self.robot.left.append(f"not imported: mass of a {kind} of body {label!r} that is fitted to a mesh.")
            return None
        try:
            return self.meshes.matter(str(a.get("mesh")))
        except BielaError as error:
            self.robot.left.append(f"not imported: mass of a mesh of body {label!r}. {error}")
            return None

    def _body(self, element: Markup, parent: Body, childclass: str, outer: Pose) -> None:
        self.unnamed += 1
        label = element.seen().attributes.get("name", f"body_{self.unnamed}")
        childclass = element.attributes.get("childclass", childclass)
        X = outer @ self.pose(element, f"body {label!r}")
        content = list(self._inside(element, childclass, STILL))
        moving = [(c, k, Y) for c, k, Y in content if c.tag in ("joint", "freejoint")]
        name, placement, mass = self.robot.name("body", label), parent.placement @ X, self.masses[id(element)]
        # every joint but the last ends on a body without mass
        carrier, step = parent, X
        for i, (one, own, Y) in enumerate(moving):
            last = i == len(moving) - 1
            outer_body = self.robot.body("body", label if last else f"{name}_part_{i + 1}", placement, **(mass if last else {}))
            otherwise = f"{name}_joint" if len(moving) == 1 else f"{name}_joint_{i + 1}"
            joint.read(self, one, own, Y, (carrier, step), outer_body, otherwise)
            carrier, step = outer_body, STILL
        if not moving:
            carrier = self.robot.body("body", label, placement, **mass)
            welded = Frame(parent, "weld", tidy(X.position), np.asarray(X.rotation, float))
            self.m.fixed(self.robot.name("joint", f"{name}_weld"), welded, carrier)
        if element.get("mocap") == "true":
            self.robot.left.append(f"body {label!r} is moved from outside (mocap): here it stands.")
        self.frames["xbody", label] = carrier.origin
        axes = np.linalg.eigh(np.asarray(mass["inertia"], float))[1][:, ::-1] if mass else np.eye(3)  # principal ones
        self.frames["body", label] = Frame(carrier, "com", mass.get("com", (0.0, 0.0, 0.0)), axes * np.sign(np.linalg.det(axes)))
        self.gravcomp[carrier.name] = number(element.get("gravcomp"), 0.0, f"gravcomp of body {label!r}")
        if mass and not any(c.tag == "geom" and "fluidshape" in self.classes.of(c, k) for c, k, _ in content):
            self.immersed.append(carrier)
        self._content(element, content, carrier, label)

    def _content(self, element: Markup, content: Content, carrier: Body, label: str) -> None:
        """Read bodies, sites and shapes inside a body or the world."""
        for child, own, Y in content:
            if child.tag == "body":
                self._body(child, carrier, own, Y)
            elif child.tag == "site":
                self._site(child, carrier, own, Y)
            elif child.tag == "geom":
                geom = self._geom(child, own, Y, label)
                at = Frame(carrier, "geom", tidy(geom.centre()), np.asarray(geom.X.rotation, float))
                self.frames["geom", child.attributes.get("name", "")] = at
                shape = geom.shape()
                if shape is None or carrier.is_ground:
                    what = "shapes of the world" if carrier.is_ground else f"geoms of type {geom.kind!r}"
                    self.robot.left.append(f"{what} are not drawn.")
                else:
                    self.robot.draw(carrier, shape)

    def _site(self, element: Markup, body: Body, childclass: str, X: Pose) -> None:
        a = self.classes.of(element, childclass).seen("size", "type", "fromto", "mesh")
        Y = X @ self.pose(a, "site")
        if (label := a.attributes.get("name")) is not None:
            frame = body.frame(self.robot.name("site", label), tidy(Y.position), np.asarray(Y.rotation, float))
            self.sites[label] = self.frames["site", label] = frame

    def _add_surroundings(self) -> None:
        """Add forces that compensate gravity, and the resistance of a fluid."""
        s = self.settings
        if not s.passive:
            return
        for name, part in self.gravcomp.items():
            body = self.m.bodies[name]
            weight = float(body.mass) * np.array(s.gravity)  # type: ignore[arg-type]
            if part and np.any(weight):
                at = Frame(body, "com", body.com, np.eye(3))
                self.m.wrench(self.robot.name("lift", f"{name}_lift"), at, tidy(-part * weight))
        if not (s.density or s.viscosity):
            return
        for body in self.immersed:
            moments, R = np.linalg.eigh(np.asarray(body.inertia, float))
            mass = float(body.mass)  # type: ignore[arg-type]
            if mass <= 0:
                continue
            R = R * np.sign(np.linalg.det(R))
            edges = np.sqrt(np.maximum(moments.sum() - 2 * moments, 1e-15) / mass * 1.5)
            name, at = self.robot.name("drag", f"{body.name}_drag"), Frame(body, "box", body.com, R)
            self.m.drag(name, at, tidy(edges), s.density, s.viscosity, s.wind)

    def pose(self, a: Markup, what: str) -> Pose:
        """Return the position and orientation of an element in what is around it."""
        return pose(self._rotation(a, what), numbers(a.get("pos"), 3, (0, 0, 0), f"pos of {what}")[:3])

    def _rotation(self, a: Markup, what: str) -> Any:
        if "quat" in a:
            return quaternion.to_matrix(unit(numbers(a["quat"], 4, None, f"quat of {what}")[:4], f"quat of {what}"))
        if "axisangle" in a:
            *axis, angle = numbers(a["axisangle"], 4, None, f"axisangle of {what}")[:4]
            return so3.about(unit(axis, f"axisangle of {what}"), angle * self.settings.angle)
        if "euler" in a:
            angles = numbers(a["euler"], 3, None, f"euler of {what}")[:3] * self.settings.angle
            R = np.eye(3)
            for letter, angle in zip(self.settings.sequence, angles, strict=False):
                turn = {"x": so3.rotation_x, "y": so3.rotation_y, "z": so3.rotation_z}[letter.lower()](float(angle))
                R = R @ turn if letter.islower() else turn @ R
            return R
        if "xyaxes" in a:
            axes = numbers(a["xyaxes"], 6, None, f"xyaxes of {what}")
            x, y = unit(axes[:3], f"x axis of {what}"), unit(axes[3:6], f"y axis of {what}")
            y = unit(y - (x @ y) * x, f"y axis of {what}, across its x axis,")
            return np.column_stack([x, y, np.cross(x, y)])
        if "zaxis" in a:
            return shortest_turn(unit(numbers(a["zaxis"], 3, None, f"zaxis of {what}")[:3], f"zaxis of {what}"))
        return np.eye(3)
