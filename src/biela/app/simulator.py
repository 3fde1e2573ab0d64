"""The simulator inside a report: whether there is one, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from biela.simulation.case import Case

if TYPE_CHECKING:
    from biela.simulation.history import History

UNASKED_SIZE = 400_000
"""Size limit of a module that a report holds unasked [B]."""


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
