"""Undocumented parts of CasADi and llvmlite that biela uses: all of them are here, each with its reason.

`pyproject.toml` therefore bounds both packages by their next minor version, and `make test-versions` tests both bounds.

- The layout of the text of `casadi.Function.serialize()`. The documented functions tell one instruction per call, which takes
  a microsecond or two. Where another version writes another text, `tape.py` asks one by one.
- `llvmlite.binding.ffi`, for functions of LLVM without llvmlite's global lock: chunks of a kernel are compiled at the same time,
  and Python runs meanwhile.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite.binding import ffi
from numpy.typing import NDArray

if TYPE_CHECKING:
    import casadi

COMPARED = 32  # instructions, evenly spread, that are compared with what CasADi tells one by one
PLACES = 64  # places in the text that are tried as the beginning of the instructions


def serialised_instructions(
    function: casadi.Function, documented: Callable[[casadi.Function, int], tuple[int, ...]]
) -> NDArray[np.int32] | None:
    """Return all instructions, as CasADi serialises them; None where they are not found.

    The text has two letters for each byte. In it, an instruction is four numbers of 32 bits, (operation, i₀, i₁, i₂); a constant
    has its double in place of the last two. They begin where the first instruction is found.

    documented : returns one instruction as documented functions give it, without numbers that have no meaning
    """
    letters = np.frombuffer(function.serialize().encode("ascii"), np.uint8) - ord("a")
    if len(letters) % 2 or letters.max(initial=0) > 15:
        return None
    data, n = (letters[0::2] | letters[1::2] << 4).tobytes(), function.n_instructions()
    compared = sorted({*range(4), *range(n - 4, n), *np.linspace(0, n - 1, COMPARED).astype(int).tolist()})
    expected = [documented(function, k) for k in compared]
    first = struct.pack("<4i", *expected[0])
    at = len(data) - 16 * n + 1
    for _ in range(PLACES):
        at = data.rfind(first, 0, at + len(first) - 1)
        if at < 0:
            return None
        rows = np.frombuffer(data, np.int32, 4 * n, at).reshape(n, 4)
        if all(tuple(rows[k, : len(row)].tolist()) == row for k, row in zip(compared, expected, strict=True)):
            return rows
    return None


def _unlocked(name: str) -> Callable[..., Any]:
    """Return a function of LLVM without llvmlite's lock; LLVM is safe as long as threads share no context."""
    locked: Callable[..., Any] = getattr(ffi.lib, name)
    free: Callable[..., Any] = getattr(locked, "_cfn", locked)
    return free


def run_passes(passes: llvm.ModulePassManager, module: llvm.ModuleRef, builder: llvm.PassBuilder) -> None:
    """Optimise a module in place: `passes.run(module, builder)` without the lock."""
    _unlocked("LLVMPY_RunNewModulePassManager")(passes, module, builder)


def emit_object(machine: llvm.TargetMachine, module: llvm.ModuleRef) -> bytes:
    """Return the object code of a module: `machine.emit_object(module)` without the lock."""
    with ffi.OutputString() as message:
        buffer = _unlocked("LLVMPY_TargetMachineEmitToMemory")(machine, module, 1, message)
        if not buffer:
            raise RuntimeError(f"LLVM cannot write machine code: {message}")
    try:
        return ctypes.string_at(ffi.lib.LLVMPY_GetBufferStart(buffer), ffi.lib.LLVMPY_GetBufferSize(buffer))
    finally:
        ffi.lib.LLVMPY_DisposeMemoryBuffer(buffer)
