"""Files that appear whole or not at all: a crash or a full disk leaves the old file or the new one, never half of one."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path


def whole(path: Path, write: Callable[[Path], object]) -> Path:
    """Let `write` fill a temporary file next to `path`, then move it to `path` in one step. Missing folders are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        write(part)
        with part.open("rb") as file:  # on the disk before it gets its name
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path


def write_whole(path: Path, content: bytes | str) -> Path:
    """Write a file atomically; text is encoded as UTF-8."""
    data = content.encode() if isinstance(content, str) else content
    return whole(path, lambda part: part.write_bytes(data))
