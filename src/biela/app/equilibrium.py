"""Position in which a case comes to rest, and its modes about it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from biela.app.check import said
from biela.app.folder import Outcome
from biela.simulation.case import Case

if TYPE_CHECKING:
    from biela.state.equilibrium import Equilibrium
    from biela.state.linearise import Linearisation


def equilibrium(case: Case) -> Outcome[Equilibrium]:
    """Find the position in which a case settles from its start. Keys of the summary are added, never renamed.

    | key | meaning |
    |---|---|
    | machine, stable | its name; whether small disturbances do not grow |
    | coordinates | coordinate → value at rest, SI |
    | residual | largest acceleration left [rad/s², m/s²] |
    | warnings, assumed, file_notes | see `biela.app.check.said` |
    """
    mechanism = case.build()
    start = case.start(mechanism)
    found = mechanism.equilibrium(start, inputs=dict(case.inputs) or None)
    report = mechanism.check(start, inputs=case.inputs)
    names = [f"{link.joint.name}.{c.name}" for link in mechanism.topology.links for c in link.joint.type.coordinates]
    coordinates = {name: float(found.state[name]) for name in names}
    summary = {"machine": case.name, "stable": found.stable, "coordinates": coordinates, "residual": found.residual}
    return Outcome(found, summary | said(case, report), list[Path](), report.warnings)


def modes(case: Case) -> Outcome[Linearisation]:
    """Find oscillations and decays about the position in which a case settles.

    | key | meaning |
    |---|---|
    | machine, stable | its name; whether no mode grows |
    | modes | slowest first: frequency [Hz], damping_ratio, eigenvalue [1/s] as real and imaginary part |
    | warnings, assumed, file_notes | see `biela.app.check.said` |
    """
    rest = equilibrium(case)
    at = rest.result.state
    found: Linearisation = at.mechanism.linearise(at)
    rows = [
        {"frequency": mode.frequency, "damping_ratio": mode.damping_ratio,
         "eigenvalue": [float(mode.eigenvalue.real), float(mode.eigenvalue.imag)]}
        for mode in found.modes
    ]  # fmt: skip
    own = {key: rest.summary[key] for key in ("warnings", "assumed", "file_notes")}
    return Outcome(found, {"machine": case.name, "stable": bool(found.stable), "modes": rows} | own, [], rest.notes)
