"""A network as plain data and back: lists, dictionaries, numbers and texts, for machine files.

    {"name": "oscillator",
     "components": [{"kind": "One", "name": "v"}, {"kind": "I", "name": "mass", "inertia": 2.0}, …],
     "bonds": [["push", "v"], ["v", "mass"], …],
     "ports": {"shaft": ["gear.b"]}}

Vector bonds are written once. What is not a plain value (expressions of free parameters, functions of time, laws) goes
through `write` and comes back through `read`, so that a file format can have its own way of writing them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from biela.errors import DescriptionError, UnknownName, nearest
from biela.network import element as elements
from biela.network.domain import Domain
from biela.network.element import Element, TwoPort
from biela.network.network import End, Network, copies

KINDS = {
    cls.__name__: cls
    for cls in (
        elements.Zero, elements.One, elements.I, elements.C, elements.R, elements.Se, elements.Sf, elements.TF, elements.GY,
        elements.MatrixTF, elements.IField, elements.CField, elements.RField, elements.Sensor, elements.Integrator, elements.Output,
        elements.Compression, elements.Elastic, elements.Position, elements.Command, elements.Watch,
    )
}  # fmt: skip

Write = Callable[[Any, str], Any]
Read = Callable[[Any, str], Any]


def refuse(value: Any, what: str) -> Any:
    """The default `write`: a function has no text of its own."""
    raise DescriptionError(
        f"{what} is {value!r}: it cannot be written as plain data. Use numbers, or a file format with expressions."
    )


def to_dict(network: Network, write: Write = refuse) -> dict[str, Any]:
    """Plain data of a network.

    Parameters
    ----------
    write : (value, what it is) → plain data, for values that are neither numbers nor texts
    """
    components: list[dict[str, Any]] = []
    for name, component in network.components.items():
        if isinstance(component, Network):
            components.append({"kind": "Network", "as": name} | to_dict(component, write))
        else:
            components.append({"kind": type(component).__name__, "name": name} | _values(component, name, write))
    data: dict[str, Any] = {"name": network.name, "components": components, "bonds": _bonds(network)}
    if network.exposed:
        data["ports"] = {
            port: {"to": [_label(network, e) for e in exposed.ends], "required": exposed.required}
            for port, exposed in network.exposed.items()
        }
    if network.parameters:
        data["parameters"] = {p.name: {"value": p.value, "unit": p.unit} for p in network.parameters.values()}
    if network.audit:
        data["audit"] = True
    return data


def from_dict(data: Mapping[str, Any], read: Read = lambda value, what: value) -> Network:
    """The network that `to_dict` wrote; wrong data is refused by name.

    Parameters
    ----------
    read : (plain value, what it is) → value of an element
    """
    for key in data:
        if key not in ("kind", "as", "name", "components", "bonds", "ports", "parameters", "audit"):
            raise UnknownName(f"network {data.get('name')!r}: unknown entry {key!r}.")
    if "name" not in data:
        raise DescriptionError("a network needs a name.")
    net = Network(str(data["name"]), audit=bool(data.get("audit", False)))
    for name, about in dict(data.get("parameters", {})).items():
        net.parameter(name, float(about["value"]), str(about.get("unit", "")))
    for entry in data.get("components", []):
        values = dict(entry)
        kind = values.pop("kind", None)
        if kind == "Network":
            net.add(from_dict(values, read), name=values.get("as", values.get("name")))
            continue
        if kind not in KINDS:
            raise UnknownName(f"network {net.name!r}: no element of kind {kind!r}.{nearest(str(kind), list(KINDS))}")
        known = {f.name for f in fields(KINDS[kind])}
        for key in values:
            if key not in known:
                raise UnknownName(f"{kind} {values.get('name')!r} has no {key!r}.{nearest(key, sorted(known))}")
        plain = ("name", "size", "domain", "domain_b", "causality", "active", "measures", "unit", "orthogonal")
        made = {k: v if k in plain else read(v, f"{k} of {kind} {values.get('name')!r}") for k, v in values.items()}
        if "shape" in made:
            made["shape"] = tuple(made["shape"])
        net.add(KINDS[kind](**made))  # type: ignore[arg-type]
    for bond in data.get("bonds", []):
        net.connect(bond[0], bond[1], activated=bond[2] if len(bond) > 2 else None)
    for port, about in dict(data.get("ports", {})).items():
        net.expose(port, *about["to"], required=bool(about.get("required", True)))
    return net


def _values(element: Element, name: str, write: Write) -> dict[str, Any]:
    """Fields of an element that differ from their defaults."""
    out: dict[str, Any] = {}
    for f in fields(element):
        value = getattr(element, f.name)
        if f.name == "name" or value is None or (isinstance(value, int | float | bool | str) and value == f.default):
            continue
        if (
            f.name == "size"
            and not element.vector
            and element.kind not in ("integrator",)
            and getattr(element, "matrix", None) is not None
        ):
            continue  # follows from the matrix
        out[f.name] = _plain(value, f"{f.name} of {element.kind} {name!r}", write)
    return out


def _plain(value: Any, what: str, write: Write) -> Any:
    if isinstance(value, Domain):
        return value.name
    if isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.floating | np.integer):
        return value.item()
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, tuple | list):
        return [_plain(x, what, write) for x in value]
    return write(value, what)


def _bonds(network: Network) -> list[list[Any]]:
    return [
        [_label(network, tail), _label(network, head), *([activated] if activated else [])]
        for tail, head, activated in network.bonds
    ]


def _label(network: Network, end: End) -> str:
    """An end as `name` or `name.port`, one scalar component each."""
    first, _, inside = end.path.partition("/")
    if inside:
        component = network.components[first]
        assert isinstance(component, Network)
        return f"{first}.{_port(component, End(inside, end.port), f'{network.name}/{first}')}"
    for name, component in network.components.items():
        if isinstance(component, Network):
            continue
        own = copies(component)
        if first in own:
            mark = first[len(name) + 1 :] if len(own) > 1 else ""
            if end.port is None or not isinstance(component, TwoPort | elements.MatrixTF | elements.Field):
                return f"{name}.{mark}" if mark else name
            return _port_label(name, component, mark, end.port)
    raise AssertionError(end)


def _port_label(name: str, component: Any, mark: str, port: int) -> str:
    if isinstance(component, elements.Field):
        return f"{name}.{port + 1}"
    if isinstance(component, elements.MatrixTF):
        n_a = component.shape[1]  # type: ignore[index]
        return f"{name}.a{port + 1}" if port < n_a else f"{name}.b{port - n_a + 1}"
    return f"{name}.{'ab'[port]}{mark}"


def _port(component: Network, end: End, path: str) -> str:
    """Name of the port of a sub-network that leads to an end, with the place of the component in it."""
    for port, exposed in component.exposed.items():
        if end in exposed.ends:
            place = exposed.ends.index(end)
            return port if len(exposed.ends) == 1 else f"{port}{place + 1}"
    raise DescriptionError(f"{path!r} has no port that leads to {end.path!r}.")
