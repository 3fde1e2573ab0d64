"""The Munthe-Kaas form of the Runge-Kutta method of order 4: quaternions move along their group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from biela.runtime.system import System

from . import record as at
from .closure import rates
from .compiled import Pointer, Routine, floats, routine
from .loop import first_stage
from .method import Method
from .record import Needs
from .tangent import retract, tangent_rate

SIXTH = 1.0 / 6.0


@routine
def munthe_kaas_step(run: Pointer) -> None:
    n, W = run[at.N], run[at.LANES]
    q, v = run[at.N_Q] * W, run[at.N_V] * W
    t, h, ts = floats(run[at.T]), floats(run[at.HS]), floats(run[at.TS])
    x, xs, hx = floats(run[at.X]), floats(run[at.XS]), floats(run[at.HX])
    xi, eta, kappa, k = floats(run[at.XI]), floats(run[at.ETA]), floats(run[at.KAPPA]), floats(run[at.K])

    for i in range(v):
        kappa[i] = x[q + i]  # κ₁ = v, because dexp⁻¹ at ξ = 0 is the identity
    for stage in range(1, 4):
        # the stage, a fraction c of the step along the stage before it
        c = 1.0 if stage == 3 else 0.5
        for lane in range(W):
            ts[lane] = t[lane] + c * h[lane]
        before = floats(run[at.K] + 8 * n * (stage - 1))
        along = floats(run[at.KAPPA] + 8 * v * (stage - 1))
        for i in range(q, n):
            xs[i] = x[i] + c * hx[i] * before[i]
        for i in range(v):
            xi[i] = c * hx[i] * along[i]
        retract(run)
        rates(run, run[at.TO_K] + 8 * stage)
        for i in range(v):
            eta[i] = xs[q + i]
        tangent_rate(run, stage)

    for i in range(q, n):
        xs[i] = x[i] + hx[i] * SIXTH * (k[i] + 2.0 * (k[n + i] + k[2 * n + i]) + k[3 * n + i])
    for i in range(v):
        xi[i] = hx[i] * SIXTH * (kappa[i] + 2.0 * (kappa[v + i] + kappa[2 * v + i]) + kappa[3 * v + i])
    retract(run)


@dataclass(frozen=True)
class MuntheKaas(Method):
    """Runge-Kutta of order 4 on the configuration manifold.

    Over one step the configuration is q ⊕ ξ(t), with ξ in the tangent space, a vector space where the classical
    method applies:

        ξ̇ = dexp⁻¹_ξ v,   v̇ = a(t, q ⊕ ξ, v),   ξ(t₀) = 0,   q⁺ = q ⊕ ξ(t₀ + h)

    Unit quaternions stay so to rounding, at any step. Without quaternions it is the classical method.

    References
    ----------
    Munthe-Kaas (1998), BIT Numerical Mathematics 38, 92-111
    """

    step: float
    """[s]"""

    name: ClassVar[str] = "MuntheKaas"
    order: ClassVar[int] = 4
    needs: ClassVar[Needs] = Needs(stages=4)
    routines: ClassVar[Mapping[int, Routine]] = {at.DO_BEGIN: first_stage, at.DO_STEP: munthe_kaas_step}

    def check(self, system: System) -> None:
        super().check(system)
        if system.has_quaternions:
            system.require(f"{self.name} with quaternions", "retract", "tangent_rate")
