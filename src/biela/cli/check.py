"""`biela check MACHINE`."""

from __future__ import annotations

from biela.cli.options import AsJson, Changes, Machine, Uses, case_of
from biela.cli.registry import verb
from biela.cli.terminal import ERROR, print_json


@verb("Describe machines")
def check(name: Machine, changes: Changes = None, uses: Uses = None, as_json: AsJson = False) -> None:
    """Report mobility, loops, redundant constraints and suspicious data of a machine.

    $ biela check four-bar
    $ biela check my.yaml --set crank=50mm
    $ cat my.yaml | biela check -
    """
    from biela.app.check import check

    found = check(case_of(name, changes))
    print_json(found.summary) if as_json else print(found.result)
    if not found.result.ok:
        raise SystemExit(ERROR)
