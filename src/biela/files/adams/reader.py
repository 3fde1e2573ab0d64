"""An Adams dataset (.adm) → a case: machine, start, and a list of what was not taken over, by statement and line.

Parts become bodies, markers frames, joints and primitives joints and couplings, forces loads, requests sensors. A part that no
joint carries gets a free joint. The machine starts where the dataset draws it, with the velocities of its parts and joints as far
as the constraints allow them.

References
----------
MSC Software, Adams Solver reference: statements and functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from biela.base.errors import BielaError
from biela.files.adams import constraint, force, request
from biela.files.adams.model import AdamsModel, Marker, coordinates, orientation, read_units
from biela.files.adams.statement import OTHERS, SECTIONS, SETTINGS, AdamsError, Statement, statements
from biela.files.document import read_text
from biela.files.format import Impossible
from biela.files.problem import FileError, Problem
from biela.files.robot import Robot, pose, rounding, tidy
from biela.files.write import machine_data
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.size import machine_size
from biela.simulation.case import Case
from biela.state.fit import fit_loops

Step = Callable[[AdamsModel, Statement], None]
NOT_NEEDED: tuple[tuple[str, str], ...] = (
    ("PART", "EXACT"), ("PART", "MATERIAL"), ("JOINT", "FRICTION"), ("JOINT", "DELTA_V"), ("JOINT", "MAXIT"),
)  # fmt: skip
"""Arguments that a statement may have and that are not taken over."""


def read_adams(path: str | Path, impossible: Impossible = False) -> Case:
    """Return the machine of an Adams dataset; its `notes` say what was not taken over."""
    return loads_adams(read_text(Path(path)), str(path), impossible)


def loads_adams(text: str, file: str = "model.adm", impossible: Impossible = False) -> Case:
    """Return the machine of the text of an Adams dataset."""
    reader = _Reader(text, file, impossible)
    m = reader.run()
    reader.model.robot.left += fit_loops(m, rounding(text, machine_size(m)), dict(reader.model.start))
    begin = partial(_start, dict(reader.model.start), dict(reader.model.rates), reader.velocities)
    return Case(
        Path(file).stem, lambda: m, begin, file=file, notes=reader.model.robot.summary(), description=f"from {Path(file).name}",
        text=lambda case: machine_data(m, start=case.start(m), description=case.description),
    )  # fmt: skip


class _Reader:
    """Reads statement after statement, in an order in which each finds what it needs."""

    def __init__(self, text: str, file: str, impossible: Impossible):
        self.problems: list[Problem] = []
        self.file = file
        title, self.statements = statements(text, self.problems)
        self.model = AdamsModel(Robot(file, Mechanism(re.sub(r"\s+", " ", title) or Path(file).stem), impossible))
        self.velocities: dict[str, tuple[Any, Any, Any, Any]] = {}
        self.struts: dict[int, list[Statement]] = {}

    def run(self) -> Mechanism:
        model = self.model
        for s in self.statements:
            if (s.word, s.number) in model.statements and s.number:
                first = model.statements[s.word, s.number].line
                self.problems.append(s.problem(f"{s} stands in line {first} already: give another number."))
            model.statements.setdefault((s.word, s.number), s)
        self.refuse()
        self.each("UNITS", lambda model, s: setattr(model, "units", read_units(s)))
        if not any(s.word == "UNITS" for s in self.statements):
            model.robot.left.append("the dataset has no UNITS statement: kg, m, N and s are assumed.")
        model.m.set_gravity((0.0, 0.0, 0.0))
        self.each("ACCGRAV", self.gravity)
        for s in self.statements:
            if s.word == "PART":
                model.bodies[s.number] = model.m.ground  # until its pose is known
        self.each("MARKER", self.marker)
        self.refuse()
        self.struts = constraint.struts(model, self.statements)
        self.each("PART", self.part, where=lambda s: s.number not in self.struts)
        self.refuse()
        self.constraints()
        for word, step in FORCES.items():
            self.each(word, step, optional=True)
        self.refuse()
        self.each("REQUEST", request.request, optional=True)
        self.each("GRAPHICS", request.graphics, optional=True)
        for (i, j, axes), (name, quantities) in model.sensors.items():
            frames = (model.frame(n) for n in (j, i))
            model.m.relative_sensor(name, *frames, axes=model.frame(axes), quantities=" ".join(quantities))
        self.leftovers()
        self.refuse()
        return model.m  # type: ignore[no-any-return]

    def each(self, word: str, step: Step, optional: bool = False, where: Callable[[Statement], bool] = lambda s: True) -> None:
        """Read all statements of a kind. What an optional one cannot do is listed; what another cannot do is a problem."""
        for s in self.statements:
            if s.word == word and where(s):
                self.attempt(s, partial(step, self.model, s), optional)

    def attempt(self, s: Statement, step: Callable[[], None], optional: bool = False) -> None:
        """Do what a statement asks for; what is wrong with it is gathered."""
        try:
            step()
        except (AdamsError, BielaError) as error:
            if optional and isinstance(error, AdamsError) and "not taken over" in str(error):
                self.model.robot.left.append(f"line {s.line}: {s}: {error}")
            else:
                self.problems.append(s.problem(str(error)))

    def constraints(self) -> None:
        """Read joints, then what refers to them; parts that nothing carries float."""
        tied = {s.number for pair in self.struts.values() for s in pair}
        self.each("JOINT", constraint.joint, where=lambda s: s.number not in tied)
        self.refuse()
        for part, pair in self.struts.items():
            self.attempt(pair[0], partial(constraint.strut, self.model, part, pair))
        self.refuse()
        self.each("JPRIM", constraint.primitive)
        self.floating()
        self.each("JOINT", constraint.rack, where=lambda s: "RACKPIN" in s.flags)
        self.each("COUPLER", constraint.coupler, optional=True)
        self.each("GEAR", constraint.gear)
        self.each("GCON", constraint.general, optional=True)
        self.each("MOTION", constraint.motion, optional=True)
        self.refuse()

    def refuse(self) -> None:
        if self.problems:
            raise FileError(self.file, self.problems)

    def gravity(self, model: AdamsModel, s: Statement) -> None:
        scale = model.units.length / model.units.time**2
        model.m.set_gravity(tuple(s.value(key, 0.0) * scale for key in ("IGRAV", "JGRAV", "KGRAV")))

    def marker(self, model: AdamsModel, s: Statement) -> None:
        if s.has("POINT_MASS", "FLEX_BODY") or "FLOATING" in s.flags and not s.has("PART"):
            raise AdamsError("only markers of rigid parts are read: give PART = ….")
        part = s.id("PART")
        if part not in model.bodies:
            raise AdamsError(f"PART is {part}: there is no PART/{part}. Add it, or name another one.")
        at = model.units.length * np.array(s.numbers("QP", (0.0, 0.0, 0.0), 3))
        R = orientation(s, at, "ZP", "XP", "USEXP" in s.flags, model.units.length)
        model.markers[s.number] = Marker(s.number, part, pose(R, at))

    def part(self, model: AdamsModel, s: Statement) -> None:
        u = model.units
        if "GROUND" in s.flags:
            others = [t for t in self.statements if t.word == "PART" and "GROUND" in t.flags and t is not s]
            if others:
                raise AdamsError(f"{others[0]} is the ground as well: there is one ground.")
            return
        at = u.length * np.array(s.numbers("QG", (0.0, 0.0, 0.0), 3))
        R = orientation(s, at, "ZG", "XG", unit=u.length)
        name, mass = model.name(s), s.value("MASS", 0.0) * u.mass
        data = self.inertia(model, s, mass) if mass else {}
        model.bodies[s.number] = model.m.body(name, **data, position=tidy(at), rotation=R, impossible=model.robot.impossible)
        given = [s.value(key, 0.0) for key in ("VX", "VY", "VZ", "WX", "WY", "WZ")]
        if any(given):
            R_v, R_w = (np.asarray(model.drawn(n).rotation, float) for n in (s.id("VM", 0), s.id("WM", s.id("CM", 0))))
            v, w = R_v @ np.array(given[:3]) * u.length / u.time, R_w @ np.array(given[3:]) / u.time
            self.velocities[name] = (v, w, R @ data.get("com", np.zeros(3)), mass)

    def inertia(self, model: AdamsModel, s: Statement, mass: float) -> dict[str, Any]:
        """Return mass, centre of mass and central tensor; Adams' products of inertia are +∫ x y dm."""
        cm = self.own(model, s, "CM", s.id("CM"))
        im = self.own(model, s, "IM", s.id("IM", cm.number))
        values = s.numbers("IP", (0.0, 0.0, 0.0))
        if len(values) not in (3, 6):
            raise AdamsError(f"IP has {len(values)} numbers: give xx, yy, zz, or these and xy, xz, yz.")
        xx, yy, zz, xy, xz, yz = (*values, 0.0, 0.0, 0.0)[:6]
        tensor = np.array([[xx, -xy, -xz], [-xy, yy, -yz], [-xz, -yz, zz]]) * model.units.mass * model.units.length**2
        R, com = np.asarray(im.pose.rotation, float), np.asarray(cm.pose.position, float)
        tensor = R @ tensor @ R.T
        r = com - np.asarray(im.pose.position, float)
        tensor -= mass * (r @ r * np.eye(3) - np.outer(r, r))  # Steiner, from the marker to the centre of mass
        return {"mass": mass, "com": tidy(com), "inertia": (tensor + tensor.T) / 2}

    @staticmethod
    def own(model: AdamsModel, s: Statement, key: str, number: int) -> Marker:
        marker = model.marker(number, key)
        if marker.part != s.number:
            said = f"{key} is MARKER/{number}, which is on PART/{marker.part}: give a marker of {s} itself"
            raise AdamsError(f"{said}, or the two refer to each other in a circle.")
        return marker

    def floating(self) -> None:
        """Add a free joint for each group of parts that no chain of joints holds to the ground."""
        m = self.model.m
        group = {name: name for name in m.bodies}

        def root(name: str) -> str:
            while group[name] != name:
                name = group[name]
            return name

        for joint in m.joints.values():
            ends = (root(frame.body.name) for frame in (joint.parent, joint.child))
            inner, outer = sorted(ends, key=lambda name: name != m.ground.name)
            group[outer] = inner
        for name in list(m.bodies):
            if group[name] == name != m.ground.name:
                free = self.model.robot.name("joint", f"{name}_free")
                m.free(free, m.ground, m.bodies[name])
                self.model.start[free] = coordinates(m.joints[free].type, m.bodies[name].placement)

    def leftovers(self) -> None:
        """List every statement and argument that says something the machine has not."""
        left = self.model.robot.left
        settings = sorted({s.word for s in self.statements if s.word in SETTINGS})
        if settings:
            left.append(f"{', '.join(settings)}: settings of Adams, not taken over.")
        for s in self.statements:
            if s.word in OTHERS and s.word not in SECTIONS:
                left.append(f"line {s.line}: {s} is not taken over: the machine lacks what it describes.")
            if s.word != "GRAPHICS":
                left += [f"line {s.line}: {s}: {piece!r} is not taken over." for piece in s.unknown]
            left += [f"line {s.line}: {s}: {key} is not taken over." for word, key in NOT_NEEDED if s.word == word and s.has(key)]


FORCES: dict[str, Step] = {
    "SPRINGDAMPER": force.spring_damper, "SFORCE": force.single, "VFORCE": force.components, "VTORQUE": force.components,
    "GFORCE": force.components, "BUSHING": force.bushing, "FIELD": force.elastic_field,
}  # fmt: skip


def _start(coordinates: dict[str, Any], rates: dict[str, float], parts: dict[str, Any], m: Mechanism) -> Any:
    """Return the start as drawn; velocities as near to those of the parts as the constraints allow (least squares by mass)."""
    state = m.assemble(guess={**coordinates} or None, rates=rates or None)
    if not parts:
        return state
    from biela.files.start import independent

    types = {name: joint.type for name, joint in m.joints.items()}
    labels = [f"{name}.{types[name].rates[k].name}" if types[name].n_v > 1 else name for name, k in independent(state)]
    free = [label for label in labels if label not in rates]

    def moving(values: dict[str, float]) -> Any:
        now = state.with_rates({**rates, **values})
        found = []
        for name, (_, _, com, mass) in parts.items():
            read = now.values(*(f"{name}.{q}_{a}" for q in ("velocity", "rate") for a in "xyz"))
            w = np.array(read[3:])
            found += [*(np.sqrt(mass or 1.0) * (np.array(read[:3]) + np.cross(w, com))), *w]
        return np.array(found)

    still = moving(dict.fromkeys(free, 0.0))
    columns = np.column_stack([moving({**dict.fromkeys(free, 0.0), label: 1.0}) - still for label in free])
    wanted = np.concatenate([[*(np.sqrt(mass or 1.0) * v), *w] for v, w, _, mass in parts.values()])
    found = np.linalg.lstsq(columns, wanted - still, rcond=1e-10)[0]
    return state.with_rates({**rates, **dict(zip(free, map(float, found), strict=True))})
