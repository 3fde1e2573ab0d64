"""Results read back without HDF5: the layout of `netcdf.py`, and nothing else.

The library of HDF5 follows what a file says: to other files, to sizes that are not there, into loops. A result has one layout,
so this reader follows only that. First the digest of the whole must be right. It shows damage, not intent: whoever makes a file
can sign it. So every address is checked against the file, and what is read cannot be more than the file contains.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from math import prod
from struct import error as OutOfRange
from struct import unpack_from
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.base.errors import BielaError
from biela.files.results import netcdf
from biela.files.results.netcdf import DIGEST_AT, DOUBLE, FLETCHER, HEAP, INTEGER, LONG_STRING, REFERENCES, Variable

Content = tuple[dict[str, Variable], dict[str, Any]]
"""Variables, name → (dimensions, values, labels), coordinates among them; and the attributes of the file."""


class DamagedFile(BielaError, ValueError):
    """A file is not what its digest or its format says."""


def has_digest(image: bytes | bytearray) -> bool:
    """Return whether a file says that it has a digest."""
    return image[netcdf.MARK_AT : DIGEST_AT] == netcdf.MARK


def read_image(image: bytearray) -> Content:
    """Read what `netcdf_image` wrote. The arrays share their memory with the image."""
    view = memoryview(image)
    digest = hashlib.sha256(view[:DIGEST_AT])
    digest.update(bytes(32))
    digest.update(view[DIGEST_AT + 32 :])
    if digest.digest() != image[DIGEST_AT : DIGEST_AT + 32]:
        raise DamagedFile("its digest does not match its content: it was changed or damaged after it was written")
    try:
        return _Reader(image).content()
    except (OutOfRange, ValueError, OverflowError, KeyError, IndexError) as error:
        raise DamagedFile(f"its layout is not that of a result ({error})") from None


class _Reader:
    def __init__(self, image: bytearray):
        self.image, self.budget = image, 2 * len(image)

    def take(self, size: int) -> int:
        """Count bytes: each is read at most twice, with its header and by itself, so that a small file cannot become large."""
        self.budget -= size
        if size < 0 or self.budget < 0:
            raise ValueError("more than the file contains")
        return size

    def at(self, place: int, form: str) -> tuple[Any, ...]:
        return unpack_from("<" + form, self.image, place)

    def piece(self, place: int, size: int) -> bytes:
        self.take(size)
        if not 0 <= place <= place + size <= len(self.image):
            raise ValueError("an address beyond the file")
        return bytes(self.image[place : place + size])

    def content(self) -> Content:
        _, version, *_, width, lengths = self.at(0, "8s7B")
        end, root = self.at(28 + 16, "Q")[0], self.at(28 + 32 + 8, "Q")[0]
        if (version, width, lengths, end) != (1, 8, 8, len(self.image)):
            raise ValueError("another superblock")
        self.heap = dict(self.things())
        table: tuple[int, int] | None = None
        about: dict[str, Any] = {}
        for kind, place, size in self.messages(root):
            if kind == 17:
                table = self.at(place, "QQ")
            elif kind == 12:
                name, value = self.label(place, size)
                about[name] = value
        if table is None:
            raise ValueError("no table of names")
        headers = dict(self.names(*table))
        owners = {header: name for name, header in headers.items()}
        variables = {name: self.variable(name, header, owners) for name, header in headers.items()}
        return {name: variable for name, variable in variables.items() if variable is not None}, about

    def things(self) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield number → place and size of the entries of the heap (III.E)."""
        mark, _, whole = self.at(HEAP, "4sB3xQ")
        if mark != b"GCOL":
            raise ValueError("no heap")
        place, end = HEAP + 16, HEAP + self.take(whole)
        while place + 16 <= end:
            number, _, size = self.at(place, "HH4xQ")
            if number == 0:
                return
            yield number, (place + 16, size)
            place += 16 + size + -size % 8

    def messages(self, header: int) -> Iterator[tuple[int, int, int]]:
        """Yield kind, place and size of the messages of a header (IV.A.1.a)."""
        version, count, size = self.at(header, "BxH4xI")
        if version != 1:
            raise ValueError("another header")
        place, end = header + 16, header + 16 + self.take(size)
        for _ in range(count):
            if place >= end:
                raise ValueError("a message beyond its header")
            kind, size = self.at(place, "HH")
            yield kind, place + 8, size
            place += 8 + size

    def names(self, tree: int, heap: int) -> Iterator[tuple[str, int]]:
        """Name → header of the variables: a node of nodes of names (III.A, III.B, III.D)."""
        mark, kind, level, count = self.at(tree, "4sBBH")
        size, _, texts = self.at(heap, "8xQQQ")
        if (mark, kind, level) != (b"TREE", 0, 0):
            raise ValueError("another table of names")
        for child in range(count):
            leaf = self.at(tree + 24 + 8 + 16 * child, "Q")[0]
            mark, entries = self.at(leaf, "4sxxH")
            if mark != b"SNOD":
                raise ValueError("another node of names")
            for place in range(leaf + 8, leaf + 8 + self.take(40 * entries), 40):
                at, header = self.at(place, "QQ")
                end = self.image.find(b"\0", texts + at, texts + min(size, at + 4096))
                if end < 0:
                    raise ValueError("a name without an end")
                yield self.piece(texts + at, end - texts - at).decode(), header

    def variable(self, name: str, header: int, owners: dict[int, str]) -> Variable | None:
        """Return a table with its dimensions and labels; None for a dimension without coordinates."""
        shape: tuple[int, ...] | None = None
        labels: dict[str, Any] = {}
        start: int | None = None
        for kind, place, size in self.messages(header):
            if kind == 1:
                shape = self.shape(place)
            elif kind == 3 and self.piece(place, len(DOUBLE)) != DOUBLE:
                raise ValueError("not a table of doubles")
            elif kind == 11 and self.piece(place, len(FLETCHER)) != FLETCHER:
                raise ValueError("an unknown filter")
            elif kind == 8:
                start = self.start(place)
            elif kind == 12:
                key, value = self.label(place, size)
                labels[key] = value
        if str(labels.get("NAME", "")).startswith(netcdf.NO_VARIABLE[:40]):
            return None
        if shape is None or start is None:
            raise ValueError("a table without shape or place")
        along = labels.get("DIMENSION_LIST")
        dimensions = (name,) if along is None else tuple(owners[self.at(p, "Q")[0]] for p in along)
        values = np.zeros(shape) if start == netcdf.NOWHERE and prod(shape) == 0 else self.numbers(start, shape)
        return dimensions, values, {key: value for key, value in labels.items() if key not in netcdf.HIDDEN}

    def shape(self, place: int) -> tuple[int, ...]:
        """Return the dataspace (IV.A.2.b); arrays have up to 32 dimensions."""
        version, rank, flags = self.at(place, "BBB")
        if version != 1 or rank > 32 or flags:
            raise ValueError("another shape")
        return self.at(place + 8, f"{rank}Q")

    def start(self, place: int) -> int:
        """Return the address of the numbers of a table (IV.A.2.i): at once, or in the one chunk of a node."""
        version, kind = self.at(place, "BB")
        if (version, kind) == (3, 1):
            return int(self.at(place + 2, "Q")[0])
        if (version, kind) != (3, 2):
            raise ValueError("another layout")
        rank, node = self.at(place + 2, "BQ")
        mark, kind, level, count = self.at(node, "4sBBH")
        if (mark, kind, level, count) != (b"TREE", 1, 0, 1):
            raise ValueError("more than one chunk")
        return int(self.at(node + 24 + 8 + 8 * rank, "Q")[0])

    def numbers(self, start: int, shape: tuple[int, ...]) -> Array:
        count = prod(shape)
        self.take(8 * count)
        return np.frombuffer(self.image, "<f8", count, start).reshape(shape)

    def label(self, place: int, size: int) -> tuple[str, Any]:
        """Return a label (IV.A.2.m): a text, a number, or the places of references."""
        _, n_name, n_kind, n_space = self.at(place, "BxHHH")
        p_kind = place + 8 + n_name + -n_name % 8
        p_space = p_kind + n_kind + -n_kind % 8
        p_value = p_space + n_space + -n_space % 8
        name = self.piece(place + 8, n_name).rstrip(b"\0").decode()
        kind = self.piece(p_kind, n_kind)
        if kind == REFERENCES:
            shape = self.shape(p_space)
            self.take(16 * prod(shape))
            return name, [self.heap[self.at(p_value + 16 * k + 12, "I")[0]][0] for k in range(prod(shape))]
        if kind == LONG_STRING:
            length, _, number = self.at(p_value, "IQI")
            at, most = self.heap[number]
            return name, self.piece(at, min(length, most)).decode()
        if kind in (INTEGER, DOUBLE, netcdf.SMALL_INTEGER):
            return name, self.at(p_value, {INTEGER: "q", DOUBLE: "d", netcdf.SMALL_INTEGER: "i"}[kind])[0]
        if kind[:1] == b"\x13":
            return name, self.piece(p_value, unpack_from("<I", kind, 4)[0]).rstrip(b"\0").decode()
        raise ValueError(f"label {name!r} of an unknown type")
