"""Explicit multistep method of Adams and Bashforth, order 4: one evaluation of the rates per step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from biela.integrate.access import Pointer, Routine, compiled, floats, inlined, integers, part, reals, routine
from biela.integrate.loop import rates_at_start, stage_time
from biela.integrate.method.base import FixedStep, method
from biela.integrate.run_record import Needs, at
from biela.integrate.runge_kutta import evaluate
from biela.integrate.sprint import sprint
from biela.integrate.tableau import RK4, by_fours, explicit_step, made

STAGES = RK4.stages
B0, B1, B2, B3 = 55.0 / 24.0, -59.0 / 24.0, 37.0 / 24.0, -9.0 / 24.0
PAST = 3  # rates of earlier steps in the formula; they stand behind the stages of RK4, the newest first

starting_step = compiled(explicit_step(RK4, at, evaluate))


@inlined
def next_value(x: float, h: float, f0: float, f1: float, f2: float, f3: float) -> float:
    """Return the formula for one entry of the state; f0 is the newest rate."""
    return x + h * (B0 * f0 + B1 * f1 + B2 * f2 + B3 * f3)


pass_over = inlined(
    made(
        [
            "def pass_over(run):",
            "    n, x, xs, hx, f = run[at.N], floats(run, at.X), floats(run, at.XS), floats(run, at.HX), floats(run, at.CARRY)",
            f"    k0, k1 = part(run, at.K, 0), part(run, at.K, {STAGES})",
            f"    k2, k3 = part(run, at.K, {STAGES + 1}), part(run, at.K, {STAGES + 2})",
            *by_fours(
                {"a": "f[i]", "b": "k0[i]", "c": "k1[i]", "d": "k2[i]", "now": "xs[i]",
                 "then": "next_value({now}, hx[i], {a}, {b}, {c}, {d})"},
                {"xs": "then", "x": "now", "k0": "a", "k1": "b", "k2": "c", "k3": "d"},
                {"size": "abs({then})"},
            ),
            "    return size",
        ],
        at=at, next_value=next_value,
    )
)  # fmt: skip
"""Do `remember` and the formula in one pass over the state: XS goes to X, the rates in CARRY and those before them one place
further, and the next state to XS. Returns the sum of its absolute values."""


@routine
def remember(run: Pointer) -> None:
    """Put f(t, x) to the first stage, and those of the steps before one place further. PAST counts the rates of earlier steps of
    full length, −1 for a new start."""
    past = integers(run, at.PAST)
    k0, k1 = part(run, at.K, 0), part(run, at.K, STAGES)
    k2, k3 = part(run, at.K, STAGES + 1), part(run, at.K, STAGES + 2)
    for i in range(run[at.N]):
        k3[i] = k2[i]
        k2[i] = k1[i]
        k1[i] = k0[i]
    for lane in range(run[at.LANES]):
        past[lane] = min(past[lane] + 1, PAST)
    rates_at_start(run, 0)


@routine
def adams_bashforth_step(run: Pointer) -> None:
    """Step by the formula where enough is remembered; by RK4 after a start, and where an event cut the step short."""
    W, past, full, starting = run[at.LANES], integers(run, at.PAST), reals(run)[at.STEP_SIZE], 0
    k0, k1 = part(run, at.K, 0), part(run, at.K, STAGES)
    k2, k3 = part(run, at.K, STAGES + 1), part(run, at.K, STAGES + 2)
    h, x, xs, hx = floats(run, at.HS, at.X, at.XS, at.HX)
    for lane in range(W):
        if h[lane] != full:
            past[lane] = -1
        starting += past[lane] < PAST
    if starting:
        starting_step(run)
    stage_time(run, 1.0)
    if starting == 0:
        for i in range(run[at.N]):
            xs[i] = next_value(x[i], hx[i], k0[i], k1[i], k2[i], k3[i])
    elif starting < W:
        for i in range(run[at.N_X]):
            for lane in range(W):
                j = i * W + lane
                if past[lane] >= PAST:
                    xs[j] = next_value(x[j], hx[j], k0[j], k1[j], k2[j], k3[j])


@compiled
def can_go_on(run: Pointer) -> bool:
    """Return whether the formula serves in all lanes."""
    past = integers(run, at.PAST)
    for lane in range(run[at.LANES]):
        if past[lane] + 1 < PAST:
            return False
    return True


@inlined
def advance_remembered(run: Pointer) -> float:
    """Step where enough is remembered; see `sprint`."""
    t, h, ts, past = floats(run, at.T), floats(run, at.HS), floats(run, at.TS), integers(run, at.PAST)
    for lane in range(run[at.LANES]):
        ts[lane] = t[lane] + h[lane]
        past[lane] = PAST
    size: float = pass_over(run)
    return size


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

    order: ClassVar[int] = 4
    needs: ClassVar[Needs] = Needs(stages=STAGES + PAST)
    routines: ClassVar[Mapping[int, Routine]] = {
        at.DO_BEGIN: remember, at.DO_STEP: adams_bashforth_step, at.DO_SPRINT: sprint(can_go_on, advance_remembered),
    }  # fmt: skip
    explicit: ClassVar[bool] = True
    kernels: ClassVar[tuple[str, ...]] = ("fused",)
    source: ClassVar[str] = "Adams-Bashforth (Hairer, Nørsett & Wanner 1993, Solving Ordinary Differential Equations I)"

    @classmethod
    def growth(cls, z: Any) -> Any:
        """Return the largest root of ζ⁴ − ζ³ = z (B₀ ζ³ + B₁ ζ² + B₂ ζ + B₃)."""
        roots = [np.roots([1, -1 - B0 * w, -B1 * w, -B2 * w, -B3 * w]) for w in np.atleast_1d(z)]
        return np.array([np.abs(each).max() for each in roots])
