"""Results run again from themselves: `result.nc` holds its machine, its start and its settings."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.base.checked import checked
from biela.base.errors import BielaError
from biela.equations.layout import layout_of
from biela.files.law import law_text
from biela.files.machine import loads
from biela.files.results.load import load
from biela.files.write import dumps
from biela.simulation.case import Case
from biela.simulation.formulation import NAMES, written
from biela.simulation.settings import Settings
from biela.simulation.watch import mode_events
from biela.state.state import State

if TYPE_CHECKING:
    from biela.mechanism.mechanism import Mechanism
    from biela.simulation.history import History


@checked
def from_result(path: str | Path) -> Case:
    """Return the machine, start and settings of a result (.nc); `simulate()` gives the same numbers, to the last digit unless a
    law was written in Python: its text may round differently.

    Raises
    ------
    BielaError : if the file is not a result, or if a machine file cannot express a law of its machine
    """
    saved = load(path)
    about = saved.data.attrs
    refused = f"{str(path)!r} cannot be run again"
    if not saved.machine_file:
        raise BielaError(f"{refused}: {about.get('machine_file_remark') or 'it holds no machine file'}")
    case = loads(saved.machine_file, str(path))
    settings = _settings(about.get("settings"), refused)
    duration = settings.pop("duration", case.duration)
    x, free = saved["state"][:1], saved["parameter"]
    if x.shape != (1, layout_of(case.mechanism).n_x) or free.ndim != 1 or not len(saved.t):
        raise BielaError(f"{refused} by this version of biela: its states have another shape.")
    with suppress(BielaError):  # a run in Python may begin where its file does not assemble
        case.start()  # the machine remembers the gap that the tolerance of its file accepts

    def begin(mechanism: Mechanism) -> State:
        return State(mechanism, np.array(x[0]), float(saved.t[0]), None, np.array(free) if len(free) else None)

    name = case.mechanism.name if case.subject is None else case.name
    return replace(case, settings=settings, duration=duration, name=name, begin=begin)


def _settings(text: str, refused: str) -> dict[str, Any]:
    """Return the settings of a run, from their text in a file that anyone may have written."""
    try:
        settings = {k: v for k, v in json.loads(text).items() if v is not None and k != "events"}
        formulation = settings.get("formulation", "projected")
        if not all(isinstance(word, str) for word in (formulation, settings.get("method", ""))):
            raise TypeError("method and formulation are names")
        if not isinstance(settings.get("duration", 1.0), float):
            raise TypeError("a duration is a number")
        if unknown := settings.keys() - {field.name for field in fields(Settings)}:
            raise TypeError(f"there is no setting {min(unknown)!r}")
        own = written(formulation)
    except (ValueError, TypeError, AttributeError, AssertionError, SyntaxError, RecursionError, MemoryError) as error:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise BielaError(f"{refused}: its settings are not those of a run ({said}).") from None
    if formulation.startswith("Compliant("):
        raise BielaError(f"{refused}: its formulation was {formulation}.")
    return settings if own is None else {**settings, "formulation": own}


def run_text(history: History) -> tuple[str, str]:
    """Return the run as a machine file, and a remark; the text is empty where a machine file cannot express the machine."""
    if history.mechanism.file_text:
        return history.mechanism.file_text, ""
    settings = history.settings
    keys = ("duration", "method", "step", "rtol", "atol", "output_step", "max_step", "formulation")
    simulation: dict[str, Any] = {k: settings.get(k) for k in keys}
    remarks = []
    if simulation["formulation"] not in NAMES:
        remarks.append(f"formulation {simulation.pop('formulation')} is not in the machine file")
    if isinstance(simulation["atol"], dict):
        simulation.pop("atol")
        remarks.append("tolerances by unit are not in the machine file")
    if settings.get("outputs"):
        remarks.append("the times of the outputs are not in the machine file")
    if settings.get("events"):
        simulation["events"] = _events(history, settings["events"], remarks)
    actuators = list(history.mechanism.actuators)
    constant = history.u if history.u.ndim == 1 else np.zeros(len(actuators))  # inverse dynamics: efforts of every sample
    inputs = {name: float(u) for name, u in zip(actuators, constant, strict=True) if u}
    try:
        laws = {name: law for name, law in history.functions.laws.items() if name in actuators}
        text = dumps(history.mechanism, start=history.state(0), simulation=simulation, inputs={**inputs, **laws})
    except BielaError as error:
        return "", str(error)
    return text, "; ".join(remarks)


def _events(history: History, settings: list[dict[str, str]], remarks: list[str]) -> dict[str, Any]:
    """Return events that were asked for; those that the machine brings itself are before and behind them."""
    events: dict[str, Any] = {}
    own = history.functions.events[len(mode_events(history.mechanism)) :]
    for about, expression in zip(settings, own, strict=False):
        name, direction, action = (about[key] for key in ("name", "direction", "action"))
        if action == "function":
            remarks.append(f"the Python function of event {name!r} is not in the machine file")
        else:
            events[name] = {"when": law_text(expression, f"event {name!r}"), "direction": direction, "action": action}
    return events
