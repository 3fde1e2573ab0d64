"""Calling a compiled kernel by its address from inside a numba loop.

Every kernel has the C signature

    void kernel(const double *const *arg, double *const *res, double *work)

`arg` and `res` are tables of addresses, one entry for each input and output vector. Numba has no call through
an address that is only known at run time *and* survives its disk cache, so the call is emitted here as IR: the
loops are compiled once per machine, whatever mechanism they later run.
"""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir
import numpy as np
from numba import njit, types
from numba.extending import intrinsic


@intrinsic
def call_kernel(typingctx: Any, address: Any, arg: Any, res: Any, work: Any) -> Any:
    """call_kernel(address, arg, res, work): all four are integers (addresses)."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = ir.IntType(8).as_pointer()
        function_type = ir.FunctionType(ir.VoidType(), [pointer, pointer, pointer])
        target, *rest = arguments
        function = builder.inttoptr(target, function_type.as_pointer())
        builder.call(function, [builder.inttoptr(a, pointer) for a in rest])
        return context.get_dummy_value()

    return types.void(types.intp, types.intp, types.intp, types.intp), codegen


@njit(cache=True, nogil=True)
def table(*arrays):  # type: ignore[no-untyped-def]
    """Addresses of the given arrays, as a kernel's `arg` or `res` table. The arrays must outlive the table."""
    out = np.empty(len(arrays), np.intp)
    i = 0
    for a in arrays:
        out[i] = a.ctypes.data
        i += 1
    return out
