"""Children of a test: forked, not started anew, so that a thousand of them cost seconds."""

from __future__ import annotations

import os
import signal
import time
import traceback
import warnings
from collections.abc import Callable
from typing import Any


def forked(work: Callable[[], Any]) -> int:
    """A child that does `work` and ends: with 0, or with 1 if it raised."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the child of a process with threads: it uses none of theirs
        child = os.fork()
    if child:
        return child
    code = 1
    try:
        work()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def ended(child: int) -> int:
    """Wait for a child; its exit code, or minus the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed(child: int, after: float, by: int = signal.SIGKILL) -> int:
    """Send a signal to a child after a time [s] and wait for its end."""
    time.sleep(after)
    os.kill(child, by)
    return ended(child)
