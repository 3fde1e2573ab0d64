"""Directions of mechanical ports: rods, motors and engines give power, pumps take it.

    motor.shaft ──> gear ──> …             the component gives: its bonds leave it
    engine.shaft ──> pump.shaft ──> flywheel     the pump takes: what drives it points to it, what hangs on it is pointed to

Against the arrow a source turns a shaft backwards, and the momentum of a mass counts the wrong way.
"""

from __future__ import annotations

from biela.base.errors import DescriptionError
from biela.network.element import TF, I, One, Source
from biela.network.flat import HEAD, Graph, Node

MECHANICAL = ("rotation", "translation")


class Outward(One):
    """1-junction of a mechanical port: bonds to the outside leave it, so that effort × flow is what the component delivers."""


class Inward(One):
    """1-junction of a shaft that is driven: sources and engines point to it; it points to masses that turn with it."""


def check_directions(graph: Graph) -> None:
    """Refuse mechanical ports that are connected the wrong way round."""
    for node in graph.nodes:
        if isinstance(node.element, Inward):
            _driven(graph, node)
        if not isinstance(node.element, Outward):
            continue
        for i, end in zip(node.bonds, node.ends, strict=True):  # all bonds to other components leave it
            other = graph.bonds[i].node(1 - end)
            if end == HEAD and other.scope != node.scope:
                own, name = component_of(node), "rod" if graph.bonds[i].domain.name == "translation" else "shaft"
                raise DescriptionError(
                    f"the {name} of {own!r} is the head of the bond from {other.path!r}: it gives power, so connect it the other "
                    f'way round, connect("{own}.{name}", …).'
                )


def component_of(node: Node) -> str:
    """Return the component an element is in, or the element itself."""
    return node.scope[:-1] or node.path


def _driven(graph: Graph, shaft: Node) -> None:
    """Refuse sources that point away from a shaft, and masses that point to their junction, directly or through gears."""
    own = component_of(shaft)
    seen, queue = {id(shaft)}, [shaft]
    while queue:
        node = queue.pop()
        for i, end in zip(node.bonds, node.ends, strict=True):
            other = graph.bonds[i].node(1 - end)
            if id(other) in seen or other.scope == shaft.scope or graph.bonds[i].domain.name not in MECHANICAL:
                continue
            seen.add(id(other))
            at = f"{own}.shaft" if node is shaft else node.path
            if isinstance(other.element, Source) and end != HEAD:
                raise DescriptionError(
                    f"{other!r} is the head of the bond from {at!r} and would turn the shaft of {own!r} backwards: connect it the "
                    f'other way round, connect("{component_of(other)}", "{at}"). (A load is a negative torque.)'
                )
            if isinstance(other.element, I) and end == HEAD:
                raise DescriptionError(
                    f"{other!r} is the tail of the bond to {at!r}, so that its rate counts against that of the shaft of {own!r}: "
                    f'connect it the other way round, connect("{at}", "{component_of(other)}").'
                )
            if isinstance(other.element, One | TF) and not isinstance(other.element, Outward):  # that looks after itself
                queue.append(other)
