"""Closed form of the double crank (library/double_crank.py) in its one angle: an oracle for tests, derived by hand.

Kinematics, reduced inertia and potential as in any text on linkages; the slope of the reduced inertia by complex step.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
G, A, H, B, GRAVITY = 2.0, 4.0, 3.0, 4.0, 9.8


def coupler(theta: Any, branch: Any) -> tuple[Any, Any]:
    """φ and k = φ̇/θ̇ of the floating bar."""
    x, y = -G + A * np.cos(theta), A * np.sin(theta)
    d2 = x * x + y * y
    d = np.sqrt(d2)
    # φ = direction from A's end to the output pivot, ± the angle of the triangle
    reach = (H * H + d2 - B * B) / (2 * H * d)
    cos_phi = (-x * reach + branch * y * np.sqrt(1 - reach**2)) / d
    sin_phi = (-y * reach - branch * x * np.sqrt(1 - reach**2)) / d
    px, py = x + H * cos_phi, y + H * sin_phi
    k = -A * (-px * np.sin(theta) + py * np.cos(theta)) / (H * (-px * sin_phi + py * cos_phi))
    return (cos_phi, sin_phi), k


def inertia(theta: Any, branch: Any, literal: bool) -> Any:
    """M̄(θ)."""
    (c, s), k = coupler(theta, branch)
    i1 = 1.0 if literal else 1.0 + 4.0  # about the fixed pivot: each bar of the literal set has 1 about either end
    i2 = 1.0 - 1.5**2 if literal else 1.0
    vx = -A * np.sin(theta) - 0.5 * H * k * s
    vy = A * np.cos(theta) + 0.5 * H * k * c
    return i1 + vx * vx + vy * vy + i2 * k * k


def acceleration(theta: Array, rate: Array, branch: Any, literal: bool = True) -> Array:
    """θ̈ = −(½ M̄' θ̇² + V̄')/M̄."""
    (c, _), k = coupler(theta, branch)
    M = inertia(theta, branch, literal)
    h = 1e-30
    slope = np.imag(inertia(theta + 1j * h, branch, literal)) / h
    force = GRAVITY * (0.5 * A * np.cos(theta) + A * np.cos(theta) + 0.5 * H * c * k)
    return np.asarray(-(0.5 * slope * rate**2 + force) / M)


def rk4(theta: Array, rate: Array, branch: Any, h: float, literal: bool = True) -> tuple[Array, Array]:
    """One Runge-Kutta step of (θ, θ̇)."""

    def f(a: Array, b: Array) -> tuple[Array, Array]:
        return b, acceleration(a, b, branch, literal)

    a1, b1 = f(theta, rate)
    a2, b2 = f(theta + 0.5 * h * a1, rate + 0.5 * h * b1)
    a3, b3 = f(theta + 0.5 * h * a2, rate + 0.5 * h * b2)
    a4, b4 = f(theta + h * a3, rate + h * b3)
    return theta + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4), rate + h / 6 * (b1 + 2 * b2 + 2 * b3 + b4)


def comb(weights: Array) -> NDArray[np.int64]:
    """The comb of the study."""
    N = weights.size
    C = np.cumsum(weights)
    C[-1] = 1.1
    u = np.append(0.99999 * np.arange(1, N) / (N - 1), 1.0)
    return np.searchsorted(C + 1e-12, u, side="left")  # a last particle lighter than rounding is not kept
