"""Sensors: they measure at the end of an activated bond and take no power."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import Any, Literal

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.mechanism.parameter import Scalar
from biela.network.domain import QUANTITIES
from biela.network.element.base import Element, Node, Variables, Wish

Measured = Literal["effort", "flow", "momentum", "displacement"]


@dataclass(frozen=True, eq=False)
class Sensor(Element):
    """Sensor at the end of an activated bond, which takes no power. Signal: `name.value`. It `measures` "effort" (of a 0-junction),
    "flow" (of a 1-junction), or their integrals "momentum", "displacement"."""

    kind = "sensor"
    measures: Measured
    _: KW_ONLY
    initial: Scalar = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.measures, str) or self.measures not in QUANTITIES:
            raise DescriptionError(
                f"{self.label}: measures {self.measures!r}; it can measure effort, flow, momentum or displacement."
            )

    @property
    def takes_effort(self) -> bool:
        """True where it receives the effort (and draws no flow), else it receives the flow (and returns no effort)."""
        return self.measures in ("effort", "momentum")

    @property
    def wish(self) -> Wish:
        return Wish(not self.takes_effort, True, 0)

    def starts(self, component: int) -> list[Scalar]:
        return [self.initial] if self.measures in ("momentum", "displacement") else []

    def define(self, w: Variables, node: Node) -> None:
        e, f, into = w.port(node)
        measured = e if self.takes_effort else into * f
        w.put(f if self.takes_effort else e, 0, node.path)
        outside = w.measured_outside(node)
        if outside is not None:
            assert isinstance(self, Position)
            w.extra[f"{node.path}.value"] = (outside + w.value(node, self.offset), w.domain(node).unit("displacement"))
        elif id(node) in w.own:
            w.set_rate(w.own[id(node)][0], measured)
        else:
            w.extra[f"{node.path}.value"] = (measured, w.domain(node).unit(self.measures))


@dataclass(frozen=True, eq=False)
class Position(Sensor):
    """Displacement at a 1-junction: that of an adjacent port on the machine plus `offset`, otherwise ∫ f dt from `initial`.

    On a line port the displacement is the length of the line, on a joint its coordinate. Nothing is integrated there, so
    it cannot drift.
    """

    measures: Measured = "displacement"
    _: KW_ONLY
    offset: Any = 0.0
