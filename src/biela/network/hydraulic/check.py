"""Circuits that cannot work, found in the graph before anything is computed."""

from __future__ import annotations

from collections.abc import Iterator

from biela.base.errors import DescriptionError
from biela.mechanism.parameter import nominal
from biela.network import HYDRAULIC, TF, Compression, MatrixTF, One, R, Se, Sensor, Sf, Storage, Zero, is_function
from biela.network.direction import MECHANICAL, component_of
from biela.network.flat import HEAD, TAIL, Graph, Node, OutsidePort, joined
from biela.network.hydraulic.machine import Displacement
from biela.network.hydraulic.orifice import ClosingRestriction

OUTLET = "Connect a relief valve to a tank, or a consumer"


def check_circuit(graph: Graph) -> None:
    """Refuse pumps without a way to a tank, lines whose pressure nothing keeps, joined volumes that disagree."""
    pumps = [n for n in graph.nodes if isinstance(n.element, TF) and isinstance(n.element.ratio, Displacement)]
    shut = {n.scope for n in pumps}  # oil does not return through a pump
    for node in graph.nodes:
        if not isinstance(node.element, Sf):
            continue
        value = node.element.value
        if value is None or is_function(value) or nominal(value) == 0:
            continue  # what may change is left to the run, which warns of a runaway pressure
        if _is_hydraulic(graph, node):
            _way_out(graph, node, node, shut, f"delivers {nominal(value):g} m³/s", f"{OUTLET}.")
            continue
        for pump, line in _driven_pumps(graph, node, nominal(value)):
            _way_out(graph, pump, line, shut, "keeps delivering", f"{OUTLET}, or give the pump a pressure_limit.")
    line_of = _lines(graph)
    _held_lines(graph, line_of)
    _agreeing_volumes(graph, line_of)


def _is_hydraulic(graph: Graph, node: Node) -> bool:
    return bool(node.bonds) and graph.bonds[node.bonds[0]].domain is HYDRAULIC


def _neighbours(graph: Graph, node: Node) -> Iterator[tuple[Node, int, int]]:
    """Yield the neighbours of a node, each with the bond between them and its end at this node."""
    for i, end in zip(node.bonds, node.ends, strict=True):
        yield graph.bonds[i].node(1 - end), i, end


def _driven_pumps(graph: Graph, drive: Node, rate: float) -> Iterator[tuple[Node, Node]]:
    """Yield pumps that a rate turns, directly or through gears, and that no pressure stops; with the line each delivers into."""
    seen, queue = {id(drive)}, [(drive, 1.0 if rate > 0 else -1.0)]
    while queue:
        node, sense = queue.pop()
        for other, i, _ in _neighbours(graph, node):
            if id(other) in seen or graph.bonds[i].domain.name not in MECHANICAL:
                continue
            seen.add(id(other))
            if isinstance(other.element, TF):
                ratio = other.element.ratio
                if isinstance(ratio, Displacement):
                    if ratio.steady:  # it delivers at b if it turns and is set forward
                        through = next(n for n, k, _ in _neighbours(graph, other) if graph.bonds[k].domain is HYDRAULIC)
                        wanted = TAIL if sense * ratio.steady > 0 else HEAD
                        yield other, next(n for n, _, end in _neighbours(graph, through) if n is not other and end == wanted)
                elif not is_function(ratio):
                    queue.append((other, sense if nominal(ratio) > 0 else -sense))
            elif isinstance(other.element, One):
                queue.append((other, sense))


def _way_out(graph: Graph, pump: Node, line: Node, shut: set[str], how: str, remedy: str) -> None:
    """Refuse a pump without a way through lines and restrictions to a tank, a machine or a port; volumes alone only fill up."""
    seen, queue, volumes = {id(pump), id(line)}, [line], []
    while queue:
        node = queue.pop()
        for other, _, _ in _neighbours(graph, node):
            if id(other) in seen or (other.scope in shut and isinstance(other.element, One)):
                continue
            seen.add(id(other))
            match other.element:
                case Compression():
                    volumes.append(other)
                case Se() | TF() | MatrixTF() | OutsidePort() | Storage():  # a storage: an open tank, whose level rises
                    return
                case R() if node.kind == "0-junction":  # from the line to the surroundings
                    return
                case One() | Zero():
                    queue.append(other)
    own = component_of(pump)
    names = ", ".join(repr(name) for name in dict.fromkeys(map(component_of, volumes)) if name != own)
    raise DescriptionError(
        f"pump {own!r} {how} into {names or 'nothing'}, which has no way to a tank: the pressure would rise without end. {remedy}"
    )


def _lines(graph: Graph) -> dict[int, int]:
    """Return the line that each node, by its identity, belongs to: 0-junctions joined without a restriction have one pressure."""
    place = {id(node): k for k, node in enumerate(graph.nodes)}
    pairs = ((b.tail, b.head) for b in graph.bonds if b.tail.kind == b.head.kind == "0-junction")
    groups = joined(len(place), ((place[id(tail)], place[id(head)]) for tail, head in pairs))
    return {key: groups[k] for key, k in place.items()}


def _held_lines(graph: Graph, line_of: dict[int, int]) -> None:
    """Refuse a line between valves that may all close, whose pressure neither a volume nor a source keeps."""
    held: set[int] = set()
    closing: dict[int, list[Node]] = {}
    sources: dict[int, list[Node]] = {}
    for node in graph.nodes:
        if node.kind != "0-junction" or not _is_hydraulic(graph, node):
            continue
        line = line_of[id(node)]
        for other, _, _ in _neighbours(graph, node):
            if isinstance(other.element, One):
                beyond = [n for n, _, _ in _neighbours(graph, other) if not n.is_junction]
                valves = [n for n in beyond if isinstance(n.element, ClosingRestriction)]
                closing.setdefault(line, []).extend(valves)
                if not valves:
                    held.add(line)
            elif isinstance(other.element, Sf):
                sources.setdefault(line, []).append(other)
            elif other.kind != "0-junction" and not isinstance(other.element, Sensor):
                held.add(line)
    for line, valves in closing.items():
        if line in held or not valves:
            continue
        names = list(dict.fromkeys(map(component_of, [*sources.get(line, []), *valves])))
        shutting = ", ".join(repr(name) for name in dict.fromkeys(map(component_of, valves)))
        raise DescriptionError(
            f"nothing keeps the pressure of the line at {', '.join(map(repr, names))}: where {shutting} closes, it could take any "
            'value. Every real line gives way a little: add a volume there, such as hydraulic.volume("line", 1e-3), or a hose.'
        )


def _agreeing_volumes(graph: Graph, line_of: dict[int, int]) -> None:
    """Refuse volumes that are joined without a restriction and start from different pressures."""
    first: dict[int, Node] = {}
    for node in graph.nodes:
        if not isinstance(node.element, Compression) or not _is_hydraulic(graph, node):
            continue
        bond = graph.bonds[node.bonds[0]]
        line = line_of[id(bond.tail if bond.head is node else bond.head)]
        other = first.setdefault(line, node)
        a, b = (float(nominal(n.element.initial)) for n in (other, node))  # type: ignore[attr-defined]
        if abs(a - b) > 1e-9 * max(abs(a), abs(b), 1.0):
            raise DescriptionError(
                f"{component_of(other)!r} starts at {a:g} Pa and {component_of(node)!r} at {b:g} Pa, but they are joined without a "
                "restriction and have one pressure. Give both the same, or put an orifice between them."
            )
