"""The lock of all that is derived and compiled once, which threads share, and properties that are computed once.

One lock serves all machines: deriving holds Python's own lock anyway, and LLVM compiles the pieces of one kernel side by side. A
process forks only while nobody holds it, so that a child never waits for a thread that it does not have. For the same reason
`cached_property` has no lock: up to Python 3.11 that of `functools` has one, for all objects of a class.
"""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

WORK = threading.RLock()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=WORK.acquire, after_in_parent=WORK.release, after_in_child=WORK.release)

if TYPE_CHECKING:
    from functools import cached_property as cached_property
else:

    class cached_property:
        """A property that is computed when first asked for, as in Python 3.12: of two threads, either's result is kept."""

        def __init__(self, compute) -> None:  # noqa: ANN001
            self.compute, self.__doc__ = compute, compute.__doc__

        def __set_name__(self, owner, name) -> None:  # noqa: ANN001
            self.name = name

        def __get__(self, instance, owner=None):  # noqa: ANN001, ANN204
            if instance is None:
                return self
            made = self.compute(instance)
            return instance.__dict__.setdefault(self.name, made)
