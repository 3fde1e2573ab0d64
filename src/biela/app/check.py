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
        "notes": report.notes, "assumed": report.assumed, "file_notes": list(case.notes),
    }, files)  # fmt: skip


def said(case: Case, report: Check) -> dict[str, list[str]]:
    """What a summary repeats of a check and of the reading of the file.

    | key | meaning |
    |---|---|
    | warnings, assumed | what `check` warns of; defaults that results depend on and nobody gave |
    | file_notes | what was changed when the file was read, or not taken from it |
    """
    return {"warnings": report.warnings, "assumed": report.assumed, "file_notes": list(case.notes)}


def page_text(case: Case, report: Check) -> str:
    """The check, and what was said when the file was read, for a page."""
    return "\n".join([str(report), *(f"  from the file: {note}" for note in case.notes)])
