"""Plots that a machine file asks for, and the units in which it wants numbers shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from biela.element.display import table
from biela.files.document import Entry

if TYPE_CHECKING:
    from biela.files.build import Built, _Builder


def read_plots(reader: _Builder, built: Built) -> None:
    """Read the signals to show, over time or over each other."""
    content = reader.data.get("plots")
    if content is None:
        return
    if not isinstance(content, list):
        reader.document.blame(("plots",), "`plots` is a list of signals, or of lists of signals: [A.angle, [C.force, D.force]].")
        return
    for i, entry in enumerate(content):
        if isinstance(entry, dict):
            _over(reader, built, entry, ("plots", i))
            continue
        group = entry if isinstance(entry, list) else [entry]
        for k, name in enumerate(group):
            path = ("plots", i, k) if isinstance(entry, list) else ("plots", i)
            if not isinstance(name, str):
                reader.document.blame(path, "give the name of a signal, such as A.angle.")
            else:
                reader.used_signals.append((path, name))
        built.plots.append([str(name) for name in group])


def _over(reader: _Builder, built: Built, entry: Entry, path: tuple[Any, ...]) -> None:
    """Read a plot of y over x."""
    known = {"x": str, "y": (str, list), "title": str}
    wrong = next((key for key in entry if key not in known or not isinstance(entry[key], known[key])), None)  # type: ignore[arg-type]
    if wrong is not None or "x" not in entry or "y" not in entry:
        at = (*path, wrong) if wrong in known else path
        reader.document.blame(at, "a plot of y over x names its signals: {x: cylinder.volume, y: cylinder.pressure}.")
        return
    names = entry["y"] if isinstance(entry["y"], list) else [entry["y"]]
    reader.used_signals += [((*path, "x"), entry["x"]), *(((*path, "y"), str(name)) for name in names)]
    built.plots.append({**entry, "y": [str(name) for name in names]})


def read_units(reader: _Builder, built: Built) -> None:
    """Read the units in which the file wants numbers to be shown."""
    given = reader.data.get("units")
    if given is None:
        return
    if not isinstance(given, str | dict):
        reader.document.blame(("units",), "`units` is SI, engineering, or names units: {pressure: bar, length: mm}.")
        return
    for path, part in [(("units",), given)] if isinstance(given, str) else [(("units", k), {k: v}) for k, v in given.items()]:
        reader.attempt(path, lambda: table(part))
    built.units = given
