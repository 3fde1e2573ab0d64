"""Tyre property files (.tir) → tyres of a car: Magic Formula 5.2 (PAC2002) and 6.x.

| in the file | becomes |
|---|---|
| UNLOADED_RADIUS, VERTICAL_STIFFNESS, VERTICAL_DAMPING | radius, stiffness, damping |
| BREFF, DREFF, FREFF | rolling radius, at the nominal load |
| QSY1 (and QSY4 of 6.x with LONGVL) | rolling resistance |
| PTX1, PTY1, PTY2 (5.2); LATERAL_STIFFNESS (6.x) | relaxation length, at the nominal load |
| P…X…, R…X…; P…Y…, R…Y…; scaling factors, ranges, pressures | longitudinal and lateral law `magic_formula` |

Listed as not taken over: aligning and overturning moments (Q…, S…), turn slip, the belt and enveloping models of 6.x.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

from biela.base.checked import MAX_MAGNITUDE
from biela.base.errors import DescriptionError
from biela.files.document import read_text
from biela.files.law import number_text
from biela.vehicle.tyre.pacejka import SCALES, MagicFormulaLateral, MagicFormulaLongitudinal

FITS = ("5", "6", "21", "51", "52", "60", "61", "62")
"""Values of FITTYP that name a Magic Formula of these versions."""
UNITS = {"FORCE": "NEWTON", "ANGLE": "RADIAN", "MASS": "KG", "TIME": "SECOND", "LENGTH": "METER"}
ALIKE = {
    "N": "NEWTON", "RAD": "RADIAN", "RADIANS": "RADIAN", "KILOGRAM": "KG", "SEC": "SECOND", "S": "SECOND", "M": "METER",
    "METERS": "METER",
}  # fmt: skip
COMMON = ("FNOMIN", "FZMIN", "FZMAX", "KPUMIN", "KPUMAX", "ALPMIN", "ALPMAX", "CAMMIN", "CAMMAX", "NOMPRES", "INFLPRES", "LFZO")
LEFT = {
    "aligning moment": ("QBZ1", "QDZ1"), "overturning moment": ("QSX1", "QSX2", "QSX3"),
    "turn slip": ("PECP1", "PDXP1"), "the belt": ("BELT_MASS", "MBELT"),
}  # fmt: skip
"""Effect that is not taken over → its coefficients."""
NEEDED = ("UNLOADED_RADIUS", "VERTICAL_STIFFNESS", "FNOMIN")


def read_tir(path: str | Path) -> tuple[dict[str, Any], list[str]]:
    """Return data of `TyreData` from a tyre property file, and what was not taken over."""
    path = Path(path)
    values, words = _values(read_text(path), path.name)
    for key, wanted in UNITS.items():
        said = words.get(key, wanted).upper()
        if ALIKE.get(said, said) != wanted:
            remedy = f"give the file in SI units, `{key} = '{wanted.lower()}'`"
            raise DescriptionError(f"{path.name}: {key} is in {said.lower()}: {remedy}.")
    kind = words.get("PROPERTY_FILE_FORMAT", "PAC2002").upper()
    fit = number_text(values["FITTYP"]) if "FITTYP" in values else "6"
    if not (kind.startswith(("PAC", "MF", "USER")) and fit in FITS):
        known = "Magic Formula 5.2 (PAC2002, FITTYP 5 or 6) and 6.x (FITTYP 60 to 62)"
        raise DescriptionError(f"{path.name}: the file is of the kind {kind!r}, FITTYP {fit}: {known} are read.")
    if missing := [name for name in NEEDED if name not in values]:
        raise DescriptionError(f"{path.name} lacks {', '.join(missing)}: add them.")
    for key in NEEDED:
        if not 0.0 < values[key] <= MAX_MAGNITUDE:
            raise DescriptionError(f"{path.name}: {key} is {values[key]:g}: give a number above zero.")
    left = {what: [k for k in names if values.get(k)] for what, names in LEFT.items()}
    notes = [f"{what} of the tyre file ({', '.join(names)}, …) is not taken over." for what, names in left.items() if names]
    return _data(values), notes


def _values(text: str, name: str) -> tuple[dict[str, float], dict[str, str]]:
    """Return numbers and words of a file; comments begin with `$` or `!`."""
    values: dict[str, float] = {}
    words: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = re.split(r"[$!]", line)[0].strip()
        if "=" not in line or line.startswith("["):
            continue
        key, _, said = (part.strip() for part in line.partition("="))
        if said[:1] in "'\"":
            words[key.upper()] = said.strip("'\"")
            continue
        try:
            values[key.upper()] = float(said.split()[0])
        except (ValueError, IndexError):
            words[key.upper()] = said
        if not math.isfinite(values.get(key.upper(), 0.0)):
            raise DescriptionError(f"{name}, line {number}: {key} is {said!r}: give a finite number.")
    return values, words


def _data(values: dict[str, float]) -> dict[str, Any]:
    """Return the data of a tyre."""
    load, stiffness, radius = values["FNOMIN"], values["VERTICAL_STIFFNESS"], values["UNLOADED_RADIUS"]
    depth = load / stiffness
    B, D, F = (values.get(k, d) for k, d in (("BREFF", 0.0), ("DREFF", 0.0), ("FREFF", 1.0 / 3.0)))
    found: dict[str, Any] = {
        "radius": radius, "stiffness": stiffness, "damping": values.get("VERTICAL_DAMPING", 100.0),
        "rolling_radius": radius - depth * (D * math.atan(B) + F),
        "longitudinal": MagicFormulaLongitudinal(_words(values, "X", ("LXAL",))),
        "lateral": MagicFormulaLateral(_words(values, "Y", ("LYKA", "LVYKA"))),
    }  # fmt: skip
    if "QSY1" in values:
        found["rolling_resistance"] = abs(values["QSY1"])
        speed = values.get("LONGVL", 0.0)
        found["rolling_resistance_speed"] = 0.0 if not values.get("QSY3") or not speed else abs(values["QSY3"]) / speed**2
    if values.get("PTY1") and values.get("PTY2"):
        found["relaxation_length"] = abs(values["PTY1"] * math.sin(2 * math.atan(1 / values["PTY2"]))) * radius
    elif values.get("LATERAL_STIFFNESS"):
        found["relaxation_length"] = float(found["lateral"].stiffness(load)) / values["LATERAL_STIFFNESS"]
    return found


def _words(values: dict[str, float], letter: str, scales: tuple[str, ...]) -> str:
    """Return coefficients of one law in a row."""
    own = re.compile(rf"(P[CDEKHVP]|R[BCEHV]){letter}\d+$")
    mine = [k for k in SCALES if k in scales or (k.endswith(letter) and len(k) <= 4)]
    names = [k for k in values if own.match(k) or k in COMMON or k in mine]
    return " ".join(f"{k}={number_text(values[k])}" for k in names)
