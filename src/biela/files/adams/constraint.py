"""Constraints of a dataset: joints, primitives, couplers, gears, general constraints, motions.

A joint's parent is the part of marker J and its child that of I, so that coordinates and reactions are those of I relative to J.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from biela.files.adams.function import translate
from biela.files.adams.model import NOTHING, AdamsModel, Marker, Wrench, coordinates, law, names_in
from biela.files.adams.statement import AdamsError, Statement
from biela.files.expression import UnitValue
from biela.files.parser import parse
from biela.mechanism import joint as joints
from biela.mechanism.motion import polynomial

TYPES: dict[str, Any] = {
    "REVOLUTE": joints.Revolute, "TRANSLATIONAL": joints.Prismatic, "CYLINDRICAL": joints.Cylindrical,
    "SPHERICAL": joints.Spherical, "PLANAR": joints.Planar, "FIXED": joints.Fixed, "HOOKE": joints.Universal,
    "UNIVERSAL": joints.Universal, "CONVEL": joints.Spherical,
}  # fmt: skip
FREE = {
    "REVOLUTE": ("", "z"), "TRANSLATIONAL": ("z", ""), "CYLINDRICAL": ("z", "z"), "PLANAR": ("xy", "z"), "SPHERICAL": ("", "xyz"),
    "CONVEL": ("", "xyz"),
}  # fmt: skip
"""Directions of I along and about which a joint carries nothing: there the reaction of biela holds the efforts of drives."""
HOOKE = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
"""Axes x, y, z of our universal joint in the markers of Adams' HOOKE joint, as columns: z is its y, y is its x."""
CROSS = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
"""Axes x, y, z of our universal joint in the marker I of a UNIVERSAL joint: our y is its z."""
ELSEWHERE = ("REQUEST", "GRAPHICS", "MARKER", "PART")
"""Statements that may refer to a strut without acting on it."""
ENDS = ("I", "J", "JFLOAT", "RM", "CV")


def signals(name: str, quantity: str, without: str = "") -> tuple[str, ...]:
    """Return x, y, z of a signal; nothing along the axes of `without`."""
    return tuple("0" if axis in without else f"{name}.{quantity}{axis}" for axis in "xyz")


def joint(model: AdamsModel, s: Statement) -> None:
    """Add a JOINT; a RACKPIN waits for the joints that it couples."""
    kind = s.flags[0] if s.flags else ""
    if kind == "RACKPIN":
        return
    if kind not in TYPES and kind != "SCREW":
        raise AdamsError(f"its type is missing: give one of {', '.join([*TYPES, 'SCREW', 'RACKPIN'])}.")
    i, j = model.pair(s)
    if kind == "HOOKE":
        i, j = (model.turned(m, HOOKE) for m in (i, j))
    elif kind == "UNIVERSAL":
        i = model.turned(i, CROSS)
    name = model.name(s)
    type_ = joints.Helical(s.value("PITCH") * model.units.length / (2 * math.pi)) if kind == "SCREW" else TYPES[kind]()
    model.m.joint(name, type_, model.frame(j.number), model.frame(i.number))
    model.joints[s.number] = name
    _drawn_start(model, s, name, type_, i, j)
    along, about = FREE.get(kind, ("", ""))
    force, moment = signals(name, "force_on_child_", along), signals(name, "moment_on_child_", about)
    wrenches = [Wrench(s.id("I"), s.id("J"), i.number, force, moment)]
    if kind == "CONVEL":
        row = model.robot.name("coupling", f"{name}_turn")
        model.m.constant_velocity(row, model.frame(j.number), model.frame(i.number))
        wrenches.append(Wrench(s.id("I"), s.id("J"), i.number, moment=signals(row, "moment_")))
    model.wrenches["JOINT", s.number] = wrenches


def _drawn_start(model: AdamsModel, s: Statement, name: str, type_: Any, i: Marker, j: Marker) -> None:
    """Note the coordinates of the joint as the dataset draws it, or as its initial conditions say."""
    if type_.n_q:
        model.start[name] = coordinates(type_, model.drawn(j.number).inverse() @ model.drawn(i.number))
    units = model.units
    for key, unit, label in (("IC", 0.0, ""), ("ICTRAN", units.length, "position"), ("ICROT", 1.0, "angle")):
        if not s.has(key):
            continue
        values = s.numbers(key)
        names = [c.name for c in type_.coordinates]
        label = label or names[0]
        if label not in names:
            raise AdamsError(f"{key} does not fit a joint of this type: remove it.")
        scale = unit or (units.length if label == "position" else 1.0)
        place = name if len(names) == 1 else f"{name}.{label}"
        drawn = model.start.pop(name, None)
        if isinstance(drawn, list):  # what the initial conditions leave open stays as drawn
            model.start.update({f"{name}.{n}": x for n, x in zip(names, drawn, strict=True)})
        model.start[place] = values[0] * scale
        if len(values) > 1:
            model.rates[name if len(names) == 1 else f"{name}.{label}_rate"] = values[1] * scale / units.time


def primitive(model: AdamsModel, s: Statement) -> None:
    """Add a JPRIM, a joint primitive, as rows of its own."""
    i, j = model.pair(s)
    a, b = model.frame(j.number), model.frame(i.number)
    kind, m = s.flags[0] if s.flags else "", model.m
    name = model.name(s)
    rows = {"ORIENTATION": ("yx", "zy", "xz"), "PARALLEL_AXES": ("xz", "yz"), "PERPENDICULAR": ("zz",)}  # axes of J and of I
    if kind == "ATPOINT":
        m.spherical(name, a, b)
        model.start[name] = coordinates(joints.Spherical(), model.drawn(j.number).inverse() @ model.drawn(i.number))
        model.wrenches["JPRIM", s.number] = [Wrench(i.number, j.number, i.number, signals(name, "force_on_child_"))]
    elif kind in ("INLINE", "INPLANE"):
        (m.point_on_line if kind == "INLINE" else m.point_on_plane)(name, a, b)
        model.wrenches["JPRIM", s.number] = [Wrench(i.number, j.number, i.number, signals(name, "force_"))]
    elif kind in rows:
        model.wrenches["JPRIM", s.number] = []
        for pair in rows[kind]:
            own = name if len(rows[kind]) == 1 else model.robot.name("coupling", f"{name}_{pair}")
            m.angular_closure(own, a, b, *(tuple(np.eye(3)["xyz".index(axis)]) for axis in pair))
            model.wrenches["JPRIM", s.number].append(Wrench(i.number, j.number, i.number, moment=signals(own, "moment_")))
    else:
        raise AdamsError("its type is missing: ATPOINT, INLINE, INPLANE, ORIENTATION, PARALLEL_AXES or PERPENDICULAR.")


def rack(model: AdamsModel, s: Statement) -> None:
    """Add a JOINT RACKPIN: the rack (J) moves along its z by PD/2 for each radian of the pinion (I) about its z."""
    i, j = model.pair(s)
    pinion, turn = _moves(model, i, joints.Revolute, s)
    slide, push = _moves(model, j, joints.Prismatic, s)
    z_i, z_j = (np.asarray(model.drawn(m.number).rotation, float)[:, 2] for m in (i, j))
    sign = float(z_j @ push)
    ratio = 0.5 * s.value("PD") * model.units.length * float(z_i @ turn) * sign
    name = model.name(s)
    offset = float(model.start.get(slide, 0.0)) - ratio * float(model.start.get(pinion, 0.0))
    model.m.rack_and_pinion(name, pinion, slide, ratio, offset)
    # the force on the rack along z, and the opposite on the pinion: about its own marker the moment is what the coupling exerts
    own, force = (f"({-factor!r}*{name}.effort)" for factor in (ratio * float(z_i @ turn), sign))
    model.wrenches["JOINT", s.number] = [
        Wrench(i.number, j.number, i.number, moment=("0", "0", own)), Wrench(i.number, j.number, j.number, force=("0", "0", force))
    ]  # fmt: skip


def _moves(model: AdamsModel, marker: Marker, kind: Any, s: Statement) -> tuple[str, Any]:
    """Return the joint of a kind that carries the part of a marker, and the axis about or along which its part moves positively."""
    for number, name in model.joints.items():
        if isinstance(model.m.joints[name].type, kind):
            own = [model.marker(model.statements["JOINT", number].id(key), key) for key in "IJ"]
            if marker.part in (own[0].part, own[1].part):
                z = np.asarray(model.drawn(own[1].number).rotation, float)[:, 2]
                return name, z if marker.part == own[0].part else -z
    word = "revolute" if kind is joints.Revolute else "translational"
    raise AdamsError(f"PART/{marker.part} of marker {marker.number} has no {word} joint, which {s} needs: add one.")


def coupler(model: AdamsModel, s: Statement) -> None:
    """Add a COUPLER: r₁ q₁ + r₂ q₂ + r₃ q₃ = 0, with the displacements of I relative to J."""
    if s.has("FUNCTION", "ROUTINE"):
        raise AdamsError("a coupler of a user routine is not taken over: give SCALES.")
    numbers = [int(x) for x in s.numbers("JOINTS")]
    scales = list(s.numbers("SCALES"))
    scales = [1.0, *scales] if len(scales) == len(numbers) - 1 else scales
    types = [t.strip().upper()[:1] for t in s.arguments.get("TYPE", "").replace(":", ",").split(",") if t.strip()]
    if len(scales) != len(numbers) or len(numbers) not in (2, 3):
        raise AdamsError(f"it has {len(numbers)} JOINTS and {len(scales)} SCALES: give two or three of each.")
    terms: list[tuple[str, int, float]] = []
    for k, (number, scale) in enumerate(zip(numbers, scales, strict=True)):
        name = model.joints.get(number)
        type_ = None if name is None else model.m.joints[name].type
        if name is None or not isinstance(type_, joints.Revolute | joints.Prismatic | joints.Cylindrical):
            raise AdamsError(f"JOINT/{number} is not a revolute, translational or cylindrical joint of the dataset: name one.")
        sliding = types[k] == "T" if k < len(types) else isinstance(type_, joints.Prismatic)
        entry = 1 if sliding and isinstance(type_, joints.Cylindrical) else 0
        terms.append((name, entry, scale / (model.units.length if sliding else 1.0)))
    model.m.coupling(model.name(s), terms, 0.0)


def gear(model: AdamsModel, s: Statement) -> None:
    """Add a GEAR: where the teeth meet (marker CV, on the carrier), both parts move equally fast along its z."""
    marker = model.marker(s.id("CV"), "CV")
    X = model.drawn(marker.number)
    p, z = np.asarray(X.position, float), np.asarray(X.rotation, float)[:, 2]
    terms: list[tuple[str, int, float]] = []
    for number, side in zip((int(x) for x in s.numbers("JOINTS", count=2)), (1.0, -1.0), strict=True):
        name = model.joints.get(number)
        if name is None:
            raise AdamsError(f"there is no JOINT/{number}: add it, or name another one.")
        own = [model.marker(model.statements["JOINT", number].id(key), key) for key in "IJ"]
        Y = model.drawn(own[1].number)
        axis = np.asarray(Y.rotation, float)[:, 2] * (1.0 if own[1].part == marker.part else -1.0)
        sliding = isinstance(model.m.joints[name].type, joints.Prismatic)
        speed = axis @ z if sliding else np.cross(axis, p - np.asarray(Y.position, float)) @ z
        terms.append((name, 0, side * float(speed)))
    offset = sum(f * float(np.atleast_1d(model.start.get(name, 0.0))[0]) for name, _, f in terms)  # as drawn
    model.m.coupling(model.name(s), terms, offset)


def general(model: AdamsModel, s: Statement) -> None:
    """Add a GCON: an expression of one distance or of the coordinates of one marker in another that must vanish."""
    text = translate(s.get("FUNCTION"), model, "FUNCTION")
    used = {key for key, (name, _) in model.sensors.items() if any(n.startswith(f"{name}.") for n in names_in(text))}
    if len(used) != 1:
        raise AdamsError("only constraints of one pair of markers are taken over: write it with JPRIM, or in parts.")
    (i, j, axes) = next(iter(used))
    sensor = model.sensors[i, j, axes][0]
    wanted = {n.removeprefix(f"{sensor}.") for n in names_in(text)}
    name = model.name(s)
    length = _root(text, model.units.length) if wanted == {"length"} else None
    fixed = j == 0 or model.bodies[model.marker(j, "J").part].is_ground
    aligned = (axes == j or (axes == 0 and fixed)) and wanted <= {"x", "y", "z", "length"} and "t" not in names_in(text)
    if length is None and not aligned:
        raise AdamsError("only DM, DX, DY and DZ of one marker in the axes of the other, or of the ground, are taken over.")
    model.sensors.pop((i, j, axes))
    model.wrenches["GCON", s.number] = [Wrench(i, j, i, signals(name, "force_"))]
    if length is not None:
        model.m.rod(name, model.frame(j), model.frame(i), length)
        return
    node = parse(text, variables={"t"})

    def surface(x: Any, y: Any, z: Any) -> Any:
        values = {"x": x, "y": y, "z": z, "length": (x * x + y * y + z * z) ** 0.5}
        return node.value(lambda n: UnitValue(values[n.removeprefix(f"{sensor}.")], None)).value

    at = model.frame(j)
    if not axes and j:  # the place of J, in the axes of the ground
        at = model.frame(model.turned(model.marker(j, "J"), np.asarray(model.drawn(j).rotation, float).T).number)
    model.m.point_on_surface(name, at, model.frame(i), surface)


def _root(text: str, unit: float) -> float | None:
    """Return the length at which an expression of one signal, linear in it, vanishes [m]."""
    node = parse(text)
    f = [float(node.value(lambda _: UnitValue(x * unit, None)).value) for x in (1.0, 2.0, 4.0)]
    slope = f[1] - f[0]
    if slope == 0 or abs(f[2] - f[1] - 2 * slope) > 1e-12 * max(abs(x) for x in f):
        return None
    return (1.0 - f[0] / slope) * unit


def motion(model: AdamsModel, s: Statement) -> None:
    """Add a MOTION: a prescribed coordinate of a joint, as a function of time."""
    number = s.id("JOINT") if s.has("JOINT") else None
    if number is None:
        ends = {s.id("I"), s.id("J", 0)}
        number = next((n for n in model.joints if {model.statements["JOINT", n].id(key) for key in "IJ"} == ends), None)
    if number is None:
        raise AdamsError("a motion between markers without a joint of the same markers is not taken over: name a JOINT.")
    name = model.joints.get(number)
    if name is None:
        raise AdamsError(f"there is no JOINT/{number} to move: add it, or name another one.")
    type_ = model.m.joints[name].type
    if not isinstance(type_, joints.Revolute | joints.Prismatic | joints.Cylindrical):
        raise AdamsError(f"JOINT/{number} is {type_.kind}: a motion needs a revolute, translational or cylindrical one.")
    sliding = "TRANSLATION" in s.flags or "Z" in s.flags or isinstance(type_, joints.Prismatic)
    entry = type_.n_v - 1 if sliding else 0
    unit = model.units.length if sliding else 1.0
    text = translate(s.get("FUNCTION"), model, "FUNCTION")
    if names_in(text) - {"t"}:
        raise AdamsError("a motion that depends on more than TIME is not taken over.")
    own = model.name(s)
    if s.has("I") and s.id("I") != model.statements["JOINT", number].id("I"):
        text = f"-({text})"  # the motion counts from the other end of the joint
    function = law(text if unit == 1.0 else f"{unit!r}*({text})")
    if "VELOCITY" in s.flags or "ACCELERATION" in s.flags:
        function = _integral(function, s, model, name, entry, unit)
    model.m.drive(name, function, entry, own)
    i, j = (model.statements["JOINT", number].id(key) for key in "IJ")
    push = ("0", "0", f"{own}.effort")
    model.wrenches["MOTION", s.number] = [Wrench(i, j, i, *((push, NOTHING) if sliding else (NOTHING, push)))]


def _integral(function: Any, s: Statement, model: AdamsModel, name: str, entry: int, unit: float) -> Any:
    """Return the position of a prescribed velocity or acceleration that is a polynomial of time, up to the third degree."""
    t = np.arange(6.0)
    y = np.array([float(function(x)) for x in t])
    c = np.polynomial.polynomial.polyfit(t, y, 3)
    if np.abs(np.polynomial.polynomial.polyval(t, c) - y).max() > 1e-10 * max(1.0, np.abs(y).max()):
        raise AdamsError("only a velocity or acceleration that is a polynomial of TIME is taken over: give the displacement.")
    c = np.where(np.abs(c) < 1e-12 * max(1.0, np.abs(c).max()), 0.0, c) / model.units.time
    start = s.value("ICDISP", float(np.atleast_1d(model.start.get(name, 0.0))[entry]) / unit) * unit
    if "ACCELERATION" in s.flags:
        c = np.array([s.value("ICVEL", 0.0) * unit / model.units.time, *(c / model.units.time / np.arange(1, 5))])
    found = [start, *(float(x) / k for k, x in enumerate(c, 1))]
    while len(found) > 1 and found[-1] == 0:
        found.pop()
    return polynomial(*found)


def struts(model: AdamsModel, statements: list[Statement]) -> dict[int, list[Statement]]:
    """Return struts with their two joints: parts without mass between two ball joints, whose spin nothing would determine."""
    found: dict[int, list[Statement]] = {}
    for part in {s.number for s in statements if s.word == "PART" and "GROUND" not in s.flags and _weightless(s)}:
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


def strut(model: AdamsModel, part: int, pair: list[Statement]) -> None:
    """Add a rod between the parts that a strut ties; the reactions of its joints are those of the rod."""
    ends = [next(marker for marker in model.pair(s) if marker.part != part) for s in pair]
    p, q = (np.asarray(model.drawn(m.number).position, float) for m in ends)
    name = model.name(model.statements["PART", part])
    model.m.rod(name, model.frame(ends[0].number), model.frame(ends[1].number), float(np.linalg.norm(q - p)))
    on_end = signals(name, "force_")  # on the second end, in its axes
    for k, s in enumerate(pair):
        sign = (1.0 if k else -1.0) * (1.0 if s.id("I") == ends[k].number else -1.0)
        force = on_end if sign > 0 else tuple(f"(-{f})" for f in on_end)
        model.wrenches["JOINT", s.number] = [Wrench(s.id("I"), s.id("J"), ends[1].number, force)]
    model.robot.left.append(f"PART/{part} has no mass and two ball joints: it is a rod {name!r} here.")
