"""How compiled filters call routines: by address."""

from __future__ import annotations

from typing import Any

from biela.kernel.routine import intrinsic


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
