"""Ctrl-C that waits for the end of a piece of work of a library.

CasADi's wrappers swallow an exception that comes out of nowhere, or leave half of their work behind.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def patient() -> Iterator[None]:
    """Raise `KeyboardInterrupt` after the block; a second Ctrl-C ends it at once."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before not in (signal.default_int_handler, _remember):
        yield
        return
    pressed: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        pressed.append(number)
        if len(pressed) > 1:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            raise KeyboardInterrupt


_swallowed: list[int] = []
"""Signals of Ctrl-C that a library swallowed while a command runs."""


def _remember(number: int, frame: FrameType | None) -> None:
    _swallowed.append(number)
    raise KeyboardInterrupt


@contextmanager
def remembered() -> Iterator[None]:
    """Run a command: a Ctrl-C that a library swallows is raised again, at the next `check` or at the end."""
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or handler is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, _remember)
    try:
        yield
        check()
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _swallowed.clear()


def check() -> None:
    """Raise the `KeyboardInterrupt` that a library swallowed, if one did."""
    if _swallowed:
        raise KeyboardInterrupt
