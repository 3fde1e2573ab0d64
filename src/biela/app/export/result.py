"""A saved result as a table, as a netCDF file with all signals, or as a page."""

from __future__ import annotations

from pathlib import Path

from biela.app.case import RESULT
from biela.app.export.target import Asked, Written, target
from biela.base.atomic import write_whole


@target(".csv", ".parquet", RESULT, ".html", of_result=True)
def write(asked: Asked) -> Written:
    """The states alone give every signal again."""
    if asked.path.suffix in (".csv", ".parquet"):
        return Written(_table(Path(asked.source), asked.path))
    case = asked.case()
    history = case.simulate()
    if asked.path.suffix == RESULT:
        return Written(history.save(asked.path))
    from biela.report.page import About, write_page

    checked = str(case.mechanism.check(case.start(), branches=False))
    about = About(case.mechanism.name, case.description, case.source, case.plots, checked, asked.source)
    return Written(write_page(history, asked.path, about))


def _table(source: Path, target: Path) -> Path:
    """A saved result as CSV or Parquet, with its units and settings."""
    from biela.files.results.load import load
    from biela.files.results.save import csv_text, parquet_image

    saved = load(source)
    names = [n for n in saved if saved.data[n].dims == ("time",)]
    columns = {n: saved[n] for n in names}
    units = {n: saved.unit(n) for n in names}
    about = {str(k): v for k, v in saved.data.attrs.items()}
    image = csv_text if target.suffix == ".csv" else parquet_image
    return write_whole(target, image(saved.t, columns, units, about))
