"""JSON Schema of car files, made of the same dataclasses and tables that the reader uses."""

from __future__ import annotations

import dataclasses
import types
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from biela.files.car import LAWS, OPTION_UNITS, PARTS, ROADS, SETTINGS, TYRE_NUMBERS, TYRE_PLAIN, UNITS
from biela.vehicle.car import Car, TyreData
from biela.vehicle.manoeuvre import MANOEUVRES
from biela.vehicle.tyre import Tyre

NUMBER: dict[str, Any] = {"anyOf": [{"type": "number"}, {"type": "string"}]}
"""A number, or an expression with a unit."""
LATERAL = ("magic_formula_1987", "linear_slip_angle")
TITLES = {
    "chassis": "the sprung mass", "front": "front axle", "rear": "rear axle", "spring": "spring and damper of a corner",
    "engine": "torque curves and inertia", "gearbox": "ratios of the gears", "clutch": "dry clutch", "brakes": "largest torques",
}  # fmt: skip


def car_definitions() -> dict[str, Any]:
    """Schema of a car file, for `$defs`."""
    return {"CarFile": _object("a car and what its driver does", {
        "name": {"type": "string"},
        "description": {"type": "string"},
        "source": {"type": "string", "description": "where the data come from"},
        "car": _part(Car, "everything a car is made of", without=("name",)),
        "manoeuvre": {"enum": list(MANOEUVRES), "description": "what the driver does"},
        "options": _options(),
        "road": {"type": "array", "items": {"anyOf": [_road(kind, cls) for kind, cls in ROADS.items()]}},
        "simulation": _object(
            "of the run", {key: {"type": "string"} if key == "method" else _number("s") for key in SETTINGS}
        ),
    }, ["car"])}  # fmt: skip


def _object(about: str, properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    whole = {"type": "object", "description": about, "properties": properties, "additionalProperties": False}
    return whole | ({"required": required} if required else {})


def _number(unit: str) -> dict[str, Any]:
    return NUMBER | ({"description": f"[{unit}]"} if unit != "1" else {})


def _options() -> dict[str, Any]:
    """Of every manoeuvre; which belong to which is checked by the reader."""
    kinds: dict[str, Any] = {}
    for manoeuvre in MANOEUVRES.values():
        for name, value in manoeuvre.options.items():
            number = {"type": "integer"} if name == "gear" else _number(OPTION_UNITS.get(name, "1"))
            kinds[name] = {"type": "boolean"} if isinstance(value, bool) else number
    return _object("of the manoeuvre", kinds)


def _part(cls: Any, about: str, *, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """A dataclass: fields without a default are required."""
    hints = get_type_hints(cls)
    given = [f for f in dataclasses.fields(cls) if f.init and f.name not in without]
    required = [f.name for f in given if f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING]
    return _object(about, {f.name: _field(f.name, hints[f.name], cls) for f in given}, required)


def _field(name: str, kind: Any, owner: Any) -> dict[str, Any]:
    if owner is Car and name == "tyre":
        return _tyre()
    if name == "damper_curve":
        numbers = {"type": "array", "items": NUMBER, "minItems": 2}
        return _object("force [N] at speeds [m/s]", {"speed": numbers, "force": numbers}, ["speed", "force"])
    if name in PARTS and dataclasses.is_dataclass(kind):
        return _part(PARTS[name], TITLES.get(name, name))
    unit = UNITS.get(name, "1")
    if get_origin(kind) is Literal:
        return {"enum": list(get_args(kind))}
    if get_origin(kind) in (Union, types.UnionType):
        kind = next(k for k in get_args(kind) if k is not type(None))
    if kind is bool:
        return {"type": "boolean"}
    if kind is str:
        return {"enum": ["both", "left", "right"]} if name == "side" else {"type": "string"}
    if get_origin(kind) is tuple:
        length = None if Ellipsis in get_args(kind) else len(get_args(kind))
        sizes = {} if length is None else {"minItems": length, "maxItems": length}
        return {"type": "array", "items": NUMBER, **sizes} | ({"description": f"[{unit}]"} if unit != "1" else {})
    if name == "z":  # heights of a table: one for each x, or a row
        return {"type": "array", "items": {"anyOf": [*NUMBER["anyOf"], {"type": "array", "items": NUMBER}]}}
    return _number(unit)


def _tyre() -> dict[str, Any]:
    """Shared by all wheels; laws by their names."""
    laws = {
        "longitudinal": {"anyOf": [_law(kind) for kind in LAWS if kind not in LATERAL]},
        "lateral": {"anyOf": [_law(kind) for kind in LATERAL]},
    }
    combined = {"enum": list(get_args(get_type_hints(Tyre)["combined"]))}
    numbers = {key: _number(UNITS.get(key, "1")) for key in (*TYRE_PLAIN, *TYRE_NUMBERS)}
    required = [
        f.name for f in dataclasses.fields(TyreData) if f.name in TYRE_PLAIN and f.default is dataclasses.MISSING
    ]
    return _object("data that all tyres share", {**numbers, "combined": combined, **laws}, required)


def _law(kind: str) -> dict[str, Any]:
    part = _part(LAWS[kind], kind)
    return part | {"properties": {"law": {"const": kind}, **part["properties"]}, "required": ["law"]}


def _road(kind: str, cls: Any) -> dict[str, Any]:
    part = _part(cls, kind)
    properties = {key.rstrip("_"): value for key, value in part["properties"].items()}
    required = ["type", *(key.rstrip("_") for key in part.get("required", ()))]
    return part | {"properties": {"type": {"const": kind}, **properties}, "required": required}
