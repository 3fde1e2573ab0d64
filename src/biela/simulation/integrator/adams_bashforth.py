"""The explicit multistep method of Adams and Bashforth, order 4: one evaluation of the rates per step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from biela.runtime.access import Pointer, Routine, compiled, floats, integers, part, reals, routine
from biela.runtime.tableau import RK4, explicit_step

from .loop import rates_at_start
from .method import FixedStep, method
from .record import Needs, at
from .runge_kutta import evaluate

STAGES = RK4.stages
B0, B1, B2, B3 = 55.0 / 24.0, -59.0 / 24.0, 37.0 / 24.0, -9.0 / 24.0
PAST = 3
"""Rates of earlier steps in the formula; they stand behind the stages of RK4, the newest of them at NEWEST."""

starting_step = compiled(explicit_step(RK4, at, evaluate))


@routine
def remember(run: Pointer) -> None:
    """f(t, x) to the first stage, and that of the step before in place of the oldest.

    PAST counts the rates of earlier steps of full length, −1 for a new start.
    """
    past = integers(run, at.PAST)
    run[at.NEWEST] = (run[at.NEWEST] + 1) % PAST
    k, kept = part(run, at.K, 0), part(run, at.K, STAGES + run[at.NEWEST])
    for i in range(run[at.N]):
        kept[i] = k[i]
    for lane in range(run[at.LANES]):
        past[lane] = min(past[lane] + 1, PAST)
    rates_at_start(run, 0)


@routine
def adams_bashforth_step(run: Pointer) -> None:
    """The formula where enough is remembered; one step of RK4 after a start, and for a step cut short by an event."""
    n, W, newest = run[at.N], run[at.LANES], run[at.NEWEST]
    t, h, ts = floats(run, at.T), floats(run, at.HS), floats(run, at.TS)
    x, xs, hx = floats(run, at.X), floats(run, at.XS), floats(run, at.HX)
    k0, k1 = part(run, at.K, 0), part(run, at.K, STAGES + newest)
    k2, k3 = part(run, at.K, STAGES + (newest + 2) % PAST), part(run, at.K, STAGES + (newest + 1) % PAST)
    past, full = integers(run, at.PAST), reals(run)[at.STEP_SIZE]

    starting = 0
    for lane in range(W):
        if h[lane] != full:
            past[lane] = -1
        starting += past[lane] < PAST
    if starting:
        starting_step(run)
    for lane in range(W):
        ts[lane] = t[lane] + h[lane]
    if starting == 0:
        for i in range(n):
            xs[i] = x[i] + hx[i] * (B0 * k0[i] + B1 * k1[i] + B2 * k2[i] + B3 * k3[i])
    elif starting < W:
        for i in range(run[at.N_X]):
            for lane in range(W):
                j = i * W + lane
                if past[lane] >= PAST:
                    xs[j] = x[j] + hx[j] * (B0 * k0[j] + B1 * k1[j] + B2 * k2[j] + B3 * k3[j])


@method("adams-bashforth")
class AdamsBashforth(FixedStep):
    """Adams-Bashforth, order 4, started by RK4:

        x⁺ = x + h/24 (55 f₀ − 59 f₋₁ + 37 f₋₂ − 9 f₋₃)

    One evaluation per step instead of four: the cheapest way through smooth motion at a small step. Its error constant is
    larger than that of RK4 and it tolerates only |hλ| < 0.3, so take it where RK4 at the same step would be wasteful.

    References
    ----------
    Hairer, Nørsett & Wanner (1993), §III.1
    """

    name: ClassVar[str] = "AdamsBashforth"
    order: ClassVar[int] = 4
    needs: ClassVar[Needs] = Needs(stages=STAGES + PAST)
    routines: ClassVar[Mapping[int, Routine]] = {at.DO_BEGIN: remember, at.DO_STEP: adams_bashforth_step}
    explicit: ClassVar[bool] = True
    kernels: ClassVar[tuple[str, ...]] = ("fused",)
    source: ClassVar[str] = "Adams-Bashforth (Hairer, Nørsett & Wanner 1993, Solving Ordinary Differential Equations I)"

    @classmethod
    def growth(cls, z: Any) -> Any:
        """Largest root of ζ⁴ − ζ³ = z (B₀ ζ³ + B₁ ζ² + B₂ ζ + B₃)."""
        roots = [np.roots([1, -1 - B0 * w, -B1 * w, -B2 * w, -B3 * w]) for w in np.atleast_1d(z)]
        return np.array([np.abs(each).max() for each in roots])
