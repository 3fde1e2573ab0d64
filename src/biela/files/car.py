"""Car files: a car by its data, and what its driver does.

    name: my-car
    car:
      chassis: {mass: 700 kg, inertia: [640, 2440, 2350], height: 0.67 m}
      front:   {distance: 0.85 m, track: 1.36 m, spring: {stiffness: 15 kN/m, damping: 500 N*s/m}, …}
      …
    manoeuvre: standing-start
    options: {shift_time: 0.3 s}

Numbers take units and arithmetic as in any machine file; all problems are told at once, with their lines.
"""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

from biela.errors import BielaError, nearest
from biela.files.document import Document, Path_
from biela.files.values import Failed, Values
from biela.simulation.case import Case
from biela.vehicle.car import Axle, Car, Chassis, TyreData
from biela.vehicle.driveline import Brakes, Clutch, Engine, Gearbox
from biela.vehicle.driven import Ride, drive
from biela.vehicle.manoeuvre import MANOEUVRES
from biela.vehicle.road import Bump, FrictionPatch, HeightTable, Road, Slope
from biela.vehicle.suspension import Spring
from biela.vehicle.tyre import ExponentialFriction, LinearSlip, LinearSlipAngle, MagicFormula1987

UNITS = {
    "mass": "kg", "inertia": "kg*m^2", "height": "m", "distance": "m", "track": "m", "hub_mass": "kg", "wheel_mass": "kg",
    "wheel_inertia": "kg*m^2", "anti_roll": "N/m", "stiffness": "N/m", "damping": "N*s/m", "preload": "N", "bump": "m",
    "rebound": "m", "stop_stiffness": "N/m", "stop_damping": "N*s/m", "radius": "m", "rolling_radius": "m", "speed": "rad/s",
    "torque": "N*m", "drag": "N*m", "drag_rate": "N*m*s/rad", "idle": "rad/s", "capacity": "N*m", "angle": "rad",
    "front": "N*m", "rear": "N*m", "hand": "N*m", "drag_area": "m^2", "lift_area": "m^2", "side_area": "m^2",
    "air_density": "kg/m^3", "wind": "m/s", "pressure_height": "m", "gravity": "m/s^2", "relaxation_length": "m",
    "start": "m", "length": "m", "height_": "m", "x": "m", "y": "m", "z": "m", "edge": "m", "cornering_stiffness": "N/rad",
    "rolling_resistance_speed": "s^2/m^2",
}  # fmt: skip
"""Units of the numbers of a car; what is not here is a plain number."""
PARTS: dict[str, Any] = {
    "chassis": Chassis, "front": Axle, "rear": Axle, "tyre": TyreData, "engine": Engine, "gearbox": Gearbox, "clutch": Clutch,
    "brakes": Brakes, "spring": Spring,
}  # fmt: skip
LAWS = {
    "exponential": ExponentialFriction, "linear_slip": LinearSlip, "magic_formula_1987": MagicFormula1987,
    "linear_slip_angle": LinearSlipAngle,
}  # fmt: skip
ROADS = {"slope": Slope, "bump": Bump, "height_table": HeightTable, "friction_patch": FrictionPatch}
TYRE_PLAIN = ("radius", "rolling_radius", "stiffness", "damping")
TYRE_NUMBERS = ("rolling_resistance", "rolling_resistance_speed", "relaxation_length", "standing_damping")
WORDS = ("drive", "differential", "combined", "side", "name")
TOP = ("name", "description", "source", "car", "manoeuvre", "options", "road", "simulation")
SETTINGS = ("duration", "step", "output_step", "method")
OPTION_UNITS = {
    "speed": "m/s",
    "angle": "rad",
    "launch": "rad/s",
    "shift_speed": "rad/s",
    "shift_time": "s",
    "rise": "s",
}


class _Reader:
    """Parts of a car from a document, with every problem noted at its line."""

    def __init__(self, document: Document):
        self.document = document
        self.values = Values(document)

    def number(self, path: Path_, raw: Any, unit: str) -> Any:
        if isinstance(raw, bool):
            return raw
        if isinstance(raw, list):
            return tuple(self.number((*path, k), x, unit) for k, x in enumerate(raw))
        try:
            return self.values.plain_number(path, raw, unit)
        except Failed:
            return None

    def part(self, cls: Any, path: Path_, raw: Any, **given: Any) -> Any:
        """A dataclass from a mapping."""
        if not isinstance(raw, dict):
            self.document.blame(path, f"{path[-1]!r} needs its data as `key: value` lines or {{key: value}}.")
            return None
        known = {f.name: f for f in dataclasses.fields(cls) if f.init}
        made: dict[str, Any] = dict(given)
        before = len(self.document.problems)
        for key, value in raw.items():
            here = (*path, key)
            if key not in known:
                self.document.blame(here, f"{path[-1]!r} has no {key!r}.{nearest(str(key), list(known))}", "")
            elif key in PARTS and (isinstance(value, dict) or cls is Car):
                made[key] = self.part(PARTS[key], here, value)
            elif key in WORDS:
                made[key] = value
            elif key == "damper_curve":
                made[key] = self._curve(here, value)
            else:
                made[key] = self.number(here, value, UNITS.get(str(key), "1"))
        for name, f in known.items():
            no_default = f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING
            if no_default and name not in made:
                self.document.blame(path, f"{path[-1]!r} needs {name!r}.", "")
        if len(self.document.problems) > before:
            return None
        return self._make(cls, path, made)

    def _make(self, cls: Any, path: Path_, made: dict[str, Any]) -> Any:
        try:
            return cls(**made)
        except (BielaError, TypeError, ValueError) as error:
            self.document.blame(path, str(error), "")
            return None

    def _curve(self, path: Path_, raw: Any) -> Any:
        if not isinstance(raw, dict) or set(raw) != {"speed", "force"}:
            self.document.blame(path, "a damper curve is {speed: […], force: […]}.")
            return None
        return self.number((*path, "speed"), raw["speed"], "m/s"), self.number((*path, "force"), raw["force"], "N")

    def tyre(self, path: Path_, raw: Any) -> Any:
        """Shared data of the tyres; laws by their names."""
        if not isinstance(raw, dict):
            self.document.blame(path, "the tyre needs its data as `key: value` lines.")
            return None
        plain = {k: v for k, v in raw.items() if k in TYRE_PLAIN}
        laws: dict[str, Any] = {}
        for key, value in raw.items():
            here = (*path, key)
            if key in TYRE_NUMBERS:
                laws[key] = self.number(here, value, UNITS.get(key, "1"))
            elif key == "combined":
                laws[key] = value
            elif key in ("longitudinal", "lateral"):
                laws[key] = self._law(here, value)
            elif key not in plain:
                known = [*TYRE_NUMBERS, "combined", "longitudinal", "lateral", *TYRE_PLAIN]
                self.document.blame(here, f"the tyre has no {key!r}.{nearest(str(key), known)}", "")
        return self.part(TyreData, path, plain, laws={k: v for k, v in laws.items() if v is not None})

    def _law(self, path: Path_, raw: Any) -> Any:
        if not isinstance(raw, dict) or raw.get("law") not in LAWS:
            self.document.blame(path, f"say which law: {{law: {' | '.join(LAWS)}, …}}.")
            return None
        return self.part(LAWS[raw["law"]], path, {k: v for k, v in raw.items() if k != "law"})

    def car(self, name: str) -> Car | None:
        raw = self.values.section("car")
        path = ("car",)
        tyre = self.tyre(("car", "tyre"), raw["tyre"]) if "tyre" in raw else None
        rest = {k: v for k, v in raw.items() if k != "tyre"}
        if "tyre" not in raw:
            self.document.blame(path, "the car has wheels without tyres: give `tyre`.", "")
            return None
        made: Car | None = self.part(Car, path, rest, name=name, tyre=tyre)
        return made

    def road(self) -> Road:
        raw = self.document.data.get("road")
        if raw is None:
            return Road()
        if not isinstance(raw, list):
            self.document.blame(("road",), f"the road is a list of parts: [{{type: {' | '.join(ROADS)}, …}}].")
            return Road()
        parts = []
        for k, entry in enumerate(raw):
            kind = entry.get("type") if isinstance(entry, dict) else None
            if kind not in ROADS:
                self.document.blame(
                    ("road", k), f"a part of the road is one of {', '.join(ROADS)}.{nearest(str(kind), list(ROADS))}"
                )
                continue
            data = {("height_" if key == "height" else key): v for key, v in entry.items() if key != "type"}
            parts.append(self.part(ROADS[kind], ("road", k), data))
        good = [p for p in parts if p is not None]
        return Road(
            tuple(p for p in good if not isinstance(p, FrictionPatch)),
            tuple(p for p in good if isinstance(p, FrictionPatch)),
        )


def read_car(document: Document) -> Case:
    """The car of a document with its manoeuvre; raises `FileError` with all problems."""
    data, reader = document.data, _Reader(document)
    for key in data:
        if key not in TOP:
            document.blame((key,), f"a car file has no {key!r}.{nearest(str(key), list(TOP))}", "")
    name = str(data.get("name") or Path(document.file).stem)
    car, road = reader.car(name), reader.road()
    wish = str(data.get("manoeuvre", "standing-start"))
    if wish not in MANOEUVRES:
        document.blame(("manoeuvre",), f"no manoeuvre {wish!r}.{nearest(wish, list(MANOEUVRES))}")
        document.refuse()
    manoeuvre = MANOEUVRES[wish]
    options: dict[str, Any] = {}
    for key, value in reader.values.section("options").items():
        if key not in manoeuvre.options:
            known = nearest(str(key), list(manoeuvre.options))
            document.blame(("options", key), f"manoeuvre {wish!r} has no option {key!r}.{known}", "")
            continue
        found = reader.number(("options", key), value, OPTION_UNITS.get(str(key), "1"))
        if found is None:
            continue
        options[key] = int(found) if key == "gear" and found == int(found) else found
        try:
            manoeuvre.check(str(key), options[key])
        except BielaError as error:
            document.blame(("options", key), str(error), "")
    settings = {
        key: reader.number(("simulation", key), value, "s") if key != "method" else value
        for key, value in reader.values.section("simulation").items()
    }
    for key, setting in settings.items():
        if key not in SETTINGS:
            document.blame(("simulation", key), f"simulation of a car has no {key!r}: {', '.join(SETTINGS)}.", "")
        elif key != "method" and setting is not None and not setting > 0:
            document.blame(("simulation", key), f"{key} is {setting:g} s: it must be above zero.", "")
    document.refuse()
    assert car is not None
    case = drive(car, manoeuvre, road=road, **options)
    return dataclasses.replace(
        case, duration=settings.pop("duration", case.duration), settings={**case.settings, **settings},
        source=str(data.get("source", "")), description=str(data.get("description") or case.description),
    )  # fmt: skip


def car_text(case: Case, header: str = "") -> str:
    """The car file of a case whose subject is a ride: a car and its manoeuvre."""
    ride: Ride = case.subject
    car = ride.car
    lines = (
        [header.rstrip(), f"name: {car.name}", f"description: {json.dumps(case.description, ensure_ascii=False)}"]
        if header
        else [f"name: {car.name}"]
    )
    if case.source:
        lines.append(f"source: {json.dumps(case.source, ensure_ascii=False)}")
    lines += ["", "car:"]
    for f in dataclasses.fields(Car):
        value = getattr(car, f.name)
        if f.name == "name" or (f.default is not dataclasses.MISSING and value == f.default):
            continue
        lines += _lines(f.name, value, 1)
    lines += ["", f"manoeuvre: {ride.manoeuvre.name}"]
    if ride.options:
        lines += ["options:", *(f"  {k}: {_plain(v)}" for k, v in ride.options.items())]
    lines += _road(ride.road)
    simulation = {"duration": case.duration, **case.settings}
    lines += ["", "simulation:", *(f"  {k}: {_plain(v)}" for k, v in simulation.items())]
    return "\n".join(lines) + "\n"


def _lines(name: str, value: Any, depth: int) -> list[str]:
    pad = "  " * depth
    if isinstance(value, TyreData):
        plain = [f"{pad}  {k}: {_quantity(k, getattr(value, k))}" for k in TYRE_PLAIN]
        more: list[str] = []
        for key, law in value.laws.items():
            more += (
                [f"{pad}  {key}: {_law(law)}"]
                if dataclasses.is_dataclass(law)
                else [f"{pad}  {key}: {_quantity(key, law)}"]
            )
        return [f"{pad}{name}:", *plain, *more]
    if dataclasses.is_dataclass(value):
        inside: list[str] = []
        for f in dataclasses.fields(value):
            own = getattr(value, f.name)
            if own is None or (f.default is not dataclasses.MISSING and own == f.default) or f.name == "preload":
                continue
            inside += _lines(f.name, own, depth + 1)
        return [f"{pad}{name}:", *inside]
    if name == "damper_curve":
        return [f"{pad}{name}: {{speed: {list(value[0])}, force: {list(value[1])}}}"]
    return [f"{pad}{name}: {_quantity(name, value)}"]


def _law(law: Any) -> str:
    kind = next(k for k, cls in LAWS.items() if isinstance(law, cls))
    given = {f.name: getattr(law, f.name) for f in dataclasses.fields(law) if getattr(law, f.name) != f.default}
    return "{" + ", ".join([f"law: {kind}", *(f"{k}: {_plain(v)}" for k, v in given.items() if v is not None)]) + "}"


def _road(road: Road) -> list[str]:
    entries = []
    for part in (*road.profiles, *road.patches):
        kind = next(k for k, cls in ROADS.items() if isinstance(part, cls))
        given = {
            f.name.rstrip("_"): getattr(part, f.name)
            for f in dataclasses.fields(part)
            if getattr(part, f.name) != f.default
        }
        entries.append("  - {" + ", ".join([f"type: {kind}", *(f"{k}: {_plain(v)}" for k, v in given.items())]) + "}")
    return ["", "road:", *entries] if entries else []


def _quantity(name: str, value: Any) -> str:
    """With its unit, in lists without: files take SI there."""
    unit = UNITS.get(name, "1")
    if name == "speed" and isinstance(value, tuple):
        return "[" + ", ".join(f"{round(v * 30 / math.pi, 9):g} rpm" for v in value) + "]"
    if isinstance(value, float | int) and not isinstance(value, bool) and unit != "1":
        return f"{_plain(value)} {unit}"
    return _plain(value)


def _plain(value: Any) -> str:
    if isinstance(value, tuple | list):
        return "[" + ", ".join(_plain(v) for v in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(float(value)) if isinstance(value, float) else str(value)
