"""`biela new MACHINE FILE`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from biela.cli.options import argument, case_of, option
from biela.cli.registry import verb


@verb("Describe machines")
def new(
    name: Annotated[
        str,
        argument(
            "MACHINE",
            "Name of a ready machine (see `biela list`), or a robot file (.urdf, .sdf, MJCF .xml) or an Adams dataset (.adm).",
        ),
    ],
    file: Annotated[Path, argument("FILE", "Machine file to write (.yaml); - for the standard output.")],
    force: Annotated[bool, option("Replace the file if it exists.")] = False,
) -> None:
    """Write a ready machine, a robot or an Adams model as a machine file, to edit and run as your own.

    $ biela new four-bar my.yaml
    $ biela new robot.urdf robot.yaml
    $ biela new pendulum -
    """
    from biela.app.new import new, text_of

    if str(file) == "-":
        sys.stdout.write(text_of(case_of(name, None)))
        return
    new(case_of(name, None), file, force=force)
    print(f"wrote {file}: change it, then `biela check {file}`, `biela run {file}`, `biela show {file}`")
