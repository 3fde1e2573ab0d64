"""Results on disk: written whole or not at all, with all that is needed to run them again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from biela.atomic import whole
from biela.errors import BielaError
from biela.simulation.netcdf import write_netcdf

if TYPE_CHECKING:
    from biela.simulation.history import History

ENDINGS = (".nc", ".parquet", ".csv")


def versions() -> dict[str, str]:
    """Versions of everything that shaped the numbers."""
    from biela import __version__
    from biela.kernel.cache import version

    packages = {f"{name}_version": version(name) for name in ("numpy", "casadi", "llvmlite")}
    return {"biela_version": __version__, "python_version": sys.version.split()[0], **packages}


def save(history: History, path: Path) -> Path:
    """Write a result in the format that the ending says."""
    if path.suffix not in ENDINGS:
        raise BielaError(f"cannot write {path.name!r}: the ending says the format, .nc (netCDF), .parquet or .csv.")
    if path.is_dir():
        raise BielaError(f"cannot write {str(path)!r}: it is a folder.")
    writers = {".nc": _netcdf, ".parquet": _table(write_parquet), ".csv": _table(write_csv)}
    return whole(path, lambda part: writers[path.suffix](history, part))


def _netcdf(history: History, part: Path) -> None:
    time, variables = history.variables()
    # the format keeps the slash for its own hierarchy; paths of network elements are written with colons
    named = {name.replace("/", ":"): variable for name, variable in variables.items()}
    write_netcdf(part, {"time": time}, named, history.attributes())


def _table(write: Callable[..., None]) -> Callable[[History, Path], None]:
    """All signals as columns, by one of the writers below."""

    def written(history: History, part: Path) -> None:
        columns = {name: history[name] for name in history.names}
        write(part, history.t, columns, {name: history.unit(name) for name in columns}, history.attributes())

    return written


def write_csv(
    part: Path, t: Any, columns: Mapping[str, Any], units: Mapping[str, str], about: Mapping[str, Any]
) -> None:
    """One row of names, numbers with all their digits, then comment lines (#) with units, settings and machine."""
    import pandas

    lines = [f"# unit of {name}: {unit}" for name, unit in units.items() if unit]
    lines += [f"# {key}: {value}" for key, value in about.items() if key not in ("machine_file", "description")]
    lines += [f"# machine_file| {line}" for line in str(about.get("machine_file", "")).splitlines()]
    with part.open("w", encoding="utf-8", newline="") as file:
        pandas.DataFrame(columns, index=pandas.Index(t, name="time")).to_csv(file)
        file.write("\n".join(" ".join(line.splitlines()) for line in lines) + "\n")


def write_parquet(
    part: Path, t: Any, columns: Mapping[str, Any], units: Mapping[str, str], about: Mapping[str, Any]
) -> None:
    """Columns with their units in the metadata of each field; the rest in that of the table."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BielaError("Parquet needs pyarrow: pip install 'biela[parquet]'.") from None
    fields = [pyarrow.field("time", pyarrow.float64(), metadata={"units": "s"})]
    fields += [pyarrow.field(name, pyarrow.float64(), metadata={"units": units[name]}) for name in columns]
    schema = pyarrow.schema(fields, metadata={key: str(value) for key, value in about.items()})
    pyarrow.parquet.write_table(pyarrow.table([pyarrow.array(c) for c in (t, *columns.values())], schema=schema), part)
