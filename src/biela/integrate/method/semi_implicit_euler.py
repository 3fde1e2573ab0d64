"""Semi-implicit (symplectic) Euler: velocity first, then the position with the new velocity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from biela.integrate.access import Pointer, Routine, floats, part, routine
from biela.integrate.loop import first_stage
from biela.integrate.method.base import FixedStep, method
from biela.integrate.run_record import Needs, at
from biela.integrate.system import System
from biela.integrate.tangent import retract


@routine
def semi_implicit_euler_step(run: Pointer) -> None:
    W, v0, s0 = run[at.LANES], run[at.LANES] * run[at.N_Q], run[at.LANES] * run[at.EXTRA]
    k = part(run, at.K, 0)
    t, h, ts, x, xs, hx, xi = floats(run, at.T, at.HS, at.TS, at.X, at.XS, at.HX, at.XI)

    # v⁺ = v + h v̇ and s⁺ = s + h ṡ, while q⁺ = q ⊕ h v⁺
    for i in range(v0, run[at.N]):
        xs[i] = x[i] + hx[i] * k[i]
    for i in range(v0, s0):
        xi[i - v0] = hx[i] * xs[i]
    retract(run)
    for lane in range(W):
        ts[lane] = t[lane] + h[lane]


@method("semi-implicit-euler")
class SemiImplicitEuler(FixedStep):
    """Semi-implicit Euler, order 1; symplectic where the accelerations depend on positions alone.

        v⁺ = v + h a(t, q, v)
        q⁺ = q ⊕ h v⁺              along the tangent: quaternions stay of unit length
        s⁺ = s + h ṡ(t, q, v)

    In independent coordinates, the dependent ones are rebuilt after each step.

    References
    ----------
    Hairer, Lubich & Wanner (2006), Geometric Numerical Integration, §I.1.2
    """

    name: ClassVar[str] = "SemiImplicitEuler"
    order: ClassVar[int] = 1
    needs: ClassVar[Needs] = Needs(stages=1)
    routines: ClassVar[Mapping[int, Routine]] = {at.DO_BEGIN: first_stage, at.DO_STEP: semi_implicit_euler_step}
    explicit: ClassVar[bool] = True
    kernels: ClassVar[tuple[str, ...]] = ("retract", "fused")
    source: ClassVar[str] = "semi-implicit Euler (Hairer, Lubich & Wanner 2006, Geometric Numerical Integration)"

    @classmethod
    def growth(cls, z: Any) -> Any:
        """States of networks go by the explicit Euler rule."""
        return np.abs(1.0 + z)

    def check(self, system: System) -> None:
        super().check(system)
        if system.has_quaternions:
            system.require(f"{self.name} with quaternions", "retract")
