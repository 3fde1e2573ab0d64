"""Memory of a run moved elsewhere: into a module of WebAssembly, which has an address space of its own.

A record says of every word what it is (`record.py`), so that moving it is one rule per kind of field: numbers stay, addresses of
vectors, of tables and of other records move along, kernels and routines are what their owner has put there. Vectors that are bound
for each run (`outside`) are left open: whoever runs the record binds them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from biela.integrate.record import Integers, Record


class Image(NamedTuple):
    """Bytes of a record and of those that it names."""

    address: int  # address of the table, with which a routine is called
    memory: bytes  # from the first address on, a whole number of cache lines


def image(record: Record, base: int) -> Image:
    """Return the memory of a record as it would be from the address `base` on."""
    records, places, size = _found(record), {}, 0
    regions: list[tuple[int, int, int]] = []  # where it is, its bytes, where it goes
    for each in records:
        for words in (each.table, each._words):
            regions.append((words.ctypes.data, words.nbytes, base + size))
            places[words.ctypes.data] = size // 8
            size += -(-words.nbytes // 64) * 64

    def moved(address: int) -> int:
        for start, length, to in regions:
            if start <= address <= start + length:
                return to + address - start
        return 0

    memory = np.zeros(size // 8, np.int64)
    for each in records:
        table, block = each.table.copy(), each._words.copy()
        for field in each.layout.fields.values():
            kind = field.declared.kind
            if kind in ("floats", "integers", "addresses", "record"):
                table[field] = moved(int(table[field]))
            elif kind == "outside":
                table[field : field + 3] = 0
        entries: Integers = each._places.links[0]
        block[entries] = [moved(int(address)) for address in block[entries]]
        for words, old in ((table, each.table), (block, each._words)):
            at = places[old.ctypes.data]
            memory[at : at + len(words)] = words
    return Image(moved(record.address), memory.tobytes())


def _found(record: Record) -> list[Record]:
    """Return a record and those that it names."""
    found = [record]
    for each in found:
        for field in each.layout.fields.values():
            if field.declared.kind == "record" and isinstance(inner := each._bound.get(field), Record):
                found.append(inner)
    return found


def segments(memory: bytes, base: int, gap: int = 32) -> list[tuple[int, bytes]]:
    """Return the stretches of memory that are not zero, each with its address; gaps shorter than `gap` bytes are kept."""
    used = np.flatnonzero(np.frombuffer(memory, np.int64)) * 8
    if not used.size:
        return []
    cuts = np.flatnonzero(np.diff(used) > gap) + 1
    return [(base + int(part[0]), memory[int(part[0]) : int(part[-1]) + 8]) for part in np.split(used, cuts)]
