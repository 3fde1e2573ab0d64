"""Settings of a whole MJCF file: included files, compiler, options, flags and default classes."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from biela.base.errors import BielaError
from biela.files.document import read_text
from biela.files.markup import Markup, parse
from biela.files.robot import beside, number, numbers, tidy

MAX_INCLUDED_FILES = 100
"""Files that a model may include."""
ACTUATORS = "general motor position velocity intvelocity damper cylinder muscle adhesion orientation pid dcmotor plugin".split()
LOOKS, CONTACTS, SOLVER = "pictures only", "contacts between bodies", "softness and numerical settings of MuJoCo"
_WORDS = {
    LOOKS: """rgba group material castshadow width texcoord normal smoothnormal maxhullvert discardvisual texturedir
        <visual> <statistic> <camera> <light> <texture> <material> <skin> <layer> <bone>""",
    CONTACTS: """contype conaffinity condim friction gap priority solmix adhesion surfacevel geom.margin geom.solref geom.solimp
        flag.contact filterparent <contact>""",
    SOLVER: """solref solimp solreflimit solimplimit solreffriction solimpfriction torquescale timestep integrator iterations
        tolerance solver cone jacobian impratio noslip_iterations noslip_tolerance ls_iterations ls_tolerance ccd_iterations
        ccd_tolerance sdf_iterations sdf_initpoints sleep_tolerance o_margin o_solref o_solimp o_friction warmstart refsafe
        midphase nativeccd multiccd island eulerdamp autoreset override energy fwdinv invdiscrete sleep diagexact ipc
        speculative usethread fusestatic saveinertial savecompiled savecanonical passthrough conflict alignfree fitaabb fuse
        simple user lengthrange memory <size> <lengthrange>""",
}
REASONS = {word: why for why, words in _WORDS.items() for word in words.split()}
"""Attribute, tag.attribute or <tag> → why it is not imported."""


def expanded(root: Markup, file: str) -> str:
    """Put the elements of included files in the place of <include>; returns the texts of these files."""
    texts: list[str] = []
    known = {Path(file).resolve()}

    def expand(element: Markup) -> None:
        parts: list[Markup] = []
        for part in element.parts:
            if part.tag != "include":
                expand(part)
                parts.append(part)
                continue
            path = beside(file, part.get("file", ""))
            if path.resolve() in known:
                raise BielaError(f"{part.get('file')!r} is included twice: include it once.")
            if len(known) > MAX_INCLUDED_FILES:
                raise BielaError(f"the model includes more than {MAX_INCLUDED_FILES} files.")
            known.add(path.resolve())
            texts.append(read_text(path))
            inside = parse(texts[-1], str(path))
            expand(inside)
            for one in inside.parts:
                one.parent = element
            parts += inside.parts
        element.parts = parts

    expand(root)
    return "\n".join(texts)


class MjcfSettings:
    """Compiler, options and flags; gravity, wind, density and viscosity [SI] are zero where a flag switches them off."""

    def __init__(self, root: Markup):
        self._elements = {tag: root.findall(tag) for tag in ("compiler", "option", "option/flag")}
        for element in (e for elements in self._elements.values() for e in elements):
            element.seen()
        self.angle = 1.0 if self.word("angle", "degree") == "radian" else np.pi / 180  # of one unit of an angle [rad]
        self.sequence = self.word("eulerseq", "xyz")
        if sorted(self.sequence.lower()) != ["x", "y", "z"]:
            raise BielaError(f"eulerseq of <compiler> is {self.sequence!r}: give x, y and z in some order.")
        if self.word("coordinate", "local") != "local":
            raise BielaError("coordinate of <compiler> is not 'local': MuJoCo reads no other any more.")
        self.autolimits = self.word("autolimits", "true") == "true"
        self.from_geoms = self.word("inertiafromgeom", "auto")
        self.balance = self.word("balanceinertia", "false") == "true"
        self.total = self.number("compiler", "settotalmass", -1.0)
        self.least_mass = self.number("compiler", "boundmass", 0.0)
        self.least_inertia = self.number("compiler", "boundinertia", 0.0)
        self.groups = tidy(numbers(self.raw("compiler", "inertiagrouprange"), 2, (0, 5), "inertiagrouprange"))
        folder = self.raw("compiler", "meshdir")
        self.meshes = folder if folder is not None else self.raw("compiler", "assetdir") or ""
        self.strip = self.word("strippath", "false") == "true"
        gravity = tidy(numbers(self.raw("option", "gravity"), 3, (0, 0, -9.81), "gravity"))
        self.gravity = gravity if self.flag("gravity") else (0.0, 0.0, 0.0)
        self.wind = tidy(numbers(self.raw("option", "wind"), 3, (0, 0, 0), "wind"))
        self.density, self.viscosity = (self.number("option", key, 0.0) for key in ("density", "viscosity"))
        # without springs and dampers MuJoCo computes no passive force at all
        self.springs, self.dampers = self.flag("spring"), self.flag("damper") and self.flag("passive")
        self.passive = self.springs or self.dampers
        self.constraints = self.flag("constraint")

    def raw(self, tag: str, key: str) -> str | None:
        """Return an attribute; the last one counts where an element is repeated."""
        given = [element.get(key) for element in self._elements[tag]]
        return next((said for said in reversed(given) if said is not None), None)

    def word(self, key: str, default: str) -> str:
        """Return a word of the compiler."""
        return self.raw("compiler", key) or default

    def number(self, tag: str, key: str, default: float) -> float:
        return number(self.raw(tag, key), default, f"{key} of <{tag}>")

    def flag(self, key: str) -> bool:
        """Return whether a part of the physics that is on by default is on."""
        return self.raw("option/flag", key) != "disable"

    def limited(self, element: Markup, flag: str, key: str) -> bool:
        """Return whether a range counts, by its flag or by being there."""
        said = element.get(flag) or "auto"
        return said == "true" or (said == "auto" and self.autolimits and key in element)


class Classes:
    """Default classes: attributes by class and tag; defaults of actuators one by one, since their tags share them."""

    def __init__(self, root: Markup):
        self.values: dict[str, dict[str, dict[str, str]]] = {"main": {}}
        self.actuators: dict[str, list[Markup]] = {"main": []}
        for element in root.findall("default"):
            self._add(element, "main", self.values["main"], self.actuators["main"])
            element.skip()

    def _add(self, element: Markup, name: str, above: dict[str, dict[str, str]], motors: list[Markup]) -> None:
        name = element.attributes.get("class", name)
        own = self.values[name] = dict(above)
        for child in element:
            if child.tag != "default":
                own[child.tag] = {**own.get(child.tag, {}), **child.attributes}
        self.actuators[name] = [*motors, *(child for child in element if child.tag in ACTUATORS)]
        for child in element.findall("default"):
            self._add(child, str(child.attributes.get("class")), own, self.actuators[name])

    def known(self, element: Markup, otherwise: str = "main") -> str:
        """Return the class of an element."""
        name = element.attributes.get("class", otherwise)
        if name not in self.values:
            raise BielaError(f"there is no default class {name!r}.")
        return name

    def of(self, element: Markup, otherwise: str = "main", tag: str = "") -> Markup:
        """Return the element with what it inherits."""
        values = self.values[self.known(element, otherwise)].get(tag or element.tag, {})
        return element.inherit({k: v for k, v in values.items() if k != "class"})
