"""A declaration as a method of `Mechanism`: signature and documentation, for editors, `help` and the stub file."""

from __future__ import annotations

import inspect
from inspect import Parameter
from typing import Any

from biela.element.declaration import Declaration
from biela.element.role import Datum, Role, unit_on
from biela.element.units import printed

ANNOTATIONS = {
    "number": "Scalar", "place": "Place", "joint": "Joint | str", "coordinate": "str | int | None", "vector": "Triple",
    "direction": "Triple", "text": "str", "signal name": "str", "fixed": "float", "flag": "bool", "count": "int", "choice": "str",
    "signal law": "Callable[[Any], Any]", "surface": "Callable[..., Any]",
}  # fmt: skip
"""Kind of role → type of the argument; Any for the rest."""


def arguments(data: tuple[Datum, ...]) -> list[tuple[str, Role, Any, bool]]:
    """(argument, role, default, keyword only) of all data, those of inline objects among them."""
    found: list[tuple[str, Role, Any, bool]] = []
    for d in data:
        if d.role.kind == "inline":
            found += [(key, role, None, True) for key, role in d.role.roles.items()]
        else:
            default = None if d.role.kind == "coordinate" else d.default
            found.append((d.argument, d.role, Parameter.empty if d.required and default is not None else default, d.keyword_only))
    return found


def signature(declaration: Declaration, returns: str = "") -> inspect.Signature:
    """Return the method's signature: self, name, then the data."""
    parameters = [
        Parameter(n, Parameter.POSITIONAL_OR_KEYWORD, annotation=a) for n, a in (("self", Parameter.empty), ("name", "str"))
    ]
    for name, role, default, keyword_only in arguments(declaration.data):
        if role.kind == "signal names":
            parameters.append(Parameter(name, Parameter.VAR_POSITIONAL, annotation="str"))
            continue
        kind = Parameter.KEYWORD_ONLY if keyword_only else Parameter.POSITIONAL_OR_KEYWORD
        annotation = ANNOTATIONS.get(role.kind, "Any")
        if default is None and "None" not in annotation and annotation != "Any":
            annotation += " | None"
        parameters.append(Parameter(name, kind, default=default, annotation=annotation))
    return inspect.Signature(parameters, return_annotation=returns or declaration.cls.__name__)


def documentation(declaration: Declaration) -> str:
    """Return the documentation of the class, and a line for each argument with its unit."""
    lines = [inspect.getdoc(declaration.cls) or "", "", "Parameters", "----------"]
    for name, role, _, _ in arguments(declaration.data):
        unit = shown_unit(role)
        lines.append(f"{name} : {role.about or role.kind}{f' [{unit}]' if unit else ''}")
    return "\n".join(lines)


def shown_unit(role: Role) -> str:
    """Return the unit of a role as people write it; both, where it depends on the joint."""
    if role.unit in ("1", "any"):
        return ""
    if role.kind == "six":
        return printed(", ".join(role.unit.split()))
    both = [unit_on(role.unit, {"f": f, "q": q}) for f, q in (("N*m", "rad"), ("N", "m"))]
    return printed(" or ".join(dict.fromkeys(both)))
