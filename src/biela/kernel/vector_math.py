"""Elementary functions of several lanes at once.

On Linux/x86 they come from glibc's libmvec, whose names carry the instruction set: `_ZGVeN8v_sin` needs AVX-512,
`_ZGVdN4v_sin` AVX2, `_ZGVbN2v_sin` SSE4. Calling one that the processor lacks is an illegal instruction, so the set
is chosen by feature; a function that the installed glibc lacks, or another platform, falls back to lane by lane.
"""

from __future__ import annotations

import ctypes
import platform
import sys
from functools import cache

import llvmlite.binding as llvm

from biela.kernel import processor
from biela.kernel.operation import ARITY, LIBRARY_FUNCTIONS

LETTER = {8: "e", 4: "d", 2: "b"}  # lanes → instruction set in libmvec's names


@cache
def vector_symbol(name: str, arity: int, lanes: int) -> str | None:
    """Register the vector version of a C library function with the linker; return its name, None where there is none."""
    symbol = f"_ZGV{LETTER[lanes]}N{lanes}{'v' * arity}_{name}"
    try:
        here = sys.platform.startswith("linux") and platform.machine() == "x86_64"
        function = getattr(ctypes.CDLL("libmvec.so.1"), symbol) if here else None
    except (OSError, AttributeError):
        function = None
    if function is None:
        return None
    llvm.add_symbol(symbol, ctypes.cast(function, ctypes.c_void_p).value)
    return symbol


def available() -> list[str]:
    """List the vector functions of this machine, to which kernels with lanes may refer."""
    width = processor.width()
    return [s for name in LIBRARY_FUNCTIONS for s in [vector_symbol(name, ARITY[name], width)] if s is not None]
