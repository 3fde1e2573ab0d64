"""Linearly implicit (Rosenbrock) methods from their tables: linear systems with the exact Jacobian, no iteration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from biela.base.dataclass import dataclass
from biela.integrate.access import Pointer, Routine, call_kernel, compiled, part, routine
from biela.integrate.closure import rates
from biela.integrate.implicit import factor_lanes, solve_lanes
from biela.integrate.loop import stage_at_start, stage_time
from biela.integrate.method.base import Adaptive
from biela.integrate.run_record import Needs, at
from biela.integrate.system import System
from biela.integrate.tableau import Linear, made, square


def linear_stages(table: Linear, evaluate: Any) -> Any:
    """Make a compiled function `stages(run, own)`: from X of the record `own` all stages to its K, and the result to its XS.

    HX is the step of every entry; JAC and F_T are those at its start, and the last part of K the rates there. For the other stages
    `evaluate(run, own, stage, c)` finds the rates at XS. The error estimate, if the method has one, goes to E.
    """
    count, A, C = table.stages, square(table.a).tolist(), square(table.C).tolist()
    weights, error = table.b, table.error or (0.0,) * table.stages
    out = ["def stages(run, own):", "    n = own[at.N]"]
    out += ["    h, d, x, xs, b, e, f_t = floats(own, at.HX, at.D, at.X, at.XS, at.B, at.E, at.F_T)"]
    out += [f"    k{j} = part(own, at.K, {j})" for j in range(count + 1)]
    out += ["    for lane in range(own[at.LANES]):"]  # one for a lane that stands still
    out += [f"        d[lane] = 1.0 / ({table.gamma!r} * h[lane]) if h[lane] > 0.0 else 1.0"]
    out += ["    for i in range(n):", "        e[i] = 1.0 / h[i]", "    factor_lanes(own)"]
    for stage, (row, before) in enumerate(zip(A, C, strict=True)):
        fresh, past = any(row) or table.c[stage] != 0.0, _sum("0.0", before)
        rates = f"k{stage}[i]" if fresh else f"k{count}[i]"  # those at the start of the step serve a stage that begins there
        if fresh:
            out += ["    for i in range(n):", f"        xs[i] = {_sum('x[i]', row)}", f"        b[i] = {past}"]
            out += [f"    evaluate(run, own, {stage}, {table.c[stage]!r})"]
            past = "b[i]"
        out += ["    for i in range(n):"]
        out += [f"        b[i] = {rates} + ({past}) * e[i] + {table.d[stage]!r} * h[i] * f_t[i]"]
        out += [f"    solve_lanes(own, at.K, at.TO_K, {stage})"]
    out += ["    for i in range(n):"]
    if list(weights[:-1]) == A[-1][:-1] and not any(error[:-1]):
        # stiffly accurate: the result is where the last stage began, plus that stage
        out += [f"        xs[i] = {_sum('xs[i]', weights, count - 1)}", f"        e[i] = {error[-1]!r} * k{count - 1}[i]"]
    else:
        out += [f"        xs[i] = {_sum('x[i]', weights)}", f"        e[i] = {_sum('0.0', error)}"]
    return compiled(made(out, at=at, evaluate=evaluate, factor_lanes=factor_lanes, solve_lanes=solve_lanes))


def _sum(first: str, weights: Sequence[float], start: int = 0) -> str:
    """Write first + Σ weight · k, one after the other."""
    return " + ".join([first, *(f"{w!r} * k{j}[i]" for j, w in enumerate(weights) if j >= start and w != 0.0)])


@compiled
def evaluate(run: Pointer, own: Pointer, stage: int, c: float) -> None:
    """Find the rates of a stage at the part c of the step."""
    stage_time(run, c)
    rates(run, stage)


def linear_extension(table: Linear) -> tuple[Any, Any]:
    """Write the continuous extension x(θ) = (1 − θ) x + θ (x⁺ + (1 − θ)(d₁ + θ (d₂ + θ d₃))), with d = `dense` k, to XS; and its
    defect ẋ(θ) − f as an error of the state, h δ/(1 − hγJ), to E.

    A stiff mode forgets what it is pushed by within a part of the step: the factors of the step damp its defect as they damp it.
    """
    rows = [*table.dense, *[(0.0,) * table.stages] * (3 - len(table.dense))]
    head = ["    x, xo, xs, f, h, b, e, theta = floats(run, at.X, at.XO, at.XS, at.XN, at.HX, at.B, at.E, at.THETA)"]
    head += [f"    k{j} = part(run, at.K, {j})" for j in range(table.stages)]
    head += ["    for i in range(run[at.N]):", "        a = theta[i]"]
    inside, slope = [*head, "        y = xo[i] + a * (x[i] - xo[i])"], [*head, "        y = x[i] - xo[i]"]
    for j, (d1, d2, d3) in enumerate(zip(*rows, strict=True)):
        inner, outer = f"{d1!r} + a * ({d2!r} + a * {d3!r})", f"{d2!r} + 2.0 * a * {d3!r}"
        inside += [f"        y += a * (1.0 - a) * ({inner}) * k{j}[i]"]
        slope += [f"        y += ((1.0 - 2.0 * a) * ({inner}) + a * (1.0 - a) * ({outer})) * k{j}[i]"]
    inside += ["        xs[i] = y"]
    slope += ["        b[i] = y / h[i] - f[i]", "    solve_lanes(run, at.E, at.TO_E, 0)", "    for i in range(run[at.N]):"]
    slope += [f"        e[i] *= {1.0 / table.gamma!r}"]
    names = {"at": at, "solve_lanes": solve_lanes}
    return made(["def interpolate(run):", *inside], **names), made(["def defect(run):", *slope], **names)


def linear_routines(table: Linear) -> dict[int, Routine]:
    """Make the routines of a method."""
    last, stages = table.stages, linear_stages(table, evaluate)

    @routine
    def begin(run: Pointer) -> None:
        """Evaluate f, ∂f/∂x and ∂f/∂t at (t, x)."""
        stage_at_start(run)
        # f(t, x) stays in a place of its own, behind the stages, for when the step is rejected and tried again
        call_kernel(run, at.JACOBIAN, at.ARG, at.TO_JACOBIAN)
        run[at.EVALUATIONS] += 1
        k, f = part(run, at.K, 0), part(run, at.K, last)
        for i in range(run[at.N]):
            k[i] = f[i]

    @routine
    def step(run: Pointer) -> None:
        stages(run, run)
        stage_time(run, 1.0)

    inside, defect = map(routine, linear_extension(table))
    return {at.DO_BEGIN: begin, at.DO_STEP: step, at.DO_INTERPOLATE: inside, at.DO_DEFECT: defect}


@dataclass(frozen=True)
class LinearlyImplicit(Adaptive):
    """Rosenbrock method: a class with its `order` and `table`; adaptive unless `step` is given. Constraints are closed after it."""

    table: ClassVar[Linear]
    kernels: ClassVar[tuple[str, ...]] = ("jacobian", "factors", "solution")

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
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
