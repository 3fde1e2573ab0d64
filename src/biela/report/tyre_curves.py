"""Tyre curves: forces against slip and slip angle at several loads, and the friction ellipse, as one picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from biela.report.style import Axes, Figure, new_figure, picture_path, save_figure, style
from biela.vehicle.tyre.contact import Tyre

LOADS = (1000.0, 1500.0, 2550.0, 4000.0)


def tyre_curves(tyre: Tyre, path: Path | str, loads: Sequence[float] = LOADS) -> Path:
    """Write a picture of a tyre's laws (.png, .svg or .pdf)."""
    path = picture_path(path)
    with style():
        return save_figure(_figure(tyre, loads, new_figure(11, 3.6)), path)


def _figure(tyre: Tyre, loads: Sequence[float], figure: Figure) -> Figure:
    along, across, both = figure.subplots(1, 3)
    slip, angle = np.linspace(-1, 1, 801), np.radians(np.linspace(-15, 15, 601))
    for load in sorted(loads, reverse=True):
        label = f"{load / 1000:g} kN"
        along.plot(slip, tyre.longitudinal.force(slip, 0.0, load) / 1000, label=label)
        across.plot(np.degrees(angle), tyre.lateral.force(angle, 0.0, load) / 1000, label=label)
    load = float(sorted(loads)[len(loads) // 2])
    for degrees in (0, 2, 4, 8):
        F_x, F_y = tyre.forces(np.linspace(-0.5, 0.5, 401), np.radians(degrees), load)
        both.plot(F_x / 1000, F_y / 1000 + 0.0 * F_x, label=f"{degrees}°")
    _label(along, "slip κ", "longitudinal force [kN]", "load")
    _label(across, "slip angle α [°]", "lateral force [kN]", "load")
    _label(both, "longitudinal force [kN]", f"lateral force [kN] at {load / 1000:g} kN", "slip angle")
    figure.suptitle(f"tyre {tyre.name}: {type(tyre.longitudinal).__name__}, {type(tyre.lateral).__name__}, {tyre.combined} slip")
    return figure


def _label(axes: Axes, x: str, y: str, title: str) -> None:
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.legend(title=title, fontsize="small")
