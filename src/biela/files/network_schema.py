"""Schema of power networks in machine files.

    networks:
      drive:
        components:
          supply: {type: electric.voltage, value: 24 V}
          motor: {type: electric.dc_motor, resistance: 1.2 ohm, inductance: 3 mH, constant: 0.05}
          gear: {type: rotation.gear, ratio: 50}
        bonds:
          - [supply, motor.supply]
          - [motor.shaft, gear]
        ports: {shaft: gear.b}
        attach: {shaft: A}

A `type` is an element (`I`, `One`, …), a component of a library (`electric.dc_motor`), one of the file's own `components`, or
`network` for one written in place.
"""

from __future__ import annotations

from biela.element import schema
from biela.element.declaration import family
from biela.element.role import Role, choice, data, data_of, flag, text
from biela.element.schema import ARRAY, FORMS, NUMBER, OBJECT, TEXT, Form, Json, entries, mapping

_NAMES: Json = {"type": "array", "items": TEXT, "minItems": 2}


def _bond(role: Role, x: object) -> None:
    chain = x.get("bond") if isinstance(x, dict) else x
    if isinstance(x, dict) and (set(x) - {"bond", "activated"} or x.get("activated") not in (None, "effort", "flow")):
        raise ValueError("give {bond: [a, b], activated: effort} or {bond: [a, b], activated: flow}")
    if not isinstance(chain, list) or len(chain) < 2 or not all(isinstance(e, str) for e in chain):
        raise ValueError("a bond is a list of two or more ends, such as [battery, motor.supply]: power counts from left to right")


def _port(role: Role, x: object) -> None:
    to = x.get("to") if isinstance(x, dict) else x
    if isinstance(x, dict) and (set(x) - {"to", "required"} or not isinstance(x.get("required", True), bool)):
        raise ValueError("give {to: gear.b, required: false}")
    ends = to if isinstance(to, list) else [to]
    if not ends or not all(isinstance(e, str) for e in ends):
        raise ValueError("say where the port leads: gear.b, or a list of ends for a vector port")


def _where(role: Role, x: object) -> None:
    forms = (({"joint"}, {"joint", "coordinate"}), ({"a", "b"}, {"a", "b"}), ({"at"}, {"at", "axes", "part"}))
    if isinstance(x, str) or (isinstance(x, dict) and any(least <= set(x) <= most for least, most in forms)):
        return
    lines = "a joint (A or {joint: A, coordinate: angle}), a line {a: boom.eye, b: arm.eye}"
    raise ValueError(f"say where on the machine: {lines}, or a frame {{at: boom.tip, axes: ground, part: linear}}")


_ACTIVATED: Json = {"bond": _NAMES, "activated": {"enum": ["effort", "flow"]}}
FORMS |= {
    "bond": Form(_bond, lambda role: {"anyOf": [_NAMES, {"type": "object", "required": ["bond"], "properties": _ACTIVATED}]}),
    "port": Form(_port, lambda role: {"anyOf": [TEXT, ARRAY, OBJECT]}),
    "where": Form(_where, lambda role: {"anyOf": [TEXT, OBJECT]}),
    "default": Form(lambda role, x: None, lambda role: {"anyOf": [*NUMBER["anyOf"], {"type": "null"}]}),
    "component": Form(lambda role, x: None, lambda role: {"$ref": "#/$defs/NetworkComponent"}),
}


@family
class NetworkParts:
    """Components, the bonds between them, and the ports they are used by."""

    components: object = data(mapping(Role("component")), default=None, about="name → {type: …, parameters}")
    bonds: object = data(entries(Role("bond")), default=None, about="chains of ends; power counts from left to right")
    ports: object = data(mapping(Role("port")), default=None, about="port → the end inside that it leads to")
    signals: object = data(mapping(Role("name")), default=None, about="name of its own → a signal inside")


@family
class OwnComponent(NetworkParts):
    """A component of the file itself: a network with parameters, used by its name as a type."""

    parameters: object = data(mapping(Role("default")), default=None, about="name → default, or null where one must be given")


@family
class NetworkFile(NetworkParts):
    """A network of the machine, and where its ports are attached."""

    attach: object = data(mapping(Role("where")), default=None, about="port → joint, line or frame of the machine")
    audit: bool = data(flag(), default=False, about="keep an account of the energy of every source, resistance and port")
    prefix: str | None = data(text(), default=None, about="before the names of its signals; `name/` if omitted")


@family
class InPlace(NetworkParts):
    """A network written where it is used."""

    type: str = data(choice("network"), kw_only=True)


def network_definitions() -> Json:
    """Return the JSON Schema of networks and of the components of all libraries, for `$defs`."""
    from biela.network.registry import components

    types = {name: schema.of_data(entry.data, entry.about, name) for name, entry in components().items()}
    own = {"type": "object", "required": ["type"], "properties": {"type": {"type": "string", "not": {"enum": list(types)}}}}
    classes = {cls.__name__: schema.of_data(data_of(cls), cls.__doc__ or "") for cls in (NetworkFile, OwnComponent)}
    return {"NetworkComponent": {"anyOf": [*types.values(), own]}, **classes}
