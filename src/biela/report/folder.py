"""The files of a run, each written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from biela.atomic import write_whole

if TYPE_CHECKING:
    from biela.simulation.case import Case
    from biela.simulation.history import History


def write_run(
    history: History, folder: Path, machine: Case, summary: dict[str, Any], *, pictures: bool = False, start: Any = None
) -> tuple[list[Path], list[str]]:
    """Write `result.nc`, `report.html` and `summary.json` into a folder; with `pictures` also `plots.png` and `motion.png`.

    Parameters
    ----------
    summary : becomes `summary.json`, with the key `files` filled in
    start : where the check of the report looks

    Returns
    -------
    files : the paths written
    remarks : what was left out, and why
    """
    from biela.report.page import About, write_page
    from biela.report.style import NoPictures

    files, remarks = [history.save(folder / "result.nc")], []
    plots = machine.plots or [machine.signals]
    checked = str(
        history.mechanism.check(
            history.state(0) if start is None or start.mechanism is not history.mechanism else start
        )
    )
    about = About(
        machine.name, machine.description, machine.source, plots, checked, machine.file,
        summary.get("results", {}),
    )  # fmt: skip
    files.append(write_page(history, folder / "report.html", about))
    if pictures:
        from biela.report.motion import draw_motion
        from biela.report.plot import plot_run

        try:
            files.append(plot_run(history, machine.signals, folder / "plots.png"))
            motion = draw_motion(history, folder / "motion.png")
            files += [motion] if motion is not None else []
        except NoPictures as error:
            remarks.append(str(error))
    files.append(folder / "summary.json")
    summary["files"] = [str(file) for file in files]
    write_whole(files[-1], (to_json(summary) + "\n").encode())
    return files, remarks


def to_json(summary: dict[str, Any]) -> str:
    """An object as JSON text; numbers that JSON does not have (NaN, infinity) become null."""
    return json.dumps(_finite(summary), indent=2, ensure_ascii=False, allow_nan=False)


def _finite(x: Any) -> Any:
    if isinstance(x, dict):
        return {key: _finite(value) for key, value in x.items()}
    if isinstance(x, list | tuple):
        return [_finite(value) for value in x]
    return None if isinstance(x, float) and not abs(x) < float("inf") else x
