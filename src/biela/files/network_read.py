"""The networks of a machine file → networks attached to the machine; every problem noted at its line."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

from biela.base.errors import BielaError, DescriptionError, UnknownName, nearest
from biela.element.role import data_of, place
from biela.files import network_schema as schema
from biela.files.document import Entry, Path_
from biela.files.expression import UnitValue
from biela.files.reading import Reader
from biela.files.values import Failed
from biela.mechanism.port import BodyPort
from biela.network.domain import DOMAINS
from biela.network.grammar import ALIASES, unit
from biela.network.network import Network
from biela.network.registry import Component, components, find


class NetworkReader:
    """Builds and attaches the networks of a file."""

    def __init__(self, values: Reader):
        self.values, self.document, self.refuse = values, values.document, values.refuse
        self.own: Entry = {}  # components of the file
        self.building: list[str] = []

    def run(self) -> None:
        """Read all networks."""
        for name, entry in self.values.section("components").items():
            model = self.validated(schema.OwnComponent, entry, ("components", name))
            new = name not in components() and name != "network" and name.isidentifier()
            if model is not None and not new:
                self.document.blame(("components", name), f"{name!r} cannot name a component of the file: choose a new word.", "")
            if model is not None and new:
                self.own[name] = model
            else:
                self.values.broken.add(name)
        for name, entry in self.values.section("networks").items():
            self.values.attempt(("networks", name), lambda: self.attach(name, entry), name)

    def validated(self, cls: Any, entry: Any, path: Path_) -> Any:
        """Return an entry with all its keys, checked; None with its problems noted."""
        given = self.values.entry(data_of(cls), entry, path)
        if given is None:
            return None
        empty = {"bonds": [], "audit": False, "prefix": None}
        return SimpleNamespace(**{d.key: given.get(d.key, empty.get(d.key, {})) for d in data_of(cls)})

    def attach(self, name: str, entry: Any) -> None:
        """Read and attach one network of the machine."""
        path: Path_ = ("networks", name)
        model = self.values.needed(self.validated(schema.NetworkFile, entry, path))
        network = self.network(name, model, path, model.audit)
        ports = list(model.attach)
        places = Reader.several(ports, lambda i: self.where((*path, "attach", ports[i]), ports[i], model.attach[ports[i]]))
        try:
            self.values.m.attach(network, dict(zip(ports, places, strict=True)), prefix=model.prefix)
        except BielaError as error:
            raise self.refuse(self.culprit(path, str(error)), str(error), "") from None

    def network(self, name: str, model: Any, path: Path_, audit: bool = False) -> Network:
        """Return components, bonds, ports. All are tried before one fails."""
        network = Network(name, audit=audit)
        broken: set[str] = set()
        for own, entry in model.components.items():
            here = (*path, "components", own)
            made = self.values.attempt(here, lambda: self.component(own, entry, here))
            if made is None or self.values.attempt(here, lambda: network.add(made, name=own)) is None:
                broken.add(own)

        def usable(ends: list[str]) -> bool:
            return not any(end.partition(".")[0] in broken for end in ends)

        count = len(self.document.problems)
        for i, bond in enumerate(model.bonds):
            chain, activated = (bond["bond"], bond.get("activated")) if isinstance(bond, dict) else (bond, None)
            if usable(chain):
                self.values.attempt((*path, "bonds", i), lambda: network.connect(*chain, activated=activated))
        for port, about in model.ports.items():
            to = about["to"] if isinstance(about, dict) else about
            ends = to if isinstance(to, list) else [to]
            required = about.get("required", True) if isinstance(about, dict) else True
            if usable(ends):
                self.values.attempt((*path, "ports", port), lambda: network.expose(port, *ends, required=required))
        for own, source in model.signals.items():
            if usable([source]):
                self.values.attempt((*path, "signals", own), lambda: network.publish(own, source))
        if broken or len(self.document.problems) > count:
            raise Failed
        return network

    def component(self, name: str, entry: Any, path: Path_) -> Any:
        """Return one component: an element, one of a library, one of the file, or a network in place."""
        if not isinstance(entry, dict) or "type" not in entry:
            raise self.refuse(path, f"{name!r} needs a type and what belongs to it: {{type: C, capacity: 0.02}}.")
        kind = str(entry["type"])
        if kind == "network":
            return self.network(name, self.values.needed(self.validated(schema.InPlace, entry, path)), path)
        if kind in self.values.broken:
            raise Failed
        if kind in self.own:
            return self.own_component(name, kind, entry, path)
        try:
            known = find(kind)
        except UnknownName:
            words = [*components(), *self.own, "network"]
            raise self.refuse((*path, "type"), f"{kind!r} is not a type of component.{nearest(kind, words)}") from None
        return self.library_component(name, known, entry, path)

    def library_component(self, name: str, known: Component, entry: Entry, path: Path_) -> Any:
        count = len(self.document.problems)
        self.known_keys(path, entry, known)
        domain = DOMAINS.get(str(entry.get("domain")))
        size = next((len(entry[key]) for key in ("law", "matrix", "initial") if isinstance(entry.get(key), list)), 1)
        size = max(1, entry["size"]) if isinstance(entry.get("size"), int) else size  # of a field, as far as it is known here
        arguments: Entry = {}
        for key in (k for k in entry if k in known.roles):
            place, role = (*path, key), known.roles[key]
            if entry[key] is None:  # none of it, where there would be one by default
                arguments[key] = None
                continue
            value = self.values.attempt(place, lambda: self.values.read(place, entry[key], role, unit(role, domain), size))
            if value is not None:
                arguments[key] = value
        waits = any(k in known.roles and k not in arguments for k in entry)  # a value failed, as what it needs is broken
        if len(self.document.problems) > count or waits:
            raise Failed
        self._complete(known, entry, arguments)
        return known.build(name, **arguments)

    def known_keys(self, path: Path_, entry: Any, known: Component) -> None:
        """Note keys that are not known, and those that are missing."""
        for key in entry:
            if key not in known.roles and key != "type":
                self.document.blame((*path, key), f"{key!r} is not a key here.{nearest(str(key), list(known.roles))}", "")
        for key in known.required:
            if entry.get(key) is None:
                self.document.blame(path, f"{key!r} is missing: it has no default.", "")

    @staticmethod
    def _complete(known: Component, entry: Entry, arguments: Entry) -> None:
        """Add sizes that follow from the lists in the file."""
        kind = ALIASES.get(known.type, known.type)
        listed = {"Integrator": "rate", "IField": "law", "CField": "law", "RField": "law", "Se": "value", "Sf": "value"}
        key = listed.get(kind, "")
        if isinstance(entry.get(key), list) and "size" not in arguments:
            arguments["size"] = len(entry[key])
        if kind == "MatrixTF" and callable(arguments.get("matrix")) and "shape" not in arguments:
            rows = entry["matrix"]
            arguments["shape"] = (len(rows), len(rows[0]))

    def own_component(self, name: str, kind: str, entry: Entry, path: Path_) -> Network:
        """Return a component of the file, with its parameters."""
        if kind in self.building:
            raise self.refuse((*path, "type"), f"{kind!r} contains itself: {' → '.join([*self.building, kind])}.")
        model, count = self.own[kind], len(self.document.problems)
        for key in entry:
            if key != "type" and key not in model.parameters:
                known = nearest(key, list(model.parameters))
                self.document.blame((*path, key), f"component {kind!r} has no parameter {key!r}.{known}", "")
        found: dict[str, UnitValue] = {}
        for key, default in model.parameters.items():
            given = entry.get(key, default)
            place = (*path, key) if key in entry else ("components", kind, "parameters", key)
            if given is None:
                self.document.blame(path, f"{key!r} is missing: component {kind!r} has no default for it.", "")
                continue
            quantity = self.values.attempt(place, lambda: self.values.quantity_of(place, self.values.node(place, given)))
            if quantity is not None:
                found[key] = UnitValue(quantity.value, None) if quantity.bare else quantity
        if len(self.document.problems) > count or len(found) < len(model.parameters):
            raise Failed
        self.building.append(kind)
        try:
            with self.values.scope(found):
                return self.network(name, model, ("components", kind))
        finally:
            self.building.pop()

    def where(self, path: Path_, port: str, at: Any) -> Any:
        """Return joint, line or frame of the machine."""
        v = self.values
        if isinstance(at, str):
            if at in v.broken:
                raise Failed
            if at in v.m.joints:
                return at
            if at.partition(".")[0] in ("ground", *v.section("bodies")):
                return v.read(path, at, place())
            known = nearest(at, [*v.m.joints, *v.section("bodies")])
            raise self.refuse(path, f"no joint or body {at!r} to attach the port to.{known}")
        if "joint" in at:
            if at["joint"] in v.broken:
                raise Failed
            if at["joint"] not in v.m.joints:
                raise self.refuse((*path, "joint"), f"no joint {at['joint']!r}.{nearest(str(at['joint']), list(v.m.joints))}")
            return (at["joint"], at["coordinate"]) if "coordinate" in at else at["joint"]
        if "at" in at:
            return BodyPort(port, v.read((*path, "at"), at["at"], place()), at.get("axes", "frame"), at.get("part", "all"))
        return tuple(Reader.several(["a", "b"], lambda i: v.read((*path, "ab"[i]), at["ab"[i]], place())))

    def culprit(self, path: Path_, message: str) -> Path_:
        """Return the place in the file of the first component that a message names; the network's if there is none."""
        for quoted in re.findall(r"'([^']+)'", message):
            here, data = path, self.document.data["networks"][path[1]]
            for step in quoted.split("/"):
                step = step.partition(".")[0]
                inside = data.get("components") if isinstance(data, dict) else None
                step = step if isinstance(inside, dict) and step in inside else step.rpartition("_")[0]  # of a vector
                if not isinstance(inside, dict) or step not in inside:
                    break
                here, data = (*here, "components", step), inside[step]
            if here != path:
                return here
        return path


def derive(values: Reader, reader: NetworkReader) -> None:
    """Derive causality, equations and laws of all networks of a complete machine; what is wrong is noted with its line."""
    from biela.equations.machine import AttachedNetwork, attached

    store = []
    for attachment in values.m.networks.values():
        path: Path_ = ("networks", attachment.name)
        try:
            store.append(AttachedNetwork(values.m, attachment))
        except (DescriptionError, UnknownName) as error:
            values.document.blame(reader.culprit(path, str(error)), str(error), "")
    if store and not values.document.problems:
        attached.put(values.m, store)
        outside = {name for one in store for name in one.asked}  # signals of the machine: checked with all others
        values.used_signals += [(path, name) for path, name in values.named if name in outside]
        _start_states(values)


def _start_states(values: Reader) -> None:
    """Blame initial states of the file that do not exist."""
    from biela.equations.machine import attached

    start = values.data.get("start") or {}
    known = {
        f"{a.prefix}{name}": s for a in attached(values.m) for s in a.equations.states for name in (s.path, s.name)
        if s.initial is not None
    }  # fmt: skip
    for name in (start.get("states") or {}) if isinstance(start, dict) else ():
        if name not in known:
            said = f"no state {name!r} of a network.{nearest(name, sorted(known))}"
            values.document.blame(("start", "states", name), said)
