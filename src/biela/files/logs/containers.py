"""Binary files of tables: Parquet, netCDF and HDF5, and MDF 4."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numpy as np

from biela.files.logs.table import DataError, LogTable
from biela.files.logs.variables import columns_of, nested, numbered
from biela.files.results.foreign import read_tables

SAME_INSTANT = 0.01
"""Part of the finest interval within which time stamps of several groups of channels are one."""


def read_parquet(path: Path) -> LogTable:
    """Read columns of a Parquet file; units from the fields' metadata (`unit`, `units`). Durations become seconds."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise DataError(f'{path.name}: Parquet files need pyarrow: pip install "biela[parquet]".') from None
    file = pq.ParquetFile(path)
    schema, columns, unusable, durations = file.schema_arrow, {}, {}, {}
    for label in schema.names:
        column = file.read([label]).column(0)
        values = (column.cast(pa.float64()) if pa.types.is_decimal(column.type) else column).to_numpy()
        if pa.types.is_time(column.type):  # a time of day
            values = column.cast(pa.time64("ns")).cast(pa.int64()).to_numpy().astype("timedelta64[ns]")
        elif values.dtype.kind == "m":
            values, durations[label] = values / np.timedelta64(1, "s"), "s"
        if values.dtype.kind in "fiubMm":
            columns[label] = values
        else:
            unusable[label] = "holds something that is not a number"
    meta = {name: schema.field(name).metadata or {} for name in schema.names}
    units = {name: (m.get(b"unit") or m.get(b"units") or b"").decode() for name, m in meta.items()}
    return LogTable(columns, {k: u for k, u in units.items() if u} | durations, unusable)


def read_netcdf(path: Path) -> LogTable:
    """Read variables over time of a netCDF or HDF5 file; units from their attributes. What has other dimensions is not a column.

    Where no variable is over time, as in Octave's files, all vectors are columns, those in groups too.
    """
    import xarray as xr

    with path.open("rb") as file:
        classic = file.read(3) == b"CDF"  # netCDF 3
    if classic:
        opened = xr.open_dataset(path, engine="scipy", decode_times=False)
    else:
        (variables, _), _ = read_tables(path)
        opened = xr.decode_cf(xr.Dataset({k: v for k, v in variables.items() if "/" not in k}), decode_times=False)
    with opened as content:
        time = next((content[name] for name in ("time", "t") if name in content.variables), None)
        over = ("time",) if time is None else time.dims
        columns = {str(k): v for k, v in content.variables.items() if v.dims == over and v.dtype.kind in "fiub"}
        units = {k: str(v.attrs.get("units", "")) for k, v in columns.items()}
    if not columns and not classic:
        return columns_of(nested(variables))
    return LogTable({k: np.asarray(v.values) for k, v in columns.items()}, {k: u for k, u in units.items() if u})


FORMULA = (ast.Expression, ast.BinOp, ast.UnaryOp, ast.Call, ast.Name, ast.Load, ast.Constant, ast.operator, ast.unaryop)
"""Parts of a formula by which a channel is converted."""
CALLED = "abs acos arccos arcsin arctan arctan2 asin atan atan2 ceil cos cosh exp fabs floor log log10 pow sin sinh sqrt tan tanh"
VALUES = frozenset({"X", "X1", "INF", "NaN", "pi"})


def is_formula(text: str) -> bool:
    """Return whether a text is arithmetic of one value and of known functions: anything else would be run as Python."""
    try:
        parts = list(ast.walk(ast.parse(text.strip(), mode="eval")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    called = {id(part.func) for part in parts if isinstance(part, ast.Call)}

    def known(part: ast.AST) -> bool:
        match part:
            case ast.Constant():
                return type(part.value) in (int, float)
            case ast.Call():
                return isinstance(part.func, ast.Name) and not part.keywords
            case ast.Name():
                return part.id.lower() in CALLED.split() if id(part) in called else part.id in VALUES
        return isinstance(part, FORMULA)

    return all(map(known, parts))


def refuse_code(channel: Any, path: Path) -> None:
    """Refuse a channel of an MDF file whose conversion is not a formula: asammdf hands the text to Python."""
    waiting, seen = [channel.conversion], set[int]()
    while waiting:
        conversion = waiting.pop()
        if conversion is None or isinstance(conversion, bytes | str) or id(conversion) in seen:
            continue
        seen.add(id(conversion))
        formula = getattr(conversion, "formula", None)
        text = formula.decode("utf-8", "replace") if isinstance(formula, bytes) else str(formula or "")
        if text and not is_formula(text.rstrip("\0")):
            said = f"channel {channel.name!r} is converted by {text!r:.60}, which is not arithmetic of X and known functions"
            raise DataError(f"{path.name}: {said}: it could run code. Do not use this file.")
        waiting += list((getattr(conversion, "referenced_blocks", None) or {}).values())


def read_mdf(path: Path) -> LogTable:
    """Read channels of an MDF file over all their time stamps; NaN where a slower channel has no sample."""
    try:
        import asammdf
    except ImportError:
        raise DataError(f'{path.name}: MDF files need asammdf: pip install "biela[mdf]".') from None
    with asammdf.MDF(path) as opened:
        file: Any = opened
        for channel in (channel for group in file.groups for channel in group.channels):
            refuse_code(channel, path)
        places = [(g, k) for g, group in enumerate(file.groups) for k in range(len(group.channels))]
        places = [(g, k) for g, k in places if k != file.masters_db.get(g)]  # without the clocks themselves
        signals = [file.get(group=g, index=k, ignore_invalidation_bits=False) for g, k in places]
    signals = [s for s in signals if s.samples.ndim == 1 and len(s)]
    names, notes = numbered([s.name for s in signals])
    named = dict(zip(names, signals, strict=True))
    unusable = {n: "holds something that is not a number" for n, s in named.items() if s.samples.dtype.kind not in "fiub"}
    named = {n: s for n, s in named.items() if n not in unusable}
    if not named:
        raise DataError(f"{path.name} holds no channel of numbers.")
    time = np.unique(np.concatenate([s.timestamps for s in named.values()]))
    finest = min((float(np.median(np.diff(s.timestamps))) for s in named.values() if len(s) > 1), default=0.0)
    time = time[np.append(True, np.diff(time) > SAME_INSTANT * finest)]
    columns: dict[str, Any] = {"time": time}
    for name, s in named.items():
        columns[name] = np.full(time.size, np.nan)
        columns[name][np.searchsorted(time, s.timestamps, side="right") - 1] = s.samples
    return LogTable(columns, {n: s.unit for n, s in named.items() if s.unit} | {"time": "s"}, unusable, tuple(notes))
