"""A saved result as a table, as a netCDF file with all signals, or as a page."""

from __future__ import annotations

from biela.app.export.target import Asked, Written, target
from biela.base.atomic import write_whole
from biela.files.format import NETCDF, endings, format_of


@target(lambda: endings("write_run"), ".html", of_result=True)
def write(asked: Asked) -> Written:
    """Write a result: tables from its signals, netCDF and pages from a new run, since the states alone give every signal again."""
    form = format_of(asked.path, "write_run")
    if form is not None and form.write_run is not None and form is not NETCDF:
        from biela.files.results.load import load

        return Written(write_whole(asked.path, form.write_run(load(asked.source))))
    case = asked.case()
    history = case.simulate()
    if form is not None:
        return Written(history.save(asked.path))
    from biela.report.page import PageSubject, write_page

    checked = str(case.mechanism.check(case.start(), branches=False))
    about = PageSubject(case.mechanism.name, case.description, case.source, case.plots, checked, asked.source)
    return Written(write_page(history, asked.path, about))
