"""Semi-implicit (symplectic) Euler: velocity first, then the position with the new velocity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from biela.integrate.access import Pointer, Routine, floats, part, routine
from biela.integrate.loop import first_stage, retract, stage_time
from biela.integrate.method.base import FixedStep, method
from biela.integrate.run_record import Needs, at


@routine
def semi_implicit_euler_step(run: Pointer) -> None:
    """Step v⁺ = v + h v̇ and s⁺ = s + h ṡ, then q⁺ = q ⊕ h v⁺."""
    v0, s0, k = run[at.LANES] * run[at.N_Q], run[at.LANES] * run[at.EXTRA], part(run, at.K, 0)
    x, xs, hx, xi = floats(run, at.X, at.XS, at.HX, at.XI)
    for i in range(v0, run[at.N]):
        xs[i] = x[i] + hx[i] * k[i]
    for i in range(v0, s0):
        xi[i - v0] = hx[i] * xs[i]
    retract(run)
    stage_time(run, 1.0)


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

    order: ClassVar[int] = 1
    needs: ClassVar[Needs] = Needs(stages=1)
    routines: ClassVar[Mapping[int, Routine]] = {at.DO_BEGIN: first_stage, at.DO_STEP: semi_implicit_euler_step}
    explicit: ClassVar[bool] = True
    kernels: ClassVar[tuple[str, ...]] = ("retract", "fused")
    for_quaternions: ClassVar[tuple[str, ...]] = ("retract",)
    source: ClassVar[str] = "semi-implicit Euler (Hairer, Lubich & Wanner 2006, Geometric Numerical Integration)"

    @classmethod
    def growth(cls, z: Any) -> Any:
        """Return the growth under the explicit Euler rule, by which states of networks go."""
        return np.abs(1.0 + z)
