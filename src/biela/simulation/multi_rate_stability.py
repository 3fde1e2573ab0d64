"""Steps that are too large for the exchange between a mechanism and its networks: what the multi-rate method makes of a mode.

On the linearised machine ẋ = J x one step is a matrix, x⁺ = P x. Networks alone never make it grow, being L-stable; the mechanism
alone is as stable as RK4; the exchange of both has a limit of its own, about ωH < 2.66 for an undamped mode in which the mechanism
swings against the stiffness of a network.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from biela.base.array import Array
from biela.equations.layout import StateLayout
from biela.integrate.method.rodas3 import TABLE, moment
from biela.integrate.tableau import RK4

TOLERATED = 1.01
"""Growth in a step, beyond that of the machine itself, below which a step is not refused: rounding in J makes some."""
FEW = 2
"""Small steps that stand for any larger number: with more of them the limit of the exchange stays the same."""
SQUARINGS = 12


def one_step(J: Array, layout: StateLayout, step: float, substeps: int, passes: int = 2) -> Array:
    """P of the multi-rate method: states of networks take the small step, those before them the large one."""
    slow = layout.networks.start
    A, D, E = J[:slow], J[slow:, :slow], J[slow:, slow:]
    x = np.eye(len(J))
    rate = A @ x
    end, end_rate = x[:slow] + step * rate, rate
    if layout.n_q == layout.n_v:
        end[layout.q] += 0.5 * step**2 * rate[layout.v]
    z = x[slow:]
    for sweep in range(passes):
        if sweep:
            end_rate = A @ np.vstack([end, z])
        z, mean, lean = _networks(D, E, x, rate, end, end_rate, step, substeps)
        k: list[Array] = []
        for row, c in zip(((), *RK4.a), RK4.times, strict=True):
            k.append(A @ np.vstack([x[:slow] + step * _sum(row, k), mean + (2 * c - 1) * lean]))
        end = x[:slow] + step * _sum(RK4.b, k) / RK4.over
    return np.vstack([end, z])


def _networks(
    D: Array, E: Array, x: Array, rate: Array, end: Array, end_rate: Array, step: float, substeps: int
) -> tuple[Array, Array, Array]:
    """Rodas3 along the cubic through both ends: states at the end, mean and lean; see `integrator/rodas3.py`."""
    slow, h = len(end), step / substeps
    start, z = x[:slow], x[slow:]
    mean, lean = np.zeros_like(z), np.zeros_like(z)
    inverse = np.linalg.inv(np.eye(len(E)) / (TABLE.gamma * h) - E)
    integral: Any = moment.function  # type: ignore[attr-defined]

    def seen(s: float) -> Array:
        a, b, c = s * s * (3 - 2 * s), s * (1 - s) ** 2, s * s * (s - 1)
        return start + a * (end - start) + step * (b * rate + c * end_rate)

    def seen_rate(s: float) -> Array:
        a, b, c = 6 * s * (1 - s), (1 - s) * (1 - 3 * s), s * (3 * s - 2)
        return a * (end - start) / step + b * rate + c * end_rate

    for k in range(substeps):
        s0, s1 = k / substeps, (k + 1) / substeps
        slope = D @ seen_rate(s0)
        K: list[Array] = []
        for a, C, c, d in zip(((), *TABLE.a), ((), *TABLE.C), TABLE.c, TABLE.d, strict=True):
            rate_there = E @ (z + _sum(a, K)) + D @ seen(s0 + c / substeps)
            K.append(inverse @ (rate_there + _sum(C, K) / h + h * d * slope))
        mean = mean + integral(1 / substeps, 1.0, 1.0, 0.0, z, *K)
        lean = lean + 3 * integral(1 / substeps, 2 * s0 - 1, 2 * s1 - 1, 2.0, z, *K)
        z = z + _sum(TABLE.b, K)
    return z, mean, lean


def _sum(weights: Sequence[float], K: list[Array]) -> Any:
    return sum((w * k for w, k in zip(weights, K, strict=False)), 0.0)


def growth(J: Array, layout: StateLayout, step: float, substeps: int) -> float:
    """Factor by which a step lets a mode grow, relative to the growth of the machine itself; one or less where it is stable."""
    P = one_step(J, layout, step, min(substeps, FEW))
    if _stays(P):
        return 1.0
    own = np.exp(step * np.linalg.eigvals(J).real.max(initial=0.0))
    return float(np.abs(np.linalg.eigvals(P)).max() / max(1.0, own))


def _stays(P: Array) -> bool:
    """Whether many steps, found by squaring, show that no mode grows: quicker than eigenvalues, and nearly always enough."""
    with np.errstate(all="ignore"):
        for _ in range(SQUARINGS):
            P = P @ P
        return bool(np.abs(P).max() < TOLERATED ** (2**SQUARINGS))
