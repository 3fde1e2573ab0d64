"""Values that are used soon stay on the stack of WebAssembly instead of going through a local.

The quick selection of instructions writes `x = a * b` and later `x + c` as two statements. Here an expression waits until its
value is first asked for, and is written there: nothing names the local of a value that is used once, and one that is used
again is kept on the way (`local.tee`). Numbers are computed by the same operations, only later, so that no digit changes.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from biela.kernel.wasm.binary import BinaryReader
from biela.kernel.wasm.share import NUMBER, OTHER

WAIT = 200  # statements that an expression waits for its first use: longer ones keep too many operands alive
GET, SET, TEE = 0x20, 0x21, 0x22
TOKEN = re.compile(rb"[\x20-\x22]" + NUMBER + rb"|" + OTHER, re.DOTALL)

UNARY = (0x45, 0x50, *range(0x67, 0x6A), *range(0x79, 0x7C), *range(0x8B, 0x92), *range(0x99, 0xA0), *range(0xA7, 0xC5))
TAKEN = {
    **dict.fromkeys((0x23, 0x41, 0x42, 0x43, 0x44), 0), **dict.fromkeys(range(0x28, 0x36), 1),
    **dict.fromkeys(range(0x45, 0xC5), 2), **dict.fromkeys(UNARY, 1), 0x1B: 3,
}  # fmt: skip
"""Operations that leave one value on the stack → how many they take from it."""
BOUND = {0x23, *range(0x28, 0x36), *range(0x6D, 0x71), *range(0x7F, 0x83), *range(0xA8, 0xB2)}
"""Operations that stay where they are: they read globals or memory, or may stop the program, as whole divisions do."""
STORES = range(0x36, 0x3F)


class _Value(NamedTuple):
    """Instructions that leave one value on the stack. `free`: they may be executed later, and give the same."""

    parts: list[bytes]
    free: bool


def folded(body: bytes, kind: bytes) -> bytes:
    """Return the body of a function with fewer statements; as it is if an instruction is not known here.

    A local that is written more than once, memory and calls keep their order: what depends on them is written where it stood.
    At a branch, everything that waits is written.
    """
    head, tokens = split(body)
    if not tokens or b"\x03" in tokens:
        return body
    return head + _Folding(tokens, BinaryReader(kind, 1).number()).run(tokens)


def split(body: bytes) -> tuple[bytes, list[bytes]]:
    """Return the declaration of the locals, and the instructions; all and none where an instruction is not known here."""
    reader = BinaryReader(body)
    for _ in range(reader.number()):
        reader.number()
        reader.at += 1
    tokens = TOKEN.findall(body, reader.at)
    return (body[: reader.at], tokens) if sum(map(len, tokens)) == len(body) - reader.at else (body, [])


class _Folding:
    def __init__(self, tokens: list[bytes], given: int):
        self.read = Counter(t[1:] for t in tokens if t[0] == GET)
        written = Counter(t[1:] for t in tokens if t[0] in (SET, TEE))
        early, known = set(), set[bytes]()  # locals that are read before they are written, when they are zero
        for token in tokens:
            if token[0] == GET and token[1:] not in known:
                early.add(token[1:])
            elif token[0] in (SET, TEE):
                known.add(token[1:])
        self.changing = {n for n, count in written.items() if count > 1 or n in early or BinaryReader(n).number() < given}
        self.once = written.keys() - self.changing
        self.out: list[bytes] = []
        self.stack: list[_Value] = []
        self.waiting: dict[bytes, tuple[int, _Value]] = {}  # local → since which statement, and what its value is
        self.statements = 0

    def run(self, tokens: list[bytes]) -> bytes:
        for token in tokens:
            operation = token[0]
            if operation == GET:
                self.stack.append(_Value([token], token[1:] not in self.changing))
            elif operation in TAKEN:
                self.stack.append(self._taken(TAKEN[operation], token, operation not in BOUND))
            elif operation == SET:
                self._set(token[1:], self._pop())
            elif operation in STORES:
                self._write(self._taken(2, token, False).parts)
            else:  # calls, branches and the end; what a tee leaves has its order
                self._settle(everything=operation not in (TEE, 0x10, 0x1A))
                self.out.append(token)
        return b"".join(self.out)

    def _pop(self) -> _Value:
        """Take the value on top; if it is not here, it was left by a call, and its place is on the stack of the program."""
        return self.stack.pop() if self.stack else _Value([], False)

    def _taken(self, count: int, token: bytes, free: bool) -> _Value:
        values = [self._pop() for _ in range(count)][::-1]
        parts = [part for value in values for part in value.parts]
        parts.append(token)
        return _Value(parts, free and all(value.free for value in values))

    def _set(self, name: bytes, value: _Value) -> None:
        if name in self.once and value.free:
            if self.read[name]:
                self.waiting[name] = self.statements, value
        else:
            self._write([*value.parts, bytes([SET]) + name])

    def _write(self, parts: list[bytes]) -> None:
        """Write a statement, and before it what has waited for too long."""
        self.statements += 1
        while self.waiting:
            name, (since, _) = next(iter(self.waiting.items()))
            if self.statements - since <= WAIT:
                break
            self._release(name)
        self._emit(parts)

    def _release(self, name: bytes) -> None:
        _, value = self.waiting.pop(name)
        self._emit(value.parts)
        self.out.append(bytes([SET]) + name)

    def _emit(self, parts: list[bytes]) -> None:
        """Write instructions; a value that waits is written where it is read."""
        out, waiting = self.out, self.waiting
        todo = [iter(parts)]
        ends: list[bytes | None] = [None]
        while todo:
            for part in todo[-1]:
                if part[0] == GET and part[1:] in waiting:
                    name = part[1:]
                    _, value = waiting.pop(name)
                    todo.append(iter(value.parts))
                    ends.append(None if self.read[name] == 1 else bytes([TEE]) + name)
                    break
                out.append(part)
            else:
                todo.pop()
                if (end := ends.pop()) is not None:
                    out.append(end)

    def _settle(self, everything: bool) -> None:
        """Bring the stack of the program to what it is here; before a branch, all locals too."""
        if everything:
            while self.waiting:
                self._release(next(iter(self.waiting)))
        for value in self.stack:
            self._emit(value.parts)
        self.stack.clear()
