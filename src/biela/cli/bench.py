"""`biela bench MACHINE…`."""

from __future__ import annotations

from typing import Annotated, Any

from biela.cli.options import AsJson, Several, Uses, argument, case_of
from biela.cli.registry import verb
from biela.cli.terminal import print_json, print_table


@verb("Compute")
def bench(
    names: Annotated[Several, Uses, argument("MACHINE", "Ready machines or files.", default="a selection")] = None,
    uses: Uses = None,
    as_json: AsJson = False,
) -> None:
    """Measure how fast machines run on this computer: the best of three runs each.

    $ biela bench
    $ biela bench four-bar excavator --json
    """
    from biela.app.bench import USUAL, bench

    rows = [bench(case_of(name)) for name in names or USUAL]
    print_json({"runs": rows}) if as_json else print_bench(rows)


def print_bench(rows: list[dict[str, Any]]) -> None:
    """The rows as a table."""
    head = ("machine", "bodies", "simulated", "steps", "wall time", "per step", "× real time")
    lines = [
        (
            r["machine"], str(r["bodies"]), f"{r['duration']:g} s", str(r["steps"]), f"{1e3 * r['wall_time']:.3g} ms",
            f"{r['microseconds_per_step']:.3g} µs", f"{r['real_time_factor']:,.0f}".replace(",", " "),
        )
        for r in rows
    ]  # fmt: skip
    print_table([head, *lines], "<>>>>>>")
