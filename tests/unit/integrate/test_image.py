"""The memory of a run, moved to other addresses."""

import numpy as np

from biela.integrate.image import image, segments
from biela.integrate.record import Layout, Record, addresses, floats, kernel, number, outside, real, record, routine

BASE = 4096


class Inner(Layout):
    N = number("size", "n")
    SHARED = floats("n", "a vector of the outer record")
    OWN = floats("n", "its own")
    ARG = addresses("SHARED", "OWN", meaning="arguments")


class Outer(Layout):
    N = number("size", "n")
    STEP = real("a number with a fraction")
    RATES = kernel("a kernel")
    DO = routine("a routine")
    INNER = record("another record")
    TIMES = outside("given for each run")
    X = floats("n", "state")
    K = floats("3: n", "stages")
    TO_K = addresses("K[*]", meaning="by stage")


outer, inner = Outer(), Inner()


def made() -> tuple[Record, Record]:
    first, second = Record(outer, {"n": 3}, {"rates": 7}), Record(inner, {"n": 3})
    first[outer.X] = [1.0, 2.0, 3.0]
    first[outer.K] = np.arange(9.0).reshape(3, 3)
    first[outer.STEP], first[outer.DO] = 0.25, 11
    first.bind(outer.TIMES, np.arange(4.0))
    second.bind(inner.SHARED, first[outer.X])
    second[inner.OWN] = [7.0, 8.0, 9.0]
    first[outer.INNER] = second
    return first, second


def test_every_address_leads_to_the_same_numbers_as_before():
    first, _ = made()
    moved = image(first, BASE)
    words = np.frombuffer(moved.memory, np.int64)
    reals = words.view(np.float64)

    def at(address: int) -> int:
        assert BASE <= address < BASE + len(moved.memory)
        return (address - BASE) // 8

    table = at(moved.address)
    assert reals[at(words[table + outer.X]) :][:3].tolist() == [1.0, 2.0, 3.0]
    rows = at(words[table + outer.TO_K])
    for stage in range(3):
        assert reals[at(words[rows + stage]) :][:3].tolist() == [3.0 * stage, 3.0 * stage + 1, 3.0 * stage + 2]
    other = at(words[table + outer.INNER])
    arguments = at(words[other + inner.ARG])
    assert words[arguments] == words[table + outer.X]  # what two records share is still one vector
    assert reals[at(words[arguments + 1]) :][:3].tolist() == [7.0, 8.0, 9.0]


def test_numbers_kernels_and_routines_stay_and_what_is_bound_for_each_run_is_open():
    first, _ = made()
    moved = image(first, BASE)
    words = np.frombuffer(moved.memory, np.int64)
    table = (moved.address - BASE) // 8
    assert words[table + outer.N] == 3
    assert words.view(np.float64)[table + outer.STEP] == 0.25
    assert (words[table + outer.RATES], words[table + outer.DO]) == (7, 11)
    assert words[table + outer.TIMES : table + outer.TIMES + 3].tolist() == [0, 0, 0]


def test_segments_hold_all_that_is_not_zero():
    memory = np.zeros(100, np.int64)
    memory[[3, 4, 40, 99]] = [1, 2, 3, 4]
    again = np.zeros(100, np.int64)
    found = segments(memory.tobytes(), BASE)
    for address, data in found:
        start = (address - BASE) // 8
        again[start : start + len(data) // 8] = np.frombuffer(data, np.int64)
    assert np.array_equal(again, memory)
    assert len(found) == 3
