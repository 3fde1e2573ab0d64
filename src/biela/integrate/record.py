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
from functools import cache, lru_cache
from math import prod
from types import ModuleType
from typing import Any, ClassVar, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from biela.integrate.access import LAYOUTS, LENGTH, PART, WORK

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

ONE_WORD = ("number", "kernel", "routine")
"""Kinds of fields that are one whole number."""
ALIGNMENT = 64
"""Vectors start on a cache line, as vector instructions like it [bytes]."""


class Declared(NamedTuple):
    """Declaration of a field."""

    kind: str
    meaning: str
    shape: str = ""
    """For a vector `parts: rows, columns`; for a number the size that it holds, if it holds one."""
    own: bool = False
    """Each thread has its own."""
    entries: tuple[str, ...] = ()
    """For a table of addresses the fields, `K[*]` for every part of one, `Y[4]` for one part."""

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
        cls.kernels = {name.lower(): field for name, field in fields.items() if field.declared.kind == "kernel"}

    fields: ClassVar[dict[str, Field]]
    kernels: ClassVar[dict[str, Field]]
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


class RecordOffsets(NamedTuple):
    """Offsets of all fields in a record of given sizes; made once."""

    table: Integers
    """Words of the table, with places in the block of memory for the addresses of vectors."""
    shapes: dict[int, tuple[int, tuple[int, ...]]]
    """Every vector in the block: where it starts, and its shape."""
    vectors: Integers
    """Their fields,"""
    offsets: Integers
    """and where they start [bytes]."""
    size: int
    """Doubles in the block."""
    links: Integers
    """Entries of tables of addresses: their places in the block, the fields they name, bytes from the start of these."""


@cache
def _code(expression: str) -> Any:
    return compile(expression.strip(), "<size>", "eval")


@lru_cache(256)
def _places(layout: Layout, sizes: tuple[tuple[str, int], ...], own: bool) -> RecordOffsets:
    """Lay out the block of memory; for a thread (`own`), only what each thread has of its own."""
    known = dict(sizes)

    def evaluate(expression: str) -> int:
        return int(eval(_code(expression), {"__builtins__": {}, "max": max}, known))

    table = np.zeros(layout.words, np.int64)
    shapes: dict[int, tuple[int, tuple[int, ...]]] = {}
    line, start = ALIGNMENT // 8, 0

    def place(field: Field, shape: tuple[int, ...], parts: int) -> None:
        nonlocal start
        count = prod(shape)
        shapes[field] = start, shape
        table[field : field + 3] = start, count // max(parts, 1), count
        start += -(-count // line) * line

    for field in layout.fields.values():
        declared = field.declared
        if declared.kind == "number" and declared.shape:
            table[field] = evaluate(declared.shape)
        elif declared.kind in ("floats", "integers"):
            shape = tuple(evaluate(size) for size in declared.shape.replace(":", ",").split(","))
            if declared.own or not own:
                place(field, shape, shape[0] if ":" in declared.shape else 1)
            else:
                table[field + PART] = prod(shape) // max(shape[0] if ":" in declared.shape else 1, 1)
                table[field + LENGTH] = prod(shape)
    links = []
    for field in layout.tables:
        entries = [entry.rstrip("]").partition("[")[::2] for entry in field.declared.entries]
        parts = {layout.fields[name]: 0 for name, index in entries if index == "*"}
        counts = {int(table[f + LENGTH]) // max(int(table[f + PART]), 1) for f in parts} or {1}
        rows = counts.pop()
        assert not counts, f"fields of {field.name} differ in their number of parts"
        place(field, (rows, len(entries)), rows)
        for row in range(rows):
            for column, (name, index) in enumerate(entries):
                to = layout.fields[name]
                part, length = int(table[to + PART]), int(table[to + LENGTH])
                number = row if index == "*" else int(index or 0)
                number += length // max(part, 1) if number < 0 else 0
                links.append((shapes[field][0] + row * len(entries) + column, to, 8 * part * number))
    table[[layout.LAYOUT, layout.WORDS]] = layout.number, layout.words
    vectors = np.array(list(shapes), np.int64)
    return RecordOffsets(table, shapes, vectors, 8 * table[vectors], start, np.array(links, np.int64).reshape(-1, 3).T.copy())


def size_of(layout: Layout, sizes: Mapping[str, int]) -> int:
    """Bytes of a record of these sizes; see `Record`."""
    return 8 * _places(layout, tuple({"lanes": 1, "work_size": 0, **sizes}.items()), False).size


def address_of(array: NDArray[Any]) -> int:
    """Return the address of the first element of an array."""
    address: int = array.__array_interface__["data"][0]  # a third of the time that `ctypes.data` takes
    return address


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
        self, layout: Layout, sizes: Mapping[str, int], kernels: Mapping[str, int] | None = None, of: Record | None = None,
    ) -> None:  # fmt: skip
        self.layout, self.threads = layout, cast(list[Record], [])
        self._bound: dict[int, Any] = {}
        self.sizes = {"lanes": 1, "work_size": 0, **sizes}
        places = self._places = _places(layout, tuple(self.sizes.items()), of is not None)
        memory = np.zeros(places.size + ALIGNMENT // 8)
        address = address_of(memory)
        first = (-address % ALIGNMENT) // 8
        self._block: Floats = memory[first : first + places.size]
        self._words = self._block.view(np.int64)
        self.table = places.table.copy()
        self.address = address_of(self.table)
        """Argument of routines."""
        self._of = of
        self.used = False
        """True once a run has begun in it: until then all its memory is zero but what was set."""
        if of is not None:
            of.threads.append(self)
            self.table[:] = of.table
        self.table[places.vectors] = address + 8 * first + places.offsets
        self.real = self.table.view(np.float64)
        if of is None and kernels:
            for name, field in layout.kernels.items():
                self.table[field] = kernels.get(name, 0)
        self._link()

    def __getitem__(self, field: int) -> Any:
        """A vector as an array that shares its memory; a number as it is."""
        view = self._bound.get(field)
        if view is not None:
            return view
        found = self._places.shapes.get(field)
        declared: Declared = field.declared  # type: ignore[attr-defined]
        if found is None:
            if self._of is not None and declared.is_vector:
                return self._of[field]
            return self.real[field] if declared.kind == "real" else int(self.table[field])
        start, shape = found
        block = self._block if declared.kind == "floats" else self._words
        view = self._bound[field] = block[start : start + prod(shape)].reshape(shape)
        return view

    def __setitem__(self, field: int, value: Any) -> None:
        """Fill a vector, set a number, or name another record."""
        kind = field.declared.kind  # type: ignore[attr-defined]
        if kind in ONE_WORD:
            self.table[field] = value
        elif kind == "real":
            self.real[field] = value
        elif isinstance(value, Record):
            self._bound[field], self.table[field] = value, value.address
        else:
            self[field][...] = value

    def clear(self, first: int, last: int) -> None:
        """Zero in all vectors from one field to another, as they are declared."""
        start, shape = self._places.shapes[last]
        self._block[self._places.shapes[first][0] : start + prod(shape)] = 0.0

    def bind(self, field: int, array: NDArray[Any]) -> None:
        """Let a field be this array, of doubles or whole numbers without gaps; its rows are the parts."""
        declared = cast(Field, field).declared
        if not array.flags.c_contiguous or array.dtype.char not in "dlq":
            raise ValueError(f"{self.layout.what(field)} needs an array of 64-bit numbers without gaps")
        self._bound[field] = array
        parts = len(array) if declared.kind == "outside" or ":" in declared.shape else 1
        self.table[field : field + 3] = address_of(array), array.size // max(parts, 1), array.size
        if cast(Field, field).name in self.layout.in_tables:
            self._link()
        for thread in self.threads:
            if not declared.own:
                thread.bind(field, array)

    def _link(self) -> None:
        """Fill in the tables of addresses."""
        place, field, offset = self._places.links
        self._words[place] = self.table[field] + offset


Layout._number()
assert Layout.WORK == WORK


class Lanes(Layout):
    """Common fields of loops over lanes: those of a step from X at T to XS at TS, as `tableau.py` writes it out."""

    LANES = number("machines computed side by side", "lanes")
    N_X = number("entries of a state", "n_x")
    RATES = kernel("ẋ")
    STEP_SIZE = real("length of a fixed step [s]")
    TIMES = outside("times of the outputs [s]")
    T = floats("lanes", "time [s]", own=True)
    HS = floats("lanes", "step tried [s]", own=True)
    TS = floats("lanes", "time of the stage [s]", own=True)
    X = floats("n_x, lanes", "state", own=True)
    XS = floats("n_x, lanes", "stage, or candidate", own=True)
    XN = floats("n_x, lanes", "result of a kernel", own=True)
    HX = floats("n_x, lanes", "step tried, repeated per entry", own=True)
    K = floats("stages: n_x, lanes", "rates of the stages", own=True)
    U = floats("n_u, lanes", "inputs", own=True)
    P = floats("n_p, lanes", "parameters", own=True)
