"""A machine as an FMU, for co-simulation and model exchange in other tools."""

from __future__ import annotations

from biela.app.export.c import RUN
from biela.app.export.target import Asked, Written, target
from biela.base.atomic import write_whole


@target(".fmu", options=(*RUN, "fmi", "platforms", "sources", "portable"))
def write(asked: Asked) -> Written:
    """Write an FMU; it appears when it is compiled."""
    from biela.export.fmu import fmu
    from biela.export.prepared import prepare

    case, options = asked.case(), asked.options
    export = prepare(case, **{name: options.get(name) for name in RUN})
    platforms = [p.strip() for p in (options.get("platforms") or "linux64").split(",")]
    image = fmu(export, options.get("fmi", 2), platforms, bool(options.get("sources")), portable=bool(options.get("portable")))
    return Written(write_whole(asked.path, image), [*case.notes, *export.notes])
