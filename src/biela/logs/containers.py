"""Binary files: Parquet, netCDF and HDF5, MAT and MDF 4."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from biela.logs.table import DataError, Table
from biela.simulation.foreign import read_tables
from biela.simulation.netcdf import Variable

SAME = 0.01
"""Part of the finest interval within which time stamps of several groups of channels are one."""
SIGNALS = ("signals", "values", "Data")
"""Fields of Simulink's structures that hold what the structure is called after."""
LABELS, LABELLED = ("label", "name"), ("data", "value")
"""Fields that name a structure, and those that it then is the name of."""


def read_parquet(path: Path) -> Table:
    """Columns of a Parquet file; units from the fields' metadata (`unit`, `units`). Durations become seconds."""
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
        if values.dtype.kind == "m":
            values, durations[label] = values / np.timedelta64(1, "s"), "s"
        if values.dtype.kind in "fiubM":
            columns[label] = values
        else:
            unusable[label] = "holds something that is not a number"
    meta = {name: schema.field(name).metadata or {} for name in schema.names}
    units = {name: (m.get(b"unit") or m.get(b"units") or b"").decode() for name, m in meta.items()}
    return Table(columns, {k: u for k, u in units.items() if u} | durations, unusable)


def read_netcdf(path: Path) -> Table:
    """Variables over time of a netCDF or HDF5 file; units from their attributes. What has other dimensions is not a column.

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
        return _equally_long(_hdf5(variables))
    return Table({k: np.asarray(v.values) for k, v in columns.items()}, {k: u for k, u in units.items() if u})


def read_mat(path: Path) -> Table:
    """Vectors of a MAT file, those in structures too (`run.A` becomes A); columns of a matrix X are X_1, X_2, …

    Signals that Simulink logs, `A.signals.values` and `A.Data`, are called as their label says, or A.
    """
    import scipy.io

    with path.open("rb") as file:
        head = file.read(18)
    if head == b"# Created by Octav":
        raise DataError(f"{path.name} is in Octave's own text format: save it with `save -v7`.")
    try:
        if head[:8] == b"\x89HDF\r\n\x1a\n":  # Octave's `save -hdf5`
            raise NotImplementedError
        content = scipy.io.loadmat(path, squeeze_me=True, struct_as_record=True)
        found = _vectors({k: v for k, v in content.items() if not k.startswith("__")})
    except NotImplementedError:  # version 7.3 is HDF5
        found = _hdf5(read_tables(path)[0][0])
    except ValueError as error:
        raise DataError(f"{path.name} could not be read as a MAT file: {error}") from None
    return _equally_long(found)


def _equally_long(found: Iterable[tuple[str, Any]]) -> Table:
    """Vectors and columns of matrices that have the length which most have."""
    pairs: list[tuple[str, Any]] = []
    for name, value in found:  # each of Simulink's signals has a copy of the clock
        if not any(name == other and np.array_equal(value, own) for other, own in pairs):
            pairs.append((name, value))
    names, notes = _numbered([name for name, _ in pairs])
    named = {name: value for name, (_, value) in zip(names, pairs, strict=True)}
    lengths = [len(v) for v in named.values() if v.ndim == 1] or [max(v.shape) for v in named.values() if v.ndim == 2]
    length = max(dict.fromkeys(lengths), key=lengths.count, default=0)
    columns: dict[str, Any] = {}
    unusable: dict[str, str] = {}
    for name, value in named.items():
        if value.ndim == 1 and len(value) == length:
            columns[name] = value
        elif value.ndim == 2 and length in value.shape:
            matrix = value if len(value) == length else value.T
            columns |= {f"{name}_{k + 1}": matrix[:, k] for k in range(matrix.shape[1])}
        else:
            unusable[name] = f"has {' × '.join(map(str, value.shape))} values, where most columns have {length}"
    return Table(columns, unusable=unusable, notes=tuple(notes))


def _vectors(content: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Numeric arrays, also those inside structures."""
    for name, value in content.items():
        array = np.asarray(value)
        if array.dtype.names:
            for k, record in enumerate(array.reshape(-1)):
                own = {field: record[field] for field in array.dtype.names}
                label = next((str(own[f]) for f in LABELS if f in own and np.asarray(own[f]).dtype.kind == "U"), "")
                called = label or (name if array.size == 1 else f"{name}_{k + 1}")
                signals = SIGNALS + LABELLED if label else SIGNALS
                yield from _vectors({called if f in signals else f: v for f, v in own.items()})
        elif array.dtype.kind in "fiub" and array.size > 1:
            yield name, array


def _hdf5(variables: Mapping[str, Variable]) -> Iterator[tuple[str, Any]]:
    """Numeric arrays, also those in groups; Octave puts each variable into a group, as `value`."""
    for name, (_, values, _) in sorted(variables.items()):
        if values.size > 1 and not name.startswith("#"):  # what cells of MATLAB refer to
            yield name.removesuffix("/value").rpartition("/")[2], np.squeeze(values)


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
            for k in range(len(group.channels))
            if k != file.masters_db.get(g)  # the clocks themselves
        ]
    signals = [s for s in signals if s.samples.ndim == 1 and len(s)]
    names, notes = _numbered([s.name for s in signals])
    named = dict(zip(names, signals, strict=True))
    unusable = {
        n: "holds something that is not a number" for n, s in named.items() if s.samples.dtype.kind not in "fiub"
    }
    named = {n: s for n, s in named.items() if n not in unusable}
    if not named:
        raise DataError(f"{path.name} holds no channel of numbers.")
    time = np.unique(np.concatenate([s.timestamps for s in named.values()]))
    finest = min((float(np.median(np.diff(s.timestamps))) for s in named.values() if len(s) > 1), default=0.0)
    time = time[np.append(True, np.diff(time) > SAME * finest)]
    columns: dict[str, Any] = {"time": time}
    for name, s in named.items():
        columns[name] = np.full(time.size, np.nan)
        columns[name][np.searchsorted(time, s.timestamps, side="right") - 1] = s.samples
    return Table(columns, {n: s.unit for n, s in named.items() if s.unit} | {"time": "s"}, unusable, tuple(notes))


def _numbered(names: list[str]) -> tuple[list[str], list[str]]:
    """Names of channels, each once, and what is to be said of those that were doubled."""
    out: list[str] = []
    seen: Counter[str] = Counter()
    for name in names:
        seen[name] += 1
        out.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    doubled = [name for name, n in seen.items() if n > 1]
    return out, [f"{name!r} is there {seen[name]} times: the others are called '{name} (2)' …" for name in doubled]
