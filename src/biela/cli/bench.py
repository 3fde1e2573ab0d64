"""`biela bench MACHINE…`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from biela.cli.options import AsJson, Out, Several, Uses, argument, case_of
from biela.cli.registry import verb
from biela.cli.terminal import print_files, print_json, print_table


@verb("Compute")
def bench(
    names: Annotated[Several, Uses, argument("MACHINE", "Ready machines or files.", default="a selection")] = None,
    uses: Uses = None,
    out: Annotated[Path | None, Out("none is written")] = None,
    as_json: AsJson = False,
) -> None:  # fmt: skip
    """Measure how fast machines run on this computer: the best of three runs each.

    $ biela bench
    $ biela bench four-bar excavator --out out/bench
    """
    from biela.app.bench import USUAL, bench, write_bench
    from biela.report.bench import HEAD, line

    cases = [case_of(name) for name in names or USUAL]
    if out is None:
        rows, files = [bench(case) for case in cases], []
    else:
        done = write_bench(cases, out)
        rows, files = done.result, done.files
    if as_json:
        print_json({"runs": rows})
        return
    print_table([HEAD[:7], *(line(row)[:7] for row in rows)], "<>>>>>>")
    if files:
        print_files(files)
