"""Numbers and vectors of the WebAssembly binary format, read and written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

PADDED = 5  # bytes of a 32-bit number that a linker writes in place


@dataclass
class BinaryReader:
    """Reader of bytes from front to back."""

    data: bytes
    at: int = 0

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        """Read an unsigned number, seven bits a byte (LEB128)."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self) -> int:
        """Read a number with a sign."""
        start = self.at
        value, bits = self.number(), 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def bytes(self) -> bytes:
        """Read a vector of bytes, its length before it."""
        size = self.number()
        self.at += size
        return self.data[self.at - size : self.at]

    def text(self) -> str:
        return self.bytes().decode()

    @property
    def ended(self) -> bool:
        return self.at >= len(self.data)


def unsigned(value: int, length: int = 1) -> bytes:
    """Write an unsigned number in at least this many bytes."""
    found = bytearray()
    while value or len(found) < length:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found[-1] &= 0x7F
    return bytes(found)


def signed(value: int, length: int = 1) -> bytes:
    """Write a number with a sign in at least this many bytes."""
    found = bytearray()
    while len(found) < length or not -64 <= value < 64:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    if len(found) == length and length > 1:  # the last byte of a padded number carries the sign
        found[-1] &= 0x7F
        return bytes(found)
    return bytes(found) + bytes([value & 0x7F])


def vector(items: Iterable[bytes]) -> bytes:
    """Write items with their number before them."""
    listed = list(items)
    return unsigned(len(listed)) + b"".join(listed)


def named(text: str) -> bytes:
    return unsigned(len(text.encode())) + text.encode()


def section(number: int, content: bytes) -> bytes:
    """Write a section of a module; empty ones are left out."""
    return bytes([number]) + unsigned(len(content)) + content if content not in (b"", b"\0") else b""
