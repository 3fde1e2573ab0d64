"""A figure as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from biela.app.published.figure import Figure, Panel
from biela.report.style import Axes, colour, new_figure, save_figure, style

WIDTH, HEIGHT = 7.2, 3.6  # inches, of one panel
MAX_POINTS = 1500
"""Maximum number of points of a curve in a picture; more cannot be seen."""
MARKS: dict[str, dict[str, Any]] = {
    "line": {},
    "dashes": {"linestyle": "--", "linewidth": 1.2},
    "sticks": {"marker": "o", "markersize": 3.5, "linewidth": 2.0},
    "dots": {"marker": "o", "markersize": 4, "linestyle": "none"},
    "grains": {"marker": ".", "markersize": 1.5, "linestyle": "none", "rasterized": True},
}


def draw(figure: Figure, path: Path) -> Path:
    """Write a picture (.svg, .png, .pdf)."""
    with style():
        wide = WIDTH if len(figure.panels) == 1 else 4.6 * len(figure.panels)
        picture = new_figure(wide, HEIGHT if not any(p.equal for p in figure.panels) else 4.6)
        axes = picture.subplots(1, len(figure.panels), squeeze=False)[0]
        for axis, panel in zip(axes, figure.panels, strict=True):
            _panel(axis, panel)
        return save_figure(picture, path)


def _panel(axis: Axes, panel: Panel) -> None:
    for k, curve in enumerate(panel.curves):
        thin = slice(None, None, max(1, len(curve.x) // MAX_POINTS) if curve.mark == "line" else 1)
        ink = colour(k if curve.colour is None else curve.colour)
        axis.plot(curve.x[thin], curve.y[thin], color=ink, label=curve.label or None, **MARKS[curve.mark])
    axis.set_xlabel(panel.x)
    axis.set_ylabel(panel.y)
    axis.set_title(panel.title, fontsize=9.5, loc="left")
    if panel.equal:
        axis.set_aspect("equal", adjustable="datalim")
    if "x" in panel.log:
        axis.set_xscale("log")
    if "y" in panel.log:
        axis.set_yscale("log")
    if any(curve.label for curve in panel.curves):
        axis.legend(loc="best", fontsize=8.5)
