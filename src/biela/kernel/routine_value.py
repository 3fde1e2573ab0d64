"""Values of routines in LLVM IR: types, constants, conversions, accesses of memory. First of three layers of one writer.

A routine knows whole numbers (64 bits, `np.uint64` where bits are mixed), doubles, truth values and pointers to them.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from biela.base.errors import Untranslatable
from biela.kernel.routine import FAULT, FAULT_INDEX, FAULT_SIZE, WORDS

BOOL, INT, WORD, REAL, VOID = "i1", "i64", "u64", "double", "void"
"""Types of numbers; `WORD` is a whole number without a sign. A tuple of types is one too."""
INTS, REALS, SINGLES, BYTES, TABLE = "i64*", "double*", "float*", "i8*", "ptr*"
"""Types of pointers. What `SINGLES` and `BYTES` point to is read as a double and as a whole number; `TABLE` points to vectors."""
READ_AS = {INTS: INT, REALS: REAL, SINGLES: REAL, BYTES: INT, TABLE: REALS}
NUMBERS = (BOOL, INT, REAL)  # each can be converted to those after it
CHECKED_POINTER = "{ ptr, i64, ptr, i64 }"  # pointer, entries behind it, the table of the run that it is from, its field there

Kind = Any  # type of a value: one of the names above, or a tuple of types
MISSING = object()


class TypedValue(NamedTuple):
    """Expression: its type, its text, and its value where that is known."""

    type: Kind
    text: str
    known: Any = MISSING

    @property
    def constant(self) -> bool:
        return self.known is not MISSING


def known(value: Any) -> TypedValue:
    """Return a constant."""
    if isinstance(value, bool | np.bool_):
        return TypedValue(BOOL, "true" if value else "false", bool(value))
    if isinstance(value, np.uint64):
        return TypedValue(WORD, str(int(value)), value)
    if isinstance(value, int | np.integer):
        return TypedValue(INT, str(int(value)), int(value))
    if isinstance(value, float | np.floating):
        bits = struct.unpack("<Q", struct.pack("<d", float(value)))[0]
        return TypedValue(REAL, f"0x{bits:016X}", float(value))
    return TypedValue("object", "", value)


def wider(a: Kind, b: Kind) -> Kind:
    """Return the type that holds values of both."""
    if a == b:
        return a
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return tuple(map(wider, a, b))
    if a in NUMBERS and b in NUMBERS:
        return max(a, b, key=NUMBERS.index)
    raise Untranslatable(f"a value that is both {a} and {b}")


class InstructionWriter:
    """Writer of the instructions of one function: conversions, and accesses of memory."""

    module: Any  # `routine_to_llvm.Module` that the function is part of
    name: str
    variables: dict[str, Kind]  # types of the variables
    lines: list[str]
    count = 0
    block = "entry"
    result: Kind = VOID

    # -- instructions ---------------------------------------------------------------------------------------------------------

    def new(self, instruction: str) -> str:
        """Write an instruction; return the name of its result."""
        self.count += 1
        self.lines.append(f"  %t{self.count} = {instruction}")
        return f"%t{self.count}"

    def say(self, instruction: str) -> None:
        self.lines.append(f"  {instruction}")

    def label(self, name: str) -> str:
        self.count += 1
        return f"{name}.{self.count}"

    def begin(self, block: str) -> None:
        self.lines.append(f"{block}:")
        self.block = block

    def jump(self, block: str) -> None:
        self.say(f"br label %{block}")

    def fork(self, test: str, yes: str, no: str) -> None:
        self.say(f"br i1 {test}, label %{yes}, label %{no}")

    def llvm(self, kind: Kind) -> str:
        """Return LLVM's name of a type."""
        if isinstance(kind, tuple):
            return "{ " + ", ".join(map(self.llvm, kind)) + " }"
        if kind in READ_AS:
            return CHECKED_POINTER if self.module.checked else "ptr"
        return "i64" if kind == WORD else str(kind)

    def convert(self, value: TypedValue, kind: Kind) -> TypedValue:
        """Convert a value to a wider type, or to the type that a cast names."""
        if value.type == kind:
            return value
        if isinstance(kind, tuple):
            return self.together([self.convert(v, k) for v, k in zip(self.parts(value), kind, strict=True)])
        if value.constant and kind in NUMBERS and value.type in NUMBERS:
            return known({BOOL: bool, INT: int, REAL: float}[kind](value.known))
        if kind == BOOL:
            return TypedValue(BOOL, self.truth(value))
        if (value.type, kind) in ((INT, WORD), (WORD, INT)):
            return TypedValue(kind, value.text)
        how = {
            (BOOL, INT): "zext", (BOOL, WORD): "zext", (BOOL, REAL): "uitofp", (INT, REAL): "sitofp", (WORD, REAL): "uitofp",
            (REAL, INT): "fptosi", (REAL, WORD): "fptoui",
        }.get((value.type, kind))  # fmt: skip
        if how is None:
            raise Untranslatable(f"{self.name}: {value.type} as {kind}")
        return TypedValue(kind, self.new(f"{how} {self.llvm(value.type)} {value.text} to {self.llvm(kind)}"))

    def together(self, values: Sequence[TypedValue]) -> TypedValue:
        """Combine several values into one."""
        kind, made = tuple(v.type for v in values), "poison"
        for k, v in enumerate(values):
            made = self.new(f"insertvalue {self.llvm(kind)} {made}, {self.llvm(v.type)} {v.text}, {k}")
        return TypedValue(kind, made)

    def parts(self, value: TypedValue) -> list[TypedValue]:
        """Return the values that one consists of."""
        if not isinstance(value.type, tuple):
            return [value]
        whole = f"{self.llvm(value.type)} {value.text}"
        return [TypedValue(kind, self.new(f"extractvalue {whole}, {k}")) for k, kind in enumerate(value.type)]

    def truth(self, value: TypedValue) -> str:
        """Return an operand of type i1: true where a value is not zero."""
        if value.type == BOOL:
            return value.text
        if value.constant and value.type != "object":
            return "true" if value.known else "false"
        if value.type == REAL:
            return self.new(f"fcmp une double {value.text}, 0.0")
        return self.new(f"icmp ne i64 {value.text}, 0")

    # -- memory ---------------------------------------------------------------------------------------------------------------

    def place(self, pointer: TypedValue, index: TypedValue) -> str:
        """Return the address of an entry; in a checked routine the function ends here if there is no such entry."""
        if pointer.type not in READ_AS:
            raise Untranslatable(f"{self.name}: an entry of {pointer.type}")
        index, text = self.convert(index, INT), pointer.text
        if self.module.checked:
            text, size, table, field = (self.new(f"extractvalue {CHECKED_POINTER} {pointer.text}, {k}") for k in range(4))
            self.refuse(table, field, index.text, size)
        return self.new(f"getelementptr inbounds {pointer.type[:-1]}, ptr {text}, i64 {index.text}")

    def read(self, pointer: TypedValue, index: TypedValue) -> TypedValue:
        """Read an entry."""
        found = self.new(f"load {pointer.type[:-1]}, ptr {self.place(pointer, index)}")
        if pointer.type == SINGLES:
            found = self.new(f"fpext float {found} to double")
        elif pointer.type == BYTES:
            found = self.new(f"zext i8 {found} to i64")
        return TypedValue(READ_AS[pointer.type], found)

    def write(self, pointer: TypedValue, index: TypedValue, value: TypedValue) -> None:
        """Set an entry."""
        place = self.place(pointer, index)
        text = self.convert(value, READ_AS[pointer.type]).text
        if pointer.type == SINGLES:
            text = self.new(f"fptrunc double {text} to float")
        elif pointer.type == BYTES:
            text = self.new(f"trunc i64 {text} to i8")
        self.say(f"store {pointer.type[:-1]} {text}, ptr {place}")

    def pointer(self, kind: str, address: str, size: str = "0", table: str = "null", field: str = "0") -> TypedValue:
        """Return a pointer to an address, with the size of the field that begins there."""
        if not self.module.checked:
            return TypedValue(kind, address)
        made = "poison"
        for k, (part, value) in enumerate((("ptr", address), ("i64", size), ("ptr", table), ("i64", field))):
            made = self.new(f"insertvalue {CHECKED_POINTER} {made}, {part} {value}, {k}")
        return TypedValue(kind, made)

    def address(self, word: str) -> str:
        """Return the address that is stored in a word of a table."""
        return self.new(f"inttoptr i64 {word} to ptr")

    def outer(self, pointer: TypedValue) -> tuple[str, str]:
        """Return (address, table in which faults are noted) of the pointer to a table."""
        if not self.module.checked:
            return pointer.text, "null"
        address, table = (self.new(f"extractvalue {CHECKED_POINTER} {pointer.text}, {k}") for k in (0, 2))
        return address, table

    def table(self, address: str, outer: str = "") -> TypedValue:
        """Return the table of a record at an address; its length is one of its words."""
        if not self.module.checked:
            return TypedValue(INTS, address)
        place = self.new(f"getelementptr i64, ptr {address}, i64 {WORDS}")
        return self.pointer(INTS, address, self.new(f"load i64, ptr {place}"), outer or address)

    def refuse(self, table: str, field: str, index: str, size: str) -> None:
        """Note a fault and end the function unless 0 ≤ index < size."""
        fault, first, leave, fine = map(self.label, ("fault", "first", "leave", "fine"))
        self.fork(self.new(f"icmp ult i64 {index}, {size}"), fine, fault)
        self.begin(fault)
        words = [self.new(f"getelementptr i64, ptr {table}, i64 {k}") for k in (FAULT, FAULT_INDEX, FAULT_SIZE)]
        self.fork(self.new(f"icmp eq i64 {self.new(f'load i64, ptr {words[0]}')}, 0"), first, leave)
        self.begin(first)
        for word, value in zip(words, (self.new(f"add i64 {field}, 1"), index, size), strict=True):
            self.say(f"store i64 {value}, ptr {word}")
        self.jump(leave)
        self.begin(leave)
        self.leave()
        self.begin(fine)

    def refuse_after_fault(self, table: str) -> None:
        """End the function if what it called has met a fault."""
        found = self.new(f"load i64, ptr {self.new(f'getelementptr i64, ptr {table}, i64 {FAULT}')}")
        leave, fine = self.label("leave"), self.label("fine")
        self.fork(self.new(f"icmp eq i64 {found}, 0"), fine, leave)
        self.begin(leave)
        self.leave()
        self.begin(fine)

    def leave(self) -> None:
        """Return nothing in particular."""
        self.say("ret void" if self.result == VOID else f"ret {self.llvm(self.result)} zeroinitializer")
