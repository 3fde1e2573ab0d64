"""Modes of networks during a run: each rule of a mode is an event that changes its value."""

from __future__ import annotations

from typing import Any

from biela.base.dataclass import dataclass
from biela.base.session import derived
from biela.equations.layout import layout_of
from biela.mechanism.mechanism import Mechanism
from biela.simulation.event import Event
from biela.state.network_start import state_place
from biela.state.state import State


@derived
def mode_events(mechanism: Mechanism) -> list[Event]:
    """The rules of all modes as events, in the order of the description; kept, so that they are compiled once."""
    from biela.network.element import Mode

    events = []
    for attachment in mechanism.networks.values():
        for node in attachment.graph.nodes:
            if isinstance(node.element, Mode):
                name = f"{attachment.prefix}{node.path}"
                for k, rule in enumerate(node.element.rules, start=1):
                    label = name if len(node.element.rules) == 1 else f"{name}.{k}"
                    events.append(Event(label, f"{name}.when_{k}", rule.direction, _change(name, k, rule)))
    return events


@dataclass(frozen=True)
class Change:
    """What happens where a rule comes true: states take the values of signals."""

    sets: tuple[tuple[str, str], ...]
    """State of a network → signal with its new value."""

    def __call__(self, state: State) -> State:
        return state.with_states({name: state[signal] for name, signal in self.sets})

    def places(self, mechanism: Mechanism) -> list[tuple[int, str]]:
        """Entry of x → signal with its new value."""
        first = layout_of(mechanism).networks.start
        return [(first + state_place(mechanism, name), signal) for name, signal in self.sets]


def _change(name: str, k: int, rule: Any) -> Change:
    also = ((other, f"{name}.set_{k}_{j}") for j, (other, _) in enumerate(rule.sets, start=1))
    return Change(((name, f"{name}.to_{k}"), *also))
