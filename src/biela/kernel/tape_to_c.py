"""A tape in, C99 text out: the same straight-line code as the native one, for other compilers and processors.

    static void rates(const real *restrict t, const real *restrict x, …, real *restrict xdot, real *restrict work);

Functions are cut into chunks as in `tape_to_llvm.py`, for the same reason. Values are rounded as in native code: what is fused is
decided in the tape, and written as `FMA(a, b, c)`. What the text needs besides is in `c_support.h` of the room `export`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from biela.base.dataclass import dataclass
from biela.kernel.operation import ARITY, NAMES
from biela.kernel.tape import ALIAS, CONST, INPUT, OUTPUT, Tape
from biela.kernel.tape_to_llvm import COS, SIN, ChunkPlan, plan

CHUNK = 1000  # instructions per function: C compilers, too, take superlinear time for long ones
SMALLEST_SINGLE = 1.2e-38  # smallest normal number of single precision
EXPRESSIONS = {
    "add": "{a} + {b}", "sub": "{a} - {b}", "mul": "{a} * {b}", "div": "{a} / {b}", "neg": "-{a}", "inv": "{one} / {a}",
    "sq": "{a} * {a}", "twice": "{a} + {a}",
    "fma": "FMA({a}, {b}, {c})", "fms": "FMA({a}, {b}, -{c})", "fnma": "FMA(-{a}, {b}, {c})",
    "lt": "{a} < {b} ? {one} : {zero}", "le": "{a} <= {b} ? {one} : {zero}", "eq": "{a} == {b} ? {one} : {zero}",
    "ne": "{a} != {b} ? {one} : {zero}", "and": "{a} != {zero} && {b} != {zero} ? {one} : {zero}",
    "or": "{a} != {zero} || {b} != {zero} ? {one} : {zero}", "not": "{a} == {zero} ? {one} : {zero}",
    "sign": "sign_of({a})", "if_else_zero": "{a} != {zero} ? {b} : {zero}", "constpow": "M_(pow)({a}, {b})",
}  # fmt: skip
"""Operations that C has no function of the same name for."""


@dataclass(frozen=True)
class NumberFormat:
    """Form of numbers in C: doubles, or single precision."""

    single: bool = False

    def literal(self, value: float) -> str:
        """Write a number, to its last digit."""
        if not math.isfinite(value):
            return "M_NAN" if math.isnan(value) else "M_INFINITY" if value > 0 else "(-M_INFINITY)"
        if self.single and abs(value) > 3e38:
            return "(-M_INFINITY)" if value < 0 else "M_INFINITY"
        if self.single and 0 < abs(value) < SMALLEST_SINGLE:  # what keeps a divisor from zero must not become zero
            value = math.copysign(SMALLEST_SINGLE, value)
        text = repr(float(value)) + ("f" if self.single else "")
        return f"({text})" if text.startswith("-") else text


def c_function(tape: Tape, name: str, numbers: NumberFormat | None = None, chunk: int = CHUNK) -> str:
    """Return the text of a function, its chunks included."""
    made = plan(tape, chunk)
    count = max(1, -(-len(tape) // chunk))
    bodies = [_chunk(tape, made, k, numbers or NumberFormat()) for k in range(count)]
    parameters = ", ".join(f"{'const ' if n[0] == 'i' else ''}real *restrict {n}" for n in _names(tape))
    head = f"static void {name}({parameters})"
    clear = [f"    for (int k = 0; k < {tape.signature.out_sizes[i]}; k++) o{i}[k] = 0;" for i in tape.sparse]
    if count == 1:
        return "\n".join([head, "{", *_unused(tape, [*clear, *bodies[0]]), *clear, *bodies[0], "}", ""])
    lines: list[str] = []
    for k, body in enumerate(bodies):
        lines += [f"static void {name}_{k}({parameters})", "{", *_unused(tape, body), *body, "}", ""]
    calls = [f"    {name}_{k}({', '.join(_names(tape))});" for k in range(count)]
    return "\n".join([*lines, head, "{", *clear, *calls, "}", ""])


def work_size(tape: Tape, chunk: int = CHUNK) -> int:
    """Count the entries of the work array."""
    return plan(tape, chunk).work_size


def _names(tape: Tape) -> list[str]:
    """List the parameters of the function: inputs, outputs, work."""
    inputs, outputs = len(tape.signature.in_sizes), len(tape.signature.out_shapes)
    return [*(f"i{k}" for k in range(inputs)), *(f"o{k}" for k in range(outputs)), "work"]


def _unused(tape: Tape, body: Sequence[str]) -> list[str]:
    """Mark the parameters that a body does not use."""
    text = "\n".join(body)
    names = [n for n in _names(tape) if f"{n}[" not in text]
    return ["    " + " ".join(f"(void){n};" for n in names)] if names else []


def _chunk(tape: Tape, made: ChunkPlan, number: int, numbers: NumberFormat) -> list[str]:
    """Write the statements of a chunk."""
    start, stop = number * made.chunk, min((number + 1) * made.chunk, len(tape))
    lines: list[str] = []
    pairs: set[int] = set()

    def value(k: int) -> str:
        """Write the value of an instruction."""
        operation, _, a, b, *_ = made.code[k]
        if operation == INPUT:
            return f"i{a}[{b}]"
        if operation == CONST:
            return numbers.literal(float(tape.constants[a]))
        return f"v{k}" if k >= start else f"work[{made.place[k]}]"

    fixed = {"one": numbers.literal(1.0), "zero": numbers.literal(0.0)}
    for k in range(start, stop):
        operation, target, _, element, *_ = made.code[k]
        given = made.operands[k]
        if operation == OUTPUT:
            lines.append(f"    o{target}[{element}] = {value(given[0])};")
            continue
        if operation in (INPUT, CONST) or operation in ALIAS:
            continue
        if operation in (SIN, COS):
            if given[0] not in pairs:
                pairs.add(given[0])
                lines.append(f"    real s{given[0]}, c{given[0]}; sincos_of({value(given[0])}, &s{given[0]}, &c{given[0]});")
            text = f"{'s' if operation == SIN else 'c'}{given[0]}"
        else:
            name = NAMES[operation]
            operands = [value(o) for o in given[: ARITY[name]]]
            text = f"M_({name})({', '.join(operands)})"
            if name in EXPRESSIONS:
                text = EXPRESSIONS[name].format(**dict(zip("abc", operands, strict=False)), **fixed)
        lines.append(f"    const real v{k} = {text};")
        if k in made.place:
            lines.append(f"    work[{made.place[k]}] = v{k};")
    return lines
