"""netCDF and HDF5 files: our own are read here, those of other programs by a process of its own, which may crash or hang.

The library of HDF5 trusts a file. A damaged one ends the process, and one of 2 kB can ask for gigabytes or for the content of
other files. So another process opens it, with limits on memory and time, refuses links, external data and foreign filters, and
hands over plain tables. What fails there is an error here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from biela.base.intake import regular
from biela.base.memory import in_bytes, refuse_too_large
from biela.files.results import foreign_child
from biela.files.results.netcdf import HEAP, Variable
from biela.files.results.netcdf_reader import Content, DamagedFile, has_digest, read_image

MAX_BYTES = 2**40
"""Bytes of a file."""
TABLE_BYTES, GROWTH = 256_000_000, 20
"""The tables of a file may take this many bytes, plus this multiple of its size: they may be compressed."""
SECONDS = 10
"""Time for the first 100 MB of tables, and for each 100 MB more."""
NO_PLUGINS = {"HDF5_PLUGIN_PRELOAD": "::", "OPENBLAS_NUM_THREADS": "1"}
"""HDF5 loads no code for filters; NumPy starts no threads."""


def read_tables(path: Path) -> tuple[Content, bool]:
    """Return variables and labels of a file, and whether a digest shows that it is as it was written; see `read_foreign`."""
    size = _regular_size(path)
    with path.open("rb") as file:
        image = bytearray(file.read(HEAP))
        if not has_digest(image):
            return read_foreign(path), False
        image += file.read(size)
    return read_image(image), True


def read_foreign(path: Path) -> Content:
    """Return variables with numbers, with their dimensions and labels, and the attributes of the file.

    A `DamagedFile` cannot be read, leads out of itself, or needs more than a file of its size should.
    """
    most = TABLE_BYTES + GROWTH * _regular_size(path)
    seconds = SECONDS * (1 + most // 10**8)
    command = [sys.executable, "-P", str(foreign_child.__file__), str(path), str(most), str(seconds)]
    own = {**os.environ, **NO_PLUGINS, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    try:
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=3 * seconds, check=False, env=own)
    except subprocess.TimeoutExpired:
        raise DamagedFile(f"reading it takes more than {3 * seconds} s") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        crashed = "the HDF5 library crashed on it" if done.returncode < 0 else "it could not be read"
        raise DamagedFile(said[-1] if done.returncode == 3 and said else crashed)
    try:
        return _unpacked(done.stdout)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise DamagedFile(f"its tables are not whole ({error})") from None


def _unpacked(data: bytes) -> Content:
    end = data.index(b"\n")
    head = json.loads(data[:end])
    place, variables = end + 1, dict[str, Variable]()
    for each in head["variables"]:
        kind, count = np.dtype(each["type"]), prod(each["shape"])
        values: Any = np.frombuffer(data, kind, count, place).reshape(each["shape"]).copy()
        variables[each["name"]] = (tuple(each["dimensions"]), values, each["labels"])
        place += kind.itemsize * count
    return variables, head["about"]


def _regular_size(path: Path) -> int:
    """Return the size of a file in bytes; what is not a file, or would not fit into memory, is refused."""
    size = regular(path, MAX_BYTES, "results")
    refuse_too_large(size, f"reading {str(path)!r} ({in_bytes(size)})", "keep fewer outputs in it, or read it elsewhere.")
    return size
