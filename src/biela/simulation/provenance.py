"""Results on disk: written whole or not at all, with all that is needed to run them again."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from biela.errors import BielaError
from biela.simulation.netcdf import write_netcdf

if TYPE_CHECKING:
    from biela.simulation.history import History

ENDINGS = (".nc", ".parquet", ".csv")


def versions() -> dict[str, str]:
    """Of what took part in the numbers."""
    from importlib.metadata import version

    from biela import __version__

    packages = {f"{name}_version": version(name) for name in ("numpy", "casadi", "llvmlite")}
    return {"biela_version": __version__, "python_version": sys.version.split()[0], **packages}


def machine_text(history: History) -> tuple[str, str]:
    """The run as a machine file, and a remark; the text is empty where a file has no words for something in it."""
    from biela.files.write import dumps
    from biela.simulation.formulation import NAMES

    if callable(written := history.mechanism.__dict__.get("file_text")):
        return written(), ""
    settings = history.settings
    keys = ("duration", "method", "step", "rtol", "atol", "output_step", "max_step", "formulation")
    simulation: dict[str, Any] = {k: settings.get(k) for k in keys}
    remarks = []
    if simulation["formulation"] not in NAMES:
        remarks.append(f"formulation {simulation.pop('formulation')} is not in the machine file")
    if settings.get("events"):
        simulation["events"] = _events(history, settings["events"], remarks)
    actuators = list(history.mechanism.actuators)
    inputs = {name: float(u) for name, u in zip(actuators, history.u, strict=True) if u}
    try:
        laws = {name: law for name, law in history.functions.laws.items() if name in actuators}
        text = dumps(history.mechanism, start=history.state(0), simulation=simulation, inputs={**inputs, **laws})
    except BielaError as error:
        return "", str(error)
    return text, "; ".join(remarks)


def _events(history: History, settings: list[dict[str, str]], remarks: list[str]) -> dict[str, Any]:
    from biela.files.law import law_text

    events: dict[str, Any] = {}
    for about, expression in zip(settings, history.functions.events, strict=True):
        if about["action"] == "function":
            remarks.append(f"the Python function of event {about['name']!r} is not in the machine file")
            continue
        what = f"event {about['name']!r}"
        events[about["name"]] = {
            "when": law_text(expression, what),
            "direction": about["direction"],
            "action": about["action"],
        }
    return events


def save(history: History, path: Path) -> Path:
    """Write a result in the format that the ending says."""
    if path.suffix not in ENDINGS:
        raise BielaError(f"cannot write {path.name!r}: the ending says the format, .nc (netCDF), .parquet or .csv.")
    if path.is_dir():
        raise BielaError(f"cannot write {str(path)!r}: it is a folder.")
    writers: dict[str, Callable[[History, Path], None]] = {".nc": _netcdf, ".parquet": _parquet, ".csv": _csv}
    return whole(path, lambda part: writers[path.suffix](history, part))


def whole(path: Path, write: Callable[[Path], None]) -> Path:
    """Let `write` fill a file beside `path` and move it there in one step: the old file or the new one, never half."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        write(part)
        with part.open("rb") as file:  # on the disk before it gets its name
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path


def _netcdf(history: History, part: Path) -> None:
    time, variables = history.variables()
    # the format keeps the slash for its own hierarchy; paths of network elements are written with colons
    named = {name.replace("/", ":"): variable for name, variable in variables.items()}
    write_netcdf(part, {"time": time}, named, history.attributes())


def _csv(history: History, part: Path) -> None:
    columns = {name: history[name] for name in history.names}
    write_csv(part, history.t, columns, {name: history.unit(name) for name in columns}, history.attributes())


def _parquet(history: History, part: Path) -> None:
    columns = {name: history[name] for name in history.names}
    write_parquet(part, history.t, columns, {name: history.unit(name) for name in columns}, history.attributes())


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
