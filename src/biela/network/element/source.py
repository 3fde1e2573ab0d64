"""Sources of effort and of flow."""

from __future__ import annotations

from typing import Any, ClassVar

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.lie.array import Operand
from biela.network.element.base import Element, Node, Variables, Wish, check_value


@dataclass(frozen=True, eq=False)
class Source(Element):
    """Se or Sf. Without a value it is an input of the machine, called by its path."""

    accounted: ClassVar[float] = -1.0
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
        """The effort of a source acts along its bond, its flow is delivered."""
        e, f, into = w.port(node)
        value = self._value(w, node)
        w.put(e, value, node.path) if node.kind == "Se" else w.put(f, -into * value, node.path)

    def _value(self, w: Variables, node: Node) -> Operand:
        if self.value is None:
            return w.context.inputs[node.path]
        value = w.matrix(node, self.value, "value")
        if value.numel() == self.size:
            return value[node.component] if self.size > 1 else value
        if value.numel() != 1:
            raise DescriptionError(f"law of {node!r} returned {value.numel()} numbers, not {self.size}.")
        return value


@dataclass(frozen=True, eq=False)
class Se(Source):
    """Source of effort."""

    kind: ClassVar[str] = "Se"


@dataclass(frozen=True, eq=False)
class Sf(Source):
    """Source of flow."""

    kind: ClassVar[str] = "Sf"
