"""Digest of the whole source of biela, which is part of every key of the kernel cache: no change of a law goes unnoticed.

Reading all of it at every start would slow a warm run. So the cache also keeps the digest of the text, under that of the files'
sizes and times: the text is read again when any of these has changed. A file that was changed within the last seconds could change
once more with the same times, so nothing is kept then.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from biela.kernel import cache

PACKAGE = Path(__file__).parent.parent
SETTLED = 2.0  # age of a file [s] from which another change of it has another time, on every file system


@lru_cache(1)
def source_hash() -> str:
    """Return the digest of all source files of the package."""
    files = sorted(_files(str(PACKAGE), len(str(PACKAGE)) + 1))
    entry = cache.Entry.of(hashlib.sha256(repr(files).encode()).hexdigest(), source="biela")
    if found := cache.load(entry):
        return str(found[0]["digest"])
    digest = hashlib.sha256()
    for file in files:
        digest.update(file[0].encode() + b"\0" + (PACKAGE / file[0]).read_bytes() + b"\0")
    if max(max(modified, changed) for _, _, modified, changed, _ in files) < (time.time() - SETTLED) * 1e9:
        cache.save(entry, {"digest": digest.hexdigest()})
    return digest.hexdigest()


def _files(folder: str, start: int) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield name, size, time of modification, of the last change, and number of each file. Nobody can set the time of the last
    change of content or name; on Windows it is that of creation."""
    for item in os.scandir(folder):
        if item.name.endswith(".py"):
            status = item.stat()
            yield item.path[start:], status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino
        elif item.is_dir() and item.name not in ("__pycache__", "assets", "loops"):
            yield from _files(item.path, start)
