"""Dormand and Prince's embedded Runge-Kutta pair of orders 5 and 4, with dense output: the default method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from . import record as at
from .closure import rates
from .compiled import Pointer, Routine, floats, integers, routine
from .loop import first_stage
from .method import Adaptive
from .record import Needs

# fmt: off
C2, C3, C4, C5 = 1/5, 3/10, 4/5, 8/9
A21 = 1/5
A31, A32 = 3/40, 9/40
A41, A42, A43 = 44/45, -56/15, 32/9
A51, A52, A53, A54 = 19372/6561, -25360/2187, 64448/6561, -212/729
A61, A62, A63, A64, A65 = 9017/3168, -355/33, 46732/5247, 49/176, -5103/18656
B1, B3, B4, B5, B6 = 35/384, 500/1113, 125/192, -2187/6784, 11/84
# difference to the embedded method of order 4
E1, E3, E4, E5, E6, E7 = 71/57600, -71/16695, 71/1920, -17253/339200, 22/525, -1/40
# continuous extension of order 4
D1, D3, D4 = -12715105075/11282082432, 87487479700/32700410799, -10690763975/1880347072
D5, D6, D7 = 701980252875/199316789632, -1453857185/822651844, 69997945/29380423
# fmt: on


@routine
def dormand_prince_step(run: Pointer) -> None:
    n, W, to = run[at.N], run[at.LANES], run[at.TO_K]
    t, h, ts = floats(run[at.T]), floats(run[at.HS]), floats(run[at.TS])
    x, xs, hx, e = floats(run[at.X]), floats(run[at.XS]), floats(run[at.HX]), floats(run[at.E])
    k1, k2, k3, k4 = (
        floats(run[at.K]),
        floats(run[at.K] + 8 * n),
        floats(run[at.K] + 16 * n),
        floats(run[at.K] + 24 * n),
    )
    k5, k6, k7 = floats(run[at.K] + 32 * n), floats(run[at.K] + 40 * n), floats(run[at.K] + 48 * n)
    hlambda = floats(run[at.HLAMBDA])

    for lane in range(W):
        ts[lane] = t[lane] + C2 * h[lane]
    for i in range(n):
        xs[i] = x[i] + hx[i] * (A21 * k1[i])
    rates(run, to + 8)
    for lane in range(W):
        ts[lane] = t[lane] + C3 * h[lane]
    for i in range(n):
        xs[i] = x[i] + hx[i] * (A31 * k1[i] + A32 * k2[i])
    rates(run, to + 16)
    for lane in range(W):
        ts[lane] = t[lane] + C4 * h[lane]
    for i in range(n):
        xs[i] = x[i] + hx[i] * (A41 * k1[i] + A42 * k2[i] + A43 * k3[i])
    rates(run, to + 24)
    for lane in range(W):
        ts[lane] = t[lane] + C5 * h[lane]
    for i in range(n):
        xs[i] = x[i] + hx[i] * (A51 * k1[i] + A52 * k2[i] + A53 * k3[i] + A54 * k4[i])
    rates(run, to + 32)
    for lane in range(W):
        ts[lane] = t[lane] + h[lane]
    for i in range(n):
        xs[i] = x[i] + hx[i] * (A61 * k1[i] + A62 * k2[i] + A63 * k3[i] + A64 * k4[i] + A65 * k5[i])
    rates(run, to + 40)
    for i in range(n):
        e[i] = xs[i]  # x₆, for the estimate of stiffness
        xs[i] = x[i] + hx[i] * (B1 * k1[i] + B3 * k3[i] + B4 * k4[i] + B5 * k5[i] + B6 * k6[i])
    rates(run, to + 48)

    for lane in range(W):
        change = distance = 0.0
        for i in range(lane, n, W):
            change += (k7[i] - k6[i]) ** 2
            distance += (xs[i] - e[i]) ** 2
        hlambda[lane] = h[lane] * (change / distance) ** 0.5 if distance > 0.0 else 0.0
    for i in range(n):
        e[i] = hx[i] * (E1 * k1[i] + E3 * k3[i] + E4 * k4[i] + E5 * k5[i] + E6 * k6[i] + E7 * k7[i])


@routine
def finish(run: Pointer) -> None:
    """k₇ becomes the rate at the new state; where the step was rejected, that is still k₁."""
    if run[at.CHANGED]:
        rates(run, run[at.TO_K] + 48)
        return
    n, W = run[at.N], run[at.LANES]
    k1, k7, live = floats(run[at.K]), floats(run[at.K] + 48 * n), integers(run[at.LIVE])
    for lane in range(W):
        if live[lane] == 0:
            for i in range(lane, n, W):
                k7[i] = k1[i]


@routine
def interpolate(run: Pointer) -> None:
    n = run[at.N]
    x, xo, xs, hx, theta = (
        floats(run[at.X]),
        floats(run[at.XO]),
        floats(run[at.XS]),
        floats(run[at.HX]),
        floats(run[at.THETA]),
    )
    k1, k3, k4 = floats(run[at.K]), floats(run[at.K] + 16 * n), floats(run[at.K] + 24 * n)
    k5, k6, k7 = floats(run[at.K] + 32 * n), floats(run[at.K] + 40 * n), floats(run[at.K] + 48 * n)
    for i in range(n):
        a, b = theta[i], 1.0 - theta[i]
        chord = x[i] - xo[i]
        left = hx[i] * k1[i] - chord
        right = chord - hx[i] * k7[i] - left
        fourth = hx[i] * (D1 * k1[i] + D3 * k3[i] + D4 * k4[i] + D5 * k5[i] + D6 * k6[i] + D7 * k7[i])
        xs[i] = xo[i] + a * (chord + b * (left + a * (right + b * fourth)))


@routine
def carry_over(run: Pointer) -> None:
    n = run[at.N]
    k1, k7 = floats(run[at.K]), floats(run[at.K] + 48 * n)
    for i in range(n):
        k1[i] = k7[i]


@dataclass(frozen=True)
class DormandPrince(Adaptive):
    """Explicit, order 5, adaptive unless `step` is given; seven stages of which the last serves the next step.

    Outputs inside a step come from its continuous extension of order 4, and are then put on the constraints. Steps
    held back by stability are noticed by the estimate h‖k₇ − k₆‖/‖x₇ − x₆‖ of |hλ|: `Outcome.stiff`.

    References
    ----------
    Dormand & Prince (1980), Journal of Computational and Applied Mathematics 6, 19-26
    Hairer, Nørsett & Wanner (1993), Solving Ordinary Differential Equations I, §II.5-6 (pair, extension);
    Hairer & Wanner (1996), Solving Ordinary Differential Equations II, §IV.2 (step control, stiffness)
    """

    name: ClassVar[str] = "DormandPrince"
    order: ClassVar[int] = 5
    needs: ClassVar[Needs] = Needs(stages=7)
    routines: ClassVar[Mapping[int, Routine]] = {
        at.DO_BEGIN: first_stage,
        at.DO_STEP: dormand_prince_step,
        at.DO_FINISH: finish,
        at.DO_INTERPOLATE: interpolate,
        at.DO_CARRY_OVER: carry_over,
    }
    exponent: ClassVar[float] = 0.2 - 0.75 * 0.04
    memory: ClassVar[float] = 0.04
    stiff_limit: ClassVar[float] = 3.25
