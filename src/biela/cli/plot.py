"""`biela plot RESULT SIGNAL…`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from biela.cli.options import Picture, Several, ShownUnits, argument, option
from biela.cli.registry import verb


@verb("Results and other files")
def plot(
    result: Annotated[Path, argument("RESULT", "A result.nc, or the folder of a run.")],
    signals: Annotated[Several, argument("SIGNAL", "Signals to draw.", default="the most important ones")] = None,
    over: Annotated[str, option("Signal on the horizontal axis instead of time.", metavar="SIGNAL")] = "",
    units: ShownUnits = None, out: Picture = None,
) -> None:  # fmt: skip
    """Draw signals of a result over time, or over another signal.

    $ biela plot out/my
    $ biela plot out/my tip.y --over tip.x --units engineering --out path.svg
    """
    from biela.app.folder import result_file
    from biela.element.display import read_units
    from biela.files.results.load import load
    from biela.report.plot import main_signals, own_units, plot
    from biela.report.style import picture_path

    path = result_file(result)
    saved = load(path)
    picture = picture_path(out or path.with_suffix(".png"))
    shown = read_units(units) if units else own_units(saved)
    title = str(saved.data.attrs.get("machine", ""))
    plot(saved, *(signals or main_signals(saved)), path=picture, title=title, units=shown, over=over)
    print(f"wrote {picture}")
