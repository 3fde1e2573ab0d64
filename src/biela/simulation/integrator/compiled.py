"""Compiled functions of the time loops, and how they call each other.

A *routine* is a compiled function of one argument, the record of a run (`record.py`), known by its address. The
record holds the addresses of the routines that the run needs, and routines call each other through it. So every
routine is compiled alone, when first needed, and only then: a run without events never compiles the search for them.
How they are compiled and kept on disk: `biela/kernel/routine.py`.
"""

from __future__ import annotations

from typing import Any

from biela.kernel.call import floats, integers
from biela.kernel.routine import Pointer, Routine, compiled, fingerprint, intrinsic, routine

__all__ = ["Pointer", "Routine", "compiled", "fingerprint", "floats", "go", "integers", "routine"]


@intrinsic
def go(typingctx: Any, address: Any, run: Any) -> Any:
    """go(address, run): call the routine at an address."""
    import llvmlite.ir as ir
    from numba import types

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [arguments[1].type])
        builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), [arguments[1]])
        return context.get_dummy_value()

    return types.void(types.intp, types.CPointer(types.int64)), emit
