"""Linker of objects that are called through a table alone: objects in, one module out.

memory    0 … 16 nothing; constants of the objects; the stack, which grows downwards; `start` … what the caller puts there
table     0 nothing; then the entry of each group of objects, in order
imports   `math`: functions of the C library, such as `math.pow`
exports   `memory`, `table`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from biela.kernel.wasm.binary import PADDED, named, section, signed, unsigned, vector
from biela.kernel.wasm.fold import folded, split
from biela.kernel.wasm.object_file import CODE_SECTION, DATA_SECTION, FUNCTION, Object
from biela.kernel.wasm.share import shared

STACK = 1 << 16
PAGE = 1 << 16
I32, FUNCREF, F64_CONST = 0x7F, 0x70, 0x44
CONST, END, GET_GLOBAL, F64 = b"\x41", b"\x0b", b"\x23", b"\x7c\x00"
(FUNCTION_INDEX, TABLE_INDEX, TABLE_WORD, ADDRESS, SIGNED_ADDRESS, ADDRESS_WORD, TYPE_INDEX, GLOBAL_INDEX) = range(8)
TABLE_NUMBER = 20  # kinds of relocations


@dataclass
class Linked:
    """Code with all its numbers filled in; `module` adds memory."""

    entries: dict[str, int]  # name of a group → its place in the table
    start: int  # first byte of memory that is free
    needs: list[str]  # functions imported from `math`
    types: list[bytes]
    imports: list[bytes]
    functions: list[bytes]
    elements: list[int]
    bodies: list[bytes]
    constants: list[tuple[int, bytes]]
    numbers: list[bytes]  # globals after that of the stack
    own: dict[str, bytes] = field(default_factory=dict)  # sections of the caller's own, by name

    def module(self, image: Sequence[tuple[int, bytes]], size: int) -> bytes:
        """Write a module whose memory begins with the given bytes at their addresses, and has `size` bytes at least."""
        segments = [*self.constants, *image]
        return b"".join([
            b"\0asm\1\0\0\0",
            section(1, vector(self.types)),
            section(2, vector(self.imports)),
            section(3, vector(self.functions)),
            section(4, vector([bytes([FUNCREF, 0]) + unsigned(1 + len(self.elements))])),
            section(5, vector([b"\0" + unsigned(-(-size // PAGE))])),
            section(6, vector([bytes([I32, 1]) + CONST + signed(self.start) + END, *self.numbers])),
            section(7, vector([named("memory") + b"\2\0", named("table") + b"\1\0"])),
            section(9, vector([b"\0" + CONST + signed(1) + END + vector(map(unsigned, self.elements))])),
            section(CODE_SECTION, vector(unsigned(len(body)) + body for body in self.bodies)),
            section(DATA_SECTION, vector(b"\0" + CONST + signed(at) + END + unsigned(len(data)) + data for at, data in segments)),
            *(section(0, named(name) + content) for name, content in self.own.items()),
        ])  # fmt: skip


class _Linker:
    """Linker of groups of objects: first every function and constant gets its number, then the numbers are filled in."""

    def __init__(self, groups: Mapping[str, Sequence[bytes]]) -> None:
        self.groups = {name: [Object.read(content) for content in objects] for name, objects in groups.items()}
        self.types: dict[bytes, int] = {}
        self.imports: dict[str, int] = {}
        self.signatures: list[int] = []
        self.numbers: list[tuple[Object, int]] = []
        """Every object, with the number of its first function."""
        self.memory = 16
        self.places: dict[int, list[int]] = {}

    def gather(self) -> None:
        every = [(members, each) for members in self.groups.values() for each in members]
        for members, each in every:
            defined = {s.name for member in members for s in member.symbols if s.kind == FUNCTION and s.defined}
            for name, kind in each.imports:
                if name not in defined and name not in self.imports:
                    self.imports[name] = len(self.imports)
                    self.signatures.append(self._type(each.types[kind]))
        first = len(self.imports)
        for _, each in every:
            self.numbers.append((each, first))
            first += len(each.functions)
            self.places[id(each)] = []
            for begin, end in each.segments:
                self.memory += -self.memory % 16
                self.places[id(each)].append(self.memory)
                self.memory += end - begin

    def _type(self, kind: bytes) -> int:
        return self.types.setdefault(kind, len(self.types))

    def _function(self, members: Sequence[Object], name: str, each: Object, index: int) -> int:
        """Return the number of a function: of this object, of another one of its group, or imported."""
        firsts = {id(o): first for o, first in self.numbers}
        if index >= len(each.imports):
            return firsts[id(each)] + index - len(each.imports)
        for other in members:
            for symbol in other.symbols:
                if symbol.kind == FUNCTION and symbol.defined and symbol.name == name:
                    return firsts[id(other)] + symbol.index - len(other.imports)
        return self.imports[name]

    def filled(self, members: Sequence[Object], each: Object, number: int, table: Mapping[int, int]) -> bytearray:
        """Return a section of an object with its numbers filled in."""
        content = bytearray(each.code if number == CODE_SECTION else each.data)
        for r in each.relocations.get(number, ()):
            if r.kind == TYPE_INDEX:
                value, word = self._type(each.types[r.index]), False
            elif r.kind in (GLOBAL_INDEX, TABLE_NUMBER):  # there is one of each
                value, word = 0, False
            else:
                symbol = each.symbols[r.index]
                word = r.kind in (TABLE_WORD, ADDRESS_WORD)
                if r.kind in (FUNCTION_INDEX, TABLE_INDEX, TABLE_WORD):
                    value = self._function(members, symbol.name, each, symbol.index)
                    value = value if r.kind == FUNCTION_INDEX else table[value]
                elif r.kind in (ADDRESS, SIGNED_ADDRESS, ADDRESS_WORD) and symbol.defined:
                    value = self.places[id(each)][symbol.index] + symbol.offset + r.addend
                else:
                    raise ValueError(f"a relocation of kind {r.kind} for {symbol.name!r}")
            if word:
                content[r.place : r.place + 4] = value.to_bytes(4, "little")
            else:
                write = signed if r.kind in (TABLE_INDEX, SIGNED_ADDRESS) else unsigned
                content[r.place : r.place + PADDED] = write(value, PADDED)
        return content


def link(groups: Mapping[str, tuple[str, Sequence[bytes]]]) -> Linked:
    """Link groups of objects; `ValueError` if an object cannot be read, or an entry is missing.

    groups : name → symbol of the entry, and objects that may call each other. Groups do not see each other's names
    """
    linker = _Linker({name: objects for name, (_, objects) in groups.items()})
    linker.gather()
    entries, elements = {}, []
    for name, members in linker.groups.items():
        symbol = groups[name][0]
        own = ((o, s.index) for o in members for s in o.symbols if s.kind == FUNCTION and s.defined and s.name == symbol)
        owner, index = next(own, (None, 0))
        if owner is None:
            raise ValueError(f"{name}: no function {symbol!r} in its objects")
        elements.append(linker._function(members, symbol, owner, index))
        entries[name] = len(elements)
    table = {number: k for k, number in enumerate(elements, 1)}
    bodies, functions, constants = [], [], []
    for members in linker.groups.values():
        for each in members:
            code = linker.filled(members, each, CODE_SECTION, table)
            data = linker.filled(members, each, DATA_SECTION, table)
            kinds = [each.types[kind] for kind in each.functions]
            spans = zip(each.bodies, kinds, strict=True)
            bodies += [shared(folded(bytes(code[a:b]), kind), kind) for (a, b), kind in spans]
            functions += [unsigned(linker._type(kind)) for kind in kinds]
            places = zip(linker.places[id(each)], each.segments, strict=True)
            constants += [(place, bytes(data[a:b])) for place, (a, b) in places]
    imports = [
        named("math") + named(name) + b"\0" + unsigned(kind) for name, kind in zip(linker.imports, linker.signatures, strict=True)
    ]
    start = linker.memory + STACK
    start += -start % 64
    short, numbers = pooled(bodies, first=1)
    return Linked(entries, start, list(linker.imports), list(linker.types), imports, functions, elements, short, constants, numbers)


def pooled(bodies: Sequence[bytes], first: int) -> tuple[list[bytes], list[bytes]]:
    """Return bodies of functions that read the globals from `first` on in place of long numbers, and these globals. A number that
    stands at many places takes nine bytes once, and two or three at every place."""
    parts = [split(body) for body in bodies]
    counts = Counter(token for _, tokens in parts for token in tokens if token[0] == F64_CONST)
    names: dict[bytes, bytes] = {}
    for token, count in counts.most_common():
        name = GET_GLOBAL + unsigned(first + len(names))
        if count * (len(token) - len(name)) > len(F64 + token + END):
            names[token] = name
    return [head + b"".join([names.get(t, t) for t in tokens]) for head, tokens in parts], [F64 + t + END for t in names]
