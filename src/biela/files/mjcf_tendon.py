"""Tendons of MJCF: springs between two sites, and the constraints that `equality/tendon` makes of them.

A fixed tendon has the length Σ coef · q of its joints, a spatial one the distance of its sites. An equality holds

    L₁ − L₁⁰ = Σ c_k (L₂ − L₂⁰)^k        with the lengths L⁰ where the file draws the model (joint coordinates zero)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from biela.errors import BielaError
from biela.files.robot import Element, numbers, tidy
from biela.mechanism.frame import Frame

if TYPE_CHECKING:
    from biela.files.mjcf import Attributes, MjcfReader


def tendon(reader: MjcfReader, element: Element) -> None:
    """Note a tendon, and add the spring that it is."""
    label = element.get("name", f"tendon_{len(reader.tendons) + 1}")
    a = reader._with_defaults(element, "main")
    reader.tendons[label] = element
    for key in ("limited", "range", "frictionloss", "armature"):
        if a.get(key, "false") not in ("false", "auto", "0"):
            reader.robot.left.append(f"{key} of tendon {label!r} is not taken over.")
    stiffness, damping = (float(numbers(a.get(k), 1, (0.0,), f"{k} of {label!r}")[0]) for k in ("stiffness", "damping"))
    if not stiffness and not damping:
        return
    ends = sites(reader, label)
    if ends is None:
        reader.robot.left.append(f"tendon {label!r} is not taken over as a spring: it has other than two sites.")
        return
    free = float(numbers(a.get("springlength"), 1, (-1.0,), f"springlength of {label!r}", 2)[0])
    free = _drawn(*ends) if free < 0 else free
    reader.m.spring(reader.robot.name("spring", label), *ends, stiffness=stiffness, damping=damping, free_length=free)


def equality(reader: MjcfReader, a: Attributes, label: str) -> None:
    """`equality/tendon`."""
    for key in ("tendon1", "tendon2"):
        if key in a and a[key] not in reader.tendons:
            raise BielaError(f"{label!r} names tendon {a[key]!r}, which is not in the file.")
    if "tendon1" not in a:
        raise BielaError(f"{label!r} names no tendon: give tendon1.")
    c = np.zeros(5)
    given = numbers(a.get("polycoef"), 1, (0, 1, 0, 0, 0), f"polycoef of {label!r}", 5)
    c[: len(given)] = given[:5]
    first, second = (_terms(reader, a.get(key)) for key in ("tendon1", "tendon2"))
    name = reader.robot.name("coupling", label)
    if first is not None and ("tendon2" not in a or (second is not None and not np.any(c[2:]))):
        terms = first + [(joint, -c[1] * factor) for joint, factor in second or []]
        reader.m.coupling(name, terms, float(c[0]))
        return
    ends = sites(reader, a["tendon1"])
    if ends is None or "tendon2" in a:
        reader.robot.left.append(f"equality {label!r} of these tendons is not taken over.")
        return
    reader.m.rod(name, *ends, _drawn(*ends) + float(c[0]))


def _terms(reader: MjcfReader, label: str | None) -> list[tuple[str, float]] | None:
    """(joint, coefficient) of a fixed tendon."""
    element = None if label is None else reader.tendons[label]
    if element is None or element.tag != "fixed":
        return None
    found = []
    for part in element.findall("joint"):
        known = reader.robot.known("joint", str(part.get("joint")))
        if known is None:
            raise BielaError(f"tendon {label!r} names joint {part.get('joint')!r}, which is not in the file.")
        found.append((known, float(numbers(part.get("coef"), 1, None, f"coef of tendon {label!r}")[0])))
    return found


def sites(reader: MjcfReader, label: str) -> tuple[Frame, Frame] | None:
    """Both ends of a spatial tendon between two sites; None for any other."""
    parts = list(reader.tendons[label])
    if reader.tendons[label].tag != "spatial" or [p.tag for p in parts] != ["site", "site"]:
        return None
    frames = []
    for part in parts:
        if str(part.get("site")) not in reader.sites:
            raise BielaError(f"tendon {label!r} names site {part.get('site')!r}, which is not in the file.")
        body, X = reader.sites[str(part.get("site"))]
        frames.append(Frame(body, "site", tidy(X.position), np.asarray(X.rotation, float)))
    return frames[0], frames[1]


def _drawn(a: Frame, b: Frame) -> float:
    """Distance of two frames as the file draws them."""
    p, q = (np.asarray(f.body.placement @ np.array(f.position, float), float) for f in (a, b))
    return float(np.linalg.norm(q - p))
