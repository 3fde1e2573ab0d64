"""Binary files: Parquet, netCDF and HDF5, MAT and MDF 4."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from biela.logs.table import DataError, Table
from biela.simulation.foreign import read_tables


def read_parquet(path: Path) -> Table:
    """Columns of a Parquet file; units from the fields' metadata (`unit`, `units`)."""
    try:
        import pyarrow.parquet as pq
    except ImportError:
        raise DataError(f'{path.name}: Parquet files need pyarrow: pip install "biela[parquet]".') from None
    file = pq.ParquetFile(path)
    schema, columns, unusable = file.schema_arrow, {}, {}
    for label in schema.names:
        values = file.read([label]).column(0).to_numpy()
        if values.dtype.kind in "fiubM":
            columns[label] = values
        else:
            unusable[label] = "holds something that is not a number"
    meta = {name: schema.field(name).metadata or {} for name in schema.names}
    units = {name: (m.get(b"unit") or m.get(b"units") or b"").decode() for name, m in meta.items()}
    return Table(columns, {k: u for k, u in units.items() if u}, unusable)


def read_netcdf(path: Path) -> Table:
    """Variables over time of a netCDF file; units from their attributes. What has other dimensions is not a column."""
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
        return Table({k: np.asarray(v.values) for k, v in columns.items()}, {k: u for k, u in units.items() if u})


def read_mat(path: Path) -> Table:
    """Vectors of a MAT file, those in structures too (`run.A` becomes A); columns of a matrix X are X_1, X_2, …"""
    import scipy.io

    try:
        content = scipy.io.loadmat(path, squeeze_me=True, struct_as_record=True)
        found = dict(_vectors({k: v for k, v in content.items() if not k.startswith("__")}))
    except NotImplementedError:  # version 7.3 is HDF5
        found = dict(_hdf5(path))
    except ValueError as error:
        raise DataError(f"{path.name} could not be read as a MAT file: {error}") from None
    lengths = [len(v) for v in found.values() if v.ndim == 1]
    length = max(set(lengths), key=lengths.count, default=0)
    columns: dict[str, Any] = {}
    for name, value in found.items():
        if value.ndim == 1 and len(value) == length:
            columns[name] = value
        elif value.ndim == 2 and length in value.shape:
            matrix = value if len(value) == length else value.T
            columns |= {f"{name}_{k + 1}": matrix[:, k] for k in range(matrix.shape[1])}
    return Table(columns)


def _vectors(content: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Numeric arrays, also those inside structures."""
    for name, value in content.items():
        array = np.asarray(value)
        if array.dtype.names:
            record = array.reshape(-1)[0]
            yield from _vectors({field: record[field] for field in array.dtype.names})
        elif array.dtype.kind in "fiub" and array.size > 1:
            yield name, array


def _hdf5(path: Path) -> Iterator[tuple[str, Any]]:
    (variables, _), _ = read_tables(path)
    for name, (_, values, _) in variables.items():
        if values.size > 1:
            yield name.rpartition("/")[2], np.squeeze(values)


def read_mdf(path: Path) -> Table:
    """Channels of an MDF file over all their time stamps; NaN where a slower channel has no sample."""
    try:
        import asammdf
    except ImportError:
        raise DataError(f'{path.name}: MDF files need asammdf: pip install "biela[mdf]".') from None
    with asammdf.MDF(path) as opened:
        file: Any = opened
        signals = [
            file.get(group=g, index=k, ignore_invalidation_bits=False)
            for g, group in enumerate(file.groups)
            for k, channel in enumerate(group.channels)
            if channel.channel_type not in (2, 3)  # the clocks themselves
        ]
    signals = [s for s in signals if s.samples.ndim == 1 and len(s)]
    unusable = {s.name: "holds something that is not a number" for s in signals if s.samples.dtype.kind not in "fiub"}
    signals = [s for s in signals if s.name not in unusable]
    if not signals:
        raise DataError(f"{path.name} holds no channel of numbers.")
    time = np.unique(np.concatenate([s.timestamps for s in signals]))
    columns: dict[str, Any] = {"time": time}
    for s in signals:
        values = np.full(time.size, np.nan)
        values[np.searchsorted(time, s.timestamps)] = s.samples
        columns[s.name] = values
    return Table(columns, {s.name: s.unit for s in signals if s.unit} | {"time": "s"}, unusable)
