"""Files that users give, opened with care: regular files only, of a size that fits, and text only in UTF-8; addresses are none.

A link to a device never ends, a pipe never begins, and a file that is too large takes the memory of everything else: each is
refused before a byte is read.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from biela.base.errors import BielaError

ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+(::[a-z][a-z0-9+.-]*)*://", re.IGNORECASE)
"""Beginning of an address, `s3://` or `simplecache::s3://`; `C:/` is a disk."""
MEGABYTE = 1_000_000
MISSING = "there is no such file."


class Unreadable(BielaError):
    """A file that cannot be read; `line` of a text where one is to blame, or 0."""

    def __init__(self, message: str, line: int = 0):
        super().__init__(message)
        self.line = line


def is_address(where: str | Path) -> bool:
    """Return whether this is an address, `s3://bucket/study`; of a path, one of whose slashes is lost."""
    text = where.as_posix().replace(":/", "://", 1) if isinstance(where, Path) else where
    return ADDRESS.match(text) is not None


def regular(path: str | Path, largest: int, what: str = "files") -> int:
    """Return the size of a regular file in bytes.

    Raises
    ------
    Unreadable : if it is missing, no regular file, or larger than `largest` bytes; `what` are such files, in words
    """
    try:
        about = os.stat(os.fspath(path))
    except FileNotFoundError:
        raise Unreadable(MISSING) from None
    except (OSError, ValueError, TypeError) as error:
        raise Unreadable(f"it cannot be opened: {getattr(error, 'strerror', None) or error}.") from None
    if stat.S_ISDIR(about.st_mode):
        raise Unreadable(f"it is a folder: name the {what.removesuffix('s')} inside.")
    if not stat.S_ISREG(about.st_mode):
        raise Unreadable("it is not a regular file, but a device, a pipe or a socket: copy its content into a file.")
    if about.st_size > largest:
        raise Unreadable(f"it has {about.st_size} bytes: {what} of up to {largest} are read.")
    return about.st_size


def content(path: str | Path, largest: int, what: str = "files") -> bytes:
    """Return the bytes of a regular file; see `regular`."""
    regular(path, largest, what)
    try:
        with open(path, "rb") as file:
            data = file.read(largest + 1)  # it may have grown since
    except OSError as error:
        raise Unreadable(f"it cannot be opened: {error.strerror}.") from None
    if len(data) > largest:
        raise Unreadable(f"it has more than {largest} bytes: {what} of up to {largest} are read.")
    return data


def text(path: str | Path, largest: int, what: str = "files") -> str:
    """Return the text of a regular file in UTF-8, with or without a byte-order mark; see `regular`."""
    data = content(path, largest, what)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"the file is not UTF-8 text (byte 0x{data[error.start]:02x}): save it as UTF-8."
        raise Unreadable(message, data[: error.start].count(b"\n") + 1) from None
