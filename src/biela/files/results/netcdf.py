"""Results as netCDF-4 files: HDF5 with dimension scales, written in one pass by NumPy alone.

A result is simple: tables of doubles with a few labels, all known before the first byte is written. So the file is laid out
at once, in the oldest form of HDF5, which every reader knows: superblock, a heap for references and long texts, the root group
with its table of names, a header per variable, the numbers. The general library takes a quarter of a second for the seven
hundred signals of an excavator, besides its import.

Damage is noticed twice: each table is one chunk with a Fletcher checksum, which every reader of HDF5 verifies, and a digest of
the whole file is between the superblock and the heap, where HDF5 does not look; `netcdf_reader.py` verifies it first.

References: HDF5 File Format Specification, version 1.1, II.A, III.A to III.E, IV.A; The NetCDF-4 file format, Unidata netCDF
documentation, appendix C; Fletcher (1982), An arithmetic checksum for serial transmissions
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from struct import pack
from typing import Any

import numpy as np
from numpy.typing import NDArray

from biela.base.array import Array

NO_VARIABLE = "This is a netCDF dimension but not a netCDF variable.{:10d}"
"""Name by which the format marks a dimension without coordinates."""
HIDDEN = ("CLASS", "NAME", "DIMENSION_LIST", "REFERENCE_LIST", "_Netcdf4Dimid", "_Netcdf4Coordinates", "_FillValue")
"""Attributes of the format itself."""
NOWHERE = 2**64 - 1
"""An address that is not used."""
MARK, MARK_AT = b"biela 1, sha256:", 104
"""Mark after the superblock, and its address; the digest of the file comes after it."""
DIGEST_AT = MARK_AT + len(MARK)
HEAP = DIGEST_AT + 40
"""Address of the heap."""
LONG_TEXT = 30_000
"""Texts of more bytes go to the heap: a message of a header holds 64 kB."""
LEAF = 512
"""Entries of a node of the table of names."""
LARGEST_CHUNK = 2**32 - 8
"""Bytes of a table that can have a checksum of its own."""

# Datatype messages (IV.A.2.d): IEEE double, integers of 8 and 4 bytes, lists of object references, text in the heap.
DOUBLE = bytes.fromhex("11203f0008000000 0000400034 0b0034ff030000")
INTEGER = bytes.fromhex("1008000008000000 00004000")
SMALL_INTEGER = bytes.fromhex("1008000004000000 00002000")
REFERENCES = bytes.fromhex("1900000010000000 1700000008000000")
LONG_STRING = bytes.fromhex("1901010010000000 1000000001000000 00000800")

FLETCHER = pack("<BB6xHHHH", 1, 1, 3, 0, 0, 0)
"""Filter message (IV.A.2.l): a checksum, and nothing else."""

Variable = tuple[tuple[str, ...], Any, Mapping[str, str]]


def netcdf_image(coordinates: Mapping[str, Any], variables: Mapping[str, Variable], about: Mapping[str, object]) -> bytes:
    """Return the file of variables, name → (dimensions, values, labels), over dimensions with or without coordinates."""
    sizes: dict[str, int] = {}
    for dimensions, values, _ in variables.values():
        sizes |= dict(zip(dimensions, np.shape(values), strict=True))
    scales, texts = list(sizes), list[bytes]()

    def label(name: str, value: object) -> bytes:
        """Return an attribute: a number or a text."""
        if isinstance(value, int | np.integer):
            return _attribute(name, INTEGER, (), pack("<q", int(value)))
        if isinstance(value, float | np.floating):
            return _attribute(name, DOUBLE, (), pack("<d", float(value)))
        text = str(value).encode() + b"\0"
        if len(text) > LONG_TEXT:
            texts.append(text[:-1])
            return _attribute(name, LONG_STRING, (), pack("<IQI", len(text) - 1, HEAP, len(scales) + len(texts)))
        return _attribute(name, pack("<BBHI", 0x13, 0 if text.isascii() else 0x10, 0, len(text)), (), text)

    arrays: dict[str, Any] = {}
    labels: dict[str, list[bytes]] = {}
    for number, (name, size) in enumerate(sizes.items()):
        arrays[name], own = coordinates.get(name, (np.zeros(size), {}))
        meaning = name if name in coordinates else NO_VARIABLE.format(size)
        identity = _attribute("_Netcdf4Dimid", SMALL_INTEGER, (), pack("<i", number))
        said = {"CLASS": "DIMENSION_SCALE", "NAME": meaning, **own}
        labels[name] = [identity, *(label(key, value) for key, value in said.items())]
    for name, (dimensions, values, own) in variables.items():
        arrays[name] = values
        to = b"".join(pack("<IQI", 1, HEAP, 1 + scales.index(dimension)) for dimension in dimensions)
        along = _attribute("DIMENSION_LIST", REFERENCES, (len(dimensions),), to)
        labels[name] = [along, *(label(key, value) for key, value in own.items())]
    return _image(arrays, labels, [label(key, value) for key, value in about.items()], scales, texts)


def _image(  # long: the layout of a file is one thing
    arrays: Mapping[str, Any], labels: Mapping[str, list[bytes]], about: Sequence[bytes], scales: Sequence[str],
    texts: Sequence[bytes],
) -> bytes:  # fmt: skip
    """Lay the file out: each address follows from the sizes of what precedes it."""
    order = sorted(arrays, key=str.encode)  # as the table of names must be
    data = [np.ascontiguousarray(arrays[name], "<f8") for name in order]
    names = [_padded(name.encode() + b"\0") for name in order]
    places = [8, *(8 + np.cumsum([len(name) for name in names])).tolist()]  # the empty name comes first
    firsts = range(0, len(order), LEAF)
    fan = max(32, len(firsts))
    leaf_size, tree_size = 8 + LEAF * 40, 24 + fan * 8 + (fan + 1) * 8

    root = HEAP + len(_heap([bytes(8)] * len(scales) + [*texts]))
    tree = root + len(_header([_message(17, bytes(16)), *about]))
    table = tree + tree_size
    leaves = table + 32 + places[-1]
    headers = leaves + len(firsts) * leaf_size
    parts = [_variable(x, labels[name]) for name, x in zip(order, data, strict=True)]
    at = (headers + np.cumsum([0, *(len(before) + 8 + len(after) for before, after in parts)])).tolist()
    sizes = [x.nbytes + (_node_size(x.ndim) + 8 if _has_checksum(x) else 0) for x in data]
    starts = (at[-1] + np.cumsum([0, *sizes])).tolist()

    where = dict(zip(order, at, strict=False))
    entries = [pack("<QQ24x", place, header) for place, header in zip(places, at, strict=False)]
    children = [(leaves + k * leaf_size, places[min(first + LEAF, len(order)) - 1]) for k, first in enumerate(firsts)]
    node = b"TREE" + pack("<BBHQQQ", 0, 0, len(firsts), NOWHERE, NOWHERE, 0)
    content = [
        b"\x89HDF\r\n\x1a\n" + pack("<8BHHIHH", 1, 0, 0, 0, 0, 8, 8, 0, LEAF // 2, fan // 2, 0, 1, 0),
        pack("<4Q", 0, NOWHERE, starts[-1], NOWHERE) + pack("<QQIIQQ4x", 0, root, 1, 0, tree, table),
        MARK,
        bytes(HEAP - DIGEST_AT),  # the digest, as long as it is not known
        _heap([*(pack("<Q", where[scale]) for scale in scales), *texts]),
        _header([_message(17, pack("<QQ", tree, table)), *about]),
        (node + b"".join(pack("<QQ", *child) for child in children)).ljust(tree_size, b"\0"),
        b"HEAP" + pack("<4xQQQ", places[-1], 1, table + 32) + bytes(8) + b"".join(names),
    ]
    for first in firsts:
        own = entries[first : min(first + LEAF, len(order))]
        content.append((b"SNOD" + pack("<BBH", 1, 0, len(own)) + b"".join(own)).ljust(leaf_size, b"\0"))
    for (before, after), start, x in zip(parts, starts, data, strict=False):
        content += [before, pack("<Q", start if x.size else NOWHERE), after]
    content += [_table(x, start) for x, start in zip(data, starts, strict=False)]
    digest = hashlib.sha256()
    for piece in content:
        digest.update(piece)
    content[3] = digest.digest().ljust(HEAP - DIGEST_AT, b"\0")
    return b"".join(content)


def _padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % 8)


def _message(kind: int, content: bytes) -> bytes:
    """Return a message of a header (IV.A.1.a)."""
    content = _padded(content)
    return pack("<HHB3x", kind, len(content), 0) + content


def _header(messages: Sequence[bytes]) -> bytes:
    """Return the header of an object (IV.A.1.a)."""
    content = b"".join(messages)
    return pack("<BxHII4x", 1, len(messages), 1, len(content)) + content


def _space(shape: Sequence[int]) -> bytes:
    """Return the dataspace (IV.A.2.b)."""
    return pack(f"<BB6x{len(shape)}Q", 1, len(shape), *shape)


def _attribute(name: str, kind: bytes, shape: Sequence[int], content: bytes) -> bytes:
    """Return a label (IV.A.2.m)."""
    text, space = name.encode() + b"\0", _space(shape)
    head = pack("<BxHHH", 1, len(text), len(kind), len(space))
    return _message(12, head + _padded(text) + _padded(kind) + space + content)


def _variable(x: Array, labels: Sequence[bytes]) -> tuple[bytes, bytes]:
    """Return the header of a table of doubles (shape, type, no fill value, labels) before and after the address of its numbers."""
    own = [(1, _space(x.shape)), (3, DOUBLE)]
    if _has_checksum(x):
        own += [(5, bytes((2, 3, 2, 0))), (11, FLETCHER)]
        layout = (8, pack(f"<BBBQ{x.ndim}II", 3, 2, x.ndim + 1, 0, *x.shape, 8))
    else:
        own += [(5, bytes((2, 2, 2, 0)))]
        layout = (8, pack("<BBQQ", 3, 1, 0, x.nbytes))
    messages = [_message(kind, content) for kind, content in own]
    place = 16 + sum(map(len, messages)) + 8 + (3 if _has_checksum(x) else 2)
    header = _header([*messages, _message(*layout), *labels])
    return header[:place], header[place + 8 :]


def _has_checksum(x: Array) -> bool:
    """Return whether a table is a chunk; an empty or a giant one cannot be."""
    return bool(x.ndim > 0 and 0 < x.nbytes <= LARGEST_CHUNK)


def _node_size(rank: int) -> int:
    """Return bytes of the node that points to a chunk: room for three keys and two addresses (III.A.1)."""
    return 24 + 3 * (16 + 8 * rank) + 2 * 8


def _table(x: Array, start: int) -> bytes:
    """Return the numbers of a table that begins at an address, after the node that points to them and before their checksum."""
    data: bytes = x.tobytes()
    if not _has_checksum(x):
        return data
    size = _node_size(x.ndim)
    first = pack(f"<II{x.ndim + 1}Q", len(data) + 4, 0, *[0] * (x.ndim + 1))
    last = pack(f"<II{x.ndim + 1}Q", 0, 0, *x.shape, 8)
    node = b"TREE" + pack("<BBHQQ", 1, 0, 1, NOWHERE, NOWHERE) + first + pack("<Q", start + size) + last
    return node.ljust(size, b"\0") + data + pack("<I4x", fletcher(data))


def fletcher(data: bytes) -> int:
    """Return Fletcher's checksum of an even number of bytes, in words of two bytes, the first one high, modulo 2¹⁶ − 1:

    a = Σ wᵢ,   b = Σ (n − i) wᵢ,   i = 0 … n − 1

    As HDF5 adds, a sum that is a multiple of the modulus is the modulus itself, and 0 only if all words are 0.
    """
    words = np.frombuffer(data, ">u2").astype(np.uint64)
    a, b = int(words.sum()), int(words @ _weights(len(words)))
    return (b % 65535 or 65535 * (b > 0)) << 16 | (a % 65535 or 65535 * (a > 0))


@lru_cache(maxsize=4)
def _weights(n: int) -> NDArray[np.uint64]:
    return np.arange(n, 0, -1, dtype=np.uint64) % np.uint64(65535)


def _heap(things: Iterable[bytes]) -> bytes:
    """Return the global heap (III.E)."""
    own = b"".join(pack("<HH4xQ", k, 1, len(thing)) + _padded(thing) for k, thing in enumerate(things, 1))
    free = max(4096 - 16 - len(own), 16)
    return b"GCOL" + pack("<B3xQ", 1, 16 + len(own) + free) + own + pack("<HH4xQ", 0, 0, free) + bytes(free - 16)
