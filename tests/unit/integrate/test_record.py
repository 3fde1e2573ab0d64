"""Records: what a declaration says is what routines find, and with checks nothing beyond it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from biela.integrate.access import Pointer, floats, go, integers, part, reals, record_at, routine, swap
from biela.integrate.record import Field, Layout, Record, addresses, kernel, number, outside, real, record
from biela.integrate.record import floats as vector
from biela.integrate.record import integers as counts
from biela.integrate.record import routine as routine_slot
from biela.kernel.routine import fingerprint


class Toy(Layout):
    N = number("entries of the state", "n")
    SUM = real("sum of the state")
    F = kernel("rates")
    DO_ADD = routine_slot("adds up the state")
    INNER = record("another one")
    X = vector("n, lanes", "state")
    X_TO = vector("n, lanes", "the next state")
    K = vector("stages: n, lanes", "rates of the stages")
    OWN = vector("n", "scratch", own=True)
    FLAGS = counts("lanes", "per lane")
    OUT = outside("what is found, a row per call")
    ARG = addresses("X", "OUT", meaning="arguments")
    TO_K = addresses("X", "K[*]", meaning="results by stage")


class Longer(Toy):
    MORE = vector("2*n", "of the longer one")


at, longer = Toy(), Longer()
SIZES = {"n": 3, "lanes": 2, "stages": 4}


@routine
def add(run: Pointer) -> None:
    total, x, flags = 0.0, floats(run, at.X), integers(run, at.FLAGS)
    for i in range(run[at.N] * 2):
        total += x[i]
    reals(run)[at.SUM] = total
    flags[1] += 1


@routine
def fill(run: Pointer) -> None:
    k, out = part(run, at.K, 2), part(run, at.OUT, 1)
    for i in range(6):
        k[i] = i
        out[i % 3] += i
    net = record_at(run, at.INNER)
    floats(net, at.X)[0] = 7.0
    swap(run, at.X, at.X_TO)
    go(run, at.DO_ADD)


def test_a_routine_sees_what_python_sees() -> None:
    inner = Record(at, SIZES)
    r = Record(at, SIZES, {"f": 4711})
    r.bind(at.OUT, np.zeros((2, 3)))
    r[at.X], r[at.X_TO], r[at.DO_ADD], r[at.INNER] = 1.0, 2.0, add.address, inner
    fill.call(r.address)
    assert r[at.SUM] == 12.0  # of what was X_TO
    assert r[at.FLAGS].tolist() == [0, 1]
    np.testing.assert_array_equal(r[at.K][2].ravel(), np.arange(6.0))
    assert not r[at.K][[0, 1, 3]].any()
    np.testing.assert_array_equal(r[at.OUT], [[0, 0, 0], [3, 5, 7]])
    assert inner[at.X][0, 0] == 7.0
    assert (r[at.N], r[at.F]) == (3, 4711)


def test_shapes_alignment_and_tables_follow_from_the_declaration() -> None:
    r = Record(at, SIZES)
    assert r[at.X].shape == (3, 2)
    assert r[at.K].shape == (4, 3, 2)
    assert all(r.table[f] % 64 == 0 for f in (at.X, at.X_TO, at.K, at.FLAGS, at.TO_K))
    start, x = r[at.K].ctypes.data, r[at.X].ctypes.data
    assert r[at.TO_K].tolist() == [[x, start + 8 * 6 * j] for j in range(4)]
    out = np.zeros((5, 7))
    r.bind(at.OUT, out)
    assert r[at.ARG].tolist() == [[x, out.ctypes.data]]
    assert r.table[at.OUT : at.OUT + 3].tolist() == [out.ctypes.data, 7, 35]


def test_a_longer_declaration_keeps_the_numbers_of_the_shorter_one() -> None:
    assert all(getattr(longer, name) == field for name, field in at.fields.items())
    assert isinstance(longer.MORE, Field)
    assert longer.MORE == at.words
    r = Record(longer, SIZES)
    r[at.X] = 2.0
    add.call(r.address)
    assert r[at.SUM] == 12.0


def test_threads_share_all_but_their_own_scratch() -> None:
    first = Record(at, SIZES)
    first[at.X] = 1.5
    second = Record(at, SIZES, of=first)
    assert second.table[at.X] == first.table[at.X]
    assert second.table[at.OWN] != first.table[at.OWN]
    first.bind(at.OUT, np.zeros((2, 3)))
    assert second.table[at.OUT] == first.table[at.OUT] == second[at.ARG][0, 1]
    add.call(second.address)
    assert (first[at.SUM], second[at.SUM]) == (0.0, 9.0)


def test_fields_are_described() -> None:
    assert at.what(at.K) == "K (rates of the stages)"


def test_arrays_that_cannot_be_read_in_order_are_refused() -> None:
    with pytest.raises(ValueError, match=r"OUT .* without gaps"):
        Record(at, SIZES).bind(at.OUT, np.zeros((4, 4))[:, ::2])


def test_the_fingerprint_of_a_routine_contains_the_numbers_of_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(add.function)
    monkeypatch.setattr(at, "FLAGS", at.FLAGS + 3)
    assert fingerprint(add.function) != before


# -- checks ---------------------------------------------------------------------------------------------------------

OVERRUNS = {
    "x[6]": r"step: index 6 of X \(state\), which has 6 entries",
    "x[-1]": r"step: index -1 of X \(state\), which has 6 entries",
    "part(run, at.K, 1)[6]": r"step: index 6 of K \(rates of the stages\), which has 6 entries",
    "part(run, at.K, 4)[0]": r"step: index 4 of K \(rates of the stages\), which has 4 entries",
    "reals(run)[1000]": r"step: index 1000 of the table of Toy, which has \d+ entries",
    "floats(run, 1000)[0]": r"step: index 1000 of the table of Toy, which has \d+ entries",
    "helper(run)": r"step: index 6 of FLAGS \(per lane\), which has 2 entries",
    "floats(record_at(run, at.INNER), at.X)[9]": r"step: index 9 of X \(state\), which has 6 entries",
}
SCRIPT = """
import sys, re
sys.path.insert(0, {folder!r})
from test_record import *
from biela.kernel import routine_source
from biela.integrate.access import CHECK, OutOfBounds, compiled
assert CHECK

@compiled
def helper(run):
    return integers(run, at.FLAGS)[6] + 0.0

NAMES = dict(globals())

r, inner = Record(at, SIZES), Record(at, SIZES)
r[at.INNER] = inner
r.bind(at.OUT, np.zeros((2, 3)))
r[at.DO_ADD] = add.address
fill.call(r.address)
assert r[at.FLAGS].tolist() == [0, 1]
for access, text in OVERRUNS.items():
    lines = ["def step(run):", "    x = floats(run, at.X)", "    x[0] = " + access, "    x[1] = 1.0"]
    space, name = NAMES.copy(), "<" + access + ">"
    routine_source.register(name, lines)
    exec(compile("\\n".join(lines), name, "exec"), space)
    r[at.X] = 0.0
    try:
        routine(space["step"]).call(r.address)
    except OutOfBounds as error:
        assert re.fullmatch(text, str(error)), str(error)
        assert not r[at.X].any(), access
    else:
        raise AssertionError("not caught: " + access)

def inner_step(run):
    floats(run, at.X)[77] = 1.0
def outer_step(run):
    go(run, at.DO_ADD)
    floats(run, at.X)[0] = 1.0
r[at.DO_ADD] = routine(inner_step).address
try:
    routine(outer_step).call(r.address)
except OutOfBounds as error:
    assert "index 77 of X" in str(error)
    assert not r[at.X].any()
else:
    raise AssertionError("not caught in a routine that a routine calls")
print("all caught")
"""


def test_with_checks_a_deliberate_overrun_is_caught_and_named(tmp_path: Path) -> None:
    """Written or read, in the routine, in a helper, in a routine that it calls; the rest of the step does not happen."""
    environment = {**os.environ, "BIELA_CHECK": "1"}
    script = tmp_path / "overruns.py"  # routines are compiled from the text of a file
    script.write_text(SCRIPT.format(folder=os.path.dirname(__file__)))
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, env=environment)
    assert done.stdout.strip() == "all caught", done.stderr
