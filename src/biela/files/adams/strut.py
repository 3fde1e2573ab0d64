"""Struts: a part without mass between two ball joints becomes a rod, since nothing would determine its spin."""

from __future__ import annotations

import numpy as np

from biela.files.adams.constraint import signals
from biela.files.adams.model import AdamsModel, Marker, Wrench
from biela.files.adams.statement import AdamsError, Statement

ELSEWHERE = ("REQUEST", "GRAPHICS", "MARKER", "PART")
"""Statements that may refer to a strut without acting on it."""
ENDS = ("I", "J", "JFLOAT", "RM", "CV")


def struts(model: AdamsModel, statements: list[Statement]) -> dict[int, list[Statement]]:
    """Return parts that are struts, with their two joints."""
    found: dict[int, list[Statement]] = {}
    light = {s.number for s in statements if s.word == "PART" and "GROUND" not in s.flags and _weightless(s)}
    for part in light:
        acting = [s for s in statements if s.word not in ELSEWHERE and part in _parts(model, s)]
        if len(acting) == 2 and all(s.word == "JOINT" and s.flags[:1] == ["SPHERICAL"] for s in acting):
            found[part] = acting
    return {p: pair for p, pair in found.items() if not any(q != p and s in pair for q in found for s in found[q])}


def _weightless(s: Statement) -> bool:
    try:
        return s.value("MASS", 0.0) == 0
    except AdamsError:  # the error is reported where the part is read
        return False


def _parts(model: AdamsModel, s: Statement) -> set[int]:
    """Return parts whose markers a statement names."""
    try:
        numbers = {s.id(key) for key in ENDS if s.has(key)}
    except AdamsError:
        return set()
    return {model.markers[n].part for n in numbers if n in model.markers}


def strut(model: AdamsModel, part: int, joints: list[Statement]) -> None:
    """Add a rod between the parts that a strut ties; the reactions of its joints are those of the rod."""
    ends: list[Marker] = []
    for s in joints:
        i, j = model.pair(s)
        ends.append(j if i.part == part else i)
    p, q = (np.asarray(model.drawn(m.number).position, float) for m in ends)
    length = float(np.linalg.norm(q - p))
    name = model.name(model.statements["PART", part])
    model.m.rod(name, model.frame(ends[0].number), model.frame(ends[1].number), length)
    on_end = signals(name, "force_")  # on the second end, in its axes
    for k, s in enumerate(joints):
        sign = (1.0 if k else -1.0) * (1.0 if s.id("I") == ends[k].number else -1.0)
        force = on_end if sign > 0 else tuple(f"(-{f})" for f in on_end)
        model.wrenches["JOINT", s.number] = [Wrench(s.id("I"), s.id("J"), ends[1].number, force)]
    model.robot.left.append(f"PART/{part} has no mass and two ball joints: it is a rod {name!r} here.")
