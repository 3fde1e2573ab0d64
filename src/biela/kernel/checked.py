"""Memory that knows its length: what pointers become in routines compiled with bounds checks (`BIELA_CHECK=1`).

An access out of bounds is not carried out: the first one is noted in the table, and all routines under way end at once.
"""

from __future__ import annotations

import operator
from typing import Any

import llvmlite.ir as ir
from numba import types
from numba.core import cgutils
from numba.core.callconv import RETCODE_USEREXC
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import models, register_model

from biela.kernel.routine import FAULT, FAULT_INDEX, FAULT_SIZE, WORDS

WORD = ir.IntType(64)


class Checked(types.Type):  # type: ignore[misc]
    """A pointer with the number of entries behind it, the table it is from, and its place there."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"checked({dtype})")


@register_model(Checked)
class _Model(models.StructModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        table = types.CPointer(types.int64)
        members = [
            ("data", types.CPointer(kind.dtype)),
            ("length", types.int64),
            ("table", table),
            ("field", types.int64),
        ]
        super().__init__(manager, kind, members)


@infer_global(operator.getitem)
class _Read(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], Checked) and isinstance(args[1], types.Integer):
            return signature(args[0].dtype, args[0], types.intp)
        return None


@infer_global(operator.setitem)
class _Write(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], Checked) and isinstance(args[1], types.Integer):
            return signature(types.none, args[0], types.intp, args[0].dtype)
        return None


@lower_builtin(operator.getitem, Checked, types.Integer)  # type: ignore[untyped-decorator]
def _read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(_place(context, builder, sig.args[0], args))


@lower_builtin(operator.setitem, Checked, types.Integer, types.Any)  # type: ignore[untyped-decorator]
def _write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    builder.store(args[2], _place(context, builder, sig.args[0], args))
    return context.get_dummy_value()


def _place(context: Any, builder: Any, kind: Any, args: Any) -> Any:
    """Where an entry is; the function ends here if it is out of bounds."""
    view = context.make_helper(builder, kind, args[0])
    refuse(context, builder, view.table, view.field, args[1], view.length)
    return builder.gep(view.data, [args[1]])


def refuse(context: Any, builder: Any, table: Any, field: Any, index: Any, size: Any) -> None:
    """End the function unless 0 ≤ index < size."""
    with builder.if_then(builder.icmp_unsigned(">=", index, size), likely=False):
        noted = builder.icmp_unsigned("!=", builder.load(builder.gep(table, [WORD(FAULT)])), WORD(0))
        with builder.if_then(builder.not_(noted)):
            for word, value in ((FAULT, builder.add(field, WORD(1))), (FAULT_INDEX, index), (FAULT_SIZE, size)):
                builder.store(value, builder.gep(table, [WORD(word)]))
        context.call_conv._return_errcode_raw(builder, RETCODE_USEREXC)


def refuse_after_fault(context: Any, builder: Any, table: Any) -> None:
    """End the function if a routine it called has met a fault."""
    fault = builder.load(builder.gep(table, [WORD(FAULT)]))
    with builder.if_then(builder.icmp_unsigned("!=", fault, WORD(0)), likely=False):
        context.call_conv._return_errcode_raw(builder, RETCODE_USEREXC)


def table_from(context: Any, builder: Any, address: Any) -> Any:
    """The table of a run, from its address."""
    view = cgutils.create_struct_proxy(Checked(types.int64))(context, builder)
    view.data, view.table, view.field = address, address, WORD(0)
    view.length = builder.load(builder.gep(address, [WORD(WORDS)]))
    return view._getvalue()
