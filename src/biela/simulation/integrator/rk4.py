"""The classical Runge-Kutta method of order 4, at a fixed step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from . import record as at
from .closure import rates
from .compiled import Pointer, Routine, floats, routine
from .loop import first_stage
from .method import Method
from .record import Needs

SIXTH = 1.0 / 6.0


@routine
def rk4_step(run: Pointer) -> None:
    n, W, to = run[at.N], run[at.LANES], run[at.TO_K]
    t, h, ts = floats(run[at.T]), floats(run[at.HS]), floats(run[at.TS])
    x, xs, hx = floats(run[at.X]), floats(run[at.XS]), floats(run[at.HX])
    k1, k2 = floats(run[at.K]), floats(run[at.K] + 8 * n)
    k3, k4 = floats(run[at.K] + 16 * n), floats(run[at.K] + 24 * n)

    for lane in range(W):
        ts[lane] = t[lane] + 0.5 * h[lane]
    for i in range(n):
        xs[i] = x[i] + 0.5 * hx[i] * k1[i]
    rates(run, to + 8)
    for i in range(n):
        xs[i] = x[i] + 0.5 * hx[i] * k2[i]
    rates(run, to + 16)
    for lane in range(W):
        ts[lane] = t[lane] + h[lane]
    for i in range(n):
        xs[i] = x[i] + hx[i] * k3[i]
    rates(run, to + 24)
    for i in range(n):
        xs[i] = x[i] + hx[i] * SIXTH * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i])


@dataclass(frozen=True)
class RK4(Method):
    """Classical Runge-Kutta, order 4.

        k₁ = f(t, x)
        k₂ = f(t + h/2, x + h/2 k₁)
        k₃ = f(t + h/2, x + h/2 k₂)
        k₄ = f(t + h, x + h k₃)
        x⁺ = x + h/6 (k₁ + 2 k₂ + 2 k₃ + k₄)

    References
    ----------
    Kutta (1901), Zeitschrift für Mathematik und Physik 46, 435-453
    """

    step: float
    """[s]"""

    name: ClassVar[str] = "RK4"
    order: ClassVar[int] = 4
    needs: ClassVar[Needs] = Needs(stages=4)
    routines: ClassVar[Mapping[int, Routine]] = {
        at.DO_BEGIN: first_stage,
        at.DO_STEP: rk4_step,
    }
