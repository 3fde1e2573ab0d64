"""From a network of networks to a flat graph of scalar bonds, checked.

Vector elements become one scalar element for each component. Every end is known by the path of its element,
`car/engine/shaft`, and every error names that path.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, fields
from typing import TYPE_CHECKING, Any, TypeVar

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError, DuplicateName
from biela.base.locks import cached_property
from biela.network.domain import NEUTRAL, Domain
from biela.network.element import Command, Element, One, Se, Sensor, Sf, TwoPort, Wish, Zero
from biela.network.network import End, Network, copies

if TYPE_CHECKING:
    from biela.network.causality import Causality
    from biela.network.variables import Variables

TAIL, HEAD = 0, 1
T = TypeVar("T")


@dataclass(eq=False)
class Node:
    """Scalar element (or field) at its place in the graph.

    bonds : index of the bond at each port; of a junction, all its bonds; −1 while free
    ends : which end of that bond is here, TAIL or HEAD
    """

    path: str
    element: Element
    component: int  # which copy of a vector element
    bonds: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    @property
    def is_junction(self) -> bool:
        return isinstance(self.element, Zero | One)

    @property
    def stores(self) -> bool:
        """True for a storage: I, C or a field of them."""
        return self.element.integral is not None

    @property
    def kind(self) -> str:
        return self.element.kind

    @property
    def scope(self) -> str:
        """Path of the network it is in, with a slash; empty at the top."""
        return self.path.rpartition("/")[0] + "/" if "/" in self.path else ""

    def __repr__(self) -> str:
        return f"{self.kind} {self.path!r}"


@dataclass(eq=False)
class Bond:
    """Scalar bond; its half arrow points from tail to head. `effort_by` is the end that computes the effort."""

    tail: Node
    head: Node
    domain: Domain = NEUTRAL
    effort_by: int | None = None

    def node(self, end: int) -> Node:
        return self.tail if end == TAIL else self.head

    def __repr__(self) -> str:
        return f"{self.tail.path} → {self.head.path}"


@dataclass(frozen=True, eq=False)
class OutsidePort(Element):
    """Outside of the network at an exposed port: it gives a flow and takes the effort."""

    kind = "port"
    accounted = 1.0
    wish = Wish(False, True, 0)  # type: ignore[assignment]

    def define(self, w: Variables, node: Node) -> None:
        w.put(w.port(node)[1], w.context.flows[node.path], node.path)


@dataclass
class Graph:
    """All scalar elements and bonds of a network."""

    name: str
    nodes: list[Node]
    bonds: list[Bond]
    ports: dict[str, list[Node]] = field(default_factory=dict)  # exposed port → its `OutsidePort` nodes
    audit: bool = False
    published: dict[str, tuple[str, str]] = field(default_factory=dict)  # name → (scope, what it stands for)

    @cached_property
    def by_path(self) -> dict[str, Node]:
        return {node.path: node for node in self.nodes}

    def inputs(self) -> dict[str, str]:
        """Return path → unit of sources without a value, and of commands."""

        def unit(node: Node) -> str:
            if isinstance(node.element, Command):
                return node.element.unit
            return self.bonds[node.bonds[0]].domain.unit("effort" if node.kind == "Se" else "flow")

        return {node.path: unit(node) for node in self.nodes if node.element.is_input}

    def find(self, scope: str, path: str) -> Node | None:
        """Return an element by its path, as seen from inside a network: there first, then in those around it."""
        return outwards(self.by_path, scope, path)

    def stands_for(self, name: str) -> str:
        """Return the signal of an element that a published name stands for."""
        while name in self.published:
            scope, target = self.published[name]
            path, _, quantity = target.rpartition(".")
            node = self.find(scope, path)
            name = f"{node.path}.{quantity}" if node is not None else scope + target
        return name

    @cached_property
    def causality(self) -> Causality:
        """Computational causality of every bond; see `biela.network.causality`."""
        from biela.network.causality import assign

        return assign(self)

    def text(self, text: Callable[[Any], str]) -> str:
        """Return all that shapes the equations as text, for the cache of kernels; `text` writes an element with its laws."""
        places = {id(node): k for k, node in enumerate(self.nodes)}
        elements = {id(n.element): n.element for n in self.nodes}
        written = {key: _element_text(element, text) for key, element in elements.items()}
        nodes = [f"{n.path} {n.component} {n.bonds} {n.ends} {written[id(n.element)]}" for n in self.nodes]
        bonds = [f"{places[id(b.tail)]} {places[id(b.head)]} {text(b.domain)}" for b in self.bonds]
        ports = [f"{name} {[node.path for node in nodes]}" for name, nodes in self.ports.items()]
        return "\n".join([f"{self.name} {self.audit} {self.published}", *nodes, *bonds, *ports])


def outwards(table: Mapping[str, T], scope: str, name: str) -> T | None:
    """Return an entry by its name in a network, else in the networks around it."""
    while True:
        found = table.get(scope + name)
        if found is not None or not scope:
            return found
        scope = scope.rstrip("/").rpartition("/")[0]
        scope += "/" if scope else ""


def _element_text(element: Element, text: Callable[[Any], str]) -> str:
    """Return an element with its laws as text. What cannot be written is like nothing else, so that no cache finds it."""
    kind = type(element)
    try:
        if kind.__module__.startswith("biela."):
            # a start does not shape the equations
            inside = (f"{f.name}={text(getattr(element, f.name))}" for f in fields(element) if f.name != "initial")
            return f"{kind.__module__}.{kind.__qualname__}({','.join(inside)})"
    except DescriptionError:  # the equations say what is wrong with a law
        pass
    return f"{kind.__qualname__} {os.urandom(16).hex()}"


def flatten(network: Network, connected: Mapping[str, Sequence[str]] | None = None) -> Graph:
    """Return the flat graph; `connected` are the exposed ports that something outside is connected to, with its domains."""
    nodes: dict[str, Node] = {}
    ends: list[tuple[End, End, Any]] = []
    _collect(network, "", nodes, ends)
    graph = Graph(network.name, [], [], {}, network.audit)
    for port, domains in (connected or {}).items():
        outside = []
        for k, end in enumerate(network.exposed[port].ends):
            name = port if len(network.exposed[port].ends) == 1 else f"{port}_{k + 1}"
            node = Node(f"port {name}", OutsidePort(name, domain=domains[k]), 0, [-1], [HEAD])
            nodes[node.path] = node
            outside.append(node)
            ends.append((end, End(node.path, 0), None))
        graph.ports[port] = outside
    for tail, head, activated in ends:
        if activated:
            _activated(graph, nodes, tail, head, activated)
        else:
            _bond(graph, nodes, tail, head)
    graph.nodes = list(nodes.values())
    for prefix, inner in _all_networks(network):  # `boom.extension`; of the outermost network, `extension`
        for name, target in inner.published.items():
            graph.published[f"{prefix[:-1]}.{name}" if prefix else name] = (prefix, target)
    _refuse_loose_ends(network, graph)
    _spread_domains(graph)
    return graph


def _all_networks(network: Network, prefix: str = "") -> Iterator[tuple[str, Network]]:
    """Yield a network and all inside it, each with the prefix of the paths in it."""
    yield prefix, network
    for name, component in network.components.items():
        if isinstance(component, Network):
            yield from _all_networks(component, f"{prefix}{name}/")


def _collect(network: Network, prefix: str, nodes: dict[str, Node], ends: list[tuple[End, End, Any]]) -> None:
    for name, component in network.components.items():
        if isinstance(component, Network):
            _collect(component, f"{prefix}{name}/", nodes, ends)
            continue
        for k, copy in enumerate(copies(component)):
            path = f"{prefix}{copy}"
            if path in nodes:
                raise DuplicateName(f"{path!r} is the name of two elements: a component of {name!r} and another. Rename one.")
            free = 0 if isinstance(component, Zero | One) else len(component.port_domains())
            nodes[path] = Node(path, component, k, [-1] * free, [HEAD] * free)
    for tail, head, activated in network.bonds:
        ends.append((End(prefix + tail.path, tail.port), End(prefix + head.path, head.port), activated))


def element_paths(network: Network) -> dict[str, Node]:
    """Return all scalar elements of a network, complete or not, by path."""
    nodes: dict[str, Node] = {}
    _collect(network, "", nodes, [])
    return nodes


def _bond(graph: Graph, nodes: dict[str, Node], tail: End, head: End) -> None:
    bond = Bond(nodes[tail.path], nodes[head.path])
    index = len(graph.bonds)
    graph.bonds.append(bond)
    for end, which in ((tail, TAIL), (head, HEAD)):
        node = nodes[end.path]
        if end.port is None:
            node.bonds.append(index)
            node.ends.append(which)
        elif node.bonds[end.port] >= 0:
            both = f"{graph.bonds[node.bonds[end.port]]} and {bond}"
            raise DescriptionError(
                f"{_port_name(node, end.port)} carries two bonds, {both}: put a 0- or 1-junction where they meet."
            )
        else:
            node.bonds[end.port] = index
            node.ends[end.port] = which


def _activated(graph: Graph, nodes: dict[str, Node], tail: End, head: End, activated: str) -> None:
    """Add a sensor at the tail, and a source at the head that repeats what it measures."""
    label = f"activated_{len(nodes)}"
    sensor = Node(label, Sensor(label, activated), 0, [-1], [HEAD])  # type: ignore[arg-type]
    source = (Se if activated == "effort" else Sf)(f"{label}_out", lambda s: s[f"{label}.value"])
    out = Node(f"{label}_out", source, 0, [-1], [TAIL])
    nodes[sensor.path], nodes[out.path] = sensor, out
    _bond(graph, nodes, tail, End(sensor.path, 0))
    _bond(graph, nodes, End(out.path, 0), head)


def _port_name(node: Node, port: int) -> str:
    return f"port {node.element.ports[port]!r} of {node!r}" if isinstance(node.element, TwoPort) else repr(node)


def _refuse_loose_ends(network: Network, graph: Graph) -> None:
    ports = ((prefix, port) for prefix, inner in _all_networks(network) for port in inner.exposed.values())
    exposed = {prefix + end.path for prefix, port in ports for end in port.ends if end.port is None}  # one bond is enough
    for node in graph.nodes:
        if node.is_junction:
            if len(node.bonds) < 2 and not (node.path in exposed and node.bonds):
                count = "no bond" if not node.bonds else "one bond"
                raise DescriptionError(f"{node!r} has {count}: a junction joins two bonds at least. Connect it, or leave it out.")
            continue
        for port, bond in enumerate(node.bonds):
            if bond < 0:
                _refuse_dangling(network, node, port)
    for prefix, inner in _all_networks(network):
        _refuse_unconnected(inner, prefix)
    if not graph.nodes:
        raise DescriptionError(f"network {network.name!r} is empty: add elements.")


def _refuse_dangling(network: Network, node: Node, port: int) -> None:
    for name, exposed in network.exposed.items():
        if End(node.path, port) in exposed.ends:
            how = f"connect it from the network around it, or to a machine with m.attach(net, {{{name!r}: …}})"
            raise DescriptionError(f"port {name!r} of network {network.name!r} (at {node!r}) is not connected: {how}.")
    owner = _owner(network, node.path, port)
    if owner is not None:
        raise DescriptionError(f"required port {owner!r} (at {node!r}) is not connected: connect it in {network.name!r}.")
    raise DescriptionError(f"{_port_name(node, port)} dangles: it has no bond. Connect it, or leave the element out.")


def _owner(network: Network, path: str, port: int | None, prefix: str = "") -> str | None:
    """Return `sub.port` of the innermost sub-network that exposes an end."""
    name, _, rest = path.partition("/")
    component = network.components.get(name)
    if not rest or not isinstance(component, Network):
        return None
    deeper = _owner(component, rest, port, f"{prefix}{name}/")
    if deeper is not None:
        return deeper
    labels = (label for label, exposed in component.exposed.items() if End(rest, port) in exposed.ends)
    return next((f"{prefix}{name}.{label}" for label in labels), None)


def _refuse_unconnected(network: Network, prefix: str) -> None:
    """Refuse required ports of sub-networks that expose junctions and have no bond from outside."""
    from_outside = {side.path for tail, head, _ in network.bonds for side in (tail, head)}
    passed_on = {end.path for port in network.exposed.values() for end in port.ends}
    for name, component in network.components.items():
        if not isinstance(component, Network):
            continue
        for label, exposed in component.exposed.items():
            targets = {f"{name}/{end.path}" for end in exposed.ends}
            missing = sorted(targets - from_outside - passed_on)
            if exposed.required and missing:
                port = f"required port '{prefix}{name}.{label}' (at {prefix}{missing[0]})"
                raise DescriptionError(f"{port} is not connected: connect it in {network.name!r}, or expose it further.")


def _spread_domains(graph: Graph) -> None:
    """Give every bond the domain of what it is tied to, through junctions; two different ones are refused."""
    junctions = [node for node in graph.nodes if node.is_junction]
    group = joined(len(graph.bonds), ((node.bonds[0], other) for node in junctions for other in node.bonds[1:]))
    known: dict[int, tuple[Domain, Node]] = {}
    for node in graph.nodes:
        domains = node.element.port_domains() if not node.is_junction else (node.element.domain,)
        for wanted, bond in zip(domains, node.bonds, strict=False):
            if wanted is None:
                continue
            assert isinstance(wanted, Domain)
            found, by = known.setdefault(group[bond], (wanted, node))
            if found != wanted:
                one, other = (f"{d.name} [{d.effort}, {d.flow}]" for d in (wanted, found))
                raise DescriptionError(
                    f"{node!r} is {one} but is connected to {by!r}, which is {other}. Put a transformer or gyrator between them."
                )
    for i, own in enumerate(graph.bonds):
        own.domain = known[group[i]][0] if group[i] in known else NEUTRAL


def joined(n: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Return the group that each of n things belongs to, where pairs belong together."""
    parent = list(range(n))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for a, b in pairs:
        parent[root(b)] = root(a)
    return [root(i) for i in range(n)]


def port_beside(graph: Graph, node: Node) -> Node | None:
    """Return the port on the outside that shares the 1-junction a sensor is at, whose flow it measures."""
    bond = graph.bonds[node.bonds[0]]
    junction = bond.tail if bond.head is node else bond.head
    if not isinstance(junction.element, One):
        return None
    beside = (graph.bonds[i].node(1 - end) for i, end in zip(junction.bonds, junction.ends, strict=True))
    return next((node for node in beside if isinstance(node.element, OutsidePort)), None)
