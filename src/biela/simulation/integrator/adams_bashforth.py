"""The explicit multistep method of Adams and Bashforth, order 4: one evaluation of the rates a step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from . import record as at
from .closure import rates
from .compiled import Pointer, Routine, floats, integers, routine
from .loop import rates_at_start
from .method import Method
from .record import Needs

KEPT = 4
"""Rates in the formula: of this step and three before."""
B0, B1, B2, B3 = 55.0 / 24.0, -59.0 / 24.0, 37.0 / 24.0, -9.0 / 24.0


@routine
def remember(run: Pointer) -> None:
    """f(t, x) in place of the oldest rates kept; PAST counts those of earlier steps of full length, −1 for a new start."""
    past = integers(run[at.PAST])
    run[at.NEWEST] = (run[at.NEWEST] + 1) % KEPT
    for lane in range(run[at.LANES]):
        past[lane] = min(past[lane] + 1, KEPT - 1)
    rates_at_start(run, run[at.NEWEST])


@routine
def adams_bashforth_step(run: Pointer) -> None:
    """The formula where enough is remembered; one step of RK4 after a start, and for a step cut short by an event."""
    n, W, newest = run[at.N], run[at.LANES], run[at.NEWEST]
    t, h, ts, option = floats(run[at.T]), floats(run[at.HS]), floats(run[at.TS]), floats(run[at.OPTION])
    x, xs, hx = floats(run[at.X]), floats(run[at.XS]), floats(run[at.HX])
    k0, k1 = floats(run[at.K] + 8 * n * newest), floats(run[at.K] + 8 * n * ((newest + 3) % KEPT))
    k2, k3 = floats(run[at.K] + 8 * n * ((newest + 2) % KEPT)), floats(run[at.K] + 8 * n * ((newest + 1) % KEPT))
    past = integers(run[at.PAST])

    starting = 0
    for lane in range(W):
        if h[lane] != option[at.STEP_SIZE]:
            past[lane] = -1
        starting += past[lane] < KEPT - 1
    if starting == 0:
        for lane in range(W):
            ts[lane] = t[lane] + h[lane]
        for i in range(n):
            xs[i] = x[i] + hx[i] * (B0 * k0[i] + B1 * k1[i] + B2 * k2[i] + B3 * k3[i])
        return

    to = run[at.TO_K] + 8 * KEPT
    a, b, c = floats(run[at.K] + 32 * n), floats(run[at.K] + 40 * n), floats(run[at.K] + 48 * n)
    for lane in range(W):
        ts[lane] = t[lane] + 0.5 * h[lane]
    for i in range(n):
        xs[i] = x[i] + 0.5 * hx[i] * k0[i]
    rates(run, to)
    for i in range(n):
        xs[i] = x[i] + 0.5 * hx[i] * a[i]
    rates(run, to + 8)
    for lane in range(W):
        ts[lane] = t[lane] + h[lane]
    for i in range(n):
        xs[i] = x[i] + hx[i] * b[i]
    rates(run, to + 16)
    for i in range(run[at.N_X]):
        for lane in range(W):
            j = i * W + lane
            if past[lane] < KEPT - 1:
                xs[j] = x[j] + hx[j] * (k0[j] + 2.0 * (a[j] + b[j]) + c[j]) / 6.0
            else:
                xs[j] = x[j] + hx[j] * (B0 * k0[j] + B1 * k1[j] + B2 * k2[j] + B3 * k3[j])


@dataclass(frozen=True)
class AdamsBashforth(Method):
    """Adams-Bashforth, order 4, started by RK4:

        x⁺ = x + h/24 (55 f₀ − 59 f₋₁ + 37 f₋₂ − 9 f₋₃)

    One evaluation a step instead of four: the cheapest way through smooth motion at a small step. Its error constant is
    larger than that of RK4 and it tolerates only |hλ| < 0.3, so take it where RK4 at the same step would be wasteful.

    References
    ----------
    Hairer, Nørsett & Wanner (1993), §III.1
    """

    step: float
    """[s]"""

    name: ClassVar[str] = "AdamsBashforth"
    order: ClassVar[int] = 4
    needs: ClassVar[Needs] = Needs(stages=KEPT + 3)
    routines: ClassVar[Mapping[int, Routine]] = {
        at.DO_BEGIN: remember,
        at.DO_STEP: adams_bashforth_step,
    }
