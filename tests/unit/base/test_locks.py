"""A child that is forked while other threads use biela does not wait for locks of theirs."""

from __future__ import annotations

import os
import signal
import threading
from typing import Any

import pytest

from biela import library
from biela.base.session import derived
from biela.mechanism.mechanism import Mechanism
from children import ended, forked
from closed_forms import pendulum

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def in_time(work: Any) -> int:
    """Exit code of a child that does this; SIGALRM, as a negative number, if it hangs."""

    def limited() -> None:
        signal.alarm(30)
        work()

    return ended(forked(limited))


def test_a_fork_waits_for_a_machine_that_another_thread_is_deriving() -> None:
    inside, m = threading.Event(), pendulum()

    @derived
    def slow_fact(mechanism: Mechanism) -> int:
        inside.set()
        threading.Event().wait(0.5)
        return 1

    thread = threading.Thread(target=slow_fact, args=(m,))
    thread.start()
    assert inside.wait(60)
    assert in_time(lambda: m.simulate(m.assemble({next(iter(m.joints)): 0.3}), 0.1)) == 0
    thread.join()


def test_children_beside_busy_threads_end() -> None:
    """Each derives and compiles a machine that nobody has used, while two threads do the same without end."""
    stop = threading.Event()
    library.get("four-bar").simulate(duration=0.05)  # Python itself has a lock for each module that is being imported

    def busy(number: int) -> None:
        k = 0
        while not stop.is_set():
            k += 1
            m = pendulum()
            m.parameter(f"p{number}_{k}_{os.getpid()}", 1.0)
            m.simulate(m.assemble({next(iter(m.joints)): 0.3}), 0.05)

    threads = [threading.Thread(target=busy, args=(n,)) for n in range(2)]
    for thread in threads:
        thread.start()
    try:
        found = [in_time(lambda: library.get("four-bar").simulate(duration=0.05)) for _ in range(40)]
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert found == [0] * 40
