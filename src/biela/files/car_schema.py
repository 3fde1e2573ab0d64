"""JSON Schema of car files, from the declarations of their parts."""

from __future__ import annotations

import inspect
from typing import Any

from biela.element.declaration import Declaration, declared
from biela.element.role import Role, data_of
from biela.files.car import SETTINGS
from biela.vehicle.car import Car
from biela.vehicle.manoeuvre import MANOEUVRES, OPTIONS
from biela.vehicle.part import one_of
from biela.vehicle.road import RoadPart

NUMBER: dict[str, Any] = {"anyOf": [{"type": "number"}, {"type": "string"}]}
"""A number, or an expression with a unit."""


def car_definitions() -> dict[str, Any]:
    """Schema of a car file, for `$defs`."""
    options = {name: _value(OPTIONS[name]) for m in MANOEUVRES.values() for name in m.options}
    settings = {key: {"type": "string"} if key == "method" else _value(Role("number", "s")) for key in SETTINGS}
    return {"CarFile": _object("a car and what its driver does", {
        "name": {"type": "string"},
        "description": {"type": "string"},
        "source": {"type": "string", "description": "where the data come from"},
        "car": _part(Car),
        "manoeuvre": {"enum": list(MANOEUVRES), "description": "what the driver does"},
        "options": _object("of the manoeuvre", options),
        "road": {"type": "array", "items": _value(one_of(RoadPart.section, "type"))},
        "simulation": _object("of the run", settings),
    }, ["car"])}  # fmt: skip


def _object(about: str, properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    whole = {"type": "object", "description": about, "properties": properties, "additionalProperties": False}
    return whole | ({"required": required} if required else {})


def _part(cls: Any) -> dict[str, Any]:
    """A part: data without a default are required."""
    known = data_of(cls)
    about = (inspect.getdoc(cls) or "").partition("\n")[0]
    return _object(about, {d.key: _value(d.role) for d in known}, [d.key for d in known if d.required])


def _chosen(declaration: Declaration, key: str) -> dict[str, Any]:
    """A part that is chosen by name."""
    part = _part(declaration.cls)
    properties = {key: {"const": declaration.word}, **part["properties"]}
    return part | {"properties": properties, "required": [key, *part.get("required", ())]}


def _value(role: Role) -> dict[str, Any]:
    """A datum in its role, with its meaning and unit."""
    about = " ".join(filter(None, (role.about, f"[{role.unit}]" if role.unit not in ("1", "any") else "")))
    described = {"description": about} if about else {}
    match role.kind:
        case "record":
            return _part(role.build) | described
        case "one of":
            section, key = role.words
            return {"anyOf": [_chosen(declaration, key) for declaration in declared(section).values()]}
        case "choice":
            return {"enum": list(role.words)} | described
        case "flag" | "count":
            return {"type": "boolean" if role.kind == "flag" else "integer"} | described
        case "numbers":
            sizes = {"minItems": role.size, "maxItems": role.size} if role.size else {}
            return {"type": "array", "items": NUMBER, **sizes} | described
        case "matrix":
            rows = {"anyOf": [*NUMBER["anyOf"], {"type": "array", "items": NUMBER}]}
            return {"type": "array", "items": rows} | described
    return NUMBER | described
