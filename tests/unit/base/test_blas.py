"""Linear algebra on one thread: inside biela's calls, and nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

HEAD = """
import threading, numpy.linalg, scipy.linalg
from biela.base import blas
libraries = blas._loaded()
assert len(libraries) == 2, "NumPy and SciPy of wheels bring a library each"
for read, write in libraries:
    write(3)
numbers = lambda: [read() for read, _ in libraries]
"""


def child(code: str, **environment: str) -> str:
    """What a program prints that begins without a number of threads in its environment."""
    own = {k: v for k, v in os.environ.items() if not k.endswith("_NUM_THREADS")} | environment
    return subprocess.run([sys.executable, "-c", HEAD + code], env=own, check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into wheels of Linux")
def test_calls_take_one_thread_and_leave_the_library_as_it_was() -> None:
    code = """
with blas.one_thread():
    inside = numbers()
    with blas.one_thread():
        pass
    nested = numbers()
try:
    with blas.one_thread():
        raise KeyError
except KeyError:
    failed = numbers()
begun, go = threading.Event(), threading.Event()
def other():
    with blas.one_thread():
        begun.set()
        go.wait()
thread = threading.Thread(target=other)
with blas.one_thread():
    thread.start()
    begun.wait()
overlapping = numbers()
go.set()
thread.join()
print(inside, nested, failed, overlapping, numbers())
"""
    assert child(code) == "[1, 1] [1, 1] [3, 3] [1, 1] [3, 3]"
    assert child(code, OPENBLAS_NUM_THREADS="2") == "[3, 3] [3, 3] [3, 3] [3, 3] [3, 3]"  # whoever chose it keeps it


@pytest.mark.skipif(sys.platform != "linux", reason="looks into wheels of Linux")
def test_a_public_call_takes_one_thread() -> None:
    code = """
import numpy as np
from biela.identify.numeric_rank import rank_report
seen = []
svd = np.linalg.svd
def spy(*a, **k):
    seen.append(tuple(numbers()))
    return svd(*a, **k)
np.linalg.svd = spy
rank_report(np.random.default_rng(0).normal(size=(50, 4)))
print(set(seen), numbers())
"""
    assert child(code) == "{(1, 1)} [3, 3]"


@pytest.mark.skipif(sys.platform != "linux", reason="looks into wheels of Linux")
def test_calls_of_machines_take_one_thread() -> None:
    """Every decomposition that looks at a machine with loops: at its start, at rest and about it, and what its joints carry."""
    code = """
import warnings, numpy as np, biela
from biela import library
from biela.state.mobility import mobility
from biela.state.reactions import reactions
warnings.simplefilter("ignore")
seen = {}
def watched(function):
    def spy(*a, **k):
        seen.setdefault(call, set()).add(tuple(numbers()))
        return function(*a, **k)
    return spy
for name in ("svd", "lstsq", "pinv", "eigh", "eigvalsh", "matrix_rank", "solve"):
    setattr(np.linalg, name, watched(getattr(np.linalg, name)))
robot = library.get("five-bar")
call = "start"
m = robot.build(gravity=(0, -9.81, 0))
s = robot.start(m)
calls = {
    "assemble": lambda: m.assemble(),
    "equilibrium": lambda: m.equilibrium(s),
    "linearise": lambda: m.linearise(s),
    "check": lambda: biela.check(m, s),
    "mobility": lambda: mobility(s),
    "reactions": lambda: reactions(s),
}
for call, run in calls.items():
    run()
print(sorted(seen), set().union(*seen.values()), numbers())
"""
    calls = ["assemble", "check", "equilibrium", "linearise", "mobility", "reactions", "start"]
    assert child(code) == f"{calls} {{(1, 1)}} [3, 3]"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_of_a_fork_is_not_locked() -> None:
    code = """
import os
blas._lock.acquire()  # as another thread might at this moment
child = os.fork()
if not child:
    with blas.one_thread():
        os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert child(code) == "7"
