"""Importing and using biela changes nothing that other packages use."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import casadi, llvmlite.binding, numpy

def attributes():
    kinds = (casadi.SX, casadi.MX, casadi.DM, casadi.Function, numpy.ndarray)
    return {(k.__module__, k.__name__): {name: id(value) for name, value in vars(k).items()} for k in kinds} | {
        m.__name__: {name: id(value) for name, value in vars(m).items() if not name.startswith("__")} for m in (casadi, numpy)
    }

before, errors = attributes(), numpy.geterr()
import biela
from biela import library
library.get("four-bar").simulate(duration=0.1, method="rosenbrock")
biela.vehicle, biela.identify, biela.estimate
after = attributes()
for owner, names in before.items():
    changed = [n for n in names if after[owner].get(n) != names[n]]
    changed += [n for n in after[owner] if n not in names and isinstance(owner, tuple)]
    assert not changed, (owner, changed)
assert numpy.geterr() == errors
"""


def test_nothing_of_other_packages_is_replaced() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
