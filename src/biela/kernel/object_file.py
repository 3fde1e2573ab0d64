"""An object file in, the symbols out that it needs from outside.

LLVM ends the process when it links code that refers to a symbol nobody defines, so shipped and exported code is checked first.
The formats of all platforms are read: ELF, Mach-O and COFF, 64-bit and little-endian; and WebAssembly.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from biela.kernel.wasm.object_file import outside


def undefined_symbols(data: bytes) -> set[str]:
    """Return the names that an object file uses and does not define, as C spells them; `ValueError` if it cannot be read."""
    try:
        if data[:6] == b"\x7fELF\x02\x01":
            return {name for name in _elf(data) if name}
        if data[:4] == b"\xcf\xfa\xed\xfe":
            return {name.removeprefix("_") for name in _mach_o(data)}  # which puts an underscore before every name
        if data[:2] in (b"\x64\x86", b"\x64\xaa"):
            return set(_coff(data))
        if data[:4] == b"\0asm":
            return outside(data)
    except (struct.error, ValueError, IndexError) as error:
        raise ValueError(f"damaged object file: {error}") from None
    raise ValueError("an object file of unknown format")


def _elf(data: bytes) -> Iterator[str]:
    (table,) = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, table + k * size) for k in range(count)]
    for _, kind, _, _, start, length, link, *_ in sections:
        if kind == 2:  # SHT_SYMTAB; the names are in the section it is linked to
            names = sections[link][4]
            for name, _, _, section, _, _ in struct.iter_unpack("<IBBHQQ", data[start : start + length]):
                if section == 0:
                    yield _text(data, names + name)


def _mach_o(data: bytes) -> Iterator[str]:
    (count,) = struct.unpack_from("<I", data, 16)
    place = 32
    for _ in range(count):
        command, size = struct.unpack_from("<II", data, place)
        if command == 2:  # LC_SYMTAB
            start, symbols, names = struct.unpack_from("<III", data, place + 8)
            for name, kind, _, _, value in struct.iter_unpack("<IBBHQ", data[start : start + 16 * symbols]):
                if kind & 0xEF == 1 and value == 0:  # external and undefined; with a value: common, allocated here
                    yield _text(data, names + name)
        place += size


def _coff(data: bytes) -> Iterator[str]:
    start, count = struct.unpack_from("<II", data, 8)
    names = start + 18 * count
    k = 0
    while k < count:
        name, value, section, _, kind, extra = struct.unpack_from("<8sIhHBB", data, start + 18 * k)
        if section == 0 and kind == 2 and value == 0:  # external and undefined
            long = name[:4] == bytes(4)
            yield _text(data, names + int.from_bytes(name[4:], "little")) if long else name.rstrip(b"\0").decode()
        k += 1 + extra


def _text(data: bytes, start: int) -> str:
    return data[start : data.index(b"\0", start)].decode()
