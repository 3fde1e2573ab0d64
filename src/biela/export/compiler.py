"""The C compiler of the `ziglang` wheel, for this and other platforms."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from biela.atomic import file_name, write_whole
from biela.errors import BielaError, nearest


class Platform(NamedTuple):
    """A platform that FMUs run on: target of the compiler, processor, ending of libraries, folders of FMI 2 and 3."""

    target: str
    processor: str
    ending: str
    folder_2: str
    folder_3: str


PLATFORMS = {
    "linux64": Platform("x86_64-linux-gnu.2.17", "x86_64_v3", ".so", "linux64", "x86_64-linux"),
    "win64": Platform("x86_64-windows-gnu", "x86_64_v3", ".dll", "win64", "x86_64-windows"),
    "linux-arm64": Platform("aarch64-linux-gnu.2.17", "", ".so", "aarch64-linux", "aarch64-linux"),
    "mac64": Platform("x86_64-macos", "x86_64_v3", ".dylib", "darwin64", "x86_64-darwin"),
    "mac-arm64": Platform("aarch64-macos", "", ".dylib", "aarch64-darwin", "aarch64-darwin"),
}
BARE = {
    "thumbv7em": ("thumb-freestanding-eabihf", "cortex_m7+fp_armv8d16"),
    "cortex-m4": ("thumb-freestanding-eabihf", "cortex_m4+vfp4d16sp"), "aarch64": ("aarch64-freestanding", ""),
    "riscv64": ("riscv64-freestanding", ""), "x86_64": ("x86_64-freestanding", ""),
}  # fmt: skip
"""Targets without an operating system: names for the compiler. A processor is named with its floating-point unit, without which
arguments would not be where the ABI has them."""
FLAGS = (
    "-std=c99", "-O2", "-g0", "-ffp-contract=off", "-fno-math-errno", "-fno-slp-vectorize", "-fno-vectorize", "-Wall", "-Wextra",
    "-pedantic",
)  # fmt: skip
"""Kernels are one long sequence of operations, in which looking for vectors takes a quarter of the time and finds next to nothing."""


class CompilerError(BielaError):
    """The C compiler is missing, or refused a file."""


def platform(name: str) -> Platform:
    """A platform by name."""
    if name not in PLATFORMS:
        raise CompilerError(
            f"platform {name!r} is unknown: use {', '.join(PLATFORMS)}.{nearest(name, list(PLATFORMS))}"
        )
    return PLATFORMS[name]


def compile_c(arguments: Sequence[str], folder: Path) -> None:
    """Call the compiler in a folder."""
    if importlib.util.find_spec("ziglang") is None:
        raise CompilerError("FMUs and objects are compiled with the package ziglang: pip install 'biela[fmi]'.")
    done = subprocess.run(
        [sys.executable, "-m", "ziglang", "cc", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
    )
    if done.returncode:
        first = next((line for line in done.stderr.splitlines() if "error" in line), done.stderr[-300:])
        raise CompilerError(f"the C compiler failed for {' '.join(arguments[:2])}: {first.strip()}")


def library(
    where: Platform, sources: Sequence[str], fast: Sequence[str], out: str, folder: Path, portable: bool = False
) -> None:
    """Compile a shared library; the files `fast` with all instructions of the processor."""
    target = ("-target", where.target)
    own = () if portable or not where.processor else (f"-mcpu={where.processor}",)
    common = (*FLAGS, "-fPIC", "-fvisibility=hidden") if not where.ending == ".dll" else FLAGS
    objects = []
    for file in [*fast, *sources]:
        objects.append(f"{Path(file).stem}.o")
        more = own if file in fast else ("-DFMU_NEEDS_FMA",) if own else ()
        compile_c([*target, *common, *more, "-c", file, "-o", objects[-1]], folder)
    math = () if where.ending == ".dll" else ("-lm",)
    compile_c([*target, "-shared", "-s", "-o", out, *objects, *math], folder)


def bare_objects(name: str, files: Mapping[str, str | bytes]) -> dict[str, bytes]:
    """The objects of machine.c, and of filter.c if there is one, for a processor without an operating system."""
    if name not in BARE:
        raise CompilerError(f"target {name!r} is unknown: use {', '.join(BARE)}.{nearest(name, list(BARE))}")
    target, processor = BARE[name]
    more = [f"-mcpu={processor}"] if processor else []
    wanted = [stem for stem in ("machine", "filter") if f"{stem}.c" in files]
    flags = ["-target", target, *more, *FLAGS, "-ffreestanding", "-DMACHINE_BARE", "-c"]
    with tempfile.TemporaryDirectory() as folder:
        for stem in wanted:
            for file in (f"{stem}.h", f"{stem}.c"):
                write_whole(Path(folder) / file_name(file), files[file])
            compile_c([*flags, f"{stem}.c", "-o", f"{stem}.o"], Path(folder))
        return {f"{stem}.o": (Path(folder) / f"{stem}.o").read_bytes() for stem in wanted}
