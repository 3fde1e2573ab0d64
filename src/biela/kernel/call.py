"""What routines do with addresses: read and write there, call a kernel.

Every kernel has the C signature

    void kernel(const double *const *arg, double *const *res, double *work)

`arg` and `res` are tables of addresses, one entry for each input and output vector. Numba has no call through
an address that is only known at run time *and* outlives the process, so the call is emitted here as IR: the
loops are compiled once per computer, whatever mechanism they later run.
"""

from __future__ import annotations

from typing import Any

from biela.kernel.routine import intrinsic


@intrinsic
def floats(typingctx: Any, address: Any) -> Any:
    """floats(address): the doubles that start at an address."""
    from numba import types

    return types.CPointer(types.float64)(types.intp), _to_pointer


@intrinsic
def integers(typingctx: Any, address: Any) -> Any:
    """integers(address): the 64-bit integers that start at an address."""
    from numba import types

    return types.CPointer(types.int64)(types.intp), _to_pointer


def _to_pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))


@intrinsic
def call_kernel(typingctx: Any, address: Any, arg: Any, res: Any, work: Any) -> Any:
    """call_kernel(address, arg, res, work): all four are integers (addresses)."""
    import llvmlite.ir as ir
    from numba import types

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = ir.IntType(8).as_pointer()
        function_type = ir.FunctionType(ir.VoidType(), [pointer, pointer, pointer])
        target, *rest = arguments
        function = builder.inttoptr(target, function_type.as_pointer())
        builder.call(function, [builder.inttoptr(a, pointer) for a in rest])
        return context.get_dummy_value()

    return types.void(types.intp, types.intp, types.intp, types.intp), codegen
