"""How far compiled kernels are from what the processor can do: the rates ẋ of five machines, alone and in lanes.

The limit of a kernel is the time that its operations need, each kind at the speed of a loop that does nothing else: independent
multiply-adds, divisions, square roots, sines with their cosines. Divisions and roots have a unit of their own, which works beside
the others. Loads, stores and the order in which results become available cost nothing there. The longest chain, each operation
waiting for the one before, is shown beside it: one evaluation takes at least as long, though the next may begin meanwhile.

The limit of one machine has its sines one by one, as it was when kernels computed them so. They now compute four in one register in
little more than the time of one: with many sines, and little else to wait for, a kernel can be faster than this limit.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Callable
from functools import cache
from time import perf_counter
from typing import Any

import numpy as np

from _common import arguments, print_summary, print_table
from biela import library
from biela.kernel import native, processor
from biela.kernel.llvm_operation import Emitter
from biela.kernel.operation import ALIASES, ARITY, NAMES
from biela.kernel.tape import Tape, operands
from biela.library import excavator, n_four_bar
from biela.state.functions import functions_of
from scaling import chain

SHORT = 0.005
"""Length of a measurement, of which the best of eight counts [s]."""
FREE = ("input", "const", "output", *ALIASES)
KIND = {"div": "division", "inv": "division", "sqrt": "root", "sin": "sincos", "cos": "sincos"}
FUNCTIONS = ("tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "log", "pow", "constpow", "hypot", "erf")
SAMPLE = {"arithmetic": "fma", "division": "inv", "root": "sqrt", "sincos": "sincos"}
"""Kind → the operation that its speed is measured with."""


def kind_of(name: str) -> str:
    """Kind of an operation; functions of the C library are each one of their own."""
    return KIND.get(name, name if name in FUNCTIONS else "arithmetic")


# -------------------------------------------------------------------------------------------------------------- the processor


@cache
def speed(kind: str, lanes: int) -> tuple[float, float]:
    """Time of one operation among independent ones, in all registers that the lanes need, and in a chain of dependent ones [s]."""
    width = min(lanes, processor.width())
    alone = operation_time(kind, width, 12 if kind != "sincos" else 6)
    return lanes // width * alone, operation_time(kind, width, 1)


def operation_time(kind: str, lanes: int, chains: int, count: int = 2000) -> float:
    """Time of an operation in a loop that carries several chains of it [s]."""
    name, emitter = SAMPLE.get(kind, kind), Emitter(lanes)
    lines, T = emitter.lines, emitter.type
    for k in range(3):
        lines.append(f"%at{k} = getelementptr ptr, ptr %arg, i64 {k}")
        lines.append(f"%vector{k} = load ptr, ptr %at{k}")
        emitter.load(f"%given{k}", f"%vector{k}", 0)
    lines.append("br label %loop")
    emitter.block("loop")
    back = "loop" if name != "sincos" else "end"
    lines.append(f"%i = phi i64 [0, %begin], [%i.next, %{back}]")
    lines += [f"%x{c} = phi {T} [%given0, %begin], [%y{c}, %{back}]" for c in range(chains)]
    if name == "sincos":
        small = emitter.small_angles("angle", [f"%x{c}" for c in range(chains)])
        for c in range(chains):
            emitter.sincos(f"%s{c}", f"%c{c}", small[c])
            emitter.operation("add", f"%y{c}", f"%s{c}", f"%c{c}")
        lines.append("br label %end")
        emitter.block("end")
    else:
        for c in range(chains):
            emitter.operation(name, f"%y{c}", f"%x{c}", "%given1", "%given2")
    lines += ["%i.next = add i64 %i, 1", f"%more = icmp slt i64 %i.next, {count}"]
    lines += ["br i1 %more, label %loop, label %done"]
    emitter.block("done")
    lines += ["%out = load ptr, ptr %res"]
    for c in range(chains):
        emitter.store(f"%y{c}", "%out", c, f"%o{c}")
    head = "define void @kernel(ptr %arg, ptr %res, ptr %work) nounwind {"
    text = "\n".join([*emitter.support.values(), head, *lines, "ret void", "}"])
    code = native.LinkedCode(native.compile_modules([text]))
    given = [np.full(8, value) for value in (0.7, 0.5, 0.3)]
    return call_time(code.address("kernel"), given, [np.zeros(8 * chains)], np.zeros(1)) / (count * chains)


REPEAT = """
define void @repeat(ptr %kernel, ptr %arg, ptr %res, ptr %work, i64 %n) nounwind {
begin:
  br label %loop
loop:
  %i = phi i64 [0, %begin], [%i.next, %loop]
  call void %kernel(ptr %arg, ptr %res, ptr %work)
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""


@cache
def _repeat() -> tuple[Any, Callable[..., None]]:
    code = native.LinkedCode(native.compile_modules([REPEAT]))
    pointers = [ctypes.c_void_p] * 4
    return code, ctypes.CFUNCTYPE(None, *pointers, ctypes.c_int64)(code.address("repeat"))


def call_time(address: int, given: list[Any], results: list[Any], work: Any) -> float:
    """Time of a kernel called again and again with the same vectors: the best of some tries [s]."""
    _, repeat = _repeat()
    arg, res = (np.array([v.ctypes.data for v in vectors], np.int64) for vectors in (given, results))
    count, best = 1, np.inf
    spent, tries = 0.0, 0
    while tries < 8:
        began = perf_counter()
        repeat(address, arg.ctypes.data, res.ctypes.data, work.ctypes.data, count)
        spent = perf_counter() - began
        if spent < SHORT:
            count *= 2
        else:
            best, tries = min(best, spent / count), tries + 1
    return best


# ---------------------------------------------------------------------------------------------------------------- the kernels


def counts(tape: Tape) -> Counter[str]:
    """Operations of a tape by kind; a sine and a cosine of one angle are one."""
    names = [NAMES[operation] for operation in tape.code[:, 0]]
    found = Counter(kind_of(name) for name in names if name not in FREE)
    source = operands(tape)[:, 0]
    angles = [int(source[k]) for k, name in enumerate(names) if name in ("sin", "cos")]
    if angles:
        found["sincos"] = len(set(angles))
    return found


def least_time(count: Counter[str], lanes: int) -> float:
    """Time that operations need at full speed [s]."""
    apart = ("division", "root")
    both = [{k: n for k, n in count.items() if (k in apart) == own} for own in (False, True)]
    return max(sum(n * speed(kind, lanes)[0] for kind, n in part.items()) for part in both)


def longest_chain(tape: Tape, lanes: int) -> float:
    """Time of the longest chain of operations that wait for each other [s]."""
    given, ready = operands(tape).tolist(), [0.0] * len(tape)
    for k, operation in enumerate(tape.code[:, 0].tolist()):
        name = NAMES[operation]
        before = max((ready[o] for o in given[k][: ARITY[name]]), default=0.0)
        ready[k] = before + (0.0 if name in FREE else speed(kind_of(name), lanes)[1])
    return max(ready)


def machines() -> dict[str, tuple[Any, Any]]:
    """Machines, each with a state in which it moves."""
    built = {
        "four-bar": library.get("four-bar").build(), "five-bar": library.get("five-bar").build(),
        "double four-bar": n_four_bar.build(), "excavator": excavator.published(), "chain of 100": chain(100),
    }  # fmt: skip
    starts = {
        "four-bar": lambda m: m.assemble({"A": 1.0}, guess={"A": 1.0, "D": 1.2}), "double four-bar": n_four_bar.start,
        "excavator": excavator.pose,
    }  # fmt: skip
    return {name: (m, starts.get(name, lambda m: m.assemble())(m)) for name, m in built.items()}


def evaluation_time(kernel: Any, state: Any, lanes: int) -> float:
    """Time of a call [s]."""
    given = [np.repeat(np.ravel(value), lanes).astype(float) for value in state.arguments()]
    results = [np.zeros(max(1, size) * lanes) for size in kernel.out_sizes]
    address = kernel.lane_address if lanes > 1 else kernel.address
    return call_time(address, given, results, np.zeros(max(1, kernel.work_size) * lanes))


def main() -> None:
    arguments(__doc__).parse_args()
    wide = processor.lanes()
    kinds = ("arithmetic", "division", "root", "sincos")
    rows, found, worst = [], {}, {1: 0.0, wide: 0.0}
    for name, (m, state) in machines().items():
        kernel = functions_of(m)["rates"]
        count = counts(kernel.tape)
        others = {k: n for k, n in count.items() if k not in kinds}
        for lanes in (1, wide):
            limit = least_time(count, lanes)
            took = evaluation_time(kernel, state, lanes)
            if lanes == 1:
                alone = took
            worst[lanes] = max(worst[lanes], took / limit)
            label = name.replace("-", "_").replace(" ", "_")
            found[f"{label}_{'lanes' if lanes > 1 else 'scalar'}"] = took / limit
            rows.append([name if lanes == 1 else "", f"{lanes} lane{'s' * (lanes > 1)}",
                         *([str(count[kind]) for kind in kinds] if lanes == 1 else [""] * 4),
                         str(sum(others.values())) if lanes == 1 else "",
                         *(f"{1e9 * t:.0f}" for t in (limit, longest_chain(kernel.tape, lanes), took)), f"{took / limit:.2f}",
                         f"{alone * lanes / took:.2f}" if lanes > 1 else ""])  # fmt: skip
    head = [[kind, "", *(f"{1e9 * t:.2f}" for lanes in (1, wide) for t in speed(kind, lanes))] for kind in kinds]
    print_table("one operation [ns]", ["kind", "", "alone", "in a chain", f"{wide} lanes", "in a chain"], head)
    print_table(
        "ẋ of a machine [ns]: the limit, and the kernel",
        ["machine", "", *kinds, "others", "limit", "longest chain", "measured", "ratio", "gain of lanes"],
        rows,
    )  # fmt: skip
    print_summary("limit", scalar=worst[1], lanes=worst[wide], **found)


if __name__ == "__main__":
    main()
