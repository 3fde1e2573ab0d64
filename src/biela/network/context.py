"""Surroundings of a network: what they give it, and the signals that its laws may read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from biela.base.dataclass import dataclass
from biela.base.errors import UnknownName, nearest
from biela.lie import array as xp
from biela.lie.array import Operand

if TYPE_CHECKING:
    from biela.network.variables import Variables


def _time() -> Operand:
    import casadi

    return casadi.SX.sym("t")


@dataclass
class Context:
    """Symbols that the surroundings of a network give it.

    t : time
    values : symbols of free parameters by name
    inputs : symbols of sources without a value, by path
    flows : flows at ports, by path of their `OutsidePort` node
    displacements : displacements at ports, where a `Position` asks for them
    signals : signals from outside, for laws: name, and who asks for it
    clocks : symbols from outside that change in time, with their rates
    name_values : the value of an element as a symbol of its own name instead of its number (for printing)
    """

    t: Operand = field(default_factory=_time)
    values: Mapping[str, Operand] = field(default_factory=dict)
    inputs: Mapping[str, Operand] = field(default_factory=dict)
    flows: Mapping[str, Operand] = field(default_factory=dict)
    displacements: Mapping[str, Operand] = field(default_factory=dict)
    signals: Callable[[str, str], Operand] | None = None
    clocks: Sequence[tuple[Operand, Operand]] = ()
    name_values: bool = False


@dataclass(frozen=True)
class StateEntry:
    """State of a network: `spring.displacement`; its unit; what it starts from (None where it is solved for), and which
    initial value of its element that is (None for an account)."""

    path: str
    quantity: str
    unit: str
    initial: Operand
    entry: int | None = None

    @property
    def name(self) -> str:
        return f"{self.path}.{self.quantity}"


class NetworkSignals:
    """Signals as a law sees them: `s["shaft.flow"]`, `s.time`, `s.parameter("k")`."""

    def __init__(self, variables: Variables, scope: str, who: str):
        self._variables, self._scope, self._who = variables, scope, who

    @property
    def time(self) -> Operand:
        """Time [s]."""
        return self._variables.context.t

    def parameter(self, name: str) -> Operand:
        """Return a free parameter."""
        values = self._variables.context.values
        if name not in values:
            raise UnknownName(f"no parameter {name!r}.{nearest(name, list(values))}")
        return values[name]

    def __getitem__(self, name: str) -> Operand:
        return self._variables.lookup(self._scope, name, self._who)

    def vector(self, name: str, size: int = 3) -> Operand:
        """Return the components of a vector: `force.effort` → `force_x.effort`, …; `pose.value` → `pose.value_1`, …"""
        path, _, quantity = name.rpartition(".")
        marks = "xyz" if size == 3 else [str(k + 1) for k in range(size)]
        if self._variables.graph.find(self._scope, path) is not None:
            return xp.stack(*(self[f"{path}.{quantity}_{k + 1}"] for k in range(size)))
        return xp.stack(*(self[f"{path}_{mark}.{quantity}"] for mark in marks))
