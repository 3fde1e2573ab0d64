"""Check a case at its start: mobility, loops, redundancy, suspicious data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from biela.app.folder import Outcome
from biela.simulation.case import Case

if TYPE_CHECKING:
    from biela.analysis.check import Check


def check(case: Case) -> Outcome[Check]:
    """Check a case. Keys of the summary are added, never renamed."""
    from biela.analysis.check import check

    report = check(case)
    report.machine = case.name  # as `run` calls it
    m, files = report.mobility, list[Path]()
    return Outcome(report, {
        "machine": report.machine, "ok": report.ok, "bodies": report.bodies, "joints": report.joints,
        "mobility": None if m is None else m.total, "driven": None if m is None else m.driven,
        "counted_mobility": None if m is None else m.counted + m.driven, "loops": report.loops,
        "redundant": [] if m is None else list(m.redundant), "problems": report.problems, "warnings": report.warnings,
        "notes": report.notes, "assumed": report.assumed,
    }, files)  # fmt: skip
