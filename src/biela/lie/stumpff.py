"""Trigonometric quotients as functions of the squared angle, smooth at zero.

The exponential map and its derivatives are made of sin θ/θ, (1 − cos θ)/θ², (θ − sin θ)/θ³ ... All are the Stumpff
functions of t = θ²,

    c_n(t) = Σ_k (−t)ᵏ / (2k + n)!                                         (1)
    c_0 = cos θ,   c_1 = sin θ/θ,   c_{n+2} = (1/n! − c_n)/t                (2)
    dc_n/dt = (n c_{n+2} − c_{n+1})/2                                      (3)

entire functions without any singularity. Below a threshold the series (1) is summed, above it the quotients (2), whose cancellation
is harmless there. On symbols the branch not taken is evaluated at t = 1, so neither values nor derivatives of any order meet 0/0.

References
----------
Stiefel & Scheifele (1971), *Linear and Regular Celestial Mechanics*, §11
"""

from __future__ import annotations

from math import factorial

from biela.lie import array as xp

# thresholds on t, and terms so that the first one left out is below 1e-17 of the sum
_NEAR, _NEAR_TERMS = 0.01, 5
_FAR, _FAR_TERMS = 1.0, 8


def circular(t: xp.Scalar) -> tuple[xp.Scalar, xp.Scalar, xp.Scalar]:
    """(c_0, c_1, c_2): what the exponential map needs. Absolute error about 1e-16 in c_0, c_1 and t c_2."""
    if not xp.is_symbolic(t):
        return _circular_series(t) if t < _NEAR else _circular_closed(t)
    small = t < _NEAR
    near, far = _circular_series(t), _circular_closed(xp.where(small, 1.0, t))
    c1, c2 = (xp.where(small, near[n], far[n]) for n in (1, 2))
    return 1.0 - t * c2, c1, c2


def stumpff(t: xp.Scalar) -> tuple[xp.Scalar, xp.Scalar, xp.Scalar, xp.Scalar, xp.Scalar, xp.Scalar, xp.Scalar]:
    """(c_0, ..., c_6): what the tangent maps and their derivatives need."""
    if not xp.is_symbolic(t):
        return _all_series(t) if t < _FAR else _all_closed(t)
    small = t < _FAR
    near, far = _all_series(t), _all_closed(xp.where(small, 1.0, t))
    return tuple(xp.where(small, a, b) for a, b in zip(near, far, strict=True))


def inverse_tangent_coefficient(c: tuple[xp.Scalar, ...]) -> tuple[xp.Scalar, xp.Scalar]:
    """(d, dd/dt) with d = (1 − θ/2 cot θ/2)/θ² = (c_3/2 − c_4)/c_2, from c = `stumpff(t)`. Finite for θ < 2π."""
    _, _, c2, c3, c4, c5, c6 = c
    d = (0.5 * c3 - c4) / c2
    c2_rate, c3_rate, c4_rate = (2 * c4 - c3) / 2, (3 * c5 - c4) / 2, (4 * c6 - c5) / 2  # (3)
    return d, (0.5 * c3_rate - c4_rate - d * c2_rate) / c2


def _series(t: xp.Scalar, n: int, terms: int) -> xp.Scalar:
    """Equation (1) by Horner's rule."""
    total: xp.Scalar = 1.0 / factorial(2 * (terms - 1) + n)
    for k in reversed(range(terms - 1)):
        total = 1.0 / factorial(2 * k + n) - t * total
    return total


def _circular_series(t: xp.Scalar) -> tuple[xp.Scalar, xp.Scalar, xp.Scalar]:
    c2 = _series(t, 2, _NEAR_TERMS)
    return 1.0 - t * c2, _series(t, 1, _NEAR_TERMS), c2


def _circular_closed(t: xp.Scalar) -> tuple[xp.Scalar, xp.Scalar, xp.Scalar]:
    angle = xp.sqrt(t)
    c0 = xp.cos(angle)
    return c0, xp.sin(angle) / angle, (1.0 - c0) / t


def _all_series(t: xp.Scalar) -> tuple[xp.Scalar, ...]:
    # the highest two by series, the others by (2) read downwards: no division, no cancellation
    c6, c5 = _series(t, 6, _FAR_TERMS), _series(t, 5, _FAR_TERMS)
    c4, c3 = 1 / 24 - t * c6, 1 / 6 - t * c5
    c2, c1 = 0.5 - t * c4, 1.0 - t * c3
    return 1.0 - t * c2, c1, c2, c3, c4, c5, c6


def _all_closed(t: xp.Scalar) -> tuple[xp.Scalar, ...]:
    c0, c1, c2 = _circular_closed(t)
    c3, c4 = (1.0 - c1) / t, (0.5 - c2) / t
    return c0, c1, c2, c3, c4, (1 / 6 - c3) / t, (1 / 24 - c4) / t
