"""Components by name: what a machine file calls `type: electric.dc_motor`, and how each of its parameters is written.

    @component("hydraulic.cylinder", bore="m", stroke="m", leakage=law("pressure", "m^3/s/Pa"))
    def cylinder(name, *, bore, stroke, leakage=0.0) -> Network: …

The decorator registers the function under the name. Numbers among its arguments are checked before it is called: they must be
finite, and keep the bounds of their roles (`bore="m > 0"`). What it builds remembers the name and the arguments (`made_by`), so
that it is written the same way again. Roles are those of `biela.element.role`; a unit alone is a number.

Parameters without a role are taken by their defaults: true and false, whole numbers and words as they are, the rest as
numbers in any unit. A type `library.thing` is looked for in the module `biela.network.library`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, TypeVar

from biela.base.checked import shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, DuplicateName, UnknownName, nearest

from biela.element.role import (  # isort: skip
    Datum, Role, as_role, assuming, choice, count, data, data_of, data_of_signature, flag, law, matrix, number, numbers, points,
    record, rotation, signal, text,
)  # fmt: skip
from biela.element.uses import allow
from biela.lie.array import Operand
from biela.mechanism.parameter import Expression, scalar

LIBRARIES = ("translation", "rotation", "electric", "hydraulic", "control", "spatial", "fmi")
"""Modules of `biela.network` that register components."""


@dataclass(frozen=True)
class Component:
    """Registered component.

    type : its name in files
    build : (name, **parameters) → element or network
    data : its parameters, each with its role
    about : the first line of its documentation
    """

    type: str
    build: Callable[..., Any]
    data: tuple[Datum, ...]
    about: str

    @property
    def roles(self) -> dict[str, Role]:
        """Parameter → how it is written."""
        return {d.key: d.role for d in self.data}

    @property
    def required(self) -> tuple[str, ...]:
        """Parameters without a default."""
        return tuple(d.key for d in self.data if d.required)


@dataclass(frozen=True)
class MadeBy:
    """Origin of an element or network: the type of a component, and the arguments that were given."""

    type: str
    arguments: Mapping[str, Any]


_COMPONENTS: dict[str, Component] = {}
F = TypeVar("F", bound=Callable[..., Any])


def component(type: str, noun: str = "", runs: str = "", /, **roles: str | Role) -> Callable[[F], F]:
    """Register the function below as a component; see the head of this file. `noun` is what errors call it, the last word of
    the type if omitted. `runs` is the argument that names a file whose code a run executes: a call in Python allows it, the
    same component in a machine file does not."""

    def register(build: F) -> F:
        signature = inspect.signature(build)
        parameters = signature.parameters

        @functools.wraps(build)
        def remembering(*args: Any, **kwargs: Any) -> Operand:
            try:
                given = dict(signature.bind(*args, **kwargs).arguments)
            except TypeError:
                return build(*args, **kwargs)  # which says what is wrong
            own = given.pop("name", parameters["name"].default)
            what = f"{noun or type.rpartition('.')[2].replace('_', ' ')} {shown(own)}"
            _check(known.data, given, what)
            try:
                made = build(*args, **kwargs)
            except (TypeError, ValueError, ArithmeticError) as error:
                for d in known.data:  # some can use None in place of a number, others cannot
                    if d.key in given and given[d.key] is None and d.default is not None:
                        label = d.role.label or f"{d.key.replace('_', ' ')} of {what}"
                        raise DescriptionError(f"{label} is None: give a number, or leave it out.") from error
                raise
            remember(made, MadeBy(type, {k: v for k, v in given.items() if v is not parameters[k].default}))
            return made

        @functools.wraps(build)
        def allowing(*args: Any, **kwargs: Any) -> Operand:
            made = remembering(*args, **kwargs)
            allow(made.made_by.arguments[runs])
            return made

        known = enter(type, remembering, roles, signature)
        return allowing if runs else remembering  # type: ignore[return-value]

    return register


class CheckedRecord:
    """Object that components are given, a fluid or a spool: a dataclass whose fields say their roles (see `data`). Its
    numbers are checked as those of components are; `noun` is what errors call it."""

    noun: ClassVar[str] = ""

    def __post_init__(self) -> None:
        _check(data_of(self), vars(self), self.noun)


def _check(data: Iterable[Datum], given: Mapping[str, Any], what: str) -> None:
    """Refuse numbers that are not finite, or beyond their bounds, and objects of another class; what changes in a run is free."""
    for d in data:
        x, kind = given.get(d.key), d.role.kind
        if x is None and not (d.key in given and kind in ("number", "record") and d.required):
            continue
        label = d.role.label or d.key.replace("_", " ")
        label = label if what in label else f"{label} of {what}"
        if kind == "record" and isinstance(d.role.build, type) and not isinstance(x, d.role.build):
            raise DescriptionError(f"{label} is {shown(x)}: give {d.role.build.__name__}(…).")
        if kind == "number" or (kind in ("signal", "law") and not _changes(x)):
            scalar(x, label, **({d.role.bound: True} if d.role.bound else {}))


def _changes(x: Operand) -> bool:
    """Return True for a value that follows time or signals: a function, or the name of a signal."""
    return (callable(x) and not isinstance(x, Expression | type)) or isinstance(x, str)


def enter(type: str, build: Callable[..., Any], roles: Mapping[str, str | Role], signature: inspect.Signature) -> Component:
    """Enter a component into the table."""
    known = _COMPONENTS.get(type)
    if known is not None and getattr(known.build, "__module__", "") != getattr(build, "__module__", ""):
        raise DuplicateName(f"component {type!r} is registered twice: choose another name.")
    parameters = {n: p for n, p in signature.parameters.items() if n != "name"}
    table = {n: as_role(roles[n]) if n in roles else _by_default(p.default) for n, p in parameters.items()}
    for name in roles:
        if name not in parameters:
            raise UnknownName(f"component {type!r} has no parameter {name!r}.{nearest(name, list(parameters))}")
    about = (inspect.getdoc(build) or "").partition("\n")[0]
    _COMPONENTS[type] = Component(type, build, data_of_signature(signature, table), about)
    return _COMPONENTS[type]


def _by_default(default: Any) -> Role:
    made = {bool: flag, int: count, str: text}.get(type(default))
    return number("any") if made is None else made()


def remember(made: Any, by: MadeBy | None) -> None:
    """Note on an element or network what it was made by."""
    object.__setattr__(made, "made_by", by)


def find(type: str) -> Component:
    """Return a component by its type; its library is loaded if need be."""
    _load(type.partition(".")[0])
    if type not in _COMPONENTS:
        raise UnknownName(f"no component {type!r}.{nearest(type, list(components()))}")
    return _COMPONENTS[type]


def components() -> dict[str, Component]:
    """Return all components of all libraries, by type."""
    for library in LIBRARIES:
        _load(library)
    return dict(_COMPONENTS)


def _load(library: str) -> None:
    import_module("biela.network.grammar")
    if library in LIBRARIES and find_spec(f"biela.network.{library}") is not None:
        import_module(f"biela.network.{library}")


__all__ = [
    "CheckedRecord", "Component", "MadeBy", "Role", "assuming", "choice", "component", "components", "count", "data", "find",
    "flag", "law", "matrix", "number", "numbers", "points", "record", "remember", "rotation", "signal", "text",
]  # fmt: skip
