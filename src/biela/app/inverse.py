"""Inverse dynamics of a case along a motion: efforts, powers and reactions, on a page and in files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from biela.app.check import page_text, said
from biela.app.folder import Json, Outcome, numbers, refuse_unwritable, write_summary, writing
from biela.app.motions import example, read_motions
from biela.base.errors import BielaError
from biela.base.surface import setting
from biela.simulation.case import Case

if TYPE_CHECKING:
    from biela.simulation.inverse import InverseRun


def inverse(
    case: Case, folder: str | Path, duration: float | None = None, *, motions: Sequence[str] = (), samples: int = 1000,
    actuated: Sequence[str] = (), weights: Sequence[str] = (), method: str = "tree_multipliers",
) -> Outcome[InverseRun]:  # fmt: skip
    """Find the efforts of a motion and write the results.

    duration : length of the motion [s]; the case's own by default
    motions : as text, see `read_motions`; by default the motion that the case is published with, or that of its drives
    samples : after the first one
    actuated : joints or actuators that supply the effort; the prescribed joints by default
    weights : `NAME=NUMBER` of actuators, where there are more than needed
    """
    from biela.simulation.inverse import inverse_dynamics
    from biela.simulation.trajectory.task import driven

    folder = refuse_unwritable(folder)
    mechanism = case.build()
    motion = read_motions(mechanism, motions) if motions else dict(case.motion) or driven(mechanism)
    if not motion:
        raise BielaError(
            f"{case.name!r} comes without a motion: prescribe one with {setting('motions')}, such as {example(mechanism)}."
        )
    start = case.start(mechanism)
    run = inverse_dynamics(
        mechanism, motion, case.duration if duration is None else duration, samples=samples, method=method,
        actuated=[n for text in actuated for n in text.replace(",", " ").split()] or None,
        weights=numbers(weights, setting("weights"), "left_shoulder=2") or None, guess=start,
    )  # fmt: skip
    with writing(folder):
        report = run.mechanism.check(run.state(0), branches=False)
        report.ask_which_way(start)
        summary = summarise(run, case.name) | said(case, report)
        files = _write(run, folder, case, summary, page_text(case, report))
    return Outcome(run, summary, files, [*run.notes, *report.warnings])


def summarise(run: InverseRun, name: str) -> Json:
    """Return the summary of a run for scripts: keys are added, never renamed.

    | key | meaning |
    |---|---|
    | machine, duration, samples, method, actuated | what was done |
    | efforts | by actuator: at the start, at the end, largest, when, root mean square [N·m or N]; unit |
    | powers | by actuator: largest and least [W], work done, and energy that passed either way [J] |
    | reactions | by joint: largest force [N] and moment [N·m] |
    | conditioning | smallest over the motion and when: 0 at a dead point |
    | energy_error | largest |energy − start − work| [J] |
    | closure_error, wall_time, notes, files | |
    | warnings, assumed, file_notes | see `biela.app.check.said` |
    """
    efforts, powers = {}, {}
    for k, actuator in enumerate(run.actuated):
        u, power = run.effort[:, k], run[f"{actuator}.power"]
        at = int(np.abs(u).argmax())
        efforts[actuator] = {
            "start": float(u[0]), "end": float(u[-1]), "largest": float(u[at]), "time": float(run.t[at]),
            "root_mean_square": float(np.sqrt(np.mean(u**2))), "unit": run.mechanism.actuators[actuator].unit,
        }  # fmt: skip
        powers[actuator] = {
            "largest": float(power.max()), "least": float(power.min()), "work": float(np.trapezoid(power, run.t)),
            "passed": float(np.trapezoid(np.abs(power), run.t)),
        }  # fmt: skip
    reactions = {
        joint: {"force": float(run[f"{joint}.force"].max()), "moment": float(run[f"{joint}.moment"].max())}
        for joint in run.mechanism.joints
        if f"{joint}.force" in run
    }
    worst = int(run.conditioning.argmin())
    return {
        "machine": name, "duration": run.duration, "samples": len(run.t), "method": run.method, "actuated": list(run.actuated),
        "efforts": efforts, "powers": powers, "reactions": reactions,
        "conditioning": {"smallest": float(run.conditioning[worst]), "time": float(run.t[worst])},
        "energy_error": run.energy_error, "closure_error": run.closure_error, "wall_time": run.wall_time,
        "notes": list(run.notes), "files": [],
    }  # fmt: skip


def _write(run: InverseRun, folder: Path, case: Case, summary: Json, checked: str) -> list[Path]:
    from biela.report.inverse import inverse_answer, inverse_facts
    from biela.report.page import PageSubject, write_page
    from biela.simulation.inverse import CONDITIONING

    reactions = [f"{j}.force" for j in run.mechanism.joints if f"{j}.force" in run]
    plots = [
        [f"{name}.effort" if f"{name}.effort" in run else f"{name}.force" for name in run.actuated],
        [f"{name}.power" for name in run.actuated], list(case.signals), reactions, [CONDITIONING],
    ]  # fmt: skip
    text = f"Inverse dynamics ({run.method}): the efforts of the prescribed motion."
    page = PageSubject(
        case.name, text, case.source, plots, checked, case.file, units=case.units,
        answer=inverse_answer(summary), facts=inverse_facts(summary),
    )  # fmt: skip
    files = [run.save(folder / "result.nc"), write_page(run, folder / "report.html", page)]
    return write_summary(folder, summary, files)
