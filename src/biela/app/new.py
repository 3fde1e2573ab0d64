"""Write a ready machine or a robot as a machine file: the beginning of a machine of one's own."""

from __future__ import annotations

from pathlib import Path

from biela.atomic import write_whole
from biela.errors import BielaError
from biela.simulation.case import Case


def new(case: Case, file: Path, *, force: bool = False) -> Path:
    """Write the machine file of a case; an existing file is replaced by force only."""
    if file.suffix not in (".yaml", ".yml"):
        raise BielaError(f"{str(file)!r}: machine files end in .yaml.")
    if file.exists() and not force:
        raise BielaError(f"{str(file)!r} exists already: choose another name, or replace it with --force.")
    return write_whole(file, case.machine_file())
