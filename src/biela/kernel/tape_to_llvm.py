"""A tape in, LLVM IR out: the whole function as text, in chunks.

Compile time grows faster than the length of a basic block. The tape is therefore cut into chunks of some thousand instructions,
each a function of its own. A value used only inside its chunk is an SSA value there (a register); a value that a
later chunk needs travels through the work array. Inputs are loaded again and constants written again in each chunk.

The entry function has the signature of every kernel,

    void kernel(const double *const *arg, double *const *res, double *work)

and in the version with lanes every scalar is `lanes` consecutive doubles. Where these are several registers, each chunk runs once
for each, so that the registers of the processor are not divided among them; then the next, so that its code is fetched once.
A second entry leaves out what the first one clears, for results whose memory holds zeros already.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from biela.base.dataclass import dataclass
from biela.base.locks import cached_property
from biela.kernel import processor
from biela.kernel.llvm_operation import WORK, Emitter
from biela.kernel.llvm_text import CLEAR, FAR_LIBRARY, clear, far, unpack, value_type
from biela.kernel.operation import ARITY, FUSED, LIBRARY_FUNCTIONS, NAMES, NUMBER
from biela.kernel.tape import ALIAS, CONST, INPUT, OPERANDS, OUTPUT, Integers, Tape, operands

ENTRY = "kernel"  # symbol of the entry function
OVER_ZEROS = "over_zeros"  # of the one that writes no structural zeros; only kernels that have many have it
CHUNK = 2000  # instructions; compile and run time are both flat between 1 000 and 3 000
WHOLE = 180  # instructions up to which all lanes are one value: so short a kernel waits more for results than for registers
LIBRARY = set(LIBRARY_FUNCTIONS) - {"sin", "cos"}
SIN, COS = NUMBER["sin"], NUMBER["cos"]
NO_CODE = {INPUT, CONST, *ALIAS}
ARITHMETIC = {"add", "sub", "mul", "neg", "twice", *FUSED}  # may lie between inputs and an early angle


@dataclass(frozen=True)
class ChunkPlan:
    """Values that travel between chunks, and their places in the work array."""

    chunk: int  # instructions per chunk
    rows: NDArray[np.int32]  # operation, target, a, b, c of each instruction
    given: Integers  # of each instruction: the instructions that computed a, b and c
    place: dict[int, int]  # instruction → index in the work array
    work_size: int  # doubles (per lane)

    @cached_property
    def code(self) -> list[list[int]]:
        """Rows as Python's numbers: made where code is written, not where only the size is asked for."""
        return self.rows.tolist()  # type: ignore[no-any-return]

    @cached_property
    def operands(self) -> list[list[int]]:
        """Instructions that computed the operands of each instruction, as Python's numbers."""
        return self.given.tolist()  # type: ignore[no-any-return]


def plan(tape: Tape, chunk: int = CHUNK) -> ChunkPlan:
    """Follow every value from the instruction that computes it to those that use it."""
    rows, given = tape.code, operands(tape)
    here = np.arange(len(rows)) // chunk
    travels = ~np.isin(rows[:, 0], (INPUT, CONST))
    last = np.full(len(rows), -1)  # last chunk that uses a value, for values that leave their chunk
    for column in range(3):
        users = np.flatnonzero(OPERANDS[rows[:, 0]] > column)
        values = given[users, column]
        away = (here[values] != here[users]) & travels[values]
        np.maximum.at(last, values[away], here[users[away]])
    last_use = {int(k): int(last[k]) for k in np.flatnonzero(last >= 0)}

    # places of the work array are used again once the last chunk that reads them is over
    place: dict[int, int] = {}
    free: list[int] = []
    ends: dict[int, list[int]] = {}  # chunk → places it is the last to read
    work_size, current = 0, 0
    for k in sorted(last_use):
        while current < k // chunk:
            free += ends.pop(current, [])
            current += 1
        if free:
            place[k] = free.pop()
        else:
            place[k], work_size = work_size, work_size + 1
        ends.setdefault(last_use[k], []).append(place[k])
    return ChunkPlan(chunk, rows, given, place, work_size)


def lower(tape: Tape, plan: ChunkPlan, lanes: int = 1, wasm: bool = False) -> list[str]:
    """Write the IR modules of one kernel: the chunks, each alone, and the entry that calls them one after the other.

    A tape of a single chunk gives a single module. For WebAssembly products and sums are rounded apart, and the words of the
    two tables are 64 bits long while addresses have 32.
    """
    count = max(1, -(-len(tape) // plan.chunk))
    width = _width(tape, lanes)
    chunks = [_Chunk(tape, plan, width, lanes // width, number, wasm).module() for number in range(count)]
    entry = _entry(ENTRY, tape, plan, width, lanes // width, count, wasm)
    if tape.sparse and not wasm:
        entry += "\n" + _entry(OVER_ZEROS, tape, plan, width, lanes // width, count, wasm)
    flags = [FAR_LIBRARY] if processor.is_compact() and not wasm else []
    if count == 1:
        return ["\n".join([*chunks, entry, *flags])]
    parameters = ", ".join(_parameters(tape))
    declarations = [f"declare void @chunk{number}({parameters}) nounwind {far()}" for number in range(count)]
    return ["\n".join([text, *flags]) for text in (*chunks, "\n".join([*declarations, entry]))]


def _width(tape: Tape, lanes: int) -> int:
    """Return the lanes of one value in the code: as many as a register holds, or all of them in a short kernel."""
    names = {NAMES[operation] for operation in np.unique(tape.code[:, 0])}
    whole = len(tape) <= WHOLE and not names & LIBRARY
    return lanes if whole else min(lanes, processor.width())


def _parameters(tape: Tape) -> list[str]:
    """List the parameters of a chunk. Scratch memory comes first: addresses in the first registers make shorter instructions."""
    inputs = [f"ptr noalias readonly %in{i}" for i in range(len(tape.signature.in_sizes))]
    outputs = [f"ptr noalias %out{i}" for i in range(len(tape.signature.out_shapes))]
    return ["ptr noalias %work", *inputs, *outputs]


def _entry(symbol: str, tape: Tape, plan: ChunkPlan, width: int, rows: int, n_chunks: int, wide: bool) -> str:
    """Unpack the two tables of pointers, clear the outputs with structural zeros, call each chunk for one row after the other."""
    lines = [f"define void @{symbol}(ptr %arg, ptr %res, ptr %work) nounwind {{"]
    for i in range(len(tape.signature.in_sizes)):
        lines += unpack(f"%in{i}", "%arg", i, wide)
    for i in range(len(tape.signature.out_shapes)):
        lines += unpack(f"%out{i}", "%res", i, wide)
    if symbol == ENTRY:
        lines += [clear(f"%out{i}", tape.signature.out_sizes[i] * width * rows) for i in tape.sparse]
    names = [parameter.split()[-1] for parameter in _parameters(tape)]
    T = value_type(width)
    for row in range(rows):
        at = {name: plan.work_size * row if name == WORK else row for name in names}
        lines += [f"  {name}.{row} = getelementptr {T}, ptr {name}, i64 {at[name]}" for name in names]
    for number in range(n_chunks):
        for row in range(rows):
            pointers = ", ".join(f"ptr {name}.{row}" for name in names)
            lines.append(f"  call void @chunk{number}({pointers})")
    return "\n".join([*lines, "  ret void", "}", *([CLEAR] if symbol == ENTRY else [])])


class _Chunk:
    """Writer of one chunk: a function of pointers to inputs, outputs and work."""

    def __init__(self, tape: Tape, plan: ChunkPlan, width: int, rows: int, number: int, wasm: bool) -> None:
        self.tape, self.plan, self.number = tape, plan, number
        self.start = number * plan.chunk
        self.code = plan.code[self.start : self.start + plan.chunk]
        self.emitter = Emitter(width, rows, fused=not wasm)
        self.known: dict[int, str] = {}  # instruction → IR operand that holds its result in this chunk
        self.inline = wasm or processor.has_fma()
        self.small: dict[int, str] = {}  # instruction that computes an angle → operand for sine and cosine
        # the same → registers with its sine and its cosine, and the place in them
        self.together: dict[int, tuple[str, str, int]] = {}

    def module(self) -> str:
        self._prepare_angles()
        for k, (operation, target, _, element, _) in enumerate(self.code, self.start):
            if operation == OUTPUT:
                self.emitter.store(self.value(self.plan.operands[k][0]), f"%out{target}", element, f"%o{k}")
            elif operation not in NO_CODE:
                self.value(k)
        once = self.emitter.rows == 1 and not self.tape.sparse  # else it is called in several places
        own = "nounwind" if once else "noinline nounwind"
        head = f"define void @chunk{self.number}({', '.join(_parameters(self.tape))}) {own} {{"
        return "\n".join([*self.emitter.support.values(), head, *self.emitter.lines, "ret void", "}"])

    def value(self, k: int) -> str:
        """Return the IR operand with the result of instruction k, computed or brought into the chunk at its first use."""
        known = self.known.get(k)
        if known is not None:
            return known
        operation, _, a, b, _ = self.plan.code[k]
        result = f"%v{k}"
        if operation == CONST:
            result = self.emitter.constant(float(self.tape.constants[a]))
        elif operation == INPUT:
            self.emitter.load(result, f"%in{a}", b)
        elif k < self.start:
            self.emitter.load(result, "%work", self.plan.place[k])
        else:
            self._compute(k, NAMES[operation], result)
            if k in self.plan.place:
                self.emitter.store(result, "%work", self.plan.place[k], f"%s{k}")
        self.known[k] = result
        return result

    def _compute(self, k: int, name: str, result: str) -> None:
        one, *others = self.plan.operands[k][: ARITY[name]]
        if name in ("sin", "cos") and one in self.together:
            sines, cosines, place = self.together[one]
            self.emitter.pick(result, sines if name == "sin" else cosines, place)
        elif name in ("sin", "cos") and self.inline:
            if one not in self.small:
                (self.small[one],) = self.emitter.small_angles(f"angle{k}", [self.value(one)])
            other = f"%unused{k}"
            self.emitter.sincos(*((result, other) if name == "sin" else (other, result)), self.small[one])
        else:
            first = self.value(one)
            self.emitter.operation(name, result, first, *(map(self.value, others) if others else (first,)))

    def _prepare_angles(self) -> None:
        """Reduce the angles that are known from the start all at once; those of one machine share registers."""
        angles = {self.plan.operands[k][0] for k, row in enumerate(self.code, self.start) if row[0] in (SIN, COS)}
        ready = [k for k in sorted(angles) if self._is_near(k)]
        if not ready or not self.inline:
            return
        values = [self.value(k) for k in ready]
        if self.emitter.lanes == 1 and self.emitter.fused and len(ready) > 1:
            self.together.update(zip(ready, self.emitter.sincos_together(values), strict=True))
        else:
            self.small.update(zip(ready, self.emitter.small_angles("start", values), strict=True))

    def _is_near(self, k: int, depth: int = 3) -> bool:
        """Return whether a value is at most a few sums or products away from inputs and earlier chunks."""
        if k < self.start or self.code[k - self.start][0] in (INPUT, CONST):
            return True
        name = NAMES[self.code[k - self.start][0]]
        return depth > 0 and name in ARITHMETIC and all(self._is_near(o, depth - 1) for o in self.plan.operands[k][: ARITY[name]])
