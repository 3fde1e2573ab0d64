"""Junctions: 0 with equal efforts, 1 with equal flows."""

from __future__ import annotations

from typing import Any, ClassVar

from biela.base.dataclass import dataclass
from biela.network.element.base import Element, Node, Variables


@dataclass(frozen=True, eq=False)
class Junction(Element):
    """One variable is common to all bonds, the other sums to zero."""

    def define(self, w: Variables, node: Node) -> None:
        strong = w.strong(node)
        one = node.kind == "1-junction"
        common, summed = (w.f, w.e) if one else (w.e, w.f)
        total: Any = 0
        sign = 0.0
        for port, i in enumerate(node.bonds):
            s = w.port(node, port)[2]
            if i == strong:
                sign = s
            else:
                total = total + s * summed[i]
                w.put(common[i], common[strong], node.path)
        w.put(summed[strong], -sign * total, node.path)


@dataclass(frozen=True, eq=False)
class Zero(Junction):
    """0-junction: one effort, flows sum to zero."""

    kind: ClassVar[str] = "0-junction"


@dataclass(frozen=True, eq=False)
class One(Junction):
    """1-junction: one flow, efforts sum to zero."""

    kind: ClassVar[str] = "1-junction"
