"""Machines and results in other formats; the ending of the target selects the format."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from biela.app.case import RESULT, find_case
from biela.atomic import write_whole
from biela.errors import BielaError
from biela.simulation.case import Case

MACHINES, RESULTS = (".yaml", ".yml", ".json"), (".csv", ".parquet", ".nc", ".html")
ROBOTS = (".urdf", ".xml", ".mjcf")


def export(source: str, target: Path, changes: Sequence[str] = ()) -> Path:
    """Write a machine (from its name, file or result) or a result (.nc) to `target`."""
    known = (*MACHINES, *ROBOTS, *RESULTS)
    if target.suffix not in known:
        raise BielaError(f"{str(target)!r}: the ending selects the format, one of {', '.join(known)}.")
    if target.suffix in ROBOTS:
        return robot(find_case(source, changes), target)[0]
    if target.suffix in MACHINES:
        text = find_case(source, changes).machine_file()
        return write_whole(target, text if target.suffix != ".json" else as_json(text))
    if Path(source).suffix != RESULT:
        raise BielaError(
            f"{target.suffix} files hold results: run the machine first, `biela run {source}`, then export its result.nc."
        )
    if target.suffix in (".csv", ".parquet"):
        return _table(Path(source), target)
    case = find_case(source, changes)  # the states alone give every signal again
    history = case.simulate()
    if target.suffix == RESULT:
        return history.save(target)
    from biela.report.page import About, write_page

    checked = str(case.mechanism.check(case.start()))
    about = About(case.mechanism.name, case.description, case.source, case.plots, checked, source)
    return write_page(history, target, about)


def robot(case: Case, target: Path) -> tuple[Path, list[str]]:
    """Write a machine as URDF or MJCF; also what of it is not in the file."""
    m = case.mechanism
    if target.suffix == ".urdf":
        from biela.files.urdf_write import urdf

        text, left = urdf(m)
    else:
        from biela.files.mjcf_write import mjcf

        text, left = mjcf(m, case.start(m))
    return write_whole(target, text), left


def as_json(text: str) -> str:
    """A machine file as JSON, which is YAML too and is read back as such."""
    from biela.files.document import read_document

    return json.dumps(read_document(text, "machine").data, indent=2, ensure_ascii=False) + "\n"


def _table(source: Path, target: Path) -> Path:
    """A saved result as CSV or Parquet, with its units and settings."""
    from biela.simulation.history import load
    from biela.simulation.provenance import csv_text, parquet_image

    saved = load(source)
    names = [n for n in saved if saved.data[n].dims == ("time",)]
    columns = {n: saved[n] for n in names}
    units = {n: saved.unit(n) for n in names}
    about = {str(k): v for k, v in saved.data.attrs.items()}
    image = csv_text if target.suffix == ".csv" else parquet_image
    return write_whole(target, image(saved.t, columns, units, about))
