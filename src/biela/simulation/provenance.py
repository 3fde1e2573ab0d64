"""Results on disk: written whole or not at all, with all that is needed to run them again."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from biela.atomic import write_whole
from biela.errors import BielaError
from biela.memory import refuse_too_large
from biela.simulation.netcdf import netcdf_image

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
    images = {".nc": _netcdf, ".parquet": _table(parquet_image), ".csv": _table(csv_text)}
    return write_whole(path, images[path.suffix](history))


def _netcdf(history: History) -> bytes:
    time, variables = history.variables()
    # the format keeps the slash for its own hierarchy; paths of network elements are written with colons
    size = 8 * len(history.t) * (len(variables) + history.x.shape[1])
    refuse_too_large(
        2.5 * size, f"the file of {len(variables)} signals at {len(history.t)} outputs", "increase output_step."
    )
    named = {name.replace("/", ":"): variable for name, variable in variables.items()}
    return netcdf_image({"time": time}, named, history.attributes())


def _table(image: Callable[..., bytes | str]) -> Callable[[History], bytes | str]:
    """All signals as columns, by one of the functions below."""

    def of(history: History) -> bytes | str:
        columns = {name: history[name] for name in history.names}
        return image(history.t, columns, {name: history.unit(name) for name in columns}, history.attributes())

    return of


def csv_text(t: Any, columns: Mapping[str, Any], units: Mapping[str, str], about: Mapping[str, Any]) -> str:
    """One row of names, numbers with all their digits, then comment lines (#) with units, settings and machine."""
    import pandas

    lines = [f"# unit of {name}: {unit}" for name, unit in units.items() if unit]
    lines += [f"# {key}: {value}" for key, value in about.items() if key not in ("machine_file", "description")]
    lines += [f"# machine_file| {line}" for line in str(about.get("machine_file", "")).splitlines()]
    table = pandas.DataFrame(columns, index=pandas.Index(t, name="time")).to_csv(lineterminator="\n")
    return str(table) + "\n".join(" ".join(line.splitlines()) for line in lines) + "\n"


def parquet_image(t: Any, columns: Mapping[str, Any], units: Mapping[str, str], about: Mapping[str, Any]) -> bytes:
    """Columns with their units in the metadata of each field; the rest in that of the table."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BielaError("Parquet needs pyarrow: pip install 'biela[parquet]'.") from None
    fields = [pyarrow.field("time", pyarrow.float64(), metadata={"units": "s"})]
    fields += [pyarrow.field(name, pyarrow.float64(), metadata={"units": units[name]}) for name in columns]
    schema = pyarrow.schema(fields, metadata={key: str(value) for key, value in about.items()})
    image = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table([pyarrow.array(c) for c in (t, *columns.values())], schema=schema), image)
    return image.getvalue()
