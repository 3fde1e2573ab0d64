"""Results laid over each other."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from biela.app.folder import result_file
from biela.base.atomic import write_whole
from biela.base.errors import BielaError
from biela.base.intake import Unreadable
from biela.base.surface import command
from biela.element.display import System

SUMMARY_SIZE = 50_000_000
"""Size limit of a summary [B]."""


def compare(results: Sequence[str | Path], path: str | Path, signals: Sequence[str] = (), units: System | None = None) -> Path:
    """Write a page with several results (.nc, or folders of runs) over each other.

    signals : signals to show first; those that the first machine file asks for by default
    units : system of units; that of the first machine file by default
    """
    from biela.files.results.load import load
    from biela.report.comparison import page
    from biela.report.plot import main_signals, own_units

    if len(results) < 2:
        two = command("compare", "biela.app.compare.compare(['out/a', 'out/b'], 'page.html')", "out/a", "out/b")
        raise BielaError(f"name two results at least: {two}.")
    files = [result_file(result) for result in results]
    named = [file.parent.name if file.name == "result.nc" and file.parent.name else file.stem for file in files]
    names = [n if named.count(n) == 1 else f"{n} ({k + 1})" for k, n in enumerate(named)]
    saved = {name: load(file) for name, file in zip(names, files, strict=True)}
    first = next(iter(saved.values()))
    for name, other in saved.items():
        if not any(n in first for n in other):
            raise BielaError(f"{name!r} has no signal in common with {names[0]!r}: compare results of one machine.")
    for signal in signals:
        first[signal]  # an unknown one is named
    text = page(saved, list(signals) or main_signals(first), own_units(first) if units is None else units)
    return write_whole(Path(path), text.encode())


def compare_summaries(summaries: Mapping[str, Path], path: Path) -> Path:
    """Write a page with the numbers of several `summary.json` side by side, for results that have no motion to lay over."""
    from biela.base.intake import text
    from biela.report.comparison import summaries_page

    read = {}
    for name, file in summaries.items():
        try:
            read[name] = json.loads(text(file, SUMMARY_SIZE, "summaries"))
        except (Unreadable, ValueError) as error:
            raise BielaError(f"{name}: its summary cannot be read: {error}") from None
    return write_whole(path, summaries_page(read).encode())
