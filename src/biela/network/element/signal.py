"""Elements that compute signals: they take no bond and no power."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import Any, Literal

import numpy as np

from biela.base.checked import shown
from biela.base.dataclass import dataclass
from biela.base.errors import DescriptionError
from biela.lie.array import Operand
from biela.mechanism.parameter import Scalar, scalar
from biela.network.context import NetworkSignals
from biela.network.element.base import Element, Law, Node, Variables


class Signal(Element):
    """Element that computes a signal and takes no bond."""

    ports = ()
    vector = False


@dataclass(frozen=True, eq=False)
class Command(Signal):
    """Signal that is an input of the machine, called by its path. Signal: `name.value`."""

    kind = "command"
    is_input = True
    _: KW_ONLY
    unit: str = "1"

    def define(self, w: Variables, node: Node) -> None:
        w.extra[f"{node.path}.value"] = (w.context.inputs[node.path], self.unit)


@dataclass(frozen=True, eq=False)
class Watch(Signal):
    """Watch of a run: it happens where `margin`, a law of signals, falls below zero. Signal: `name.margin`.

    action : "warn" once and go on, or "stop" the run there
    message : what to say; `{path}` is the component it is in, `{t}` the time
    """

    kind = "watch"
    margin: Any
    _: KW_ONLY
    message: str = ""
    action: Literal["warn", "stop"] = "warn"
    unit: str = "1"

    def define(self, w: Variables, node: Node) -> None:
        w.signal(node, "margin", w.scalar(node, lambda: self.margin(w.view(node))), self.unit)


@dataclass(frozen=True, eq=False)
class Integrator(Signal):
    """Signal with a memory: ẋ = rate, a law of signals that returns `size` numbers. Signal: `name.value` (`_1`, `_2`, …)."""

    kind = "integrator"
    rate: Any
    _: KW_ONLY
    initial: Any = 0.0
    unit: str = "1"

    def __post_init__(self) -> None:
        super().__post_init__()
        starts = np.ravel(np.array(self.initial, dtype=object))
        try:
            finite = [scalar(x, "") for x in starts]
        except DescriptionError:
            finite = []
        if len(finite) not in (1, self.size):
            raise DescriptionError(f"{self.label}: give one finite initial value, or {self.size}.")

    def starts(self, component: int) -> list[Scalar]:
        starts = np.ravel(np.array(self.initial, dtype=object))
        return list(starts) if len(starts) == self.size else [starts[0]] * self.size

    def define(self, w: Variables, node: Node) -> None:
        value = w.matrix(node, self.rate)
        if value.numel() != self.size:
            raise DescriptionError(f"law of {node!r} returned {value.numel()} numbers, not {self.size}.")
        for k, x in enumerate(w.own[id(node)]):
            w.set_rate(x, value[k])


@dataclass(frozen=True)
class Rule:
    """Rule of a mode, which takes the value `to` when `when` passes through zero; both laws of signals.

    direction : "rising", "falling" or "both"
    sets : other states of the machine's networks that change at the same moment, name → law of the signals just before:
        a shift that matches the engine to the new gear sets `driveline/flywheel`
    """

    when: Law
    to: Any
    direction: Literal["rising", "falling", "both"] = "rising"
    sets: Any = ()

    def __post_init__(self) -> None:
        if not callable(self.when):
            raise DescriptionError(f"rule: `when` is a law of signals, such as lambda s: s['shaft.flow'], not {self.when!r}.")
        if not isinstance(self.direction, str) or self.direction not in ("rising", "falling", "both"):
            raise DescriptionError(f"rule: direction is rising, falling or both, not {shown(self.direction)}.")
        try:
            object.__setattr__(self, "sets", tuple(dict(self.sets).items()))
        except (TypeError, ValueError):
            raise DescriptionError(f"rule: sets is {shown(self.sets)}; give a mapping of states to their new values.") from None


def _no_rate(s: NetworkSignals) -> Operand:
    return 0.0


@dataclass(frozen=True, eq=False)
class Mode(Integrator):
    """Value that stays until a rule changes it: the gear engaged, a clutch locked or not. Signal: `name.value`.

    A run watches the rules as events and changes the value at the very moment; between them the equations are smooth.

        Mode("gear", initial=1, rules=[Rule(lambda s: s["engine.flow"] - 576.0, lambda s: s["gear.value"] + 1)])
    """

    kind = "mode"
    rate: Any = _no_rate
    _: KW_ONLY
    rules: tuple[Rule, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.size != 1 or self.rate is not _no_rate:
            raise DescriptionError(f"{self.label} is one number without a rate: give initial and rules only.")
        if not isinstance(self.rules, tuple | list):
            raise DescriptionError(f"{self.label}: rules are {shown(self.rules)}: give a list of Rule(when, to).")
        object.__setattr__(self, "rules", tuple(self.rules))
        for rule in self.rules:
            if not isinstance(rule, Rule):
                raise DescriptionError(f"{self.label}: {rule!r} is not a rule: give Rule(when, to).")

    def define(self, w: Variables, node: Node) -> None:
        super().define(w, node)
        for k, rule in enumerate(self.rules, start=1):
            also = [(f"set_{k}_{j}", law) for j, (_, law) in enumerate(rule.sets, start=1)]
            for what, own in ((f"when_{k}", rule.when), (f"to_{k}", rule.to), *also):
                w.signal(node, what, w.value(node, own), "1")


@dataclass(frozen=True, eq=False)
class Output(Signal):
    """Named law of signals. Signal: `name.value` (`_1`, `_2`, …)."""

    kind = "output"
    law: Any
    _: KW_ONLY
    unit: str = "1"

    def define(self, w: Variables, node: Node) -> None:
        value = w.matrix(node, self.law)
        for k in range(value.numel()):
            w.signal(node, "value" if value.numel() == 1 else f"value_{k + 1}", value[k], self.unit)
