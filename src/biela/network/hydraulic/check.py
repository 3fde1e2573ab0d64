"""Circuits that cannot work, found in the graph before anything is computed."""

from __future__ import annotations

from biela.errors import DescriptionError
from biela.mechanism.parameter import nominal
from biela.network.domain import HYDRAULIC
from biela.network.element import TF, Compression, MatrixTF, R, Se, Sf, Storage, is_function
from biela.network.flat import HEAD, Graph, Node, Outside
from biela.network.hydraulic.cylinder import Outward


def check_circuit(graph: Graph) -> None:
    """Refuse mechanical ports connected the wrong way, pumps without a way to a tank, joined volumes that disagree."""
    for node in graph.nodes:
        if isinstance(node.element, Outward):
            _outward(graph, node)
        elif isinstance(node.element, Sf) and _is_hydraulic(graph, node) and _keeps_delivering(node):
            _way_out(graph, node)
    _agreeing_volumes(graph)


def _is_hydraulic(graph: Graph, node: Node) -> bool:
    return bool(node.bonds) and graph.bonds[node.bonds[0]].domain is HYDRAULIC


def _keeps_delivering(node: Node) -> bool:
    """A flow that may change is left to the run, which warns of a pressure that runs away."""
    value = getattr(node.element, "value", None)
    return value is not None and not is_function(value) and nominal(value) != 0


def _component(node: Node) -> str:
    """The component an element is in, or the element itself."""
    return node.scope[:-1] or node.path


def _outward(graph: Graph, node: Node) -> None:
    """Bonds between a mechanical port and other components must leave it, or forces would act the wrong way."""
    for i, end in zip(node.bonds, node.ends, strict=True):
        other = graph.bonds[i].node(1 - end)
        if end == HEAD and other.scope != node.scope:
            name = "rod" if graph.bonds[i].domain.name == "translation" else "shaft"
            raise DescriptionError(
                f"the {name} of {_component(node)!r} is the head of the bond from {other.path!r}: it gives power, so connect it "
                f'the other way round, connect("{_component(node)}.{name}", …).'
            )


def _way_out(graph: Graph, pump: Node) -> None:
    """From a pump through lines and restrictions to a tank, a machine or a port; volumes alone only fill up."""
    seen, queue, volumes = {id(pump)}, [pump], []
    while queue:
        node = queue.pop()
        for i, end in zip(node.bonds, node.ends, strict=True):
            other = graph.bonds[i].node(1 - end)
            if id(other) in seen:
                continue
            seen.add(id(other))
            if isinstance(other.element, Se | TF | MatrixTF | Outside):
                return
            if isinstance(other.element, R) and node.kind == "0-junction":  # from the line to the surroundings
                return
            if isinstance(other.element, Compression):
                volumes.append(other)
            elif isinstance(other.element, Storage):  # an open tank, whose level rises
                return
            if other.is_junction:
                queue.append(other)
    names = ", ".join(repr(_component(v)) for v in volumes)
    raise DescriptionError(
        f"pump {_component(pump)!r} delivers {nominal(getattr(pump.element, 'value', 0)):g} m³/s into {names or 'nothing'}, "
        "which has no way to a tank: the pressure would rise without end. Connect a relief valve to a tank, or a consumer."
    )


def _agreeing_volumes(graph: Graph) -> None:
    """Volumes joined without a restriction have one pressure: they must start from it."""
    parent = {id(n): id(n) for n in graph.nodes}

    def root(k: int) -> int:
        while parent[k] != k:
            k = parent[k]
        return k

    for bond in graph.bonds:
        if bond.tail.kind == bond.head.kind == "0-junction":
            parent[root(id(bond.tail))] = root(id(bond.head))
    first: dict[int, Node] = {}
    for node in graph.nodes:
        if not isinstance(node.element, Compression) or not _is_hydraulic(graph, node):
            continue
        bond = graph.bonds[node.bonds[0]]
        line = root(id(bond.tail if bond.head is node else bond.head))
        other = first.setdefault(line, node)
        a, b = (float(nominal(n.element.initial)) for n in (other, node))  # type: ignore[attr-defined]
        if abs(a - b) > 1e-9 * max(abs(a), abs(b), 1.0):
            raise DescriptionError(
                f"{_component(other)!r} starts at {a:g} Pa and {_component(node)!r} at {b:g} Pa, but they are joined without a "
                "restriction and have one pressure. Give both the same, or put an orifice between them."
            )
