"""`biela new MACHINE FILE`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from biela.cli.options import argument, case_of, option
from biela.cli.registry import verb
from biela.files.format import in_words


@verb("Describe machines")
def new(
    name: Annotated[str, argument("MACHINE",
        f"Name of a ready machine (see `biela list`), or a file of another program: {in_words('read_machine')}.")],
    file: Annotated[Path, argument("FILE", "Machine file to write (.yaml); - for the standard output.")],
    force: Annotated[bool, option("Replace the file if it exists.")] = False,
    nearest: Annotated[bool,
        option("Take the nearest possible inertia for a body whose own no body can have, instead of keeping that.")] = False,
) -> None:  # fmt: skip
    """Write a ready machine, a robot or an Adams model as a machine file, to edit and run as your own.

    $ biela new four-bar my.yaml
    $ biela new robot.urdf robot.yaml
    $ biela new pendulum -

    Inertias of a robot that no body can have are named, and written with `impossible: true`.
    """
    from biela.app.new import new, text_of

    case = case_of(name, None, impossible="nearest" if nearest else True)
    if str(file) == "-":
        sys.stdout.write(text_of(case))
        return
    new(case, file, force=force)
    print(f"wrote {file}: change it, then `biela check {file}`, `biela run {file}`, `biela show {file}`")
