"""Transformers and gyrators: power passes from port a to port b."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import Any, ClassVar

import numpy as np

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.mechanism.parameter import nominal, scalar
from biela.network.domain import Domain, domain
from biela.network.element.base import Element, Node, Variables, check_value, is_function


@dataclass(frozen=True, eq=False)
class TwoPort(Element):
    """Transformer or gyrator: power in at port a, out at port b. `domain_b` where it differs from `domain` (of port a)."""

    ports = ("a", "b")
    side_a: ClassVar[int] = 1  # number of its ports on side a
    orthogonal: ClassVar[bool] = True  # it may be used backwards
    ratio: Any
    _: KW_ONLY
    domain_b: Domain | str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_value(self.ratio, f"ratio of {self.label}")
        if not is_function(self.ratio) and nominal(self.ratio) == 0:
            raise DescriptionError(f"ratio of {self.label} is zero: nothing would pass. Leave the element out.")
        object.__setattr__(self, "domain_b", domain(self.domain_b))

    def port_domains(self) -> tuple[Domain | str | None, ...]:
        return (self.domain, self.domain_b)

    def define(self, w: Variables, node: Node) -> None:
        e_a, f_a, into_a = w.port(node, 0)
        e_b, f_b, into_b = w.port(node, 1)
        m = w.value(node, self.ratio, "ratio")
        turn = -into_a * into_b  # flow in at a along the arrow ↔ flow out at b along the arrow
        if isinstance(self, TF):
            if w.gives(node, 0):
                w.put(e_a, m * e_b, node.path)
                w.put(f_b, turn * m * f_a, node.path)
            else:
                w.put(e_b, e_a / m, node.path)
                w.put(f_a, turn * f_b / m, node.path)
        elif w.gives(node, 0):
            w.put(e_a, m * (-into_b * f_b), node.path)
            w.put(e_b, m * (into_a * f_a), node.path)
        else:
            w.put(f_b, -into_b * e_a / m, node.path)
            w.put(f_a, into_a * e_b / m, node.path)


class TF(TwoPort):
    """Transformer: f_b = ratio · f_a, e_a = ratio · e_b."""

    kind = "TF"
    passes = "same"


class GY(TwoPort):
    """Gyrator: e_a = ratio · f_b, e_b = ratio · f_a."""

    kind = "GY"
    passes = "crossed"


@dataclass(frozen=True, eq=False)
class MatrixTF(Element):
    """Transformer of vector bonds: f_b = T f_a, e_a = Tᵀ e_b, with T of shape (n_b, n_a), power in at a, out at b.

    matrix : numbers, or a law of signals that returns the matrix; then say its `shape`
    orthogonal : T⁻¹ = Tᵀ, so that it may be used backwards too
    """

    kind = "TF"
    passes = "same"
    ports = ("a", "b")
    vector = False
    matrix: Any
    _: KW_ONLY
    shape: tuple[int, int] | None = None
    orthogonal: bool = False
    domain_b: Domain | str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "domain_b", domain(self.domain_b))
        if not is_function(self.matrix):
            T = np.array(self.matrix, dtype=object)
            if T.ndim != 2:
                raise DescriptionError(f"{self.label}: the matrix needs two axes.")
            for x in T.flat:
                scalar(x, f"entry of the matrix of {self.label}")
            object.__setattr__(self, "shape", T.shape)
        if self.shape is None:
            raise DescriptionError(f"{self.label}: say the shape (n_b, n_a) of the matrix that the law returns.")

    @property
    def implied(self) -> tuple[str, ...]:
        return ("shape",)

    @property
    def side_a(self) -> int:
        """Number of its ports on side a."""
        return self.shape[1]  # type: ignore[index]

    def port_domains(self) -> tuple[Domain | str | None, ...]:
        n_b, n_a = self.shape  # type: ignore[misc]
        return (self.domain,) * n_a + (self.domain_b,) * n_b

    def define(self, w: Variables, node: Node) -> None:
        n_b, n_a = self.shape  # type: ignore[misc]
        T = w.matrix(node, self.matrix)
        if T.shape != (n_b, n_a):
            raise DescriptionError(f"law of {node!r} returned shape {T.shape}: it must return {(n_b, n_a)}.")
        ports = [w.port(node, p) for p in range(n_a + n_b)]
        a, b = ports[:n_a], ports[n_a:]
        for source, target, M, effort in ((a, b, T, False), (b, a, T.T, True)):
            if not w.gives(node, 0):  # backwards: the inverse is the transpose
                source, target, M = target, source, M.T
            for r, (e, f, into) in enumerate(target):
                parts = [(M[r, c], e_s if effort else -into * into_s * f_s) for c, (e_s, f_s, into_s) in enumerate(source)]
                terms = [entry * part for entry, part in parts if not entry.is_zero()]
                w.put(e if effort else f, sum(terms[1:], terms[0]) if terms else 0, node.path)
