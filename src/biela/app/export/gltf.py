"""A machine, or the motion of a result, as glTF."""

from __future__ import annotations

from biela.app.export.target import Asked, Written, target
from biela.base.atomic import write_whole


@target(".glb")
def write(asked: Asked) -> Written:
    """The machine where it starts."""
    from biela.report.gltf import glb
    from biela.report.scene import standing

    case = asked.case()
    return Written(write_whole(asked.path, glb(standing(case.start(case.mechanism)))), case.notes)


@target(".glb", of_result=True)
def write_motion(asked: Asked) -> Written:
    """The machine of a result, which moves as it did."""
    from biela.report.gltf import glb

    return Written(write_whole(asked.path, glb(asked.case().simulate())))
