"""Reads an HDF5 file for another process, within limits: a program of its own, which `foreign.py` starts.

    python foreign_child.py FILE BYTES SECONDS

Writes a line of JSON and then the numbers of all variables of the file. Ends with 3 and a line of text if the file is refused.
It imports nothing of biela, so that it starts quickly.
"""

from __future__ import annotations

import json
import sys
from math import prod
from typing import Any

OVERHEAD = 1_500_000_000
"""Addresses that Python, NumPy and HDF5 take besides the data [B]; most of them are never used."""
BUILT_IN = (1, 2, 3, 4, 5, 6)
"""Filters of HDF5 itself: deflate, shuffle, checksum, szip, n-bit, scale-offset."""
MAX_VARIABLES = 100_000
"""Most variables, and most labels of one."""
NO_VARIABLE = "This is a netCDF dimension but not"
"""Name by which netCDF marks a dimension without coordinates."""
HIDDEN = ("CLASS", "NAME", "DIMENSION_LIST", "REFERENCE_LIST", "_Netcdf4Dimid", "_Netcdf4Coordinates")
"""Labels of the format itself."""
MAX_DEPTH = 20
"""Most groups inside one another."""


class RefusedFile(Exception):
    """The file asks for something that is not read."""


def main(path: str, most: int, seconds: int) -> None:
    for name, value in (("AS", most + OVERHEAD), ("CPU", seconds), ("FSIZE", 0), ("CORE", 0)):
        limit(f"RLIMIT_{name}", value)
    import h5py

    with h5py.File(path, "r") as file:
        tables = checked(file, most)
        names = {address(data): name for name, data in tables.items()}
        head, kept = [], []
        for name, data in tables.items():
            if data.dtype.kind not in "iufb" or data.dtype.itemsize > 8 or data.shape is None:
                continue  # a text, or nothing
            said = labels(data.attrs)
            if not str(said.get("NAME", "")).startswith(NO_VARIABLE):
                along = dimensions(name, data, said, names)
                said = {key: value for key, value in said.items() if key not in HIDDEN}
                head.append({"name": name, "dimensions": along, "type": data.dtype.str, "shape": data.shape, "labels": said})
                kept.append(data)
        about = {key: value for key, value in labels(file.attrs).items() if key != "_NCProperties"}
        out = sys.stdout.buffer
        out.write(json.dumps({"variables": head, "about": about}).encode() + b"\n")
        for data in kept:
            out.write(data[()].tobytes())
        out.flush()


def limit(name: str, value: int) -> None:
    """Limit a resource of this process, where the system has limits."""
    try:
        import resource
    except ImportError:
        return
    kind = getattr(resource, name)
    hard = resource.getrlimit(kind)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (value, value))


def checked(file: Any, most: int) -> dict[str, Any]:
    """Return the tables; refuse links to other files, filters that need other code, and tables larger than the file can hold."""
    import h5py

    tables: dict[str, Any] = {}
    total, groups = 0, [("", file)]
    while groups:
        prefix, group = groups.pop()
        for word in group:
            name = prefix + word
            if not isinstance(group.get(word, getlink=True), h5py.HardLink):
                raise RefusedFile(f"{name!r} is a link to elsewhere")
            if isinstance(data := group[word], h5py.Group):
                if not word.startswith("#"):  # internals of MATLAB
                    groups.append((f"{name}/", data))
                if len(groups) + len(tables) > MAX_VARIABLES or name.count("/") > MAX_DEPTH:
                    raise RefusedFile("it has too many groups")
            elif isinstance(data, h5py.Dataset):
                tables[name] = data
                total += checked_size(name, data)
            if total > most or len(tables) > MAX_VARIABLES:
                raise RefusedFile(f"its variables are larger than {most // 10**6} MB, which the file can hardly hold")
    return tables


def checked_size(name: str, data: Any) -> int:
    """Return bytes of a table in memory."""
    plan = data.id.get_create_plist()
    if plan.get_external_count() or data.is_virtual:
        raise RefusedFile(f"the numbers of {name!r} are in another file")
    if any(plan.get_filter(k)[0] not in BUILT_IN for k in range(plan.get_nfilters())):
        raise RefusedFile(f"{name!r} needs a filter that HDF5 does not contain")
    if len(data.attrs) > MAX_VARIABLES:
        raise RefusedFile(f"{name!r} has {len(data.attrs)} labels")
    chunk = prod(data.chunks) * data.dtype.itemsize if data.chunks else 0
    return int(max(prod(data.shape or ()) * data.dtype.itemsize, chunk))


def address(data: Any) -> int:
    """Return the address of an object in its file."""
    import h5py

    return int(h5py.h5o.get_info(data.id).addr)


def dimensions(name: str, data: Any, said: dict[str, Any], names: dict[int, str]) -> list[str]:
    """Return the dimensions of a table: those that it refers to, itself if it is one, or as many without a name."""
    if "DIMENSION_LIST" in data.attrs:
        return [names[address(data.file[reference[0]])] for reference in data.attrs["DIMENSION_LIST"]]
    if said.get("CLASS") == "DIMENSION_SCALE" and len(data.shape) == 1:
        return [name]
    return [f"dimension_{axis}_{size}" for axis, size in enumerate(data.shape)]


def labels(attributes: Any) -> dict[str, Any]:
    """Return texts and numbers; other labels are left out."""
    found: dict[str, Any] = {}
    for key in attributes:
        if key in ("DIMENSION_LIST", "REFERENCE_LIST"):
            continue
        value = attributes[key]
        value = value.item() if getattr(value, "size", 0) == 1 and hasattr(value, "item") else value
        if isinstance(value, bytes):
            value = value.decode("utf-8", "replace")
        if isinstance(value, str | int | float):
            found[key] = value
    return found


if __name__ == "__main__":
    try:
        main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    except BaseException as problem:
        text = "it needs more memory than a file of its size should" if isinstance(problem, MemoryError) else str(problem)
        print((text or type(problem).__name__).splitlines()[0][:300], file=sys.stderr)
        sys.exit(3)
