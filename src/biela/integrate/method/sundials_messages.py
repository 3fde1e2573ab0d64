"""What SUNDIALS prints where a run fails, kept from the terminal: biela says the reason itself, and a JSON on it stays one.

scikit-sundae prints messages of SUNDIALS with Python's `print`, and has no setting for them. While a run lasts they are taken
out of `sys.stdout`; whatever else is printed meanwhile, by a law of the user or by another thread, passes. Warnings that SUNDIALS
itself writes go where its environment variables say; who has set these gets them.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

MESSAGE = re.compile(r"\n\[\w+, (Error|Warning): -?\d+\] .*\n", re.DOTALL)
WARNINGS = "SUNLOGGER_WARNING_FILENAME"
"""SUNDIALS' name of the file for warnings."""
_lock = threading.Lock()
_inside = 0
_before: Any = None


@contextmanager
def quiet() -> Iterator[None]:
    """While it lasts, messages of SUNDIALS are not printed."""
    global _inside, _before
    with _lock:
        _inside += 1
        if _inside == 1 and sys.stdout is not None:
            _before, sys.stdout = sys.stdout, _Sieve(sys.stdout)
        if _inside == 1 and WARNINGS not in os.environ:
            os.environ[WARNINGS] = os.devnull
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0 and os.environ.get(WARNINGS) == os.devnull:
                del os.environ[WARNINGS]
            if _inside == 0 and isinstance(sys.stdout, _Sieve):  # else somebody has put another stream there, who puts it back
                sys.stdout = _before


class _Sieve:
    """A stream without the messages of SUNDIALS."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._mine = threading.local()

    def write(self, text: str) -> int:
        """Write a text unless it is a message, or the end of the line that `print` writes behind one."""
        ended, self._mine.ended = getattr(self._mine, "ended", False), bool(MESSAGE.fullmatch(text))
        if self._mine.ended or (ended and text == "\n"):
            return len(text)
        written: int = self._stream.write(text)
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
