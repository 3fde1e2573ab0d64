"""The elements themselves as components: `type: C`, with units that follow from the domain where one is given.

`@effort/flow` stands for the unit of a resistance in the element's domain, and so on; without a domain any unit is taken.
"""

from __future__ import annotations

import inspect

from biela.network import element as elements
from biela.network.domain import DOMAINS, QUANTITIES, Domain, plain
from biela.network.registry import Role, choice, count, enter, flag, law, matrix, number, numbers, signal, text

_DOMAIN = choice(*DOMAINS)
_ALWAYS = {"size": count(), "domain": _DOMAIN}
_STORAGE = {"causality": choice("integral", "derivative"), "active": flag()}
_TWO_PORT = {"ratio": signal("any"), "domain_b": _DOMAIN}
_FIELD = {"matrix": matrix(), "active": flag(), "initial": numbers("any")}

_MEASURES = choice(*QUANTITIES)


def _field(variable: str) -> dict[str, Role]:
    return {name: Role(f"field {name}", variables=(variable,)) for name in ("energy", "law")}


ROLES: dict[str, dict[str, Role]] = {
    "Zero": {},
    "One": {},
    "I": {"inertia": number("@momentum/flow"), "law": law("momentum", alone=True), "energy": law("momentum", alone=True),
          "initial": numbers("@momentum"), **_STORAGE},
    "C": {"capacity": number("@displacement/effort"), "law": law("displacement", alone=True),
          "energy": law("displacement", alone=True), "initial": numbers("@displacement"), **_STORAGE},
    "R": {"resistance": signal("@effort/flow"), "effort": law("flow"), "flow": law("effort"), "active": flag(),
          "causality": choice("effort", "flow")},
    "Se": {"value": signal("@effort")},
    "Sf": {"value": signal("@flow")},
    "TF": _TWO_PORT,
    "GY": _TWO_PORT,
    "MatrixTF": {"matrix": Role("signal matrix"), "orthogonal": flag(), "domain_b": _DOMAIN, "shape": Role("shape")},
    "IField": {**_FIELD, **_field("momentum")},
    "CField": {**_FIELD, **_field("displacement")},
    "RField": {**_FIELD, **_field("flow")},
    "Compression": {"capacity": law("effort"), "initial": numbers("@effort"), **_STORAGE},
    "Elastic": {"effort": signal("@effort"), "energy": signal("J")},
    "Sensor": {"measures": _MEASURES, "initial": number("any")},
    "Position": {"measures": _MEASURES, "initial": number("@displacement"), "offset": number("@displacement")},
    "Command": {"unit": text()},
    "Watch": {"margin": signal("any"), "message": text(), "action": choice("warn", "stop"), "unit": text()},
    "Mode": {"initial": number("any"), "unit": text(), "rules": Role("rules")},
    "Integrator": {"rate": signal("any"), "initial": numbers("any"), "unit": text()},
    "Output": {"law": signal("any"), "unit": text()},
}  # fmt: skip
"""Parameters of every element, and how each is written."""

ALIASES = {"MSe": "Se", "MSf": "Sf", "MTF": "TF", "MGY": "GY", "MR": "R", "0": "Zero", "1": "One"}
"""Other names of elements, in files."""


def unit(role: Role, domain: Domain | None) -> str:
    """Return the unit of a parameter of an element of that domain; `any` if the domain is not known."""
    if not role.unit.startswith("@"):
        return role.unit
    if domain is None:
        return "any"
    above, _, below = role.unit[1:].partition("/")
    top = plain(domain.unit(above))
    if not below:
        return top
    first, *rest = plain(domain.unit(below)).replace("/", " /").replace("*", " *").split()
    return f"{top}/{first}" + "".join(("*" if part[0] == "/" else "/") + part[1:] for part in rest)  # `/rad*s` of `rad/s`


for _name, _kind in {**dict(zip(ROLES, ROLES, strict=True)), **ALIASES}.items():
    _class = getattr(elements, _kind)
    enter(_name, _class, {**_ALWAYS, **ROLES[_kind]}, inspect.signature(_class))
