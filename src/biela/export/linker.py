"""Objects → a shared library of Linux, by the linker of the `ziglang` wheel alone.

Its C compiler would first build a C library to link with, which takes longer than compiling a machine. Of that library the linker
needs the names alone: here it gets two empty ones with the names that the objects ask for. They are without versions, and a loader
then takes the first version that its C library has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from biela.base.atomic import file_name, write_whole
from biela.kernel.native import ALSO_CALLED
from biela.kernel.object_file import undefined_symbols
from biela.kernel.operation import LIBRARY_FUNCTIONS

Tool = Callable[[Sequence[str], Path], None]
MATHEMATICS = frozenset(
    (*LIBRARY_FUNCTIONS, "sqrt", "sincos", "fabs", "copysign", "fma", "floor", "ceil", "trunc", "rint", "round", "fmin", "fmax",
     "exp2", "exp10", "log2", "log10", "cbrt", "ldexp", "frexp")
)  # fmt: skip
"""Functions of libm that the text of a machine calls, and those that compilers make of them."""
MEMORY = frozenset({"calloc", "malloc", "free", "snprintf", "strlen", "strcmp", "memcmp", *ALSO_CALLED}) - MATHEMATICS
"""Functions of libc that the code of FMUs calls."""


def plain_link(target: Sequence[str], objects: Sequence[str], out: str, folder: Path, compiler: Tool, linker: Tool) -> bool:
    """Link objects of a folder; False if they need more than the two libraries are known to have."""
    needed = set().union(*(undefined_symbols((folder / file).read_bytes()) for file in objects))
    own = {name for name in needed if name.startswith(("machine_", "fmu_", "FMU_", "fmi"))}
    if needed - own - MATHEMATICS - MEMORY:
        return False
    libraries = []
    for name, known in (("m", MATHEMATICS), ("c", MEMORY)):
        stem = f"lib{name}"
        text = "".join(f"void {symbol}(void) {{}}\n" for symbol in sorted(needed & known))
        write_whole(folder / file_name(f"{stem}.c"), text)
        compiler([*target, "-w", "-O2", "-fno-builtin", "-fPIC", "-c", f"{stem}.c", "-o", f"{stem}.o"], folder)
        linker(["-shared", "-soname", f"{stem}.so.6", "-o", f"{stem}.so", f"{stem}.o"], folder)
        libraries.append(f"{stem}.so")
    options = ("-shared", "-s", "-z", "defs", "-z", "now", "-z", "relro", "--build-id=none", "--eh-frame-hdr")
    linker([*options, "-o", out, *objects, *libraries], folder)
    return True
