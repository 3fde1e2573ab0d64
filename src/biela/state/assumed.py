"""Values that nobody gave: defaults that results depend on, by what they are defaults of.

A declaration says which defaults are worth telling (`biela.element.role.worth_telling`). Those of elements, motions and records
are marked numbers, `Assumed`, wherever they end up; a component of a network remembers the arguments that it was given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from types import MappingProxyType
from typing import Any

from biela.element.declaration import declaration_of
from biela.element.role import Assumed, Datum, data_of, unit_on, worth_telling
from biela.element.units import printed
from biela.mechanism.mechanism import Mechanism
from biela.mechanism.motion import Motion
from biela.mechanism.parameter import nominal
from biela.network.registry import find


def assumed(mechanism: Mechanism, inputs: Mapping[str, Any] | None = None) -> list[str]:
    """Return one line for each group of elements with the same defaults: their names, and the values assumed.

    inputs : of a run: actuator → number or function of time
    """
    owners: dict[str, list[str]] = {}  # of each phrase
    of_inputs = ((f"input {name!r}", phrase) for name, value in (inputs or {}).items() for phrase in _inside(value, {}))
    for owner, phrase in (*_of_elements(mechanism), *_of_networks(mechanism), *of_inputs):
        others = owners.setdefault(phrase, [])
        if owner not in others:
            others.append(owner)
    phrases: dict[str, list[str]] = {}  # of each group of owners
    for phrase, group in owners.items():
        phrases.setdefault(", ".join(group), []).append(phrase)
    gravity = [f"({', '.join(f'{g:g}' for g in nominal(mechanism.gravity))}) m/s²"] if assumes_gravity(mechanism) else []
    return [f"gravity {text}" for text in gravity] + [f"{who}: {', '.join(what)}" for who, what in phrases.items()]


def assumes_gravity(mechanism: Mechanism) -> bool:
    """Return whether gravity acts on bodies and is a default."""
    return len(mechanism.bodies) > 1 and any(isinstance(g, Assumed) for g in mechanism.gravity)


def _of_elements(mechanism: Mechanism) -> Iterator[tuple[str, str]]:
    """Yield (owner, phrase) of all elements of the mechanism."""
    for store in (mechanism.couplings, mechanism.loads, mechanism.actuators, mechanism.drives):
        for name, thing in store.items():
            declaration = declaration_of(thing)
            noun = type(thing).__name__.lower() if declaration is None else declaration.noun
            for phrase in _inside(thing, _units(mechanism, thing)):
                yield f"{noun} {name!r}", phrase


def _of_networks(mechanism: Mechanism) -> Iterator[tuple[str, str]]:
    """Yield (owner, phrase) of all components of networks: arguments not given, and defaults inside those given."""
    for attachment in mechanism.networks.values():
        for path, made in _made(attachment.network, attachment.prefix):
            owner = f"{made.type.rpartition('.')[2].replace('_', ' ')} {path!r}"
            for datum in find(made.type).data:
                if datum.key in made.arguments:
                    phrases = list(_inside(made.arguments[datum.key], {}, f"{datum.key}."))
                else:
                    phrases = [_phrase(datum, datum.default)] if worth_telling(datum.role, datum.default) else []
                yield from ((owner, phrase) for phrase in phrases)


def _inside(x: Any, units: Mapping[str, str], trail: str = "") -> Iterator[str]:
    """Yield phrases of the marked numbers in an object, and in the objects that it holds; `trail` leads there."""
    if isinstance(x, tuple | list):
        for entry in x:
            yield from _inside(entry, units, trail)
    elif isinstance(x, Motion) or (is_dataclass(x) and not isinstance(x, type)):
        declaration = declaration_of(x)
        kind = f" of a {declaration.noun}" if isinstance(x, Motion) and declaration is not None else ""
        data = {d.field: d for d in (data_of(x) if is_dataclass(x) else ())}
        for name, value in vars(x).items():
            datum = data.get(name)
            if datum is not None and isinstance(value, Assumed):
                if getattr(x, "depends_on", lambda datum: True)(datum):
                    yield trail + _phrase(datum, value, units) + kind
            elif isinstance(value, Motion | tuple | list) or (datum is not None and is_dataclass(value)):
                yield from _inside(value, units, trail if kind or datum is None else f"{trail}{datum.key}.")


def _phrase(datum: Datum, value: Any, units: Mapping[str, str] = MappingProxyType({})) -> str:
    """`rise 0.1 s`, `friction (efficiency 0.9, speed 0.01 m/s)`, `dead_length: the stroke`."""
    words = datum.role.assumed if isinstance(datum.role.assumed, str) else ""
    if value is None:
        return f"{datum.key}: {words}"
    if is_dataclass(value):
        kept = [d for d in data_of(value) if d.role.assumed is not False and getattr(value, d.field)]
        return f"{datum.key} ({', '.join(_phrase(d, getattr(value, d.field)) for d in kept)})"
    if isinstance(value, tuple | list):
        return f"{datum.key} ({', '.join(f'{x:g}' for x in value)})"
    unit = printed(unit_on(datum.role.unit, units))
    number = f"{value:.6g}" if isinstance(value, int | float) else str(value)
    return f"{datum.key} {number}" + ("" if unit in ("1", "any", "y") else f" {unit}") + (f" {words}" if words else "")


def _units(mechanism: Mechanism, thing: Any) -> dict[str, str]:
    """Return the units of the coordinate that an element acts on, and of its effort."""
    if not hasattr(thing, "joint") or not hasattr(thing, "coordinate"):
        return {}
    kind = mechanism.joints[thing.joint].type
    rate, effort = kind.rates[thing.coordinate].unit, kind.efforts[thing.coordinate].unit
    return {"q": rate.removesuffix("/s"), "f": effort}


def _made(network: Any, prefix: str) -> Iterator[tuple[str, Any]]:
    """Yield the components that a network was made of, by path, but not their own parts."""
    if network.made_by is not None:
        yield prefix.rstrip("/"), network.made_by
        return
    for name, component in network.components.items():
        if component.made_by is not None:
            yield f"{prefix}{name}", component.made_by
        elif hasattr(component, "components"):
            yield from _made(component, f"{prefix}{name}/")
