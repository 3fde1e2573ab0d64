"""Modes of networks during a run: each rule of a mode is an event that changes its value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from biela.mechanism.mechanism import Mechanism
from biela.mechanism.session import derived
from biela.simulation.event import Event
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


def _change(name: str, k: int, rule: Any) -> Callable[[State], State]:
    def change(state: State) -> State:
        also = {other: state[f"{name}.set_{k}_{j}"] for j, (other, _) in enumerate(rule.sets, start=1)}
        return state.with_states({name: state[f"{name}.to_{k}"], **also})

    return change
