"""Equality constraints of MJCF: joints that close loops, couplings, cams, rods."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from biela.base.errors import BielaError
from biela.files.markup import Markup
from biela.files.robot import Vector, numbers, pose, tidy, unit
from biela.lie import quaternion
from biela.mechanism.frame import Body, Frame

if TYPE_CHECKING:
    from biela.files.mjcf.reader import MjcfReader


def read(reader: MjcfReader, element: Markup, k: int) -> None:
    """Add a constraint, unless it or all of them are switched off."""
    a = reader.classes.of(element, tag="equality")
    label = a.attributes.get("name", f"{element.tag}_{k + 1}")
    if a.get("active") == "false" or not (reader.settings.constraints and reader.settings.flag("equality")):
        a.skip()
        reader.robot.left.append(f"{element.tag} {label!r} is switched off in the file.")
        return
    match element.tag:
        case "connect":
            reader.m.spherical(reader.robot.name("loop", label), *_connected(reader, a, label), cut=True)
        case "weld":
            a.seen("anchor")  # where it is soft; here it is rigid
            reader.m.fixed(reader.robot.name("loop", label), *_welded(reader, a, label), cut=True)
        case "joint":
            _coupled(reader, a, label)
        case "tendon":
            from biela.files.mjcf.tendon import tie

            tie(reader, a, label)
        case _:
            a.skip()
            reader.robot.left.append(f"not imported: equality {label!r} of kind {element.tag!r}, as bodies are rigid.")


def _ends(reader: MjcfReader, a: Markup, label: str) -> tuple[Body, Body]:
    found = []
    for key in ("body1", "body2"):
        name = a.get(key) or "world"
        known = reader.robot.known("body", name)
        if name != "world" and known is None:
            raise BielaError(f"{label!r} names body {name!r}, which is not in the file.")
        found.append(reader.m.ground if known is None else reader.m.bodies[known])
    return found[0], found[1]


def _at_sites(reader: MjcfReader, a: Markup, label: str) -> tuple[Frame, Frame] | None:
    if "site1" not in a:
        return None
    frames = []
    for key in ("site1", "site2"):
        if a.get(key) not in reader.sites:
            raise BielaError(f"{label!r} names site {a.get(key)!r}, which is not in the file.")
        site = reader.sites[str(a.get(key))]
        frames.append(Frame(site.body, "site", site.position, site.rotation))
    return frames[0], frames[1]


def _connected(reader: MjcfReader, a: Markup, label: str) -> tuple[Frame, Frame]:
    sites = _at_sites(reader, a, label)
    if sites is not None:
        return sites
    first, second = _ends(reader, a, label)
    anchor = numbers(a.get("anchor"), 3, None, f"anchor of {label!r}")[:3]
    other = second.placement.inverse() @ (first.placement @ anchor)
    return Frame(first, "anchor", tidy(anchor), np.eye(3)), Frame(second, "anchor", tidy(other), np.eye(3))


def _welded(reader: MjcfReader, a: Markup, label: str) -> tuple[Frame, Frame]:
    sites = _at_sites(reader, a, label)
    if sites is not None:
        return sites
    first, second = _ends(reader, a, label)
    X = first.placement.inverse() @ second.placement
    relative = numbers(a.get("relpose"), 7, (0, 1, 0, 0, 0, 0, 0), f"relpose of {label!r}")
    if np.abs(relative[3:7]).max() > 0:
        X = pose(quaternion.to_matrix(unit(relative[3:7], f"relpose of {label!r}")), relative[:3])
    return Frame(first, "weld", tidy(X.position), np.asarray(X.rotation, float)), second.origin


def coefficients(a: Markup, label: str) -> Vector:
    """Return the five coefficients of a polynomial."""
    c = np.zeros(5)
    given = numbers(a.get("polycoef"), 1, (0, 1, 0, 0, 0), f"polycoef of {label!r}", 5)
    c[: len(given)] = given[:5]
    return c


def _coupled(reader: MjcfReader, a: Markup, label: str) -> None:
    c = coefficients(a, label)
    terms: list[tuple[str, float]] = []
    for key, factor in (("joint1", 1.0), ("joint2", -c[1])):
        if key in a:
            known = reader.robot.known("joint", a[key])
            if known is None:
                raise BielaError(f"{label!r} names joint {a[key]!r}, which is not in the file.")
            terms.append((known, factor))
    name = reader.robot.name("coupling", label)
    if len(terms) == 2 and np.abs(c[2:]).max() > 0:
        reader.m.cam(name, terms[1][0], terms[0][0], lambda x: sum(float(k) * x**n for n, k in enumerate(c) if k))
    else:
        reader.m.coupling(name, terms, float(c[0]))
