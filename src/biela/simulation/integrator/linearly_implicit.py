"""Linearly implicit (Rosenbrock) methods from their tables: linear systems with the exact Jacobian, no iteration."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from biela.dataclass import dataclass
from biela.runtime.access import Pointer, Routine, call_kernel, compiled, floats, part, routine
from biela.runtime.system import System
from biela.runtime.tableau import Linear

from .closure import rates
from .implicit import factor_lanes, solve_lanes
from .loop import stage_at_start
from .method import Adaptive
from .record import Needs, at


@compiled
def add_stage(n: int, k: Pointer, x: Pointer, a: float, b: Pointer, c: float) -> None:
    """x += a·k and b += c·k: vectors of n entries, none of which overlap."""
    for i in range(n):
        x[i] += a * k[i]
        b[i] += c * k[i]


@compiled
def finish_right_side(n: int, b: Pointer, f: Pointer, per_step: Pointer, d: float, h: Pointer, f_t: Pointer) -> None:
    """b = f + b/h + d·h f_t."""
    for i in range(n):
        b[i] = f[i] + b[i] * per_step[i] + d * h[i] * f_t[i]


def linear_stages(table: Linear, evaluate: Any) -> Any:
    """A compiled function `stages(run, own)`: from X of the record `own` all stages to its K, and the result to its XS.

    HX is the step of every entry; JAC and F_T are those at its start, and the last part of K the rates there. For the other stages
    `evaluate(run, own, stage, c)` finds the rates at XS. The error estimate, if the method has one, goes to E.
    """
    STAGES, GAMMA, TIME, SLOPE = table.stages, table.gamma, np.array(table.c), np.array(table.d)
    A, C = table.square(table.a), table.square(table.C)
    B, ERROR = np.array(table.b), np.array(table.error or [0.0] * table.stages)
    FRESH = np.array([int(any(row) or c != 0.0) for row, c in zip(A, TIME, strict=True)])
    # stiffly accurate: the result is where the last stage began, plus that stage
    CONTINUES = tuple(B[:-1]) == tuple(A[-1, :-1])
    LAST_ERROR = CONTINUES and not any(ERROR[:-1])

    @compiled
    def stages(run: Pointer, own: Pointer) -> None:
        n, W = own[at.N], own[at.LANES]
        h, d, x, xs = floats(own, at.HX), floats(own, at.D), floats(own, at.X), floats(own, at.XS)
        b, e, f_t = floats(own, at.B), floats(own, at.E), floats(own, at.F_T)
        for lane in range(W):
            d[lane] = 1.0 / (GAMMA * h[lane]) if h[lane] > 0.0 else 1.0  # one for a lane that stands still
        for i in range(n):
            e[i] = 1.0 / h[i]
        factor_lanes(own)
        for stage in range(STAGES):
            for i in range(n):
                xs[i] = x[i]
                b[i] = 0.0
            for j in range(stage):
                add_stage(n, part(own, at.K, j), xs, A[stage, j], b, C[stage, j])
            f = STAGES  # the rates at the start of the step
            if FRESH[stage]:
                f = stage
                evaluate(run, own, stage, TIME[stage])
            finish_right_side(n, b, part(own, at.K, f), e, SLOPE[stage], h, f_t)
            solve_lanes(own, stage)
        last = part(own, at.K, STAGES - 1)
        if LAST_ERROR:
            for i in range(n):
                xs[i] += B[STAGES - 1] * last[i]
                e[i] = ERROR[STAGES - 1] * last[i]
            return
        for i in range(n):
            xs[i] = x[i]
            e[i] = 0.0
        for j in range(STAGES):
            add_stage(n, part(own, at.K, j), xs, B[j], e, ERROR[j])

    return stages


@compiled
def evaluate(run: Pointer, own: Pointer, stage: int, c: float) -> None:
    """Rates of a stage at the part c of the step."""
    t, h, ts = floats(run, at.T), floats(run, at.HS), floats(run, at.TS)
    for lane in range(run[at.LANES]):
        ts[lane] = t[lane] + c * h[lane]
    rates(run, stage)


@compiled
def bend(n: int, xs: Pointer, theta: Pointer, d1: float, d2: float, d3: float, k: Pointer) -> None:
    """What one stage adds to the straight line from x to x⁺."""
    for i in range(n):
        a = theta[i]
        xs[i] += a * (1.0 - a) * (d1 + a * (d2 + a * d3)) * k[i]


def linear_routines(table: Linear) -> dict[int, Routine]:
    """The routines of a method."""
    STAGES = table.stages
    DENSE = np.zeros((3, STAGES))
    DENSE[: len(table.dense)] = table.dense or np.zeros((0, STAGES))
    stages = linear_stages(table, evaluate)

    @routine
    def begin(run: Pointer) -> None:
        """f, ∂f/∂x and ∂f/∂t at (t, x)."""
        stage_at_start(run)
        call_kernel(run, at.JACOBIAN, at.ARG, at.TO_JACOBIAN)
        # f(t, x) stays in a place of its own, behind the stages, for when the step is rejected and tried again
        rates(run, STAGES)
        k, f = part(run, at.K, 0), part(run, at.K, STAGES)
        for i in range(run[at.N]):
            k[i] = f[i]

    @routine
    def step(run: Pointer) -> None:
        stages(run, run)
        t, h, ts = floats(run, at.T), floats(run, at.HS), floats(run, at.TS)
        for lane in range(run[at.LANES]):
            ts[lane] = t[lane] + h[lane]

    @routine
    def interpolate(run: Pointer) -> None:
        """x(θ) = (1 − θ) x + θ (x⁺ + (1 − θ)(d₁ + θ (d₂ + θ d₃))), with d = DENSE k."""
        n = run[at.N]
        x, xo, xs, theta = floats(run, at.X), floats(run, at.XO), floats(run, at.XS), floats(run, at.THETA)
        for i in range(n):
            xs[i] = xo[i] + theta[i] * (x[i] - xo[i])
        for j in range(STAGES):
            bend(n, xs, theta, DENSE[0, j], DENSE[1, j], DENSE[2, j], part(run, at.K, j))

    return {at.DO_BEGIN: begin, at.DO_STEP: step, at.DO_INTERPOLATE: interpolate}


@dataclass(frozen=True)
class LinearlyImplicit(Adaptive):
    """A Rosenbrock method. A method is a class with its `order` and `table`; adaptive unless `step` is given.

    Constraints are closed after the step, also in independent coordinates.
    """

    table: ClassVar[Linear]
    kernels: ClassVar[tuple[str, ...]] = ("jacobian", "factors", "solution")

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.name = vars(cls).get("name", cls.__name__)
        cls.needs = Needs(stages=cls.table.stages + 1, jacobian=True, stage_closure=False)
        cls.routines = linear_routines(cls.table)
        if "exponent" not in vars(cls):
            cls.exponent = 1.0 / cls.order

    @property
    def stage_times(self) -> tuple[float, ...]:
        return (*self.table.c, 1.0)

    def check(self, system: System) -> None:
        super().check(system)
        system.require(self.name, "jacobian")
