"""Joints of MJCF with their springs, dampers, friction, rotors and limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.files.markup import Markup
from biela.files.reflected import Reflected
from biela.files.robot import STILL, Limit, number, numbers, pose, turned_frame
from biela.lie import array as xp
from biela.lie.se3 import Pose
from biela.mechanism.frame import Body

if TYPE_CHECKING:
    from biela.files.mjcf.reader import MjcfReader

Law = Callable[[Any], Any]
"""Function of a number or of a symbol, or of signals."""
SOLREF, SOLIMP = (0.02, 1.0), (0.9, 0.95, 0.001, 0.5, 2.0)
"""Time constant and damping ratio, and impedance, of MuJoCo's constraints unless a file gives others."""


@dataclass(frozen=True)
class MjcfJoint:
    """A joint that was read, by its name here."""

    name: str
    kind: str
    element: Markup
    ref: float  # coordinate of MuJoCo where the file draws it; here that is zero [rad, m]
    spring: float  # coordinate here at which its spring is at rest [rad, m]
    range: tuple[float, float] | None  # lowest and highest coordinate here, if it has limits

    @property
    def single(self) -> bool:
        """True of a joint with one coordinate."""
        return self.kind in ("hinge", "slide")


def read(reader: MjcfReader, element: Markup, childclass: str, Y: Pose, inner: tuple[Body, Pose], child: Body, name: str) -> None:
    """Add a joint between a pose on the inner body and the child; `name` is what it is called if the file does not say it."""
    free = element.tag == "freejoint"
    a = element if free else reader.classes.of(element, childclass)
    label, kind = a.attributes.get("name", name), "free" if free else a.get("type") or "hinge"
    m = reader.m
    kinds = {"hinge": m.revolute, "slide": m.prismatic, "ball": m.spherical, "free": m.free}
    if kind not in kinds:
        raise BielaError(f"joint {label!r} is of type {kind!r}: biela reads {', '.join(kinds)}.")
    name = reader.robot.name("joint", label)
    axis = np.asarray(Y.rotation, float) @ numbers(a.get("axis"), 3, (0, 0, 1), f"axis of joint {label!r}")[:3]
    at = pose(np.eye(3), Y @ numbers(a.get("pos"), 3, (0, 0, 0), f"pos of joint {label!r}")[:3])
    if kind in ("ball", "free"):
        axis = np.array([0.0, 0.0, 1.0])
    at = STILL if kind == "free" else at
    parent, X = inner
    kinds[kind](name, turned_frame(parent, X @ at, axis), turned_frame(child, at, axis))
    reader.order.append((name, kind))
    ref = spring = 0.0
    ends = None
    if kind in ("hinge", "slide"):
        scale = reader.settings.angle if kind == "hinge" else 1.0
        ref = scale * _value(a, "ref", name)
        spring = scale * _value(a, "springref", name) - ref
        limited = reader.settings.limited(a, "limited", "range")
        low, high = scale * numbers(a.get("range"), 2, (0, 0), f"range of joint {name!r}") - ref
        ends = (float(low), float(high)) if limited and low < high else None
    reader.joints[name] = MjcfJoint(name, kind, a, ref, spring, ends)
    inertia = _value(a, "armature", name)
    if inertia and kind == "free":
        reader.robot.left.append(f"not imported: armature of the free joint {name!r}.")
    elif inertia:
        add_rotor(reader, name, inertia, "rotor")


def _value(a: Markup, key: str, name: str) -> float:
    return number(a.get(key), 0.0, f"{key} of joint {name!r}")


def add_rotor(reader: MjcfReader, joint: str, inertia: float, what: str) -> None:
    """Add an inertia on every rate of a joint."""
    for label, k, _ in _rates(reader, joint, "rotor", what):
        reader.m.rotor(label, joint, inertia, coordinate=k)


def add_loads(reader: MjcfReader, seen: Reflected) -> None:
    """Add springs, dampers, friction and limits of all joints, once their inertias are known."""
    s = reader.settings
    for one in reader.joints.values():
        viscous = _spring(reader, one, seen)
        coulomb = _value(one.element, "frictionloss", one.name) if s.constraints and s.flag("frictionloss") else 0.0
        if viscous or coulomb:
            for label, k, _ in _rates(reader, one.name, "friction"):
                reader.m.friction(label, one.name, coordinate=k, viscous=viscous, coulomb=coulomb)
        if one.range is not None and s.constraints and s.flag("limit"):
            reader.robot.limits[one.name] = _limit(one)
        one.element.seen("frictionloss", "solreflimit", "solimplimit")


def _spring(reader: MjcfReader, one: MjcfJoint, seen: Reflected) -> float:
    """Add the spring of a joint, and what is not linear in its damping; returns the linear damping."""
    a, s, name = one.element, reader.settings, one.name
    stiffness = numbers(a.get("stiffness"), 1, (0.0,), f"stiffness of joint {name!r}", 3)
    damping = numbers(a.get("damping"), 1, (0.0,), f"damping of joint {name!r}", 3)
    time, ratio = numbers(a.get("springdamper"), 2, (0, 0), f"springdamper of joint {name!r}")
    if time > 0 and ratio > 0:
        inertia = seen.of_joint(name)
        stiffness, damping = np.array([inertia / (time * ratio) ** 2]), np.array([2 * inertia / time])
    if s.springs and np.any(stiffness):
        if not one.single:
            reader.robot.left.append(f"not imported: stiffness of the {one.kind} joint {name!r}.")
        elif np.any(stiffness[1:]):
            reader.m.joint_spring(reader.robot.name("spring", f"{name}_spring"), name, rest=one.spring, curve=polynomial(stiffness))
        else:
            label = reader.robot.name("spring", f"{name}_spring")
            reader.m.joint_spring(label, name, stiffness=float(stiffness[0]), rest=one.spring)
    if s.dampers and np.any(damping[1:]):
        law = odd_polynomial(damping)
        for label, k, rate in _rates(reader, name, "damper"):
            reader.m.user_effort(label, name, _damped(law, rate), coordinate=k)
    return float(damping[0]) if s.dampers else 0.0


def _damped(law: Law, rate: str) -> Law:
    return lambda s: -law(s[rate])


def polynomial(c: Array) -> Law:
    """Return a x + b x² + c x³."""
    return lambda x: sum(float(k) * x ** (n + 1) for n, k in enumerate(c) if k)


def odd_polynomial(c: Array) -> Law:
    """Return b v |v| + c v³, a damping polynomial without its linear part."""
    b, third = float(c[1]), float(c[2]) if len(c) > 2 else 0.0
    return lambda v: b * v * xp.fabs(v) + third * v**3


def _rates(reader: MjcfReader, joint: str, kind: str, what: str = "") -> list[tuple[str, int, str]]:
    """Return the name of a load, number and signal of each rate of a joint."""
    rates, label = reader.m.joints[joint].type.rates, f"{joint}_{what or kind}"
    labels = [label] if len(rates) == 1 else [f"{label}_{k + 1}" for k in range(len(rates))]
    return [(reader.robot.name(kind, labels[k]), k, f"{joint}.{rate.name}") for k, rate in enumerate(rates)]


def _limit(one: MjcfJoint) -> Limit:
    """Return stops that give way as MuJoCo's limits do: solref is a time constant with a damping ratio, or minus a stiffness with
    minus a damping, both of one unit of inertia."""
    assert one.range is not None
    ref = numbers(one.element.get("solreflimit"), 1, SOLREF, f"solreflimit of joint {one.name!r}", 2)
    imp = numbers(one.element.get("solimplimit"), 1, SOLIMP, f"solimplimit of joint {one.name!r}", 5)
    hardest = float(np.clip(imp[1] if len(imp) > 1 else SOLIMP[1], 1e-4, 0.9999))
    time, ratio = map(float, (*ref, 1.0)[:2])
    if time < 0:  # k = −time / d², b = −ratio / d
        stiffness, damping = -time / hardest**2, -ratio / hardest
        time = 2 / damping if damping > 0 else 1 / np.sqrt(stiffness)
        ratio = 1 / (time * np.sqrt(stiffness))
        return Limit(*one.range, float(time), float(ratio))
    return Limit(*one.range, hardest * (time if time > 0 else SOLREF[0]), ratio if ratio > 0 else SOLREF[1])
