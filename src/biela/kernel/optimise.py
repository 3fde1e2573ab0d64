"""A tape in, a tape out that computes the same with fewer operations, in an arithmetic that is decided before it is executed.

Compiled and interpreted code then carry out the same operations, each rounded once, and give the same digits: it does
not matter which of them runs, on which level of optimisation, alone or in lanes. Decided are

    a·b + c     in one rounding, where the product is used nowhere else (`fma`; `fms`: a·b − c; `fnma`: c − a·b)
    x / y       as x · (1/y), where several quotients share y, or y is a constant

and what is computed twice is then computed once. The first needs a processor that has it; otherwise products and sums stay apart.
Outputs of which most is zero are cleared as a whole instead of being written zero by zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array, Flags
from biela.kernel import processor
from biela.kernel.operation import NUMBER
from biela.kernel.pointers import integers
from biela.kernel.routine import Pointer, routine
from biela.kernel.tape import ALIAS, COLUMNS, CONST, INPUT, OPERANDS, OUTPUT, Integers, Tape, operands

ADD, SUB, MUL, SQ, DIV, INV = (NUMBER[name] for name in ("add", "sub", "mul", "sq", "div", "inv"))
FMA, FMS, FNMA = (NUMBER[name] for name in ("fma", "fms", "fnma"))
COMMUTES = [ADD, MUL, FMA, FMS, FNMA]  # their first two operands
LARGEST_DIVISOR = 1e300  # constants up to this size, and from its inverse on, have an inverse that is a normal number
ZEROS_TO_CLEAR = 32
"""Zeros of an output from which on it is cleared as a whole: compilers take long over thousands of stores of the same."""


@dataclass
class _Graph:
    """Rows of a tape, whose operands are numbers of rows instead of slots."""

    operation: Integers
    given: Integers  # (n, 3) rows of the operands
    payload: Integers  # (n, 2) of inputs, constants and outputs: what they name
    target: Integers
    place: Array  # by which rows are ordered
    constants: Array


def optimise(tape: Tape) -> Tape:
    """Return the tape with its arithmetic decided."""
    code = tape.code.astype(np.int64)
    place = np.arange(len(code), dtype=np.float64)
    graph = _Graph(code[:, 0].copy(), operands(tape), code[:, 2:4].copy(), code[:, 1].copy(), place, tape.constants)
    _multiply_by_inverses(graph)
    zeros, cleared = _zeros(tape, graph)
    operation, given = graph.operation, graph.given
    count = OPERANDS[operation]
    count[zeros] = 0
    count[np.isin(operation, ALIAS)] = 0  # nobody asks for an assignment: its users ask for what it assigns
    uses = np.zeros(len(operation), np.int64)
    for column in range(3):
        uses += np.bincount(given[count > column, column], minlength=len(uses))
    kept = (uses > 0) | ((operation == OUTPUT) & ~zeros)
    if processor.has_fma():
        kept &= _fuse_sums(operation, given, uses)
    order = np.argsort(graph.place, kind="stable")
    order = order[kept[order]]
    # CasADi compares expressions down to a small depth only, and derivatives repeat much of what they are derived from
    keys = np.where(OPERANDS[operation][:, None] > np.arange(3), given, -1)  # besides its operation, what a row is known by
    named, fixed = operation == INPUT, operation == CONST
    keys[named, :2] = graph.payload[named]
    keys[fixed, 0] = graph.constants.view(np.int64)[graph.payload[fixed, 0]]
    kind = np.where(named | fixed, NAMED, np.where(np.isin(operation, COMMUTES), TURNS, ORDERED))
    kind[operation == OUTPUT] = ALONE
    first = first_of_equals(order, operation, keys, kind)
    rows, n_slots = _rows(order[first[order] == order], graph, first[given])
    return Tape(tape.signature, rows, graph.constants, n_slots, cleared)


def only(tape: Tape, entries: Sequence[int]) -> Tape:
    """Return the part of a tape that the given entries of its first output depend on; other entries are not written."""
    code = tape.code
    given, counts = operands(tape).tolist(), OPERANDS[code[:, 0]].tolist()
    results = code[:, 0] == OUTPUT
    needed = (results & ((code[:, 1] != 0) | np.isin(code[:, 3], entries))).tolist()
    for k in range(len(needed) - 1, -1, -1):
        if needed[k]:
            for source in given[k][: counts[k]]:
                needed[source] = True
    return Tape(tape.signature, code[needed], tape.constants, tape.n_slots, tape.sparse)


def _multiply_by_inverses(graph: _Graph) -> None:
    """Make products of quotients by constants, and of those whose divisor several share; inverses become rows of their own."""
    operation, given, constants = graph.operation, graph.given, graph.constants
    quotients = np.flatnonzero(operation == DIV)
    divisor = given[quotients, 1]
    fixed = operation[divisor] == CONST
    size = np.abs(constants[graph.payload[divisor, 0] * fixed]) if len(constants) else np.zeros(len(divisor))
    fixed &= (size > 1.0 / LARGEST_DIVISOR) & (size < LARGEST_DIVISOR)
    shared, first, inverse, times = np.unique(divisor, return_index=True, return_inverse=True, return_counts=True)
    wanted = fixed[first] | (times > 1)
    numbers = np.full(len(shared), -1)
    numbers[wanted] = len(operation) + np.arange(wanted.sum())
    turned = quotients[wanted[inverse]]
    given[turned, 1] = numbers[inverse][wanted[inverse]]
    operation[turned] = MUL
    divisors, by_constant = shared[wanted], fixed[first][wanted]
    constant = np.where(by_constant, len(constants) + np.cumsum(by_constant) - 1, 0)
    zero = np.zeros_like(divisors)
    graph.constants = np.concatenate([constants, 1.0 / constants[graph.payload[divisors[by_constant], 0]]])
    graph.operation = np.concatenate([operation, np.where(by_constant, CONST, INV)])
    graph.given = np.concatenate([given, np.column_stack([divisors, zero, zero])])
    graph.payload = np.concatenate([graph.payload, np.column_stack([constant, zero])])
    graph.target = np.concatenate([graph.target, zero])
    graph.place = np.concatenate([graph.place, quotients[first][wanted] - 0.5])  # just before the first quotient


def _zeros(tape: Tape, graph: _Graph) -> tuple[Flags, tuple[int, ...]]:
    """Return which rows write a zero into an output that is cleared anyway, and the outputs that are."""
    source = graph.given[:, 0]
    zeros = (graph.operation == OUTPUT) & (graph.operation[source] == CONST)
    zeros[zeros] = graph.constants.view(np.int64)[graph.payload[source[zeros], 0]] == 0  # −0 is another number
    counts = np.bincount(graph.target[zeros], minlength=len(tape.signature.out_shapes))
    enough = [n >= ZEROS_TO_CLEAR and 2 * n >= size for n, size in zip(counts, tape.signature.out_sizes, strict=True)]
    cleared = sorted({*tape.sparse, *np.flatnonzero(enough).tolist()})
    return zeros & np.isin(graph.target, cleared), tuple(cleared)


def _fuse_sums(operation: Integers, given: Integers, uses: Integers) -> Flags:
    """Put a product that is used once into the sum that uses it; return which rows remain."""
    once = (uses == 1) & ((operation == MUL) | (operation == SQ))
    sums = np.flatnonzero((operation == ADD) | (operation == SUB))
    left = once[given[sums, 0]]
    right = once[given[sums, 1]] & ~left
    remains = np.ones(len(operation), bool)
    for which, side in ((left, 0), (right, 1)):
        rows = sums[which]
        product, other = given[rows, side], given[rows, 1 - side]
        operation[rows] = np.where(operation[rows] == SUB, FMS if side == 0 else FNMA, FMA)
        second = np.where(operation[product] == SQ, given[product, 0], given[product, 1])
        given[rows] = np.column_stack([given[product, 0], second, other])
        remains[product] = False
    return remains


def _rows(order: Integers, graph: _Graph, given: Integers) -> tuple[NDArray[np.int32], int]:
    """Return the rows in their order, on as few slots as are alive at once, and the number of slots."""
    n = len(order)
    number = np.zeros(len(graph.operation), np.int64)
    number[order] = np.arange(n)
    operation, given, payload = graph.operation[order], number[given[order]], graph.payload[order]
    count, results = OPERANDS[operation], operation == OUTPUT
    last = np.zeros(n, np.int64)
    for column in range(3):
        rows = np.flatnonzero(count > column)
        np.maximum.at(last, given[rows, column], rows)
    slots, n_slots = places(given, count, last, ~results)
    code = np.zeros((n, COLUMNS), np.int32)
    code[:, 0], code[:, 1] = operation, np.where(results, graph.target[order], slots)
    code[:, 2:] = slots[given]
    code[:, 3] = np.where(count == 1, code[:, 2], code[:, 3])  # an operation of one operand names it twice
    code[count < 3, 4] = 0
    direct = np.isin(operation, (INPUT, CONST))
    code[direct, 2:4] = payload[direct]
    code[results, 3] = payload[results, 1]
    return code, max(n_slots, 1)


# -- what is done row by row is done by routines: the tape of a large machine has a hundred thousand rows ------------------------

ALONE, NAMED, ORDERED, TURNS = range(4)
"""Rows that equal no other; that are known by what they name; by their operands; by their operands, the first two in any order."""
MULTIPLIER = 0x9E3779B97F4A7C1  # an odd number whose bits look random

ROWS, ORDER, OPERATION, KEYS, KIND, FIRST, SLOTS, SIZE = range(8)


@routine
def find_equals(run: Pointer) -> None:
    """Find FIRST of each row: the first of the ORDER with its operation and its keys. SLOTS is a hash table with open addresses."""
    order, operation, keys = integers(run[ORDER]), integers(run[OPERATION]), integers(run[KEYS])
    kind, first, slots, mask = integers(run[KIND]), integers(run[FIRST]), integers(run[SLOTS]), run[SIZE] - 1
    for i in range(run[ROWS]):
        k = order[i]
        if kind[k] == ALONE:
            continue
        if kind[k] != NAMED:
            for j in range(3):
                if keys[3 * k + j] >= 0:
                    keys[3 * k + j] = first[keys[3 * k + j]]
            if kind[k] == TURNS and keys[3 * k] > keys[3 * k + 1]:
                keys[3 * k], keys[3 * k + 1] = keys[3 * k + 1], keys[3 * k]
        mixed = operation[k]
        for j in range(3):
            mixed = (mixed ^ keys[3 * k + j]) * MULTIPLIER
            mixed ^= (mixed >> 29) & 0x7FFFFFFFF
        at = mixed & mask
        while slots[at] >= 0:
            other = slots[at]
            same = operation[other] == operation[k]
            for j in range(3):
                same &= keys[3 * other + j] == keys[3 * k + j]
            if same:
                break
            at = (at + 1) & mask
        if slots[at] < 0:
            slots[at] = k
        first[k] = slots[at]


def first_of_equals(order: Integers, operation: Integers, keys: Integers, kind: Integers) -> Integers:
    """Return for each row the first one of the order that computes the same.

    order : the rows, each after those whose values it uses
    keys : (n, 3) what a row is known by: rows whose values it uses (−1: none), or numbers of its own where its kind is NAMED
    """
    first, keys = np.arange(len(operation)), np.ascontiguousarray(keys, np.int64)
    slots = np.full(1 << max(4, (2 * len(order)).bit_length()), -1)
    vectors = [np.ascontiguousarray(v, np.int64) for v in (order, operation)] + [keys, np.ascontiguousarray(kind), first, slots]
    table = np.array([len(order), *(v.ctypes.data for v in vectors), len(slots)], np.int64)
    find_equals.call(table.ctypes.data)
    return first


GIVEN, COUNTS, LAST, WRITES, PLACES, FREE, USED = range(1, 8)


@routine
def give_places(run: Pointer) -> None:
    """Assign PLACES to the values of all rows; those that are FREE are taken before new ones, the last to become free first."""
    given, counts, last = integers(run[GIVEN]), integers(run[COUNTS]), integers(run[LAST])
    writes, places, free = integers(run[WRITES]), integers(run[PLACES]), integers(run[FREE])
    n_free, n_used = 0, 0
    for k in range(run[ROWS]):
        for j in range(counts[k]):
            source = given[3 * k + j]
            if last[source] == k:
                last[source] = -1  # an operand that is used twice becomes free once
                free[n_free] = places[source]
                n_free += 1
        if writes[k] != 0:
            if n_free > 0:
                n_free -= 1
                places[k] = free[n_free]
            else:
                places[k] = n_used
                n_used += 1
    run[USED] = n_used


def places(given: Integers, counts: Integers, last: Integers, writes: Flags) -> tuple[Integers, int]:
    """Return a slot for the value of each row, free again after the last row that uses it; and how many slots there are.

    given : (n, 3) the rows whose values each row uses, as many of them as `counts` says
    last : the last row that uses the value of a row
    writes : whether a row has a value
    """
    n = len(given)
    found, free = np.zeros(n, np.int64), np.zeros(n, np.int64)
    vectors = [np.ascontiguousarray(v, np.int64) for v in (given, counts, last.copy(), writes)] + [found, free]
    table = np.array([n, *(v.ctypes.data for v in vectors), 0], np.int64)
    give_places.call(table.ctypes.data)
    return found, int(table[USED])
