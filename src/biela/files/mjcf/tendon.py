"""Tendons of MJCF: springs along them, and the constraints that `equality/tendon` makes of them.

A fixed tendon has the length L = Σ coef · q of its joints, a spatial one that of its path from site to site, each branch divided by
its pulley. Its spring pulls with T(L − L₀) + d(L̇), nothing within a dead band; on a joint that is −coef · T, on a part of the path
T over its divisor. An equality holds

    L₁ − L₁⁰ = Σ c_k (L₂ − L₂⁰)^k        with the lengths L⁰ where the file draws the model (joint coordinates zero)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.files.markup import Markup
from biela.files.mjcf.joint import Law, odd_polynomial, polynomial
from biela.files.robot import number, numbers
from biela.lie import array as xp
from biela.mechanism.frame import Frame
from biela.mechanism.parameter import nominal
from biela.state.fit import poses

if TYPE_CHECKING:
    from biela.files.mjcf.reader import MjcfReader


@dataclass(frozen=True)
class Tendon:
    """A tendon that was read."""

    label: str
    element: Markup
    terms: tuple[tuple[str, float], ...] = ()  # (joint, coefficient) of a fixed one
    parts: tuple[tuple[Frame, Frame, float], ...] = ()  # (site, site, divisor) along a spatial one
    whole: bool = True  # all of its path is among the parts: not where it wraps around a geom

    @property
    def ends(self) -> tuple[Frame, Frame] | None:
        """Both sites, if it goes straight from one to the other."""
        straight = self.whole and len(self.parts) == 1 and self.parts[0][2] == 1.0
        return self.parts[0][:2] if straight else None


def read(reader: MjcfReader, element: Markup) -> None:
    """Note a tendon."""
    a = reader.classes.of(element, tag="tendon")
    label = a.attributes.get("name", f"tendon_{len(reader.tendons) + 1}")
    if element.tag == "fixed":
        reader.tendons[label] = Tendon(label, a, terms=_terms(reader, a, label))
        return
    found: list[tuple[Frame, Frame, float]] = []
    last, divisor, whole = None, 1.0, True
    for part in a:
        if part.tag == "site":
            site = site_frame(reader, part.get("site"), f"tendon {label!r}")
            if last is not None:
                found.append((last, site, divisor))
            last = site
        elif part.tag == "pulley":
            last, divisor = None, number(part.get("divisor"), None, f"divisor of tendon {label!r}")
            if divisor <= 0:
                raise BielaError(f"divisor of tendon {label!r} is {divisor:g}: it must be above zero.")
        else:
            whole = False
    reader.tendons[label] = Tendon(label, a, parts=tuple(found), whole=whole)


def _terms(reader: MjcfReader, a: Markup, label: str) -> tuple[tuple[str, float], ...]:
    owner, parts = f"tendon {label!r}", a.findall("joint")
    joints = [reader.robot.find("joint", part.get("joint"), owner) for part in parts]
    return tuple((joint, number(p.get("coef"), None, f"coef of {owner}")) for joint, p in zip(joints, parts, strict=True))


def site_frame(reader: MjcfReader, name: str | None, owner: str) -> Frame:
    """Return a frame at a site that an element names."""
    if name not in reader.sites:
        raise BielaError(f"{owner} names site {name!r}, which is not in the file.")
    site = reader.sites[name]
    return Frame(site.body, "site", site.position, site.rotation)


def coefficients(a: Markup, label: str) -> Array:
    """Return the five coefficients of a polynomial."""
    given = numbers(a.get("polycoef"), 1, (0, 1, 0, 0, 0), f"polycoef of {label!r}", 5)
    return np.pad(given, (0, 5 - len(given)))


def add_springs(reader: MjcfReader) -> None:
    """Add springs and dampers along all tendons."""
    s = reader.settings
    for one in reader.tendons.values():
        what = f"of tendon {one.label!r}"
        stiffness = numbers(one.element.get("stiffness"), 1, (0.0,), f"stiffness {what}", 3) * s.springs
        damping = numbers(one.element.get("damping"), 1, (0.0,), f"damping {what}", 3) * s.dampers
        rest = numbers(one.element.get("springlength"), 1, (-1.0,), f"springlength {what}", 2)
        if not np.any(stiffness) and not np.any(damping):
            continue
        if not one.whole:
            reader.robot.left.append(f"not imported: stiffness and damping {what}, which wraps around a geom.")
            continue
        if rest[0] == -1.0:
            rest = np.array([_length(reader, one, spring=True)])
        _add(reader, one, stiffness, damping, float(rest[0]), float(rest[-1]))


def _add(reader: MjcfReader, one: Tendon, stiffness: Array, damping: Array, low: float, high: float) -> None:
    curved = low < high or np.any(stiffness[1:])
    curve = polynomial(stiffness) if np.any(stiffness) else (lambda x: 0.0 * x)
    rest = odd_polynomial(damping) if np.any(damping[1:]) else (lambda v: 0.0 * v)

    def pull(L: Any) -> Any:
        """Return the tension at a length: a polynomial of what it is beyond its rest length, or beyond a dead band."""
        return curve(L - high) if low == high else curve(xp.fmax(L - high, 0.0)) + curve(xp.fmin(L - low, 0.0))

    def slow(v: Any) -> Any:
        return float(damping[0]) * v + rest(v)

    if one.ends is not None and not np.any(damping[1:]):
        name = reader.robot.name("spring", one.label)
        law = {"curve": lambda x: pull(x + high)} if curved else {"stiffness": float(stiffness[0])}
        reader.m.spring(name, *one.ends, damping=float(damping[0]), free_length=high, **law)
        return
    if one.terms:
        coordinates = {joint: _signals(reader, joint) for joint, _ in one.terms}
        offset = sum(c * reader.joints[joint].ref for joint, c in one.terms)

        def tension(s: Any) -> Any:
            L = offset + sum(c * s[coordinates[joint][0]] for joint, c in one.terms)
            return pull(L) + slow(sum(c * s[coordinates[joint][1]] for joint, c in one.terms))

        for joint, factor in one.terms:
            name = reader.robot.name("spring", f"{one.label}_{joint}")
            reader.m.user_effort(name, joint, _scaled(tension, -factor))
        return
    moving = [part for part in one.parts if part[0].body is not part[1].body]
    fixed = sum(_apart(a, b, {}) / divisor for a, b, divisor in one.parts if a.body is b.body)
    names = [reader.robot.name("spring", f"{one.label}_{k + 1}") for k in range(len(moving))]

    def along(s: Any) -> Any:
        L = fixed + sum(s[f"{name}.length"] / part[2] for name, part in zip(names, moving, strict=True))
        return pull(L) + slow(sum(s[f"{n}.length_rate"] / part[2] for n, part in zip(names, moving, strict=True)))

    for name, (a, b, divisor) in zip(names, moving, strict=True):
        reader.m.user_force(name, a, b, _scaled(along, 1 / divisor))


def _signals(reader: MjcfReader, joint: str) -> tuple[str, str]:
    """Return coordinate and rate of a joint."""
    kind = reader.m.joints[joint].type
    return f"{joint}.{kind.coordinates[0].name}", f"{joint}.{kind.rates[0].name}"


def _scaled(law: Law, factor: float) -> Law:
    return lambda s: factor * law(s)


def _length(reader: MjcfReader, one: Tendon, spring: bool = False) -> float:
    """Return the length where the file draws the model, or where the springs of its joints are at rest."""
    own = {j.name: j.spring for j in reader.joints.values() if j.single} if spring else {}
    if one.terms:
        return float(sum(c * (own.get(joint, 0.0) + reader.joints[joint].ref) for joint, c in one.terms))
    X = poses(reader.m.edit().topology, {name: [value] for name, value in own.items()}) if any(own.values()) else {}
    return sum(_apart(a, b, X) / divisor for a, b, divisor in one.parts)


def _apart(a: Frame, b: Frame, X: Mapping[str, Any]) -> float:
    """Return the distance of two frames, in given poses of their bodies or as they are drawn."""
    p, q = (np.asarray(X.get(f.body.name, f.body.placement) @ np.asarray(nominal(f.position), float), float) for f in (a, b))
    return float(np.linalg.norm(q - p))


def tie(reader: MjcfReader, a: Markup, label: str) -> None:
    """Add an `equality/tendon`."""
    for key in ("tendon1", "tendon2"):
        if key in a and a[key] not in reader.tendons:
            raise BielaError(f"{label!r} names tendon {a[key]!r}, which is not in the file.")
    if "tendon1" not in a:
        raise BielaError(f"{label!r} names no tendon: give tendon1.")
    c = coefficients(a, label)
    first, second = reader.tendons[a["tendon1"]], reader.tendons[a["tendon2"]] if "tendon2" in a else None
    name = reader.robot.name("coupling", label)
    if first.terms and (second is None or (second.terms and not np.any(c[2:]))):
        others = () if second is None else second.terms
        reader.m.coupling(name, [*first.terms, *((joint, -c[1] * factor) for joint, factor in others)], float(c[0]))
    elif first.ends is not None and second is None:
        reader.m.rod(name, *first.ends, _length(reader, first) + float(c[0]))
    else:
        reader.robot.left.append(f"not imported: equality {label!r} of these tendons.")
