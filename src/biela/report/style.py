"""How our pictures look: one palette, one way to make and to write a figure."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from biela.atomic import write_whole
from biela.errors import BielaError

COLOURS = ("#2166ac", "#d9772b", "#2e8b57", "#b2354f", "#7b5ea7", "#16899a", "#8c6a3f", "#5c6670")
"""Colours of curves and bodies; readers who see red and green alike can tell them apart, too."""
INK, GREY, PALE = "#22272e", "#6b7480", "#dfe3e8"

_RC = {
    "font.size": 9.5, "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": GREY, "axes.linewidth": 0.8,
    "xtick.color": GREY, "ytick.color": GREY, "xtick.labelcolor": INK, "ytick.labelcolor": INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": PALE, "grid.linewidth": 0.7,
    "axes.axisbelow": True, "legend.frameon": False, "lines.linewidth": 1.5, "lines.solid_capstyle": "round",
    "axes.formatter.use_mathtext": True, "axes.formatter.limits": (-4, 5), "savefig.facecolor": "white",
}  # fmt: skip


class NoPictures(BielaError):
    """Matplotlib is not installed."""


@contextmanager
def style() -> Iterator[None]:
    """Our settings of matplotlib, for as long as a figure is drawn."""
    try:
        import matplotlib
    except ImportError:
        raise NoPictures("pictures need matplotlib: pip install 'biela[report]'.") from None
    with matplotlib.rc_context(_RC):
        yield


def new_figure(width: float, height: float, *, on_screen: bool = False) -> Any:
    """A figure of a size [inch]; one that `matplotlib.pyplot.show()` shows if it is for the screen."""
    if on_screen:
        import matplotlib.pyplot as plt

        return plt.figure(figsize=(width, height), layout="constrained")
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def colour(k: int) -> str:
    """Colour of the k-th curve or body."""
    return COLOURS[k % len(COLOURS)]


def picture_path(path: str | Path) -> Path:
    """A path that is one of a picture."""
    if Path(path).suffix not in (".png", ".svg", ".pdf"):
        raise BielaError(f"{str(path)!r}: a picture ends in .png, .svg or .pdf.")
    return Path(path)


def save_figure(figure: Any, path: Path) -> Path:
    """Write a picture whole or not at all; the ending of the name says the format."""
    picture = io.BytesIO()
    figure.savefig(picture, format=path.suffix.lstrip(".") or "png", dpi=150)
    return write_whole(path, picture.getvalue())
