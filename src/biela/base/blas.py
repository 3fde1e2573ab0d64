"""Threads of the linear algebra that NumPy and SciPy bring (OpenBLAS).

The matrices of a machine are small or tall and narrow: threads mostly wait for each other there, and where other programs take
the cores they wait long. So biela's calls take one thread, and give the library back as they found it.

    with one_thread(): …        or, above a function:  @one_thread("scipy.linalg")

Whoever sets `OPENBLAS_NUM_THREADS` has chosen, and keeps that number. Calls of other threads of the process that overlap with
one of biela run on one thread too: the library has one number for all of them. A NumPy that was built with another library
(MKL, Accelerate) is left alone; its own settings apply.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

PACKAGES = ("numpy", "scipy")
FOLDERS = ("../{}.libs", ".dylibs")
"""Folders of libraries in their wheels, from the folder of a package: on Linux and Windows, and on macOS."""
NAMES = [f"{prefix}openblas_{{}}_num_threads{ending}" for prefix in ("scipy_", "") for ending in ("64_", "", "_64_", "_")]
"""Names of the functions that get and set the number of threads, by versions."""

Threads = tuple[Callable[[], int], Callable[[int], object]]
"""Functions of a library that get and set the number of threads."""

_lock = threading.Lock()
_libraries: dict[str, Threads | None] = {}
_before: list[tuple[Callable[[int], object], int]] = []
_inside = 0


@contextmanager
def one_thread(*modules: str) -> Iterator[None]:
    """While it lasts, matrix operations of NumPy and SciPy take one thread.

    modules : imported first, since a library that is loaded later would begin with all its threads
    """
    global _inside
    for module in modules:
        import_module(module)
    if os.environ.get("OPENBLAS_NUM_THREADS"):
        yield
        return
    with _lock:
        _inside += 1
        for read, write in _loaded():
            if (number := read()) > 1:
                _before.append((write, number))
                write(1)
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            while not _inside and _before:
                write, number = _before.pop()
                write(number)


def _loaded() -> list[Threads]:
    """Functions that read and write the number of threads, of each library in use."""
    for package in PACKAGES:
        if package not in _libraries and (module := sys.modules.get(f"{package}.linalg")) is not None:
            _libraries[package] = _functions(Path(str(module.__file__)).parents[1])
    return [found for found in _libraries.values() if found is not None]


def _functions(package: Path) -> Threads | None:
    """Return the two functions of the library that a package brought with it; None if it has none."""
    found = (file for folder in FOLDERS for file in sorted((package / folder.format(package.name)).glob("*openblas*")))
    for file in found:
        try:
            library = ctypes.CDLL(str(file))  # loaded already: this finds it
        except OSError:
            continue
        for name in NAMES:
            if hasattr(library, name.format("get")) and hasattr(library, name.format("set")):
                return getattr(library, name.format("get")), getattr(library, name.format("set"))
    return None


def _forget_the_lock() -> None:
    """In a forked child, where the thread that held it does not exist."""
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_the_lock)
