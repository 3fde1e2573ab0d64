"""Running a tape without compiling it: the same digits as compiled code, ready at once, some twenty times slower.

The interpreter is one loop over the rows of a tape with one case for each operation, written with the same emitter
as compiled kernels, so that an operation means the same in both. It is compiled once per computer. A kernel enters it
through a *door*, a few instructions with a memory of their own, which have the signature of compiled code,

    void kernel(const double *const *arg, double *const *res, double *work)

and count how often they are passed. Once the kernel is compiled the door leads to its code: whoever holds the address of
the door goes on with compiled code from the next call on.
"""

from __future__ import annotations

import ctypes

import numpy as np

from biela.base.locks import WORK
from biela.kernel import cache, lower, native, processor
from biela.kernel.emit import Emitter
from biela.kernel.fuse import rows_of
from biela.kernel.operation import ALIASES, ARITY, NAMES, NUMBER
from biela.kernel.tape import Tape
from biela.kernel.text import unpack

LOOP, STATE = "biela_interpret", "state"
PASSED, COMPILED, LOOP_AT, ROWS, CONSTANTS, COUNT, CLEARED, CLEAR_COUNT, WORDS = range(9)
"""Words in the memory of a door; CLEARED: pairs (output, bytes) that are set to zero first."""

TOGETHER = 16
"""Doors that are linked together: linking one takes a millisecond, and as many of them hardly more."""

_objects: dict[int, tuple[native.Code, bytes]] = {}  # lanes → the loop in machine code, and the doors
_free: dict[int, tuple[native.Code, list[int]]] = {}  # lanes → doors in machine code, and which of them nobody has


def _door(lanes: int) -> tuple[native.Code, native.Code, int]:
    """The loop, some doors, and the number of one that nobody has."""
    with WORK:
        if lanes not in _objects:
            loop, doors = _load(lanes)
            _objects[lanes] = native.Code([loop]), doors
        loop_code, doors = _objects[lanes]
        if lanes not in _free or not _free[lanes][1]:
            _free[lanes] = native.Code([doors]), list(range(TOGETHER))
        code, numbers = _free[lanes]
        return loop_code, code, numbers.pop()


class Door:
    """The way into a kernel: interpreted until it is compiled."""

    def __init__(self, tape: Tape, lanes: int) -> None:
        loop_code, self._code, number = _door(lanes)
        self._rows, self._constants = (np.ascontiguousarray(rows_of(tape), np.int32), np.ascontiguousarray(tape.constants))
        cleared = [(i, 8 * lanes * tape.signature.out_sizes[i]) for i in tape.sparse]
        self._cleared = np.array(cleared, np.int64).reshape(-1, 2)
        self._state = (ctypes.c_int64 * WORDS).from_address(self._code.place(f"{STATE}_{number}"))
        self._state[LOOP_AT], self._state[COUNT] = loop_code.address(LOOP), len(tape)
        self._state[ROWS], self._state[CONSTANTS] = self._rows.ctypes.data, self._constants.ctypes.data
        self._state[CLEARED], self._state[CLEAR_COUNT] = self._cleared.ctypes.data, len(cleared)
        self.address = self._code.address(f"{lower.ENTRY}_{number}")

    @property
    def passed(self) -> int:
        """How often the kernel was called through this door."""
        return int(self._state[PASSED])

    def lead_to(self, address: int) -> None:
        """From the next call on, compiled code."""
        self._state[COMPILED] = address


def _load(lanes: int) -> list[bytes]:
    entry = cache.entry_name("interpreter", "interpreter", str(lanes))
    if stored := cache.load(entry):
        return stored[1]
    objects = native.compile_modules([_loop(lanes), _doors()])
    cache.save(entry, {}, objects)
    return objects


def _doors() -> str:
    """IR of doors, alike but for their memories."""
    declared = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
    return declared + "".join(_door_text(f"{STATE}_{k}", f"{lower.ENTRY}_{k}") for k in range(TOGETHER))


def _door_text(state: str, entry: str) -> str:
    return f"""
@{state} = global [{WORDS} x i64] zeroinitializer, align 8

define void @{entry}(ptr %arg, ptr %res, ptr %work) nounwind {{
begin:
  %passed = load i64, ptr @{state}
  %more = add i64 %passed, 1
  store i64 %more, ptr @{state}
  %compiled = load ptr, ptr getelementptr (i64, ptr @{state}, i64 {COMPILED})
  %is_not = icmp eq ptr %compiled, null
  br i1 %is_not, label %prepare, label %go
go:
  tail call void %compiled(ptr %arg, ptr %res, ptr %work)
  ret void
prepare:
  %pairs = load ptr, ptr getelementptr (i64, ptr @{state}, i64 {CLEARED})
  %n_pairs = load i64, ptr getelementptr (i64, ptr @{state}, i64 {CLEAR_COUNT})
  br label %next
next:
  %k = phi i64 [0, %prepare], [%k.next, %clear]
  %is_done = icmp eq i64 %k, %n_pairs
  br i1 %is_done, label %interpret, label %clear
clear:
  %pair = getelementptr [2 x i64], ptr %pairs, i64 %k
  %output = load i64, ptr %pair
  %size.at = getelementptr i64, ptr %pair, i64 1
  %size = load i64, ptr %size.at
  %to.at = getelementptr ptr, ptr %res, i64 %output
  %to = load ptr, ptr %to.at
  call void @llvm.memset.p0.i64(ptr %to, i8 0, i64 %size, i1 false)
  %k.next = add i64 %k, 1
  br label %next
interpret:
  %loop = load ptr, ptr getelementptr (i64, ptr @{state}, i64 {LOOP_AT})
  %rows = load ptr, ptr getelementptr (i64, ptr @{state}, i64 {ROWS})
  %constants = load ptr, ptr getelementptr (i64, ptr @{state}, i64 {CONSTANTS})
  %n = load i64, ptr getelementptr (i64, ptr @{state}, i64 {COUNT})
  tail call void %loop(ptr %arg, ptr %res, ptr %work, ptr %rows, ptr %constants, i64 %n)
  ret void
}}
"""


def _loop(lanes: int) -> str:
    """IR of the interpreter; rows and meaning of their five numbers as in `Tape`."""
    width = min(lanes, processor.width())
    rows = lanes // width
    emitter = Emitter(width, rows, "%register")
    lines = emitter.lines
    lines.append("br label %again")
    emitter.block("again")
    lines += ["%register = phi i64 [0, %begin], [%register.next, %over]", "br label %next"]
    emitter.block("next")
    lines += ["%k = phi i64 [0, %again], [%k.next, %step]", "%more = icmp slt i64 %k, %n", "br i1 %more, label %row, label %over"]
    emitter.block("row")
    for column, name in enumerate(("operation", "target", "a", "b", "c")):
        lines += [
            f"%{name}.at = getelementptr inbounds [5 x i32], ptr %rows, i64 %k, i64 {column}",
            f"%{name}.32 = load i32, ptr %{name}.at, align 4",
            f"%{name} = sext i32 %{name}.32 to i64",
        ]
    cases = " ".join(f"i32 {number}, label %{name}.case" for name, number in NUMBER.items())
    lines.append(f"switch i32 %operation.32, label %unknown [{cases}]")

    for name in NAMES:
        _case(emitter, name)
    emitter.block("step")
    lines += ["%k.next = add i64 %k, 1", "br label %next"]
    emitter.block("unknown")
    lines.append("unreachable")
    emitter.block("over")
    lines += [
        "%register.next = add i64 %register, 1",
        f"%others = icmp slt i64 %register.next, {rows}",
        "br i1 %others, label %again, label %done",
    ]
    emitter.block("done")
    lines.append("ret void")
    parameters = ", ".join(f"ptr noalias %{name}" for name in ("arg", "res", "work", "rows", "constants"))
    return "\n".join([*emitter.support.values(), f"define void @{LOOP}({parameters}, i64 %n) nounwind {{", *lines, "}"])


def _case(emitter: Emitter, name: str) -> None:
    """What the interpreter does for one operation."""
    lines = emitter.lines
    emitter.block(f"{name}.case")
    result = f"%{name}.r"
    if name == "input":
        lines += unpack("%vector", "%arg", "%a")
        emitter.load(result, "%vector", "%b")
    elif name == "const":
        lines += [
            "%constant.at = getelementptr inbounds double, ptr %constants, i64 %a",
            "%constant = load double, ptr %constant.at, align 8",
        ]
        result = _splat(emitter, "%constant")
    else:
        emitter.load(f"%{name}.a", "%work", "%a")
        if name == "output":
            lines += unpack("%vector.out", "%res", "%target")
            emitter.store("%output.a", "%vector.out", "%b", "%output.at")
            lines.append("br label %step")
            return
        for letter in "bc"[: ARITY[name] - 1]:
            emitter.load(f"%{name}.{letter}", "%work", f"%{letter}")
        if name in ALIASES:
            result = f"%{name}.a"
        elif name in ("sin", "cos") and processor.has_fma():
            (small,) = emitter.small_angles(name, [f"%{name}.a"])
            emitter.sincos(f"%{name}.sine", f"%{name}.cosine", small)
            result = f"%{name}.sine" if name == "sin" else f"%{name}.cosine"
        else:
            emitter.operation(name, result, f"%{name}.a", f"%{name}.b", f"%{name}.c")
    emitter.store(result, "%work", "%target", f"%{name}.to")
    lines.append("br label %step")


def _splat(emitter: Emitter, scalar: str) -> str:
    """The same number in every lane."""
    if emitter.lanes == 1:
        return scalar
    T = emitter.type
    emitter.lines += [
        f"%constant.one = insertelement {T} poison, double {scalar}, i32 0",
        f"%constant.all = shufflevector {T} %constant.one, {T} poison, <{emitter.lanes} x i32> zeroinitializer",
    ]
    return "%constant.all"
