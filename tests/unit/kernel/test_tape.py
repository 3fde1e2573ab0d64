"""Tapes over other kinds of number: 50 digits, the complex step, an arithmetic of one's own."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import casadi
import mpmath
import numpy as np
import pytest
from random_expressions import ALL, BINARY, N_INPUTS, certain
from rounding import largest_intermediate

from biela.kernel.arithmetic import NUMPY, Arithmetic, common
from biela.kernel.tape import Tape, evaluate, read_tape, trace

SMOOTH = sorted(set(ALL) - set("sign floor ceil lt le eq ne and or not if_else_zero table".split()))


def complex_step() -> Arithmetic:
    """Complex numbers, for f'(x) ≈ Im f(x + ih)/h. Where numpy has no continuation off the real axis: to first order."""

    def atan2(y: complex, x: complex) -> Any:
        slope = (x.real * y.imag - y.real * x.imag) / (x.real**2 + y.real**2)
        return np.complex128(complex(np.arctan2(y.real, x.real), slope))

    def erf(x: complex) -> Any:
        slope = 2 / math.sqrt(math.pi) * math.exp(-(x.real**2))
        return np.complex128(complex(math.erf(x.real), slope * x.imag))

    def less_multiple(x: complex, y: complex, exact: Callable[[float, float], float]) -> Any:
        """x − k·y with the whole number k that the real parts fix."""
        rest = exact(x.real, y.real)
        return np.complex128(complex(rest, x.imag - round((x.real - rest) / y.real) * y.imag))

    functions = NUMPY | {
        "atan2": atan2,
        "hypot": lambda x, y: np.sqrt(x * x + y * y),
        "floor": lambda x: np.complex128(np.floor(x.real)),
        "ceil": lambda x: np.complex128(np.ceil(x.real)),
        "fmod": lambda x, y: less_multiple(x, y, math.fmod),
        "remainder": lambda x, y: less_multiple(x, y, math.remainder),
        "erf": erf,
    }
    return Arithmetic(np.complex128, common(np.complex128) | functions, np.complex128)


def one_operation(name: str) -> tuple[casadi.Function, casadi.SX]:
    x = casadi.SX.sym("x", 2)
    return casadi.Function("f", [x], [ALL[name](*((x[0], x[1]) if name in BINARY else (x[0],)))]), x


def point(name: str) -> list[float]:
    return [1.7, 0.6] if name == "acosh" else [0.4, -0.7] if name in ("fmod", "remainder") else [0.4, 0.7]


@pytest.mark.parametrize("name", sorted(ALL))
def test_fifty_digits_agree_with_doubles(name: str) -> None:
    function, _ = one_operation(name)
    for x in (point(name), [-0.3, 0.45]):
        with mpmath.workdps(50):
            precise = evaluate(read_tape(function), [x], mpmath.mpf)[0][0]
        expected = float(function(x))
        np.testing.assert_allclose(float(precise), expected, rtol=4e-16, atol=1e-15)


@pytest.mark.parametrize("name", SMOOTH)
def test_complex_step_is_the_derivative(name: str) -> None:
    function, x = one_operation(name)
    jacobian = casadi.Function("J", [x], [casadi.jacobian(function(x), x)])
    at = np.array(point(name))
    expected = np.array(jacobian(at)).ravel()
    for i in range(2):
        step = at.astype(complex)
        step[i] += 1e-30j
        derivative = evaluate(read_tape(function), [step], complex_step())[0][0].imag / 1e-30
        np.testing.assert_allclose(derivative, expected[i], rtol=1e-13, atol=1e-15)


def test_fifty_digits_survive_cancellation() -> None:
    x = casadi.SX.sym("x", 3)
    tape = read_tape(casadi.Function("f", [x], [(x[0] + x[1]) - x[2]]))
    with mpmath.workdps(50):
        tiny = mpmath.mpf("1e-30")
        assert abs(evaluate(tape, [[mpmath.mpf(1), tiny, mpmath.mpf(1)]], mpmath.mpf)[0][0] - tiny) < 1e-45
    assert evaluate(tape, [[1.0, 1e-30, 1.0]])[0][0] == 0.0


def test_special_values_in_fifty_digits() -> None:
    x = casadi.SX.sym("x")
    y = casadi.vertcat(1 / x, casadi.sqrt(x - 1), casadi.if_else(x > 0, 1 / x, 0))
    inverse, root, safe = evaluate(read_tape(casadi.Function("f", [x], [y])), [[0.0]], mpmath.mpf)[0]
    assert mpmath.isinf(inverse)
    assert mpmath.isnan(root)
    assert safe == 0


def test_doubles_agree_with_casadi() -> None:
    rng = np.random.default_rng(0)
    x = casadi.SX.sym("x", N_INPUTS)
    pool = [x[i] for i in range(N_INPUTS)]
    for name in [*rng.permutation(sorted(ALL)), *rng.permutation(sorted(ALL))]:
        pool.append(ALL[name](*(pool[i] for i in rng.integers(0, len(pool), 2 if name in BINARY else 1))))
    function = casadi.Function("f", [x], [casadi.vertcat(*pool)])
    tape = read_tape(function)
    for _ in range(20):
        at = rng.uniform(-2, 2, N_INPUTS)
        determined, scale = certain(tape, [at])
        computed, expected = evaluate(tape, [at])[0], np.array(function(at)).ravel()
        assert np.array_equal(np.isnan(computed[determined]), np.isnan(expected[determined]))
        finite = determined & np.isfinite(expected)
        assert np.all(np.abs(computed[finite] - expected[finite]) <= 1e-13 * scale[finite])


def test_largest_intermediate() -> None:
    x = casadi.SX.sym("x", 3)
    tape = read_tape(casadi.Function("f", [x], [casadi.vertcat(x[0] * x[1] - 7 * x[0], x[2])]))
    assert largest_intermediate(tape, [[1000.0, 6.0, 3.0]])[0].tolist() == [7000.0, 3.0]


def test_an_arithmetic_of_ones_own() -> None:
    """Counting multiplications along the longest path."""
    x = casadi.SX.sym("x")
    tape = read_tape(casadi.Function("f", [x], [x * x * x + x]))
    depth = Arithmetic(lambda value: 0, {"mul": lambda a, b: max(a, b) + 1, "sq": lambda a: a + 1, "add": lambda a, b: max(a, b)})
    assert evaluate(tape, [[1.0]], depth)[0].tolist() == [2]
    assert len(trace(tape, [[1.0]], depth)) == len(tape)


def test_storage_round_trip() -> None:
    x = casadi.SX.sym("x", 3)
    tape = read_tape(casadi.Function("f", [x], [casadi.diag(x * 2.5)], ["x"], ["D"]))
    again = Tape.from_parts(*tape.parts())
    assert again.signature == tape.signature
    assert again.sparse == (0,)
    assert np.array_equal(evaluate(again, [[1, 2, 3]])[0].reshape(3, 3), np.diag([2.5, 5, 7.5]))


def test_wrong_input_is_named() -> None:
    x = casadi.SX.sym("x", 3)
    with pytest.raises(ValueError, match="input 'x' needs 3 numbers, 2 given"):
        evaluate(read_tape(casadi.Function("f", [x], [x], ["x"], ["y"])), [[1.0, 2.0]])
