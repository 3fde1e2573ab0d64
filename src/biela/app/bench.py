"""Speed of machines on this computer."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from biela.app.folder import Json, Outcome, refuse_unwritable, write_summary, writing
from biela.base.atomic import write_whole
from biela.simulation.case import Case

USUAL = ("pendulum", "four-bar", "five-bar", "andrews-squeezer", "chain")
"""Ready machines that are measured unless others are named."""


def bench(case: Case, repeats: int = 3) -> Json:
    """Return the best of a few runs of a case, as one row."""
    mechanism = case.build()
    start = case.start(mechanism)
    best = min((case.simulate(start=start) for _ in range(repeats)), key=lambda run: run.wall_time)
    keys = ("duration", "status", "steps", "wall_time", "real_time_factor", "closure_error", "energy_error")
    about = {"machine": case.name, "bodies": len(mechanism.bodies) - 1, **{key: getattr(best, key) for key in keys}}
    return {**about, "microseconds_per_step": 1e6 * best.wall_time / max(best.steps, 1)}


def write_bench(cases: Sequence[Case], folder: str | Path) -> Outcome[list[Json]]:
    """Measure machines and write a page and a summary."""
    from biela.report.bench import page

    folder = refuse_unwritable(folder)
    rows = [bench(case) for case in cases]
    with writing(folder):
        summary: Json = {"runs": rows}
        files = write_summary(folder, summary, [write_whole(folder / "report.html", page(rows, os.cpu_count() or 1))])
    return Outcome(rows, summary, files)
