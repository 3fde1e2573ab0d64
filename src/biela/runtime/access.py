"""What routines do with the record of a run: read and write its fields, call its kernels and routines.

A routine gets the table of a record (`record.py`) and names its fields by the numbers of the declaration, `at`:

    run[at.LANES]              a whole number
    reals(run)[at.RTOL]        a number with a fraction
    floats(run, at.X)          a vector; `integers` for whole numbers
    part(run, at.K, j)         part j of a vector that has several; `integer_part`
    call_kernel(run, at.RATES, at.ARG, at.TO_K, j)     a kernel, with a table of arguments and row j of a table of results
    go(run, at.DO_STEP)        a routine
    record_at(run, at.NETWORKS)     another record
    swap(run, at.X, at.X_TO)   two vectors of the same shape change places

The numbers are constants of the compiled code, so that these are single instructions. With `BIELA_CHECK=1` in the environment
every access is compiled with a check of its bounds, which costs time: one beyond them raises `OutOfBounds` in the Python that
called the routine, with the name of the field, the index and the size.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from typing import Any, ClassVar

from biela.kernel.routine import FAULT, FAULT_INDEX, FAULT_SIZE, WORDS, Pointer, Routine, compiled, inlined, intrinsic
from biela.locks import cached_property

__all__ = [
    "CHECK", "OutOfBounds", "Pointer", "Routine", "call_kernel", "compiled", "floats", "go", "inlined", "integer_part", "integers",
    "part", "reals", "record_at", "routine", "swap",
]  # fmt: skip

CHECK = os.environ.get("BIELA_CHECK", "0") not in ("", "0")
"""Whether routines are compiled with bounds checks."""
ADDRESS, PART, LENGTH = range(3)
"""Words of a vector in the table: its address, entries in one part, entries in all."""
WORK = 5
"""Scratch memory of the kernels: the first vector of every record."""
LAYOUTS: list[Any] = []
"""Declarations by the number that stands in the first word of their tables."""


class OutOfBounds(IndexError):
    """A compiled routine read or wrote beyond the end of a field."""


class CheckedRoutine(Routine):
    """A routine that notices accesses out of bounds."""

    checked: ClassVar[bool] = True

    @cached_property
    def call(self) -> Callable[[int], None]:
        """The routine as a Python function of the address of a table."""
        function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self.address)

        def call(address: int) -> None:
            function(address)
            table = (ctypes.c_int64 * (FAULT_SIZE + 1)).from_address(address)
            if table[FAULT]:
                field, index, size = table[FAULT] - 1, table[FAULT_INDEX], table[FAULT_SIZE]
                table[FAULT] = 0
                what = LAYOUTS[table[0]].what(field)
                raise OutOfBounds(f"{self.function.__name__}: index {index} of {what}, which has {size} entries")

        return call


routine = CheckedRoutine if CHECK else Routine
"""The decorator of functions of a record."""


def _word(builder: Any, run: Any, number: Any, offset: int = 0) -> Any:
    """A word of a table."""
    import llvmlite.ir as ir

    return builder.load(builder.gep(run, [builder.add(number, ir.Constant(ir.IntType(64), offset))]))


def _vector(dtype: Any, run: Any, whole: bool) -> Any:
    """Signature and code of the accessors of vectors, or of one part of them."""
    from numba import types

    result = types.CPointer(dtype)
    if CHECK:
        from biela.kernel.checked import Checked

        result = Checked(dtype)
    arguments = (run, types.intp) if whole else (run, types.intp, types.intp)
    return result(*arguments), _emit_vector


def _emit_vector(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    import llvmlite.ir as ir

    run, field = arguments[:2]
    if CHECK:
        from biela.kernel import checked

        table = context.make_helper(builder, signature.args[0], run)
        checked.refuse(context, builder, table.table, ir.IntType(64)(0), field, table.length)
        view = context.make_helper(builder, signature.return_type)
        run, view.table, view.field = table.data, table.table, field
        view.length = _word(builder, run, field, LENGTH)
    address = _word(builder, run, field, ADDRESS)
    if len(arguments) == 3:
        size = _word(builder, run, field, PART)
        first = builder.mul(size, arguments[2])
        if CHECK:
            empty = builder.icmp_signed("==", size, size.type(0))
            parts = builder.udiv(view.length, builder.select(empty, size.type(1), size))
            parts = builder.select(
                empty, builder.add(arguments[2], size.type(1)), parts
            )  # all parts of nothing are there
            checked.refuse(context, builder, table.table, field, arguments[2], parts)
            view.length = size
        address = builder.add(address, builder.mul(first, ir.IntType(64)(8)))
    if not CHECK:
        return builder.inttoptr(address, context.get_value_type(signature.return_type))
    view.data = builder.inttoptr(address, view.data.type)
    return view._getvalue()


@intrinsic
def floats(typingctx: Any, run: Any, field: Any) -> Any:
    """floats(run, field): a vector of doubles."""
    from numba import types

    return _vector(types.float64, run, True)


@intrinsic
def integers(typingctx: Any, run: Any, field: Any) -> Any:
    """integers(run, field): a vector of whole numbers."""
    from numba import types

    return _vector(types.int64, run, True)


@intrinsic
def part(typingctx: Any, run: Any, field: Any, number: Any) -> Any:
    """part(run, field, j): part j of a vector of doubles that consists of several."""
    from numba import types

    return _vector(types.float64, run, False)


@intrinsic
def integer_part(typingctx: Any, run: Any, field: Any, number: Any) -> Any:
    """integer_part(run, field, j): the same of whole numbers."""
    from numba import types

    return _vector(types.int64, run, False)


@intrinsic
def reals(typingctx: Any, run: Any) -> Any:
    """reals(run): the words of a table as doubles, for fields that are numbers with a fraction."""
    from numba import types

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target = context.get_value_type(types.CPointer(types.float64))
        if not CHECK:
            return builder.bitcast(arguments[0], target)
        table = context.make_helper(builder, signature.args[0], arguments[0])
        view = context.make_helper(builder, signature.return_type)
        view.data, view.length = builder.bitcast(table.data, target), table.length
        view.table, view.field = table.table, table.field
        return view._getvalue()

    result = types.CPointer(types.float64)
    if CHECK:
        from biela.kernel.checked import Checked

        result = Checked(types.float64)
    return result(run), emit


@intrinsic
def record_at(typingctx: Any, run: Any, field: Any) -> Any:
    """record_at(run, field): the table of another record."""
    from numba import types

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if not CHECK:
            return builder.inttoptr(_word(builder, *arguments), arguments[0].type)
        table = context.make_helper(builder, signature.args[0], arguments[0])
        view = context.make_helper(builder, signature.return_type)
        view.data = builder.inttoptr(_word(builder, table.data, arguments[1]), table.data.type)
        view.table, view.field = table.table, table.field  # faults of both are noted in the outer one
        view.length = builder.load(builder.gep(view.data, [table.length.type(WORDS)]))
        return view._getvalue()

    return run(run, types.intp), emit


@intrinsic
def _call(typingctx: Any, kernel: Any, arguments: Any, results: Any, work: Any) -> Any:
    """Call a function of three addresses."""
    import llvmlite.ir as ir
    from numba import types

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer, pointer, pointer])
        target, *rest = arguments
        builder.call(builder.inttoptr(target, kind.as_pointer()), [builder.inttoptr(a, pointer) for a in rest])
        return context.get_dummy_value()

    return types.void(types.intp, types.intp, types.intp, types.intp), emit


@intrinsic
def _row(typingctx: Any, run: Any, field: Any, number: Any) -> Any:
    """Address of a row of a table of addresses."""
    from numba import types

    signature, emit = _vector(types.int64, run, False)

    def address(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        found = emit(context, builder, signature, arguments)
        if CHECK:
            found = context.make_helper(builder, signature.return_type, found).data
        return builder.ptrtoint(found, context.get_value_type(types.intp))

    return types.intp(*signature.args), address


@compiled
def call_kernel(run: Pointer, kernel: int, arguments: int, results: int, row: int = 0) -> None:
    """Call a kernel of a record, with a table of arguments and a row of a table of results."""
    _call(run[kernel], run[arguments], _row(run, results, row), run[WORK])


@intrinsic
def go(typingctx: Any, run: Any, field: Any) -> Any:
    """go(run, field): call a routine of a record."""
    import llvmlite.ir as ir
    from numba import types

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        run, field = arguments
        if CHECK:
            view = context.make_helper(builder, signature.args[0], run)
            run = view.data
        kind = ir.FunctionType(ir.VoidType(), [run.type])
        builder.call(builder.inttoptr(_word(builder, run, field), kind.as_pointer()), [run])
        if CHECK:
            from biela.kernel.checked import refuse_after_fault

            refuse_after_fault(context, builder, view.table)
        return context.get_dummy_value()

    return types.void(run, types.intp), emit


@compiled
def swap(run: Pointer, a: int, b: int) -> None:
    """Two vectors of the same shape change places."""
    run[a], run[b] = run[b], run[a]
