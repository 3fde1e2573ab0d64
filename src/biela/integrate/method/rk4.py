"""The classical Runge-Kutta method of order 4, at a fixed step."""

from __future__ import annotations

from typing import ClassVar

from biela.integrate.method.base import method
from biela.integrate.runge_kutta import RungeKutta
from biela.integrate.tableau import RK4 as CLASSICAL
from biela.integrate.tableau import Explicit


@method("rk4")
class RK4(RungeKutta):
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

    order: ClassVar[int] = 4
    tableau: ClassVar[Explicit] = CLASSICAL
    sprints: ClassVar[bool] = True
    source: ClassVar[str] = "the classical Runge-Kutta method"
