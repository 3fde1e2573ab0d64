"""Objects for other processors, run by QEMU: they print the numbers of this one."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from biela import library
from biela.app.export import export
from biela.export.compiler import compile_c

pytest.importorskip("ziglang")

PROCESSORS = {
    "thumbv7em": ("thumb-linux-musleabihf", ("qemu-arm", "-cpu", "max"), 1e-12),
    "aarch64": ("aarch64-linux-musl", ("qemu-aarch64",), 1e-12),
    "riscv64": ("riscv64-linux-musl", ("qemu-riscv64",), 1e-12),
}
"""Target of a program for Linux around the object, what runs it, and how far its numbers may be from ours."""


@pytest.mark.parametrize("processor", PROCESSORS)
def test_numbers_are_those_of_this_processor(processor: str, tmp_path: Path) -> None:
    target, qemu, most = PROCESSORS[processor]
    if shutil.which(qemu[0]) is None:
        pytest.skip(f"no {qemu[0]}")
    export("four-bar", tmp_path, c=True, target=processor, method="rk4", step=0.002, duration=1.0)
    # with optimisation: zig makes its library of C for the target first, and takes twice as long to make one for debugging
    compile_c(["-Os", "-target", target, "-static", "main.c", f"{processor}/machine.o", "-lm", "-o", "program"], tmp_path)
    done = subprocess.run([*qemu, str(tmp_path / "program")], capture_output=True, text=True, check=True)
    head, *rows = (line.split(",") for line in done.stdout.splitlines())
    history = library.get("four-bar").simulate(1.0, method="rk4", step=0.002)
    assert len(rows) == len(history.t)
    for name, column in zip(head[1:], np.array(rows, float).T[1:], strict=True):
        own = history[name.partition(" [")[0]]
        assert np.abs(column - own).max() <= most * max(1.0, float(np.abs(own).max())), name
