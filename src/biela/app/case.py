"""Find a case by what a user calls it: the name of a ready machine, a file, or a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from biela import library
from biela.errors import BielaError
from biela.simulation.case import Case

RESULT = ".nc"
"""Ending of results."""


def find_case(name: str, changes: Sequence[str] = (), manoeuvre: str | None = None) -> Case:
    """A ready machine, one from a file, or that of a result, with values changed (`path=value`); a car with a manoeuvre."""
    path = Path(name)
    if path.suffix == RESULT:
        case = _of_result(path, changes)
    elif (
        path.suffix in (".yaml", ".yml", ".urdf", ".xml", ".mjcf", ".sdf", ".adm")
        or len(path.parts) > 1
        or path.is_file()
    ):
        from biela.files.machine import read

        case = read(path, changes)
    else:
        case = library.get(name)
        if changes:
            from biela.files.machine import loads

            changed = loads(case.machine_file(), f"{case.name} with --set", changes)
            case = replace(changed, name=case.name, file="")
    if manoeuvre is None:
        return case
    from biela.vehicle.driven import driven

    return driven(case, manoeuvre)


def _of_result(path: Path, changes: Sequence[str]) -> Case:
    from biela.files.result import from_result

    if changes:
        raise BielaError(
            "--set works on machines and machine files: `biela export result.nc my.yaml` gets the machine of a result."
        )
    return from_result(path)
