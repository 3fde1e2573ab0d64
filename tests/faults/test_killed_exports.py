"""Exports that are killed: an FMU is the old one, the new one or not there; files of C of two exports do not compile together."""

from __future__ import annotations

import shutil
import signal
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biela.app.export import export
from children import forked, killed

pytest.importorskip("ziglang")
OLD: dict[str, Any] = {"method": "rk4", "step": 1e-3, "duration": 0.1}
NEW: dict[str, Any] = {"method": "dormand-prince", "duration": 0.1}
KILLS = 12


@pytest.mark.parametrize("before", [True, False])
def test_a_killed_export_leaves_a_whole_fmu_or_none(before: bool, tmp_path: Path) -> None:
    path = tmp_path / "it.fmu"
    old = export("pendulum", path, **OLD).path.read_bytes()
    rng = np.random.default_rng(7)
    for _ in range(KILLS):
        if before:
            path.write_bytes(old)
        else:
            path.unlink(missing_ok=True)
        ended = killed(forked(lambda: export("pendulum", path, **NEW)), float(rng.uniform(0.01, 4.0)))
        assert ended in (0, -signal.SIGKILL)
        assert {file.name for file in tmp_path.iterdir()} <= {path.name}
        if path.exists() and path.read_bytes() != old:
            with zipfile.ZipFile(path) as archive:
                assert archive.testzip() is None
                assert [name for name in archive.namelist() if name.endswith(".so")]
        else:
            assert path.exists() == before


@pytest.mark.skipif(shutil.which("gcc") is None, reason="compiles with gcc")
def test_a_killed_export_of_c_never_compiles_as_a_mixture(tmp_path: Path) -> None:
    old, new, folder = (tmp_path / name for name in ("old", "new", "c"))
    export("pendulum", old, c=True, **OLD)
    export("pendulum", new, c=True, **NEW)
    names = [file.name for file in old.iterdir()]
    whole = [{name: (of / name).read_bytes() for name in names} for of in (old, new)]
    rng = np.random.default_rng(8)
    for _ in range(2 * KILLS):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(old, folder)
        killed(forked(lambda: export("pendulum", folder, c=True, **NEW)), float(rng.uniform(0.001, 0.6)))
        left = {file.name: file.read_bytes() for file in folder.iterdir()}
        assert set(left) == set(names)
        assert all(content in (whole[0][name], whole[1][name]) for name, content in left.items())
        sources = {name: text for name, text in left.items() if name.endswith((".c", ".h"))}
        mixed = all(any(of[name] != text for name, text in sources.items()) for of in whole)
        built = subprocess.run(["gcc", "-std=c99", "machine.c", "main.c", "-lm"], cwd=folder, capture_output=True)
        assert (built.returncode != 0) == mixed
