"""Free memory, and a refusal of what would not fit: a message before the work, not a killed process."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from biela.base.errors import BielaError

USABLE_SHARE = 0.9
"""Part of the free memory that one object may take."""
UNCHECKED_SIZE = 5e7
"""Objects smaller than this are not checked [bytes]."""
CONTROL_GROUP = Path("/sys/fs/cgroup")
"""Folder in which Linux states the memory of a container."""


class TooLarge(BielaError, MemoryError):
    """Something would need more memory than is free."""


def free_memory() -> float:
    """Bytes that this process can still get; infinity where the system does not say."""
    least = float("inf")
    with suppress(OSError, ValueError, IndexError, AttributeError):
        least = float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    with suppress(OSError, ValueError, IndexError):
        text = Path("/proc/meminfo").read_text("ascii")
        least = float(text.partition("MemAvailable:")[2].split()[0]) * 1024
    with suppress(OSError, ValueError):
        most, used = ((CONTROL_GROUP / f"memory.{word}").read_text("ascii") for word in ("max", "current"))
        least = min(least, float(most) - float(used))
    with suppress(ImportError, OSError, ValueError):
        import resource

        most_here = resource.getrlimit(resource.RLIMIT_AS)[0]
        if most_here != resource.RLIM_INFINITY:
            pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
            least = min(least, most_here - pages * os.sysconf("SC_PAGE_SIZE"))
    return max(least, 0.0)


def refuse_too_large(size: float, what: str, remedy: str | Callable[[], str]) -> None:
    """Raise `TooLarge` if `size` bytes are more than the free memory; `what` needs them, `remedy` says, or returns, what to do."""
    if size < UNCHECKED_SIZE:
        return
    free = free_memory() * USABLE_SHARE
    if not size <= free:
        said = remedy if isinstance(remedy, str) else remedy()
        raise TooLarge(f"{what} would need {in_bytes(size)} of memory, and {in_bytes(free)} are free: {said}")


def in_bytes(size: float) -> str:
    """'3.2 GB'."""
    for power, unit in ((5, "PB"), (4, "TB"), (3, "GB"), (2, "MB")):
        if size >= 1000**power:
            return f"{size / 1000**power:.3g} {unit}"
    return f"{size / 1000:.3g} kB"
