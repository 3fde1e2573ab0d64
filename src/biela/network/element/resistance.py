"""Resistances: what dissipates."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import Any, Literal

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.lie.array import Operand
from biela.network.domain import Domain
from biela.network.element.base import Element, Node, Variables, Wish, check_value, is_function, law_of_two


@dataclass(frozen=True, eq=False)
class R(Element):
    """Dissipation: `resistance` of e = R f, or `effort` = a law of the flow, or `flow` = a law of the effort.

    A law that needs other signals too takes them second: `effort=lambda f, s: s["load.effort"] * f`.
    causality : "effort" or "flow", what it should compute
    """

    kind = "R"
    accounted = 1.0
    resistance: Any = None
    _: KW_ONLY
    effort: Any = None
    flow: Any = None
    causality: Literal["effort", "flow"] | None = None
    active: bool = False

    @property
    def wish(self) -> Wish:
        effort = self.flow is None if self.causality is None else self.causality == "effort"
        return Wish(effort, False, 5 if self.resistance is not None else 4)

    @property
    def quantity(self) -> str:
        """Variable that its law is a function of."""
        return "flow" if self.effort is not None else "effort"

    @property
    def knots(self) -> tuple[float, ...]:
        """Values of that quantity at which the law is not smooth, as far as the law knows them."""
        return tuple(getattr(self.effort if self.effort is not None else self.flow, "breaks", ()))

    def is_backwards(self, gives_effort: bool) -> bool:
        return (self.flow if gives_effort else self.effort) is not None

    @staticmethod
    def of(name: str, value: Operand, domain: Domain) -> R:
        """Return a resistance, or a law of the flow."""
        return R(name, effort=value, domain=domain) if is_function(value) else R(name, value, domain=domain)

    def __post_init__(self) -> None:
        super().__post_init__()
        if sum(x is not None for x in (self.resistance, self.effort, self.flow)) != 1:
            raise DescriptionError(f"{self.label}: give either a resistance, or effort=law of the flow, or flow=law of the effort.")
        if self.resistance is not None:
            check_value(self.resistance, f"resistance of {self.label}", positive=True, active=self.active, zero=True)

    def define(self, w: Variables, node: Node) -> None:
        e, f, into = w.port(node)
        gives = w.gives(node)
        if self.resistance is not None:
            r = w.value(node, self.resistance, "resistance")
            if not gives and isinstance(r, int | float) and r == 0:
                why = "has no resistance, and its effort is dictated: its flow would be infinite"
                raise DescriptionError(f"{node!r} {why}. Leave it out, or give it a small resistance.")
            w.put(e, r * into * f, node.path) if gives else w.put(f, into * e / r, node.path)
            return
        of_flow = self.effort is not None  # the law, else of the effort
        law, argument, given = (self.effort, into * f, e) if of_flow else (self.flow, e, into * f)

        def value(x: Operand) -> Operand:
            return w.scalar(node, lambda: law_of_two(law, x, w.view(node), w.context.values))

        if id(node) not in w.backwards:
            w.put(e, value(argument), node.path) if gives else w.put(f, into * value(argument), node.path)
            return
        y = w.symbol(f"{node.path}.{self.quantity}")
        w.unknowns.append((y, value(y) - given, node.path))
        w.put(f, into * y, node.path) if of_flow else w.put(e, y, node.path)
