"""A machine as URDF or MJCF."""

from __future__ import annotations

from biela.app.export.target import Asked, Written, target
from biela.base.atomic import write_whole


@target(".urdf", ".xml", ".mjcf")
def write(asked: Asked) -> Written:
    """The robot file of a machine; notes say what of it is not in the file."""
    case = asked.case()
    m = case.mechanism
    if asked.path.suffix == ".urdf":
        from biela.files.urdf_write import urdf

        text, left = urdf(m)
    else:
        from biela.files.mjcf_write import mjcf

        text, left = mjcf(m, case.start(m))
    return Written(write_whole(asked.path, text), [*case.notes, *left])
