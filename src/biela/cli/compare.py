"""`biela compare RESULT RESULT…`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from biela.cli.options import Several, ShownUnits, argument, option
from biela.cli.registry import verb


@verb("Results and other files")
def compare(
    results: Annotated[list[Path], argument("RESULT", "Results to lay over each other: result.nc, or folders of runs.")],
    signals: Annotated[Several, option("Signal to show first.", "--signal", "SIGNAL", default="the most important ones")] = None,
    units: ShownUnits = None,
    out: Annotated[Path, option("Page to write.", "--out", "FILE")] = Path("compare.html"),
) -> None:
    """Lay results of one machine over each other, on one page, and say where they differ.

    $ biela compare out/a out/b
    $ biela compare out/a out/b --signal tip.x --out tips.html
    """
    from biela.app.compare import compare
    from biela.element.display import read_units

    print(f"wrote {compare(results, out, signals or (), read_units(units) if units else None)}")
