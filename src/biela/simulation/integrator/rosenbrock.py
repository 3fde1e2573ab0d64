"""Rodas5P, a Rosenbrock method of order 5 for stiff machines: linear systems with the exact Jacobian, no iteration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from biela.kernel.call import call_kernel
from biela.runtime.system import System

from . import record as at
from .closure import rates
from .compiled import Pointer, Routine, compiled, floats, routine
from .implicit import factor_lanes, solve_lanes
from .method import Adaptive
from .record import Needs

# Coefficients of the stages in the transformed form (no product with the Jacobian), Steinebach (2023).
GAMMA = 0.21193756319429014
STAGES = 8
A = np.zeros((STAGES, STAGES))
A[1, :1] = [3.0]
A[2, :2] = [2.849394379747939, 0.45842242204463923]
A[3, :3] = [-6.954028509809101, 2.489845061869568, -10.358996098473584]
A[4, :4] = [2.8029986275628964, 0.5072464736228206, -0.3988312541770524, -0.04721187230404641]
A[5, :5] = [-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946]
# the last two stages, and the result, each start where the stage before them ended: stiffly accurate
A[6, :6] = [*A[5, :5], 1.0]
A[7, :7] = [*A[5, :5], 1.0, 1.0]

C = np.zeros((STAGES, STAGES))
C[1, :1] = [-14.155112264123755]
C[2, :2] = [-17.97296035885952, -2.859693295451294]
C[3, :3] = [147.12150275711716, -1.41221402718213, 71.68940251302358]
C[4, :4] = [165.43517024871676, -0.4592823456491126, 42.90938336958603, -5.961986721573306]
C[5, :5] = [24.854864614690072, -3.0009227002832186, 47.4931110020768, 5.5814197821558125, -0.6610691825249471]
C[6, :6] = [
    30.91273214028599, -3.1208243349937974, 77.79954646070892, 34.28646028294783, -19.097331116725623,
    -28.087943162872662,
]  # fmt: skip
C[7, :7] = [
    37.80277123390563, -3.2571969029072276, 112.26918849496327, 66.9347231244047, -40.06618937091002,
    -54.66780262877968, -9.48861652309627,
]  # fmt: skip

TIME = np.array([0.0, 0.6358126895828704, 0.4095798393397535, 0.9769306725060716, 0.4288403609558664, 1.0, 1.0, 1.0])
"""Times of the stages, as parts of the step."""
SLOPE = np.array(
    [0.21193756319429014, -0.42387512638858027, -0.3384627126235924, 1.8046452872882734, 2.325825639765069, 0, 0, 0]
)
"""Factors of ∂f/∂t."""
DENSE = np.array(
    [
        [25.948786856663858, -2.5579724845846235, 10.433815404888879, -2.3679251022685204, 0.524948541321073,
         1.1241088310450404, 0.4272876194431874, -0.17202221070155493],
        [-9.91568850695171, -0.9689944594115154, 3.0438037242978453, -24.495224566215796, 20.176138334709044,
         15.98066361424651, -6.789040303419874, -6.710236069923372],
        [11.419903575922262, 2.8879645146136994, 72.92137995996029, 80.12511834622643, -52.072871366152654,
         -59.78993625266729, -0.15582684282751913, 4.883087185713722],
    ]
)  # fmt: skip
"""Continuous extension of order 4."""


@routine
def rosenbrock_begin(run: Pointer) -> None:
    """f, ∂f/∂x and ∂f/∂t at (t, x)."""
    t, ts, x, xs = floats(run[at.T]), floats(run[at.TS]), floats(run[at.X]), floats(run[at.XS])
    for lane in range(run[at.LANES]):
        ts[lane] = t[lane]
    for i in range(run[at.N]):
        xs[i] = x[i]
    call_kernel(run[at.JACOBIAN], run[at.ARG], run[at.TO_JACOBIAN], run[at.WORK])
    # f(t, x) stays in a place of its own, behind the stages, for when the step is rejected and tried again
    rates(run, run[at.TO_K] + 8 * STAGES)
    k, f = floats(run[at.K]), floats(run[at.K] + 8 * run[at.N] * STAGES)
    for i in range(run[at.N]):
        k[i] = f[i]


@compiled
def add_stage(n: int, k: int, to_x: int, a: float, to_b: int, c: float) -> None:
    """x += a·k and b += c·k: vectors of n entries at these addresses, none of which overlap."""
    stage, x, b = floats(k), floats(to_x), floats(to_b)
    for i in range(n):
        x[i] += a * stage[i]
        b[i] += c * stage[i]


@compiled
def finish_right_side(n: int, to_b: int, rates_: int, per_step: int, slope: float, step: int, f_t: int) -> None:
    """b = f + slope·h f_t + b/h."""
    b, f, inverse, h, time_slope = floats(to_b), floats(rates_), floats(per_step), floats(step), floats(f_t)
    for i in range(n):
        b[i] = f[i] + b[i] * inverse[i] + slope * h[i] * time_slope[i]


@routine
def rosenbrock_step(run: Pointer) -> None:
    n, W = run[at.N], run[at.LANES]
    t, h, ts, d = floats(run[at.T]), floats(run[at.HS]), floats(run[at.TS]), floats(run[at.D])
    x, xs, b, hx, e = floats(run[at.X]), floats(run[at.XS]), floats(run[at.B]), floats(run[at.HX]), floats(run[at.E])
    for lane in range(W):
        d[lane] = 1.0 / (GAMMA * h[lane]) if h[lane] > 0.0 else 1.0  # one for a lane that stands still
    for i in range(n):
        e[i] = 1.0 / hx[i]
    factor_lanes(run)
    for stage in range(STAGES):
        for i in range(n):
            xs[i] = x[i]
            b[i] = 0.0
        for j in range(stage):
            add_stage(n, run[at.K] + 8 * n * j, run[at.XS], A[stage, j], run[at.B], C[stage, j])
        f = STAGES  # the rates at the step's start stand there
        if stage > 0:
            f = stage
            for lane in range(W):
                ts[lane] = t[lane] + TIME[stage] * h[lane]
            rates(run, run[at.TO_K] + 8 * stage)
        finish_right_side(n, run[at.B], run[at.K] + 8 * n * f, run[at.E], SLOPE[stage], run[at.HX], run[at.F_T])
        solve_lanes(run, stage)
    # x⁺ ends where the last stage began, plus that stage, which is also the error
    last = floats(run[at.K] + 8 * n * (STAGES - 1))
    for i in range(n):
        xs[i] += last[i]
        e[i] = last[i]


@routine
def rosenbrock_interpolate(run: Pointer) -> None:
    """x(θ) = (1 − θ) x + θ (x⁺ + (1 − θ)(d₁ + θ (d₂ + θ d₃))), with d = DENSE k."""
    n = run[at.N]
    x, xo, xs, theta = floats(run[at.X]), floats(run[at.XO]), floats(run[at.XS]), floats(run[at.THETA])
    for i in range(n):
        xs[i] = xo[i] + theta[i] * (x[i] - xo[i])
    for j in range(STAGES):
        bend(n, run[at.XS], run[at.THETA], DENSE[0, j], DENSE[1, j], DENSE[2, j], run[at.K] + 8 * n * j)


@compiled
def bend(n: int, to: int, fraction: int, d1: float, d2: float, d3: float, of: int) -> None:
    """What one stage adds to the straight line from x to x⁺."""
    xs, theta, k = floats(to), floats(fraction), floats(of)
    for i in range(n):
        a = theta[i]
        xs[i] += a * (1.0 - a) * (d1 + a * (d2 + a * d3)) * k[i]


@dataclass(frozen=True)
class Rosenbrock(Adaptive):
    """Rodas5P: order 5, L-stable, stiffly accurate, adaptive unless `step` is given; for stiff machines.

    With J = ∂f/∂x and f_t = ∂f/∂t exact at the start of the step, eight linear systems with one matrix:

        (I/(hγ) − J) kᵢ = f(t + cᵢ h, x + Σⱼ aᵢⱼ kⱼ) + Σⱼ (Cᵢⱼ/h) kⱼ + h dᵢ f_t,      x⁺ = x + Σⱼ a₈ⱼ kⱼ + k₈

    and k₈ is the error estimate. Constraints are closed after the step, also in independent coordinates.

    References
    ----------
    Steinebach (2023), Construction of Rosenbrock-Wanner method Rodas5P and numerical benchmarks within the Julia
    Differential Equations package, BIT Numerical Mathematics 63, 27; coefficients as in OrdinaryDiffEq.jl
    """

    name: ClassVar[str] = "Rosenbrock"
    order: ClassVar[int] = 5
    needs: ClassVar[Needs] = Needs(stages=STAGES + 1, jacobian=True, stage_closure=False)
    routines: ClassVar[Mapping[int, Routine]] = {
        at.DO_BEGIN: rosenbrock_begin,
        at.DO_STEP: rosenbrock_step,
        at.DO_INTERPOLATE: rosenbrock_interpolate,
    }
    exponent: ClassVar[float] = 0.2
    memory: ClassVar[float] = 0.0

    def check(self, system: System) -> None:
        super().check(system)
        system.require(self.name, "jacobian")
