"""Storages: inertia, compliance, and what behaves like them."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import Any, ClassVar, Literal

import numpy as np

from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.lie import array as xp
from biela.lie.array import Operand
from biela.mechanism.motion import call
from biela.mechanism.parameter import Scalar, scalar
from biela.network.element.base import Element, Law, Node, Variables, Wish, arguments, check_value, is_function, storage_wish


@dataclass(frozen=True, eq=False)
class Storage(Element):
    """Storage, I or C. `law` maps the stored quantity to the output; `energy` gives H, and the law is its derivative. `causality`
    is "integral" or "derivative" to prefer one."""

    quantity = ""
    coefficient_name: ClassVar[str] = ""
    _: KW_ONLY
    law: Law | None = None
    energy: Law | None = None
    initial: Any = 0.0
    causality: Literal["integral", "derivative"] | None = None
    active: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if sum(x is not None for x in (self.coefficient, self.law, self.energy)) != 1:
            raise DescriptionError(f"{self.label}: give either a value, or a law, or an energy.")
        if self.coefficient is not None:
            if is_function(self.coefficient):
                why = "its value cannot change by itself, energy would appear from nowhere"
                raise DescriptionError(f"{self.label}: {why}. Give a law of its {self.quantity}, or a field with one more port.")
            check_value(self.coefficient, f"value of {self.label}", positive=True, active=self.active)
        self._check_initial()

    @property
    def wish(self) -> Wish:
        return storage_wish(bool(self.integral), self.causality)

    @property
    def knots(self) -> tuple[float, ...]:
        """Values of the stored quantity at which the law is not smooth, as far as the law knows them."""
        return tuple(getattr(self.law, "breaks", ()))

    def _check_initial(self) -> None:
        for start in np.ravel(np.array(self.initial, dtype=object)):
            scalar(start, f"initial {self.quantity} of {self.label}")

    @property
    def coefficient(self) -> Operand:
        """Inertia or capacity; None where a law or an energy is given."""
        return getattr(self, self.coefficient_name)

    def starts(self, component: int) -> list[Scalar]:
        starts = np.ravel(np.array(self.initial, dtype=object))
        return [starts[component if len(starts) > 1 else 0]]

    def define(self, w: Variables, node: Node) -> None:
        e, f, into = w.port(node)
        inertia = isinstance(self, I)
        inflow, output = (e, into * f) if inertia else (into * f, e)  # rate of the stored quantity; what the law gives
        coefficient = None if self.coefficient is None else w.value(node, self.coefficient, self.coefficient_name)

        def law(s: Operand) -> Operand:
            if coefficient is not None:
                return s / coefficient
            if self.law is not None:
                return w.scalar(node, lambda: call(self.law, s, w.context.values))  # type: ignore[arg-type]
            return xp.derivative(energy(s), s)

        def energy(s: Operand) -> Operand:
            if coefficient is not None:
                return 0.5 * s * s / coefficient
            return w.scalar(node, lambda: self.energy(s)) if self.energy is not None else None  # type: ignore[misc]

        target, sign = (f, into) if inertia else (e, 1.0)
        if w.own[id(node)]:
            (s,) = w.own[id(node)]
            w.put(target, sign * law(s), node.path)
            w.set_rate(s, inflow)
            stored = s
        else:
            _, stored, _ = w.derived[id(node), 0]
            if coefficient is not None:
                w.put(stored, coefficient * output, node.path)
            else:
                w.unknowns.append((stored, law(stored) - output, node.path))
            z = w.symbol(f"z_{node.path}")
            w.dependents.append((z, stored, node))
            given, way = (e, 1.0) if inertia else (f, into)
            w.put(given, way * z, node.path)
        H = energy(stored)
        w.storages[node.path] = (stored, H if H is not None else w.account(node, "energy", e * into * f))


@dataclass(frozen=True, eq=False)
class I(Storage):  # noqa: E742
    """Inertia: mass [kg], moment of inertia [kg·m²], inductance [H]. State: momentum p, `initial`."""

    kind = "I"
    integral = False
    quantity = "momentum"
    coefficient_name = "inertia"
    inertia: Any = None


@dataclass(frozen=True, eq=False)
class C(Storage):
    """Compliance: of a spring [m/N], capacitance [F], of a volume [m³/Pa]. State: displacement q, `initial`."""

    kind = "C"
    integral = True
    quantity = "displacement"
    coefficient_name = "capacity"
    capacity: Any = None


class Compression(C):
    """Compliance that others change, as a volume with a moving wall: its effort is the state, and the energy what flowed in.

        C ė = f,      dH/dt = e f

    `capacity` may be a number, a function of time, a law of signals `lambda s: …`, or a law of the effort and signals
    `lambda e, s: …`. State: `effort`, `initial`. Since C changes, H is not a function of the state: the network keeps one
    account for all compressions, or one for each with `audit`.
    """

    quantity = "effort"

    def __post_init__(self) -> None:
        Element.__post_init__(self)
        if self.capacity is None or self.law is not None or self.energy is not None:
            raise DescriptionError(f"{self.label}: give its capacity.")
        check_value(self.capacity, f"capacity of {self.label}", positive=True, active=self.active)
        self._check_initial()

    def define(self, w: Variables, node: Node) -> None:
        e, f, into = w.port(node)
        law = self.capacity
        of_effort = is_function(law) and arguments(law) >= 2
        capacity = w.scalar(node, lambda: law(e, w.view(node))) if of_effort else w.value(node, law, "capacity")
        if not w.causality.is_derivative(node):
            (s,) = w.own[id(node)]
            w.put(e, s, node.path)
            w.set_rate(s, into * f / capacity)
        else:  # another compression, or a source, dictates the effort: f = C ė
            z = w.symbol(f"z_{node.path}")
            w.dependents.append((z, e, node))
            w.put(f, into * capacity * z, node.path)
        w.compressed.append((node, e * into * f))


@dataclass(frozen=True, eq=False)
class Elastic(Element):
    """Spring with a displacement that is known elsewhere: `effort` and `energy` are laws of signals, such as of a `Position`. The
    effort must be the derivative of the energy along the flow of its port. It has no state of its own."""

    kind = "elastic"
    effort: Any
    energy: Any

    @property
    def wish(self) -> Wish:
        return Wish(True, True, 0)

    def define(self, w: Variables, node: Node) -> None:
        e, _, _ = w.port(node)
        w.put(e, w.scalar(node, lambda: self.effort(w.view(node))), node.path)
        w.storages[node.path] = (None, w.scalar(node, lambda: self.energy(w.view(node))))
