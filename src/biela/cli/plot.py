"""`biela plot RESULT SIGNAL…`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from biela.cli.options import Picture, Several, argument
from biela.cli.registry import verb


@verb("Results and other files")
def plot(
    result: Annotated[Path, argument("RESULT", "A result.nc, or the folder of a run.")],
    signals: Annotated[Several, argument("SIGNAL", "Signals to draw.", default="the most important ones")] = None,
    out: Picture = None,
) -> None:
    """Draw signals of a result over time."""
    from biela.report.plot import main_signals, plot
    from biela.report.style import picture_path
    from biela.simulation.history import load

    path = result / "result.nc" if result.is_dir() else result
    saved = load(path)
    picture = picture_path(out or path.with_suffix(".png"))
    plot(saved, signals or main_signals(saved), picture, title=str(saved.data.attrs.get("machine", "")))
    print(f"wrote {picture}")
