"""Style of our pictures: one palette, one way to make and to write a figure."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from biela.base.atomic import write_whole
from biela.base.checked import checked, guard, shown
from biela.base.errors import BielaError, DescriptionError

Axes: TypeAlias = Any
"""Axes of matplotlib, which is loaded only where pictures are drawn."""
Figure: TypeAlias = Any
"""Figure of matplotlib."""
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#7b5ea7", "#6b7480")
"""Colours of curves and bodies, after Okabe and Ito (2008): readers who do not see all colours tell them apart, too."""
_DASHES: tuple[tuple[float, ...], ...] = ((1, 0), (6, 2.5), (1.5, 1.5), (6, 2, 1.5, 2))
INK, GREY, PALE = "#22272e", "#6b7480", "#dfe3e8"

_RC = {
    "font.size": 9.5, "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": GREY, "axes.linewidth": 0.8,
    "xtick.color": GREY, "ytick.color": GREY, "xtick.labelcolor": INK, "ytick.labelcolor": INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": PALE, "grid.linewidth": 0.7,
    "axes.axisbelow": True, "legend.frameon": False, "lines.linewidth": 1.5, "lines.solid_capstyle": "round",
    "axes.formatter.use_mathtext": True, "axes.formatter.limits": (-4, 5), "savefig.facecolor": "white",
    "text.usetex": False,
}  # fmt: skip


class NoPictures(BielaError):
    """Want of matplotlib."""


@contextmanager
def style() -> Iterator[None]:
    """Apply our settings of matplotlib while a figure is drawn."""
    try:
        import matplotlib
    except ImportError:
        raise NoPictures("pictures need matplotlib: pip install 'biela[report]'.") from None
    with matplotlib.rc_context(_RC):
        yield


@checked(positive=("width", "height"))
def new_figure(width: float, height: float, *, on_screen: bool = False) -> Figure:
    """Return a figure of a size [inch]; one that `matplotlib.pyplot.show()` shows if it is for the screen."""
    if on_screen:
        import matplotlib.pyplot as plt

        shown = plt.figure(figsize=(width, height), layout="constrained")
        if "inline" in str(plt.get_backend()):
            shown._ipython_display_ = lambda: _show_once(shown)
        return shown
    from matplotlib import figure

    return figure.Figure(figsize=(width, height), layout="constrained")


def _show_once(figure: Figure) -> None:
    """Show a figure in a notebook, which would show it twice: as the value of a cell, and as an open figure at its end."""
    import matplotlib.pyplot as plt
    from IPython.display import Image, display

    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=110)
    plt.close(figure)
    display(Image(picture.getvalue(), width=round(figure.get_figwidth() * 96)))


def colour(k: int) -> str:
    """Return the colour of the k-th curve or body."""
    return COLOURS[k % len(COLOURS)]


def dashes(k: int) -> tuple[float, ...]:
    """Return the dashes of the k-th curve, so that curves differ in more than their colour."""
    return _DASHES[k % len(_DASHES)]


def picture_path(path: str | Path) -> Path:
    """Return the path of a picture; refuse other endings."""
    if Path(path).suffix not in (".png", ".svg", ".pdf"):
        raise BielaError(f"{str(path)!r}: a picture ends in .png, .svg or .pdf.")
    return Path(path)


def save_figure(figure: Figure, path: str | Path) -> Path:
    """Write a picture whole or not at all; the ending of the name selects the format."""
    path = picture_path(path) if Path(path).suffix else Path(path)
    if not hasattr(figure, "savefig"):
        raise DescriptionError(f"save_figure: figure is {shown(figure)}: give a figure of Matplotlib.")
    picture = io.BytesIO()
    figure.savefig(picture, format=path.suffix.lstrip(".") or "png", dpi=150)
    return write_whole(path, picture.getvalue())


guard(__name__)
