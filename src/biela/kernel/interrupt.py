"""Ctrl-C while libraries work: it waits for the end of a piece of work.

CasADi's wrappers and numba's callbacks swallow an exception that comes out of nowhere, or leave half of their work behind.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def patient() -> Iterator[None]:
    """Raise `KeyboardInterrupt` after the block; a second Ctrl-C ends it at once."""
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    pressed: list[int] = []

    def note(number: int, frame: Any) -> None:
        pressed.append(number)
        if len(pressed) > 1:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if pressed:
            raise KeyboardInterrupt
