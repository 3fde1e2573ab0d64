"""What a machine file may say about power networks.

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

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema

_NAMES = {"type": "array", "items": {"type": "string"}, "minItems": 2}
_SCALAR = [{"type": "number"}, {"type": "string"}]


def _bond(x: Any) -> Any:
    chain = x.get("bond") if isinstance(x, dict) else x
    if isinstance(x, dict) and (set(x) - {"bond", "activated"} or x.get("activated") not in (None, "effort", "flow")):
        raise ValueError("give {bond: [a, b], activated: effort} or {bond: [a, b], activated: flow}")
    if not isinstance(chain, list) or len(chain) < 2 or not all(isinstance(e, str) for e in chain):
        raise ValueError(
            "a bond is a list of two or more ends, such as [battery, motor.supply]: power counts from left to right"
        )
    return x


def _port(x: Any) -> Any:
    to = x.get("to") if isinstance(x, dict) else x
    if isinstance(x, dict) and (set(x) - {"to", "required"} or not isinstance(x.get("required", True), bool)):
        raise ValueError("give {to: gear.b, required: false}")
    ends = to if isinstance(to, list) else [to]
    if not ends or not all(isinstance(e, str) for e in ends):
        raise ValueError("say where the port leads: gear.b, or a list of ends for a vector port")
    return x


def _where(x: Any) -> Any:
    if isinstance(x, str):
        return x
    forms = ({"joint", "coordinate"}, {"a", "b"}, {"at", "axes", "part"})
    if isinstance(x, dict) and any(set(x) <= form and min(form, key=len) for form in forms):
        if "joint" in x or ("a" in x and "b" in x) or "at" in x:
            return x
    raise ValueError(
        "say where on the machine: a joint (A or {joint: A, coordinate: angle}), a line {a: boom.eye, b: arm.eye}, or a frame "
        "{at: boom.tip, axes: ground, part: linear}"
    )


_ACTIVATED = {"bond": _NAMES, "activated": {"enum": ["effort", "flow"]}}
Bond = Annotated[
    Any,
    PlainValidator(_bond),
    WithJsonSchema({"anyOf": [_NAMES, {"type": "object", "required": ["bond"], "properties": _ACTIVATED}]}),
]
PortTo = Annotated[
    Any, PlainValidator(_port), WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array"}, {"type": "object"}]})
]
Where = Annotated[Any, PlainValidator(_where), WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "object"}]})]
Component = Annotated[Any, WithJsonSchema({"title": "@NetworkComponent"})]
Named = Annotated[Any, WithJsonSchema({"anyOf": [*_SCALAR, {"type": "null"}]})]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NetworkParts(_Part):
    """Components, the bonds between them, and the ports they are used by."""

    components: dict[str, Component] = Field(default_factory=dict, description="name → {type: …, parameters}")
    bonds: list[Bond] = Field(default_factory=list, description="chains of ends; power counts from left to right")
    ports: dict[str, PortTo] = Field(default_factory=dict, description="port → the end inside that it leads to")
    signals: dict[str, str] = Field(default_factory=dict, description="name of its own → a signal inside")


class OwnComponent(NetworkParts):
    """A component of the file itself: a network with parameters, used by its name as a type."""

    parameters: dict[str, Named] = Field(
        default_factory=dict, description="name → default, or null where one must be given"
    )


class NetworkFile(NetworkParts):
    """A network of the machine, and where its ports are attached."""

    attach: dict[str, Where] = Field(default_factory=dict, description="port → joint, line or frame of the machine")
    audit: bool = Field(False, description="keep an account of the energy of every source, resistance and port")
    prefix: str | None = Field(None, description="before the names of its signals; `name/` if omitted")


class InPlace(NetworkParts):
    """A network written where it is used."""

    type: Literal["network"]


def component_definitions() -> dict[str, Any]:
    """JSON Schema of the components of all libraries, for `$defs`."""
    from biela.network.registry import components

    types = {}
    for name, entry in components().items():
        properties = {"type": {"const": name}} | {key: _written(role) for key, role in entry.roles.items()}
        types[name] = {
            "type": "object", "title": name, "description": entry.about, "properties": properties,
            "required": ["type", *entry.required], "additionalProperties": False,
        }  # fmt: skip
    own = {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"type": "string", "not": {"enum": list(types)}}},
    }
    return {"NetworkComponent": {"anyOf": [*types.values(), own]}}


def _written(role: Any) -> dict[str, Any]:
    match role.kind:
        case "flag":
            return {"type": "boolean"}
        case "count":
            return {"type": "integer"}
        case "choice":
            return {"enum": list(role.words)}
        case "text":
            return {"type": "string"}
        case "number":
            return (
                {"anyOf": _SCALAR, "description": f"[{role.unit}]"}
                if role.unit[:1] not in ("@", "a")
                else {"anyOf": _SCALAR}
            )
        case "numbers" | "matrix" | "rotation" | "shape" | "rules" | "signal matrix" | "field law":
            return {"anyOf": [*_SCALAR, {"type": "array"}]}
        case "points" | "record":
            return {"type": "object"}
    return {"anyOf": [*_SCALAR, {"type": "array"}, {"type": "object"}]}
