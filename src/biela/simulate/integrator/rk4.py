"""The classical Runge-Kutta method of order 4, at a fixed step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from .closure import rates
from .compiled import Pointer, begin, floats, implements, step
from .loop import first_stage
from .method import Method
from .record import HS, HX, K, LANES, N, TS, XS, Needs, T, X


SIXTH = 1.0 / 6.0


class Tag(NamedTuple):
    stages: int


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
    tag: ClassVar[Any] = Tag(4)


@implements(begin, Tag)
def _begin(method: Any, run: Pointer) -> None:
    first_stage(run)


@implements(step, Tag)
def _step(method: Any, run: Pointer) -> None:
    n, W = run[N], run[LANES]
    t, h, ts = floats(run[T]), floats(run[HS]), floats(run[TS])
    x, xs, hx = floats(run[X]), floats(run[XS]), floats(run[HX])
    k1, k2 = floats(run[K]), floats(run[K] + 8 * n)
    k3, k4 = floats(run[K] + 16 * n), floats(run[K] + 24 * n)

    for l in range(W):
        ts[l] = t[l] + 0.5 * h[l]
    for i in range(n):
        xs[i] = x[i] + 0.5 * hx[i] * k1[i]
    rates(run, 1)
    for i in range(n):
        xs[i] = x[i] + 0.5 * hx[i] * k2[i]
    rates(run, 2)
    for l in range(W):
        ts[l] = t[l] + h[l]
    for i in range(n):
        xs[i] = x[i] + hx[i] * k3[i]
    rates(run, 3)
    for i in range(n):
        xs[i] = x[i] + hx[i] * SIXTH * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i])
