"""Equality constraints of MJCF: joints that close loops, couplings, cams, rods."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from biela.files.markup import Markup
from biela.files.mjcf import tendon
from biela.files.robot import numbers, pose, tidy, unit
from biela.lie import quaternion
from biela.mechanism.frame import Frame

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
            reader.m.spherical(reader.robot.name("loop", label), *_frames(reader, a, label), cut=True)
        case "weld":
            a.seen("anchor")  # where it is soft; here it is rigid
            reader.m.fixed(reader.robot.name("loop", label), *_frames(reader, a, label), cut=True)
        case "joint":
            _coupled(reader, a, label)
        case "tendon":
            tendon.tie(reader, a, label)
        case _:
            a.skip()
            reader.robot.left.append(f"not imported: equality {label!r} of kind {element.tag!r}, as bodies are rigid.")


def _frames(reader: MjcfReader, a: Markup, label: str) -> tuple[Frame, Frame]:
    """Return the frames that a constraint holds together: sites, or those of its bodies where the file draws them."""
    if "site1" in a:
        return tendon.site_frame(reader, a.get("site1"), repr(label)), tendon.site_frame(reader, a.get("site2"), repr(label))
    names = [a.get(key) or "world" for key in ("body1", "body2")]
    bodies = {name: reader.robot.find("body", name, repr(label)) for name in names if name != "world"}
    first, second = (reader.m.bodies[bodies[name]] if name in bodies else reader.m.ground for name in names)
    if a.tag == "connect":
        anchor = numbers(a.get("anchor"), 3, None, f"anchor of {label!r}")[:3]
        other = second.placement.inverse() @ (first.placement @ anchor)
        return Frame(first, "anchor", tidy(anchor), np.eye(3)), Frame(second, "anchor", tidy(other), np.eye(3))
    X = first.placement.inverse() @ second.placement
    relative = numbers(a.get("relpose"), 7, (0, 1, 0, 0, 0, 0, 0), f"relpose of {label!r}")
    if np.abs(relative[3:7]).max() > 0:
        X = pose(quaternion.to_matrix(unit(relative[3:7], f"relpose of {label!r}")), relative[:3])
    return Frame(first, "weld", tidy(X.position), np.asarray(X.rotation, float)), second.origin


def _coupled(reader: MjcfReader, a: Markup, label: str) -> None:
    c = tendon.coefficients(a, label)
    terms: list[tuple[str, float]] = []
    for key, factor in (("joint1", 1.0), ("joint2", -c[1])):
        if key in a:
            terms.append((reader.robot.find("joint", a[key], repr(label)), factor))
    name = reader.robot.name("coupling", label)
    if len(terms) == 2 and np.abs(c[2:]).max() > 0:
        reader.m.cam(name, terms[1][0], terms[0][0], lambda x: sum(float(k) * x**n for n, k in enumerate(c) if k))
    else:
        reader.m.coupling(name, terms, float(c[0]))
