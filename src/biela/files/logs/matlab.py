"""MAT files, of all versions and of Octave: vectors, also those in structures and cell arrays.

Version 7.3 is HDF5; what cells and arrays of structures hold is somewhere else in the file, and they refer to it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from biela.files.logs.table import DataError, LogTable
from biela.files.logs.variables import MAX_DEPTH, TOO_DEEP, columns_of, nested
from biela.files.results.foreign import read_tables
from biela.files.results.foreign_child import checked_size


def read_mat(path: Path) -> LogTable:
    """Read vectors of a MAT file, those in structures too (`run.A` becomes A); columns of a matrix X are X_1, X_2, …

    Signals that Simulink logs, `A.signals.values` and `A.Data`, are called as their label says, or A. Cell arrays: see
    `biela.files.logs.variables`. What is left out has a note.
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
        content = {k: v for k, v in content.items() if not k.startswith("__")}
    except NotImplementedError:  # version 7.3 is HDF5
        content = _with_references(nested(read_tables(path)[0][0]), path)
    except ValueError as error:
        raise DataError(f"{path.name} could not be read as a MAT file: {error}") from None
    return columns_of(content)


def _with_references(content: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return variables of a file of version 7.3 with those that consist of references: cells and arrays of structures."""
    import h5py

    found: dict[str, Any] = {}

    def look(name: str, data: Any) -> None:
        if isinstance(data, h5py.Dataset) and _refers(data) and "#" not in name:
            found[name] = data

    with h5py.File(path, "r") as file:
        file.visititems(look)
        for name, data in found.items():
            group: Any = content
            *folders, own = name.split("/")
            for folder in folders:
                group = group.setdefault(folder, {})
            if isinstance(group, dict):
                group[own] = _content(data, name, 0)
    return content


def _refers(data: Any) -> bool:
    import h5py

    return h5py.check_ref_dtype(data.dtype) is h5py.Reference


def _content(data: Any, name: str, depth: int) -> Any:
    """Return the content of an object of a file of version 7.3, as `scipy.io.loadmat` gives it; MATLAB counts columns first."""
    import h5py

    if depth > MAX_DEPTH:
        raise DataError(TOO_DEEP)
    if isinstance(data, h5py.Group):
        return {field: _content(data[field], f"{name}.{field}", depth + 1) for field in data}
    kind = data.attrs.get("MATLAB_class", b"")
    if "MATLAB_empty" in data.attrs:
        return np.empty(0)
    checked_size(name, data)
    if not _refers(data):
        values = data[()]
        return "".join(map(chr, np.ravel(values))) if kind == b"char" else np.squeeze(np.asarray(values).T)
    references = np.squeeze(np.asarray(data[()]).T)
    cells = np.empty(references.shape, object)
    for place in np.ndindex(references.shape):
        reference = references[place]
        cells[place] = _content(data.file[reference], name, depth + 1) if reference else np.empty(0)
    return cells if cells.shape else cells.item()
