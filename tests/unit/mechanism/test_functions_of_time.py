"""Functions of time: values on numbers, and the same on symbols with exact derivatives."""

from __future__ import annotations

import math
from typing import Any

import casadi as ca
import numpy as np
import pytest

import biela
from biela.base.errors import DescriptionError
from biela.mechanism import constant
from biela.mechanism.motion import call, function, sampled

CASES: dict[str, tuple[Any, Any]] = {
    "constant": (constant(2.5), lambda t: 2.5 + 0 * t),
    "sine by period": (biela.sine(2.0, period=0.5, phase=0.3, offset=1.0), lambda t: 1 + 2 * np.sin(4 * np.pi * t + 0.3)),
    "sine by frequency": (biela.sine(2.0, frequency=2.0), lambda t: 2 * np.sin(4 * np.pi * t)),
    "polynomial": (biela.polynomial(1.0, -2.0, 0.5), lambda t: 1 - 2 * t + 0.5 * t * t),
    "function": (lambda t: t**3, lambda t: t**3),
    "number": (1.5, lambda t: 1.5 + 0 * t),
    "table": (biela.table([0, 1, 3], [1, 2, -2]), lambda t: np.interp(t, [0, 1, 3], [1, 2, -2])),
}


@pytest.mark.parametrize("name", CASES)
def test_values_on_numbers_and_on_symbols(name: str) -> None:
    given, expected = CASES[name]
    f = function(given, "test")
    t = ca.SX.sym("t")
    symbolic = ca.Function("f", [t], [ca.SX(call(f, t))])
    for time in (-0.7, 0.0, 0.4, 1.0, 2.2, 5.0):
        assert call(f, time) == pytest.approx(expected(time), abs=1e-14)
        assert float(symbolic(time)) == pytest.approx(expected(time), abs=1e-14)


def test_a_step_is_smooth_and_arrives() -> None:
    f = biela.step(3.0, before=-1.0, start=2.0, rise=0.5)
    assert [f(t) for t in (0.0, 2.0, 2.25, 2.5, 9.0)] == pytest.approx([-1, -1, 1, 3, 3])
    t = ca.SX.sym("t")
    value = f(t)
    first = ca.jacobian(value, t)
    derivatives = ca.Function("d", [t], [first, ca.jacobian(first, t)])
    for time in (2.0, 2.5):
        for side in (-1e-9, 1e-9):
            speed, acceleration = (float(d) for d in derivatives(time + side))
            assert abs(speed) < 1e-6
            assert abs(acceleration) < 1e-4


def test_a_table_is_constant_beyond_its_ends() -> None:
    f = biela.table([0, 1], [4, 7])
    assert (f(-10.0), f(10.0)) == (4.0, 7.0)


def test_functions_of_math_are_refused_with_what_serves_instead() -> None:
    with pytest.raises(DescriptionError, match=r"'<lambda>' returns NaN: .* functions of `math` do\. .*lambda t: np\.cos\(t\)"):
        sampled(lambda t: math.cos(t), [0.0, 1.0])
    x, v, a = sampled(lambda t: np.cos(t), [0.0])
    assert (x[0], v[0], a[0]) == pytest.approx((1.0, 0.0, -1.0))


@pytest.mark.parametrize("given", ["sin(t)", np.zeros(3), ([0, 1], [0, 0.5])])
def test_what_is_not_a_motion_is_refused_with_what_is(given: Any) -> None:
    with pytest.raises(DescriptionError, match=r"motion of 'A' is .*: give a number, .* lambda t: .* biela\.sine") as caught:
        function(given, "motion of 'A'")
    assert ("spline" in str(caught.value)) == (not isinstance(given, str))
