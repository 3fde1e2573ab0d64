"""A WebAssembly object as LLVM writes it: functions, data, and the places where a linker fills in numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from biela.kernel.wasm.binary import BinaryReader

FUNCTION, DATA, GLOBAL, SECTION, _EVENT, TABLE = range(6)  # kinds of symbols
UNDEFINED, NAMED = 0x10, 0x40  # flags of symbols
CODE_SECTION, DATA_SECTION = 10, 11
WITH_ADDEND = (3, 4, 5, 8, 9)  # relocations that carry a number to be added


@dataclass
class Symbol:
    """Name in an object; `index` is its place among functions, globals or segments of data."""

    kind: int
    index: int
    name: str
    defined: bool
    offset: int = 0


@dataclass
class Relocation:
    """Number to fill in: its kind, its place in the section, the symbol or type it stands for, what to add."""

    kind: int
    place: int
    index: int
    addend: int


@dataclass
class Object:
    """Content of an object file."""

    types: list[bytes] = field(default_factory=list)
    imports: list[tuple[str, int]] = field(default_factory=list)  # functions from outside: name and type
    functions: list[int] = field(default_factory=list)  # types of its own functions
    bodies: list[tuple[int, int]] = field(default_factory=list)  # spans of their bodies in the section of code
    segments: list[tuple[int, int]] = field(default_factory=list)  # spans of the segments in the section of data
    code: bytes = b""
    data: bytes = b""
    symbols: list[Symbol] = field(default_factory=list)
    relocations: dict[int, list[Relocation]] = field(default_factory=dict)  # by the number of the section

    @classmethod
    def read(cls, content: bytes) -> Object:
        """Read an object; `ValueError` if it is none, or has something that no kernel has."""
        if content[:8] != b"\0asm\1\0\0\0":
            raise ValueError("not a WebAssembly object")
        made, reader, numbers = cls(), BinaryReader(content, 8), list[int]()
        while not reader.ended:
            number = reader.byte()
            numbers.append(number)
            made._section(number, BinaryReader(reader.bytes()), numbers)
        return made

    def _section(self, number: int, r: BinaryReader, numbers: list[int]) -> None:
        if number == 0:
            name = r.text()
            if name == "linking":
                self._linking(r)
            elif name.startswith("reloc."):
                of = numbers[r.number()]
                self.relocations[of] = [_relocation(r) for _ in range(r.number())]
        elif number == 1:
            self.types = [_type(r) for _ in range(r.number())]
        elif number == 2:
            for _ in range(r.number()):
                self._import(r)
        elif number == 3:
            self.functions = [r.number() for _ in range(r.number())]
        elif number == CODE_SECTION:
            self.code = r.data
            self.bodies = [_span(r) for _ in range(r.number())]
        elif number == DATA_SECTION:
            self.data = r.data
            self.segments = [_segment(r) for _ in range(r.number())]
        elif number not in (9, 12):  # tables of elements and counts of segments are written anew
            raise ValueError(f"a WebAssembly object with a section {number}")

    def _import(self, r: BinaryReader) -> None:
        _, name = r.text(), r.text()
        kind = r.byte()
        if kind == 0:
            self.imports.append((name, r.number()))
        elif kind == 1:  # a table: type of its elements, then limits
            r.at += 1
            _limits(r)
        elif kind == 2:
            _limits(r)
        else:
            r.at += 2

    def _linking(self, r: BinaryReader) -> None:
        r.number()  # version
        while not r.ended:
            kind = r.byte()
            part = BinaryReader(r.bytes())
            if kind == 8:
                self.symbols = [self._symbol(part) for _ in range(part.number())]

    def _symbol(self, r: BinaryReader) -> Symbol:
        kind, flags = r.byte(), r.number()
        defined = not flags & UNDEFINED
        if kind == DATA:
            name = r.text()
            index, offset = (r.number(), r.number()) if defined else (-1, 0)
            if defined:
                r.number()  # size
            return Symbol(kind, index, name, defined, offset)
        index = r.number()
        if kind == SECTION:
            return Symbol(kind, index, "", True)
        if defined or flags & NAMED:
            return Symbol(kind, index, r.text(), defined)
        return Symbol(kind, index, self.imports[index][0] if kind == FUNCTION else "", False)


def _relocation(r: BinaryReader) -> Relocation:
    kind, place, index = r.byte(), r.number(), r.number()
    return Relocation(kind, place, index, r.signed() if kind in WITH_ADDEND else 0)


def _type(r: BinaryReader) -> bytes:
    """Read a type of functions, as its bytes."""
    start = r.at
    r.at += 1
    r.bytes(), r.bytes()
    return r.data[start : r.at]


def _limits(r: BinaryReader) -> None:
    for _ in range(1 + (r.byte() & 1)):
        r.number()


def _span(r: BinaryReader) -> tuple[int, int]:
    size = r.number()
    r.at += size
    return r.at - size, r.at


def _segment(r: BinaryReader) -> tuple[int, int]:
    if r.number() != 0:
        raise ValueError("a WebAssembly object with a passive segment")
    r.at += 1  # i32.const
    r.signed()
    r.at += 1  # end
    return _span(r)


def outside(content: bytes) -> set[str]:
    """Return the functions that an object needs from outside."""
    return {name for name, _ in Object.read(content).imports}
