"""Modes of networks during a run: each rule of a mode is an event that changes its value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from biela.mechanism.mechanism import Mechanism
from biela.simulation.event import Event
from biela.state.state import State


def mode_events(mechanism: Mechanism) -> list[Event]:
    """The rules of all modes as events, in the order of the description; kept, so that they are compiled once."""
    if not mechanism.networks:
        return []
    events: list[Event] | None = mechanism.__dict__.get("_mode_events")
    if events is None:
        events = _events(mechanism)
        mechanism.__dict__["_mode_events"] = events
    return events


def _events(mechanism: Mechanism) -> list[Event]:
    from biela.mechanism.port import attached_graph
    from biela.network.element import Mode

    events = []
    for attachment in mechanism.networks.values():
        for node in attached_graph(attachment).nodes:
            if isinstance(node.element, Mode):
                name = f"{attachment.prefix}{node.path}"
                for k, rule in enumerate(node.element.rules, start=1):
                    label = name if len(node.element.rules) == 1 else f"{name}.{k}"
                    events.append(Event(label, f"{name}.when_{k}", rule.direction, _change(name, k, rule)))
    return events


def _change(name: str, k: int, rule: Any) -> Callable[[State], State]:
    def change(state: State) -> State:
        from biela.equations.machine import with_states

        also = {other: state[f"{name}.set_{k}_{j}"] for j, (other, _) in enumerate(rule.sets, start=1)}
        return with_states(state, {name: state[f"{name}.to_{k}"], **also})

    return change
