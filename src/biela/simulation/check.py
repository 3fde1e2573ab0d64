"""Findings about a machine and its run, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from biela.base.checked import fitting
from biela.base.errors import DescriptionError, InconsistentStart, UnknownName
from biela.mechanism.mechanism import Mechanism
from biela.simulation.case import Case, machine_and_start
from biela.simulation.watch import refuse_bad_start
from biela.state.check import Check, look
from biela.state.functions import functions_of
from biela.state.state import State


def check(
    mechanism: Mechanism | Case,
    start: State | Mapping[str, Any] | None = None,
    *,
    inputs: Mapping[str, Any] | None = None,
    duration: float | None = None,
    branches: bool = True,
    thorough: bool = False,
) -> Check:
    """Report mobility, loops, redundant rows, conflicts, bodies without mass, singular start, independent parts, assumed values.

    Parameters
    ----------
    mechanism : a machine, or a case
    start : where to look: a state, or coordinates to assemble from; the start of the case, or the assembled drawing pose if omitted
    inputs : of a run: actuator → number or function of time; those of the case if omitted
    duration : of a run [s], along which prescribed motions are followed; that of the case if omitted
    branches : whether to look for other ways to assemble the machine; see `m.branches`
    thorough : whether to look for them until another one is unlikely, however long that takes
    """
    fitting(check, locals(), positive=("duration",))
    if isinstance(mechanism, Case):
        inputs = mechanism.inputs if inputs is None else inputs
        duration = mechanism.duration if duration is None else duration
    mechanism, start = machine_and_start(mechanism, start)
    report, state = look(mechanism, start, inputs, duration, branches, thorough)
    if state is not None:
        _look_at_laws(mechanism, state, report)
        if mechanism.networks:  # a piston beyond its stroke, pins that coincide
            try:
                refuse_bad_start(functions_of(mechanism), *state.arguments())
            except InconsistentStart as error:
                report.problems.append(str(error))
    return report


def _look_at_laws(mechanism: Mechanism, state: State, report: Check) -> None:
    """Report users' laws that cannot be derived, or that have no value at the machine's position."""
    if not any(load.functions for load in mechanism.loads.values()):
        return
    from biela.simulation.diagnose import has_law, not_finite  # symbols are needed only here

    if not any(map(has_law, mechanism.loads.values())):
        return
    try:
        bad = not_finite(functions_of(mechanism), state)
    except (DescriptionError, UnknownName) as error:
        report.problems.append(str(error))
        return
    report.problems += [f"no run can start here: {phrase}." for phrase in bad if "its law" in phrase]
