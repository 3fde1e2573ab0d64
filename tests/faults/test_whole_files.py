"""Kills, full disks, interruptions and many threads: a file is the old one or the new one, and nothing lies beside it."""

from __future__ import annotations

import errno
import hashlib
import io
import os
import resource
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from limits import small_disk

from biela.app.folder import Interrupted, write_summary, writing
from biela.base import atomic
from biela.base.atomic import write_whole
from biela.estimate.log import Log
from biela.files.results.load import Saved
from biela.files.results.netcdf import netcdf_image
from biela.files.results.save import csv_text, parquet_image
from biela.identify.excitation import Excitation
from biela.report.style import save_figure
from children import ended, forked, killed

T = np.linspace(0.0, 1.0, 400)
COLUMNS = {f"joint_{k}.angle": np.sin(k * T) for k in range(12)}
ABOUT = {"machine": "four-bar", "machine_file": "name: four-bar\n" * 40}


class _Picture:
    """A figure that is drawn at once."""

    def savefig(self, file: io.BytesIO, **options: Any) -> None:
        file.write(b"\x89PNG" + bytes(20_000))


def _log(path: Path) -> None:
    Log(T, tuple(COLUMNS), np.column_stack([*COLUMNS.values()])).save(path)


def _excitation(path: Path) -> None:
    import pandas

    Excitation.save(SimpleNamespace(table=lambda samples: pandas.DataFrame(COLUMNS)), path)  # type: ignore[arg-type]


WRITERS: dict[str, Callable[[Path], Any]] = {
    "result.nc": lambda path: write_whole(path, netcdf_image({"time": (T, {})}, _over_time(), ABOUT)),
    "result.csv": lambda path: write_whole(path, csv_text(_saved())),
    "result.parquet": lambda path: write_whole(path, parquet_image(_saved())),
    "machine.yaml": lambda path: write_whole(path, "name: four-bar\n" * 1000),
    "report.html": lambda path: write_whole(path, "<p>ä</p>" * 5000),
    "plots.png": lambda path: save_figure(_Picture(), path),
    "log.csv": _log,
    "excitation.csv": _excitation,
    "summary.json": lambda path: write_summary(path.parent, {"numbers": [*range(5000)]}, []),
}
"""One writer of each kind, with files of 10 to 100 kB."""


def _saved() -> Saved:
    import xarray

    return Saved(xarray.Dataset(_over_time(), {"time": ("time", T, {"units": "s"})}, ABOUT))


def _over_time() -> dict[str, Any]:
    return {name: (("time",), values, {"units": "rad"}) for name, values in COLUMNS.items()}


def _content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# ------------------------------------------------------------------------------------------------------------------ kills


def _signed(number: int, size: int) -> bytes:
    """Bytes that show whether they are whole."""
    body = number.to_bytes(8, "little") * (size // 8)
    return hashlib.sha256(body).digest() + body


def _is_whole(data: bytes) -> bool:
    return hashlib.sha256(data[32:]).digest() == data[:32]


def _write_for_ever(folder: Path, rng: np.random.Generator, nameless: bool) -> None:
    if not nameless:
        del os.O_TMPFILE
    os.fsync = lambda file: None  # a killed process loses nothing that it wrote: only a killed machine does
    number = 0
    while True:
        number += 1
        write_whole(folder / f"file_{rng.integers(3)}", _signed(number, int(rng.integers(1, 400_000))))


def _kills(folder: Path, seed: int, count: int, nameless: bool = True) -> tuple[int, int]:
    """Half files and parts that were left, over `count` kills at random moments; more where a busy machine has written little."""
    rng = np.random.default_rng(seed)
    half = debris = 0
    for k in range(40 * count):
        child = forked(lambda k=k: _write_for_ever(folder, np.random.default_rng([seed, k]), nameless))
        assert killed(child, float(rng.uniform(0.001, 0.012))) == -signal.SIGKILL
        write_whole(folder / "after", b"")
        left = [path for path in folder.iterdir() if path.name != "after"]
        debris += sum(path.suffix == ".part" for path in left)
        half += sum(not _is_whole(path.read_bytes()) for path in left if path.suffix != ".part")
        if k + 1 >= count and len(left) > 1:
            break
    assert len(left) > 1
    return half, debris


def test_kills_leave_whole_files_and_nothing_else(tmp_path: Path) -> None:
    assert _kills(tmp_path, seed=1, count=25) == (0, 0)


@pytest.mark.parametrize("nameless", [True, False])
def test_a_thousand_kills(tmp_path: Path, nameless: bool) -> None:
    """In a process that has loaded little: to fork one takes a fifth of the time that it takes to fork this one."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as small:
        assert small.submit(_kills, tmp_path, 2, 1000, nameless).result() == (0, 0)


def test_kills_where_every_file_has_a_name(tmp_path: Path) -> None:
    """As on file systems without nameless files: the next writer sweeps what the killed one left."""
    assert _kills(tmp_path, seed=3, count=15, nameless=False) == (0, 0)


def test_parts_of_the_living_and_files_of_others_stay(tmp_path: Path) -> None:
    dead = ended(child := forked(lambda: None)) or child
    names = [f".result.nc.{dead}.part", f".biela-{dead}-0a1b.part", f".biela-{os.getpid()}-0a1b.part", f"x.{dead}.part", "y.part"]
    for name in names:
        (tmp_path / name).write_bytes(b"part")
    atomic.sweep(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {*names[2:]}
    os.utime(tmp_path / names[2], (0, 0))  # a process that has the number of a dead one does not keep its part for ever
    atomic.sweep(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {*names[3:]}


# ------------------------------------------------------------------------------------------------------------- full disks


def _refused(folder: Path, name: str, codes: set[int]) -> None:
    """The writer of a name fails with one of these errors, says which file, and changes nothing."""
    before = _content(folder)
    with pytest.raises(OSError, match="this file was not written") as caught:
        WRITERS[name](folder / name)
    assert caught.value.errno in codes and caught.value.filename == str(folder / name)
    assert _content(folder) == before


@pytest.mark.parametrize("nameless", [True, False])
@pytest.mark.parametrize("name", WRITERS)
def test_files_that_must_not_grow(tmp_path: Path, name: str, nameless: bool) -> None:
    WRITERS[name](tmp_path / name)
    size = (tmp_path / name).stat().st_size

    def attempts() -> None:
        if not nameless:
            del os.O_TMPFILE
        for limit in (0, 1, size // 2, size - 1):
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
            _refused(tmp_path, name, {errno.EFBIG})
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        WRITERS[name](tmp_path / name)

    assert ended(forked(attempts)) == 0


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path, "64k") as disk:
        yield disk


def _fill_disks(disk: Path, seed: int, count: int) -> int:
    """How many writes were refused with nothing changed."""
    rng, refused = np.random.default_rng(seed), 0
    for _ in range(count):
        for path in disk.iterdir():
            path.unlink()
        name = [*WRITERS][rng.integers(len(WRITERS))]
        (disk / name).write_bytes(b"old")
        free = int(rng.integers(0, 9_000))
        (disk / "others").write_bytes(bytes(64 * 1024 - 4096 - free))
        _refused(disk, name, {errno.ENOSPC})
        refused += (disk / name).read_bytes() == b"old"
    return refused


def test_full_disks(tiny_disk: Path) -> None:
    assert _fill_disks(tiny_disk, seed=4, count=12) == 12


def test_a_hundred_full_disks(tiny_disk: Path) -> None:
    assert _fill_disks(tiny_disk, seed=5, count=100) == 100


@pytest.mark.parametrize("target", ["/dev/full", "/dev/null"])
def test_devices_are_not_replaced(target: str) -> None:
    with pytest.raises(OSError, match="it is a device or a pipe, not a file; this file was not written"):
        write_whole(Path(target), b"x")
    assert not Path(target).is_file()


# --------------------------------------------------------------------------------------------- threads and interruptions


@pytest.mark.parametrize("nameless", [True, False])
def test_eight_threads_and_one_path(tmp_path: Path, nameless: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not nameless:
        monkeypatch.delattr(os, "O_TMPFILE")
    errors: list[BaseException] = []
    meet = threading.Barrier(8)

    def save(thread: int) -> None:
        meet.wait()
        for k in range(10):
            try:
                write_whole(tmp_path / "result.nc", _signed(thread * 100 + k, 50_000))
            except BaseException as error:
                errors.append(error)

    threads = [threading.Thread(target=save, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert [path.name for path in tmp_path.iterdir()] == ["result.nc"]
    assert _is_whole((tmp_path / "result.nc").read_bytes())


@pytest.mark.parametrize("nameless", [True, False])
def test_interruptions_leave_no_half_file(tmp_path: Path, nameless: bool) -> None:
    """Ctrl-C at random moments while a folder of results is written."""

    def results() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if not nameless:
            del os.O_TMPFILE
        with pytest.raises(Interrupted, match="none is half written"), writing(tmp_path):
            ready.close()
            while True:
                for name in ("a.nc", "b.html"):
                    write_whole(tmp_path / name, _signed(1, 300_000))

    for k in range(8):
        read, write = os.pipe()
        with os.fdopen(write, "wb") as ready:
            child = forked(results)
        with os.fdopen(read, "rb") as begun:
            begun.read()  # ends when the child is inside
        assert killed(child, 0.002 + 0.0031 * k, signal.SIGINT) == 0
        left = [path for path in tmp_path.iterdir() if not _is_whole(path.read_bytes())]
        assert not left


def test_a_file_that_vanishes_after_a_look_at_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, look = tmp_path / "result.csv", Path.stat
    path.write_text("old")

    def vanishing(self: Path, **options: Any) -> os.stat_result:
        found = look(self, **options)
        if self == path:
            path.unlink()
        return found

    monkeypatch.setattr(Path, "stat", vanishing)
    write_whole(path, "new")
    assert path.read_bytes() == b"new"
