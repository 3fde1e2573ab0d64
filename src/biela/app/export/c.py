"""A machine as a folder of C99, which any compiler builds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from biela.app.export.target import FOLDER, Asked, Written, target
from biela.base.atomic import write_whole
from biela.base.errors import BielaError
from biela.base.surface import setting

if TYPE_CHECKING:
    from biela.estimate.estimator import Estimator
    from biela.simulation.case import Case

RUN = ("method", "step", "formulation", "rtol", "atol", "duration")
"""Options that change the run which the code repeats."""


FILTER = ("noise", "spread", "parameters", "sensors", "longest_step", "integrator", "gate", "scale")
"""Options of a filter, see `configured_filter`."""


@target(FOLDER, options=("c", *RUN, "single", "target", "filter", *FILTER))
def write(asked: Asked) -> Written:
    """Write machine.h, machine.c, an example main.c, a Makefile and CMakeLists.txt; on request filter.h, filter.c and an example
    estimate.c, and objects for another processor."""
    from biela.export.folder import c_files
    from biela.export.prepared import prepare

    case = asked.case()
    export = prepare(case, **{name: asked.options.get(name) for name in RUN})
    single, estimator = bool(asked.options.get("single")), _filter(asked, case)
    files: dict[str, str | bytes] = dict(c_files(export, single, estimator))
    if processor := asked.options.get("target"):
        from biela.export.compiler import bare_objects

        files |= {f"{processor}/{name}": image for name, image in bare_objects(processor, files).items()}
    notes = [*case.notes, *export.notes]
    if single:
        from biela.export.single import error_of_single, error_of_single_filter

        notes.append(error_of_single(export, files))
        notes += [error_of_single_filter(estimator, export, files)] if estimator is not None else []
    for name, content in files.items():
        write_whole(asked.path / name, content)
    return Written(asked.path, notes)


def _filter(asked: Asked, case: Case) -> Estimator | None:
    """Return the filter that is asked for, if any."""
    given = {name: asked.options[name] for name in FILTER if name in asked.options}
    if "filter" in asked.options:
        from biela.app.estimate import configured_filter

        return configured_filter(case, asked.options["filter"], **given)
    for name in given:
        raise BielaError(f"{setting(name)} belongs to a filter: add {setting('filter', 'extended')}.")
    return None
