"""Junctions: 0 with equal efforts, 1 with equal flows."""

from __future__ import annotations

from biela.lie.array import Operand
from biela.network.element.base import Element, Node, Variables


class Junction(Element):
    """Junction at which one variable is common to all bonds, and the other sums to zero."""

    def define(self, w: Variables, node: Node) -> None:
        strong = w.strong(node)
        common, summed = (w.f, w.e) if node.kind == "1-junction" else (w.e, w.f)
        signs = {i: w.port(node, port)[2] for port, i in enumerate(node.bonds)}
        total: Operand = 0
        for i, sign in signs.items():
            if i != strong:
                total = total + sign * summed[i]
                w.put(common[i], common[strong], node.path)
        w.put(summed[strong], -signs[strong] * total, node.path)


class Zero(Junction):
    """0-junction: one effort, flows sum to zero."""

    kind = "0-junction"


class One(Junction):
    """1-junction: one flow, efforts sum to zero."""

    kind = "1-junction"
