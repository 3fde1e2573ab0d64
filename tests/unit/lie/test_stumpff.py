"""Stumpff functions against fifty-digit arithmetic, on both sides of every threshold."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

from biela.lie.stumpff import circular, inverse_tangent_coefficient, stumpff

ANGLES = [0.0, 1e-12, 1e-6, 1e-3, 0.0999, 0.1001, 0.4, 0.9999, 1.0001, 2.0, 3.1, 4.5, 6.0]


def exact(t: float, n: int) -> float:
    with mpmath.workdps(50):
        return float(mpmath.nsum(lambda k: (-mpmath.mpf(t)) ** int(k) / mpmath.factorial(2 * int(k) + n), [0, 60]))


@pytest.mark.parametrize("angle", ANGLES)
def test_values(angle):
    t = angle**2
    for n, value in enumerate(stumpff(t)):
        assert value == pytest.approx(exact(t, n), rel=5e-14, abs=3e-16)
    c0, c1, c2 = circular(t)
    assert c0 == pytest.approx(np.cos(angle), abs=3e-16)
    assert c1 == pytest.approx(exact(t, 1), abs=3e-16)
    assert t * c2 == pytest.approx(t * exact(t, 2), abs=3e-16)


@pytest.mark.parametrize("angle", ANGLES)
def test_symbols_give_the_same(angle, symbolic):
    t = np.array([angle**2])
    for function, count in ((circular, 3), (stumpff, 7)):
        for n in range(count):
            value = symbolic(lambda x, f=function, n=n: f(x)[n], t)
            np.testing.assert_allclose(value, function(t[0])[n], rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("angle", ANGLES)
def test_derivatives_by_automatic_differentiation(angle, derivative):
    """dc_n/dt = (n c_{n+2} − c_{n+1})/2, zero angle included."""
    t = np.array([angle**2])
    for n in range(5):
        slope = (n * exact(t[0], n + 2) - exact(t[0], n + 1)) / 2
        assert derivative(lambda x, n=n: stumpff(x)[n], t)[0, 0] == pytest.approx(slope, rel=1e-12, abs=1e-14)
    for n in range(3):
        slope = (n * exact(t[0], n + 2) - exact(t[0], n + 1)) / 2
        assert derivative(lambda x, n=n: circular(x)[n], t)[0, 0] == pytest.approx(slope, rel=1e-10, abs=1e-12)


@pytest.mark.parametrize("angle", ANGLES[1:])
def test_coefficient_of_the_inverse_tangent(angle, derivative):
    t = angle**2
    d, slope = inverse_tangent_coefficient(stumpff(t))
    with mpmath.workdps(50):
        half = mpmath.mpf(angle) / 2
        assert d == pytest.approx(float((1 - half * mpmath.cot(half)) / mpmath.mpf(angle) ** 2), rel=1e-12)
    by_differentiation = derivative(lambda x: inverse_tangent_coefficient(stumpff(x))[0], np.array([t]))
    assert slope == pytest.approx(by_differentiation[0, 0], rel=1e-10)
