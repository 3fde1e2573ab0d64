"""Running a tape without compiling it: for a big model evaluated a few times.

The interpreter is one loop over the rows of a tape with one case for each operation, written with the same emitter
as compiled kernels, so that an operation means the same in both. It is compiled once. Each kernel then only needs a
few instructions that call it with the addresses of its own tape, and has the same signature as compiled code:

    void kernel(const double *const *arg, double *const *res, double *work)
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from biela.kernel import cache, lower, native, processor
from biela.kernel.emit import Emitter
from biela.kernel.operation import ARITY, NAMES, NUMBER
from biela.kernel.tape import Tape
from biela.kernel.text import CLEAR, clear, unpack

LOOP = "biela_interpret"

_loops: dict[int, native.Code] = {}  # lanes → the interpreter in machine code
_lock = threading.Lock()


def load(tape: Tape, lanes: int) -> tuple[Any, int]:
    """(owner of the code, address) of a kernel that interprets the tape."""
    with _lock:
        if lanes not in _loops:
            _loops[lanes] = _load_loop(lanes)
    loop = _loops[lanes]
    rows, constants = np.ascontiguousarray(tape.code), np.ascontiguousarray(tape.constants)
    door = native.Code(native.compile_modules([_door(tape, lanes, loop.address(LOOP), rows, constants)]))
    return (door, rows, constants), door.address(lower.ENTRY)


def _load_loop(lanes: int) -> native.Code:
    entry = cache.entry_name("interpreter", "interpreter", str(lanes))
    if stored := cache.load(entry):
        return native.Code(stored[1])
    objects = native.compile_modules([_loop(lanes)])
    cache.save(entry, {}, objects)
    return native.Code(objects)


def _door(tape: Tape, lanes: int, loop: int, rows: Any, constants: Any) -> str:
    """The kernel itself: clear the outputs with structural zeros, then interpret this tape."""
    lines = [f"define void @{lower.ENTRY}(ptr %arg, ptr %res, ptr %work) nounwind {{"]
    for i in tape.sparse:
        lines += [*unpack(f"%out{i}", "%res", i), clear(f"%out{i}", tape.signature.out_sizes[i] * lanes)]
    addresses = (f"ptr inttoptr (i64 {array.ctypes.data} to ptr)" for array in (rows, constants))
    lines += [
        f"  call void inttoptr (i64 {loop} to ptr)(ptr %arg, ptr %res, ptr %work, {', '.join(addresses)}, "
        f"i64 {len(tape)})",
        "  ret void",
        "}",
        CLEAR,
    ]
    return "\n".join(lines)


def _loop(lanes: int) -> str:
    """IR of the interpreter; rows and meaning of their four numbers as in `Tape`."""
    emitter = Emitter(lanes)
    lines = emitter.lines
    lines.append("br label %next")
    emitter.block("next")
    lines += [
        "%k = phi i64 [0, %begin], [%k.next, %step]",
        "%more = icmp slt i64 %k, %n",
        "br i1 %more, label %row, label %done",
    ]
    emitter.block("row")
    for column, name in enumerate(("operation", "target", "a", "b")):
        lines += [
            f"%{name}.at = getelementptr inbounds [4 x i32], ptr %rows, i64 %k, i64 {column}",
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
        if ARITY[name] == 2:
            emitter.load(f"%{name}.b", "%work", "%b")
        if name in lower.ALIAS_NAMES:
            result = f"%{name}.a"
        elif name in ("sin", "cos") and processor.has_fma():
            (small,) = emitter.small_angles(name, [f"%{name}.a"])
            emitter.sincos(f"%{name}.sine", f"%{name}.cosine", small)
            result = f"%{name}.sine" if name == "sin" else f"%{name}.cosine"
        else:
            emitter.operation(name, result, f"%{name}.a", f"%{name}.b")
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
