"""JSON Schema of car files, from the declarations of their parts."""

from __future__ import annotations

from typing import Any

from biela.element.declaration import Declaration, declared
from biela.element.role import Role, number, record
from biela.element.schema import FORMS, LIST, NUMBER, Form, Json, of, of_data
from biela.files.car import SETTINGS
from biela.vehicle.car import Car
from biela.vehicle.manoeuvre import MANOEUVRES, OPTIONS
from biela.vehicle.part import one_of
from biela.vehicle.road import RoadPart

CRG: Json = {
    "type": "object", "description": "an OpenCRG road", "required": ["type", "file"], "additionalProperties": False,
    "properties": {
        "type": {"const": "opencrg"}, "file": {"type": "string"}, "step": of(number("m")), "across": of(number("m")),
    },
}  # fmt: skip


def car_definitions() -> dict[str, Any]:
    """Return the schema of a car file, for `$defs`."""
    options = {name: of(OPTIONS[name]) for m in MANOEUVRES.values() for name in m.options}
    settings = {key: {"type": "string"} if key == "method" else of(number("s")) for key in SETTINGS}
    whole = _object("a car and what its driver does", {
        "name": {"type": "string"},
        "description": {"type": "string"},
        "source": {"type": "string", "description": "where the data come from"},
        "uses": of(Role("uses", about="files of Python elements that the car needs; whoever reads it allows them")),
        "car": _tyre_files(of(record(Car))),
        "manoeuvre": {"enum": list(MANOEUVRES), "description": "what the driver does"},
        "options": _object("of the manoeuvre", options),
        "road": {"type": "array", "items": {"anyOf": [*of(one_of(RoadPart.section, "type"))["anyOf"], CRG]}},
        "simulation": _object("of the run", settings),
    })  # fmt: skip
    return {"CarFile": whole | {"required": ["car"]}}


def _tyre_files(car: Json) -> Json:
    """Allow tyres from a file, which need no other data."""
    tyre = car["properties"]["tyre"]
    tyre["properties"]["file"] = {"type": "string", "description": "tyre property file (.tir); other data take precedence"}
    tyre["anyOf"] = [{"required": tyre.pop("required", [])}, {"required": ["file"]}]
    return car


def _object(about: str, properties: Json) -> Json:
    return {"type": "object", "description": about, "properties": properties, "additionalProperties": False}


def _one_of(role: Role) -> Json:
    section, key = role.words
    return {"anyOf": [_chosen(declaration, key) for declaration in declared(section).values()]}


def _chosen(declaration: Declaration, key: str) -> Json:
    """Return a part that is chosen by name."""
    part = of_data(declaration.data, declaration.about)
    properties = {key: {"const": declaration.word}, **part["properties"]}
    return part | {"properties": properties, "required": [key, *part.get("required", ())]}


FORMS["one of"] = Form(lambda role, x: None, _one_of)
FORMS["heights"] = Form(lambda role, x: None, lambda role: {"type": "array", "items": {"anyOf": [*NUMBER["anyOf"], LIST]}})
