"""A case made ready for export: the run that the C text repeats, its names and its units."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.base.locks import cached_property
from biela.base.surface import setting
from biela.mechanism.foreign import refuse_fmus
from biela.simulation.case import Case
from biela.simulation.formulation import Compliant, compliant_twin, is_compliant
from biela.simulation.plan import Plan, Request, plan_run, request_run
from biela.simulation.run import StiffWarning
from biela.simulation.settings import Settings
from biela.state.functions import parameter_values, split_inputs
from biela.state.state import signal_names

Vector = NDArray[np.float64]


class NotExportable(BielaError):
    """A machine or a run that has no form in C."""


class NamedQuantity(NamedTuple):
    """A quantity: name, unit, value at the start."""

    name: str
    unit: str
    start: float


@dataclass(frozen=True)
class Export:
    """A machine and its run, ready to be written.

    Attributes
    ----------
    ready : the run
    x, u, p : start
    laws : actuators that a law drives; they are not inputs
    """

    case: Case
    ready: Plan
    x: Vector
    u: Vector
    p: Vector
    laws: tuple[str, ...]

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
        entries = self.ready.functions.layout.entries
        return [NamedQuantity(n, unit, float(value)) for (n, unit), value in zip(_distinct(entries), self.x, strict=True)]

    @cached_property
    def inputs(self) -> list[NamedQuantity]:
        actuators = self.ready.machine.actuators
        return [
            NamedQuantity(n, getattr(a, "unit", "") or "1", float(v)) for (n, a), v in zip(actuators.items(), self.u, strict=True)
        ]

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


def _distinct(entries: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    seen: dict[str, int] = {}
    out = []
    for name, unit in entries:
        seen[name] = seen.get(name, 0) + 1
        out.append((name if seen[name] == 1 else f"{name}_{seen[name]}", unit))
    return out


def prepare(case: Case, duration: float | None = None, **asked: Any) -> Export:
    """Make a case ready; `asked` replaces its settings: method, step, formulation, rtol, atol."""
    given = {k: v for k, v in asked.items() if v is not None}
    kept = {k: v for k, v in case.settings.items() if "method" not in given or k not in ("step", "substeps")}
    own = {**kept, **given}
    case = replace(case, settings=own, duration=case.duration if duration is None else duration)
    start = case.start()
    machine = start.mechanism
    _refuse_python(machine, case)
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
    _refuse_method(request)
    ready = plan_run(request, start.x, u, p, smooth=not request.corners(p))
    return Export(case, ready, np.array(start.x), u, p, tuple(laws))


def _settled_method(case: Case) -> str:
    """Return the method that `automatic` chooses in the case's own run."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StiffWarning)
        history = case.simulate()
    yielded = any("rosenbrock took over" in note for note in history.notes)
    if any("singular positions" in note for note in history.notes):
        raise NotExportable(
            f"{case.name!r} passes singular positions, around which biela places its steps: that has no form in C. Export with a "
            f"fixed step, {setting('method', 'rk4')}, {setting('step', 0.001)}."
        )
    return "rosenbrock" if yielded else "dormand-prince"


def _refuse_python(machine: Any, case: Case) -> None:
    """Refuse events that call Python: they have no form in C."""
    for event in case.events:
        if callable(event.action):
            raise NotExportable(
                f"event {event.name!r} calls a Python function: it has no form in C. Use action='record' or 'stop', or a mode of a "
                "network."
            )


def _refuse_method(ready: Request) -> None:
    name = ready.settings.method
    if not ready.method.routines:
        raise NotExportable(
            f"method {name!r} is that of another library: it has no form in C. Use {setting('method', 'dormand-prince')}, or "
            "rosenbrock if the machine is stiff."
        )
    if ready.method.takes_networks_apart:
        raise NotExportable(f"method {name!r} runs two loops: it has no form in C yet. Use {setting('method', 'rosenbrock')}.")
