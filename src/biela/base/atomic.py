"""Files that appear whole or not at all: a crash, Ctrl-C or a full disk leaves the old file or the new one, never half of one.

Everything that biela writes for a user goes through `write_whole`, as bytes that are complete in memory. They go to a file
without a name where the system has such files (Linux), so that a process that dies leaves nothing behind; elsewhere to a file
`.biela-….part`. When they are on the disk, the file takes its name in one step. Parts of dead processes are removed by the
next process that writes into the folder.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

PART = re.compile(r"\.(?:biela-|.+\.(?:nc|csv|parquet|html|json|ya?ml|png|svg|pdf)\.)(\d+)(?:-[0-9a-f]+)?\.part")
"""Names of parts, those of versions up to 0.2 among them; the number is that of their process."""
PLAIN, LONGEST_NAME = " -_+.,=()[]", 120
"""Characters of file names besides letters and digits; largest size of a name [bytes]."""
DEVICE = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
"""Names that mean devices on Windows."""
ABANDONED_AGE = 3600.0
"""Age from which a part that nobody holds is removed [s], even if a process has its number again."""
NO_NAMELESS = (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT)
"""Errors of file systems that cannot hold a file without a name."""


def write_whole(path: Path, content: bytes | str) -> Path:
    """Write a file atomically; text is encoded as UTF-8. Missing folders are made.

    Raises
    ------
    OSError : the system's own error, with the path that was not written. What was there before is unchanged
    """
    data = content.encode() if isinstance(content, str) else content
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = stat.S_IFREG
        with suppress(FileNotFoundError):
            mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            kind, number = ("a folder", errno.EISDIR) if stat.S_ISDIR(mode) else ("a device or a pipe", errno.EINVAL)
            raise OSError(number, f"it is {kind}, not a file")
        sweep(path.parent)
        _place(path, data)
        _settle(path.parent)
    except OSError as error:
        raise OSError(error.errno, f"{error.strerror or error}; this file was not written", str(path)) from None
    return path


class Appended:
    """A file that only grows: each piece is handed to the system whole, so that it survives this process."""

    def __init__(self, path: Path):
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)

    def add(self, text: str) -> None:
        """Add a piece."""
        rest = memoryview(text.encode())
        while rest:
            rest = rest[os.write(self._file, rest) :]

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)


def file_name(name: str) -> str:
    """Return a name that somebody gave, as that of one file or folder: never a path, hidden, a device, or too long for a disk.

    Letters, digits and `-_+.,=()[]` stay, other characters become `_`. Every name from a file that becomes part of a path goes
    through here.
    """
    text = "".join(c if c.isalnum() or c in PLAIN else "_" for c in name).strip(" .")
    text = text.encode("utf-8", "ignore")[:LONGEST_NAME].decode("utf-8", "ignore").strip(" .")
    return f"_{text}" if not text or DEVICE.fullmatch(text) else text


def move(path: Path, to: Path) -> None:
    """Give a file or folder another name, on the same disk, in one step."""
    path.rename(to)
    _settle(to.parent)


def sweep(folder: Path) -> None:
    """Remove the parts that dead processes left in a folder."""
    with os.scandir(folder) as entries:
        left = [(entry.path, int(name[1])) for entry in entries if (name := PART.fullmatch(entry.name))]
    for part, process in left:
        with suppress(OSError):  # another process was faster, or it is not ours to remove
            with _opened(part, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)) as file:
                dead = _lock(file) and (not _alive(process) or time.time() - os.fstat(file).st_mtime > ABANDONED_AGE)
            if dead:
                os.unlink(part)


def _place(path: Path, data: bytes) -> None:
    """Bring the bytes onto the disk, then let them take their name in one step."""
    part = path.with_name(f".biela-{os.getpid()}-{secrets.token_hex(6)}.part")
    try:
        if not _placed_nameless(path, part, data):
            with _opened(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)) as file:
                _pour(file, data)
            os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _placed_nameless(path: Path, part: Path, data: bytes) -> bool:
    """Place the bytes through a file that vanishes with its process; return False where the system has no such files."""
    if not hasattr(os, "O_TMPFILE"):
        return False
    with _opened(path.parent, os.O_RDONLY | os.O_DIRECTORY) as folder, ExitStack() as stack:
        try:
            file = stack.enter_context(_opened(".", os.O_TMPFILE | os.O_WRONLY, folder))
        except OSError as error:
            if error.errno in NO_NAMELESS:
                return False
            raise
        _pour(file, data)
        own = f"/proc/self/fd/{file}"
        if not os.path.exists(own):
            return False
        try:
            os.link(own, path.name, src_dir_fd=folder, dst_dir_fd=folder)
        except FileExistsError:  # a name can be given at once only if it is free
            os.link(own, part.name, src_dir_fd=folder, dst_dir_fd=folder)
            os.replace(part, path)
    return True


@contextmanager
def _opened(path: str | Path, flags: int, folder: int | None = None) -> Iterator[int]:
    """Open a file, of a folder if one is given, and close it at the end."""
    file = os.open(path, flags, 0o666, dir_fd=folder)
    try:
        yield file
    finally:
        os.close(file)


def _pour(file: int, data: bytes) -> None:
    _lock(file)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]
    os.fsync(file)


def _lock(file: int) -> bool:
    """Hold a file until it is closed or its process ends; False if another one holds it."""
    if sys.platform == "win32":
        return True  # an open file cannot be removed there
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in (errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL)  # this file system has no locks
    return True


def _alive(process: int) -> bool:
    if sys.platform == "win32":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True  # it is another user's
    return True


def _settle(folder: Path) -> None:
    """Bring the new name onto the disk, where folders can be synchronised."""
    if sys.platform != "win32":
        with suppress(OSError), _opened(folder, os.O_RDONLY) as file:
            os.fsync(file)
