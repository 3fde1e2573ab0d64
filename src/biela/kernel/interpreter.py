"""A tape in, the address of code out that interprets it: the same digits as compiled code, ready at once, some twenty times slower.

The interpreter is one loop over the rows of a tape with one case for each operation, written with the same emitter
as compiled kernels, so that an operation means the same in both. It is compiled once per computer. A kernel enters it
through a *trampoline*, a few instructions with a memory of their own, which have the signature of compiled code,

    void kernel(const double *const *arg, double *const *res, double *work)

and count their calls. Once the kernel is compiled, the trampoline jumps to its code: whoever holds the address of the
trampoline runs compiled code from the next call on.
"""

from __future__ import annotations

import ctypes

import numpy as np

from biela.base.locks import WORK
from biela.kernel import cache, native, processor, tape_to_llvm
from biela.kernel.llvm_operation import Emitter
from biela.kernel.llvm_text import CLEAR, unpack
from biela.kernel.operation import ALIASES, ARITY, NAMES, NUMBER
from biela.kernel.tape import Tape

LOOP, STATE = "biela_interpret", "state"
CALLS, COMPILED, LOOP_AT, ROWS, CONSTANTS, COUNT, CLEARED, CLEAR_COUNT, WORDS = range(9)
"""Words in the memory of a trampoline; CLEARED: pairs (output, bytes) that are set to zero first."""

TOGETHER = 16  # trampolines that are linked together: linking one takes a millisecond, and as many of them hardly more

_objects: dict[int, tuple[native.LinkedCode, bytes]] = {}  # lanes → the loop in machine code, and the trampolines as object code
_free: dict[int, tuple[native.LinkedCode, list[int]]] = {}  # lanes → linked trampolines, and the numbers of those that are free


class Trampoline:
    """Address of a kernel that is interpreted until it is compiled."""

    def __init__(self, tape: Tape, lanes: int) -> None:
        with WORK:
            if lanes not in _objects:
                loop, trampolines = _load(lanes)
                _objects[lanes] = native.LinkedCode([loop]), trampolines
            loop_code, trampolines = _objects[lanes]
            if lanes not in _free or not _free[lanes][1]:
                _free[lanes] = native.LinkedCode([trampolines]), list(range(TOGETHER))
            self._code, number = _free[lanes][0], _free[lanes][1].pop()
        self._rows, self._constants = np.ascontiguousarray(tape.code), np.ascontiguousarray(tape.constants)
        cleared = [(i, 8 * lanes * tape.signature.out_sizes[i]) for i in tape.sparse]
        self._cleared = np.array(cleared, np.int64).reshape(-1, 2)
        self._state = (ctypes.c_int64 * WORDS).from_address(self._code.place(f"{STATE}_{number}"))
        self._state[LOOP_AT], self._state[COUNT] = loop_code.address(LOOP), len(tape)
        self._state[ROWS], self._state[CONSTANTS] = self._rows.ctypes.data, self._constants.ctypes.data
        self._state[CLEARED], self._state[CLEAR_COUNT] = self._cleared.ctypes.data, len(cleared)
        self.address = self._code.address(f"{tape_to_llvm.ENTRY}_{number}")

    @property
    def calls(self) -> int:
        """Number of calls of the kernel through this trampoline."""
        return int(self._state[CALLS])

    def redirect(self, address: int) -> None:
        """Jump to compiled code from the next call on."""
        self._state[COMPILED] = address


def _load(lanes: int) -> list[bytes]:
    entry = cache.entry_name("interpreter", "interpreter", str(lanes))
    if stored := cache.load(entry):
        return stored[1]
    trampolines = "".join(_trampoline(f"{STATE}_{k}", f"{tape_to_llvm.ENTRY}_{k}") for k in range(TOGETHER))
    objects = native.compile_modules([_loop(lanes), f"{CLEAR}\n{trampolines}"])
    cache.save(entry, {}, objects)
    return objects


def _trampoline(state: str, entry: str) -> str:
    """Write the IR of a trampoline; they are alike but for their memories."""
    return f"""
@{state} = global [{WORDS} x i64] zeroinitializer, align 8

define void @{entry}(ptr %arg, ptr %res, ptr %work) nounwind {{
begin:
  %calls = load i64, ptr @{state}
  %more = add i64 %calls, 1
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
    """Write the IR of the interpreter; rows and the meaning of their five numbers are those of `Tape`."""
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
    lines += ["%register.next = add i64 %register, 1", f"%others = icmp slt i64 %register.next, {rows}"]
    lines += ["br i1 %others, label %again, label %done"]
    emitter.block("done")
    lines.append("ret void")
    parameters = ", ".join(f"ptr noalias %{name}" for name in ("arg", "res", "work", "rows", "constants"))
    return "\n".join([*emitter.support.values(), f"define void @{LOOP}({parameters}, i64 %n) nounwind {{", *lines, "}"])


def _case(emitter: Emitter, name: str) -> None:
    """Write the case of one operation."""
    lines = emitter.lines
    emitter.block(f"{name}.case")
    result = f"%{name}.r"
    if name == "input":
        lines += unpack("%vector", "%arg", "%a")
        emitter.load(result, "%vector", "%b")
    elif name == "const":
        lines += ["%constant.at = getelementptr inbounds double, ptr %constants, i64 %a"]
        lines += ["%constant = load double, ptr %constant.at, align 8"]
        result, T = "%constant", emitter.type
        if emitter.lanes > 1:  # in every lane
            lines += [f"%constant.one = insertelement {T} poison, double %constant, i32 0"]
            lines += [f"%constant.all = shufflevector {T} %constant.one, {T} poison, <{emitter.lanes} x i32> zeroinitializer"]
            result = "%constant.all"
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
