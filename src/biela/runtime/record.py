"""The record of a compiled run: its memory, declared field by field.

A class says what there is; numbers of the fields, allocation, NumPy views and tables of addresses follow from it:

    class Oscillator(Layout):
        LANES = number("machines computed side by side", "lanes")
        X = floats("n, lanes", "state")
        K = floats("stages: n, lanes", "rates of the stages")
        RATES = kernel("ẋ = f(t, x)")
        ARG = addresses("X", meaning="arguments of the kernel")
        TO_K = addresses("K[*]", meaning="its result, by stage")

    at = Oscillator()
    record = Record(at, {"n": 2, "lanes": 4, "stages": 3}, {"rates": address})
    record[at.X][:] = 0.0                       # an array of shape (2, 4)
    some_routine.call(record.address)           # floats(run, at.X)[i]; see access.py

Shapes are expressions of the sizes that the record is made with. A shape "stages: n, lanes" has parts, of which a routine takes
one with `part(run, at.K, j)`. A class that derives from another has its fields too, at the same numbers.

The table that a routine gets holds one word for a number, a kernel, a routine or another record, and three for a vector: address,
entries of one part, entries in all.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import prod
from types import ModuleType
from typing import Any, ClassVar, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from .access import LAYOUTS, LENGTH, PART, WORK

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

ALIGNMENT = 64
"""Vectors start on a cache line, as vector instructions like it [bytes]."""


class Declared(NamedTuple):
    """What a class says of a field."""

    kind: str
    meaning: str
    shape: str = ""
    """Of a vector: `parts: rows, columns`; of a number: the size that it holds, if it holds one."""
    own: bool = False
    """Each thread has its own."""
    entries: tuple[str, ...] = ()
    """Of a table of addresses: the fields, `K[*]` for every part of one, `Y[4]` for one part."""

    @property
    def is_vector(self) -> bool:
        return self.kind in ("floats", "integers", "addresses", "outside")


class Field(int):
    """A place in the table of a run."""

    name: str
    declared: Declared


def number(meaning: str, size: str = "") -> Field:
    """A whole number; a size of the run, if an expression is given."""
    return cast(Field, Declared("number", meaning, size))


def real(meaning: str) -> Field:
    """A number with a fraction."""
    return cast(Field, Declared("real", meaning))


def kernel(meaning: str) -> Field:
    """Address of a kernel, known by the name of the field in small letters; 0 if there is none."""
    return cast(Field, Declared("kernel", meaning))


def routine(meaning: str) -> Field:
    """Address of a routine; 0 if there is nothing to do."""
    return cast(Field, Declared("routine", meaning))


def record(meaning: str) -> Field:
    """Address of another record."""
    return cast(Field, Declared("record", meaning))


def floats(shape: str, meaning: str, *, own: bool = False) -> Field:
    """A vector of doubles."""
    return cast(Field, Declared("floats", meaning, shape, own))


def integers(shape: str, meaning: str, *, own: bool = False) -> Field:
    """A vector of whole numbers."""
    return cast(Field, Declared("integers", meaning, shape, own))


def outside(meaning: str) -> Field:
    """A vector that Python allocates for each run and binds to the record; its parts are the rows of the array."""
    return cast(Field, Declared("outside", meaning))


def addresses(*entries: str, meaning: str, own: bool = False) -> Field:
    """A table of addresses as kernels take them: a row with these fields, or one for every part of those written `K[*]`."""
    return cast(Field, Declared("addresses", meaning, "", own, entries))


class Layout(ModuleType):
    """The declaration of a record. An instance, `at`, knows the numbers of the fields."""

    LAYOUT = number("which declaration the table follows")
    WORDS = number("length of the table")
    FAULT = number("field in which an access was out of bounds, plus one; 0: none")
    FAULT_INDEX = number("index of that access")
    FAULT_SIZE = number("entries that there are")
    WORK = floats("work_size, lanes", "scratch memory of the kernels", own=True)

    def __init_subclass__(cls) -> None:
        cls._number()

    @classmethod
    def _number(cls) -> None:
        """Give every field its number, after those of the class that this one derives from."""
        fields, words = dict(getattr(cls, "fields", {})), getattr(cls, "words", 0)
        for name, declared in list(vars(cls).items()):
            if isinstance(declared, Declared):
                fields[name] = field = Field(words)
                field.name, field.declared = name, declared
                setattr(cls, name, field)
                words += 3 if declared.is_vector else 1
        cls.fields, cls.words = fields, words
        cls.tables = [field for field in fields.values() if field.declared.kind == "addresses"]
        cls.in_tables = {entry.partition("[")[0] for field in cls.tables for entry in field.declared.entries}

    fields: ClassVar[dict[str, Field]]
    words: ClassVar[int]
    tables: ClassVar[list[Field]]
    in_tables: ClassVar[set[str]]

    def __init__(self) -> None:
        super().__init__(type(self).__name__)
        self.__dict__.update(self.fields)  # where compiled code and its fingerprint look for them
        self.number = len(LAYOUTS)
        LAYOUTS.append(self)

    def what(self, number: int) -> str:
        """A field in words."""
        for name, field in self.fields.items():
            if field == number and number:
                return f"{name} ({field.declared.meaning})"
        return f"the table of {type(self).__name__}"


@cache
def _code(expression: str) -> Any:
    return compile(expression.strip(), "<size>", "eval")


class Record:
    """Memory of one run.

    Parameters
    ----------
    layout : its declaration
    sizes : what the shapes are expressions of; `lanes` is one and `work_size` zero if not given
    kernels : addresses by name
    of : for a thread, the record whose memory it shares, except for the fields that each thread has of its own
    """

    def __init__(
        self,
        layout: Layout,
        sizes: Mapping[str, int],
        kernels: Mapping[str, int] | None = None,
        of: Record | None = None,
    ) -> None:
        self.layout, self.sizes = layout, {"lanes": 1, "work_size": 0, **sizes}
        self.table = np.zeros(layout.words, np.int64)
        self.address = int(self.table.ctypes.data)
        """What a routine is called with."""
        self.real = self.table.view(np.float64)
        self.views: dict[int, Any] = {}
        self.threads: list[Record] = []
        if of is not None:
            self.table[:] = of.table
            of.threads.append(self)
        self.table[[layout.LAYOUT, layout.WORDS]] = layout.number, layout.words
        mine: dict[Field, tuple[int, ...]] = {}
        for field in layout.fields.values():
            declared = field.declared
            if of is not None and not declared.own and declared.kind != "addresses":
                if declared.is_vector and field in of.views:
                    self.bind(field, of.views[field])
            elif declared.kind == "kernel":
                self.table[field] = (kernels or {}).get(field.name.lower(), 0)
            elif declared.kind == "number" and declared.shape:
                self.table[field] = self._evaluate(declared.shape)
            elif declared.kind in ("floats", "integers"):
                mine[field] = self._shape(declared.shape)
        self._allocate(mine)
        self._allocate({field: self._rows(field) for field in layout.tables})
        self._link()

    def __getitem__(self, field: int) -> Any:
        """A vector as an array that shares its memory; a number as it is."""
        if field in self.views:
            return self.views[field]
        return self.real[field] if cast(Field, field).declared.kind == "real" else int(self.table[field])

    def __setitem__(self, field: int, value: Any) -> None:
        """Fill a vector, set a number, or name another record."""
        if isinstance(value, Record):
            self.views[field], self.table[field] = value, value.address
        elif field in self.views:
            self.views[field][...] = value
        elif cast(Field, field).declared.kind == "real":
            self.real[field] = value
        else:
            self.table[field] = value

    def bind(self, field: int, array: NDArray[Any]) -> None:
        """Let a field be this array, of doubles or whole numbers without gaps; its rows are the parts."""
        if not array.flags.c_contiguous or array.dtype not in (np.float64, np.int64):
            raise ValueError(f"{self.layout.what(field)} needs an array of 64-bit numbers without gaps")
        self.views[field] = array
        parts = len(array) if cast(Field, field).declared.kind == "outside" or self._has_parts(field) else 1
        self.table[field] = array.ctypes.data
        self.table[field + PART], self.table[field + LENGTH] = array.size // max(parts, 1), array.size
        if cast(Field, field).name in self.layout.in_tables:
            self._link(cast(Field, field).name)
        for thread in self.threads:
            if not cast(Field, field).declared.own:
                thread.bind(field, array)

    # ------------------------------------------------------------------------------------------------------- allocation

    @staticmethod
    def _has_parts(field: int) -> bool:
        return ":" in cast(Field, field).declared.shape

    def _evaluate(self, expression: str) -> int:
        return int(eval(_code(expression), {"__builtins__": {}, "max": max}, self.sizes))

    def _shape(self, shape: str) -> tuple[int, ...]:
        return tuple(self._evaluate(size) for size in shape.replace(":", ",").split(","))

    def _rows(self, field: Field) -> tuple[int, ...]:
        """Shape of a table of addresses: a row, or one for every part of the fields written with a star."""
        starred = [e.partition("[")[0] for e in field.declared.entries if e.endswith("[*]")]
        counts = {len(self.views[self.layout.fields[name]]) for name in starred} or {1}
        assert len(counts) == 1, f"fields of {field.name} differ in their number of parts"
        return counts.pop(), len(field.declared.entries)

    def _allocate(self, shapes: Mapping[Field, tuple[int, ...]]) -> None:
        """One block of memory for all, zero at first."""
        line = ALIGNMENT // 8
        padded = {field: -(-prod(shape) // line) * line for field, shape in shapes.items()}
        memory = np.zeros(sum(padded.values()) + line)
        start = (-memory.ctypes.data % ALIGNMENT) // 8
        for field, shape in shapes.items():
            array = memory[start : start + prod(shape)].reshape(shape)
            start += padded[field]
            self.views[field] = array if field.declared.kind == "floats" else array.view(np.int64)
            parts = shape[0] if self._has_parts(field) or field.declared.kind == "addresses" else 1
            self.table[field] = array.ctypes.data
            self.table[field + PART] = prod(shape) // max(parts, 1)
            self.table[field + LENGTH] = prod(shape)

    def _link(self, moved: str = "") -> None:
        """Fill in the tables of addresses, or those with the address of a field that has moved."""
        for field in self.layout.tables:
            entries = field.declared.entries
            if field in self.views and (not moved or any(entry.partition("[")[0] == moved for entry in entries)):
                for row, table in enumerate(self.views[field]):
                    table[:] = [self._find(entry, row) for entry in entries]

    def _find(self, entry: str, row: int) -> int:
        name, _, index = entry.rstrip("]").partition("[")
        field = self.layout.fields[name]
        start, size, length = self.table[field], self.table[field + PART], self.table[field + LENGTH]
        place = 0 if not index else row if index == "*" else int(index)
        return int(start + 8 * size * (place if place >= 0 else length // max(size, 1) + place))


Layout._number()
assert Layout.WORK == WORK
