"""Machines and results in other formats; the ending of the target says which."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from biela.atomic import whole, write_whole
from biela.errors import BielaError

MACHINES, RESULTS = (".yaml", ".yml", ".json"), (".csv", ".parquet", ".nc", ".html")


def export(source: str, target: Path, machine: Callable[[], Any]) -> Path:
    """Write a machine (from its name, file or result) or a result (.nc) to `target`."""
    if target.suffix not in (*MACHINES, *RESULTS):
        raise BielaError(f"{str(target)!r}: the ending says the format, one of {', '.join((*MACHINES, *RESULTS))}.")
    result = Path(source).suffix == ".nc"
    if target.suffix in MACHINES:
        text = machine().machine_file()
        return write_whole(target, (text if target.suffix != ".json" else as_json(text)).encode())
    if not result:
        raise BielaError(
            f"{target.suffix} files hold results: run the machine first, `biela run {source}`, then export its result.nc."
        )
    if target.suffix in (".html", ".nc"):  # the states alone give every signal again
        built = machine()
        history = built.simulate()
        if target.suffix == ".nc":
            saved: Path = history.save(target)
            return saved
        from biela.report.page import About, write_page

        about = About(
            built.mechanism.name,
            built.description,
            built.source,
            built.plots,
            str(built.mechanism.check(built.start())),
            source,
        )
        return write_page(history, target, about)
    return _table(Path(source), target)


def as_json(text: str) -> str:
    """A machine file as JSON, which is YAML too and is read back as such."""
    from biela.files.document import read_document

    return json.dumps(read_document(text, "machine").data, indent=2, ensure_ascii=False) + "\n"


def _table(source: Path, target: Path) -> Path:
    """A saved result as CSV or Parquet, with its units and what it says about itself."""
    from biela.simulation.history import load
    from biela.simulation.provenance import write_csv, write_parquet

    saved = load(source)
    names = [n for n in saved if saved.data[n].dims == ("time",)]
    columns = {n: saved[n] for n in names}
    units = {n: saved.unit(n) for n in names}
    about = {str(k): v for k, v in saved.data.attrs.items()}
    write = write_csv if target.suffix == ".csv" else write_parquet
    return whole(target, lambda part: write(part, saved.t, columns, units, about))
