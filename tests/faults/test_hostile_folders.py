"""Folders with Python files that are called as modules are: no child of biela imports from the folder in which it runs."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from originals import FMU, archive

import biela
from biela import files, library
from biela.base.errors import BielaError
from biela.export.compiler import compile_c
from biela.files.logs import apart
from biela.files.results.foreign import read_foreign
from biela.network.fmi.description import read_description
from biela.network.fmi.standard import CO_SIMULATION
from biela.network.fmi.unit import FmuProcess
from biela.study.cluster import Cluster

NAMES = (
    "asyncio", "biela", "casadi", "ctypes", "distributed", "fmpy", "h5py", "importlib", "json", "llvmlite", "logging", "numpy",
    "pickle", "random", "ruamel", "runpy", "scipy", "signal", "socket", "struct", "subprocess", "tempfile", "typing", "xarray",
    "zipfile",
)  # fmt: skip
TEXT = library.get("pendulum").machine_file()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a command runs; `ran` lists the modules that were imported from it."""
    for name in NAMES:
        line = f"open({str(tmp_path / 'ran')!r}, 'a').write({name + chr(10)!r})\n"
        (tmp_path / f"{name}.py").write_text(line + "raise SystemExit(9)\n")
    (tmp_path / "p.yaml").write_text(TEXT, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    return tmp_path


def drawn(folder: Path) -> None:
    """The studio draws a machine that was opened."""
    pytest.importorskip("starlette")
    from biela.studio.project.worker import Worker

    async def look() -> None:
        worker = Worker([])
        try:
            assert (await worker.ask("look", file="p.yaml", text=TEXT))["problems"] == []
        finally:
            await worker.close()

    asyncio.run(look())


def worked(folder: Path) -> None:
    """The studio runs a command."""
    pytest.importorskip("starlette")
    from biela.cli.studio import commands
    from biela.studio.project.folder import Project
    from biela.studio.project.jobs import Jobs

    async def check() -> None:
        jobs = Jobs(Project(folder), commands(), [], lambda news: None)
        job = await jobs.start("check", "p.yaml", TEXT, {})
        while jobs.running:
            await asyncio.sleep(0.05)
        assert job.status == "done", job.said

    asyncio.run(check())


def log_read(folder: Path) -> None:
    """A log is read in a process of its own."""
    from scipy.io import savemat

    savemat(folder / "log.mat", {"t": np.arange(3.0), "x": np.arange(3.0)})
    assert list(apart.read_apart(folder / "log.mat").columns["x"]) == [0, 1, 2]


def result_read(folder: Path) -> None:
    """A result is read in a process of its own."""
    library.get("pendulum").simulate(duration=0.1).save(folder / "r.nc")
    assert read_foreign(folder / "r.nc")


def fmu_loaded(folder: Path) -> None:
    """An FMU, here one without a library, is loaded in a process of its own."""
    pytest.importorskip("fmpy")
    (folder / "m.fmu").write_bytes(archive(FMU.encode()))
    with pytest.raises(BielaError, match="loading it"):
        FmuProcess(read_description(str(folder / "m.fmu")), CO_SIMULATION, "m", ["w"], ["tau"], {}, (0.0, 1.0), 1e-6)


def compiled(folder: Path) -> None:
    """C code is compiled in a folder."""
    pytest.importorskip("ziglang")
    (folder / "one.c").write_text("int one(void) { return 1; }\n")
    compile_c(["-c", "one.c", "-o", "one.o"], folder)
    assert (folder / "one.o").is_file()


def spread_out(folder: Path) -> None:
    """Workers of a study on this computer."""
    pytest.importorskip("distributed")
    done = biela.sweep(files.read("p.yaml"), {"simulation.rtol": [1e-6, 1e-7]}, ["max(pivot.rate)"], cluster=Cluster(1))
    assert done.status == ["done", "done"]
    assert "PYTHONSAFEPATH" not in os.environ


@pytest.mark.parametrize("work", [drawn, worked, log_read, result_read, fmu_loaded, compiled, spread_out])
def test_children_import_nothing_from_their_folder(folder: Path, work: Callable[[Path], None]) -> None:
    work(folder)
    ran = folder / "ran"
    assert not ran.exists(), ran.read_text()


def test_every_child_is_started_with_a_safe_path() -> None:
    """`python -P`: neither the folder in which it runs nor that of a script is a place to import from."""
    package = Path(biela.__file__).parent
    for path in package.rglob("*.py"):
        for after in re.findall(r"sys\.executable,?(.{0,8})", path.read_text("utf-8")):
            assert after.strip().startswith('"-P"'), path
