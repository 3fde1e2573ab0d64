"""`biela bench MACHINE…`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from biela.app.folder import Json
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

    cases = [case_of(name) for name in names or USUAL]
    if out is None:
        rows, files = [bench(case) for case in cases], []
    else:
        done = write_bench(cases, out)
        rows, files = done.result, done.files
    if as_json:
        print_json({"runs": rows})
        return
    print_bench(rows)
    if files:
        print_files(files)


def print_bench(rows: list[Json]) -> None:
    """Print the rows as a table."""
    head = ("machine", "bodies", "simulated", "steps", "wall time", "per step", "× real time")
    lines = [
        (
            r["machine"], str(r["bodies"]), f"{r['duration']:g} s", str(r["steps"]), f"{1e3 * r['wall_time']:.3g} ms",
            f"{r['microseconds_per_step']:.3g} µs", f"{r['real_time_factor']:,.0f}".replace(",", " "),
        )
        for r in rows
    ]  # fmt: skip
    print_table([head, *lines], "<>>>>>>")
