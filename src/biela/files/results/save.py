"""Results on disk: written whole or not at all, with all that is needed to run them again."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from biela.base.atomic import write_whole
from biela.base.checked import fitting
from biela.base.errors import BielaError
from biela.base.memory import refuse_too_large
from biela.files.format import format_of, in_words
from biela.files.results.load import Saved
from biela.files.results.netcdf import Variable, netcdf_image
from biela.files.results.repeat import run_text
from biela.state.functions import machine_text

if TYPE_CHECKING:
    import xarray

    from biela.simulation.history import History


def versions() -> dict[str, str]:
    """Return versions of everything that shaped the numbers."""
    from biela import __version__
    from biela.kernel.cache import version

    packages = {f"{name}_version": version(name) for name in ("numpy", "casadi", "llvmlite")}
    return {"biela_version": __version__, "python_version": sys.version.split()[0], **packages}


def save(history: History, path: str | Path) -> Path:
    """Write all signals: netCDF (.nc), Parquet (.parquet) or CSV (.csv).

    A crash or a full disk leaves the old file or the new one, never half.
    """
    fitting(save, locals())
    path = Path(path)
    form = format_of(path, "write_run")
    if form is None or form.write_run is None:
        raise BielaError(f"cannot write {path.name!r}: the ending says the format, {in_words('write_run')}.")
    if path.is_dir():
        raise BielaError(f"cannot write {str(path)!r}: it is a folder.")
    return write_whole(path, form.write_run(history))


def to_xarray(history: History, names: list[str] | None = None) -> xarray.Dataset:
    """Return signals as variables with units, over the coordinate `time`; the states are in the variable `state`.

    The attributes hold the machine, the settings and the versions: what it takes to run it again.
    """
    import xarray

    fitting(to_xarray, locals())
    time, found = variables(history, names)
    return xarray.Dataset(found, coords={"time": ("time", *time)}, attrs=attributes(history))


def variables(history: History, names: list[str] | None = None) -> tuple[tuple[Any, dict[str, str]], dict[str, Variable]]:
    """Return times with their labels; signals, states, inputs and parameters as name → (dimensions, values, labels)."""
    names = history.names if names is None else names
    found: dict[str, Variable] = {name: (("time",), history[name], _labels(name, history.unit(name))) for name in names}
    found["state"] = (("time", "entry"), history.x, {"long_name": "q, v and extra states"})
    # inverse dynamics: the inputs of every sample
    along, what = (("time", "actuator"), "inputs") if history.u.ndim == 2 else (("actuator",), "constant inputs")
    found["input"] = (along, history.u, {"long_name": f"{what}, in the order of the actuators"})
    found["parameter"] = (("free_parameter",), history.p, {"long_name": "free parameters"})
    return (history.t, {"units": "s", "long_name": "time"}), found


def attributes(history: History) -> dict[str, Any]:
    """Return the attributes of a file about the run: the machine as a machine file, settings, versions, outcome."""
    text, remark = run_text(history)
    accuracy = json.dumps(history.accuracy.as_dict())  # may change status and notes
    return {
        "title": f"biela run of {history.mechanism.name}", "machine": history.mechanism.name, "machine_file": text,
        "machine_file_remark": remark, "settings": json.dumps(history.settings, default=str), **versions(),
        "status": history.status, "reason": history.reason, "steps": history.steps, "rejected": history.rejected,
        "evaluations": history.evaluations, "wall_time": history.wall_time, "closure_error": history.closure_error,
        "accuracy": accuracy, "notes": "; ".join(history.notes),
        "events": json.dumps([{"name": e.name, "time": e.time} for e in history.events]),
        "description": machine_text(history.mechanism),
    }  # fmt: skip


def _labels(name: str, unit: str) -> dict[str, str]:
    thing, _, quantity = name.partition(".")
    return {"units": unit or "1", "long_name": f"{quantity.replace('_', ' ')} of {thing.replace('_', ' ')}"}


def netcdf(history: History) -> bytes:
    """Return the netCDF file of a run, which holds what it takes to run it again."""
    time, found = variables(history)
    # the format keeps the slash for its own hierarchy; paths of network elements are written with colons
    size = 8 * len(history.t) * (len(found) + history.x.shape[1])
    refuse_too_large(2.5 * size, f"the file of {len(found)} signals at {len(history.t)} outputs", "increase output_step.")
    named = {name.replace("/", ":"): variable for name, variable in found.items()}
    return netcdf_image({"time": time}, named, attributes(history))


def _table(run: History | Saved) -> tuple[dict[str, Any], dict[str, str], dict[str, Any]]:
    """Return columns, the time first, their units, and the attributes of a run or of a saved result."""
    if isinstance(run, Saved):
        names, about = [n for n in run if run.data[n].dims == ("time",)], {str(k): v for k, v in run.data.attrs.items()}
    else:
        names, about = run.names, attributes(run)
    return {"time": run.t} | {n: run[n] for n in names}, {"time": "s"} | {n: run.unit(n) for n in names}, about


def csv_text(run: History | Saved) -> str:
    """Return one row of names, numbers with all their digits, then comment lines (#) with units, settings and machine."""
    import pandas

    columns, units, about = _table(run)
    lines = [f"# unit of {name}: {unit}" for name, unit in units.items() if unit and name != "time"]
    lines += [f"# {key}: {value}" for key, value in about.items() if key not in ("machine_file", "description")]
    lines += [f"# machine_file| {line}" for line in str(about.get("machine_file", "")).splitlines()]
    table = pandas.DataFrame(columns).to_csv(index=False, lineterminator="\n")
    return str(table) + "\n".join(" ".join(line.splitlines()) for line in lines) + "\n"


def parquet_image(run: History | Saved) -> bytes:
    """Return columns with their units in the metadata of each field; the rest in that of the table."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BielaError("Parquet needs pyarrow: pip install 'biela[parquet]'.") from None
    columns, units, about = _table(run)
    fields = [pyarrow.field(name, pyarrow.float64(), metadata={"units": units[name]}) for name in columns]
    schema = pyarrow.schema(fields, metadata={key: str(value) for key, value in about.items()})
    image = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table([pyarrow.array(c) for c in columns.values()], schema=schema), image)
    return image.getvalue()
