"""Damaged files of every format, given to what reads them: each is read, or refused with words."""

from __future__ import annotations

import io
import json
import os
import resource
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
from limits import limited
from mutation import mutated
from originals import original

from biela.base.errors import BielaError
from biela.files.logs import apart
from biela.files.results import foreign_child
from children import ended, forked

SECONDS, GIGABYTES = 10.0, 2.0
"""CPU time of one file, and memory of the process that reads it, beyond what Python and its libraries take."""
DEFAULT_NUMBER = 7000
NUMBERS = {
    "networks": 1000, "sweep": 2000, "samples": 2000, "block": 500, "arrays": 500, "car": 3000, "machine": 4000,
    "four-bar": 4000, "mjcf": 5000, "adams": 3000, "mat": 2000, "mf4": 1500, "h5": 300, "result": 2000, "signed": 2000,
}  # fmt: skip
"""Numbers of files of formats that take long to read, where others have `DEFAULT_NUMBER`."""
HANGS = 120
"""Time after which a file hangs its reader [s]."""


def damaged(name: str, seed: int, k: int) -> bytes:
    """Damage a good file of a format; the same seed and number give the same damage."""
    return mutated(original(name).content, np.random.default_rng([seed, k]))


def wrong(name: str, path: Path, content: bytes) -> str | None:
    """Read a file: a line if something else came out than a result or words; nothing if it was read, None if it was refused."""
    path = path / original(name).file
    path.write_bytes(content)
    try:
        with limited(SECONDS):
            original(name).read(path)
    except BielaError as error:
        return None if len(str(error)) > 20 else f"{error!r} says nothing"
    except Exception as error:
        return f"ends in {type(error).__name__}: {' '.join(str(error).split())[:200]}"
    return ""


def attack(name: str, folder: Path, seed: int, numbers: range) -> tuple[int, int, list[str]]:
    """Read damaged files of a format in this process: how many were read and refused, and a line for each other end."""
    read, refused, found = 0, 0, []
    assert wrong(name, folder, original(name).content) == "", name
    with harmless():
        for k in numbers:
            match wrong(name, folder, damaged(name, seed, k)):
                case "":
                    read += 1
                case None:
                    refused += 1
                case line:
                    found.append(f"{name}, seed {seed}, file {k}: {line}")
    return read, refused, found


# ------------------------------------------------------------------------------------------------------------- isolation


def attack_apart(name: str, folder: Path, seed: int, number: int) -> list[str]:
    """The same in a child with limits, which a file may crash, hang or fill: then the next child goes on after that file."""
    assert wrong(name, folder, original(name).content) == "", name  # loads what all children need
    found, begin = list[str](), 0
    while begin < number:
        child = forked(lambda first=begin: _within_limits(name, folder, seed, range(first, number)))  # type: ignore[misc]
        code = ended(child)
        reached, lines = json.loads((folder / "progress").read_text("utf-8"))
        found += lines
        begin = reached + 1
        if code:
            found.append(f"{name}, seed {seed}, file {reached}: ends its process with {_called(code)}")
    return found


def _within_limits(name: str, folder: Path, seed: int, numbers: range) -> None:
    memory = _taken() + int(GIGABYTES * 1e9)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    found = list[str]()
    with harmless():
        for k in numbers:
            (folder / "progress").write_text(json.dumps([k, found]), "utf-8")
            used = int(sum(os.times()[:2]))
            resource.setrlimit(resource.RLIMIT_CPU, (used + 2 * int(SECONDS), resource.RLIM_INFINITY))
            signal.alarm(HANGS)
            if line := wrong(name, folder, damaged(name, seed, k)):
                found.append(f"{name}, seed {seed}, file {k}: {line}")
        signal.alarm(0)
        (folder / "progress").write_text(json.dumps([k, found]), "utf-8")


def _called(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"code {code}"


def _taken() -> int:
    """Addresses that this process has [B]."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()


@contextmanager
def harmless() -> Iterator[None]:
    """Whatever would run a program fails loudly, except biela's own readers of MAT, MDF and HDF5 files, which are processes by
    design; those of logs are forked."""

    def caught(*arguments: Any, **more: Any) -> None:
        raise AssertionError(f"executed: {arguments}")

    own = ["biela.files.logs.apart", str(foreign_child.__file__)]

    class Guarded(subprocess.Popen[bytes]):
        def __init__(self, command: Any, **more: Any) -> None:
            if command[:2] != [sys.executable, "-P"] or not set(command[2:4]) & set(own) or more.get("shell"):
                caught(command)
            super().__init__(command, **more)

    with ExitStack() as stack, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        replaced: list[tuple[str, Callable[..., Any]]] = [
            ("subprocess.Popen", Guarded), ("os.system", caught), ("os.popen", caught)
        ]  # fmt: skip
        if Path("/proc/self/statm").exists():
            replaced.append(("biela.files.logs.record.read_apart", _forked_reader))
        for place, instead in replaced:
            stack.enter_context(mock.patch(place, instead))
        yield


def _forked_reader(path: Path) -> Any:
    """`read_apart` by a child that has its libraries already: importing them takes a hundred times as long as reading."""
    out, said = path.with_suffix(".table"), path.with_suffix(".said")
    memory = str(apart.MEMORY + _taken())

    def read() -> None:
        with out.open("wb") as file, said.open("wb") as words:
            os.dup2(file.fileno(), 1)
            os.dup2(words.fileno(), 2)
            apart._child(str(path), memory, str(apart.SECONDS))

    code = ended(forked(read))
    return apart.table_of(code, io.BytesIO(out.read_bytes()), said.read_bytes(), path)
