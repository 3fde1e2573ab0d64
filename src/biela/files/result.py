"""Results run again from themselves: `result.nc` holds its machine, its start and its settings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from biela.errors import BielaError
from biela.files.car import car_text
from biela.files.law import law_text
from biela.files.machine import Machine, loads
from biela.files.write import dumps
from biela.simulation.formulation import NAMES, written

if TYPE_CHECKING:
    from biela.mechanism.mechanism import Mechanism
    from biela.simulation.history import History
    from biela.state.state import State
    from biela.vehicle.driven import DrivenCar


class Repeated(Machine):
    """The machine of a result; it starts exactly where the result did."""

    start_state: Any = None
    time: float = 0.0
    free: Any = None

    def start(self, mechanism: Mechanism | None = None) -> State:
        from biela.state.state import State

        return State(
            self.mechanism, np.array(self.start_state), self.time, None, np.array(self.free) if len(self.free) else None
        )


def from_result(path: str | Path) -> Machine:
    """The machine, start and settings of a result (.nc); `simulate()` gives the same numbers to the last digit.

    Raises
    ------
    BielaError : if the file is no result, or if its machine had laws that a machine file has no words for
    """
    from biela.simulation.history import load

    saved = load(path)
    about = saved.data.attrs
    if not saved.machine_file:
        raise BielaError(
            f"{str(path)!r} cannot be run again: {about.get('machine_file_remark') or 'it holds no machine file'}"
        )
    machine = loads(saved.machine_file, str(path))
    if not isinstance(machine, Machine):  # a car: its start follows from its manoeuvre
        return machine  # type: ignore[no-any-return]
    settings = {
        k: v for k, v in json.loads(about["settings"]).items() if v is not None and k not in ("duration", "events")
    }
    if (own := written(str(settings.get("formulation", "")))) is not None:
        settings["formulation"] = own
    elif str(settings.get("formulation", "")).startswith("Compliant("):
        raise BielaError(f"{str(path)!r} cannot be run again: its formulation was {settings['formulation']}.")
    again = Repeated(**{**machine.__dict__, "settings": settings, "name": machine.mechanism.name})
    again.start_state, again.time = saved["state"][0], float(saved.t[0])
    again.free = saved["parameter"]
    if again.start_state.shape != again.mechanism.assemble().x.shape:
        raise BielaError(f"{str(path)!r} cannot be run again by this version of biela: its states have another shape.")
    return again


def car_file(driven: DrivenCar) -> tuple[str, str]:
    """The car file of a car with its manoeuvre."""
    return car_text(driven), ""


def run_text(history: History) -> tuple[str, str]:
    """The run as a machine file, and a remark; the text is empty where a file has no words for something in it."""
    if history.mechanism.file_text is not None:
        return history.mechanism.file_text(), ""
    settings = history.settings
    keys = ("duration", "method", "step", "rtol", "atol", "output_step", "max_step", "formulation")
    simulation: dict[str, Any] = {k: settings.get(k) for k in keys}
    remarks = []
    if simulation["formulation"] not in NAMES:
        remarks.append(f"formulation {simulation.pop('formulation')} is not in the machine file")
    if settings.get("events"):
        simulation["events"] = _events(history, settings["events"], remarks)
    actuators = list(history.mechanism.actuators)
    inputs = {name: float(u) for name, u in zip(actuators, history.u, strict=True) if u}
    try:
        laws = {name: law for name, law in history.functions.laws.items() if name in actuators}
        text = dumps(history.mechanism, start=history.state(0), simulation=simulation, inputs={**inputs, **laws})
    except BielaError as error:
        return "", str(error)
    return text, "; ".join(remarks)


def _events(history: History, settings: list[dict[str, str]], remarks: list[str]) -> dict[str, Any]:
    events: dict[str, Any] = {}
    for about, expression in zip(settings, history.functions.events, strict=True):
        if about["action"] == "function":
            remarks.append(f"the Python function of event {about['name']!r} is not in the machine file")
            continue
        what = f"event {about['name']!r}"
        events[about["name"]] = {
            "when": law_text(expression, what),
            "direction": about["direction"],
            "action": about["action"],
        }
    return events
