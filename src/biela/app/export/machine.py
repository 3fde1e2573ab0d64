"""A machine as a machine file or a robot file."""

from __future__ import annotations

from biela.app.export.target import Asked, Written, target
from biela.base.atomic import write_whole
from biela.files.format import endings, format_of


@target(lambda: endings("write_machine"))
def write(asked: Asked) -> Written:
    """Write the file of a machine; notes say what of it is not in the file."""
    case, form = asked.case(), format_of(asked.path, "write_machine")
    assert form is not None and form.write_machine is not None
    text, left = form.write_machine(case)
    return Written(write_whole(asked.path, text), [*case.notes, *left])
