"""Requests of a dataset as signals, and its graphics as shapes."""

from __future__ import annotations

import numpy as np

from biela.files.adams.function import translate
from biela.files.adams.model import AdamsModel, law
from biela.files.adams.statement import AdamsError, Statement
from biela.files.robot import tidy
from biela.lie import so3
from biela.mechanism.shape import Ball, Box, Tube

QUANTITIES = {"DISPLACEMENT": "position euler", "VELOCITY": "velocity rate", "ACCELERATION": "acceleration angular_acceleration"}
"""Kind of a request → quantities of the sensor."""


def request(model: AdamsModel, s: Statement) -> None:
    """Add a REQUEST: a relative sensor, or a user sensor for each of its functions. Signals are in SI units."""
    if s.has("ROUTINE", "VARIABLE") or (s.has("FUNCTION") and "USER" in s.get("FUNCTION").upper()):
        raise AdamsError("a request of a user routine or of variables is not taken over: give F2 = ….")
    kind = s.flags[0] if s.flags else ""
    if kind in QUANTITIES:
        i, j, rm = s.id("I"), s.id("J", 0), s.id("RM", 0)
        model.marker(i, "I")
        model.m.relative_sensor(model.name(s), model.frame(j), model.frame(i), axes=model.frame(rm), quantities=QUANTITIES[kind])
        return
    functions = {key: s.get(key) for key in (f"F{k}" for k in range(1, 9)) if s.has(key)}
    if kind == "FORCE":
        i, j, rm = s.id("I"), s.id("J", 0), s.id("RM", 0)
        words = {2: "FX", 3: "FY", 4: "FZ", 6: "TX", 7: "TY", 8: "TZ"}
        functions = {f"F{k}": f"{word}({i},{j},{rm})" for k, word in words.items()}
    if not functions:
        raise AdamsError("it asks for nothing: give DISPLACEMENT, VELOCITY, ACCELERATION, FORCE or F2 = ….")
    base = model.name(s)
    for key, text in functions.items():
        value = law(translate(text, model, key))
        model.m.user_sensor(model.robot.name("sensor", f"{base}_{key.lower()}"), value)


def graphics(model: AdamsModel, s: Statement) -> None:
    """Draw GRAPHICS: boxes, cylinders and balls, for pictures."""
    kind, u = s.flags[0] if s.flags else "", model.units.length
    key = {"BOX": "CORNER", "CYLINDER": "CM", "ELLIPSOID": "CM"}.get(kind)
    if key is None:
        if kind not in ("SPDP", "FORCE"):
            model.robot.left.append(f"GRAPHICS of kind {kind or 'unknown'} are not drawn: bodies get simple shapes.")
        return
    marker = model.marker(s.id(key), key)
    body, X = model.bodies[marker.part], marker.pose
    p, R = np.asarray(X.position, float), np.asarray(X.rotation, float)
    if kind == "BOX":
        size = np.array([s.value(axis) for axis in "XYZ"]) * u
        model.robot.draw(body, Box(tidy(p + R @ size / 2), tidy(np.abs(size)), tidy(so3.roll_pitch_yaw(R))))
    elif kind == "CYLINDER":
        model.robot.draw(body, Tube(tidy(p), tidy(p + R[:, 2] * s.value("LENGTH") * u), s.value("RADIUS") * u))
    else:
        keys = [k for k in ("XSCALE", "YSCALE", "ZSCALE", "XS", "YS", "ZS") if s.has(k)]
        scale = float(np.mean([s.value(k) for k in keys])) if keys else 0.1 / u
        model.robot.draw(body, Ball(tidy(p), scale * u / 2))
