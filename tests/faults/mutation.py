"""Damaged files: what disks, editors, other programs and attackers make of good ones. The same seed gives the same damage."""

# ruff: noqa: E501  (tables of data read best with one entry to a line)
from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

Random = np.random.Generator
NASTY = (
    b"0", b"-1", b"1e200", b"-1e308", b"1e-300", b"1e999", b"nan", b"inf", b"-inf", b"1j", b"0x10", b"1_0", b"9" * 400, b"", b"None", b"null",
    b"true", b"[]", b"{}", b"[[[[]]]]", b"()", b"''", b"1 2", b"1 2 3 4 5 6 7 8", b"a", b"../../x", b"__import__('os').system('x')", b"%s%n", b"\xff",
    b"\x00", b"\xc3", "½".encode(), "\u202e".encode(), b"9**9**9", b"1/0", b"sqrt(-1)", b"*a", b"&a", b"!!python/object:os.system", b"<x/>", b"&lt;",
    b"{a: {a: {a: 1}}}", b"world", b"ground", b"time", b"t", b"1 km", b"1 kg", b"-0.0", b"5e-324", b"\xef\xbb\xbf", b"#", b"-", b":", b"\t",
)  # fmt: skip
"""What a value may be replaced with."""
_NUMBER = re.compile(rb"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")
_WORD = re.compile(rb"[A-Za-z_][A-Za-z_0-9]*")


def _place(data: bytes, rng: Random) -> tuple[int, int]:
    start = int(rng.integers(len(data) + 1))
    return start, min(len(data), start + int(rng.geometric(0.08)))


def _token(data: bytes, rng: Random, pattern: re.Pattern[bytes], new: Callable[[list[bytes]], bytes]) -> bytes:
    found = list(pattern.finditer(data))
    if not found:
        return data + new([b"x"])
    one = found[rng.integers(len(found))]
    return data[: one.start()] + new([m.group() for m in found]) + data[one.end() :]


def flip(data: bytes, rng: Random) -> bytes:
    """One bit."""
    out = bytearray(data or b"\x00")
    out[rng.integers(len(out))] ^= 1 << int(rng.integers(8))
    return bytes(out)


def cut(data: bytes, rng: Random) -> bytes:
    """Some bytes are missing."""
    a, b = _place(data, rng)
    return data[:a] + data[b:]


def truncate(data: bytes, rng: Random) -> bytes:
    """The end is missing."""
    return data[: _place(data, rng)[0]]


def insert(data: bytes, rng: Random) -> bytes:
    """Something nasty somewhere."""
    a, _ = _place(data, rng)
    return data[:a] + NASTY[rng.integers(len(NASTY))] + data[a:]


def number(data: bytes, rng: Random) -> bytes:
    """A number becomes something else."""
    return _token(data, rng, _NUMBER, lambda _: NASTY[rng.integers(len(NASTY))])


def word(data: bytes, rng: Random) -> bytes:
    """A word becomes another word of the file."""
    return _token(data, rng, _WORD, lambda words: words[rng.integers(len(words))])


def nasty_word(data: bytes, rng: Random) -> bytes:
    """A word becomes something else."""
    return _token(data, rng, _WORD, lambda _: NASTY[rng.integers(len(NASTY))])


def copy(data: bytes, rng: Random) -> bytes:
    """A piece stands a second time, elsewhere."""
    (a, b), (c, _) = _place(data, rng), _place(data, rng)
    return data[:c] + data[a:b] + data[c:]


def lines(data: bytes, rng: Random) -> bytes:
    """Lines are swapped, doubled or lost."""
    all_lines = data.split(b"\n")
    i, j = (int(rng.integers(len(all_lines))) for _ in range(2))
    match int(rng.integers(4)):
        case 0:
            all_lines[i], all_lines[j] = all_lines[j], all_lines[i]
        case 1:
            all_lines.insert(i, all_lines[j])
        case 2:
            del all_lines[i]
        case _:
            all_lines[i] = (b" " * int(rng.integers(12))) + all_lines[i].lstrip()
    return b"\n".join(all_lines)


def noise(data: bytes, rng: Random) -> bytes:
    """Random bytes in place of a piece."""
    a, b = _place(data, rng)
    return data[:a] + rng.bytes(b - a) + data[b:]


def deep(data: bytes, rng: Random) -> bytes:
    """Something very deep."""
    a, _ = _place(data, rng)
    depth = int(rng.choice([30, 3000, 30_000]))
    one = (b"[", b"{a: ", b"<body>", b"(", b"-", b"<frame>", b"- ")[rng.integers(7)]
    return data[:a] + one * depth + data[a:]


def encoding(data: bytes, rng: Random) -> bytes:
    """Saved by another program: Latin-1, UTF-16, a byte-order mark, other ends of lines."""
    text = data.decode("utf-8", "replace")
    return (
        text.replace("e", "é").encode("latin-1", "replace"), text.encode("utf-16"), text.encode("utf-32"), b"\xef\xbb\xbf" + data,
        data.replace(b"\n", b"\r\n"), data.replace(b"\n", b"\r"), data.replace(b",", b";"), data.replace(b".", b","),
    )[rng.integers(8)]  # fmt: skip


MUTATORS = (flip, cut, truncate, insert, copy, lines, noise, deep, encoding, *(number, word, nasty_word) * 4)


def mutated(data: bytes, rng: Random) -> bytes:
    """The file after one to three accidents."""
    for _ in range(int(rng.choice([1, 1, 2, 3]))):
        data = MUTATORS[rng.integers(len(MUTATORS))](data, rng)
    return data
