"""`biela check MACHINE`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from biela.cli.options import AsJson, Changes, Machine, Uses, case_of, option
from biela.cli.registry import verb
from biela.cli.terminal import ERROR, print_json


@verb("Describe machines")
def check(
    name: Machine, changes: Changes = None, uses: Uses = None,
    branches: Annotated[bool, option("Draw every way in which the loops close, in branches.html.")] = False,
    out: Annotated[Path | None, option("Folder for branches.html.", "--out", "DIR", default="out/NAME")] = None,
    as_json: AsJson = False,
) -> None:  # fmt: skip
    """Report mobility, loops, redundant constraints and suspicious data of a machine.

    $ biela check four-bar
    $ biela check my.yaml --set crank=50mm
    $ biela check my.yaml --branches
    $ cat my.yaml | biela check -
    """
    from biela.app.check import check
    from biela.app.folder import usual_folder

    case = case_of(name, changes)
    found = check(case, (out or usual_folder(case.name)) if branches else None)
    print_json(found.summary) if as_json else print(found.result)
    if found.files and not as_json:
        print(f"wrote {found.files[0]}")
    if not found.result.ok:
        raise SystemExit(ERROR)
