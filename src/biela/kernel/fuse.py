"""The arithmetic of a tape, decided before it is executed: which sums are fused, which quotients are products.

Compiled and interpreted code then carry out the same operations, each rounded once, and give the same digits: it does
not matter which of them runs, on which level of optimisation, alone or in lanes. Decided are

    a·b + c     in one rounding, where the product is used nowhere else (`fma`; `fms`: a·b − c; `fnma`: c − a·b)
    x / y       as x · (1/y), where several quotients share y, or y is a constant

and what is computed twice is then computed once. The first needs a processor that has it; otherwise products and sums stay apart.
Outputs of which most is zero are cleared as a whole instead of being written zero by zero.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from biela.kernel import processor
from biela.kernel.operation import ALIASES, ARITY, NAMES, NUMBER
from biela.kernel.tape import CONST, INPUT, OUTPUT, Tape
from biela.kernel.tape_loops import ALONE, NAMED, ORDERED, TURNS, first_of_equals, places

Integers = NDArray[np.int64]

ADD, SUB, MUL, SQ, DIV, INV = (NUMBER[name] for name in ("add", "sub", "mul", "sq", "div", "inv"))
FMA, FMS, FNMA = (NUMBER[name] for name in ("fma", "fms", "fnma"))
COUNT = np.array([0 if name == "input" else ARITY[name] for name in NAMES])  # operands that are values
ALIAS = [NUMBER[name] for name in ALIASES]
COMMUTES = [ADD, MUL, FMA, FMS, FNMA]  # their first two operands
LARGEST = 1e300  # of a constant whose inverse is a normal number
MANY = 32  # zeros of an output that are worth clearing it: compilers take long over thousands of stores of the same


def rows_of(tape: Tape) -> Integers:
    """The code of a tape with five columns: operation, target, a, b, c."""
    code = tape.code.astype(np.int64)
    return code if code.shape[1] == 5 else np.pad(code, ((0, 0), (0, 5 - code.shape[1])))


def operands(code: Integers) -> Integers:
    """(n, 3) numbers of the instructions that computed the operands of each one, through assignments."""
    n = len(code)
    count = COUNT[code[:, 0]]
    writes = np.flatnonzero(code[:, 0] != OUTPUT)
    keys = np.sort(code[writes, 1] * (n + 1) + writes)  # by slot, then by time
    found = np.zeros((n, 3), np.int64)
    for column in range(3):
        uses = np.flatnonzero(count > column)
        last = np.searchsorted(keys, code[uses, 2 + column] * (n + 1) + uses) - 1
        found[uses, column] = keys[last] % (n + 1)
    is_alias = np.isin(code[:, 0], ALIAS)
    if is_alias.any():
        true = np.where(is_alias, found[:, 0], np.arange(n))
        while is_alias[true].any():
            true = true[true]
        found = true[found]
    return found


def fuse(tape: Tape) -> Tape:
    """The tape with its arithmetic decided."""
    code = rows_of(tape)
    operation, given, constants = code[:, 0].copy(), operands(code), tape.constants
    place = np.arange(len(code), dtype=np.float64)  # where a row stands: half numbers for new ones
    payload = code[:, 2:4].copy()  # of inputs, constants and outputs: what they name
    target = code[:, 1].copy()

    # quotients: by constants, and by what several share
    quotients = np.flatnonzero(operation == DIV)
    divisor = given[quotients, 1]
    fixed = operation[divisor] == CONST
    size = np.abs(constants[payload[divisor, 0] * fixed]) if len(constants) else np.zeros(len(divisor))
    fixed &= (size > 1.0 / LARGEST) & (size < LARGEST)
    shared, first, inverse, times = np.unique(divisor, return_index=True, return_inverse=True, return_counts=True)
    wanted = fixed[first] | (times > 1)
    numbers = np.full(len(shared), -1)
    numbers[wanted] = len(code) + np.arange(wanted.sum())
    turned = quotients[wanted[inverse]]
    given[turned, 1] = numbers[inverse][wanted[inverse]]
    operation[turned] = MUL
    divisors, by_constant = shared[wanted], fixed[first][wanted]
    new = np.where(by_constant, CONST, INV)
    constant = np.where(by_constant, len(constants) + np.cumsum(by_constant) - 1, 0)
    if by_constant.any():
        constants = np.concatenate([constants, 1.0 / constants[payload[divisors[by_constant], 0]]])
    operation = np.concatenate([operation, new])
    given = np.concatenate([given, np.column_stack([divisors, divisors * 0, divisors * 0])])
    payload = np.concatenate([payload, np.column_stack([constant, constant * 0])])
    target = np.concatenate([target, divisors * 0])
    place = np.concatenate([place, quotients[first][wanted] - 0.5])

    zeros, sparse = _zeros(tape, operation, given, payload, target, constants)
    count = COUNT[operation]
    count[zeros] = 0
    count[np.isin(operation, ALIAS)] = 0  # nobody asks for an assignment: its users ask for what it assigns
    uses = np.zeros(len(operation), np.int64)
    for column in range(3):
        uses += np.bincount(given[count > column, column], minlength=len(uses))
    kept = (uses > 0) | ((operation == OUTPUT) & ~zeros)
    if processor.has_fma():
        kept &= _fuse_sums(operation, given, uses)
    order = np.argsort(place, kind="stable")
    order = order[kept[order]]
    first = _first_of_equals(order, operation, given, payload, constants)
    order = order[first[order] == order]
    fused = _rows(tape, order, operation, first[given], payload, target, constants)
    return Tape(fused.signature, fused.code, constants, fused.n_slots, sparse)


def _zeros(
    tape: Tape, operation: Integers, given: Integers, payload: Integers, target: Integers, constants: NDArray[np.float64]
) -> tuple[NDArray[np.bool_], tuple[int, ...]]:  # fmt: skip
    """Rows that write a zero into an output that is cleared anyway, and the outputs that are."""
    source = given[:, 0]
    zeros = (operation == OUTPUT) & (operation[source] == CONST)
    zeros[zeros] = constants.view(np.int64)[payload[source[zeros], 0]] == 0  # −0 is another number
    counts = np.bincount(target[zeros], minlength=len(tape.signature.out_shapes))
    enough = [n >= MANY and 2 * n >= size for n, size in zip(counts, tape.signature.out_sizes, strict=True)]
    cleared = sorted({*tape.sparse, *np.flatnonzero(enough).tolist()})
    return zeros & np.isin(target, cleared), tuple(cleared)


def _first_of_equals(
    order: Integers, operation: Integers, given: Integers, payload: Integers, constants: NDArray[np.float64]
) -> Integers:
    """For each row the first one that computes the same: the same operation on the same values.

    CasADi compares expressions down to a small depth only, and derivatives repeat much of what they are derived from.
    """
    keys = np.where(COUNT[operation][:, None] > np.arange(3), given, -1)  # besides its operation, what a row is known by
    named = operation == INPUT
    keys[named, :2] = payload[named]
    fixed = operation == CONST
    keys[fixed, 0] = constants.view(np.int64)[payload[fixed, 0]]
    kind = np.where(named | fixed, NAMED, np.where(np.isin(operation, COMMUTES), TURNS, ORDERED))
    kind[operation == OUTPUT] = ALONE
    return first_of_equals(order, operation, keys, kind)


def _fuse_sums(operation: Integers, given: Integers, uses: Integers) -> NDArray[np.bool_]:
    """Put a product that is used once into the sum that uses it; returns what remains."""
    once = (uses == 1) & ((operation == MUL) | (operation == SQ))
    sums = np.flatnonzero((operation == ADD) | (operation == SUB))
    left = once[given[sums, 0]]
    right = once[given[sums, 1]] & ~left
    remains = np.ones(len(operation), bool)
    for which, side in ((left, 0), (right, 1)):
        rows = sums[which]
        product, other = given[rows, side], given[rows, 1 - side]
        squares = operation[product] == SQ
        subtracts = operation[rows] == SUB
        operation[rows] = np.where(subtracts, FMS if side == 0 else FNMA, FMA)
        second = np.where(squares, given[product, 0], given[product, 1])
        given[rows] = np.column_stack([given[product, 0], second, other])
        remains[product] = False
    return remains


def _rows(
    tape: Tape, order: Integers, operation: Integers, given: Integers, payload: Integers, target: Integers,
    constants: NDArray[np.float64],
) -> Tape:  # fmt: skip
    """The rows in their order, on as few slots as are alive at once."""
    n = len(order)
    number = np.zeros(len(operation), np.int64)
    number[order] = np.arange(n)
    operation, given, payload, target = operation[order], number[given[order]], payload[order], target[order]
    count = COUNT[operation]
    last = np.zeros(n, np.int64)
    for column in range(3):
        rows = np.flatnonzero(count > column)
        np.maximum.at(last, given[rows, column], rows)
    slots, n_slots = places(given, count, last, operation != OUTPUT)
    code = np.zeros((n, 5), np.int32)
    code[:, 0], code[:, 1] = operation, np.where(operation == OUTPUT, target, slots)
    for column in range(3):  # an operation of one operand names it twice
        code[:, 2 + column] = slots[given[:, np.minimum(column, 2)]]
        if column == 1:
            code[:, 3] = np.where(count == 1, code[:, 2], code[:, 3])
    direct = np.isin(operation, (INPUT, CONST))
    code[direct, 2:4] = payload[direct]
    results = operation == OUTPUT
    code[results, 3] = payload[results, 1]
    code[count < 3, 4] = 0
    return Tape(tape.signature, code, constants, max(n_slots, 1), tape.sparse)
