"""Files of measurements that a third-party library opens, read by a process of its own, which may crash or run away.

The libraries of MAT and MDF files trust a file: a single wrong byte ends the process, or asks for gigabytes. What fails there is
an error here.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np

from biela.files.format import format_of
from biela.files.logs.table import DataError, LogTable

MEMORY, GROWTH = 2 * 10**9, 20
"""Bytes that the process may take, plus this multiple of the size of the file."""
SECONDS = 10
"""CPU time for the first 10 MB, and for each 10 MB more."""


def read_apart(path: Path) -> LogTable:
    """Read a file of measurements in a process of its own; a crash, or too much memory or time, is a `DataError`."""
    size = path.stat().st_size
    seconds = SECONDS * (1 + size // 10**7)
    limits = [str(MEMORY + GROWTH * size), str(seconds)]
    paths = {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-P", "-m", "biela.files.logs.apart", str(path.absolute()), *limits]
    try:
        done = subprocess.run(
            command, capture_output=True, stdin=subprocess.DEVNULL, timeout=6 * seconds, check=False,
            env={**os.environ, **paths},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise DataError(f"{path.name}: reading it takes more than {6 * seconds} s.") from None
    return table_of(done.returncode, io.BytesIO(done.stdout), done.stderr, path)


def table_of(code: int, file: io.BytesIO, said: bytes, path: Path) -> LogTable:
    """Return the table that the process wrote, or the error that its exit code and its words stand for."""
    if code == 3:
        raise DataError(said.decode("utf-8", "replace").strip().splitlines()[-1])
    if code:
        raise DataError(f"{path.name} is damaged: its reader crashed, or took more memory or time than it should.")
    head = json.loads(file.readline())
    columns = {name: np.load(file, allow_pickle=False) for name in head["columns"]}
    return LogTable(columns, head["units"], head["unusable"], tuple(head["notes"]))


def _child(path: str, memory: str, seconds: str) -> None:
    """Read a file within limits and write its table to the standard output."""
    form = format_of(path, "read_log")
    assert form is not None and form.read_log is not None
    with suppress(ImportError):  # Windows has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # libraries that print do not disturb
    try:
        table = form.read_log(Path(path))
    except Exception as error:  # each library has its own errors
        said = (str(error).splitlines() or [type(error).__name__])[0]
        print(said if isinstance(error, DataError) else f"{Path(path).name} could not be read: {said}", file=sys.stderr)
        sys.stderr.flush()
        os._exit(3)
    about = {"units": dict(table.units), "unusable": dict(table.unusable), "notes": list(table.notes)}
    head = {"columns": list(table.columns), **about}
    image = io.BytesIO()
    for values in table.columns.values():
        np.lib.format.write_array(image, np.ascontiguousarray(values), allow_pickle=False)
    with out:
        out.write(json.dumps(head).encode() + b"\n" + image.getbuffer())


if __name__ == "__main__":
    _child(*sys.argv[1:])
