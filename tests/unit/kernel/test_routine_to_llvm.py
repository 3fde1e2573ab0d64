"""Routines do what Python does: the same functions, run by Python and compiled, leave the same numbers."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from biela.base.errors import Untranslatable
from biela.kernel import native
from biela.kernel.routine import ENTRY, compiled, inlined
from biela.kernel.routine_to_llvm import routine_text
from biela.kernel.routine_value import BYTES, INTS, REALS, SINGLES

WHOLE = st.integers(-50, 50)
REALS_GIVEN = st.floats(-1e3, 1e3, allow_nan=False).map(lambda x: 0.0 if x == 0.0 else x)


def native_form(function: Callable[..., None], kinds: tuple[str, ...]) -> Callable[..., None]:
    """The function compiled, called with NumPy arrays."""
    code = native.LinkedCode([native.compile_module(routine_text(function, kinds=kinds), effort=native.LOOPS)])
    call = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(kinds))(code.address(ENTRY))

    def run(*arrays: Any) -> None:
        call(*(a.ctypes.data for a in arrays))

    run.owner = code  # type: ignore[attr-defined]
    return run


class Colour(IntEnum):
    RED = 3


TABLE = np.array([[1.5, -2.0], [0.25, 8.0]])
PRIMES = np.array([2, 3, 5, 7])


@compiled
def both(a: int, b: float) -> tuple[int, float]:
    if a > 3:
        return a, b
    return 2 * a, b / 2


@inlined
def shifted(a: float, by: int = 2) -> float:
    return a + by


def arithmetic(n: Any, x: Any) -> None:
    a, b, u, v = n[0], n[1], x[0], x[1]
    n[2] = a + b * 3 - 7
    n[3] = a // b if b != 0 else 0
    n[4] = a % b if b != 0 else 0
    n[5] = (a & b) | (a ^ 5)
    n[6] = abs(a) + min(a, b) - max(a, 2, b)
    n[7] = a >> 2
    n[8] = int(u) + (u < v) + (not a)
    x[2] = u * v - u / (1.0 + v * v)
    x[3] = u**2 + (u * u) ** 0.5
    x[4] = a / 7 + b
    x[5] = min(u, v) + max(u, v, 0.5) + abs(u)
    x[6] = math.floor(u) + math.ceil(v) + math.sqrt(v * v)
    x[7] = -u if a > b else 2
    x[8] = shifted(u) + shifted(v, 3)


def flow(n: Any, x: Any) -> None:
    total, count = 0.0, 0
    for i in range(1, 9, 2):
        if i == 5:
            continue
        for j in range(i, -1, -1):
            if j * i > n[0] + 20:
                break
            total += TABLE[j % 2, 0] * x[0] + TABLE[i % 2, j % 2]
            count += 1
    while count > 3 and total < 1e4:
        count -= 2
        total = total * 1.5 + 1
    for prime in PRIMES:
        count += prime * Colour.RED
    n[2], n[3] = count, n[0]
    n[0], n[1] = n[1], n[0]
    first = second = count
    second += 1
    n[4] = 10 * first + second
    k, y = both(n[0], x[0])
    n[5] = k
    x[2] = total + y
    good = True
    good &= x[0] < x[1]
    n[6] = good
    n[7] = n[0] < n[1] < 40 or (x[0] > 0 and n[1] != 0 and 100 // n[1] > 3)
    size, column = (0.0, 0) if n[0] == 0 else (x[0], n[0])
    x[3] = size + column
    x[4] = float(n[0] if n[0] > n[1] else x[1])


@pytest.mark.parametrize("function", [arithmetic, flow])
def test_compiled_code_does_what_python_does(function: Callable[..., None]) -> None:
    run = native_form(function, (INTS, REALS))

    @settings(max_examples=150, deadline=None)
    @given(WHOLE, WHOLE, REALS_GIVEN, REALS_GIVEN)
    def check(a: int, b: int, u: float, v: float) -> None:
        found = np.array([a, b] + [0] * 7), np.array([u, v] + [0.0] * 7)
        run(*found)
        whole, real = [a, b] + [0] * 7, [u, v] + [0.0] * 7
        with_python(function)(whole, real)
        assert found[0].tolist() == [int(k) for k in whole]
        assert found[1].tolist() == [float(y) for y in real]

    check()


def with_python(function: Callable[..., None]) -> Callable[..., None]:
    """The function as Python runs it: helpers are called as they are written."""
    space = {**function.__globals__, "both": both.function, "shifted": shifted.function}
    made = type(function)(function.__code__, space, function.__name__, None, function.__closure__)  # type: ignore[call-overload]
    assert callable(made)
    return made  # type: ignore[no-any-return]


def test_a_division_by_zero_gives_infinity() -> None:
    def divide(x: Any) -> None:
        x[0] = x[0] / x[1]

    x = np.array([1.0, 0.0])
    native_form(divide, (REALS,))(x)
    assert x[0] == np.inf


def test_what_is_no_number_is_handed_on_by_the_last_argument() -> None:
    def largest(x: Any) -> None:
        x[2], x[3] = max(x[0], x[1]), min(x[0], x[1])

    x = np.array([1.0, np.nan, 0.0, 0.0])
    native_form(largest, (REALS,))(x)
    assert np.isnan(x[2:]).all()


def test_words_without_a_sign_wrap_around() -> None:
    """As the generator of random numbers needs it."""
    golden = np.uint64(0x9E3779B97F4A7C15)

    def mixed(n: Any) -> None:
        z = np.uint64(n[0]) * golden
        z = z ^ (z >> np.uint64(31))
        n[1] = np.int64(z >> np.uint64(11))

    n = np.array([12345, 0])
    native_form(mixed, (INTS,))(n)
    z = 12345 * int(golden) % 2**64
    assert n[1] == (z ^ (z >> 31)) >> 11


def test_bytes_and_short_numbers() -> None:
    def add(b: Any, f: Any) -> None:
        b[1] = b[0] + 250
        f[1] = f[0] / 3

    b, f = np.array([10, 0], np.uint8), np.array([1.0, 0.0], np.float32)
    native_form(add, (BYTES, SINGLES))(b, f)
    assert b[1] == 4
    assert f[1] == np.float32(1.0 / 3.0)


def unknown_call(run: Any) -> None:
    run[0] = len([1])


def a_text(run: Any) -> None:
    name = "x"
    run[0] = name


def two_kinds(run: Any) -> None:
    value = run
    value = 1.0
    run[0] = value


@pytest.mark.parametrize(
    ("function", "words"), [(unknown_call, r"unknown_call: \[1\]"), (a_text, "name is no number"), (two_kinds, "both")]
)
def test_python_beyond_the_vocabulary_is_refused_by_name(function: Callable[..., None], words: str) -> None:
    with pytest.raises(Untranslatable, match=words):
        routine_text(function)


def test_the_text_depends_on_the_source_alone() -> None:
    assert routine_text(flow, kinds=(INTS, REALS)) == routine_text(flow, kinds=(INTS, REALS))
