"""Simulate a case: result.nc, report.html and summary.json in a folder, on request also pictures."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from biela.app.check import page_text, said
from biela.app.folder import Json, Outcome, refuse_unwritable, write_summary, writing
from biela.app.motions import prescribed
from biela.base.errors import BielaError
from biela.simulation.case import Case, Outputs

if TYPE_CHECKING:
    from biela.simulation.history import History


Progress = Callable[[float, int], None]
UNASKED_SIZE = 400_000
"""Size limit of a module that a report holds unasked [B]."""


def run(
    case: Case, folder: str | Path, duration: float | None = None, *, method: str | None = None, step: float | None = None,
    formulation: str | None = None, rtol: float | None = None, atol: float | None = None, motions: Sequence[str] = (),
    pictures: bool = False, live: bool = False, progress: Progress | None = None,
) -> Outcome[History]:  # fmt: skip
    """Simulate a case and write its results.

    duration : time to simulate [s]; the case's own by default
    method, step, formulation, rtol, atol : replace the case's own
    motions : prescribed motions of joints, as text; see `read_motions`
    pictures : write plots.png and motion.png, too
    live : let the report be run again by its reader, also where this makes it large
    progress : called with the simulated time [s] and the number of steps

    Returns
    -------
    Outcome of a History; of a run that failed or was interrupted, the part computed before, with status "failed" or "interrupted"
    """
    from biela.simulation.audit import DoubtWarning
    from biela.simulation.run import StiffWarning

    folder = refuse_unwritable(folder)
    asked = {"method": method, "step": step, "formulation": formulation, "rtol": rtol, "atol": atol}
    own = {k: v for k, v in case.settings.items() if method is None or k not in ("step", "substeps")}  # which are of the method
    case = replace(case, settings={**own, **{k: v for k, v in asked.items() if v is not None}})
    mechanism = case.build()
    start = begun = case.start(mechanism)
    if motions:
        mechanism, start = prescribed(mechanism, start, motions)
    with warnings.catch_warnings():
        for kind in (StiffWarning, DoubtWarning):  # their texts stand in the notes of the history
            warnings.simplefilter("ignore", kind)
        try:
            history = case.simulate(duration, start=start, progress=progress)
        except BielaError as error:
            if error.history is None or len(error.history.t) < 2:  # nothing but the start: older results stay
                raise
            history = error.history
        history.accuracy  # noqa: B018 (marks a run that is off)
    with writing(folder):
        # a formulation may run a twin of the machine
        at = start if start.mechanism is history.mechanism else history.state(0)
        report = history.mechanism.check(at, inputs=case.inputs, branches=False)
        report.ask_which_way(begun)
        summary = summarise(history, case.name, case.outputs) | said(case, report)
        files, remarks = _write(history, folder, case, summary, pictures, page_text(case, report), live)
    return Outcome(history, summary, files, [*history.notes, *report.warnings, *remarks])


def summarise(history: History, name: str, outputs: Callable[[History], Outputs] | None = None) -> Json:
    """Return the summary of a run for scripts: keys are added, never renamed.

    | key | meaning |
    |---|---|
    | machine | its name on the command line |
    | duration | simulated time [s] |
    | status | `done`; `doubtful` if energy, closure or `accuracy` are off by too much; `failed`; or why it ended early |
    | reason | of a failed run: when, where and why it failed, and what to do |
    | final | signal → last value, SI |
    | energy_error | largest |energy − initial energy − work of loads and inputs| [J] |
    | closure_error | largest residual of the loops after any step [m or rad] |
    | accuracy | estimated error: see `Accuracy.as_dict` |
    | steps | taken by the integrator |
    | wall_time | of the integration [s] |
    | real_time_factor | duration / wall_time |
    | method, formulation, step | settings of the run |
    | notes | remarks, such as a suspicion of stiffness |
    | warnings, assumed, file_notes | see `biela.app.check.said` |
    | files | paths written |
    | results | of a car's manoeuvre: name → value, unit; also in `final` |
    | networks | of machines with power networks: energies by network and element, see `energy_audit` |
    """
    final = {signal: float(history[signal][-1]) for signal in history.names}
    settings = {key: history.settings.get(key) for key in ("method", "formulation", "step")}
    summary = {**history.summary(), "machine": name, "final": final, **settings, "files": []}
    if history.mechanism.networks:
        from biela.simulation.energy_audit import energy_audit

        summary["networks"] = {audit.name: audit.as_dict() for audit in energy_audit(history)}
    if outputs is not None and history.status != "failed":  # a manoeuvre has results where it was driven to its end
        results = outputs(history)
        summary["final"] |= {key: value for key, (value, _) in results.items()}
        summary["results"] = {key: {"value": value, "unit": unit} for key, (value, unit) in results.items()}
        summary["notes"] = list(history.notes)
    return summary


def _write(
    history: History, folder: Path, case: Case, summary: Json, pictures: bool, checked: str, live: bool
) -> tuple[list[Path], list[str]]:
    """Write the files; return their paths, and what was left out and why."""
    from biela.report.page import PageSubject, write_page
    from biela.report.style import NoPictures

    files, remarks = [history.save(folder / "result.nc")], []
    plots = case.plots or [case.signals]
    module, why = simulator(history, case, plots, live)
    remarks += [why] if why else []
    about = PageSubject(
        case.name, case.description, case.source, plots, checked, case.file,
        summary.get("results", {}), case.units, module,
    )  # fmt: skip
    files.append(write_page(history, folder / "report.html", about))
    if pictures:
        from biela.report.motion import draw_motion
        from biela.report.plot import plot_run

        try:
            files.append(plot_run(history, case.signals, folder / "plots.png"))
            motion = draw_motion(history, folder / "motion.png")
            files += [motion] if motion is not None else []
        except NoPictures as error:
            remarks.append(str(error))
    return write_summary(folder, summary, files), remarks


def simulator(history: History, case: Case, plots: Sequence[Any], asked: bool, full: bool = False) -> tuple[bytes, str]:
    """Return the module of a run, and why there is none: empty where nobody asked."""
    from biela.export.live import NotLive, expected_size, live_module
    from biela.report.page import groups_of

    if history.status not in ("done", "doubtful", "stopped_by_event") or len(history.t) < 2:
        return b"", ""
    if not asked and expected_size(history) > UNASKED_SIZE:
        return b"", ""
    groups = groups_of(history, plots)
    shown = dict.fromkeys(name for plot in groups for name in (*plot.signals, *((plot.x,) if plot.x else ())))
    try:
        module = live_module(history, case.settings, case.events, list(shown), full).module
    except NotLive as error:
        return b"", f"the report cannot be run again by its reader: {error}." if asked else ""
    return (module, "") if asked or len(module) <= UNASKED_SIZE else (b"", "")
