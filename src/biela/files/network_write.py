"""Networks of a machine → their part of a machine file.

A component of a library is written by its type and parameters, as it was made; any other sub-network in place. Laws are
called with symbols and written as expressions, as everywhere in machine files.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from biela.base.errors import DescriptionError
from biela.files import law as laws
from biela.files.document import Entry
from biela.files.law import TIME
from biela.mechanism import motion as motions
from biela.mechanism.load.user import takes_time
from biela.mechanism.parameter import ByName, Expression, resolving
from biela.mechanism.port import Attachment, BodyPort, JointPort
from biela.network.context import NetworkSignals
from biela.network.domain import Domain
from biela.network.element import Element, is_function
from biela.network.flat import element_paths, outwards
from biela.network.grammar import ROLES
from biela.network.network import Network
from biela.network.registry import Role, find

PASSED = ("0-junction", "1-junction", "TF", "GY")
"""Kinds of elements from which a chain of bonds goes on: junctions, and elements with two sides."""


def network_entry(attachment: Attachment, at: Callable[[Any], Any], on: Callable[[str, int], Any]) -> Entry:
    """Return one network of a machine, as the data of a file; `at` and `on` name frames and coordinates of joints there."""
    writer = _Writer(attachment.network)
    entry: Entry = {"audit": True} if attachment.network.audit else {}
    if attachment.prefix != f"{attachment.name}/":
        entry["prefix"] = attachment.prefix
    entry |= writer.parts(attachment.network, "")
    if attachment.ports:
        entry["attach"] = {port.name: _where(port, at, on) for port in attachment.ports}
    return entry


def _where(port: Any, at: Callable[[Any], Any], on: Callable[[str, int], Any]) -> Any:
    match port:
        case JointPort():
            place = on(port.joint, port.coordinate)
            return place if len(place) > 1 else place["joint"]
        case BodyPort():
            entry = {"at": at(port.frame)}
            entry |= {} if port.axes == "frame" else {"axes": port.axes}
            return entry | ({} if port.part == "all" else {"part": port.part})
    return {"a": at(port.a), "b": at(port.b)}


class _Writer:
    def __init__(self, network: Network):
        self.paths = element_paths(network)

    def parts(self, network: Network, scope: str) -> Entry:
        """Return components, bonds and ports."""
        components = {name: self.component(name, c, scope) for name, c in network.components.items()}
        ports = {name: _port(port) for name, port in network.exposed.items()}
        entry = {"components": components, "bonds": _chains(network), "ports": ports, "signals": dict(network.published)}
        return {k: v for k, v in entry.items() if v}

    def component(self, name: str, component: Element | Network, scope: str) -> Entry:
        made = component.made_by
        what = f"{scope}{name}"
        if made is not None:
            roles = find(made.type).roles
            values = {k: self.value(v, roles[k], f"{k} of {what!r}", scope) for k, v in made.arguments.items()}
            return {"type": made.type, **values}
        if isinstance(component, Network):
            return {"type": "network", **self.parts(component, f"{what}/")}
        kind = next(c.__name__ for c in type(component).__mro__ if c.__name__ in ROLES)
        roles = find(kind).roles
        given = {key: value for key, value in _given(component).items() if key in roles}
        of = f"of {kind} {what!r}"
        return {"type": kind} | {k: self.value(v, roles[k], f"{k} {of}", scope, component.size) for k, v in given.items()}

    def value(self, x: Any, role: Role, what: str, scope: str, size: int = 1) -> Any:
        """Return a value as its role is written: one method for each kind of role that has a form of its own, as in `reading`."""
        if x is None or isinstance(x, Domain):
            return None if x is None else x.name
        write: Callable[..., Any] = getattr(self, f"write_{role.kind.replace(' ', '_')}", self.write_value)
        return write(x, role, what, scope, size)

    def write_value(self, x: Any, role: Role, what: str, scope: str, size: int) -> Any:
        """Return a number, or a function of time or of signals."""
        if not is_function(x):
            unit = role.unit if role.kind in ("number", "law", "signal") else "any"
            bare = unit in ("any", "1") or unit.startswith("@") or isinstance(x, Expression | str | bool)
            return x if bare else f"{laws.number_text(float(x))} {unit}"
        if motions.is_motion(x):
            from biela.files.write import _motion

            return _motion(x, TIME if role.kind != "law" else role.variables, what)
        return laws.function_text(x, ("t",), what) if takes_time(x) else self.signals(x, what, scope, role)

    def write_record(self, x: Any, role: Role, what: str, scope: str, size: int) -> Any:
        return {k: self.value(v, role.roles[k], f"{k} of {what}", scope) for k, v in _record(x, role).items()}

    def write_records(self, x: Any, role: Role, what: str, scope: str, size: int) -> Any:
        return {str(k): self.write_record(v, role, f"{k} of {what}", scope, size) for k, v in x.items()}

    def write_signals(self, x: Any, role: Role, what: str, scope: str, size: int) -> Any:
        """Return the laws of the network inside the component, which sees the network around it by the same names."""
        return {str(k): self.write_value(v, Role("signal"), f"{k} of {what}", scope, size) for k, v in x.items()}

    def write_rules(self, x: Any, role: Role, what: str, scope: str, size: int) -> Any:
        def law(value: Any) -> Any:
            return self.value(value, Role("signal", "any"), what, scope)

        return [{"when": law(rule.when), "to": law(rule.to), "direction": rule.direction} for rule in x]

    def write_law(self, law: Any, role: Role, what: str, scope: str, size: int) -> Any:
        """Return a law of one variable, and perhaps of signals."""
        if not is_function(law) or motions.is_motion(law):
            return self.write_value(law, role, what, scope, size)
        variable = role.variables[0]

        def write() -> list[list[str]]:
            recorder = _Recorder(self.paths, scope)
            given: tuple[Any, ...] = (recorder[variable],)
            if len(inspect.signature(law).parameters) >= 2:
                given = (recorder[variable], recorder)
            elif role.size == 0 and not _takes(law, variable) and _asks(law, self.paths, scope):
                given = (recorder,)
            return [[recorder.text(lambda: law(*given), what)]]

        return laws.remembered(law, f"law of {variable} {role.size} {_takes(law, variable)}", write)[0][0]

    def write_field_law(self, law: Any, role: Role, what: str, scope: str, size: int) -> Any:
        """Return energy or law of a field."""
        import casadi

        recorder = _Recorder(self.paths, "")
        own = casadi.vertcat(*(recorder[f"{role.variables[0]}_{k + 1}"] for k in range(size)))
        if role.kind == "field energy":
            return recorder.text(lambda: law(own), what)
        return [row[0] for row in recorder.texts(lambda: law(own), what)]

    write_field_energy = write_field_law

    def signals(self, law: Any, what: str, scope: str, role: Role) -> Any:
        """Return a law of signals: one expression, a list, or rows."""

        def write() -> list[list[str]]:
            recorder = _Recorder(self.paths, scope)
            return recorder.texts(lambda: law(recorder), what)

        rows = laws.remembered(law, "signals", write)
        if role.kind == "signal matrix":
            return rows
        return rows[0][0] if len(rows) == 1 else [row[0] for row in rows]


class _Recorder(laws.Recorder, NetworkSignals):
    """Stands for the signals while a law is written down; knows which elements there are."""

    def __init__(self, paths: Mapping[str, Any], scope: str):
        super().__init__()
        self._paths, self._scope = paths, scope

    def _is_element(self, path: str) -> bool:
        return outwards(self._paths, self._scope, path) is not None

    def text(self, law: Callable[[], Any], what: str) -> str:
        """Return the expression of a law of one value."""
        rows = self.texts(law, what)
        if len(rows) != 1 or len(rows[0]) != 1:
            raise DescriptionError(f"{what} returns {len(rows)} numbers: it must return one.")
        return rows[0][0]

    def texts(self, law: Callable[[], Any], what: str) -> list[list[str]]:
        """Return expressions of all that a law returns, by rows."""
        import casadi

        try:
            with resolving(ByName(self.parameter)):
                value = casadi.SX(law())
        except Exception as error:  # a user's function may raise anything
            raise DescriptionError(f"{what} cannot be written as an expression: {error}") from None
        return [[laws.symbolic_text(value[i, k], self.symbols, what) for k in range(value.shape[1])] for i in range(value.shape[0])]


def _takes(law: Any, variable: str) -> bool:
    """Return whether a function names its argument as the variable, or in short."""
    names = list(inspect.signature(law).parameters)
    return bool(names) and names[0] in (variable, variable[0], "x", "_")


def _asks(law: Any, paths: Mapping[str, Any], scope: str) -> bool:
    """Return whether a function of one argument reads signals."""
    recorder = _Recorder(paths, scope)
    try:
        with resolving(ByName(recorder.parameter)):
            law(recorder)
    except Exception:  # it does arithmetic with its argument
        return False
    return True


def _given(element: Element) -> Entry:
    """Return values of an element that are not the defaults, nor follow from others."""
    found: Entry = {}
    for f in fields(element):
        value = getattr(element, f.name)
        default = value is None or value is f.default or (isinstance(value, int | float | str) and value == f.default)
        if not default and f.name not in element.implied:
            found[f.name] = value
    return found


def _record(x: Any, role: Role) -> Mapping[str, Any]:
    """Return fields of an object that its role knows and that are not the defaults; others of its family may have more of them."""
    defaults = {f.name: f.default for f in fields(x)}
    known = {k: getattr(x, k, None) for k in role.roles}
    return {k: value for k, value in known.items() if value is not defaults.get(k)}


def _chains(network: Network) -> list[Any]:
    """Return bonds as they were given, those that follow each other in one chain."""
    passed = {name for name, c in network.components.items() if isinstance(c, Element) and c.kind in PASSED}
    out: list[Any] = []
    for tail, head, activated in network.said:
        if activated:
            out.append({"bond": [tail, head], "activated": activated})
        elif tail in passed and out and isinstance(out[-1], list) and out[-1][-1] == tail:
            out[-1].append(head)
        else:
            out.append([tail, head])
    return out


def _port(port: Any) -> Any:
    to = list(port.said) if len(port.said) != 1 else port.said[0]
    return to if port.required else {"to": to, "required": False}
