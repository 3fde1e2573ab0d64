"""Results as netCDF-4 files: HDF5 with dimension scales, written with h5py alone.

The general writers look at every variable again for each new one; a machine with seven hundred signals takes them seconds. Here
every signal is one dataset with its units and one reference to the scale `time`, which is all that readers of netCDF ask for.

Reference: The NetCDF-4 file format, Unidata netCDF documentation, appendix C
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

NO_VARIABLE = "This is a netCDF dimension but not a netCDF variable.{:10d}"
"""How the format marks a dimension without coordinates."""
HIDDEN = ("CLASS", "NAME", "DIMENSION_LIST", "REFERENCE_LIST", "_Netcdf4Dimid", "_Netcdf4Coordinates", "_FillValue")
"""Attributes of the format itself."""

Variable = tuple[tuple[str, ...], Any, Mapping[str, str]]


def write_netcdf(
    path: Path, coordinates: Mapping[str, Any], variables: Mapping[str, Variable], about: Mapping[str, Any]
) -> None:
    """Write variables, name → (dimensions, values, labels), over dimensions with or without coordinates."""
    import h5py

    with h5py.File(path, "w") as file:
        for key, value in about.items():
            _label(file, key, value)
        sizes: dict[str, int] = {}
        for dimensions, values, _ in variables.values():
            sizes |= dict(zip(dimensions, np.shape(values), strict=True))
        scales = {}
        for number, (name, size) in enumerate(sizes.items()):
            known = name in coordinates
            scale = file.create_dataset(name, data=coordinates[name][0] if known else np.zeros(size, ">f4"))
            scale.make_scale(name if known else NO_VARIABLE.format(size))
            scale.attrs["_Netcdf4Dimid"] = np.int32(number)
            for key, value in (coordinates[name][1] if known else {}).items():
                _label(scale, key, value)
            scales[name] = scale.ref
        writer = _Writer(file.id, scales)
        for name, (dimensions, values, labels) in variables.items():
            writer.write(name, dimensions, np.ascontiguousarray(values, np.float64), labels)


class _Writer:
    """Datasets by the calls of HDF5 itself: those of h5py check and convert each time what is the same for all signals."""

    def __init__(self, file: Any, scales: Mapping[str, Any]) -> None:
        import h5py

        self._h5, self._file, self._scales = h5py, file, scales
        self._reference = h5py.h5t.py_create(h5py.vlen_dtype(h5py.ref_dtype), logical=True)
        self._string = h5py.string_dtype()
        self._text = h5py.h5t.py_create(self._string, logical=True)
        self._labels: dict[str, Any] = {}
        self._scalar = h5py.h5s.create(h5py.h5s.SCALAR)
        self._targets: dict[tuple[str, ...], Any] = {}

    def write(self, name: str, dimensions: tuple[str, ...], values: Any, labels: Mapping[str, str]) -> None:
        h5s, h5a = self._h5.h5s, self._h5.h5a
        data = self._h5.h5d.create(self._file, name.encode(), self._h5.h5t.IEEE_F64LE, h5s.create_simple(values.shape))
        if values.size:
            data.write(h5s.ALL, h5s.ALL, values)
        h5a.create(data, b"DIMENSION_LIST", self._reference, h5s.create_simple((len(dimensions),))).write(
            self._target(dimensions)
        )
        for key, value in labels.items():
            h5a.create(data, key.encode(), self._text, self._scalar).write(self._label(str(value)))

    def _label(self, text: str) -> Any:
        return self._labels.setdefault(text, np.array(text, dtype=self._string))

    def _target(self, dimensions: tuple[str, ...]) -> Any:
        """References to the scales of a variable."""
        if dimensions not in self._targets:
            to = np.empty(len(dimensions), dtype=object)
            for k, dimension in enumerate(dimensions):
                to[k] = np.array([self._scales[dimension]], dtype=self._h5.ref_dtype)
            vlen = self._h5.vlen_dtype(self._h5.ref_dtype)
            self._targets[dimensions] = to.astype(vlen)
        return self._targets[dimensions]


def _label(thing: Any, key: str, value: Any) -> None:
    """An attribute; texts beyond the size of a header go where the format keeps large ones."""
    thing.attrs[key] = value if isinstance(value, int | float | np.generic) else str(value)


def read_netcdf(path: Path) -> tuple[dict[str, Variable], dict[str, Any]]:
    """What `write_netcdf` wrote: all variables, coordinates among them, and what is said about the file."""
    import h5py

    variables: dict[str, Variable] = {}
    with h5py.File(path, "r") as file:
        for name, data in file.items():
            if _plain(data.attrs.get("NAME", "")).startswith(NO_VARIABLE[:40]):
                continue
            if "DIMENSION_LIST" in data.attrs:
                dimensions = tuple(file[refs[0]].name.removeprefix("/") for refs in data.attrs["DIMENSION_LIST"])
            else:
                dimensions = (name,)  # a coordinate
            labels = {key: _plain(value) for key, value in data.attrs.items() if key not in HIDDEN}
            variables[name] = (dimensions, data[()], labels)
        return variables, {key: _plain(value) for key, value in file.attrs.items() if key != "_NCProperties"}


def _plain(value: Any) -> Any:
    return value.decode() if isinstance(value, bytes) else value
