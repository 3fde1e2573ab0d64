"""Dormand and Prince's embedded Runge-Kutta pair of orders 5 and 4, with dense output: the default method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from .closure import rates
from .compiled import Pointer, advance, begin, finish, floats, implements, integers, interpolate, step
from .loop import first_stage
from .method import Adaptive
from .record import E, HS, HX, K, LANES, LIVE, N, N_X, STIFF, STIFF_LIMIT, THETA, TS, XN, XO, XS, OPTION, Needs, T, X

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


class Tag(NamedTuple):
    stages: int


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
    tag: ClassVar[Any] = Tag(7)
    exponent: ClassVar[float] = 0.2 - 0.75 * 0.04
    memory: ClassVar[float] = 0.04
    stiff_limit: ClassVar[float] = 3.25


@implements(begin, Tag)
def _begin(method: Any, run: Pointer) -> None:
    first_stage(run)


@implements(step, Tag)
def _step(method: Any, run: Pointer) -> None:
    n, W, n_x = run[N], run[LANES], run[N_X]
    t, h, ts = floats(run[T]), floats(run[HS]), floats(run[TS])
    x, xs, xn, hx, e = floats(run[X]), floats(run[XS]), floats(run[XN]), floats(run[HX]), floats(run[E])
    k1, k2, k3 = floats(run[K]), floats(run[K] + 8 * n), floats(run[K] + 16 * n)
    k4, k5, k6, k7 = (
        floats(run[K] + 24 * n),
        floats(run[K] + 32 * n),
        floats(run[K] + 40 * n),
        floats(run[K] + 48 * n),
    )

    for l in range(W):
        ts[l] = t[l] + C2 * h[l]
    for i in range(n):
        xs[i] = x[i] + hx[i] * (A21 * k1[i])
    rates(run, 1)
    for l in range(W):
        ts[l] = t[l] + C3 * h[l]
    for i in range(n):
        xs[i] = x[i] + hx[i] * (A31 * k1[i] + A32 * k2[i])
    rates(run, 2)
    for l in range(W):
        ts[l] = t[l] + C4 * h[l]
    for i in range(n):
        xs[i] = x[i] + hx[i] * (A41 * k1[i] + A42 * k2[i] + A43 * k3[i])
    rates(run, 3)
    for l in range(W):
        ts[l] = t[l] + C5 * h[l]
    for i in range(n):
        xs[i] = x[i] + hx[i] * (A51 * k1[i] + A52 * k2[i] + A53 * k3[i] + A54 * k4[i])
    rates(run, 4)
    for l in range(W):
        ts[l] = t[l] + h[l]
    for i in range(n):
        xs[i] = x[i] + hx[i] * (A61 * k1[i] + A62 * k2[i] + A63 * k3[i] + A64 * k4[i] + A65 * k5[i])
    rates(run, 5)
