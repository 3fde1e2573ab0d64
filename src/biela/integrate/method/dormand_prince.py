"""Dormand and Prince's embedded Runge-Kutta pair of orders 5 and 4, with dense output: the default method."""

from __future__ import annotations

from typing import ClassVar

from biela.integrate.method.base import method
from biela.integrate.runge_kutta import EmbeddedRungeKutta
from biela.integrate.tableau import Explicit

TABLEAU = Explicit(
    a=(
        (1 / 5,),
        (3 / 40, 9 / 40),
        (44 / 45, -56 / 15, 32 / 9),
        (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
        (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
        (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
    ),
    b=(35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0.0),
    c=(0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0),
    error=(71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40),
    dense=(
        -12715105075 / 11282082432, 0.0, 87487479700 / 32700410799, -10690763975 / 1880347072,
        701980252875 / 199316789632, -1453857185 / 822651844, 69997945 / 29380423,
    ),
)  # fmt: skip


@method("automatic", yields=True)
@method("dormand-prince")
class DormandPrince(EmbeddedRungeKutta):
    """Explicit, order 5, adaptive unless `step` is given; seven stages of which the last serves the next step.

    Outputs inside a step come from its continuous extension of order 4, and are then put on the constraints. Steps
    held back by stability are noticed by the estimate h‖k₇ − k₆‖/‖x₇ − x₆‖ of |hλ|: `Outcome.stiff`. As "automatic" it then
    yields to "rosenbrock".

    References
    ----------
    Dormand & Prince (1980), Journal of Computational and Applied Mathematics 6, 19-26
    Hairer, Nørsett & Wanner (1993), Solving Ordinary Differential Equations I, §II.5-6 (pair, extension);
    Hairer & Wanner (1996), Solving Ordinary Differential Equations II, §IV.2 (step control, stiffness)
    """

    order: ClassVar[int] = 5
    tableau: ClassVar[Explicit] = TABLEAU
    exponent: ClassVar[float] = 0.2 - 0.75 * 0.04
    memory: ClassVar[float] = 0.04
    stiff_limit: ClassVar[float] = 3.25
    source: ClassVar[str] = "Dormand & Prince (1980), J. Comp. Appl. Math. 6, 19-26"
