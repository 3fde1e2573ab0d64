"""Forces of a dataset: springs, bushings, fields, and forces whose components are functions.

Adams' positive SFORCE pushes its markers apart; the components of the others act on I, and the opposite on the part of J at I.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from biela.files.adams.constraint import signals
from biela.files.adams.function import LONGEST_ARGUMENT, translate
from biela.files.adams.model import AdamsModel, Marker, Wrench, law, names_in
from biela.files.adams.statement import AdamsError, Statement
from biela.files.expression import UnitValue
from biela.files.law import number_text
from biela.files.parser import parse

_LATE = re.compile(r"(\.|angular_)acceleration_|_on_child_|\.normal_force")


def applied(model: AdamsModel, text: str, unit: float) -> Any:
    """Return an expression of the dataset as an entry of a load, in SI units; refused where it depends on the force itself."""
    found = translate(text, model, "FUNCTION")
    used, inner = set(names_in(found)), {f"{name}.value": expression for expression, name in model.values.items()}
    while used & set(inner):
        used |= {n for name in used & set(inner) for n in names_in(inner.pop(name))}
    late = [n for n in used if _LATE.search(n) or n.split(".")[0] in (*model.m.couplings, *model.m.drives)]
    if late:
        raise AdamsError("a force that depends on accelerations or on forces of constraints is not taken over.")
    if not used:
        return float(parse(found).value(lambda _: UnitValue(0.0, None)).value) * unit
    return law(found if unit == 1.0 else f"{number_text(unit)}*({found})")


def single(model: AdamsModel, s: Statement) -> None:
    """Add an SFORCE: along the line of its markers, or about the z axis of J; on I alone where it is ACTIONONLY."""
    if s.has("ROUTINE") or "USER(" in s.get("FUNCTION").upper().replace(" ", ""):
        raise AdamsError("a force of a user routine is not taken over: give a FUNCTION.")
    i, j = model.pair(s)
    unit = model.units.torque if "ROTATIONAL" in s.flags else model.units.force
    if "ACTIONONLY" in s.flags:
        vector = _turned(model, (0.0, 0.0, applied(model, s.get("FUNCTION"), unit)), j.number, 0)
        key = "moment" if "ROTATIONAL" in s.flags else "force"
        model.m.wrench(model.name(s), model.frame(i.number), **{key: vector})  # type: ignore[arg-type]
    elif "ROTATIONAL" in s.flags:
        _pair(model, s, i, j, (0.0, 0.0, 0.0), (0.0, 0.0, applied(model, s.get("FUNCTION"), unit)))
    elif not _spring(model, s, i, j):
        name = model.name(s)
        push = applied(model, f"-({s.get('FUNCTION')})", unit)
        text = number_text(push) if isinstance(push, float) else push.text
        model.m.user_force(name, model.frame(j.number), model.frame(i.number), law(text))
        model.wrenches["SFORCE", s.number] = [Wrench(i.number, j.number, tension=f"{name}.force")]


def _spring(model: AdamsModel, s: Statement, i: Marker, j: Marker) -> bool:
    """Add a force −k (l − l₀) − c l̇ + constant as a spring, which stores its energy; return False for any other force."""
    text, units = translate(s.get("FUNCTION"), model, "FUNCTION"), model.units
    pairs = [key for key in model.sensors if {key[0], key[1]} == {i.number, j.number} and key[2] == 0]
    known = {f"{model.sensors[key][0]}.{word}": k for key in pairs for k, word in enumerate(("length", "length_rate"))}
    if not names_in(text) or not names_in(text) <= set(known):
        return False
    node = parse(text)

    def f(length: float, rate: float) -> float:
        scale = (length * units.length, rate * units.length / units.time)
        return float(node.value(lambda n: UnitValue(scale[known[n]], None)).value)

    constant, k, c = f(0, 0), -(f(1, 0) - f(0, 0)), -(f(0, 1) - f(0, 0))
    gaps = [abs(f(length, rate) - (constant - k * length - c * rate)) for length, rate in ((2.0, 0.0), (0.5, 3.0), (3.0, -2.0))]
    if k < 0 or c < 0 or max(gaps) > 1e-11 * (abs(constant) + abs(k) + abs(c)):
        return False
    free = max(constant / k, 0.0) if k > 0 else 0.0
    left = constant - k * free
    free = free if abs(left) > 1e-12 * abs(constant) else constant / k if k > 0 else 0.0
    _line(model, s, i, j, k, c, free, -left if abs(left) > 1e-12 * max(abs(constant), 1e-300) else 0.0)
    for key in pairs:  # the sensors were only needed to read the expression
        if set(model.sensors[key][1]) <= {"position", "velocity"}:
            model.sensors.pop(key)
    return True


def _line(model: AdamsModel, s: Statement, i: Marker, j: Marker, k: float, c: float, free: float, preload: float) -> None:
    """Add a spring between markers; numbers in units of the dataset, preload is tension."""
    u, name = model.units, model.name(s)
    model.m.spring(
        name, model.frame(j.number), model.frame(i.number), stiffness=k * u.force / u.length,
        damping=c * u.force * u.time / u.length, free_length=free * u.length, preload=preload * u.force,
    )  # fmt: skip
    model.wrenches[s.word, s.number] = [Wrench(i.number, j.number, tension=f"{name}.force")]


def spring_damper(model: AdamsModel, s: Statement) -> None:
    """Add a SPRINGDAMPER: on the line of its markers, or about z."""
    i, j = model.pair(s)
    if "ROTATION" in s.flags:
        k, c, angle, torque = (number_text(s.value(key, 0.0)) for key in ("KT", "CT", "ANGLE", "TORQUE"))
        a, b = i.number, j.number
        text = f"({torque}) - {k}*(AZ({a},{b}) - ({angle})) - {c}*WZ({a},{b},{b})"
        _pair(model, s, i, j, (0.0, 0.0, 0.0), (0.0, 0.0, applied(model, text, model.units.torque)))
    else:
        k_, c_, length, force = (s.value(key, 0.0) for key in ("K", "C", "LENGTH", "FORCE"))
        _line(model, s, i, j, k_, c_, length, -force)


def components(model: AdamsModel, s: Statement) -> None:
    """Add a VFORCE, VTORQUE or GFORCE: components along the axes of marker RM, on marker I."""
    if s.has("FUNCTION", "ROUTINE"):
        raise AdamsError("a force of a user routine is not taken over: give its components FX, FY, ….")
    i, j = model.pair(s, "I", "JFLOAT")
    u = model.units
    parts = [
        [applied(model, s.get(key), unit) if s.has(key) else 0.0 for key in keys]
        for keys, unit in ((("FX", "FY", "FZ"), u.force), (("TX", "TY", "TZ"), u.torque))
    ]
    if all(isinstance(x, float) and x == 0 for part in parts for x in part):
        raise AdamsError("it has no components: give FX, FY, FZ, TX, TY or TZ.")
    _pair(model, s, i, j, *(_turned(model, part, s.id("RM", 0), j.number) for part in parts))


def bushing(model: AdamsModel, s: Statement) -> None:
    """Add a BUSHING: six springs and dampers, uncoupled, along and about the axes of J; the angles are AX, AY, AZ."""
    i, j = model.pair(s)
    k, c, f, kt, ct, t = (s.numbers(key, (0.0, 0.0, 0.0), 3) for key in ("K", "C", "FORCE", "KT", "CT", "TORQUE"))
    a, b, parts = i.number, j.number, []
    for linear, unit in ((True, model.units.force), (False, model.units.torque)):
        entries: list[Any] = []
        for n, axis in enumerate("XYZ"):
            if linear:
                x, v, numbers = f"D{axis}({a},{b},{b})", f"V{axis}({a},{b},{b},{b})", (f[n], k[n], c[n])
            else:
                x, v, numbers = f"A{axis}({a},{b})", f"W{axis}({a},{b},{b})", (t[n], kt[n], ct[n])
            terms = [f"- {number_text(e)}*{y}" for e, y in zip(numbers[1:], (x, v), strict=True) if e]
            entries.append(applied(model, " ".join([f"({number_text(numbers[0])})", *terms]), unit))
        parts.append(tuple(entries))
    _pair(model, s, i, j, *parts)


def elastic_field(model: AdamsModel, s: Statement) -> None:
    """Add a FIELD: F = F₀ − K (x − x₀) − C ẋ with full 6 × 6 matrices, given by columns."""
    if s.has("FUNCTION", "ROUTINE"):
        raise AdamsError("a field of a user routine is not taken over: give KMATRIX.")
    i, j = model.pair(s)
    a, b = i.number, j.number
    K = np.array(s.numbers("KMATRIX", count=36)).reshape(6, 6, order="F")
    C = np.array(s.numbers("CMATRIX", count=36)).reshape(6, 6, order="F") if s.has("CMATRIX") else s.value("CRATIO", 0.0) * K
    free, force = (s.numbers(key, (0.0,) * 6, 6) for key in ("LENGTH", "FORCE"))
    x = [f"D{w}({a},{b},{b})" for w in "XYZ"] + [f"A{w}({a},{b})" for w in "XYZ"]
    v = [f"V{w}({a},{b},{b},{b})" for w in "XYZ"] + [f"W{w}({a},{b},{b})" for w in "XYZ"]
    entries = []
    for row in range(6):
        terms = [f"- ({number_text(K[row, n])})*({x[n]} - ({number_text(free[n])}))" for n in range(6) if K[row, n]]
        terms += [f"- ({number_text(C[row, n])})*{v[n]}" for n in range(6) if C[row, n]]
        unit = model.units.force if row < 3 else model.units.torque
        entries.append(applied(model, " ".join([f"({number_text(force[row])})", *terms]), unit))
    _pair(model, s, i, j, tuple(entries[:3]), tuple(entries[3:]))


def _pair(model: AdamsModel, s: Statement, i: Marker, j: Marker, force: Any, moment: Any) -> None:
    """Add a force and moment on I in the axes of J, opposite on the part of J."""
    name = model.name(s)
    model.m.general_force(name, model.frame(j.number), model.frame(i.number), force=force, moment=moment)
    model.wrenches[s.word, s.number] = [Wrench(i.number, j.number, i.number, signals(name, "force_"), signals(name, "moment_"))]


def _turned(model: AdamsModel, entries: Any, of: int, to: int) -> tuple[Any, ...]:
    """Return components along the axes of one marker as components along those of another."""
    if of == to or all(isinstance(x, float) and x == 0 for x in entries):
        return tuple(entries)
    s = model.seen(of, to, 0, "cosine")

    def text(x: Any) -> str:
        if isinstance(x, float):
            return number_text(x)
        return f"({x.text})" if len(x.text) < LONGEST_ARGUMENT else model.value_sensor(x.text)

    texts = [(axis, text(x)) for axis, x in zip("xyz", entries, strict=True)]
    return tuple(law(" + ".join(f"{s}.cosine_{k}{c}*{x}" for c, x in texts if x != "0")) for k in "xyz")
