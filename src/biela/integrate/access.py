"""Access of routines to the record of a run: its fields, its kernels and routines.

A routine gets the table of a record (`record.py`) and names its fields by the numbers of the declaration, `at`:

    run[at.LANES]              a whole number
    reals(run)[at.RTOL]        a number with a fraction
    floats(run, at.X)          a vector; `integers` for whole numbers. With several fields, as many vectors
    part(run, at.K, j)         part j of a vector that has several; `integer_part`
    call_kernel(run, at.RATES, at.ARG, at.TO_K, j)     a kernel, with a table of arguments and row j of a table of results
    go(run, at.DO_STEP)        a routine, if there is one
    record_at(run, at.NETWORKS)     another record
    swap(run, at.X, at.X_TO)   two vectors of the same shape change places

The numbers are constants of the compiled code, so that these are single instructions. With `BIELA_CHECK=1` in the environment
every access is compiled with a check of its bounds, which costs time: one beyond them raises `OutOfBounds` in the Python that
called the routine, with the name of the field, the index and the size.
"""

from __future__ import annotations

import ctypes
import os
from ast import Add
from collections.abc import Callable
from typing import Any, ClassVar

from biela.base.locks import cached_property
from biela.kernel.routine import FAULT, FAULT_INDEX, FAULT_SIZE, Pointer, Routine, compiled, inlined, intrinsic
from biela.kernel.routine_value import INT, INTS, REALS, known

__all__ = [
    "CHECK", "OutOfBounds", "Pointer", "Routine", "call_kernel", "compiled", "floats", "go", "inlined", "integer_part", "integers",
    "part", "reals", "record_at", "routine", "swap",
]  # fmt: skip

CHECK = os.environ.get("BIELA_CHECK", "0") not in ("", "0")  # compile routines with bounds checks
ADDRESS, PART, LENGTH = range(3)  # words of a vector in the table: its address, entries in one part, entries in all
WORK = 5  # scratch memory of the kernels: the first vector of every record
LAYOUTS: list[Any] = []  # declarations by the number that stands in the first word of their tables


class OutOfBounds(IndexError):
    """Access of a compiled routine beyond the end of a field."""


class CheckedRoutine(Routine):
    """Routine that notices accesses out of bounds."""

    checked: ClassVar[bool] = True

    @cached_property
    def call(self) -> Callable[[int], None]:
        """Routine as a Python function of the address of a table."""
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


routine = CheckedRoutine if CHECK else Routine  # the decorator of functions of a record


def _vector(code: Any, kind: str, run: Any, field: Any, number: Any = None) -> Any:
    """Return a vector of a record, or one part of it."""
    address = code.address(code.read(run, field).text)
    if number is None and not code.module.checked:
        return code.pointer(kind, address)
    size, length = (code.read(run, code.binary(Add(), field, known(k))).text for k in (PART, LENGTH))
    table, place = code.outer(run)[1], code.convert(field, INT).text
    if number is None:
        return code.pointer(kind, address, length, table, place)
    number = code.convert(number, INT).text
    if code.module.checked:
        empty = code.new(f"icmp eq i64 {size}, 0")  # all parts of nothing are there
        divisor, more = code.new(f"select i1 {empty}, i64 1, i64 {size}"), code.new(f"add i64 {number}, 1")
        parts = code.new(f"udiv i64 {length}, {divisor}")
        code.refuse(table, place, number, code.new(f"select i1 {empty}, i64 {more}, i64 {parts}"))
    first = code.new(f"mul i64 {size}, {number}")
    address = code.new(f"getelementptr inbounds {kind[:-1]}, ptr {address}, i64 {first}")
    return code.pointer(kind, address, size, table, place)


@intrinsic
def floats(code: Any, run: Any, *fields: Any) -> Any:
    """floats(run, field, …): a vector of doubles for each field."""
    found = [_vector(code, REALS, run, field) for field in fields]
    return found[0] if len(found) == 1 else code.together(found)


@intrinsic
def integers(code: Any, run: Any, *fields: Any) -> Any:
    """integers(run, field, …): a vector of whole numbers for each field."""
    found = [_vector(code, INTS, run, field) for field in fields]
    return found[0] if len(found) == 1 else code.together(found)


@intrinsic
def part(code: Any, run: Any, field: Any, number: Any) -> Any:
    """part(run, field, j): part j of a vector of doubles that consists of several."""
    return _vector(code, REALS, run, field, number)


@intrinsic
def integer_part(code: Any, run: Any, field: Any, number: Any) -> Any:
    """integer_part(run, field, j): part j of a vector of whole numbers."""
    return _vector(code, INTS, run, field, number)


@intrinsic
def reals(code: Any, run: Any) -> Any:
    """reals(run): the words of a table as doubles, for fields that are numbers with a fraction."""
    return run._replace(type=REALS)


@intrinsic
def record_at(code: Any, run: Any, field: Any) -> Any:
    """record_at(run, field): the table of another record; faults of both are noted in the outer one."""
    return code.table(code.address(code.read(run, field).text), code.outer(run)[1])


@intrinsic
def call_kernel(code: Any, run: Any, kernel: Any, arguments: Any, results: Any, row: Any = None) -> None:
    """call_kernel(run, kernel, arguments, results, row=0): a kernel, with a table of arguments and a row of one of results."""
    to = _vector(code, INTS, run, results, known(0) if row is None else row)
    target, given, work = (code.address(code.read(run, f).text) for f in (kernel, arguments, known(WORK)))
    code.say(f"call void {target}(ptr {given}, ptr {code.outer(to)[0]}, ptr {work})")


@intrinsic
def go(code: Any, run: Any, field: Any) -> None:
    """go(run, field): call a routine of a record, if it has one there."""
    (address, table), target = code.outer(run), code.read(run, field).text
    some, end = code.label("some"), code.label("end")
    code.fork(code.new(f"icmp ne i64 {target}, 0"), some, end)
    code.begin(some)
    code.say(f"call void {code.address(target)}(ptr {address})")
    code.jump(end)
    code.begin(end)
    if code.module.checked:
        code.refuse_after_fault(table)


@compiled
def swap(run: Pointer, a: int, b: int) -> None:
    """Exchange two vectors of the same shape."""
    run[a], run[b] = run[b], run[a]
