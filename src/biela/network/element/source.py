"""Sources of effort and of flow."""

from __future__ import annotations

from typing import Any

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.network.element.base import Element, Node, Variables, Wish, check_value


@dataclass(frozen=True, eq=False)
class Source(Element):
    """Source of effort or flow. Without a value it is an input of the machine, called by its path."""

    accounted = -1.0
    value: Any = None

    @property
    def is_input(self) -> bool:  # type: ignore[override]
        return self.value is None

    @property
    def wish(self) -> Wish:
        return Wish(self.kind == "Se", True, 0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.value is not None:
            check_value(self.value, f"value of {self.label}")

    def define(self, w: Variables, node: Node) -> None:
        """Define the effort of a source, which acts along its bond, or its flow, which is delivered."""
        e, f, into = w.port(node)
        value = w.context.inputs[node.path] if self.value is None else w.matrix(node, self.value, "value")
        if value.numel() not in (1, self.size):
            raise DescriptionError(f"law of {node!r} returned {value.numel()} numbers, not {self.size}.")
        value = value[node.component] if value.numel() > 1 else value
        w.put(e, value, node.path) if node.kind == "Se" else w.put(f, -into * value, node.path)


class Se(Source):
    """Source of effort."""

    kind = "Se"


class Sf(Source):
    """Source of flow."""

    kind = "Sf"
