"""A machine, or the motion of a result, as glTF."""

from __future__ import annotations

from biela.app.export.target import Asked, Written, target
from biela.base.atomic import write_whole


@target(".glb")
def write(asked: Asked) -> Written:
    """Write the machine at its start."""
    from biela.report.gltf import glb
    from biela.report.scene import standing

    case = asked.case()
    return Written(write_whole(asked.path, glb(standing(case.start(case.mechanism)))), case.notes)


@target(".glb", of_result=True)
def write_motion(asked: Asked) -> Written:
    """Write the machine of a result with its motion."""
    from biela.report.gltf import glb

    return Written(write_whole(asked.path, glb(asked.case().simulate())))
