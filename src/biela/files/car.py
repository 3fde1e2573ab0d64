"""Car files: a car by its data, and what its driver does.

    name: my-car
    car:
      chassis: {mass: 700 kg, inertia: [640, 2440, 2350], height: 0.67 m}
      front:   {distance: 0.85 m, track: 1.36 m, spring: {stiffness: 15 kN/m, damping: 500 N*s/m}, …}
      …
    manoeuvre: standing-start
    options: {shift_time: 0.3 s}

Numbers take units and arithmetic as in any machine file; all problems are listed at once, with their lines.

Parts are read and written as their classes declare them: see `biela.vehicle.part`.
"""

from __future__ import annotations

import dataclasses
import inspect
import math
from pathlib import Path
from typing import Any

from biela.base.errors import BielaError, DescriptionError, nearest
from biela.element.declaration import declaration_of, declared
from biela.element.role import Datum, Role, data_of, number, record
from biela.element.schema import FORMS, LIST, NUMBER, Form, Json, of, of_data
from biela.element.uses import source_file
from biela.files.document import Document, Entry, Path_
from biela.files.law import number_text
from biela.files.reading import Reader
from biela.files.write import MachineData, Text, plain_data
from biela.mechanism.mechanism import Mechanism
from biela.simulation.case import Case
from biela.simulation.run import simulate
from biela.vehicle.car import Car
from biela.vehicle.driven import Ride, drive
from biela.vehicle.manoeuvre import MANOEUVRES, OPTIONS, Manoeuvre
from biela.vehicle.part import one_of
from biela.vehicle.road import FrictionPatch, HeightTable, Road, RoadPart
from biela.vehicle.tyre.contact import TyreData

TOP = ("name", "description", "source", "uses", "car", "manoeuvre", "options", "road", "simulation")
SETTINGS = ("duration", "step", "output_step", "method")
CRG: Json = {
    "type": "object", "description": "an OpenCRG road", "required": ["type", "file"], "additionalProperties": False,
    "properties": {"type": {"const": "opencrg"}, "file": {"type": "string"}, "step": of(number("m")), "across": of(number("m"))},
}  # fmt: skip


class _Reader(Reader):
    """Reads parts of a car, with every problem noted at its line."""

    left: list[str]
    """Remarks on files that the car names: their content that is not taken over."""

    def read_number(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> float:
        return self.plain_number(path, value, unit)

    def read_heights(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> Any:
        """Return a number, or rows of them."""
        if not isinstance(value, list):
            return self.plain_number(path, value, unit)
        return tuple(self.several(value, lambda i: self.read_heights((*path, i), value[i], role, unit, size)))

    def read_record(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> Any:
        return self.part(role.build, path, value)

    def read_one_of(self, path: Path_, value: Any, role: Role, unit: str, size: int) -> Any:
        """Return a part that is chosen by name."""
        section, key = role.words
        words = declared(section)
        kind = value.get(key) if isinstance(value, dict) else None
        if kind not in words:
            hint = nearest(str(kind), list(words))
            raise self.refuse(path, f"say which {key}: {{{key}: {' | '.join(words)}, …}}.{hint}")
        return self.part(words[kind].cls, path, {k: v for k, v in value.items() if k != key})

    def part(self, cls: Any, path: Path_, value: Any, **given: Any) -> Any:
        """Return a part from a mapping of its data."""
        known = data_of(cls)
        if cls is TyreData and isinstance(value, dict) and "file" in value:
            given = self.tyre_file((*path, "file"), value["file"])
            value = {key: x for key, x in value.items() if key != "file"}
            known = tuple(dataclasses.replace(d, default=given[d.field]) if d.field in given else d for d in known)
            given = {key: x for key, x in given.items() if key not in {d.field for d in known if d.key in value}}
        found = self.needed(self.entry(known, value, path))
        fields = {datum.key: datum.field for datum in known}
        return self.needed(self.attempt(path, lambda: cls(**given, **{fields[key]: x for key, x in found.items()})))

    def next_to(self, path: Path_, name: object) -> Path:
        """Return a file that the car file names, from the folder of the car file."""
        if not isinstance(name, str) or not name:
            raise self.refuse(path, "name a file, such as tyre.tir.")
        found = Path(self.read_file(path, name, Role("file"), "", 0))
        if not found.is_file():
            raise self.refuse(path, f"there is no file {str(found)!r}: put it there, or correct the name.")
        return found

    def tyre_file(self, path: Path_, name: object) -> Entry:
        """Return data of the tyres from a tyre property file."""
        from biela.files.tir import read_tir

        try:
            data, left = read_tir(self.next_to(path, name))
        except DescriptionError as error:
            raise self.refuse(path, str(error)) from None
        self.left += left
        return data

    def crg(self, path: Path_, value: Entry) -> HeightTable:
        """Return a road from an OpenCRG file."""
        from biela.files.crg import read_crg

        for key in value:
            if key not in ("type", "file", "step", "across"):
                hint = nearest(str(key), ["file", "step", "across"])
                raise self.refuse((*path, key), f"an OpenCRG road has no {key!r}.{hint}", "")
        steps = {key: self.plain_number((*path, key), value[key], "m") for key in ("step", "across") if key in value}
        for key, x in steps.items():
            if not x > 0:
                raise self.refuse((*path, key), f"{key} is {x:g} m: it must be above zero.")
        at = (*path, "file") if "file" in value else path
        try:
            return read_crg(self.next_to(at, value.get("file")), **steps)
        except DescriptionError as error:
            raise self.refuse(at, str(error)) from None

    def road(self) -> Road:
        raw = self.document.data.get("road", [])
        if not isinstance(raw, list):
            kinds = " | ".join(declared(RoadPart.section))
            raise self.refuse(("road",), f"the road is a list of parts: [{{type: {kinds}, …}}].")

        def part(k: int) -> Any:
            if isinstance(raw[k], dict) and raw[k].get("type") == "opencrg":
                return self.crg(("road", k), raw[k])
            return self.read(("road", k), raw[k], one_of(RoadPart.section, "type"))

        parts = self.several(raw, part)
        patches = tuple(part for part in parts if isinstance(part, FrictionPatch))
        return Road(tuple(part for part in parts if part not in patches), patches)


def read_car(document: Document) -> Case:
    """Read the car of a document with its manoeuvre; raises `FileError` with all problems."""
    data, reader = document.data, _Reader(document)
    for key in data:
        if key not in TOP:
            document.blame((key,), f"a car file has no {key!r}.{nearest(str(key), list(TOP))}", "")
    name = str(data.get("name") or Path(document.file).stem)
    reader.m, reader.left = Mechanism(name), []
    reader.attempt(("uses",), reader.uses)
    car = reader.attempt(("car",), lambda: reader.part(Car, ("car",), reader.section("car"), name=name))
    road = reader.attempt(("road",), reader.road)
    wish = str(data.get("manoeuvre", "standing-start"))
    if wish not in MANOEUVRES:
        document.blame(("manoeuvre",), f"no manoeuvre {wish!r}.{nearest(wish, list(MANOEUVRES))}")
        document.refuse()
    options, settings = _options(reader, MANOEUVRES[wish]), _settings(reader)
    document.refuse()
    case = drive(car, MANOEUVRES[wish], road=road, **options)
    return dataclasses.replace(
        case, duration=settings.pop("duration", case.duration), settings={**case.settings, **settings},
        notes=[*case.notes, *reader.left], source=str(data.get("source", "")),
        description=str(data.get("description") or case.description),
    )  # fmt: skip


def _options(reader: _Reader, manoeuvre: Manoeuvre) -> Entry:
    """Return options of a manoeuvre; those that it does not have, or that no car can drive, are noted."""
    found: Entry = {}
    for key, value in reader.section("options").items():
        path = ("options", key)
        if key not in manoeuvre.options:
            known = nearest(str(key), list(manoeuvre.options))
            reader.document.blame(path, f"manoeuvre {manoeuvre.name!r} has no option {key!r}.{known}", "")
            continue
        role = OPTIONS[key] if OPTIONS[key].kind == "flag" else number(OPTIONS[key].unit)
        option = reader.attempt(path, lambda: reader.read(path, value, role))  # noqa: B023
        if option is not None:
            found[key] = int(option) if OPTIONS[key].kind == "count" and option == int(option) else option
            reader.attempt(path, lambda: manoeuvre.check(str(key), found[key]))  # noqa: B023
    return found


def _settings(reader: _Reader) -> Entry:
    """Return settings of the run: times above zero, and the method."""
    found: Entry = {}
    for key, value in reader.section("simulation").items():
        path = ("simulation", key)
        if key not in SETTINGS:
            reader.document.blame(path, f"simulation of a car has no {key!r}: {', '.join(SETTINGS)}.", "")
        elif key == "method":
            found[key] = value
        else:
            time = reader.attempt(path, lambda: reader.plain_number(path, value, "s"))  # noqa: B023
            if time is not None and not time > 0:
                reader.document.blame(path, f"{key} is {time:g} s: it must be above zero.", "")
            found[key] = time
    return found


def car_data(case: Case, described: bool = False) -> MachineData:
    """Return the car file of a case whose subject is a ride, a car and its manoeuvre, as data; on request with its description."""
    ride: Ride = case.subject
    car, road = ride.car, (*ride.road.profiles, *ride.road.patches)
    needed = sorted({source_file(type(part)) for part in (car.tyre.longitudinal, car.tyre.lateral, *road)} - {""})
    data = {
        "name": Text(car.name), "description": Text(case.description) if described else None, "source": Text(case.source) or None,
        "uses": needed, "manoeuvre": ride.manoeuvre.name, "car": _part(car), "options": ride.options,
        "road": [_chosen(part, "type") for part in road], "simulation": _run_settings(case),
    }  # fmt: skip
    plain = {key: plain_data(value) for key, value in data.items()}
    return MachineData((key, value) for key, value in plain.items() if value not in ({}, [], None))


def _run_settings(case: Case) -> Entry:
    """Return settings of a run, without those at the defaults of `simulate`, which a result lists too."""
    usual = {name: p.default for name, p in inspect.signature(simulate).parameters.items()}
    for name, value in case.settings.items():
        if name not in SETTINGS and value is not None and value != usual.get(name):
            said = f"case {case.name!r}: a car file cannot say {name} = {value!r:.80}"
            raise DescriptionError(f"{said}. Leave it out, and give it to each run.")
    return {"duration": case.duration, **{k: v for k, v in case.settings.items() if k in SETTINGS and v is not None}}


def _given(part: Any) -> list[tuple[Datum, Any]]:
    """Return data of a part that are not at their defaults."""
    values = [(datum, getattr(part, datum.field)) for datum in data_of(part)]
    return [(datum, value) for datum, value in values if value is not None and value != datum.default]


def _part(part: Any) -> Entry:
    """Return the data of a part, those of its parts inside."""
    data: Entry = {}
    for datum, value in _given(part):
        match datum.role.kind:
            case "record":
                data[datum.key] = _part(value)
            case "one of":
                data[datum.key] = _chosen(value, datum.role.words[1])
            case _:
                data[datum.key] = _quantity(value, datum.role.unit)
    return data


def _chosen(part: Any, key: str) -> Entry:
    """Return the data of a part that is chosen by name."""
    declaration = declaration_of(part)
    if declaration is None:
        raise BielaError(f"{type(part).__name__} has no name in files: declare it with @element(…).")
    return {key: declaration.word, **{datum.key: value for datum, value in _given(part)}}


def _quantity(value: Any, unit: str) -> Any:
    """Return a number with its unit; lists are in SI, but for speeds of an engine."""
    if unit == "rad/s" and isinstance(value, tuple):
        return [f"{round(v * 30 / math.pi, 9):g} rpm" for v in value]
    if isinstance(value, float | int) and not isinstance(value, bool) and unit != "1":
        return f"{number_text(value)} {unit}"
    return value


def car_definitions() -> dict[str, Any]:
    """Return the schema of a car file, for `$defs`."""
    options = {name: of(OPTIONS[name]) for m in MANOEUVRES.values() for name in m.options}
    settings = {key: {"type": "string"} if key == "method" else of(number("s")) for key in SETTINGS}
    car = of(record(Car))
    tyre = car["properties"]["tyre"]  # one from a file needs no other data
    tyre["properties"]["file"] = {"type": "string", "description": "tyre property file (.tir); other data take precedence"}
    tyre["anyOf"] = [{"required": tyre.pop("required", [])}, {"required": ["file"]}]
    whole = _object("a car and what its driver does", {
        "name": {"type": "string"},
        "description": {"type": "string"},
        "source": {"type": "string", "description": "where the data come from"},
        "uses": of(Role("uses", about="files of Python elements that the car needs; whoever reads it allows them")),
        "car": car,
        "manoeuvre": {"enum": list(MANOEUVRES), "description": "what the driver does"},
        "options": _object("of the manoeuvre", options),
        "road": {"type": "array", "items": {"anyOf": [*of(one_of(RoadPart.section, "type"))["anyOf"], CRG]}},
        "simulation": _object("of the run", settings),
    })  # fmt: skip
    return {"CarFile": whole | {"required": ["car"]}}


def _object(about: str, properties: Json) -> Json:
    return {"type": "object", "description": about, "properties": properties, "additionalProperties": False}


def _one_of(role: Role) -> Json:
    section, key = role.words
    kinds = []
    for declaration in declared(section).values():
        part = of_data(declaration.data, declaration.about)
        properties = {key: {"const": declaration.word}, **part["properties"]}
        kinds.append(part | {"properties": properties, "required": [key, *part.get("required", ())]})
    return {"anyOf": kinds}


FORMS["one of"] = Form(lambda role, x: None, _one_of)
FORMS["heights"] = Form(lambda role, x: None, lambda role: {"type": "array", "items": {"anyOf": [*NUMBER["anyOf"], LIST]}})
