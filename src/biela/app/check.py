"""Check a case at its start: mobility, loops, redundancy, suspicious data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from biela.app.folder import Outcome, refuse_unwritable
from biela.base.atomic import write_whole
from biela.base.errors import BielaError
from biela.simulation.case import Case

if TYPE_CHECKING:
    from biela.state.check import Check


def check(case: Case, folder: str | Path | None = None) -> Outcome[Check]:
    """Check a case. Keys of the summary are added, never renamed.

    folder : where to draw the ways in which its loops close, `branches.html`; not drawn if omitted
    """
    from biela.simulation.check import check

    target = None if folder is None else refuse_unwritable(folder) / "branches.html"
    report = check(case, thorough=target is not None)
    report.machine = case.name  # as `run` calls it
    m, files, found = report.mobility, list[Path](), report.branches
    if target is not None and found is not None:
        from biela.files.write import start_text
        from biela.report.branches import branches_page

        page = branches_page(found, case.name, [start_text(state) for state in found.states])
        files.append(write_whole(target, page.encode()))
    elif target is not None and report.ok:
        raise BielaError(f"{case.name}: this machine has no loops, so that there are no ways of closing them to draw.")
    return Outcome(report, {
        "machine": report.machine, "ok": report.ok, "bodies": report.bodies, "joints": report.joints,
        "mobility": None if m is None else m.total, "driven": None if m is None else m.driven,
        "counted_mobility": None if m is None else m.counted + m.driven, "loops": report.loops,
        "redundant": [] if m is None else list(m.redundant), "problems": report.problems, "warnings": report.warnings,
        "notes": report.notes, "assumed": report.assumed, "file_notes": list(case.notes),
        "branches": None if found is None else found.as_dict(), "files": [str(file) for file in files],
    }, files)  # fmt: skip


def said(case: Case, report: Check) -> dict[str, list[str]]:
    """Return the lines that a summary repeats of a check and of the reading of the file.

    | key | meaning |
    |---|---|
    | warnings, assumed | what `check` warns of; defaults that results depend on and nobody gave |
    | file_notes | what was changed when the file was read, or not taken from it |
    """
    return {"warnings": report.warnings, "assumed": report.assumed, "file_notes": list(case.notes)}


def page_text(case: Case, report: Check) -> str:
    """Return the check, and the notes of reading the file, for a page."""
    return "\n".join([str(report), *(f"  from the file: {note}" for note in case.notes)])
