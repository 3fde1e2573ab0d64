"""Munthe-Kaas form of the Runge-Kutta method of order 4: quaternions move along their group."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from biela.integrate.access import Pointer, Routine, compiled, floats, routine
from biela.integrate.closure import rates
from biela.integrate.loop import first_stage, retract, tangent_rate
from biela.integrate.method.base import FixedStep, method
from biela.integrate.run_record import Needs, at
from biela.integrate.tableau import RK4, explicit_step


@compiled
def evaluate(run: Pointer, stage: int, c: float) -> None:
    """Find the rates of a stage, and the rate of ξ with which the configuration moves accordingly."""
    rates(run, stage)
    q, xs, eta = run[at.N_Q] * run[at.LANES], floats(run, at.XS), floats(run, at.ETA)
    for i in range(run[at.N_V] * run[at.LANES]):
        eta[i] = xs[q + i]
    tangent_rate(run, stage)


@method("munthe-kaas")
class MuntheKaas(FixedStep):
    """Runge-Kutta of order 4 on the configuration manifold.

    Over one step the configuration is q ⊕ ξ(t), with ξ in the tangent space, a vector space where the classical method applies:

        ξ̇ = dexp⁻¹_ξ v,   v̇ = a(t, q ⊕ ξ, v),   ξ(t₀) = 0,   q⁺ = q ⊕ ξ(t₀ + h)

    Unit quaternions stay so to rounding, at any step. Without quaternions it is the classical method.

    References
    ----------
    Munthe-Kaas (1998), BIT Numerical Mathematics 38, 92-111
    """

    order: ClassVar[int] = 4
    needs: ClassVar[Needs] = Needs(stages=RK4.stages)
    routines: ClassVar[Mapping[int, Routine]] = {
        at.DO_BEGIN: first_stage, at.DO_STEP: routine(explicit_step(RK4, at, evaluate, retract)),
    }  # fmt: skip
    explicit: ClassVar[bool] = True
    kernels: ClassVar[tuple[str, ...]] = ("retract", "tangent_rate", "fused")
    for_quaternions: ClassVar[tuple[str, ...]] = ("retract", "tangent_rate")
    source: ClassVar[str] = "Runge-Kutta-Munthe-Kaas (Munthe-Kaas 1998, BIT Numerical Mathematics 38, 92-111)"

    @classmethod
    def growth(cls, z: Any) -> Any:
        return RK4.growth(z)
