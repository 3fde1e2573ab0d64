"""Numbers that stand at many places of a module become globals: nine bytes once, and two or three at every place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from biela.kernel.wasm.binary import BinaryReader, unsigned
from biela.kernel.wasm.fold import TOKEN

NUMBER, GLOBAL, F64, END = 0x44, b"\x23", b"\x7c\x00", b"\x0b"


def pooled(bodies: Sequence[bytes], first: int) -> tuple[list[bytes], list[bytes]]:
    """Return bodies of functions that read the globals from `first` on in place of long numbers, and these globals."""
    split = [_split(body) for body in bodies]
    counts = Counter(token for _, tokens in split for token in tokens if token[0] == NUMBER)
    names: dict[bytes, bytes] = {}
    for token, count in counts.most_common():
        name = GLOBAL + unsigned(first + len(names))
        if count * (len(token) - len(name)) > len(F64 + token + END):
            names[token] = name
    return [head + b"".join([names.get(t, t) for t in tokens]) for head, tokens in split], [F64 + t + END for t in names]


def _split(body: bytes) -> tuple[bytes, list[bytes]]:
    """Return the declaration of the locals, and the instructions; none where one is not known here."""
    reader = BinaryReader(body)
    for _ in range(reader.number()):
        reader.number()
        reader.at += 1
    tokens = TOKEN.findall(body, reader.at)
    return (body[: reader.at], tokens) if sum(map(len, tokens)) == len(body) - reader.at else (body, [])
