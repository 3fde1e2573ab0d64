"""A machine as a folder of C99, which any compiler builds."""

from __future__ import annotations

from biela.app.export.target import FOLDER, Asked, Written, target
from biela.atomic import write_whole

RUN = ("method", "step", "formulation", "rtol", "atol", "duration")
"""Options that change the run which the code repeats."""


@target(FOLDER, options=("c", *RUN, "single"))
def write(asked: Asked) -> Written:
    """machine.h, machine.c, an example main.c, a Makefile and CMakeLists.txt."""
    from biela.export.folder import c_files
    from biela.export.prepared import prepare

    case = asked.case()
    export = prepare(case, **{name: asked.options.get(name) for name in RUN})
    for name, text in c_files(export, bool(asked.options.get("single"))).items():
        write_whole(asked.path / name, text)
    return Written(asked.path, [*case.notes, *export.notes])
