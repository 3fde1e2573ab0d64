"""A machine as a folder of C99, which any compiler builds."""

from __future__ import annotations

from biela.app.export.target import FOLDER, Asked, Written, target
from biela.atomic import write_whole

RUN = ("method", "step", "formulation", "rtol", "atol", "duration")
"""Options that change the run which the code repeats."""


@target(FOLDER, options=("c", *RUN, "single", "target"))
def write(asked: Asked) -> Written:
    """machine.h, machine.c, an example main.c, a Makefile and CMakeLists.txt; on request machine.o for another processor."""
    from biela.export.folder import c_files
    from biela.export.prepared import prepare

    case = asked.case()
    export = prepare(case, **{name: asked.options.get(name) for name in RUN})
    files: dict[str, str | bytes] = dict(c_files(export, bool(asked.options.get("single"))))
    if processor := asked.options.get("target"):
        from biela.export.compiler import bare_object

        files["machine.o"] = bare_object(processor, files)
    notes = [*case.notes, *export.notes]
    if asked.options.get("single"):
        from biela.export.single import error_of_single

        notes.append(error_of_single(export, files))
    for name, content in files.items():
        write_whole(asked.path / name, content)
    return Written(asked.path, notes)
