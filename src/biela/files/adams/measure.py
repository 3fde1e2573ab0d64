"""Measures of Adams: displacements, velocities, angles and forces between markers, as expressions of signals.

DX(I, J, R)       sensor of I relative to J, in the axes of R (the ground if omitted)
FX(I, J, R)       sum of what all elements between I and J do on I
JOINT(id, jflag, component, R)     what one element does on its marker I (jflag 0) or J (1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from biela.files.adams.statement import AdamsError
from biela.files.law import number_text
from biela.mechanism.joint import Cylindrical, Revolute

if TYPE_CHECKING:
    from biela.files.adams.model import AdamsModel, Wrench

AXES = "xyz"
_PLAIN: dict[str, tuple[str, str, str]] = {
    "DM": ("position", "length", "L"), "VR": ("velocity", "length_rate", "L/T"),
    **{f"D{a.upper()}": ("position", a, "L") for a in AXES},
    **{f"V{a.upper()}": ("velocity", f"velocity_{a}", "L/T") for a in AXES},
    **{f"W{a.upper()}": ("rate", f"rate_{a}", "1/T") for a in AXES},
    **{f"ACC{a.upper()}": ("acceleration", f"acceleration_{a}", "L/TT") for a in AXES},
    **{f"WDT{a.upper()}": ("angular_acceleration", f"angular_acceleration_{a}", "1/TT") for a in AXES},
    "PSI": ("euler", "psi", "1"), "THETA": ("euler", "theta", "1"), "PHI": ("euler", "phi", "1"),
}  # fmt: skip
"""Measure → quantity of the sensor, signal, dimension."""
_SIZES = {"VM": "V", "WM": "W", "ACCM": "ACC", "WDTM": "WDT"}
_FORCES = ("FM", "FX", "FY", "FZ", "TM", "TX", "TY", "TZ")
ELEMENTS = {
    "JOINT": "JOINT", "JPRIM": "JPRIM", "SFORCE": "SFORCE", "VFORCE": "VFORCE", "VTORQ": "VTORQUE", "GFORCE": "GFORCE",
    "BUSH": "BUSHING", "SPDP": "SPRINGDAMPER", "FIELD": "FIELD", "MOTION": "MOTION", "GCON": "GCON",
}  # fmt: skip
"""Functions that give the force of one element → its statement."""
MEASURES = (*_PLAIN, *_SIZES, "AX", "AY", "AZ", "YAW", "PITCH", "ROLL", *_FORCES, *ELEMENTS, "ORIENT", "VARVAL")


def measure(model: AdamsModel, word: str, a: list[int], what: str) -> str | None:
    """Return the text of a measure, in units of the dataset; None if there is no such function."""
    if word in ELEMENTS:
        return _element(model, word, a, what)
    if word in _FORCES:
        i, j, axes = (*a, 0, 0, 0)[:3]
        found = [w for group in model.wrenches.values() for w in group if {w.i, w.j} == {i, j}]
        if not found:
            raise AdamsError(f"no joint or force stands between markers {i} and {j}, which {what} asks for.")
        return _component(model, found, _FORCES.index(word) + 1, axes, i)
    if word == "VARVAL":
        return model.variable(a[0])
    if word == "ORIENT":
        return _orient(model, a, what)
    if word not in MEASURES:
        return None
    i, j, axes, observer = (*a, 0, 0, 0, 0)[:4]
    if word in ("AX", "AY", "AZ"):
        return _turn(model, AXES.index(word[1].lower()), i, j)
    if word in ("YAW", "PITCH", "ROLL"):
        return _orient(model, [23, ("YAW", "PITCH", "ROLL").index(word) + 1, i, j], what)
    if word in _SIZES:
        parts = [measure(model, _SIZES[word] + axis, [i, j, 0, axes], what) for axis in "XYZ"]  # VM(I, J, L)
        return f"sqrt({' + '.join(f'{p}**2' for p in parts)})"
    quantity, signal, dimension = _PLAIN[word]
    if observer and model.bodies[model.marker(observer, "observer").part].is_ground:
        observer = 0
    if observer and quantity == "velocity" and word != "VR":  # as an observer who turns sees it: v − ω × r
        v, r, w = (model.seen(*key) for key in ((i, j, axes, "velocity"), (i, j, axes, "position"), (observer, 0, axes, "rate")))
        k = AXES.index(word[1].lower())
        m, n = AXES[(k + 1) % 3], AXES[(k + 2) % 3]
        return model.units.of(f"({v}.velocity_{AXES[k]} - ({w}.rate_{m}*{r}.{n} - {w}.rate_{n}*{r}.{m}))", "L/T")
    if observer and quantity in ("acceleration", "angular_acceleration"):
        raise AdamsError(f"{word} of {what} is seen by marker {observer}: only the ground is taken over as observer.")
    if quantity == "euler" or word in ("DM", "VR"):
        axes = 0
    return model.units.of(f"{model.seen(i, j, axes, quantity)}.{signal}", dimension)


def _turn(model: AdamsModel, k: int, i: int, j: int) -> str:
    """Return AX, AY or AZ. About the axis of a hinge between both parts the angle counts turns."""
    if k == 2 and (found := hinge(model, i, j)):
        joint, sign, offset = found
        return f"({'-' if sign < 0 else ''}{joint}.angle + ({number_text(offset)}))"
    return f"{model.seen(i, j, 0, 'turn')}.turn_{AXES[k]}"


def hinge(model: AdamsModel, i: int, j: int) -> tuple[str, float, float] | None:
    """Return (joint, sign, offset) with AZ(I, J) = sign · angle + offset, if a hinge or cylindrical joint along z of J has it."""
    part = {n: model.marker(n, "marker").part if n else None for n in (i, j)}
    for number, name in model.joints.items():
        own = [model.marker(model.statements["JOINT", number].id(key), key) for key in "IJ"]
        if not isinstance(model.m.joints[name].type, Revolute | Cylindrical) or {m.part for m in own} != set(part.values()):
            continue
        X_i, X_j, X_own = (model.drawn(n) for n in (i, j, own[1].number))
        along, also = (float(X_j.rotation[:, 2] @ X.rotation[:, 2]) for X in (X_own, X_i))
        if abs(abs(along) - 1) > 1e-9 or abs(also - 1) > 1e-9:
            continue
        sign = along * (1.0 if own[0].part == part[i] else -1.0)
        R, R_own = (a.rotation.T @ b.rotation for a, b in ((X_j, X_i), (X_own, model.drawn(own[0].number))))
        drawn, angle = (float(np.arctan2(r[1, 0], r[0, 0])) for r in (R, R_own))
        offset = drawn - sign * angle
        offset = float(np.arctan2(np.sin(offset), np.cos(offset)))
        return name, float(np.sign(sign)), 0.0 if abs(offset) < 1e-14 else offset
    return None


def _orient(model: AdamsModel, a: list[int], what: str) -> str:
    """Return ORIENT(kind, component, I, J): 27 are Euler parameters, 23 yaw-pitch-roll, 0 the body-fixed 3-1-3 angles."""
    kind, component, i, j = (*a, 0, 0, 0, 0)[:4]
    if kind == 27 and 1 <= component <= 4:
        return f"{model.seen(i, j, 0, 'quaternion')}.quaternion_{'wxyz'[component - 1]}"
    if kind == 0 and 1 <= component <= 3:
        return f"{model.seen(i, j, 0, 'euler')}.{('psi', 'theta', 'phi')[component - 1]}"
    if kind == 23 and 1 <= component <= 3:
        c = f"{model.seen(i, j, 0, 'cosine')}.cosine_"
        yaw, pitch, roll = f"atan2({c}yx, {c}xx)", f"(-asin(min(max({c}zx, -1), 1)))", f"atan2({c}zy, {c}zz)"
        return (yaw, pitch, roll)[component - 1]
    known = "kinds 0 (3-1-3), 23 (3-2-1) and 27 (Euler parameters)"
    raise AdamsError(f"ORIENT of kind {kind}, component {component}, in {what} is not taken over: {known} are.")


def _element(model: AdamsModel, word: str, a: list[int], what: str) -> str:
    number, jflag, component, axes = (*a, 0, 0, 0, 0)[:4]
    key = (ELEMENTS[word], number)
    if key not in model.wrenches:
        raise AdamsError(f"{key[0]}/{number} in {what} is not here: it is missing, or was not taken over.")
    wrenches = model.wrenches[key]
    return _component(model, wrenches, component, axes, wrenches[0].j if jflag else wrenches[0].i)


def _component(model: AdamsModel, wrenches: list[Wrench], component: int, axes: int, at: int) -> str:
    """Return component 1 to 8 (|f|, x, y, z, |m|, x, y, z) of what elements do on marker `at`, in units of the dataset."""
    if component in (1, 5):
        parts = [_component(model, wrenches, component + k, axes, at) for k in (1, 2, 3)]
        return f"sqrt({' + '.join(f'{p}**2' for p in parts)})"
    if not 2 <= component <= 8:
        raise AdamsError(f"component {component} of a force: give 1 to 8.")
    k = (component - 2) % 4
    texts = [t for w in wrenches for t in (_force if component < 5 else _moment)(model, w, k, axes, at)]
    return model.units.of(f"({' '.join(texts) or '0'})", "F" if component < 5 else "M")


def _force(model: AdamsModel, w: Wrench, k: int, axes: int, at: int) -> list[str]:
    """Return terms of the force on the marker `at`, along axis k."""
    sign = "+" if at == w.i else "-"
    if w.tension:  # pulls I towards J
        s = model.seen(w.i, w.j, axes, "position")
        return [f"{'-' if sign == '+' else '+'} ({w.tension})*{s}.{AXES[k]}/max({s}.length, 1e-12)"]
    return _in_axes(model, w, w.force, k, axes, sign)


def _moment(model: AdamsModel, w: Wrench, k: int, axes: int, at: int) -> list[str]:
    """Return terms of the moment about the marker `at`: on J, −(m + (p_I − p_J) × f)."""
    sign = "+" if at == w.i else "-"
    if w.tension:
        return []
    terms = _in_axes(model, w, w.moment, k, axes, sign)
    if at != w.i and any(f != "0" for f in w.force):
        r = model.seen(w.i, w.j, axes, "position")
        m, n = (k + 1) % 3, (k + 2) % 3
        f = [" ".join(_in_axes(model, w, w.force, c, axes, "+")) or "0" for c in (m, n)]
        terms += [f"- ({r}.{AXES[m]}*({f[1]}) - {r}.{AXES[n]}*({f[0]}))"]
    return terms


def _in_axes(model: AdamsModel, w: Wrench, entries: tuple[str, ...], k: int, axes: int, sign: str) -> list[str]:
    """Return σ_c R_kc · entry_c, with R from the frame of the wrench to the wanted axes."""
    if all(e == "0" for e in entries):
        return []
    if w.frame == axes:
        return [f"{sign} {entries[k]}"] if entries[k] != "0" else []
    s = model.seen(w.frame, axes, axes, "cosine")
    return [f"{sign} {s}.cosine_{AXES[k]}{AXES[c]}*{e}" for c, e in enumerate(entries) if e != "0"]
