"""Instruction tape: a CasADi function in, a list of scalar operations on numbered slots out.

A CasADi `SX` function of any size is straight-line code. Its tape consists of plain arrays, which are optimised (`optimise.py`),
translated (`tape_to_llvm.py`, `tape_to_c.py`), interpreted (`interpreter.py`), and evaluated here over any kind of number.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array
from biela.base.dataclass import dataclass
from biela.base.errors import BielaError
from biela.kernel.arithmetic import Arithmetic, Number, arithmetic
from biela.kernel.cache import Content, Header
from biela.kernel.operation import ALIASES, ARITY, NAMES, NUMBER, casadi_numbers
from biela.kernel.undocumented import serialised_instructions

if TYPE_CHECKING:
    import casadi

Integers = NDArray[np.int64]

INPUT, CONST, OUTPUT = (NUMBER[name] for name in ("input", "const", "output"))  # the first three

SINGLE = np.array([name != "output" and count == 1 for name, count in ARITY.items()])  # operations of one operand
OPERANDS = np.array(list(ARITY.values()))  # values that each operation takes
ALIAS = [NUMBER[name] for name in ALIASES]
COLUMNS = 5
SERIALISED = range(200, 1_000_001)
"""Numbers of instructions that are read all at once: for fewer, one by one takes no longer, for more it takes less memory."""


class UnsupportedFunction(BielaError, ValueError):
    """CasADi function that cannot become a kernel."""


@dataclass(frozen=True)
class Signature:
    """Names and sizes of a kernel's inputs and outputs. Every vector is dense and column-major."""

    name: str
    in_names: tuple[str, ...]
    in_sizes: tuple[int, ...]
    out_names: tuple[str, ...]
    out_shapes: tuple[tuple[int, int], ...]

    @property
    def out_sizes(self) -> tuple[int, ...]:
        return tuple(rows * columns for rows, columns in self.out_shapes)

    @classmethod
    def from_plain(cls, plain: Header) -> Signature:
        """Restore from the dictionary that `dataclasses.asdict` makes, after a journey through JSON."""
        shapes = tuple((rows, columns) for rows, columns in plain["out_shapes"])
        vectors = {name: tuple(plain[name]) for name in ("in_names", "in_sizes", "out_names")}
        return cls(name=plain["name"], out_shapes=shapes, **vectors)


@dataclass(frozen=True)
class Tape:
    """Straight-line code on `n_slots` work slots w.

    Row k of `code` is (operation, target, a, b, c):

        input      w[target] = a-th input vector, element b
        const      w[target] = constants[a]
        output     element b of the target-th output vector = w[a]
        any other  w[target] = operation(w[a], w[b], w[c])          (b = a when there is one operand)

    Structural zeros of an output have no row: an output listed in `sparse` is set to zero before the code runs.
    """

    signature: Signature
    code: NDArray[np.int32]
    constants: Array
    n_slots: int
    sparse: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.code)

    def parts(self) -> Content:
        """Return header and binary parts, for storing."""
        header = {"signature": asdict(self.signature), "n_slots": self.n_slots, "sparse": self.sparse}
        return header, [self.code.tobytes(), self.constants.tobytes()]

    @classmethod
    def from_parts(cls, header: Header, parts: list[bytes]) -> Tape:
        code, constants = np.frombuffer(parts[0], np.int32).reshape(-1, COLUMNS), np.frombuffer(parts[1], np.float64)
        return cls(Signature.from_plain(header["signature"]), code, constants, header["n_slots"], tuple(header["sparse"]))


def read_tape(function: casadi.Function, name: str | None = None) -> Tape:
    """Return the tape of a CasADi function; an `MX` function is expanded to scalars first."""
    import casadi

    name = name or function.name()
    if not function.is_a("SXFunction"):
        try:
            function = function.expand(function.name())
        except RuntimeError as error:
            why = f"function '{name}' cannot be written as scalar operations: {error}"
            raise UnsupportedFunction(f"{why}. Build it from SX expressions.") from error
    if function.has_free():
        free = ", ".join(map(str, function.get_free()))
        raise UnsupportedFunction(f"function '{name}' depends on {free}, which no input provides")
    number_of = casadi_numbers()
    given = instructions(function)
    known = np.full(max(given[:, 0].max(initial=0), *number_of) + 1, -1, np.int32)
    known[list(number_of)] = list(number_of.values())
    operation = known[given[:, 0]]
    if (operation < 0).any():
        k = int(np.argmin(operation))
        words = (w for w in dir(casadi) if w.startswith("OP_") and getattr(casadi, w) == given[k, 0])
        raise UnsupportedFunction(
            f"function '{name}': instruction {k} is CasADi's {next(words, '').removeprefix('OP_').lower()}, which kernels do "
            "not have. A call of another function must be inlined; erfinv is left out: CasADi computes it to 6 digits only."
        )
    code = np.column_stack([operation, given[:, 1:], np.zeros(len(given), np.int32)])
    single = SINGLE[operation]
    code[single, 3] = code[single, 2]
    fixed = operation == CONST
    constants = np.ascontiguousarray(given[fixed, 2:]).view("<f8")[:, 0].astype(np.float64)
    code[fixed, 2], code[fixed, 3] = np.arange(len(constants)), 0
    # sparse inputs and outputs become dense: element of the k-th nonzero
    place_in = [function.sparsity_in(i).find() for i in range(function.n_in())]
    place_out = [function.sparsity_out(i).find() for i in range(function.n_out())]
    for which, column, places in ((INPUT, 2, place_in), (OUTPUT, 1, place_out)):
        rows = operation == which
        first = np.cumsum([0, *map(len, places)])[:-1]
        flat = np.concatenate([np.zeros(0, np.int32), *(np.array(place, np.int32) for place in places)])
        code[rows, 3] = flat[first[code[rows, column]] + code[rows, 3]]
    thin = tuple(i for i, place in enumerate(place_out) if len(place) < function.numel_out(i))
    sizes = tuple(function.numel_in(i) for i in range(function.n_in()))
    shapes = tuple(function.size_out(i) for i in range(function.n_out()))
    signature = Signature(name, tuple(function.name_in()), sizes, tuple(function.name_out()), shapes)
    return Tape(signature, code, constants, int(function.sz_w()), thin)


def instructions(function: casadi.Function) -> NDArray[np.int32]:
    """Return CasADi's instructions, (n, 4): its number of the operation, and then

    input           target, vector, nonzero of it
    constant        target, its double in two halves
    output          vector, operand, nonzero
    any other       target, two operands; of one operand, the last number has no meaning
    """
    n = function.n_instructions()
    if n in SERIALISED and (found := serialised_instructions(function, _one_instruction)) is not None:
        return found
    return np.array([(*_one_instruction(function, k), 0)[:4] for k in range(n)], np.int32).reshape(-1, 4)


def _one_instruction(function: casadi.Function, k: int) -> tuple[int, ...]:
    """Return one instruction as CasADi tells it, without the last number where it has no meaning."""
    operands, target = function.instruction_input(k), function.instruction_output(k) or [0]
    operation = function.instruction_id(k)
    if not operands:
        return operation, target[0], *struct.unpack("<ii", struct.pack("<d", function.instruction_constant(k)))
    if len(target) == 2:
        return operation, target[0], operands[0], target[1]
    return operation, target[0], *operands


def operands(tape: Tape) -> Integers:
    """Return (n, 3) numbers of the instructions that computed the operands of each one, through assignments."""
    n, code = len(tape), tape.code.astype(np.int64)
    writes = np.flatnonzero(code[:, 0] != OUTPUT)
    keys = np.sort(code[writes, 1] * (n + 1) + writes)  # by slot, then by time
    found = np.zeros((n, 3), np.int64)
    for column in range(3):
        uses = np.flatnonzero(OPERANDS[code[:, 0]] > column)
        last = np.searchsorted(keys, code[uses, 2 + column] * (n + 1) + uses) - 1
        found[uses, column] = keys[last] % (n + 1)
    is_alias = np.isin(code[:, 0], ALIAS)
    if is_alias.any():
        true = np.where(is_alias, found[:, 0], np.arange(n))
        while is_alias[true].any():
            true = true[true]
        found = true[found]
    return found


def trace(tape: Tape, inputs: Sequence[Sequence[Number]], number: type | Arithmetic = float) -> list[Number]:
    """Return the result of every instruction, in order (of an output: what it writes); the tape is not an optimised one."""
    kind = arithmetic(number)
    functions = [kind.operations.get(name) for name in NAMES]
    vectors = [[kind.convert(x) for x in np.ravel(vector, order="F")] for vector in inputs]
    for name, size, vector in zip(tape.signature.in_names, tape.signature.in_sizes, vectors, strict=True):
        if len(vector) != size:
            raise ValueError(f"tape '{tape.signature.name}': input '{name}' needs {size} numbers, {len(vector)} given")
    constants = [kind.convert(x) for x in tape.constants.tolist()]
    w: list[Number] = [None] * tape.n_slots
    values = []
    with np.errstate(all="ignore"):  # infinities and NaN are results like any other
        for operation, target, a, b, _ in tape.code.tolist():
            if operation == INPUT:
                value = w[target] = vectors[a][b]
            elif operation == CONST:
                value = w[target] = constants[a]
            elif operation == OUTPUT:
                value = w[a]
            else:
                function = functions[operation]
                assert function is not None, f"this arithmetic has no {NAMES[operation]}"
                value = w[target] = function(w[a], w[b]) if ARITY[NAMES[operation]] == 2 else function(w[a])
            values.append(value)
    return values


def evaluate(tape: Tape, inputs: Sequence[Sequence[Number]], number: type | Arithmetic = float) -> tuple[NDArray[Any], ...]:
    """Return the outputs of a tape that is not optimised, as column-major vectors, over any kind of number.

    number : `float`, `mpmath.mpf` (as many digits as `mpmath.mp.dps`), or an `Arithmetic`
    """
    kind = arithmetic(number)
    outputs: tuple[NDArray[Any], ...] = tuple(np.full(size, kind.convert(0.0), kind.dtype) for size in tape.signature.out_sizes)
    for (operation, target, _, element, _), value in zip(tape.code.tolist(), trace(tape, inputs, kind), strict=True):
        if operation == OUTPUT:
            outputs[target][element] = value
    return outputs
