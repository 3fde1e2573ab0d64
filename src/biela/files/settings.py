"""The run of a case as the section `simulation` of its machine file: nothing of it is left out silently."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from biela.base.errors import DescriptionError
from biela.element.role import data_of
from biela.files.document import Entry
from biela.files.law import law_text
from biela.files.schema import Simulation
from biela.simulation.case import Case
from biela.simulation.event import Event
from biela.simulation.formulation import NAMES


def run_of(case: Case) -> tuple[Entry, Entry]:
    """Return settings and inputs of the runs of a case, as `dumps` takes them.

    Raises
    ------
    DescriptionError : a setting, an input or an event that machine files have no words for
    """
    given: Entry = {"inputs": case.inputs, "events": case.events, **case.settings}
    inputs, events = given.pop("inputs") or {}, given.pop("events") or ()
    settings = {"duration": case.duration, **{k: v for k, v in given.items() if v is not None}}
    known = [datum.field for datum in data_of(Simulation)]
    for name, value in settings.items():
        worded = value in NAMES if name == "formulation" else not isinstance(value, Mapping)
        if name not in known or not worded:
            raise DescriptionError(
                f"case {case.name!r}: a machine file cannot say {name} = {value!r:.80}. Leave it out, and give it to each run."
            )
    if events:
        settings["events"] = {event.name: _event(event) for event in events}
    return settings, dict(inputs)


def _event(event: Event) -> Mapping[str, Any]:
    if callable(event.action):
        raise DescriptionError(f"event {event.name!r} calls a Python function: a machine file cannot say what it does.")
    when = event.when if isinstance(event.when, str) else law_text(event.when, f"event {event.name!r}")
    return {"when": when, "direction": event.direction, "action": event.action}
