"""The C compiler of the `ziglang` wheel, for this and other platforms."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from biela.base.atomic import file_name, write_whole
from biela.base.errors import BielaError, nearest
from biela.kernel.native import ALSO_CALLED
from biela.kernel.object_file import undefined_symbols
from biela.kernel.operation import LIBRARY_FUNCTIONS


class Platform(NamedTuple):
    """Platform that FMUs run on: target of the compiler, processor, ending of libraries, folders of FMI 2 and 3."""

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
FLAGS = ("-std=c99", "-O2", "-g0", "-ffp-contract=off", "-fno-math-errno", "-Wall", "-Wextra", "-pedantic")
QUICK, LARGE_FILE_BYTES = ("-fno-slp-vectorize", "-fno-vectorize", "-Xclang", "-O1"), 500_000
"""For files above some bytes. Looking for vectors takes a quarter of the time there, and finds none that pay (a step of the
excavator takes 9 % less without; one of the four-bar, a fifth of this size, 15 % more). Kernels are free of repetition already:
the short pipeline takes a fifth less time than the long one, and a step 5 % more. `zig cc` takes its own -O1 for -O2. No digit
depends on any of this."""
SELDOM = (*QUICK, "-mllvm", "-enable-misched=false")
"""For kernels that are seldom called, of any size: instructions stay in the order of the text, which processors change themselves
(the adjoint derivatives of the excavator take as long, and a tenth less to compile)."""
MATHEMATICS = frozenset(
    (*LIBRARY_FUNCTIONS, "sqrt", "sincos", "fabs", "copysign", "fma", "floor", "ceil", "trunc", "rint", "round", "fmin", "fmax",
     "exp2", "exp10", "log2", "log10", "cbrt", "ldexp", "frexp")
)  # fmt: skip
"""Functions of libm that the text of a machine calls, and those that compilers make of them."""
MEMORY = frozenset({"calloc", "malloc", "free", "snprintf", "strlen", "strcmp", "memcmp", *ALSO_CALLED}) - MATHEMATICS
"""Functions of libc that the code of FMUs calls."""


class CompilerError(BielaError):
    """Missing C compiler, or one that refused a file."""


def platform(name: str) -> Platform:
    """Return a platform by name."""
    if name not in PLATFORMS:
        raise CompilerError(f"platform {name!r} is unknown.{nearest(name, list(PLATFORMS))}")
    return PLATFORMS[name]


def compile_c(arguments: Sequence[str], folder: Path, tool: str = "cc") -> None:
    """Call the compiler in a folder, or another tool of its package, as `link` does."""
    if importlib.util.find_spec("ziglang") is None:
        raise CompilerError("FMUs and objects are compiled with the package ziglang: pip install 'biela[fmi]'.")
    call = [sys.executable, "-P", "-m", "ziglang", tool, *arguments]
    done = subprocess.run(call, cwd=folder, capture_output=True, text=True, errors="replace")
    if done.returncode:
        first = next((line for line in done.stderr.splitlines() if "error" in line), done.stderr[-300:])
        name = "C compiler" if tool == "cc" else "linker"
        raise CompilerError(f"the {name} failed for {' '.join(arguments[:2])}: {first.strip()}")


link = partial(compile_c, tool="ld.lld")


def library(
    where: Platform, sources: Sequence[str], fast: Sequence[str], seldom: Sequence[str], out: str, folder: Path,
    portable: bool = False,
) -> None:  # fmt: skip
    """Compile a shared library, two files at a time; files called often or seldom with all instructions of the processor."""
    target = ("-target", where.target)
    own = () if portable or not where.processor else (f"-mcpu={where.processor}",)
    common = (*FLAGS, "-fPIC", "-fvisibility=hidden") if not where.ending == ".dll" else FLAGS
    first = [*fast, *seldom]
    ordered = [*first, *(file for file in sources if file not in first)]

    def compiled(file: str) -> str:
        more = own if file in first else ("-DFMU_NEEDS_FMA",) if own else ()
        quick = SELDOM if file in seldom else QUICK if (folder / file).stat().st_size > LARGE_FILE_BYTES else ()
        made = f"{Path(file).stem}.o"
        compile_c([*target, *common, *more, *quick, "-c", file, "-o", made], folder)
        return made

    with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        objects = list(pool.map(compiled, ordered))
    if where.ending == ".so" and plain_link(target, objects, out, folder):
        return
    math = () if where.ending == ".dll" else ("-lm",)
    compile_c([*target, "-shared", "-s", "-o", out, *objects, *math], folder)


def plain_link(target: Sequence[str], objects: Sequence[str], out: str, folder: Path) -> bool:
    """Link objects to a shared library of Linux, by the linker alone; False if they need more than libm and libc are known to have.

    The C compiler would first build a C library to link with, which takes longer than compiling a machine. Of that library the
    linker needs the names alone: here it gets two empty ones with the names that the objects ask for. They are without versions,
    and a loader then takes the first version that its C library has.
    """
    needed = set().union(*(undefined_symbols((folder / file).read_bytes()) for file in objects))
    own = {name for name in needed if name.startswith(("machine_", "fmu_", "FMU_", "fmi"))}
    if needed - own - MATHEMATICS - MEMORY:
        return False
    libraries = []
    for name, known in (("m", MATHEMATICS), ("c", MEMORY)):
        stem = f"lib{name}"
        text = "".join(f"void {symbol}(void) {{}}\n" for symbol in sorted(needed & known))
        write_whole(folder / file_name(f"{stem}.c"), text)
        compile_c([*target, "-w", "-O2", "-fno-builtin", "-fPIC", "-c", f"{stem}.c", "-o", f"{stem}.o"], folder)
        link(["-shared", "-soname", f"{stem}.so.6", "-o", f"{stem}.so", f"{stem}.o"], folder)
        libraries.append(f"{stem}.so")
    options = ("-shared", "-s", "-z", "defs", "-z", "now", "-z", "relro", "--build-id=none", "--eh-frame-hdr")
    link([*options, "-o", out, *objects, *libraries], folder)
    return True


def bare_objects(name: str, files: Mapping[str, str | bytes]) -> dict[str, bytes]:
    """Return the objects of machine.c, and of filter.c if there is one, for a processor without an operating system."""
    if name not in BARE:
        raise CompilerError(f"target {name!r} is unknown.{nearest(name, list(BARE))}")
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
