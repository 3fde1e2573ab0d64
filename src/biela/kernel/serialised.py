"""The instructions of a CasADi function, all at once.

CasADi tells one instruction per call, which takes a microsecond or two. What it writes of a function for a file contains the same
numbers one after the other: four of 32 bits for each instruction, (operation, i₀, i₁, i₂), where a constant has its double in place
of the last two. Where they begin is found by the first instruction, and some of all parts are compared with what CasADi tells one
by one: a version that writes something else is noticed, and asked one by one.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import casadi

WORDS = 4
"""Numbers of an instruction."""
FEW, MANY = 200, 1_000_000
"""Functions with fewer or more instructions are asked one by one: it takes no longer, or less memory."""
COMPARED, PLACES = 32, 64
"""Instructions that are compared, and places where they may begin."""


def instructions(function: casadi.Function) -> NDArray[np.int32]:
    """(n, 4): CasADi's number of the operation, and then

    input           target, vector, nonzero of it
    constant        target, its double in two halves
    output          vector, operand, nonzero
    any other       target, two operands; of one operand, the last number has no meaning
    """
    n = function.n_instructions()
    found = _written(function, n) if FEW <= n <= MANY else None
    if found is None:
        found = np.array([(*_told(function, k), 0)[:WORDS] for k in range(n)], np.int32).reshape(-1, WORDS)
    return found


def _told(function: casadi.Function, k: int) -> tuple[int, ...]:
    """One instruction as CasADi tells it, without the last number where it has no meaning."""
    operands, target = function.instruction_input(k), function.instruction_output(k) or [0]
    operation = function.instruction_id(k)
    if not operands:
        low, high = struct.unpack("<ii", struct.pack("<d", function.instruction_constant(k)))
        return operation, target[0], low, high
    if len(target) == 2:
        return operation, target[0], operands[0], target[1]
    return operation, target[0], *operands


def _written(function: casadi.Function, n: int) -> NDArray[np.int32] | None:
    """All instructions, as CasADi writes them; None where they are not found."""
    letters = np.frombuffer(function.serialize().encode("ascii"), np.uint8) - ord("a")  # two for each byte
    if len(letters) % 2 or letters.max(initial=0) > 15:
        return None
    data = (letters[0::2] | letters[1::2] << 4).tobytes()
    compared = sorted({*range(4), *range(n - 4, n), *np.linspace(0, n - 1, COMPARED).astype(int).tolist()})
    told = [_told(function, k) for k in compared]
    first = struct.pack("<4i", *told[0])
    at = len(data) - 4 * WORDS * n + 1
    for _ in range(PLACES):
        at = data.rfind(first, 0, at + len(first) - 1)
        if at < 0:
            return None
        rows = np.frombuffer(data, np.int32, WORDS * n, at).reshape(n, WORDS)
        if all(tuple(rows[k, : len(row)].tolist()) == row for k, row in zip(compared, told, strict=True)):
            return rows
    return None
