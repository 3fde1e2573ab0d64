"""Actuators of MJCF: motors, position and velocity servos, and general ones that are affine.

An actuator acts on a length l, gear times a joint coordinate or the length of a tendon, with the force

    F = (g₀ + g₁ l + g₂ l̇) u + b₀ + b₁ l + b₂ l̇                u and F cut off at ctrlrange and forcerange

Its shortcuts set these numbers: motor g₀ = 1; position g₀ = −b₁ = k_p, b₂ = −k_v; velocity g₀ = −b₂ = k_v. All of them share the
defaults of a class. A positive b₂ of a position servo is a damping ratio, at the inertia that l sees where the model is drawn.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.files.markup import Markup
from biela.files.mjcf.joint import add_rotor
from biela.files.reflected import Reflected
from biela.files.robot import number, numbers, tidy

if TYPE_CHECKING:
    from biela.files.mjcf.reader import MjcfReader
    from biela.mechanism.frame import Frame

READ = ("general", "motor", "position", "velocity", "damper", "cylinder")
NUMBERS = ("gainprm", "biasprm", "dynprm")


@dataclass
class MjcfActuator:
    """An actuator being read: the numbers of a general one, and where it acts."""

    name: str = ""
    gain: Array = field(default_factory=lambda: np.array([1.0, 0.0, 0.0]))
    bias: Array = field(default_factory=lambda: np.zeros(3))
    gaintype: str = "fixed"
    biastype: str = "none"
    dyntype: str = "none"
    values: dict[str, str] = field(default_factory=dict)
    element: Markup = field(default_factory=lambda: Markup("actuator", {}))
    terms: list[tuple[str, float]] = field(default_factory=list)  # (joint, factor): l is their sum
    ends: tuple[Frame, Frame] | None = None  # or two sites: l is their distance times the gear
    gear: float = 1.0

    def apply(self, tag: str, a: Markup, label: str) -> None:
        """Take over what an element, or a default, says."""

        def given(key: str, default: float) -> float:
            return number(a.get(key), default, f"{key} of {label!r}")

        self.values |= {key: value for key, value in a.attributes.items() if key not in ("name", "class")}
        if tag == "general":
            self.gaintype, self.biastype = a.get("gaintype") or self.gaintype, a.get("biastype") or self.biastype
            self.dyntype = a.get("dyntype") or self.dyntype
            for key, target in (("gainprm", self.gain), ("biasprm", self.bias)):
                values = numbers(a.get(key), 0, (), f"{key} of {label!r}", 20)[:3]
                target[: len(values)] = values
            a.seen("dynprm", "actdim", "input")
            return
        old, speed = float(self.gain[0]), -float(self.bias[2])
        self.gaintype, self.biastype, self.dyntype = "fixed", "affine", "none"
        self.gain, self.bias = np.array([1.0, 0.0, 0.0]), np.zeros(3)
        match tag:
            case "motor":
                self.biastype = "none"
            case "position":
                self.gain[0] = given("kp", old)
                ratio = given("dampratio", 0.0)
                self.bias[:] = 0.0, -self.gain[0], ratio if ratio else -given("kv", speed)
                self.dyntype = "filterexact" if given("timeconst", 0.0) > 0 else "none"
            case "velocity":
                self.gain[0] = given("kv", old)
                self.bias[2] = -self.gain[0]
            case "damper":
                self.gaintype, self.biastype, self.gain = "affine", "none", np.array([0.0, 0.0, -given("kv", 1.0)])
            case "cylinder":
                diameter = given("diameter", 0.0)
                self.gain[0] = np.pi / 4 * diameter**2 if diameter else given("area", old)
                self.bias[:] = numbers(a.get("bias"), 3, (0, 0, 0), f"bias of {label!r}")
                self.dyntype = "filter" if given("timeconst", 1.0) > 0 else "none"
            case _:
                self.gaintype = tag


def read(reader: MjcfReader, element: Markup) -> MjcfActuator | None:
    """Return an actuator with its defaults and its transmission; its rotor is added at once. None where it is not imported."""
    known = reader.classes.known(element)
    where = next((key for key in ("joint", "jointinparent", "tendon", "site", "body", "cranksite") if key in element), "")
    label = element.attributes.get("name", f"{element.attributes.get(where, 'actuator')}_{element.tag}")
    one = MjcfActuator()
    for default in reader.classes.actuators[known]:
        one.apply(default.tag, Markup(default.tag, default.attributes), label)
    # what the element inherits is read from it, so that the rest is listed
    shared = {k: v for k, v in one.values.items() if k not in NUMBERS and k not in element and k not in SHORTCUTS}
    one.apply(element.tag, element, label)
    element.inherit(shared)
    one.gear = float(numbers(element.get("gear"), 1, (1.0,), f"gear of {label!r}", 6)[0])
    why = _refused(reader, element, one) or _transmitted(reader, element, where, one, label)
    if why:
        element.skip()
        reader.robot.left.append(f"not imported: actuator {label!r} ({element.tag}), {why}.")
        return None
    one.name, one.element = reader.robot.name("motor", label), element
    _reflect(reader, element, one, label)
    return one


SHORTCUTS = ("kp", "kv", "dampratio", "timeconst", "area", "diameter", "bias", "gaintype", "biastype", "dyntype")
"""Attributes of shortcuts, which set numbers of a general actuator."""


def _refused(reader: MjcfReader, element: Markup, one: MjcfActuator) -> str:
    """Return the reason why an actuator is not imported, apart from where it acts."""
    if not reader.settings.flag("actuation"):
        return "as actuation is switched off"
    if element.tag not in READ or one.gaintype not in ("fixed", "affine") or one.biastype not in ("none", "affine"):
        return "whose force has no counterpart here"
    return "whose gain depends on length and speed" if one.gaintype == "affine" and np.any(one.gain[1:]) else ""


def _transmitted(reader: MjcfReader, element: Markup, where: str, one: MjcfActuator, label: str) -> str:
    """Find what it acts on; says why, if it is nothing that biela has."""
    name = str(element.get(where)) if where else ""
    if where in ("joint", "jointinparent"):
        known = reader.robot.find("joint", name, f"actuator {label!r}")
        if not reader.joints[known].single:
            return "which acts on a joint with several coordinates"
        one.terms = [(known, one.gear)]
        return ""
    if where == "tendon":
        if name not in reader.tendons:
            raise BielaError(f"actuator {label!r} names tendon {name!r}, which is not in the file.")
        tendon = reader.tendons[name]
        if tendon.terms and all(reader.joints[joint].single for joint, _ in tendon.terms):
            one.terms = [(joint, one.gear * factor) for joint, factor in tendon.terms]
            return ""
        one.ends = tendon.ends
        return "" if one.ends is not None else "whose tendon does not go straight from site to site"
    return f"which acts through a {where or 'transmission'} that biela does not have"


def _reflect(reader: MjcfReader, element: Markup, one: MjcfActuator, label: str) -> None:
    """Add rotor and damping of the actuator, seen from the joint it acts on."""
    inertia = number(element.get("armature"), 0.0, f"armature of {label!r}")
    damping = numbers(element.get("damping"), 1, (0.0,), f"damping of {label!r}", 3)
    if not inertia and not np.any(damping):
        return
    if len(one.terms) != 1 or np.any(damping[1:]):
        reader.robot.left.append(f"not imported: armature and damping of actuator {label!r}.")
        return
    joint, factor = one.terms[0]
    if inertia:
        add_rotor(reader, joint, factor**2 * inertia, f"{one.name}_rotor")
    if damping[0] and reader.settings.dampers:
        reader.m.friction(reader.robot.name("friction", f"{one.name}_friction"), joint, viscous=factor**2 * float(damping[0]))


def add(reader: MjcfReader, seen: Reflected) -> None:
    """Add all actuators that were read."""
    found = [one for one in reader.actuators if one is not None]
    for joint in reader.joints.values() if found else ():
        if not reader.settings.limited(joint.element, "actuatorfrclimited", "actuatorfrcrange"):
            joint.element.seen("actuatorgravcomp")  # it matters for the limits of actuators alone
    for one in found:
        _add(reader, one, seen, [other for other in found if other is not one])


def _add(reader: MjcfReader, one: MjcfActuator, seen: Reflected, others: list[MjcfActuator]) -> None:
    a = one.element
    gain, bias = one.gain, one.bias if one.biastype == "affine" else np.zeros(3)
    if one.dyntype != "none":
        reader.robot.left.append(f"not imported: dynamics of the input of actuator {one.name!r} ({one.dyntype}): it acts at once.")
    damping = -float(bias[2])
    if damping < 0 and float(gain[0]) == -float(bias[1]):  # a damping ratio
        inertia = seen.along(one.terms) if one.terms else 0.0
        if not one.terms:
            reader.robot.left.append(f"not imported: dampratio of actuator {one.name!r}, which acts on a spatial tendon.")
        damping = -damping * 2 * float(np.sqrt(max(float(gain[0]), 0.0) * inertia))
    law: dict[str, Any] = {
        "gain": float(gain[0]), "stiffness": -float(bias[1]), "damping": damping,
        "offset": float(bias[0]) + float(bias[1]) * sum(factor * reader.joints[joint].ref for joint, factor in one.terms),
    }  # fmt: skip
    law |= _limits(reader, a, one, others)
    if one.ends is not None:
        reader.m.line_servo(one.name, *one.ends, gear=one.gear, **law)
    elif law == {"gain": 1.0, "stiffness": 0.0, "damping": 0.0, "offset": 0.0} and one.terms == [(one.terms[0][0], 1.0)]:
        reader.m.motor(one.name, one.terms[0][0])
    else:
        (joint, gear), *also = one.terms
        reader.m.servo(one.name, joint, gear=gear, also=also or None, **law)


def _limits(reader: MjcfReader, a: Markup, one: MjcfActuator, others: list[MjcfActuator]) -> dict[str, float]:
    """Return limits of input and force."""
    s = reader.settings
    found: dict[str, float] = {}
    span = _inherited(reader, a, one)
    if span is None and s.limited(a, "ctrllimited", "ctrlrange"):
        span = tidy(numbers(a.get("ctrlrange"), 2, (0, 0), f"ctrlrange of {one.name!r}"))
    if span is not None and s.flag("clampctrl") and span[0] < span[1]:
        found |= {"input_lower": span[0], "input_upper": span[1]}
    low, high = -np.inf, np.inf
    if s.limited(a, "forcelimited", "forcerange"):
        low, high = map(float, numbers(a.get("forcerange"), 2, (0, 0), f"forcerange of {one.name!r}"))
    for joint, factor in one.terms:
        element = reader.joints[joint].element
        if not s.limited(element, "actuatorfrclimited", "actuatorfrcrange"):
            continue
        ends = numbers(element.get("actuatorfrcrange"), 2, (0, 0), f"actuatorfrcrange of joint {joint!r}")
        if len(one.terms) > 1 or any(joint == name for other in others for name, _ in other.terms) or not factor:
            reader.robot.left.append(f"not imported: actuatorfrcrange of joint {joint!r}, on which several actuators act.")
            continue
        a_, b_ = sorted(float(end) / factor for end in ends)
        low, high = max(low, a_), min(high, b_)
    if np.isfinite(low) and low <= high:
        found |= {"force_lower": low, "force_upper": high}
    return found


def _inherited(reader: MjcfReader, a: Markup, one: MjcfActuator) -> tuple[float, ...] | None:
    """Return the range of the input from that of the joint: `inheritrange`."""
    part = number(a.get("inheritrange"), 0.0, f"inheritrange of {one.name!r}")
    joint = reader.joints[one.terms[0][0]] if part > 0 and len(one.terms) == 1 else None
    if joint is None or joint.range is None:
        return None
    middle, half = sum(joint.range) / 2 + joint.ref, (joint.range[1] - joint.range[0]) / 2
    return middle - part * half, middle + part * half
