"""What is done row by row with the tape of a kernel: rows that compute the same are found, values get places in memory.

A tape of a large machine has a hundred thousand rows, and each is looked at in turn, so these loops are routines.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from biela.kernel.call import integers
from biela.kernel.routine import Pointer, routine

Integers = NDArray[np.int64]

ALONE, NAMED, ORDERED, TURNS = range(4)
"""Rows that equal no other; that are known by what they name; by their operands; by their operands, the first two in any order."""
MULTIPLIER = 0x9E3779B97F4A7C1  # an odd number whose bits look random

ROWS, ORDER, OPERATION, KEYS, KIND, FIRST, SLOTS, SIZE = range(8)


@routine
def find_equals(run: Pointer) -> None:
    """FIRST of each row: the first of the ORDER with its operation and its keys. SLOTS is a hash table with open addresses."""
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
                larger = keys[3 * k]
                keys[3 * k] = keys[3 * k + 1]
                keys[3 * k + 1] = larger
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
    """For each row the first one of the order that computes the same.

    Parameters
    ----------
    order : the rows, each after those whose values it uses
    operation : of each row
    keys : (n, 3) what a row is known by: rows whose values it uses (−1: none), or numbers of its own where its kind is NAMED
    kind : of each row
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
    """PLACES of the values of all rows; those that are FREE are taken before new ones, the last to become free first."""
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


def places(given: Integers, counts: Integers, last: Integers, writes: NDArray[np.bool_]) -> tuple[Integers, int]:
    """A place in memory for the value of each row, free again after the last row that uses it; and how many there are.

    Parameters
    ----------
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
