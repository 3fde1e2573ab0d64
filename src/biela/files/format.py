"""File formats: the endings of their files, what they hold, and the functions that read and write them.

The table below has those of the package. A file of a user, allowed with `uses`, adds one next to its reader:

    add(Format("point list", (".pts",), read_machine=read_points))

Readers and writers are loaded when they are called: whoever asks for endings loads none of them.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from biela.base.dataclass import dataclass

if TYPE_CHECKING:
    from biela.files.logs.table import LogTable
    from biela.files.results.load import Saved
    from biela.simulation.case import Case
    from biela.simulation.history import History

Impossible = bool | Literal["nearest"]
"""Inertias that no real body has are refused (False), kept (True), or replaced by the nearest possible ones."""
Ability = Literal["read_machine", "write_machine", "read_log", "write_run"]


@dataclass(frozen=True)
class Format:
    """File format.

    Attributes
    ----------
    name : in the words of its users
    endings : of its files, the usual one first
    read_machine : file, what becomes of impossible inertias → case; machine files have a reader of their own
    write_machine : case → text of the file, and what of the machine it does not hold
    read_log : file → table of measurements
    apart : logs are read in a process of their own, since the library that reads them may crash
    write_run : run, or saved result → content of the file
    """

    name: str
    endings: tuple[str, ...]
    read_machine: Callable[[Path, Impossible], Case] | None = None
    write_machine: Callable[[Any], tuple[str, Sequence[str]]] | None = None
    read_log: Callable[[Path], LogTable] | None = None
    apart: bool = False
    write_run: Callable[[History | Saved], bytes | str] | None = None


def _late(module: str, name: str) -> Callable[..., Any]:
    """Return a function of this room that is loaded when it is called."""

    def call(*arguments: Any) -> Any:
        return getattr(importlib.import_module(f"biela.files.{module}"), name)(*arguments)

    return call


_robot, _text = _late("robot", "read_robot"), _late("logs.text", "read_text")
_urdf, _mjcf = _late("urdf_write", "urdf"), _late("mjcf_write", "mjcf")
_hdf5, _parquet = _late("logs.containers", "read_netcdf"), _late("logs.containers", "read_parquet")
YAML = Format("machine file", (".yaml", ".yml"), write_machine=lambda case: (case.machine_file(), []))
NETCDF = Format("netCDF", (".nc",), read_log=_hdf5, write_run=_late("results.save", "netcdf"))
RESULT = NETCDF.endings[0]
"""Ending of results."""
_FORMATS = {form.name: form for form in (
    YAML,
    Format("JSON", (".json",), write_machine=_late("machine", "as_json")),
    Format("URDF", (".urdf",), read_machine=_robot, write_machine=lambda case: _urdf(case.mechanism)),
    Format("SDF", (".sdf",), read_machine=_robot),
    Format("MJCF", (".xml", ".mjcf"), read_machine=_robot, write_machine=lambda case: _mjcf(case.mechanism, case.start())),
    Format("Adams", (".adm",), read_machine=_late("adams.reader", "read_adams")),
    NETCDF,
    Format("CSV", (".csv",), read_log=_text, write_run=_late("results.save", "csv_text")),
    Format("text", (".txt", ".tsv", ".dat"), read_log=_text),
    Format("Parquet", (".parquet",), read_log=_parquet, write_run=_late("results.save", "parquet_image")),
    Format("HDF5", (".h5",), read_log=_hdf5),
    Format("MAT", (".mat",), read_log=_late("logs.matlab", "read_mat"), apart=True),
    Format("MDF", (".mf4", ".mdf"), read_log=_late("logs.containers", "read_mdf"), apart=True),
)}  # fmt: skip


def add(form: Format) -> None:
    """Add a format, or replace the one of its name."""
    _FORMATS[form.name] = form


def formats(ability: Ability) -> list[Format]:
    """Return the formats that can be read or written so."""
    return [form for form in _FORMATS.values() if getattr(form, ability) is not None]


def machine_endings() -> tuple[str, ...]:
    """Return the endings of all files that are read as machines, machine files first."""
    return *YAML.endings, *endings("read_machine")


def endings(ability: Ability) -> tuple[str, ...]:
    """Return the endings of all files that can be read or written so."""
    return tuple(ending for form in formats(ability) for ending in form.endings)


def format_of(path: str | Path, ability: Ability) -> Format | None:
    """Return the format of a file by its ending; None where no format has it."""
    ending = Path(path).suffix.lower()
    return next((form for form in formats(ability) if ending in form.endings), None)


def in_words(ability: Ability) -> str:
    """Return names and endings: `URDF (.urdf), MJCF (.xml, .mjcf)`."""
    return ", ".join(f"{form.name} ({', '.join(form.endings)})" for form in formats(ability))
