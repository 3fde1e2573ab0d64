"""Signals over time, gathered in panels."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from biela.base.array import Array
from biela.base.checked import checked
from biela.base.errors import DescriptionError
from biela.element.display import SI, System, table
from biela.report.style import GREY, Axes, Figure, colour, dashes, new_figure, picture_path, save_figure, style

if TYPE_CHECKING:
    from biela.files.results.load import Saved
    from biela.simulation.history import History

WIDTH, PANEL, MARGIN = 8.0, 1.9, 0.75  # inches
CROWDED = 5.0
"""Signals share a panel unless its range exceeds that of the liveliest of them by more than this factor."""
STILL = 1e-6
"""Change, as part of its size, below which a signal counts as constant: what is left is rounding."""


@checked
def plot(
    history: History | Saved, *names: str, path: str | Path | None = None, title: str = "", units: System = SI, over: str = ""
) -> Figure:
    """Draw signals over time, in the order of the names: one panel for each unit, or more where signals of one unit are
    so far apart that together they would look flat.

    Parameters
    ----------
    names : signals; the joints' coordinates if empty
    path : picture to write (.png, .svg, .pdf); without one the figure is left for `matplotlib.pyplot.show()`
    units : "SI", "engineering", or quantity → unit
    over : signal on the horizontal axis instead of time

    Returns
    -------
    The matplotlib figure
    """
    picture = None if path is None else picture_path(path)
    drawn = list(names) or coordinates(history)
    if not drawn:
        raise DescriptionError("nothing to plot: the machine has no joint coordinates. Name the signals to draw.")
    shown = table(units)
    panels = arrange(history, drawn)
    x, below = history.t, "time [s]"
    if over:
        unit, factor = shown.get(history.unit(over), (history.unit(over), 1.0))
        x, below = history[over] * factor, f"{over} [{unit}]" if unit != "1" else over
    with style():
        figure = new_figure(WIDTH, MARGIN + (2 if over else 1) * PANEL * len(panels), on_screen=picture is None)
        axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
        for axis, signals in zip(axes, panels, strict=True):
            _panel(axis, history, x, shown.get(history.unit(signals[0]), (history.unit(signals[0]), 1.0)), signals)
        axes[-1].set_xlabel(below)
        if not over:
            axes[-1].set_xlim(history.t[0], history.t[-1])
        if title:
            figure.suptitle(title, x=0.01, ha="left", fontweight="bold")
        if picture is not None:
            save_figure(figure, picture)
    return figure


def plot_run(history: History, signals: Sequence[str], path: Path) -> Path:
    """Draw the signals of a run worth looking at, then the energies."""
    energies = ["machine.kinetic_energy", "machine.gravity_energy"]
    energies += [name for name in ("machine.stored_energy", "machine.work") if history[name].any()]
    names = [*(signals or coordinates(history)), *energies, "machine.energy"]
    plot(history, *names, path=path, title=history.mechanism.name)
    return path


def arrange(history: History | Saved, names: Sequence[str]) -> list[list[str]]:
    """Gather signals by unit, those far from each other apart, in order of first appearance."""
    panels: list[list[str]] = []
    for name in dict.fromkeys(names):
        same_unit = (panel for panel in panels if history.unit(panel[0]) == history.unit(name))
        home = next((panel for panel in same_unit if _readable(history, [*panel, name])), None)
        if home is None:
            panels.append([name])
        else:
            home.append(name)
    return sorted(panels, key=lambda panel: next(i for i, p in enumerate(panels) if history.unit(p[0]) == history.unit(panel[0])))


def _readable(history: History | Saved, names: Sequence[str]) -> bool:
    """Return whether the liveliest of the signals fills a fair part of a panel that shows them all."""
    spans = [(float(history[name].min()), float(history[name].max())) for name in names]
    low, high = min(a for a, _ in spans), max(b for _, b in spans)
    liveliest = max(b - a for a, b in spans)
    return liveliest <= STILL * max(abs(low), abs(high)) or high - low <= CROWDED * liveliest


def coordinates(history: History | Saved) -> list[str]:
    """Return the coordinates of all joints, for machines that do not say what to draw."""
    mechanism = getattr(history, "mechanism", None)
    return [] if mechanism is None else mechanism.coordinate_names()


def main_signals(saved: Saved) -> list[str]:
    """Return the signals to draw of a saved result: those its machine file asks for, or the angles and positions of its joints."""
    wanted: list[str] = []
    if saved.machine_file:
        document = _document(saved)
        groups = [g for g in document.get("plots") or [] if not isinstance(g, dict)]
        wanted = [name for group in groups for name in (group if isinstance(group, list) else [group]) if name in saved]
        wanted = wanted or [f"{j}.{c}" for j in document.get("joints") or {} for c in ("angle", "position") if f"{j}.{c}" in saved]
    return wanted or [name for name in saved if name.endswith((".angle", ".position"))]


def own_units(saved: Saved) -> System:
    """Return the units that the machine file of a saved result asks for."""
    found: System = _document(saved).get("units") or SI if saved.machine_file else SI
    return found


def _document(saved: Saved) -> dict[str, Any]:
    from biela.files.document import read_document

    return dict(read_document(saved.machine_file, "machine file").data)


def label(unit: str, signals: Sequence[str]) -> str:
    """Return the label of an axis: the quantity, if the signals agree on it, and the unit."""
    quantities = list(dict.fromkeys(name.partition(".")[2].replace("_", " ") for name in signals))
    if len(quantities) > 1:  # kinetic energy, gravity energy: energy
        last = {quantity.split()[-1] for quantity in quantities}
        quantities = list(last) if len(last) == 1 else quantities
    shown = ", ".join(quantities) if len(quantities) <= 2 else ""
    bracket = "" if unit in ("", "1") else f"[{unit}]"
    return "\n".join(part for part in (shown, bracket) if part)


def _panel(axis: Axes, history: History | Saved, x: Array, shown: tuple[str, float], signals: Sequence[str]) -> None:
    unit, factor = shown
    width = 1.5 if len(signals) < 6 else 1.1
    for k, name in enumerate(signals):
        y = history[name] if factor == 1.0 else history[name] * factor
        axis.plot(x, y, color=colour(k), dashes=dashes(k), label=name, linewidth=width)
    axis.set_ylabel(label(unit, signals))
    if min(history[name].min() for name in signals) < 0 < max(history[name].max() for name in signals):
        axis.axhline(0.0, color=GREY, linewidth=0.6, zorder=0)
    axis.margins(y=0.08)
    axis.legend(loc="center left", bbox_to_anchor=(1.005, 0.5), fontsize=8.5, handlelength=1.4)
