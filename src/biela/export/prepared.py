"""Case prepared for export: the run that the C text repeats, its names and its units."""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import fields, replace
from typing import Any, NamedTuple

import numpy as np

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.base.locks import cached_property
from biela.base.surface import setting
from biela.mechanism.foreign import refuse_fmus
from biela.simulation.case import Case
from biela.simulation.formulation import Compliant, compliant_twin, is_compliant
from biela.simulation.plan import Plan, plan_run, request_run
from biela.simulation.run import StiffWarning
from biela.simulation.settings import Settings
from biela.state.functions import parameter_values, split_inputs
from biela.state.state import signal_names


class NotExportable(BielaError):
    """Machine or run that has no form in C."""


class NamedQuantity(NamedTuple):
    """Quantity: name, unit, value at the start."""

    name: str
    unit: str
    start: float


@dataclass(frozen=True)
class Export:
    """Machine and its run, ready to be written, with the start x, u, p."""

    case: Case
    ready: Plan
    x: Array
    u: Array
    p: Array
    laws: tuple[str, ...]  # actuators that a law drives; they are not inputs

    @property
    def name(self) -> str:
        return self.case.name

    @property
    def notes(self) -> list[str]:
        """Remarks for the user."""
        settings = self.ready.settings
        said = [f"the run is that of {settings.method}, formulation {settings.formulation}."]
        if self.laws:
            said.append(f"{', '.join(self.laws)} follow the laws of the case and are not inputs.")
        return said

    @cached_property
    def states(self) -> list[NamedQuantity]:
        """Entries of x, each under a name of its own."""
        found, seen = [], Counter[str]()
        for (name, unit), value in zip(self.ready.functions.layout.entries, self.x, strict=True):
            seen[name] += 1
            found.append(NamedQuantity(name if seen[name] == 1 else f"{name}_{seen[name]}", unit, float(value)))
        return found

    @cached_property
    def inputs(self) -> list[NamedQuantity]:
        known = self.ready.machine.actuators
        return [NamedQuantity(n, getattr(a, "unit", "") or "1", float(v)) for (n, a), v in zip(known.items(), self.u, strict=True)]

    @cached_property
    def parameters(self) -> list[NamedQuantity]:
        known = self.ready.machine.parameters
        return [NamedQuantity(n, p.unit or "1", float(v)) for (n, p), v in zip(known.items(), self.p, strict=True)]

    @cached_property
    def signals(self) -> list[NamedQuantity]:
        """All signals, level by level."""
        found = sorted((level, place, name, unit) for name, (level, place, unit) in signal_names(self.ready.functions).items())
        return [NamedQuantity(name, unit, 0.0) for _, _, name, unit in found]

    @property
    def main_signals(self) -> list[str]:
        """The most important ones, which are outputs."""
        names = [s.name for s in self.signals]
        wanted = [n for n in self.case.signals if n in names]
        return wanted or names[:8]


def prepare(case: Case, duration: float | None = None, **asked: Any) -> Export:
    """Make a case ready; `asked` replaces its settings: method, step, formulation, rtol, atol."""
    given = {k: v for k, v in asked.items() if v is not None}
    kept = {k: v for k, v in case.settings.items() if "method" not in given or k not in ("step", "substeps")}
    own = {**kept, **given}
    case = replace(case, settings=own, duration=case.duration if duration is None else duration)
    start = case.start()
    machine = start.mechanism
    if python := next((event for event in case.events if callable(event.action)), None):
        raise NotExportable(
            f"event {python.name!r} calls a Python function: it has no form in C. Use action='record' or 'stop', or a mode of a "
            "network."
        )
    refuse_fmus(machine, "export")
    names = {f.name for f in fields(Settings)} - {"outputs"}
    settings = Settings(**{"duration": case.duration, **{k: v for k, v in own.items() if k in names}})
    if settings.method == "automatic":
        settings = replace(settings, method=_settled_method(case))
        case = replace(case, settings={**own, "method": settings.method})
    if is_compliant(settings.formulation):
        options = Compliant() if settings.formulation == "compliant" else settings.formulation
        machine, start = compliant_twin(start, options)
    u, laws = split_inputs(machine, dict(case.inputs) or None, start.u)
    p = parameter_values(machine, None, start.p)
    request = request_run(machine, settings, laws, start.t, list(case.events))
    if not request.method.routines:
        raise NotExportable(
            f"method {settings.method!r} is that of another library: it has no form in C. Use "
            f"{setting('method', 'dormand-prince')}, or rosenbrock if the machine is stiff."
        )
    if request.method.takes_networks_apart:
        other = setting("method", "rosenbrock")
        raise NotExportable(f"method {settings.method!r} runs two loops: it has no form in C yet. Use {other}.")
    ready = plan_run(request, start.x, u, p, smooth=not request.corners(p))
    return Export(case, ready, np.array(start.x), u, p, tuple(laws))


def _settled_method(case: Case) -> str:
    """Return the method that `automatic` chooses in the case's own run."""
    with warnings.catch_warnings(action="ignore", category=StiffWarning):
        history = case.simulate()
    yielded = any("rosenbrock took over" in note for note in history.notes)
    if any("singular positions" in note for note in history.notes):
        raise NotExportable(
            f"{case.name!r} passes singular positions, around which biela places its steps: that has no form in C. Export with a "
            f"fixed step, {setting('method', 'rk4')}, {setting('step', 0.001)}."
        )
    return "rosenbrock" if yielded else "dormand-prince"
